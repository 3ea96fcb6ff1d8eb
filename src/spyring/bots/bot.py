"""What every bot is: it chooses a move for a seat, and can say why."""

from mypy_extensions import mypyc_attr

from spyring.bots.dice import Dice
from spyring.engine.errors import BadMove
from spyring.engine.i18n import Translate, _, english
from spyring.engine.reason import Reason
from spyring.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player without a body. Subclass it, write :meth:`choose`, and name it ``package.module:Class``.

    ``seed`` makes everything that the bot draws by lot repeatable. A bot plays one seat of one game: it may
    remember what it thought at its last decision.
    """

    def __init__(self, seed: int = 0) -> None:
        self.name = type(self).__name__
        self.dice = Dice(seed)
        self.why = _("It has not chosen yet.")  # how the move was found, a message key
        self.values: dict[str, str] = {}
        self.purpose: Reason | None = None  # what the move is for, in words of the game
        self.seconds = 0.0  # how long it may think about a move, if it looks at a clock
        self.listens = False  # whether it reads events, so that a game needs them
        self.tally: dict[str, int] = {}  # what it counts in a game, for the results of an arena

    def choose(self, state: State, seat: int) -> int:
        """A legal move of ``seat``.

        Look at ``state`` only through ``view``, ``legal``, ``told`` and ``resample`` of this seat.
        """
        raise NotImplementedError

    def wants(self, state: State, seat: int) -> int | None:
        """A legal move of ``seat``, which may act now without being asked (``state.interrupters``), or None
        to wait. A bot that does not write this waits until it is asked.
        """
        return None

    def reason(self, translate: Translate = english) -> str:
        """Why the last move was chosen, in one sentence: what it is for, or else how it was found.

        It may tell secrets of the seat: show it to the seat's owner, or after the end.
        """
        if self.purpose is not None:
            return self.purpose.say(translate)
        return translate(self.why).format(**self.values)

    def because(self, why: str, values: dict[str, str] | None = None, purpose: Reason | None = None) -> None:
        """Remember the reason of the move just chosen: a message key, the numbers for its places, and what
        the move is for.
        """
        self.why = why
        self.values = values or {}
        self.purpose = purpose


def free_seats(state: State, first: int = 0) -> list[int]:
    """The seats that can act now without being asked, in turn from seat ``first`` on.

    Ask their bots whether they want to; let ``first`` go round, and nobody is always quicker than the others.
    """
    free = state.interrupters
    seats = int(state.seats)
    turn = [(first + step) % seats for step in range(seats if free else 0)]
    return [seat for seat in turn if seat in free and seat not in state.deciders and state.legal(seat)]


def choices(state: State, seat: int) -> tuple[int, ...]:
    """The legal moves of a seat that is asked, or a refusal."""
    moves = state.legal(seat)
    if not moves:
        raise BadMove(f"Seat {seat} cannot decide now. Deciding: {list(state.deciders)}.")
    return moves
