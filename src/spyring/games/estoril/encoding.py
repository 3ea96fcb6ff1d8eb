"""What a seat of Estoril perceives, as a vector: the numbers of ``view.py``, starting with the own seat."""

from typing import Any, Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import MISSIONS, Box
from spyring.games.estoril.generated import Table, Vector
from spyring.games.estoril.rules.abilities import Conspire, UseAbilities
from spyring.games.estoril.rules.deployment import DEPLOY, Peek
from spyring.games.estoril.rules.discards import ChooseDiscards
from spyring.games.estoril.tiles import is_remembered, sees

UNKNOWN: Final = MISSIONS  # after the missions


class EstorilEncoding(Vector):
    """Tiles as one-hot rows by place, with a mark for face-down tiles that the seat does not know."""

    complete: bool = True

    def __init__(self, game: Definition[Any], box: Box) -> None:
        self.tiles_count = len(box.ids)
        super().__init__(game, box)

    def template_key(self, t: Table) -> object:
        return t.layout

    def prepare(self, t: Table, values: dict[int, int]) -> None:
        """The boards stay for a round, the open missions for the whole game."""
        layout = t.layout
        for spot in range(len(layout.boards)):
            values[self.grid + spot * w.BOARDS + layout.boards[spot]] = 1
            values[self.turns + spot * 4 + layout.turns[spot]] = 1
        for order, mission in enumerate(t.missions):
            values[self.missions + mission] = order + 1

    def write(self, t: Table, seat: int, out: BytesWriter) -> None:
        seats: i64 = t.seats
        self.write_fields(t, seat, out)
        out[self.board + (t.board if t.board >= 0 else w.BOARDS)] = 1
        for place in range(w.PLACES):
            self.write_place(t, seat, place, out)
        for space in range(w.SPACES):
            if t.tiles[space] >= 0:
                out[self.cubes + space * len(self.names) + (t.cubes[space] - seat) % seats] = 1
                if t.bonus[space] and sees(t, space, seat):
                    out[self.bonus + space] = t.bonus[space]
        if t.marked or t.seduced:
            for space in range(w.SPACES):
                if t.marked >> space & 1:
                    out[self.marked + space] = 1
                if t.seduced >> space & 1:
                    out[self.seduced + space] = 1
        self.write_seats(t, seat, out)
        self.write_missions(t, seat, out)
        self.write_pile(t, seat, out)
        if t.stack and t.stack[-1] is not DEPLOY:
            self.write_question(t, seat, out)

    def write_place(self, t: Table, seat: int, place: int, out: BytesWriter) -> None:
        """A tile, if the seat sees or remembers it (EST-R37)."""
        tile = t.tiles[place]
        if tile < 0:
            return
        seen = t.known.seen[tile]
        if seen == PUBLIC:
            out[self.tiles + place * self.tiles_count + tile] = 1
            return
        if seen >> seat & 1 and is_remembered(t, place, seat):
            out[self.face_down + place] = 1
            out[self.tiles + place * self.tiles_count + tile] = 1
            return
        out[self.unknown + place] = 1

    def write_seats(self, t: Table, seat: int, out: BytesWriter) -> None:
        seats = int(t.seats)
        held = [len(hand) for hand in t.hands]
        for entry in t.aside:
            owner = w.seat_of_aside(entry)
            held[owner] += 1
            if owner == seat:
                out[self.hands + w.tile_of_aside(entry)] = 1
        for step in range(seats):
            other = (seat + step) % seats
            out[self.held + step] = held[other]
            at = self.discards + step * self.tiles_count
            for order, tile in enumerate(t.discards[other]):
                out[at + tile] = order + 1
            if t.config.hand_aid or not t.stack:
                self.write_owned(t, other, self.owns + step * self.tiles_count, out)
        for order, tile in enumerate(t.removed):
            out[self.removed + tile] = order + 1

    def write_missions(self, t: Table, seat: int, out: BytesWriter) -> None:
        if t.agendas:
            out[self.agendas + t.agendas[seat]] = 1
        seats = int(t.seats)
        for at in range(len(t.between)):
            found = t.between[at] if scoring.beside(t, at, seat) else UNKNOWN
            out[self.between + (at - seat) % seats * (MISSIONS + 1) + found] = 1

    def write_pile(self, t: Table, seat: int, out: BytesWriter) -> None:
        who: i64 = 1 << seat
        seen = t.known.seen
        pile = t.pile
        size = len(pile)
        for at in range(size):
            if seen[pile[at]] & who:
                out[self.pile_seen + pile[at]] = size - at

    def write_question(self, t: Table, seat: int, out: BytesWriter) -> None:
        """The data of the current decision."""
        frame = t.stack[-1]
        if isinstance(frame, UseAbilities):
            out[self.space + frame.space] = 1
            out[self.abilities + frame.first] = 1
            out[self.abilities + len(w.ABILITY_IDS) + frame.second] = 1
        elif isinstance(frame, (Conspire, Peek)):
            out[self.space + frame.space] = 1
        elif isinstance(frame, ChooseDiscards) and frame.asked(t) >> seat & 1:
            for order, tile in enumerate(frame.chosen[seat]):
                out[self.chosen + tile] = order + 1
            out[self.missing] = max(0, frame.missing(t, seat))
            out[self.ready] = frame.ready >> seat & 1
            out[self.changes] = frame.spent[seat]

    def write_memory(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Owners that everyone can deduce (EST-R44), and tiles that the seat has peeked at."""
        seats = int(t.seats)
        for step in range(seats):
            self.write_owned(t, (seat + step) % seats, self.owned + step * self.tiles_count, out)
        who: i64 = 1 << seat
        seen = t.known.seen
        for place in range(len(t.tiles)):
            tile = t.tiles[place]
            if tile >= 0 and seen[tile] != PUBLIC and seen[tile] & who:
                out[self.peeked + place * self.tiles_count + tile] = 1

    def write_owned(self, t: Table, seat: int, at: i64, out: BytesWriter) -> None:
        """Every tile of a seat, in hand and on the boards."""
        for tile in t.hands[seat]:
            out[at + tile] = 1
        for entry in t.aside:
            if w.seat_of_aside(entry) == seat:
                out[at + w.tile_of_aside(entry)] = 1
        for space in range(w.SPACES):
            if t.cubes[space] == seat:
                out[at + t.tiles[space]] = 1
