"""Events for programs."""

from dataclasses import replace
from typing import Annotated

from fastapi import Path, Query

from spyring.server.core.http.routing import Id, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.leagues.leagues import Leagues
from spyring.server.leagues.payloads import (
    CorrectIn,
    HostIn,
    JoinIn,
    League,
    LeagueCard,
    LeagueRound,
    NewLeague,
    PersonIn,
)

router = api_router("leagues")

Club = Annotated[str | None, Query(pattern=r"^[\w-]{1,22}$", description="Only the events of this club.")]
RoundNumber = Annotated[int, Path(ge=1, le=1000)]
CHANGE = limited("change", 403, 404, 409, 422)


@router.get("/leagues", **limited("draw", 422))
async def leagues(caller: CallerDep, services: ServicesDep, club: Club = None) -> list[LeagueCard]:
    """Public events and the caller's own, those that are on first."""
    return await services.part(Leagues).listed(caller, club)


@router.post("/leagues", status_code=201, **limited("make", 404, 422))
async def make(caller: CallerDep, services: ServicesDep, body: NewLeague) -> League:
    """Make an event; the caller is its host."""
    return await services.part(Leagues).make(caller, body)


@router.get("/leagues/{league}", **limited("draw", 404, 422))
async def league(caller: CallerDep, services: ServicesDep, league: Id) -> League:
    """An event with its standings and its current round."""
    return await services.part(Leagues).show(league, caller)


@router.get("/leagues/{league}/rounds/{number}", **limited("draw", 404, 422))
async def league_round(
    caller: CallerDep, services: ServicesDep, league: Id, number: RoundNumber
) -> LeagueRound:
    """A round of an event, with its tables and results."""
    return await services.part(Leagues).round(league, caller, number)


@router.post("/leagues/{league}/join", **CHANGE)
async def join(caller: CallerDep, services: ServicesDep, league: Id, body: JoinIn | None = None) -> League:
    """Take part; a private event needs the code of its invitation."""
    code = None if body is None else body.code
    return await services.part(Leagues).join(league, replace(caller, code=code or caller.code))


@router.post("/leagues/{league}/leave", **CHANGE)
async def leave(caller: CallerDep, services: ServicesDep, league: Id) -> League:
    """Leave; a running game of the event is resigned."""
    return await services.part(Leagues).leave(league, caller)


@router.post("/leagues/{league}/start", **CHANGE)
async def start(caller: CallerDep, services: ServicesDep, league: Id, body: HostIn) -> League:
    """Start the event, or its next round, as a host."""
    return await services.part(Leagues).start(league, caller, body)


@router.post("/leagues/{league}/remove", **CHANGE)
async def remove(caller: CallerDep, services: ServicesDep, league: Id, body: PersonIn) -> League:
    """Remove a person, as a host; a running game of theirs is resigned."""
    return await services.part(Leagues).remove(league, caller, body)


@router.post("/leagues/{league}/hosts", **CHANGE)
async def appoint(caller: CallerDep, services: ServicesDep, league: Id, body: PersonIn) -> League:
    """Make a person of the event a host, too."""
    return await services.part(Leagues).appoint(league, caller, body)


@router.post("/leagues/{league}/results", **CHANGE)
async def correct(caller: CallerDep, services: ServicesDep, league: Id, body: CorrectIn) -> League:
    """Correct the result of a table, as a host, with a reason that everybody sees."""
    return await services.part(Leagues).correct(league, caller, body)
