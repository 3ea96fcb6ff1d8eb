"""Tiles return to the hands, and each seat keeps six (EST-7)."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.secret_answers import SecretAnswers
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.estoril import words as w
from spyring.games.estoril.generated import Table


class ReturnTiles(Frame[Table]):
    """All tiles and cubes return, and not before (EST-7.1)."""

    clause: ClassVar[str] = "EST-7.1"

    def resolve(self, t: Table) -> None:
        for space in range(w.SPACES):
            if t.tiles[space] >= 0:
                t.hands[t.cubes[space]].append(t.tiles[space])
        for entry in t.aside:
            t.hands[w.seat_of_aside(entry)].append(w.tile_of_aside(entry))
        t.clear_round()
        for seat in range(int(t.seats)):
            t.known.deal(t.hands[seat], 1 << seat)
        t.emit(w.TILES_RETURN, PUBLIC)
        t.replace(ChooseDiscards([[] for _seat in range(int(t.seats))]))


class Discard(Verb[Table]):
    """Choose one more tile to discard."""

    name: ClassVar[str] = "discard"
    clause: ClassVar[str] = "EST-7.2"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(ChooseDiscards, t.stack[-1])
        tile = move - t.config.ready.first_discard
        if tile in frame.chosen[seat]:
            return w.CHOSEN_ALREADY
        if frame.missing(t, seat) <= 0:
            return w.SIX_TILES
        return FINE if tile in t.hands[seat] else w.NOT_YOURS


class ChooseDiscards(SecretAnswers[Table]):
    """All seats discard down to six tiles, simultaneously and in secret (EST-7.2, EST-7.3)."""

    clause: ClassVar[str] = "EST-7.2"
    ask: ClassVar[str] = _("Secretly discard down to six tiles.")
    wait: ClassVar[str] = _("{seat} discards down to six tiles.")
    offer: ClassVar[str] = _("You have chosen. You can start over until everybody is done.")
    verbs: ClassVar[Verbs] = (Discard(),)
    change_clause: ClassVar[str] = "EST-R50"

    def missing(self, t: Table, seat: int) -> int:
        """How many tiles the seat still has to choose."""
        return max(0, len(t.hands[seat]) - t.config.box.hand) - len(self.chosen[seat])

    def asked(self, t: Table) -> int:
        mask = 0
        for seat in range(len(self.chosen)):
            if len(t.hands[seat]) > t.config.box.hand:
                mask |= 1 << seat
        return mask

    def first(self, t: Table) -> int:
        return t.config.ready.first_discard

    def choices(self, t: Table, seat: int) -> list[int]:
        if self.missing(t, seat) <= 0:
            return []
        discard = t.config.ready.discard
        chosen = self.chosen[seat]
        return [discard[tile] for tile in t.hands[seat] if tile not in chosen]

    def random_answer(self, t: Table, seat: int) -> list[int]:
        tiles = t.hands[seat][:]
        t.shuffle(tiles)
        return tiles[t.config.box.hand :]

    def emit_choice(self, t: Table, seat: int, thing: int) -> None:
        t.emit(w.CHOSE_DISCARD, 1 << seat, seat, thing)

    def resolve(self, t: Table) -> None:
        """All have chosen: reveal the discards together (EST-7.3, EST-7.4)."""
        discards = list(t.discards)
        for seat in range(len(self.chosen)):
            for tile in self.chosen[seat]:
                t.hands[seat].remove(tile)
                t.emit(w.DISCARDED, PUBLIC, seat, tile)
            discards[seat] += tuple(self.chosen[seat])
        t.discards = tuple(discards)
        t.done()

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal(self.clause, _("You have six tiles or fewer; there is nothing to discard."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= len(self.chosen):
            return {}
        chosen = [t.config.box.ids[tile] for tile in self.chosen[seat]]
        return {**super().view(t, seat), "chosen": chosen, "left": self.missing(t, seat)}


RETURN_TILES: Final = ReturnTiles()
