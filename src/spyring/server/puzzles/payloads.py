"""Puzzles as programs and pages get them."""

from typing import Annotated, Any

from pydantic import StringConstraints

from spyring.server.core.payloads import Move, Payload


class Solution(Payload):
    """What was answered, and what is right."""

    given: str
    solved: bool
    answer: str
    sentence: str  # the answer in words
    explanation: list[str]
    points: int | None = None  # the rating after it, for people with an account
    gained: int | None = None


class PuzzleCard(Payload):
    """A puzzle, and its solution after it was answered."""

    id: str
    game: str
    kind: str
    seat: int
    question: str
    options: list[Move]  # the answers that can be given
    view: dict[str, Any]
    solution: Solution | None = None


class PuzzleDay(Payload):
    """The puzzle of a day, and whether the caller has solved it; null if they have not answered it."""

    at: float
    puzzle: str
    solved: bool | None


class PuzzleOverview(Payload):
    """The puzzle of the day, how many there are, and the rating of the caller."""

    today: str | None
    games: dict[str, int]
    answered: bool = False  # the one of today
    points: int | None = None
    answers: int = 0
    calendar: tuple[PuzzleDay, ...] = ()  # the last four weeks, for people with an account


class AnswerIn(Payload):
    """An answer: one of the options."""

    move: Annotated[str, StringConstraints(max_length=200)]
