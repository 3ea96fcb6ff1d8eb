"""A game's own judgement: what the heuristic bot plays by, and what search is guided by."""

from typing import Final, Generic

from mypy_extensions import mypyc_attr

from spyring.engine.notation import Event
from spyring.engine.state import T

POINTLESS: Final = -1000.0  # weighs a move that gains nothing: bots make it only where there is no other


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Generic[T]):
    """Without a judgement of its own a game finds all moves and all positions equal.

    All methods are called on worlds that the seat cannot tell from the real one (``resample``).
    """

    def weigh(self, t: T, seat: int, moves: tuple[int, ...]) -> list[float]:
        """How good each of ``moves`` looks to ``seat``; higher is better, a unit is about a point.

        A seat that is not asked, but may act, acts if a move weighs more than 0: that is what waiting weighs.
        """
        return [0.0] * len(moves)

    def worth(self, t: T, seat: int) -> float:
        """How likely ``seat`` is to win from here, from 0 to 1."""
        return 1.0 / float(t.seats)

    def prospects(self, t: T) -> list[float]:
        """:meth:`worth` of every seat; a game writes it where all of them together come cheaper."""
        return [self.worth(t, seat) for seat in range(t.seats)]

    def quiet(self, t: T) -> bool:
        """Whether nothing is in the air, so that :meth:`worth` can be relied on."""
        return True

    def subtle(self) -> bool:
        """Whether :meth:`worth` differs less from move to move than from one imagined world to the next.

        A search then compares moves within the same worlds, plays on without whims, and takes small
        differences seriously.
        """
        return False

    def recall(self, t: T, seat: int, told: list[Event]) -> list[int]:
        """What ``seat`` remembers of the others' deeds, in a form of the game's own, for :meth:`trust`."""
        return []

    def trust(self, t: T, seat: int, memories: list[int]) -> float:
        """How likely the others were to act as remembered if ``t`` is the true world; 1 for the likeliest."""
        return 1.0
