"""What a seat of Estoril perceives, as a vector: the numbers behind ``view.py``, rotated to the own seat."""

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.encoding import Encoding
from spyring.engine.game import Game
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import words as w
from spyring.games.estoril.box import IN_GRID, MISSIONS, ROUNDS, Box
from spyring.games.estoril.grid import REWARD
from spyring.games.estoril.rules.abilities import Conspire, UseAbilities
from spyring.games.estoril.rules.deployment import DEPLOY, Peek
from spyring.games.estoril.rules.discards import ChooseDiscards
from spyring.games.estoril.table import Table

SPOTS: Final = ("top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right")
ROUND_NAMES: Final = tuple(str(number) for number in range(1, ROUNDS + 1))
TURNS: Final = ("as printed", "a quarter", "a half", "three quarters")
UNKNOWN: Final = MISSIONS  # behind the missions


class EstorilEncoding(Encoding[Table]):
    """Tiles as one-hot rows by place; a tile face down that I do not know is marked so."""

    complete: bool = True

    def __init__(self, game: Game, box: Box) -> None:
        self.tile_names: tuple[str, ...] = tuple(box.ids)
        self.mission_names: tuple[str, ...] = tuple(box.mission_ids)
        self.tiles_count = len(box.ids)
        super().__init__(game)

    def declare(self) -> None:
        tiles, who, missions = self.tile_names, self.who(), self.mission_names
        self.round = self.block("round", "the round", ROUND_NAMES)
        self.first = self.block("first", "the first player of this round", who)
        self.resolving = self.block("resolving", "the board being resolved", (*w.BOARD.labels, "none"))
        self.grid = self.block("grid", "which board lies where", SPOTS, w.BOARD.labels)
        self.turned = self.block("turned", "how each board is turned, clockwise", SPOTS, TURNS)
        self.tiles = self.block("tiles", "tiles that I see or know, by place", w.PLACE_IDS, tiles)
        self.down = self.block("face down", "where a tile lies face down that I know", w.PLACE_IDS)
        self.unknown = self.block("unknown", "where one lies that I do not know", w.PLACE_IDS)
        self.cubes = self.block("cubes", "whose tile it is", w.SPACE_IDS, who)
        self.bonus = self.block("bonus", "what dice or compatriots add to its strength", w.SPACE_IDS)
        self.marked = self.block("marked", "protected by diplomacy", w.SPACE_IDS)
        self.seduced = self.block("seduced", "lured here", w.SPACE_IDS)
        self.hand = self.block("hand", "tiles in my hand", tiles)
        self.held = self.block("hands", "how many tiles each holds", who)
        self.left = self.block("cubes left", "cubes that each can still place", who)
        self.discards = self.block("discards", "tiles that each has discarded", who, tiles)
        self.owns = self.block("owns", "tiles of each seat, if they are listed for all", who, tiles)
        self.removed = self.block("removed", "tiles out of the game: 1 for the first", tiles)
        self.missions = self.block("missions", "open missions: 1 for the first", missions)
        self.agenda = self.block("agenda", "my secret agenda", missions)
        self.between = self.block(
            "secret missions", "between me and the next, and so on", who, (*missions, "unknown")
        )
        self.pile = self.number("pile", "tiles in the pile")
        self.in_pile = self.block("in pile", "tiles I know in it, counted from the top: 1 for the top", tiles)
        self.declare_asked()

    def declare_asked(self) -> None:
        """What the decisions themselves remember."""
        self.space = self.block("space", "the space whose tile acts", w.SPACE_IDS)
        abilities = ("none", *w.ABILITY_IDS[1:])
        self.abilities = self.block("abilities", "symbols not used yet", ("first", "second"), abilities)
        self.chosen = self.block("chosen", "my discards so far: 1 for the first", self.tile_names)
        self.missing = self.number("missing", "how many I must still choose")
        self.ready = self.number("ready", "whether I am ready")
        self.changes = self.number("changes", "how often I have started anew")

    def declare_memory(self) -> None:
        self.owned = self.block("owned", "tiles of each seat", self.who(), self.tile_names)
        self.peeked = self.block("peeked", "face-down tiles that I have seen", w.PLACE_IDS, self.tile_names)

    def lasting(self, t: Table) -> object:
        return t.layout

    def prepare(self, t: Table, values: dict[int, int]) -> None:
        """The boards lie still for a round, the open missions for the whole game."""
        layout = t.layout
        for spot in range(IN_GRID):
            values[self.grid + spot * w.BOARDS + layout.boards[spot]] = 1
            values[self.turned + spot * 4 + layout.turns[spot]] = 1
        for order, mission in enumerate(t.missions):
            values[self.missions + mission] = order + 1

    def write(self, t: Table, seat: int, out: BytesWriter) -> None:
        seats: i64 = t.seats
        out[self.round + t.round] = 1
        out[self.first + (t.first - seat) % seats] = 1
        out[self.resolving + (t.board if t.board >= 0 else w.BOARDS)] = 1
        for board in t.layout.boards:
            self.write_place(t, seat, REWARD + board, out)
        space = -1
        for tile in t.tiles:  # of the spaces; then come rewards
            space += 1
            if tile >= 0 and space < w.SPACES:
                self.write_place(t, seat, space, out)
                out[self.cubes + space * len(self.names) + (t.cubes[space] - seat) % seats] = 1
                if t.bonus[space] and t.sees(space, seat):
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
        """A tile, if it can be seen or is remembered (EST-R37)."""
        tile = t.tiles[place]
        if tile < 0:
            return
        seen = t.known.seen[tile]
        if seen == PUBLIC:
            out[self.tiles + place * self.tiles_count + tile] = 1
            return
        if seen >> seat & 1:
            mine = place < REWARD and t.cubes[place] == seat
            if mine or t.agreed.peek_memory_keep or t.glimpse == place * 4 + seat:
                out[self.down + place] = 1
                out[self.tiles + place * self.tiles_count + tile] = 1
                return
        out[self.unknown + place] = 1

    def write_seats(self, t: Table, seat: int, out: BytesWriter) -> None:
        seats = int(t.seats)
        hand = self.hand
        for tile in t.hands[seat]:
            out[hand + tile] = 1
        for entry in t.aside:
            owner = entry & 3
            if owner == seat:
                out[hand + (entry >> 2)] = 1
        for step in range(seats):
            other = (seat + step) % seats
            held = len(t.hands[other])
            for entry in t.aside:
                if entry & 3 == other:
                    held += 1
            out[self.held + step] = held
            if t.left[other]:
                out[self.left + step] = t.left[other]
            at = self.discards + step * self.tiles_count
            for order, tile in enumerate(t.discards[other]):
                out[at + tile] = order + 1
            if t.agreed.hand_aid or not t.stack:
                self.write_owned(t, other, self.owns + step * self.tiles_count, out)
        for order, tile in enumerate(t.removed):
            out[self.removed + tile] = order + 1

    def write_missions(self, t: Table, seat: int, out: BytesWriter) -> None:
        if t.agendas:
            out[self.agenda + t.agendas[seat]] = 1
        seats = int(t.seats)
        for at in range(len(t.between)):
            found = t.between[at] if t.beside(at, seat) else UNKNOWN
            out[self.between + (at - seat) % seats * (MISSIONS + 1) + found] = 1

    def write_pile(self, t: Table, seat: int, out: BytesWriter) -> None:
        who: i64 = 1 << seat
        seen = t.known.seen
        pile = t.pile
        size = len(pile)
        if size:
            out[self.pile] = size
        for at in range(size):
            if seen[pile[at]] & who:
                out[self.in_pile + pile[at]] = size - at

    def write_question(self, t: Table, seat: int, out: BytesWriter) -> None:
        """What the decision asked for remembers."""
        frame = t.stack[-1]
        if isinstance(frame, UseAbilities):
            out[self.space + frame.space] = 1
            out[self.abilities + (frame.symbols & 7)] = 1
            out[self.abilities + len(w.ABILITY_IDS) + (frame.symbols >> 3)] = 1
        elif isinstance(frame, Conspire):
            out[self.space + frame.space] = 1
        elif isinstance(frame, Peek):
            out[self.space + frame.space] = 1
        elif isinstance(frame, ChooseDiscards) and frame.asked(t) >> seat & 1:
            for order, tile in enumerate(frame.chosen[seat]):
                out[self.chosen + tile] = order + 1
            out[self.missing] = max(0, frame.missing(t, seat))
            out[self.ready] = frame.ready >> seat & 1
            out[self.changes] = frame.spent[seat]

    def write_memory(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Who owns what everybody can work out (EST-R44); what was peeked at, a good memory keeps."""
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
            if entry & 3 == seat:
                out[at + (entry >> 2)] = 1
        for space in range(w.SPACES):
            if t.cubes[space] == seat:
                out[at + t.tiles[space]] = 1
