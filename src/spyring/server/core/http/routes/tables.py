"""The shelf, the tables, and who sits where."""

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import Path, Query, Request
from pydantic import Field, StringConstraints

from spyring.server.core.http.acts import act
from spyring.server.core.http.routes.answering import api_router, costs, problems
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import (
    GameCard,
    Level,
    MoveText,
    NewTable,
    Nonce,
    Notebook,
    Payload,
    Promise,
    PromiseId,
    Proposals,
    Remark,
    TableCard,
    Tables,
)

router = api_router("tables")

CODE = r"^[\w-]{1,32}$"
TableId = Annotated[str, Path(pattern=r"^[\w-]{1,22}$", description="The id of the table.")]
PageNumber = Annotated[int, Query(ge=0, le=10_000, description="Which fifty public tables.")]
SeatNumber = Annotated[int, Path(ge=0, le=7)]
Since = Annotated[str, Query(pattern=r"^[\w-]{0,22}$", description="The id of a remark.")]


class PromiseIn(Payload):
    """For which table: a new one, or the one that goes on ``after`` another."""

    after: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")] | None = None


class JoinIn(Payload):
    """Which seat; without it the first free one. Where all win or lose together one may take several."""

    seat: int | None = Field(default=None, ge=0, le=7)
    code: str | None = Field(default=None, pattern=CODE)
    nonce: Nonce | None = None


class LeaveIn(Payload):
    """Which of several seats; without it all of them."""

    seat: int | None = Field(default=None, ge=0, le=7)


class BotIn(Payload):
    """Which bot; without a level the seat becomes free."""

    level: Level | None = None


class RematchIn(Payload):
    """Whether the next game begins with what outlived this one."""

    campaign: bool = False
    promise: PromiseId | None = None
    nonce: Nonce | None = None


class PlayOnIn(Payload):
    """From which step of a finished game, in which seat."""

    step: int = Field(ge=0, le=100_000)
    seat: int = Field(ge=0, le=7)
    promise: PromiseId | None = None
    nonce: Nonce | None = None


class RemarkIn(Payload):
    """Something to say."""

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00]+$")
    ]
    to: Literal["table", "team", "watchers"] = "table"


class PointIn(Payload):
    """What to point at, as an argument of moves and its label, or which move to propose."""

    thing: MoveText | None = None
    move: MoveText | None = None


@router.get("/games", responses=problems(422))
async def games(caller: CallerDep, services: ServicesDep) -> list[GameCard]:
    """The shelf: every game with its options."""
    return services.lobby.games(caller)


@router.get("/tables", dependencies=[costs("read")], responses=problems(422))
async def tables(caller: CallerDep, services: ServicesDep, page: PageNumber = 0) -> Tables:
    """One's own tables, those with free seats, those to watch; of the latter two one page after another."""
    return await services.lobby.tables(caller, page)


@router.post("/tables", status_code=201, dependencies=[costs("make")], responses=problems(403, 404, 409, 422))
async def make_table(request: Request, caller: CallerDep, services: ServicesDep, body: NewTable) -> TableCard:
    """Make a table; it starts by itself once every seat is taken."""
    return await services.seating.make(caller, body, request.is_disconnected)


@router.post("/promises", status_code=201, dependencies=[costs("make")], responses=problems(403, 404, 422))
async def promise(caller: CallerDep, services: ServicesDep, body: PromiseIn | None = None) -> Promise:
    """A commitment for the chance of a table to come: ask for it, then draw a nonce, then make the table with
    both.
    """
    return await services.seating.promise(caller, None if body is None else body.after)


@router.get("/tables/{table}", dependencies=[costs("read")], responses=problems(404, 422))
async def table(caller: CallerDep, services: ServicesDep, table: TableId) -> TableCard:
    """The card of one table."""
    return await services.lobby.table(table, caller)


@router.get("/invitations/{invitation}", dependencies=[costs("read")], responses=problems(404, 422))
async def invitation(
    caller: CallerDep, services: ServicesDep, invitation: Annotated[str, Path(pattern=CODE)]
) -> TableCard:
    """The table behind an invitation; ``join`` it with the same code."""
    return await services.lobby.invited(replace(caller, code=invitation))


@act(router, "POST", "/tables/{table}/join")
async def join(caller: CallerDep, services: ServicesDep, table: TableId, body: JoinIn) -> TableCard:
    """Take a seat."""
    return await services.seating.join(
        table, replace(caller, code=body.code or caller.code), body.seat, body.nonce
    )


@act(router, "POST", "/tables/{table}/leave")
async def leave(
    caller: CallerDep, services: ServicesDep, table: TableId, body: LeaveIn | None = None
) -> TableCard:
    """Leave one's seat before the start; later there is ``resign``."""
    return await services.seating.leave(table, caller, None if body is None else body.seat)


@act(router, "PUT", "/tables/{table}/seats/{seat}/bot")
async def seat_bot(
    caller: CallerDep, services: ServicesDep, table: TableId, seat: SeatNumber, body: BotIn
) -> TableCard:
    """Put a bot on a free seat, or take it away."""
    return await services.seating.seat_bot(table, caller, seat, body.level)


@act(router, "POST", "/tables/{table}/rematch", costs="make")
async def rematch(caller: CallerDep, services: ServicesDep, table: TableId, body: RematchIn) -> TableCard:
    """Once more: make the next table, or come to it if another has made it."""
    return await services.seating.rematch(table, caller, body.campaign, body.promise, body.nonce)


@act(router, "POST", "/tables/{table}/play-on", costs="make", status_code=201)
async def play_on(caller: CallerDep, services: ServicesDep, table: TableId, body: PlayOnIn) -> TableCard:
    """A new table from a step of a finished game, with bots in the other seats."""
    return await services.seating.play_on(table, caller, body.step, body.seat, body.promise, body.nonce)


@router.get("/tables/{table}/chat", dependencies=[costs("read")], responses=problems(404, 422))
async def heard(caller: CallerDep, services: ServicesDep, table: TableId, since: Since = "") -> list[Remark]:
    """What was said, as far as one may hear it."""
    return await services.talk.heard(table, caller, since)


@act(router, "POST", "/tables/{table}/chat", costs="talk", status_code=201)
async def say(caller: CallerDep, services: ServicesDep, table: TableId, body: RemarkIn) -> Remark:
    """Say something."""
    return await services.talk.say(table, caller, body.text, body.to)


@act(router, "POST", "/tables/{table}/points", costs="point", status_code=201)
async def point(caller: CallerDep, services: ServicesDep, table: TableId, body: PointIn) -> Remark:
    """Point at something, or propose a move, where all win or lose together; the game stays as it is."""
    return await services.pointing.point(table, caller, body.thing, body.move)


@router.get("/tables/{table}/proposals", dependencies=[costs("read")], responses=problems(403, 404, 409, 422))
async def proposals(caller: CallerDep, services: ServicesDep, table: TableId) -> Proposals:
    """What somebody else who is asked now could do, as far as one can tell."""
    return await services.pointing.proposals(table, caller)


@router.get("/tables/{table}/note", dependencies=[costs("read")], responses=problems(404, 422))
async def note(caller: CallerDep, services: ServicesDep, table: TableId) -> Notebook:
    """One's own notes."""
    return await services.notebooks.read(table, caller)


@act(router, "PUT", "/tables/{table}/note", responses=problems(403, 404, 422))
async def write_note(caller: CallerDep, services: ServicesDep, table: TableId, body: Notebook) -> Notebook:
    """Replace one's own notes."""
    return await services.notebooks.write(table, caller, body.text)
