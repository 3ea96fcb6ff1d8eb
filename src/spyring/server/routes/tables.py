"""The shelf, the tables, and who sits where."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field, StringConstraints

from spyring.server.payloads import ChatLine, GameCard, Level, NewTable, Notebook, Payload, TableCard, Tables
from spyring.server.routes import problems, spend
from spyring.server.visitors import AHall, ATranslation, AVisitor

router = APIRouter(tags=["tables"])

CODE = r"^[\w-]{1,32}$"
TableId = Annotated[str, Path(pattern=r"^[\w-]{1,22}$", description="The id of the table.")]
SeatNumber = Annotated[int, Path(ge=0, le=7)]
Code = Annotated[
    str | None, Query(max_length=32, description="The code of an invitation, for a private table.")
]
Since = Annotated[int, Query(ge=0, le=2**31 - 1)]


class JoinIn(Payload):
    """Which seat; without it the first free one."""

    seat: int | None = Field(default=None, ge=0, le=7)
    code: str | None = Field(default=None, pattern=CODE)


class BotIn(Payload):
    """Which bot; without a level the seat becomes free."""

    level: Level | None = None


class RematchIn(Payload):
    """Whether the next game begins with what outlived this one."""

    campaign: bool = False


class PlayOnIn(Payload):
    """From which step of a finished game, in which seat."""

    step: int = Field(ge=0, le=100_000)
    seat: int = Field(ge=0, le=7)


class ChatIn(Payload):
    """Something to say."""

    text: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00]+$")
    ]
    to: Literal["table", "team", "watchers"] = "table"


@router.get("/games", responses=problems())
async def games(hall: AHall, translate: ATranslation, visitor: AVisitor) -> list[GameCard]:
    """The shelf: every game with its options."""
    return hall.games(translate)


@router.get("/tables", responses=problems())
async def tables(request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation) -> Tables:
    """One's own tables, those with free seats, those to watch."""
    spend(request, visitor, "read")
    return await hall.tables(visitor.person, translate)


@router.post("/tables", status_code=201, responses=problems(403, 404, 409, 422))
async def make_table(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, asked: NewTable
) -> TableCard:
    """Make a table; it starts by itself once every seat is taken."""
    spend(request, visitor, "make")
    return await hall.make_table(visitor.person, asked, translate)


@router.get("/tables/{table}", responses=problems(404, 422))
async def table(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    code: Code = None,
) -> TableCard:
    """The card of one table."""
    spend(request, visitor, "read")
    return await hall.table(table, visitor.person, code, translate)


@router.get("/invitations/{code}", responses=problems(404, 422))
async def invitation(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    code: Annotated[str, Path(pattern=CODE)],
) -> TableCard:
    """The table behind an invitation; ``join`` it with the same code."""
    spend(request, visitor, "read")
    return await hall.invited(code, visitor.person, translate)


@router.post("/tables/{table}/join", responses=problems(403, 404, 409, 422))
async def join(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId, asked: JoinIn
) -> TableCard:
    """Take a seat."""
    spend(request, visitor, "change")
    return await hall.join(table, visitor.person, asked.seat, asked.code, translate)


@router.post("/tables/{table}/leave", responses=problems(403, 404, 409, 422))
async def leave(
    request: Request, visitor: AVisitor, hall: AHall, translate: ATranslation, table: TableId
) -> TableCard:
    """Leave one's seat: free before the start, to a bot after it."""
    spend(request, visitor, "change")
    return await hall.leave(table, visitor.person, translate)


@router.put("/tables/{table}/seats/{seat}/bot", responses=problems(403, 404, 409, 422))
async def seat_bot(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    seat: SeatNumber,
    asked: BotIn,
) -> TableCard:
    """Put a bot on a free seat, or take it away."""
    spend(request, visitor, "change")
    return await hall.seat_bot(table, visitor.person, seat, asked.level, translate)


@router.post("/tables/{table}/rematch", responses=problems(403, 404, 409, 422))
async def rematch(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    asked: RematchIn,
) -> TableCard:
    """Once more: make the next table, or come to it if another has made it."""
    spend(request, visitor, "make")
    return await hall.rematch(table, visitor.person, asked.campaign, translate)


@router.post("/tables/{table}/play-on", status_code=201, responses=problems(403, 404, 409, 422))
async def play_on(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    translate: ATranslation,
    table: TableId,
    asked: PlayOnIn,
    code: Code = None,
) -> TableCard:
    """A new table from a step of a finished game, with bots in the other seats."""
    spend(request, visitor, "make")
    return await hall.play_on(table, visitor.person, asked.step, asked.seat, translate, code)


@router.get("/tables/{table}/chat", responses=problems(404, 422))
async def chat(
    request: Request, visitor: AVisitor, hall: AHall, table: TableId, since: Since = 0, code: Code = None
) -> list[ChatLine]:
    """What was said, as far as one may hear it."""
    spend(request, visitor, "read")
    return await hall.chat(table, visitor.person, since, code)


@router.post("/tables/{table}/chat", status_code=201, responses=problems(403, 404, 409, 422))
async def say(
    request: Request, visitor: AVisitor, hall: AHall, table: TableId, line: ChatIn, code: Code = None
) -> ChatLine:
    """Say something."""
    spend(request, visitor, "talk")
    return await hall.say(table, visitor.person, line.text, line.to, code)


@router.get("/tables/{table}/note", responses=problems(404, 422))
async def note(
    request: Request, visitor: AVisitor, hall: AHall, table: TableId, code: Code = None
) -> Notebook:
    """One's own notes."""
    spend(request, visitor, "read")
    return await hall.note(table, visitor.person, code)


@router.put("/tables/{table}/note", responses=problems(403, 404, 422))
async def write_note(
    request: Request,
    visitor: AVisitor,
    hall: AHall,
    table: TableId,
    notes: Notebook,
    code: Code = None,
) -> Notebook:
    """Replace one's own notes."""
    spend(request, visitor, "change")
    return await hall.write_note(table, visitor.person, notes.text, code)
