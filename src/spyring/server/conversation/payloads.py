"""Answers about chat, notes, proposals and hints."""

from typing import Literal

from pydantic import Field

from spyring.server.core.payloads import Move, Payload

MAX_NOTE_LENGTH = 10_000


class Hint(Payload):
    """A bot's move in the reader's place, with its reason."""

    move: Move
    reason: str  # the purpose
    detail: str  # how it was found


class Remark(Payload):
    """A remark at a table. Its ``id`` is random: a count would reveal secret remarks."""

    id: str
    table: str
    at: float
    by: str
    seat: int | None
    to: Literal["table", "team", "watchers"]
    text: str
    person: str | None = None  # the speaker, for readers who want to mute them
    about: dict[str, str] | None = None  # the target, or the parts of a proposed move
    move: str | None = None  # the proposed move
    answer: str | None = None  # a bot's answer to the proposal
    face: str | None = None  # chosen by the speaker


class Proposals(Payload):
    """The other deciders, and their possible moves as far as the caller can tell."""

    seat: int | None
    moves: list[Move]


class Notebook(Payload):
    """The caller's own notes about a table; nobody else can read them."""

    text: str = Field(max_length=MAX_NOTE_LENGTH, pattern=r"^[^\x00]*$")
