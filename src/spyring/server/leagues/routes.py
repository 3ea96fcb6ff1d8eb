"""Leagues for programs; pages send the same acts as forms."""

from typing import Annotated

from fastapi import Path

from spyring.server.core.http.routing import Id, act, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.leagues.leagues import Leagues
from spyring.server.leagues.payloads import (
    CorrectIn,
    HostIn,
    League,
    LeagueCard,
    LeagueRound,
    NewLeague,
    PersonIn,
)

router = api_router("leagues")

RoundNumber = Annotated[int, Path(ge=1, le=1000)]


@router.get("/leagues", **limited("read", 422))
async def leagues(caller: CallerDep, services: ServicesDep) -> list[LeagueCard]:
    """Public leagues and the caller's own, those that are on first."""
    return await services.part(Leagues).listed(caller)


@router.get("/leagues/{league}", **limited("draw", 404, 422))
async def league(caller: CallerDep, services: ServicesDep, league: Id) -> League:
    """A league with its standings and its current round; a private one needs its invitation as ``code``."""
    return await services.part(Leagues).show(league, caller)


@router.get("/leagues/{league}/rounds/{number}", **limited("draw", 404, 422))
async def league_round(
    caller: CallerDep, services: ServicesDep, league: Id, number: RoundNumber
) -> LeagueRound:
    """A round of a league, with its tables and results."""
    return await services.part(Leagues).round(league, caller, number)


@act(router, "POST", "/leagues", costs="found", status_code=201)
async def make(caller: CallerDep, services: ServicesDep, body: NewLeague) -> League:
    """Make a league; the caller is its host."""
    return await services.part(Leagues).make(caller, body)


@act(router, "POST", "/leagues/{league}/join")
async def join(caller: CallerDep, services: ServicesDep, league: Id) -> League:
    """Take part; a private league needs its invitation as ``code``."""
    return await services.part(Leagues).join(league, caller)


@act(router, "POST", "/leagues/{league}/leave", status_code=204)
async def leave(caller: CallerDep, services: ServicesDep, league: Id) -> None:
    """Leave; a running game of the league is resigned."""
    await services.part(Leagues).leave(league, caller)


@act(router, "POST", "/leagues/{league}/start", status_code=204)
async def start(caller: CallerDep, services: ServicesDep, league: Id, body: HostIn) -> None:
    """Start the league, or its next round, as a host."""
    await services.part(Leagues).start(league, caller, body)


@act(router, "POST", "/leagues/{league}/end", status_code=204)
async def end(caller: CallerDep, services: ServicesDep, league: Id, body: HostIn) -> None:
    """End or cancel the league, as a host; unfinished games are judged as at a deadline."""
    await services.part(Leagues).end(league, caller, body)


@act(router, "POST", "/leagues/{league}/remove", status_code=204)
async def remove(caller: CallerDep, services: ServicesDep, league: Id, body: PersonIn) -> None:
    """Remove a person, as a host; a running game of theirs is resigned."""
    await services.part(Leagues).remove(league, caller, body)


@act(router, "POST", "/leagues/{league}/hosts", status_code=204)
async def appoint(caller: CallerDep, services: ServicesDep, league: Id, body: PersonIn) -> None:
    """Make a person of the league a host, too."""
    await services.part(Leagues).appoint(league, caller, body)


@act(router, "POST", "/leagues/{league}/results", status_code=204)
async def correct(caller: CallerDep, services: ServicesDep, league: Id, body: CorrectIn) -> None:
    """Correct the result of a table, as a host, with a reason that everybody sees."""
    await services.part(Leagues).correct(league, caller, body)
