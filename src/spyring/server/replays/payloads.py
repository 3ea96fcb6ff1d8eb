"""What is answered about games that one looks back at."""

from typing import Any

from spyring.server.core.payloads import EventText, LogEntry, Payload


class SceneCard(Payload):
    """An event, as one reader was told it, with the table as they saw it in that moment."""

    number: int  # of the log entry
    fields: dict[str, str]
    sentence: str
    weight: int  # 1: a scene; 2: a climax
    icon: str
    chapter: bool
    view: dict[str, Any]


class SceneList(Payload):
    """The last of ``all`` scenes."""

    scenes: list[SceneCard]
    all: int


class ReplayStep(Payload):
    """A finished game at one step, from one seat (None: a spectator of the game)."""

    table: str
    game: str
    step: int
    steps: int
    seat: int | None
    mover: int | None  # who made the move that led here
    move: str | None
    sentence: str | None
    reason: str | None  # why, if a bot made it and said so
    view: dict[str, Any]
    events: list[EventText]


class Export(Payload):
    """A game as far as one reader knows it."""

    game: str
    rules_version: int
    options: dict[str, int | str]
    seat: int | None
    frozen: str | None  # why it cannot be played on, if so
    view: dict[str, Any] | None
    log: list[LogEntry]
    moves: list[str]  # one's own in notation, those taken back too; after the end everybody's
