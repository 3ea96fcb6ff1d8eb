"""What is answered about talk, notes, proposals and hints."""

from typing import Literal

from pydantic import Field

from spyring.server.core.payloads import Move, Payload

MAX_NOTE_LENGTH = 10_000


class Hint(Payload):
    """What a bot would do in the reader's place, and why."""

    move: Move
    reason: str  # what it is for
    detail: str  # how it was found


class Remark(Payload):
    """Something said at a table. Its ``id`` is drawn by lot: a count would tell of what others whisper."""

    id: str
    table: str
    at: float
    by: str
    seat: int | None
    to: Literal["table", "team", "watchers"]
    text: str
    person: str | None = None  # who said it, for those who do not want to hear more of them
    about: dict[str, str] | None = None  # the thing that is pointed at, or the parts of a proposed move
    move: str | None = None  # the move that is proposed
    answer: str | None = None  # what the bot says to it that was asked
    face: str | None = None  # of whoever said it, as they chose it


class Proposals(Payload):
    """Who else is asked now, and what they could do, as far as one can tell."""

    seat: int | None
    moves: list[Move]


class Notebook(Payload):
    """One's own notes about a table; nobody else ever gets them."""

    text: str = Field(max_length=MAX_NOTE_LENGTH, pattern=r"^[^\x00]*$")
