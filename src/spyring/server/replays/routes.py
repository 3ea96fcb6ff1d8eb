"""Records and replays."""

from typing import Annotated

from fastapi import Query, Response
from pydantic import Field

from spyring.server.core.http.routing import TEXT, TableId, act, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import Nonce, Payload, PromiseId, TableCard
from spyring.server.replays.payloads import ReplayStep
from spyring.server.replays.replays import Replays

router = api_router("play")
tables = api_router("tables")


class PlayOnIn(Payload):
    """The step of a finished game, and the caller's seat."""

    step: int = Field(ge=0, le=100_000)
    seat: int = Field(ge=0, le=7)
    promise: PromiseId | None = None
    nonce: Nonce | None = None


@router.get("/tables/{table}/record", response_class=Response, **limited("read", 403, 404, 422, answer=TEXT))
async def record(caller: CallerDep, services: ServicesDep, table: TableId) -> Response:
    """The record of a finished game."""
    text = await services.part(Replays).record(table, caller)
    name = {"Content-Disposition": f'attachment; filename="{table}.spyring"'}
    return Response(text, media_type="text/plain", headers=name)


@router.get("/tables/{table}/replay/{step}", **limited("draw", 403, 404, 422))
async def replay(
    caller: CallerDep,
    services: ServicesDep,
    table: TableId,
    step: int,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
) -> ReplayStep:
    """A finished game after some moves, from any seat."""
    return await services.part(Replays).step(table, caller, step, seat)


@act(tables, "POST", "/tables/{table}/play-on", costs="make", status_code=201)
async def play_on(caller: CallerDep, services: ServicesDep, table: TableId, body: PlayOnIn) -> TableCard:
    """A new table from a step of a finished game, with bots in the other seats."""
    return await services.part(Replays).play_on(table, caller, body.step, body.seat, body.promise, body.nonce)
