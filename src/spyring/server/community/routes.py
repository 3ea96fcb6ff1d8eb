"""People: profiles, relations, vacations, and deletion of an account."""

from typing import Annotated, Literal

from fastapi import Path, Query, Request, Response
from pydantic import Field, StringConstraints

from spyring.server.accounts.accounts import Accounts
from spyring.server.accounts.sign_in import count_guess
from spyring.server.community.account_data import EXPORT, AccountData
from spyring.server.community.history import History
from spyring.server.community.invitations import Invitations
from spyring.server.community.payloads import PersonalData, Profile, Ranked, ResultCard, Tie, Vacation
from spyring.server.community.relations import Relations
from spyring.server.community.reports import Reporting
from spyring.server.community.vacations import Vacations
from spyring.server.core.http.routing import Id, TableId, act, api_router, limited, problems
from spyring.server.core.http.visitors import CallerDep, ServicesDep, VisitorDep, log_out
from spyring.server.core.payloads import Payload

router = api_router("people")

Kind = Annotated[Literal["friend", "mute", "block"], Path(description="The relation to the person.")]
GameName = Annotated[str, Path(pattern=r"^[\w-]{1,40}$")]
MAX_VACATION_DAYS = 365


class ReportIn(Payload):
    """A report about a person to the operator, with the table where it happened."""

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000, pattern=r"^[^\x00]+$")
    ]
    table: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")] | None = None


class InviteIn(Payload):
    """A friend to invite."""

    person: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")]


class VacationIn(Payload):
    """The number of days from now."""

    days: float = Field(gt=0, le=MAX_VACATION_DAYS)


class DeletionIn(Payload):
    """The password of the account again; guests have none."""

    password: str | None = Field(default=None, max_length=200)


@router.get("/people/{person}", **limited("read", 404, 422))
async def profile(caller: CallerDep, services: ServicesDep, person: Id) -> Profile:
    """A person with an account: ratings, latest results, most frequent opponents."""
    return await services.part(History).profile(person, caller)


@router.get("/people/{person}/results", **limited("read", 404, 422))
async def results(
    caller: CallerDep,
    services: ServicesDep,
    person: Id,
    before: Annotated[float | None, Query(description="Games that ended earlier than this.")] = None,
) -> list[ResultCard]:
    """Finished games, the latest first; private ones only for people who sat there."""
    await services.part(History).profile(person, caller)
    return await services.part(History).results(person, caller, before)


@router.get("/games/{game}/leaderboard", **limited("read", 404, 422))
async def leaderboard(caller: CallerDep, services: ServicesDep, game: GameName) -> list[Ranked]:
    """The best players of a game on this server."""
    return await services.part(History).leaderboard(game, caller)


@router.get("/ties", **limited("read", 422))
async def ties(caller: CallerDep, services: ServicesDep) -> list[Tie]:
    """The caller's friends, and the people they have muted or blocked."""
    return await services.part(Relations).mine(caller)


@router.put("/people/{person}/ties/{kind}", status_code=204, **limited("change", 403, 404, 422))
async def tie(caller: CallerDep, services: ServicesDep, person: Id, kind: Kind) -> None:
    """Add a person to the caller's list: as a friend, muted or blocked."""
    await services.part(Relations).add(caller, person, kind)


@router.delete("/people/{person}/ties/{kind}", status_code=204, **limited("change", 403, 422))
async def untie(caller: CallerDep, services: ServicesDep, person: Id, kind: Kind) -> None:
    """Remove a person from the caller's list."""
    await services.part(Relations).remove(caller, person, kind)


@router.post("/people/{person}/reports", status_code=204, **limited("talk", 403, 404, 422))
async def report(caller: CallerDep, services: ServicesDep, person: Id, told: ReportIn) -> None:
    """Report a person to the operator of this server."""
    await services.part(Reporting).report(caller, person, told.text, told.table)


@act(router, "POST", "/tables/{table}/friends", costs="talk", status_code=204)
async def invite(caller: CallerDep, services: ServicesDep, table: TableId, body: InviteIn) -> None:
    """Invite a friend to a waiting table; it then appears in the friend's list ``invited``."""
    await services.part(Invitations).invite(table, caller, body.person)


@act(router, "DELETE", "/tables/{table}/friends", status_code=204, responses=problems(403, 422))
async def decline(caller: CallerDep, services: ServicesDep, table: TableId) -> None:
    """Decline a friend's invitation to a table."""
    await services.part(Invitations).decline(table, caller)


@router.get("/me/vacation", **limited("read", 422))
async def vacation(caller: CallerDep, services: ServicesDep) -> Vacation:
    """Whether the caller is away, and how many days are left this year."""
    return await services.part(Vacations).look(caller)


@router.put("/me/vacation", **limited("make", 403, 422))
async def go_away(caller: CallerDep, services: ServicesDep, body: VacationIn) -> Vacation:
    """Start a vacation: the caller's clocks at tables over days stop, and everybody there can see why."""
    return await services.part(Vacations).begin(caller, body.days)


@router.delete("/me/vacation", **limited("make", 403, 422))
async def come_home(caller: CallerDep, services: ServicesDep) -> Vacation:
    """End a vacation: clocks run again, and unused days are kept."""
    return await services.part(Vacations).end(caller)


@router.get("/me/data", response_model=EXPORT, **limited("make", 422))
async def data(caller: CallerDep, services: ServicesDep) -> PersonalData:
    """All stored data of the caller."""
    return await services.part(AccountData).export(caller)


@router.post("/me/deletion", status_code=204, **limited("enter", 403, 422))
async def delete_me(
    request: Request,
    response: Response,
    visitor: VisitorDep,
    caller: CallerDep,
    services: ServicesDep,
    body: DeletionIn,
) -> None:
    """Delete the caller's account. Finished games stay, under the name of a former player; all other data is
    deleted.
    """
    await count_guess(request, await services.part(Accounts).login_of(caller.require_person()))
    await services.part(AccountData).delete(caller, body.password or visitor.secret)
    await log_out(request, response)
