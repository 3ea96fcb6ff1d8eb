"""Events: the list, one event, its rounds, and the forms of players and hosts."""

from datetime import UTC, datetime
from typing import Any

from fastapi import Response

from spyring.engine.i18n import _
from spyring.server.core.caller import Caller
from spyring.server.core.http.routing import Id
from spyring.server.core.http.visitors import Code
from spyring.server.core.problems import Refused
from spyring.server.leagues.payloads import CorrectIn, HostIn, NewLeague, PersonIn
from spyring.server.leagues.routes import Club, RoundNumber
from spyring.web.routes.answering import Form, FormDep, ReaderDep, as_somebody, go, pages

router = pages()


@router.get("/leagues")
async def leagues(reader: ReaderDep, club: Club = None) -> Response:
    """All events, and the form for a new one."""
    found = await reader.services.leagues.listed(reader.caller, club)
    looks = [reader.look(game) for game in reader.services.shelf if max(game.seats) > 1]
    return reader.page("leagues.html", leagues=found, looks=looks)


@router.post("/leagues")
async def make(form: FormDep) -> Response:
    """Make an event."""
    await form.spend("make")
    game, _space, seats = form.text("game").partition(" ")
    sent: dict[str, Any] = {name: form.text(name) for name in ("format", "scale", "fill", "pace")}
    sent |= {name: form.text(name) == "yes" for name in ("automatic", "public", "plays")}
    wish = NewLeague(
        name=form.text("title"),  # the field "name" would be that of a new guest
        game=game,
        seats=seats,  # type: ignore[arg-type]
        rounds=form.text("rounds") or 5,  # type: ignore[arg-type]
        hours=form.text("hours") or 168,  # type: ignore[arg-type]
        starts_at=_time(form.text("starts")),
        **sent,
    )

    async def do(caller: Caller) -> str:
        return f"/leagues/{(await form.services.leagues.make(caller, wish)).id}"

    return await as_somebody(form, do)


def _time(text: str) -> float | None:
    """A time from a form, in UTC."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() if text else None
    except ValueError:
        raise Refused("bad-time", _("Give the start as a date and a time.")) from None


@router.get("/leagues/{league}")
async def league(league: Id, reader: ReaderDep, code: Code = None) -> Response:
    """An event: its standings, its cross table and the tables of the current round."""
    found = await reader.services.leagues.show(league, reader.caller)
    game = reader.services.shelf.game(found.game)
    return reader.page("league.html", league=found, shown=found.current, look=reader.look(game), code=code)


@router.get("/leagues/{league}/rounds/{number}")
async def league_round(league: Id, number: RoundNumber, reader: ReaderDep, code: Code = None) -> Response:
    """A round of an event."""
    found = await reader.services.leagues.show(league, reader.caller)
    shown = await reader.services.leagues.round(league, reader.caller, number)
    return reader.page("league_round.html", league=found, shown=shown, code=code)


@router.post("/leagues/{league}/join")
async def join(league: Id, form: FormDep, code: Code = None) -> Response:
    """Take part; a visitor without a session becomes a guest first."""

    async def do(caller: Caller) -> str:
        return f"/leagues/{(await form.services.leagues.join(league, caller)).id}"

    return await as_somebody(form, do)


@router.post("/leagues/{league}/leave")
async def leave(league: Id, form: FormDep, code: Code = None) -> Response:
    """Leave an event; a private one cannot be seen after that."""
    await form.services.leagues.leave(league, form.caller)
    return go(f"/leagues/{league}")


@router.post("/leagues/{league}/hosts/{act}")
async def host(league: Id, act: str, form: FormDep) -> Response:
    """The acts of hosts: start, remove, appoint, correct."""
    events, seen = form.services.leagues, {"revision": form.text("revision")}
    if act == "start":
        await events.start(league, form.caller, HostIn.model_validate(seen))
    elif act in ("remove", "appoint"):
        wish = PersonIn.model_validate({**seen, "person": form.text("person")})
        await (events.remove if act == "remove" else events.appoint)(league, form.caller, wish)
    else:
        await events.correct(league, form.caller, _correction(form, seen))
        return go(f"/leagues/{league}/rounds/{form.number('round')}")
    return go(f"/leagues/{league}")


def _correction(form: Form, seen: dict[str, Any]) -> CorrectIn:
    """The places of a form; empty fields are no result."""
    places = [form.number(name) for name in sorted(form.fields) if name.startswith("place-")]
    given = {"round": form.number("round"), "table": form.number("table"), "why": form.text("why")}
    return CorrectIn.model_validate({**seen, **given, "places": places})
