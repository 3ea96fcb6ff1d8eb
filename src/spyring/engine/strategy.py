"""A game's own judgement: what the heuristic bot plays by, and what search is guided by."""

from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy:
    """Without a judgement of its own a game finds all moves and all positions equal.

    Both methods are called on worlds that the seat cannot tell from the real one (``resample``), never on the real one.
    """

    def weigh(self, t: Any, seat: int, moves: tuple[int, ...]) -> list[float]:
        """How good each of ``moves`` looks to ``seat``; higher is better, about one point of the game's score a unit."""
        return [0.0] * len(moves)

    def worth(self, t: Any, seat: int) -> float:
        """How likely ``seat`` is to win from here, from 0 to 1."""
        return 1.0 / float(t.seats)
