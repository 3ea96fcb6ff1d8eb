"""A game's own judgement, which the heuristic bot follows and which guides search."""

from typing import Any, Final, Generic

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from spyring.engine.notation import Event
from spyring.engine.reason import Reason

T = TypeVar("T", default=Any)  # the game's own table

POINTLESS: Final = -1000.0  # the weight of a move that gains nothing: bots make it only if there is no other


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Generic[T]):
    """By default, all moves and all positions of a game are equally good.

    All methods are called on worlds that the seat cannot tell from the real one (``resample``).
    """

    def priors(self, t: T, seat: int, moves: tuple[int, ...]) -> list[float]:
        """How good each of ``moves`` looks to ``seat``; higher is better, a unit is about a point.

        A seat that may act, but need not, acts if a move weighs more than 0, the weight of waiting.
        """
        return [0.0] * len(moves)

    def reason(self, t: T, seat: int, move: int) -> Reason | None:
        """What a move prevents, wins or completes, for ``seat`` to read; None if there is nothing to say.
        Called once for a chosen move. It says the same in every world that the seat cannot tell from the real
        one.
        """
        return None

    def restful(self, t: T, seat: int, moves: tuple[int, ...]) -> int:
        """The one of ``moves`` that changes least, such as to stop or to pass; -1 if there is none."""
        return -1

    def says(self, t: T, seat: int, move: int) -> Reason | None:
        """What ``seat`` would say about its move at the table before the end. It tells its audience only what
        each of them already knows.
        """
        return None

    def evaluate(self, t: T, seat: int) -> float:
        """The probability, from 0 to 1, that ``seat`` wins from here."""
        table: Any = t
        return 1.0 / float(table.seats)

    def prospects(self, t: T) -> list[float]:
        """:meth:`evaluate` of every seat; a game writes it where all of them together come cheaper."""
        table: Any = t
        return [self.evaluate(t, seat) for seat in range(table.seats)]

    def is_quiescent(self, t: T) -> bool:
        """Whether nothing is pending, so that :meth:`evaluate` is reliable."""
        return True

    def subtle(self) -> bool:
        """Whether :meth:`evaluate` differs less between moves than between imagined worlds.

        A search then compares moves within the same worlds, plays ahead without random moves, and takes
        small differences seriously.
        """
        return False

    def care(self, t: T) -> float:
        """Standard errors within which a search takes the moves of this decision to be equal and lets the
        judgement choose. At 0 it takes the most tried move. Measure it: too much care costs strength.
        """
        return 0.5

    def recall(self, t: T, told: list[Event]) -> None:
        """Put back, from what the seat was told, what a position does not keep and the judgement uses."""

    def gives_up(self, t: T, move: int) -> bool:
        """Whether a move of the seat that decides gives something up: a search only makes it if it is better
        than every other move by more than the error.
        """
        return False

    def has_stable_positions(self, t: T) -> bool:
        """Whether some positions are stable (:meth:`is_stable`): a search then looks as far as the next one,
        and takes small differences seriously.
        """
        return False

    def is_stable(self, t: T) -> bool:
        """Whether :meth:`evaluate` is reliable right after a move, before chance takes effect.

        Called when a move has been made and has had no consequences yet. Moves judged there differ by what
        they do, not by the luck that follows.
        """
        return False

    def terminal_values(self, t: T) -> list[float]:
        """What the end of a game is worth to each seat, on the scale of :meth:`evaluate`."""
        table: Any = t
        worth: list[float] = table.game.rewards(table.outcome)
        return worth

    def evidence(self, t: T, seat: int, told: list[Event]) -> list[int]:
        """What ``seat`` saw the others do, in the game's own format, for :meth:`likelihood`."""
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
