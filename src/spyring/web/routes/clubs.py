"""Clubs and their evenings: two pages, and the acts of :mod:`spyring.server.clubs.routes` as forms."""

from collections.abc import Mapping
from typing import Any

from fastapi import Response

from spyring.server.clubs import routes as clubs
from spyring.server.core.http.routing import Act, Id
from spyring.web.routes.acts import Then, add_form, moment
from spyring.web.routes.answering import Form, ReaderDep, pages
from spyring.web.routes.leagues import league_of, new_league

router = pages()


@router.get("/clubs")
async def club_list(reader: ReaderDep) -> Response:
    """The reader's clubs, and the public ones."""
    found = await clubs.clubs(reader.caller, reader.services)
    return reader.page("clubs.html", found=found)


@router.get("/clubs/{club}")
async def club_page(club: Id, reader: ReaderDep) -> Response:
    """A club."""
    services, caller = reader.services, reader.caller
    found = await clubs.shown(caller, services, club)
    return reader.page(
        "club.html",
        found=found,
        code=caller.code,
        talk=await services.clubs.heard(club, caller) if found.member else [],
        looks=[reader.look(game) for game in services.shelf],
        games=services.lobby.games(caller) if found.officer else [],
        glances=services.lobby.public_tables(found.tables, caller),
    )


async def _evening(_table: str, form: Form) -> dict[str, Any]:
    """An evening; each game has a box to tick."""
    sent = {name: form.text(name) for name in ("title", "draw", "bots")}
    games = [game.name for game in form.services.shelf if form.text(f"game-{game.name}")]
    return {**sent, "at": moment(form, "local"), "games": games}


def _home(path: Mapping[str, str], _answer: Any) -> str:
    return f"/clubs/{path['club']}"


def _form(path: str, act: Act[Any], then: Then = _home) -> None:
    add_form(router, f"/clubs{path}", act, then)


_form("", clubs.found, lambda _path, made: f"/clubs/{made.id}")
_form("/{club}/change", clubs.change)
_form("/{club}/invitation", clubs.renew)
_form("/{club}/join", clubs.join)
_form("/{club}/members/{person}", clubs.set_officer)
_form("/{club}/members/{person}/remove", clubs.remove)
_form("/{club}/members/{person}/leave", clubs.remove, lambda _path, _answer: "/clubs")
_form("/{club}/talk", clubs.say)
_form("/{club}/talk/{remark}/delete", clubs.unsay)
_form("/{club}/talk/{remark}/report", clubs.report)
_form("/{club}/evenings/{evening}/end", clubs.end)
_form("/{club}/evenings/{evening}/come", clubs.come)
_form("/{club}/evenings/{evening}/away", clubs.stay_away)
_form("/{club}/evenings/{evening}/people/{person}/remove", clubs.dismiss)
_form("/{club}/evenings/{evening}/rounds", clubs.start_round)
add_form(router, "/clubs/{club}/evenings", clubs.announce, _home, _evening)
add_form(router, "/clubs/{club}/leagues", clubs.make_league, league_of, new_league)
