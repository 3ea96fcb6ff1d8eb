"""Refused moves, one row each: the position, the move, the reason, and the fact behind it.

    on("place roque-red 3.II", spaces={"3.II": "araujo-green"}).says("EST-1.6", "is taken").but(spaces={})

``on`` takes the moves, the refused one last, and what lies on the table; ``at`` names another function that
lays it. ``says`` has the clause and a phrase of the sentence. ``but`` makes the move legal: another move,
other moves before it (``after``), other things on the table. Only the fact behind the sentence may differ.
"""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any, NamedTuple

from spyring.engine.frame import NOT_ASKED, Refusal
from spyring.engine.state import State
from spyring.testkit.scene import Words


class Tried(NamedTuple):
    """Moves, the last one to be judged, and what is given before them."""

    moves: tuple[str, ...]
    given: dict[str, Any]


class Case(NamedTuple):
    refused: Tried
    clause: str = ""
    phrase: str = ""
    legal: Tried | None = None

    def says(self, clause: str, phrase: str) -> "Case":
        return self._replace(clause=clause, phrase=phrase)

    def but(self, move: str = "", after: tuple[str, ...] | None = None, **given: Any) -> "Case":
        moves, before = self.refused
        first = moves[:-1] if after is None else after
        return self._replace(legal=Tried((*first, move or moves[-1]), {**before, **given}))

    def __str__(self) -> str:
        return f"{self.clause} {self.refused.moves[-1]}"


def on(*moves: str, **given: Any) -> Case:
    return Case(Tried(moves, given))


class Refusals:
    """The cases of one game. ``lay`` makes a table of what is given."""

    def __init__(self, lay: Callable[..., State], *cases: Case, words: Words | None = None) -> None:
        self.lay = lay
        self.cases = cases
        self.words = words or Words()

    def check(self, one: Case) -> None:
        """The move is refused for this reason, and legal without the fact behind it."""
        _fault, refusal = self.answer(one.refused)
        assert refusal is not None, "the move is legal"
        assert refusal.clause == one.clause, str(refusal)
        assert one.phrase in refusal.say(), str(refusal)
        assert "{" not in refusal.say()
        assert one.legal is not None, "what would make it legal?"
        assert self.answer(one.legal)[1] is None

    def answer(self, tried: Tried) -> tuple[int, Refusal | None]:
        """The fault of a move, and its refusal."""
        given = dict(tried.given)
        state = given.pop("at", self.lay)(**given)
        self.words.play(state, *tried.moves[:-1])
        seat, move = self.words.read(state, tried.moves[-1])
        asked = seat in (*state.deciders, *state.interrupters)
        fault = state.stack[-1].fault(state, seat, move) if asked else NOT_ASKED
        return fault, state.why_not(seat, move)

    def without_a_case(self, game: str) -> list[str]:
        """The rows of ``words.toml`` that no case reaches."""
        text = files(f"spyring.games.{game}").joinpath("words.toml").read_text(encoding="utf-8")
        reached = {self.answer(one.refused)[0] for one in self.cases}
        rows = tomllib.loads(text)["refusal"]
        return [name for number, name in enumerate(rows, 1) if number not in reached]
