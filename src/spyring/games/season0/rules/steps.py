"""What several chapters share: the actions of a turn (SZ-9.4), a choice of one of several things, if there is
more than one (SZ-P10), and the choices of an Event (SZ-15.2).
"""

from typing import ClassVar

from spyring.engine.frame import SeatFrame
from spyring.engine.verb import FINE, Verb
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table


class Action(Verb[Table]):
    """An action of the active seat; a subclass says what it needs and does."""

    cost: ClassVar[int] = 1

    def fault(self, t: Table, seat: int, move: int) -> int:
        return self.action_fault(t, seat, move) if seat == t.active else w.NOT_YOUR_TURN

    def play(self, t: Table, seat: int, move: int) -> None:
        t.actions -= 1
        self.act(t, seat, move)

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        """Why the active seat cannot do it."""
        return FINE

    def act(self, t: Table, seat: int, move: int) -> None:
        """Carry it out, after its cost was paid."""


class Choice(SeatFrame[Table]):
    """A single choice is made without a question; without any, nothing happens."""

    def choices(self, t: Table) -> list[int]:
        """The moves that the seat chooses from."""
        return super().legal(t, self.seat)

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(self.choices(t)) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return self.choices(t)

    def resolve(self, t: Table) -> None:
        choices = self.choices(t)
        if choices:
            self.play(t, self.seat, choices[0])
        else:
            t.done()


class EventChoice(SeatFrame[Table]):
    """The seat that played an Event decides something about it."""

    clause: ClassVar[str] = "SZ-15.2"


class EventVerb(Verb[Table]):
    """An answer to such a question."""

    clause: ClassVar[str] = "SZ-15.2"
