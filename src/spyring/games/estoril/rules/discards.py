"""Tiles come back, and each seat keeps six (EST-7)."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.estoril.box import HAND, SPACES
from spyring.games.estoril.notation import (
    CHOSE_DISCARD,
    DISCARDED,
    READY,
    RECONSIDER,
    RECONSIDERED,
    TILES_RETURN,
)
from spyring.games.estoril.rules.refusals import NOT_ASKED, NOT_IN_HAND
from spyring.games.estoril.table import Table


class ReturnTiles(Frame[Table]):
    """Only now do all tiles and cubes come back (EST-7.1)."""

    clause: ClassVar[str] = "EST-7.1"

    def resolve(self, t: Table) -> None:
        for space in range(SPACES):
            if t.tiles[space] >= 0:
                t.hands[t.cubes[space]].append(t.tiles[space])
        for entry in t.aside:
            t.hands[entry & 3].append(entry >> 2)
        t.clear_round()
        t.tell(TILES_RETURN, PUBLIC)
        t.become(ChooseDiscards([[] for _seat in range(int(t.seats))]))


class ChooseDiscards(Frame[Table]):
    """Down to six tiles, in secret; who is ready may start anew until all are (EST-7.2, EST-7.3).

    ``chosen[seat]`` are the tiles put face down so far.
    """

    clause: ClassVar[str] = "EST-7.2"
    ask: ClassVar[str] = _("Discard down to six tiles, in secret.")
    wait: ClassVar[str] = _("{seat} discards down to six tiles.")
    offer: ClassVar[str] = _("You have chosen. You may choose anew until everybody is ready.")

    def __init__(self, chosen: list[list[int]]) -> None:
        self.chosen = chosen

    def missing(self, t: Table, seat: int) -> int:
        """How many tiles the seat still has to choose."""
        return max(0, len(t.hands[seat]) - HAND) - len(self.chosen[seat])

    def deciders(self, t: Table) -> int:
        mask = 0
        for seat in range(len(self.chosen)):
            if self.missing(t, seat) > 0:
                mask |= 1 << seat
        return mask

    def interrupters(self, t: Table) -> int:
        mask = 0
        for seat in range(len(self.chosen)):
            if self.chosen[seat] and self.missing(t, seat) == 0:
                mask |= 1 << seat
        return mask

    def legal(self, t: Table, seat: int) -> list[int]:
        if self.missing(t, seat) == 0:
            return [RECONSIDER]
        discard = t.agreed.ready.discard
        chosen = self.chosen[seat]
        if not chosen:
            return [discard[tile] for tile in t.hands[seat]]
        return [discard[tile] for tile in t.hands[seat] if tile not in chosen]

    def play(self, t: Table, seat: int, move: int) -> None:
        chosen = self.chosen[:]
        if move == RECONSIDER:
            chosen[seat] = []
            t.tell(RECONSIDERED, PUBLIC, seat)
        else:
            tile = move - t.agreed.ready.first_discard
            chosen[seat] = [*chosen[seat], tile]
            t.tell(CHOSE_DISCARD, 1 << seat, seat, tile)
        frame = ChooseDiscards(chosen)
        if frame.missing(t, seat) == 0:
            t.tell(READY, PUBLIC, seat)
        t.become(frame)

    def resolve(self, t: Table) -> None:
        """All have chosen: the discards are turned up together (EST-7.3, EST-7.4)."""
        discards = list(t.discards)
        for seat in range(len(self.chosen)):
            for tile in self.chosen[seat]:
                t.hands[seat].remove(tile)
                t.tell(DISCARDED, PUBLIC, seat, tile)
            discards[seat] += tuple(self.chosen[seat])
        t.discards = tuple(discards)
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if move == RECONSIDER:
            return Refusal(self.clause, _("You have not chosen all your discards yet."))
        if move < t.agreed.ready.first_discard:
            return Refusal(self.clause, NOT_ASKED)
        if self.missing(t, seat) == 0:
            return Refusal(self.clause, _("You keep six tiles; no more are discarded."))
        if move - t.agreed.ready.first_discard in self.chosen[seat]:
            return Refusal(self.clause, _("This tile is chosen already."))
        return Refusal(self.clause, NOT_IN_HAND)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        if observer == seat or move == RECONSIDER:
            return move
        return t.agreed.ready.first_discard if self.missing(t, seat) == 1 else UNSEEN  # who is ready shows

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= len(self.chosen):
            return {}
        chosen = [t.agreed.box.ids[tile] for tile in self.chosen[seat]]
        return {"chosen": chosen, "left": self.missing(t, seat)}

    def imagine(self, t: Table, seat: int) -> Frame[Table]:
        """Others may have chosen any of their tiles; who is not ready, any number short of all."""
        chosen = self.chosen[:]
        for other in range(len(chosen)):
            surplus = len(t.hands[other]) - HAND
            if other == seat or surplus <= 0:
                continue
            tiles = t.hands[other][:]
            t.shuffle(tiles)
            down = surplus if self.missing(t, other) == 0 else int(t.roll(surplus))
            chosen[other] = tiles[:down]
        return ChooseDiscards(chosen)

    def pack(self) -> list[Any]:
        return [[tiles[:] for tiles in self.chosen]]


RETURN_TILES: Final = ReturnTiles()
