"""Moves that end a step and do nothing else."""

from typing import ClassVar, Final

from spyring.engine.verb import Verb
from spyring.games.spies.made import Table


class Pass(Verb[Table]):
    """What was offered is not used."""

    name: ClassVar[str] = "pass"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()


class Done(Pass):
    """A step of the turn is over."""

    name: ClassVar[str] = "done"


PASS: Final = Pass()
DONE: Final = Done()
