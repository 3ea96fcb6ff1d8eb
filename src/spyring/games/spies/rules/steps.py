"""SPY-3.1, SPY-7.7: what the steps of a turn share, and what the actions of the spy step share."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.verb import FINE, Verb
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


# -- the actions of the spy step (SPY-7.7) ----------------------------------------------------------------


def at_sea(t: Table) -> bool:
    """Whether the moving spy must leave the sea before anything else happens (SPY-R28)."""
    return t.mover >= 0 and t.spy_at[t.mover] >= t.config.codes.cities


class Act(Verb[Table]):
    """An action that must wait while a spy is at sea."""

    def fault(self, t: Table, seat: int, move: int) -> int:
        return w.AT_SEA if at_sea(t) else self.act_fault(t, move)

    def act_fault(self, t: Table, move: int) -> int:
        """Why it is not possible on land either."""
        return FINE


class SpyAct(Act):
    """An action of one spy; it cannot act while another spy is moving (SPY-R57)."""

    def act_fault(self, t: Table, move: int) -> int:
        spy = self.spy_of(t, move)
        if t.spy_at[spy] < 0:
            return w.NOT_ON_MAP
        if t.mover >= 0 and t.mover != spy:
            return w.ANOTHER_MOVES
        return self.spy_fault(t, spy, move)

    def spy_of(self, t: Table, move: int) -> int:
        """The spy that acts."""
        raise NotImplementedError

    def spy_fault(self, t: Table, spy: int, move: int) -> int:
        """Why this spy, which is on the map and may act, cannot do it."""
        return FINE
