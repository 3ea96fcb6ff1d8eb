"""The table of the game, written from ``fields.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.encoding import Encoding, count
from spyring.engine.knowledge import NOTHING, Knowledge
from spyring.engine.position import Json, Reader, names
from spyring.engine.state import State
from spyring.games.estoril import box as b
from spyring.games.estoril import words as w
from spyring.games.estoril.config import Config
from spyring.games.estoril.box import Box
from spyring.games.estoril.grid import SPOTS, TURNS, Layout


class Table(State):
    """All things are numbers of the box; places are the spaces, followed by the reward spaces.

    ``tiles`` are indexed by place, ``cubes`` and ``bonus`` by space; ``marked`` and ``seduced`` are masks of
    spaces. ``aside`` holds the tiles that went into a hand openly this round, packed with their seats: they
    are part of the hand, and everyone knows it. The pile starts with its bottom.
    """

    config: Config
    layout: Layout
    round: i64  # from 0
    first: i64
    turn: i64  # the seat that places next, or -1
    board: i64  # being resolved, or -1 while tiles are placed
    numeral: i64  # how far its resolution is
    glimpse: i64  # the last peek until the next move: place and seat, packed, or -1
    tiles: list[int]
    known: Knowledge  # of tiles
    cubes: list[int]
    bonus: list[int]
    marked: i64
    seduced: i64
    hands: list[list[int]]
    aside: list[int]
    left: list[int]  # cubes, by seat
    free: i64  # while tiles are placed: the free spaces
    open: list[int]  # by seat: the spaces where it may place, if they are free
    discards: tuple[tuple[int, ...], ...]
    removed: tuple[int, ...]
    missions: tuple[int, ...]  # face up
    agendas: tuple[int, ...]
    between: tuple[int, ...]  # the one between this seat and the next
    pile: list[int]

    def __init__(self, game: Definition[Any], seats: int, config: Config) -> None:
        super().__init__(game, seats)
        self.config = config

    def clear(t) -> None:
        """An empty table."""
        t.layout = t.config.sites.printed
        t.round = 0
        t.first = 0
        t.turn = NOTHING
        t.board = NOTHING
        t.numeral = 0
        t.glimpse = NOTHING
        t.tiles = [NOTHING] * w.PLACES
        t.known = Knowledge(len(t.config.box.ids))
        t.cubes = [NOTHING] * w.SPACES
        t.bonus = [0] * (w.SPACES)
        t.marked = 0
        t.seduced = 0
        t.hands = [[] for _number in range(int(t.seats))]
        t.aside = []
        t.left = [t.config.cubes_each] * int(t.seats)
        t.free = t.config.sites.printed.whole
        t.open = [t.config.sites.printed.outer] * int(t.seats)
        t.discards = ((),) * int(t.seats)
        t.removed = ()
        t.missions = ()
        t.agendas = ()
        t.between = ()
        t.pile = []

    def clear_round(t) -> None:
        """What lasts for a round is as on an empty table."""
        t.turn = NOTHING
        t.board = NOTHING
        t.numeral = 0
        t.glimpse = NOTHING
        t.tiles = [NOTHING] * w.PLACES
        t.cubes = [NOTHING] * w.SPACES
        t.bonus = [0] * (w.SPACES)
        t.marked = 0
        t.seduced = 0
        t.aside = []
        t.left = [t.config.cubes_each] * int(t.seats)

    def clone(t) -> "Table":
        u = Table(t.game, int(t.seats), t.config)
        t.copy_to(u)
        u.layout = t.layout
        u.round = t.round
        u.first = t.first
        u.turn = t.turn
        u.board = t.board
        u.numeral = t.numeral
        u.glimpse = t.glimpse
        u.tiles = t.tiles[:]
        u.known = t.known.clone()
        u.cubes = t.cubes[:]
        u.bonus = t.bonus[:]
        u.marked = t.marked
        u.seduced = t.seduced
        u.hands = [pile[:] for pile in t.hands]
        u.aside = t.aside[:]
        u.left = t.left[:]
        u.free = t.free
        u.open = t.open[:]
        u.discards = t.discards
        u.removed = t.removed
        u.missions = t.missions
        u.agendas = t.agendas
        u.between = t.between
        u.pile = t.pile[:]
        return u

    def pack(t) -> Json:
        return {
            "round": int(t.round) + 1,
            "first": int(t.first),
            "turn": int(t.turn),
            "board": int(t.board) + 1,
            "numeral": int(t.numeral),
            "glimpse": int(t.glimpse),
            "hands": [names(pile, t.config.box.ids) for pile in t.hands],
            "discards": [names(tiles, t.config.box.ids) for tiles in t.discards],
            "removed": names(t.removed, t.config.box.ids),
            "missions": names(t.missions, t.config.box.mission_ids),
            "agendas": names(t.agendas, t.config.box.mission_ids),
            "between": names(t.between, t.config.box.mission_ids),
            "pile": names(t.pile, t.config.box.ids),
            **t.game.entries(t),
        }

    def unpack(t, data: Json) -> None:
        t.clear()
        read = Reader(data, "table")
        read.only(("round", "first", "turn", "board", "numeral", "glimpse", "grid", "turns", "spaces", "rewards", "hands", "aside", "discards", "removed", "missions", "agendas", "between", "pile", "pile_seen",))
        t.round = read.number("round", 0 + 1, b.ROUNDS - 1 + 1, int(t.round) + 1) - 1
        t.first = read.number("first", 0, int(t.seats) - 1, int(t.first))
        t.board = read.number("board", NOTHING + 1, w.BOARDS - 1 + 1, int(t.board) + 1) - 1
        t.numeral = read.number("numeral", 0, 6, int(t.numeral))
        t.glimpse = read.number("glimpse", NOTHING, w.PLACES * w.SEATS - 1, int(t.glimpse))
        hands = read.lists("hands", int(t.seats), t.config.box.ids)
        if hands is not None:
            t.hands = hands
        removed = read.things("removed", t.config.box.ids)
        if removed is not None:
            t.removed = tuple(removed)
        pile = read.things("pile", t.config.box.ids)
        if pile is not None:
            t.pile = pile
        t.game.complete(t, read)


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state


def public_fields(t: Table) -> Json:
    """What all see alike, as far as it follows from single fields."""
    return {
        "round": int(t.round) + 1,
        "first": w.SEAT_IDS[t.first],
        "resolving": int(t.board) + 1 if t.board >= 0 else None,
        "removed": names(t.removed, t.config.box.ids),
        "missions": names(t.missions, t.config.box.mission_ids),
    }


class Vector(Encoding[Table]):
    """The blocks of the vector, and those of them that follow from single fields."""

    def __init__(self, game: Definition[Any], box: Box) -> None:
        self.box = box
        super().__init__(game)

    def declare(self) -> None:
        who = self.who()
        self.round = self.block("round", "the round", w.ROUND_IDS)
        self.first = self.block("first", "the first player of this round", who)
        self.board = self.block("resolving", "the board being resolved", (*w.BOARD_IDS, "none"))
        self.grid = self.block("grid", "which board lies where", SPOTS, w.BOARD_IDS)
        self.turns = self.block("turned", "how each board is turned, clockwise", SPOTS, TURNS)
        self.tiles = self.block("tiles", "tiles that I see or know, by place", w.PLACE_IDS, tuple(self.box.ids))
        self.face_down = self.block("face down", "where a tile lies face down that I know", w.PLACE_IDS)
        self.unknown = self.block("unknown", "where one lies that I do not know", w.PLACE_IDS)
        self.cubes = self.block("cubes", "whose tile it is", w.SPACE_IDS, who)
        self.bonus = self.block("bonus", "what dice or compatriots add to its strength", w.SPACE_IDS)
        self.marked = self.block("marked", "protected by diplomacy", w.SPACE_IDS)
        self.seduced = self.block("seduced", "lured here", w.SPACE_IDS)
        self.hands = self.block("hand", "tiles in my hand", tuple(self.box.ids))
        self.held = self.block("hands", "how many tiles each holds", who)
        self.left = self.block("cubes left", "cubes that each can still place", who)
        self.discards = self.block("discards", "tiles that each has discarded", who, tuple(self.box.ids))
        self.owns = self.block("owns", "tiles of each seat, if they are listed for all", who, tuple(self.box.ids))
        self.removed = self.block("removed", "tiles out of the game: 1 for the first", tuple(self.box.ids))
        self.missions = self.block("missions", "open missions: 1 for the first", tuple(self.box.mission_ids))
        self.agendas = self.block("agenda", "my secret agenda", tuple(self.box.mission_ids))
        self.between = self.block("secret missions", "between me and the next, and so on", who, (*self.box.mission_ids, "unknown"))
        self.pile = self.number("pile", "tiles in the pile")
        self.pile_seen = self.block("in pile", "tiles I know in it, counted from the top: 1 for the top", tuple(self.box.ids))
        self.space = self.block("space", "the space whose tile acts", w.SPACE_IDS)
        self.abilities = self.block("abilities", "symbols not used yet", ("first", "second"), w.ABILITY_IDS)
        self.chosen = self.block("chosen", "my discards so far: 1 for the first", tuple(self.box.ids))
        self.missing = self.number("missing", "how many I must still choose")
        self.ready = self.number("ready", "whether I am ready")
        self.changes = self.number("changes", "how often I have started anew")

    def declare_memory(self) -> None:
        who = self.who()
        self.owned = self.block("owned", "tiles of each seat", who, tuple(self.box.ids))
        self.peeked = self.block("peeked", "face-down tiles that I have seen", w.PLACE_IDS, tuple(self.box.ids))

    def write_fields(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Set what follows from single fields."""
        seats: i64 = t.seats
        me: i64 = seat
        out[self.round + t.round] = 1
        out[self.first + (t.first - me) % seats] = 1
        for held in t.hands[seat]:
            out[self.hands + held] = 1
        for step in range(seats):
            other = me + step
            if other >= seats:
                other -= seats
            if t.left[other]:
                out[self.left + step] = count(t.left[other])
        if t.pile:
            out[self.pile] = count(len(t.pile))
