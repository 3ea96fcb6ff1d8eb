"""At the table: positions, moves, undo, news, records."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints

from spyring.server.payloads import Export, MoveText, Payload, Position, ReplayStep, WhyNot
from spyring.server.routes import problems, spend
from spyring.server.routes.tables import Code, TableId
from spyring.server.stream import Stream
from spyring.server.visitors import AHall, ATranslation, AVisitor

router = APIRouter(tags=["play"])

Watch = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}(:[\w-]{1,32})?$")]
A_POSITION: dict[int | str, dict[str, Any]] = {200: {"model": Position}}


class MoveIn(Payload):
    """A move in notation, and the number of the position it was decided on."""

    number: int = Field(ge=0, le=2**31 - 1)
    move: MoveText


class NumberIn(Payload):
    """The number of the position one looks at."""

    number: int = Field(ge=0, le=2**31 - 1)


class AnswerIn(Payload):
    """Consent, or not."""

    agree: bool


class PassesIn(Payload):
    """The windows to let pass, by the name in ``asked.frame``."""

    frames: list[Annotated[str, StringConstraints(max_length=60)]] = Field(max_length=40)


def answer(position: Position) -> Response:
    """A position as it goes over the wire; its type has been checked when it was made."""
    return Response(position.model_dump_json(), media_type="application/json")


@router.get(
    "/tables/{table}/position", response_class=Response, responses={**problems(404, 422), **A_POSITION}
)
async def position(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    since: Annotated[int, Query(ge=-1, le=2**31 - 1)] = -1,
    code: Code = None,
) -> Response:
    """The table as one may see it now; of the log only what is newer than ``since``."""
    spend(request, visitor, "read")
    return answer(await hall.position(table, visitor.person, since=since, translate=translate, code=code))


@router.post(
    "/tables/{table}/moves", response_class=Response, responses={**problems(403, 404, 409, 422), **A_POSITION}
)
async def play(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId, asked: MoveIn
) -> Response:
    """Make a move. What is answered is stored. A late or doubled request is answered 409 with the newer
    position.
    """
    spend(request, visitor, "change")
    return answer(await hall.play(table, visitor.person, asked.number, asked.move, translate))


@router.get("/tables/{table}/why-not", responses=problems(403, 404, 409, 422))
async def why_not(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    move: Annotated[str, Query(min_length=1, max_length=200)],
) -> WhyNot:
    """Whether a move is allowed, and if not, by which clause."""
    spend(request, visitor, "read")
    return await hall.why_not(table, visitor.person, move, translate)


@router.post(
    "/tables/{table}/undo", response_class=Response, responses={**problems(403, 404, 409, 422), **A_POSITION}
)
async def undo(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId, asked: NumberIn
) -> Response:
    """Take one's last move back, at once or with everybody's consent."""
    spend(request, visitor, "change")
    return answer(await hall.undo(table, visitor.person, asked.number, translate))


@router.post(
    "/tables/{table}/undo/answer",
    response_class=Response,
    responses={**problems(403, 404, 409, 422), **A_POSITION},
)
async def answer_undo(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId, asked: AnswerIn
) -> Response:
    """Consent to another's taking back, or refuse."""
    spend(request, visitor, "change")
    return answer(await hall.answer_undo(table, visitor.person, asked.agree, translate))


@router.put(
    "/tables/{table}/passes", response_class=Response, responses={**problems(403, 404, 422), **A_POSITION}
)
async def set_passes(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId, asked: PassesIn
) -> Response:
    """Choose the windows that one's seat lets pass by itself."""
    spend(request, visitor, "change")
    return answer(await hall.set_passes(table, visitor.person, asked.frames, translate))


@router.post(
    "/tables/{table}/resign",
    response_class=Response,
    responses={**problems(403, 404, 409, 422), **A_POSITION},
)
async def resign(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId
) -> Response:
    """Give the game up; a bot plays on."""
    spend(request, visitor, "change")
    return answer(await hall.resign(table, visitor.person, translate))


@router.post(
    "/tables/{table}/away", response_class=Response, responses={**problems(403, 404, 409, 422), **A_POSITION}
)
async def step_away(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId
) -> Response:
    """Let a bot play until one comes back."""
    spend(request, visitor, "change")
    return answer(await hall.step_away(table, visitor.person, translate))


@router.post(
    "/tables/{table}/back", response_class=Response, responses={**problems(403, 404, 409, 422), **A_POSITION}
)
async def come_back(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId
) -> Response:
    """Take one's seat back from the bot."""
    spend(request, visitor, "change")
    return answer(await hall.come_back(table, visitor.person, translate))


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={**problems(403, 404, 422), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(
    request: Request, visitor: AVisitor, hall: AHall, table: TableId, code: Code = None
) -> Response:
    """The record of a finished game."""
    spend(request, visitor, "read")
    text = await hall.record(table, visitor.person, code)
    name = {"Content-Disposition": f'attachment; filename="{table}.spyring"'}
    return Response(text, media_type="text/plain", headers=name)


@router.get("/tables/{table}/export", responses=problems(404, 409, 422))
async def export(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    code: Code = None,
) -> Export:
    """The game as far as one knows it."""
    spend(request, visitor, "read")
    return await hall.export(table, visitor.person, code, translate)


@router.get("/tables/{table}/replay/{step}", responses=problems(403, 404, 422))
async def replay(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    step: int,
    seat: Annotated[int | None, Query(ge=0, le=7)] = None,
    code: Code = None,
) -> ReplayStep:
    """A finished game after some moves, from any seat."""
    spend(request, visitor, "read")
    return await hall.replay(table, visitor.person, step, seat, code, translate)


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses={**problems(422), 200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    watch: Annotated[list[Watch] | None, Query(max_length=8, description="TABLE or TABLE:CODE")] = None,
    last_event_id: Annotated[str | None, Header(max_length=8000)] = None,
) -> StreamingResponse:
    """News of one's tables, and of those one watches, as server-sent events: ``position``, ``chat``."""
    spend(request, visitor, "read")
    watched: dict[str, str | None] = {}
    for entry in watch or ():
        table, _colon, code = entry.partition(":")
        watched[table] = code or None
    news = Stream(hall, visitor.person, visitor.secret, watched, last_event_id, translate)
    return StreamingResponse(
        request.app.state.lines.open(news, request),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )
