"""At the table: positions, moves, undo, news, records."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints, TypeAdapter

from spyring.server.core.http.routing import (
    API,
    DirectRoute,
    TableId,
    act,
    api_router,
    checked,
    limited,
    problems,
    read_caller,
    spend,
)
from spyring.server.core.http.stream import OpenStreams, Stream
from spyring.server.core.http.visitors import CallerDep, ServicesDep, VisitorDep, header, services_of, visit
from spyring.server.core.payloads import MoveText, Payload, Position, WhyNot

router = api_router("play")

Watch = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}(:[\w-]{1,32})?$")]
Watches = Annotated[list[Watch] | None, Query(max_length=8, description="TABLE or TABLE:CODE")]
Cursor = Annotated[str | None, Header(max_length=8000)]
Light = Annotated[bool, Query(description="Only that a table has changed, not its position: `TableNews`.")]
WATCHES: TypeAdapter[list[str] | None] = TypeAdapter(Watches)
CURSOR: TypeAdapter[str | None] = TypeAdapter(Cursor)
LIGHT: TypeAdapter[bool] = TypeAdapter(Light)
A_POSITION: dict[str, Any] = {"model": Position}
# the documentation of an act that returns a position; the JSON is built by hand, so FastAPI need not check it
POSITION: dict[str, Any] = {
    "response_class": Response,
    "response_model": None,
    "responses": {**problems(403, 404, 409, 422), 200: A_POSITION},
}


class MoveIn(Payload):
    """A move in notation, and the number of the position it was decided on. A player with several seats may
    name one; without it the seat that must decide moves, or one that may act.
    """

    number: int = Field(ge=0, le=2**31 - 1)
    move: MoveText
    seat: int | None = Field(default=None, ge=0, le=7)


class NumberIn(Payload):
    """The number of the position that the caller sees."""

    number: int = Field(ge=0, le=2**31 - 1)


class AnswerIn(Payload):
    """Agree to an offer, by its ``id``, or refuse it."""

    offer: int = Field(ge=0, le=2**31 - 1)
    agree: bool


class PassesIn(Payload):
    """The windows to pass, whatever the seat holds, by the name in ``asked.frame``."""

    frames: list[Annotated[str, StringConstraints(max_length=60)]] = Field(max_length=40)


@router.get(
    "/tables/{table}/position", response_class=Response, **limited("read", 404, 422, answer=A_POSITION)
)
async def position(
    caller: CallerDep,
    services: ServicesDep,
    table: TableId,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
) -> Response:
    """The table as the caller may see it now, with the part of the log that is newer than ``since``."""
    found = await services.playing.position(table, caller, since)
    return Response(found.wire(), media_type="application/json")


@act(router, "POST", "/tables/{table}/moves", **POSITION)
async def play(caller: CallerDep, services: ServicesDep, table: TableId, body: MoveIn) -> Callable[[], bytes]:
    """Make a move. It is stored before the answer, which has everything new since ``number``. A late or
    repeated request gets 409 with the newer position.
    """
    live = await services.playing.play(table, caller, body.number, body.move, body.seat)
    return lambda: services.playing.answer_to_move(live, caller, body.number)  # a page needs no position


@router.get("/tables/{table}/why-not", **limited("read", 403, 404, 409, 422))
async def why_not(
    caller: CallerDep,
    services: ServicesDep,
    table: TableId,
    move: Annotated[str, Query(min_length=1, max_length=200)],
) -> WhyNot:
    """Whether a move is allowed, and if not, by which clause."""
    return await services.playing.why_not(table, caller, move)


@act(router, "POST", "/tables/{table}/undo", **POSITION)
async def undo(caller: CallerDep, services: ServicesDep, table: TableId, body: NumberIn) -> Position:
    """Take the caller's last move back, at once or with everybody's consent."""
    return await services.playing.undo(table, caller, body.number)


@act(router, "POST", "/tables/{table}/undo/answer", **POSITION)
async def answer_undo(caller: CallerDep, services: ServicesDep, table: TableId, body: AnswerIn) -> Position:
    """Agree to another player's request to take back, or refuse it."""
    return await services.playing.answer(table, caller, body.offer, body.agree)


@act(router, "PUT", "/tables/{table}/passes", **POSITION)
async def set_passes(caller: CallerDep, services: ServicesDep, table: TableId, body: PassesIn) -> Position:
    """Choose the windows that the caller's seat passes automatically."""
    return await services.playing.set_passes(table, caller, body.frames)


@act(router, "POST", "/tables/{table}/resign", **POSITION)
async def resign(caller: CallerDep, services: ServicesDep, table: TableId) -> Position:
    """Resign; a bot plays on."""
    return await services.playing.resign(table, caller)


@act(router, "POST", "/tables/{table}/win", **POSITION)
async def take_win(caller: CallerDep, services: ServicesDep, table: TableId) -> Position:
    """End a game in which everybody else has resigned, as its winner."""
    return await services.playing.take_win(table, caller)


@act(router, "POST", "/tables/{table}/away", **POSITION)
async def step_away(caller: CallerDep, services: ServicesDep, table: TableId) -> Position:
    """Let a bot play until the caller comes back."""
    return await services.playing.step_away(table, caller)


@act(router, "POST", "/tables/{table}/back", **POSITION)
async def come_back(caller: CallerDep, services: ServicesDep, table: TableId) -> Position:
    """Take the caller's seat back from the bot."""
    return await services.playing.come_back(table, caller)


async def stream(
    request: Request,
    visitor: VisitorDep,
    caller: CallerDep,
    services: ServicesDep,
    watch: Watches = None,
    last_event_id: Cursor = None,
    light: Light = False,
) -> StreamingResponse:
    """News of the caller's tables, and of those they watch, as server-sent events: ``position``, ``chat``."""
    watched: dict[str, str | None] = {}
    for entry in watch or ():
        table, _colon, code = entry.partition(":")
        watched[table] = code or None
    news = Stream(services, caller, visitor.secret, watched, last_event_id, light)
    streams: OpenStreams = request.app.state.streams
    return streams.open(news, request)


async def open_stream(request: Request) -> Response:
    """Read a request for news without FastAPI: all clients reconnect at once when a server restarts."""
    visitor = await visit(request)
    await spend(request, visitor, "read")
    asked = request.query_params
    cursor = header(request, b"last-event-id")
    return await stream(
        request,
        visitor,
        read_caller(request, visitor),
        services_of(request),
        checked(WATCHES.validate_python, asked.getlist("watch") or None, "query", "watch"),
        checked(CURSOR.validate_python, cursor or None, "header", "last-event-id"),
        checked(LIGHT.validate_python, asked.get("light", False), "query", "light"),
    )


router.routes.append(
    DirectRoute(
        f"{API}/stream",
        stream,
        open_stream,
        response_class=StreamingResponse,
        responses={**problems(422), 200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
        tags=router.tags,
    )
)
