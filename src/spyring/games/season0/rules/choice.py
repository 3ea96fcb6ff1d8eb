"""SZ-P10: a seat chooses one of several things, if there is more than one; SZ-15.2: choices of an Event."""

from typing import ClassVar

from spyring.engine.frame import SeatFrame
from spyring.engine.verb import Verb
from spyring.games.season0.generated import Table


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
