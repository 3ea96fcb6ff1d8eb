"""SPY-3.1: what the steps of a turn share, and the moves that only end a step."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.verb import Verb
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table


class Pass(Verb[Table]):
    """Decline what is offered."""

    name: ClassVar[str] = "pass"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()


class Done(Pass):
    """End a step of the turn."""

    name: ClassVar[str] = "done"


PASS: Final = Pass()
DONE: Final = Done()


class TurnStep(Frame[Table]):
    """A step in which the nation on turn decides."""

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[t.turn]

    def resolve(self, t: Table) -> None:
        t.done()

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[t.turn]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[t.turn]}
