"""A game's own judgement: what the heuristic bot plays by, and what search is guided by."""

from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from spyring.engine.notation import Event
from spyring.engine.reason import Reason

T = TypeVar("T", default=Any)  # the game's own table

POINTLESS: Final = -1000.0  # weighs a move that gains nothing: bots make it only where there is no other


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Generic[T]):
    """Without a judgement of its own a game finds all moves and all positions equal.

    All methods are called on worlds that the seat cannot tell from the real one (``resample``).
    """

    def priors(self, t: T, seat: int, moves: tuple[int, ...]) -> list[float]:
        """How good each of ``moves`` looks to ``seat``; higher is better, a unit is about a point.

        A seat that is not asked, but may act, acts if a move weighs more than 0: that is what waiting weighs.
        """
        return [0.0] * len(moves)

    def reason(self, t: T, seat: int, move: int) -> Reason | None:
        """What a move is for: what it prevents, wins or completes, for ``seat`` to read; None if nothing can
        be said. Asked once for a move that was chosen. It says the same in every world that the seat cannot
        tell from the real one.
        """
        return None

    def restful(self, t: T, seat: int, moves: tuple[int, ...]) -> int:
        """The one of ``moves`` that changes least, such as to stop or to pass; -1 if there is none."""
        return -1

    def says(self, t: T, seat: int, move: int) -> Reason | None:
        """What ``seat`` would say of its move at the table, before the end: it tells its audience nothing
        that each of them does not know.
        """
        return None

    def evaluate(self, t: T, seat: int) -> float:
        """How likely ``seat`` is to win from here, from 0 to 1."""
        table: Any = t
        return 1.0 / float(table.seats)

    def prospects(self, t: T) -> list[float]:
        """:meth:`evaluate` of every seat; a game writes it where all of them together come cheaper."""
        table: Any = t
        return [self.evaluate(t, seat) for seat in range(table.seats)]

    def is_quiescent(self, t: T) -> bool:
        """Whether nothing is in the air, so that :meth:`evaluate` can be relied on."""
        return True

    def subtle(self) -> bool:
        """Whether :meth:`evaluate` differs less from move to move than from one imagined world to the next.

        A search then compares moves within the same worlds, plays on without random moves, and takes small
        differences seriously.
        """
        return False

    def has_stable_positions(self, t: T) -> bool:
        """Whether some positions are stable (:meth:`is_stable`): a search then looks as far as the next one,
        and takes small differences seriously.
        """
        return False

    def is_stable(self, t: T) -> bool:
        """Whether :meth:`evaluate` can be relied on right after a move, before chance has its turn.

        Asked when a move has been made and nothing has followed from it yet. Moves that are judged there
        differ by what they do, and not by the luck that comes after them.
        """
        return False

    def terminal_values(self, t: T) -> list[float]:
        """What the end of a game is worth to each seat, by the measure of :meth:`evaluate`."""
        table: Any = t
        worth: list[float] = table.game.rewards(table.outcome)
        return worth

    def evidence(self, t: T, seat: int, told: list[Event]) -> list[int]:
        """What ``seat`` saw the others do, in a form of the game's own, for :meth:`likelihood`."""
        return []

    def likelihood(self, t: T, seat: int, memories: list[int]) -> float:
        """How likely the others were to act as they did if ``t`` is the true world; 1 for the likeliest."""
        return 1.0


def first_of(moves: tuple[int, ...], *wanted: int) -> int:
    """The first of ``wanted`` that is among ``moves``, or -1."""
    for move in wanted:
        if move in moves:
            return move
    return -1
