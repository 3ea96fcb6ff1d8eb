"""Answers about finished games."""

from typing import Any

from spyring.server.core.payloads import EventText, Payload


class ReplayStep(Payload):
    """A finished game at one step, from one seat (None: a spectator of the game)."""

    table: str
    game: str
    step: int
    steps: int
    seat: int | None
    mover: int | None  # the seat that made the last move
    move: str | None
    sentence: str | None
    reason: str | None  # a bot's reason for that move, if it gave one
    view: dict[str, Any]
    events: list[EventText]
