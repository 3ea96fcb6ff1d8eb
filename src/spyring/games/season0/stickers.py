"""Rules that a campaign adds: each a small class, switched on by data, called where its frame of the rulebook
stands (SZ-19).

A campaign's file names a rule and its facts; the hooks below are all that the turn knows of it. A rule that
needs a decision pushes a frame of its own. It keeps what it must remember in ``t.notes``.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from spyring.engine.errors import BadPosition
from spyring.engine.state import Json

if TYPE_CHECKING:
    from spyring.games.season0.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Sticker:
    """One rule sticker; a rule writes the hooks of the frames it stands in."""

    def __init__(self, facts: Json) -> None:
        self.facts = facts

    def set_up(self, t: "Table", step: int) -> None:
        """Setup steps 3, 5 and 6; 7 stands beside deck building, before the cards are shuffled."""

    def begin_turn(self, t: "Table") -> None:
        """Before step 1 of a turn."""

    def actions(self, t: "Table", seat: int, moves: list[int]) -> None:
        """Add further actions of the active seat to ``moves``."""

    def act(self, t: "Table", seat: int, move: int) -> bool:
        """Carry out a move that :meth:`actions` offered; False if it is not of this rule."""
        return False

    def team_driven(self, t: "Table", team: int) -> None:
        """After Drive/Ferry Team."""

    def mopped_up(self, t: "Table") -> None:
        """The end of mop up."""

    def drew(self, t: "Table", seat: int, cards: tuple[int, ...]) -> None:
        """After the cards of step 4 are in the hand, before the hand limit."""

    def after_incident(self, t: "Table", cities: tuple[int, ...]) -> None:
        """After an incident and everything that followed from it."""

    def ends(self, t: "Table") -> bool:
        """Whether the game ends by this rule; asked when a turn ends."""
        return False


class ExtraThreats(Sticker):
    """Setup step 5: further Threat cards are turned, one agent each. Facts: ``cards``."""

    def set_up(self, t: "Table", step: int) -> None:
        if step == 5:
            for _card in range(int(self.facts["cards"])):
                t.turn_threat(1)


class QuietStart(Sticker):
    """Setup step 6: agents leave a city. Facts: ``city``, ``agents``."""

    def set_up(self, t: "Table", step: int) -> None:
        if step == 6:
            city = t.agreed.box.index[self.facts["city"]]
            t.remove_agents(city, min(int(self.facts["agents"]), t.agents[city]))


STICKERS: Final[dict[str, type[Sticker]]] = {"extra-threats": ExtraThreats, "quiet-start": QuietStart}


def sticker(name: str, facts: Json) -> Sticker:
    """A rule by its name in a campaign's file."""
    if name not in STICKERS:
        raise BadPosition(f"There is no rule {name} to be added; known are {', '.join(STICKERS)}.")
    return STICKERS[name](facts)
