"""The gold of the year, divided in secret (KRK-11)."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.krakow.box import DISTRICTS, GOLD, SEASONS, SEATS, TYPES
from spyring.games.krakow.notation import (
    ALLOT,
    ALLOTTED,
    DISTRICT,
    GOLD_PLACED,
    READY,
    RECONSIDER,
    RECONSIDERED,
)
from spyring.games.krakow.rules.refusals import NOT_ASKED
from spyring.games.krakow.rules.success import put_markers
from spyring.games.krakow.table import Table

NO_SHARE: Final = [0] * DISTRICTS


class AllotGold(Frame[Table]):
    """All seats divide their gold at once, in secret; whoever is ready may start anew until the last one is
    (KRK-11.1 to KRK-11.3).

    ``shares[seat][district]`` counts the gold put there so far, ``left[seat]`` what is still in hand.
    """

    clause: ClassVar[str] = "KRK-11.1"
    ask: ClassVar[str] = _("Divide your gold among the districts, in secret.")
    wait: ClassVar[str] = _("{seat} divides its gold among the districts.")
    offer: ClassVar[str] = _("Your gold is divided. You may divide it anew until everybody is ready.")

    def __init__(self, shares: list[list[int]], left: list[int]) -> None:
        self.shares = shares
        self.left = left

    def deciders(self, t: Table) -> int:
        left = self.left
        mask = 1 if left[0] else 0
        if left[1]:
            mask |= 2
        if left[2]:
            mask |= 4
        if left[3]:
            mask |= 8
        return mask

    def interrupters(self, t: Table) -> int:
        mask = 0
        for seat in range(SEATS):
            if t.chest[seat] and not self.left[seat]:
                mask |= 1 << seat
        return mask

    def legal(self, t: Table, seat: int) -> list[int]:
        return t.agreed.allotments if self.left[seat] else [RECONSIDER]

    def play(self, t: Table, seat: int, move: int) -> None:
        shares = self.shares[:]
        left = self.left[:]
        if move == RECONSIDER:
            shares[seat] = NO_SHARE
            left[seat] = t.chest[seat]
            t.tell(RECONSIDERED, PUBLIC, seat)
        else:
            share = shares[seat][:]
            share[move - ALLOT] += 1
            shares[seat] = share
            left[seat] -= 1
            if t.happened is not None:
                t.tell(ALLOTTED, 1 << seat, seat, move - ALLOT)
                if left[seat] == 0:
                    t.tell(READY, PUBLIC, seat)
        t.become(AllotGold(shares, left))

    def resolve(self, t: Table) -> None:
        """Shown and placed in the order of the season cards, Spring to Winter (KRK-11.4)."""
        for season in range(SEASONS):
            seat = t.holder[season]
            for district in t.agreed.box.gold_districts:
                count = self.shares[seat][district]
                if count:
                    t.tell(GOLD_PLACED, PUBLIC, seat, district, count)
                    t.supply[seat & 1] += count
                    put_markers(t, district * TYPES + GOLD, seat & 1, count)
            t.chest[seat] = 0
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if ALLOT <= move < RECONSIDER and self.left[seat]:
            return Refusal(
                "KRK-R26", _("{district} has no gold field."), {"district": DISTRICT.titles[move - ALLOT]}
            )
        if ALLOT <= move < RECONSIDER:
            return Refusal(self.clause, _("All your gold is divided."))
        if move == RECONSIDER:
            return Refusal("KRK-11.3", _("You have not divided your gold yet."))
        return Refusal(self.clause, NOT_ASKED)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        if observer == seat or move == RECONSIDER:
            return move
        return ALLOT if self.left[seat] == 1 else UNSEEN  # others see only who is ready

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= SEATS:
            return {}
        mine = self.shares[seat]
        return {
            "left": self.left[seat],
            "allotted": {DISTRICT.label(d): mine[d] for d in t.agreed.box.gold_districts},
        }

    def imagine(self, t: Table, seat: int) -> Frame[Table]:
        """Others have divided in any way; who is not ready may have put down anything short of all."""
        shares = self.shares[:]
        left = self.left[:]
        districts = t.agreed.box.gold_districts
        for other in range(SEATS):
            if other == seat or not t.chest[other]:
                continue
            if left[other]:
                left[other] = 1 + t.roll(t.chest[other])
            share = [0] * DISTRICTS
            for _cube in range(t.chest[other] - left[other]):
                share[districts[t.roll(len(districts))]] += 1
            shares[other] = share
        return AllotGold(shares, left)

    def pack(self) -> list[Any]:
        return [[share[:] for share in self.shares], self.left[:]]
