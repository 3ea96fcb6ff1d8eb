"""Clubs and evenings for programs; pages send the same acts as forms."""

from typing import Annotated, Final

from fastapi import Response
from pydantic import Field

from spyring.server.clubs.clubs import Clubs
from spyring.server.clubs.evenings import Evenings
from spyring.server.clubs.payloads import Club, ClubIn, ClubList, ClubRemark, Evening, EveningIn
from spyring.server.community.routes import ReportIn
from spyring.server.conversation.routes import RemarkText
from spyring.server.core.caller import Caller
from spyring.server.core.http.routing import Id, act, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import Name, Payload
from spyring.server.core.services import Services
from spyring.server.leagues.leagues import Leagues
from spyring.server.leagues.payloads import League, NewLeague

router = api_router("clubs")
CALENDAR: Final = {"content": {"text/calendar": {"schema": {"type": "string"}}}}


class ClubMade(Payload):
    """The id of a new club."""

    id: str


class OfficerIn(Payload):
    """Whether a member is an officer."""

    officer: bool


class ClubRemarkIn(Payload):
    """A remark to make."""

    text: RemarkText


class ComingIn(Payload):
    """Who comes says what they wish to play (nothing: any game), and whether they are here."""

    wish: Name | None = None
    here: bool = False


class RoundIn(Payload):
    """The number of the round to begin."""

    round: Annotated[int, Field(ge=1, le=1000)]


@router.get("/clubs", **limited("read", 422))
async def clubs(caller: CallerDep, services: ServicesDep) -> ClubList:
    """The caller's clubs, public clubs, and the caller's next evening."""
    mine, public = await services.part(Clubs).listed(caller)
    return ClubList(mine=mine, public=public, next=await services.part(Evenings).next(caller))


@router.get("/clubs/{club}", **limited("draw", 404, 422))
async def club(caller: CallerDep, services: ServicesDep, club: Id) -> Club:
    """A club as its page shows it."""
    return await shown(caller, services, club)


async def shown(caller: Caller, services: Services, club: str) -> Club:
    """A club, built field by field."""
    found = services.part(Clubs)
    row = await found.known(club, caller)
    member = row["officer"] is not None
    return Club(
        **{name: row[name] for name in ("id", "name", "about", "public")},
        member=member,
        officer=bool(row["officer"]),
        invitation=row["invitation"] if member else None,
        members=await found.members(club),
        tables=await found.tables(row, caller),
        results=await found.results(row, caller),
        evenings=await services.part(Evenings).listed(club),
        leagues=await services.part(Leagues).listed(caller, club, everything=member),
    )


@router.get("/clubs/{club}/talk", **limited("read", 403, 404, 422))
async def heard(caller: CallerDep, services: ServicesDep, club: Id) -> list[ClubRemark]:
    """The latest remarks of members."""
    return await services.part(Clubs).heard(club, caller)


@router.get(
    "/clubs/{club}/calendar.ics", response_class=Response, **limited("read", 404, 422, answer=CALENDAR)
)
async def calendar(caller: CallerDep, services: ServicesDep, club: Id) -> Response:
    """The evenings as a calendar file; that of a private club needs its invitation as ``code``."""
    text = await services.part(Evenings).calendar(club, caller)
    return Response(text, media_type="text/calendar; charset=utf-8")


@act(router, "POST", "/clubs", costs="found", status_code=201)
async def found(caller: CallerDep, services: ServicesDep, body: ClubIn) -> ClubMade:
    """Found a club."""
    return ClubMade(id=await services.part(Clubs).found(caller, body))


@act(router, "PUT", "/clubs/{club}", status_code=204)
async def change(caller: CallerDep, services: ServicesDep, club: Id, body: ClubIn) -> None:
    """Name and describe a club."""
    await services.part(Clubs).change(club, caller, **body.model_dump())


@act(router, "POST", "/clubs/{club}/invitation", status_code=204)
async def renew(caller: CallerDep, services: ServicesDep, club: Id) -> None:
    """Make a new invitation link; the old one no longer works."""
    await services.part(Clubs).renew(club, caller)


@act(router, "POST", "/clubs/{club}/members", status_code=204)
async def join(caller: CallerDep, services: ServicesDep, club: Id) -> None:
    """Join a club; a private one needs its invitation as ``code``."""
    await services.part(Clubs).join(club, caller)


@act(router, "PUT", "/clubs/{club}/members/{person}", status_code=204)
async def set_officer(
    caller: CallerDep, services: ServicesDep, club: Id, person: Id, body: OfficerIn
) -> None:
    """Make a member an officer, or the reverse."""
    await services.part(Clubs).set_officer(club, caller, person, body.officer)


@act(router, "DELETE", "/clubs/{club}/members/{person}", status_code=204)
async def remove(caller: CallerDep, services: ServicesDep, club: Id, person: Id) -> None:
    """Leave, or remove a member."""
    await services.part(Clubs).remove(club, caller, person)


@act(router, "POST", "/clubs/{club}/talk", costs="talk", status_code=204)
async def say(caller: CallerDep, services: ServicesDep, club: Id, body: ClubRemarkIn) -> None:
    """Make a remark."""
    await services.part(Clubs).say(club, caller, body.text)


@act(router, "DELETE", "/clubs/{club}/talk/{remark}", status_code=204)
async def unsay(caller: CallerDep, services: ServicesDep, club: Id, remark: Id) -> None:
    """Delete a remark."""
    await services.part(Clubs).unsay(club, caller, remark)


@act(router, "POST", "/clubs/{club}/talk/{remark}/reports", costs="talk", status_code=204)
async def report(caller: CallerDep, services: ServicesDep, club: Id, remark: Id, body: ReportIn) -> None:
    """Report a remark to the operator of this server."""
    await services.part(Clubs).report(club, caller, remark, body.text)


@act(router, "POST", "/clubs/{club}/leagues", costs="found", status_code=201)
async def make_league(caller: CallerDep, services: ServicesDep, club: Id, body: NewLeague) -> League:
    """Make a league of the club, as an officer; members see it even if it is private."""
    await services.part(Clubs).as_officer(club, caller)
    return await services.part(Leagues).make(caller, body, club)


@act(router, "POST", "/clubs/{club}/evenings", costs="make", status_code=201)
async def announce(caller: CallerDep, services: ServicesDep, club: Id, body: EveningIn) -> Evening:
    """Announce an evening."""
    return await services.part(Evenings).announce(club, caller, body)


@act(router, "DELETE", "/clubs/{club}/evenings/{evening}", status_code=204)
async def end(caller: CallerDep, services: ServicesDep, club: Id, evening: Id) -> None:
    """End an evening, or cancel it."""
    await services.part(Evenings).end(club, caller, evening)


@act(router, "PUT", "/clubs/{club}/evenings/{evening}/me", status_code=204)
async def come(caller: CallerDep, services: ServicesDep, club: Id, evening: Id, body: ComingIn) -> None:
    """Sign up, wish for a game, check in."""
    await services.part(Evenings).come(club, caller, evening, body.wish, body.here)


@act(router, "DELETE", "/clubs/{club}/evenings/{evening}/me", status_code=204)
async def stay_away(caller: CallerDep, services: ServicesDep, club: Id, evening: Id) -> None:
    """Sign off."""
    await services.part(Evenings).stay_away(club, caller, evening)


@act(router, "DELETE", "/clubs/{club}/evenings/{evening}/people/{person}", status_code=204)
async def dismiss(caller: CallerDep, services: ServicesDep, club: Id, evening: Id, person: Id) -> None:
    """Remove somebody who does not come, as an officer; a bot plays for them until they are there."""
    await services.part(Evenings).remove(club, caller, evening, person)


@act(router, "POST", "/clubs/{club}/evenings/{evening}/rounds", costs="make", status_code=204)
async def start_round(caller: CallerDep, services: ServicesDep, club: Id, evening: Id, body: RoundIn) -> None:
    """Begin the next round."""
    await services.part(Evenings).start_round(club, caller, evening, body.round)
