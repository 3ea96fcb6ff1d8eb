"""What all actions of a turn share (SZ-9.4)."""

from typing import ClassVar

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
