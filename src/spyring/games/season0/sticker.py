"""The hooks of a rule sticker: where a campaign may add a rule (SZ-19)."""

from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from spyring.engine.position import Json
from spyring.engine.verb import FINE
from spyring.games.season0 import words as w

T = TypeVar("T")  # the table, which knows the stickers


@mypyc_attr(allow_interpreted_subclasses=True)
class Sticker(Generic[T]):
    """One rule sticker; a rule overrides the hooks that it needs."""

    adds: ClassVar[int] = -1
    """The first move of the verb that this rule adds to the actions, if it adds one."""

    def __init__(self, facts: Json) -> None:
        self.facts = facts

    def in_season(self, month: int) -> bool:
        """Whether the rule applies this month: always, unless its facts name a month."""
        return "month" not in self.facts or w.MONTH_IDS[month] == self.facts["month"]

    def view(self, t: T) -> Json:
        """The public data of the rule."""
        return {}

    def set_up(self, t: T, step: int) -> None:
        """Setup steps 3, 5 and 6, and 7, which comes before the cards are shuffled."""

    def dealt(self, t: T, cards: list[int]) -> None:
        """After the hands are dealt, before the rest, ``cards``, is split into piles."""

    def begin_turn(self, t: T) -> None:
        """Before step 1 of a turn."""

    def fault(self, t: T, seat: int, move: int) -> int:
        """Why an action that this rule adds is not possible now."""
        return FINE

    def act(self, t: T, seat: int, move: int) -> None:
        """Carry out an action that this rule adds."""

    def team_driven(self, t: T, team: int) -> None:
        """After Drive/Ferry Team."""

    def mopped_up(self, t: T) -> None:
        """After mop up."""

    def drew(self, t: T, seat: int, cards: tuple[int, ...]) -> None:
        """After the cards of step 4 are in the hand, before the hand limit."""

    def threats(self, t: T, count: int) -> int:
        """How many Threat cards are turned in step 5; without this rule ``count``."""
        return count

    def after_incident(self, t: T, cities: tuple[int, ...]) -> None:
        """After an incident and all its consequences."""

    def ends(self, t: T) -> bool:
        """Whether this rule ends the game; called at the end of a turn."""
        return False
