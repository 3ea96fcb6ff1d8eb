"""The gold of the year, divided in secret (KRK-11)."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import Refusal
from spyring.engine.i18n import _
from spyring.engine.secret_answers import SecretAnswers
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules.success import put_markers


class Allot(Verb[Table]):
    """One gold marker for a district."""

    name: ClassVar[str] = "allot"
    clause: ClassVar[str] = "KRK-11.1"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(AllotGold, t.stack[-1])
        if frame.left(t, seat) == 0:
            return w.GOLD_DIVIDED
        return FINE if move in t.config.allotments else w.NO_GOLD_FIELD


class AllotGold(SecretAnswers[Table]):
    """All seats divide their gold simultaneously and in secret (KRK-11.1 to KRK-11.3)."""

    clause: ClassVar[str] = "KRK-11.1"
    ask: ClassVar[str] = _("Secretly divide your gold among the districts.")
    wait: ClassVar[str] = _("{seat} divides gold among the districts.")
    offer: ClassVar[str] = _("Your gold is divided. You can start over until everybody is done.")
    verbs: ClassVar[Verbs] = (Allot(),)
    change_clause: ClassVar[str] = "KRK-11.3"

    def asked(self, t: Table) -> int:
        mask = 0
        for seat in range(w.SEATS):
            if t.chest[seat]:
                mask |= 1 << seat
        return mask

    def first(self, t: Table) -> int:
        return w.ALLOT

    def left(self, t: Table, seat: int) -> int:
        """The gold that the seat has not allotted yet."""
        return t.chest[seat] - len(self.chosen[seat])

    def choices(self, t: Table, seat: int) -> list[int]:
        return t.config.allotments if self.left(t, seat) else []

    def random_answer(self, t: Table, seat: int) -> list[int]:
        districts = t.config.box.gold_districts
        return [districts[t.roll(len(districts))] for _cube in range(t.chest[seat])]

    def emit_choice(self, t: Table, seat: int, thing: int) -> None:
        t.emit(w.ALLOTTED, 1 << seat, seat, thing)

    def resolve(self, t: Table) -> None:
        """Reveal and place the gold in the order of the season cards, Spring to Winter (KRK-11.4)."""
        for season in range(w.SEASONS):
            seat = t.holder[season]
            for district in t.config.box.gold_districts:
                count = self.chosen[seat].count(district)
                if count:
                    t.supply[seat & 1] += count
                    put_markers(t, district * w.TYPES + w.GOLD, seat & 1, count, seat)
            t.chest[seat] = 0
        t.done()

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal(self.clause, _("You have no gold to divide."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= w.SEATS:
            return {}
        mine = self.chosen[seat]
        return {
            **super().view(t, seat),
            "left": self.left(t, seat),
            "allotted": {w.DISTRICT.label(d): mine.count(d) for d in t.config.box.gold_districts},
        }


def divide_gold() -> AllotGold:
    """The frame before anyone has allotted gold."""
    return AllotGold([[], [], [], []])
