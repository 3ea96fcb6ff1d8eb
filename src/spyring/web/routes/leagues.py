"""Leagues: the list, one league, its rounds; the acts of :mod:`spyring.server.leagues.routes` as forms."""

from collections.abc import Mapping
from typing import Any

from fastapi import Response

from spyring.server.core.http.routing import Id
from spyring.server.leagues import routes
from spyring.server.leagues.routes import RoundNumber
from spyring.web.routes.acts import add_form, moment
from spyring.web.routes.answering import Form, ReaderDep, chosen_options, pages

router = pages()


@router.get("/leagues")
async def leagues(reader: ReaderDep) -> Response:
    """All leagues, and the form for a new one."""
    found = await reader.services.leagues.listed(reader.caller)
    looks = [reader.look(game) for game in reader.services.shelf if max(game.seats) > 1]
    games = [game for game in reader.services.lobby.games(reader.caller) if max(game.seats) > 1]
    return reader.page("leagues.html", leagues=found, looks=looks, games=games)


@router.get("/leagues/{league}")
async def league(league: Id, reader: ReaderDep) -> Response:
    """A league: its standings, its cross table and the tables of the current round."""
    found = await reader.services.leagues.show(league, reader.caller)
    rules = [
        (option.title, option.titles[at])
        for game in reader.services.lobby.games(reader.caller)
        for option in (game.options if game.name == found.game else ())
        for at, value in enumerate(option.values)
        if str(value) == str(found.options.get(option.name)) and value != option.default
    ]
    return reader.page("league.html", league=found, shown=found.current, rules=rules, code=reader.caller.code)


@router.get("/leagues/{league}/rounds/{number}")
async def league_round(league: Id, number: RoundNumber, reader: ReaderDep) -> Response:
    """A round of a league."""
    found = await reader.services.leagues.show(league, reader.caller)
    shown = await reader.services.leagues.round(league, reader.caller, number)
    return reader.page("league_round.html", league=found, shown=shown, code=reader.caller.code)


async def new_league(_table: str, form: Form) -> dict[str, Any]:
    """A league as its form describes it."""
    game, _space, seats = form.text("game").partition(" ")
    names = ("format", "fill", "pace", "rounds", "hours", "automatic", "public", "plays")
    sent = {name: form.text(name) for name in names if form.text(name)}
    # The field "name" would be that of a new guest.
    return {
        **sent,
        "name": form.text("title"),
        "game": game,
        "options": chosen_options(form, f"option-{game}-"),
        "seats": seats,
        "starts_at": moment(form, "starts"),
    }


async def _correction(_table: str, form: Form) -> dict[str, Any]:
    """The places at a table, one field for each seat."""
    sent = {name: form.text(name) for name in ("revision", "round", "table", "why")}
    fields = sorted(name for name in form.fields if name.startswith("place-"))
    return {**sent, "places": [form.text(name) or None for name in fields]}


def league_of(_path: Mapping[str, str], answer: Any) -> str:
    """The page of a league."""
    return f"/leagues/{answer.id}"


def _same(path: Mapping[str, str], _answer: Any) -> str:
    return f"/leagues/{path['league']}"


add_form(router, "/leagues", routes.make, league_of, new_league, guests=True)
add_form(router, "/leagues/{league}/join", routes.join, league_of, guests=True)
add_form(router, "/leagues/{league}/leave", routes.leave, lambda _path, _answer: "/leagues")
add_form(router, "/leagues/{league}/start", routes.start, _same)
add_form(router, "/leagues/{league}/end", routes.end, _same)
add_form(router, "/leagues/{league}/remove", routes.remove, _same)
add_form(router, "/leagues/{league}/hosts", routes.appoint, _same)
add_form(router, "/leagues/{league}/results", routes.correct, _same, _correction)
