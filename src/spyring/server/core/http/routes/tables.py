"""The shelf, the tables, and the seats."""

from dataclasses import replace
from typing import Annotated

from fastapi import Path, Query, Request
from pydantic import Field, StringConstraints

from spyring.server.core.http.routing import CODE, TableId, act, api_router, limited, problems
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import (
    GameCard,
    Level,
    NewTable,
    Nonce,
    Payload,
    Promise,
    PromiseId,
    TableCard,
    Tables,
)

router = api_router("tables")

PageNumber = Annotated[int, Query(ge=0, le=10_000, description="The page of public tables, from 0.")]
SeatNumber = Annotated[int, Path(ge=0, le=7)]


class PromiseIn(Payload):
    """The table of a promise: a new one, or the one that follows ``after``."""

    after: Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")] | None = None


class JoinIn(Payload):
    """The seat to take, by default the first free one. Where all win or lose together a person may take
    several.
    """

    seat: int | None = Field(default=None, ge=0, le=7)
    code: str | None = Field(default=None, pattern=CODE)
    nonce: Nonce | None = None


class LeaveIn(Payload):
    """The seat to leave, by default all of them."""

    seat: int | None = Field(default=None, ge=0, le=7)


class BotIn(Payload):
    """The bot's level; without it the seat becomes free."""

    level: Level | None = None


class RematchIn(Payload):
    """Whether the next game starts with the legacy of this one."""

    campaign: bool = False
    promise: PromiseId | None = None
    nonce: Nonce | None = None


@router.get("/games", responses=problems(422))
async def games(caller: CallerDep, services: ServicesDep) -> list[GameCard]:
    """The shelf: every game with its options."""
    return services.lobby.games(caller)


@router.get("/tables", **limited("read", 422))
async def tables(caller: CallerDep, services: ServicesDep, page: PageNumber = 0) -> Tables:
    """The caller's own tables, those with free seats, and those to watch; the latter two in pages."""
    return await services.lobby.tables(caller, page)


@router.post("/tables", status_code=201, **limited("make", 403, 404, 409, 422))
async def make_table(request: Request, caller: CallerDep, services: ServicesDep, body: NewTable) -> TableCard:
    """Make a table; it starts by itself once every seat is taken."""
    return await services.seating.make(caller, body, request.is_disconnected)


@router.post("/promises", status_code=201, **limited("make", 403, 404, 422))
async def promise(caller: CallerDep, services: ServicesDep, body: PromiseIn | None = None) -> Promise:
    """A commitment for the chance of a future table: ask for it, then draw a nonce, then make the table with
    both.
    """
    return await services.seating.promise(caller, None if body is None else body.after)


@router.get("/tables/{table}", **limited("read", 404, 422))
async def table(caller: CallerDep, services: ServicesDep, table: TableId) -> TableCard:
    """The card of one table."""
    return await services.lobby.table(table, caller)


@router.get("/invitations/{invitation}", **limited("read", 404, 422))
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
    """Leave the caller's seat before the start; later use ``resign``."""
    return await services.seating.leave(table, caller, None if body is None else body.seat)


@act(router, "PUT", "/tables/{table}/seats/{seat}/bot")
async def seat_bot(
    caller: CallerDep, services: ServicesDep, table: TableId, seat: SeatNumber, body: BotIn
) -> TableCard:
    """Put a bot on a free seat, or remove it."""
    return await services.seating.seat_bot(table, caller, seat, body.level)


@act(router, "POST", "/tables/{table}/rematch", costs="make")
async def rematch(caller: CallerDep, services: ServicesDep, table: TableId, body: RematchIn) -> TableCard:
    """Make a rematch, or join it if another player has made it."""
    return await services.seating.rematch(table, caller, body.campaign, body.promise, body.nonce)
