"""The table of the game, written from ``fields.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.encoding import Encoding, count
from spyring.engine.knowledge import Knowledge
from spyring.engine.position import Json, Reader, names
from spyring.engine.state import State
from spyring.games.krakow import box as b
from spyring.games.krakow import words as w
from spyring.games.krakow.config import Config
from spyring.games.krakow.box import Box


class Table(State):
    """Cards are numbers 0..55, markers are counted by field and team.

    ``board[(district * 4 + type) * 2 + team]`` counts markers. ``known`` says who knows where a card lies; a
    card's own place is in exactly one of ``hands``, ``trick``, ``discard`` (bottom first) and ``success``.
    """

    config: Config
    year: i64  # 0 is 1325
    season: i64
    tricks: i64
    leader: i64
    hands: list[list[int]]
    trick: list[int]
    last: tuple[int, ...]  # the last trick of this season: leader, 1 if it succeeded, 2 if blocked, cards
    points: list[int]
    identity: tuple[int, ...]  # group by seat
    holder: tuple[int, ...]  # seat by season
    chest: list[int]
    extra: list[int]  # cards dealt more or fewer this year, by team
    board: list[int]
    supply: list[int]  # cubes that are neither on the board nor in the chests
    group_points: list[int]
    discard: list[int]
    success: list[int]
    known: Knowledge

    def __init__(self, game: Definition[Any], seats: int, config: Config) -> None:
        super().__init__(game, seats)
        self.config = config

    def clear(t) -> None:
        """An empty table."""
        t.year = 0
        t.season = 0
        t.tricks = 0
        t.leader = 0
        t.hands = [[] for _number in range(w.SEATS)]
        t.trick = []
        t.last = ()
        t.points = [0] * (w.SEATS)
        t.identity = tuple(range(w.SEATS))
        t.holder = tuple(range(w.SEATS))
        t.chest = [0] * (w.SEATS)
        t.extra = [0] * (2)
        t.board = [0] * (w.DISTRICTS * w.TYPES * 2)
        t.supply = [b.CUBES, b.CUBES]
        t.group_points = [0] * (w.GROUPS)
        t.discard = t.config.box.used[:]
        t.success = []
        t.known = Knowledge(w.CARDS)

    def clone(t) -> "Table":
        u = Table(t.game, int(t.seats), t.config)
        t.copy_to(u)
        u.year = t.year
        u.season = t.season
        u.tricks = t.tricks
        u.leader = t.leader
        u.hands = [pile[:] for pile in t.hands]
        u.trick = t.trick[:]
        u.last = t.last
        u.points = t.points[:]
        u.identity = t.identity
        u.holder = t.holder
        u.chest = t.chest[:]
        u.extra = t.extra[:]
        u.board = t.board[:]
        u.supply = t.supply[:]
        u.group_points = t.group_points[:]
        u.discard = t.discard[:]
        u.success = t.success[:]
        u.known = t.known.clone()
        return u

    def pack(t) -> Json:
        return {
            "year": int(t.year),
            "season": int(t.season),
            "tricks": int(t.tricks),
            "leader": int(t.leader),
            "hands": [names(pile, t.config.box.ids) for pile in t.hands],
            "trick": names(t.trick, t.config.box.ids),
            "last": [*t.last[:2], *names(t.last[2:], t.config.box.ids)],
            "points": t.points[:],
            "identity": list(t.identity),
            "holder": list(t.holder),
            "chest": t.chest[:],
            "extra": t.extra[:],
            "board": t.board[:],
            "group_points": t.group_points[:],
            "discard": names(t.discard, t.config.box.ids),
            "success": names(t.success, t.config.box.ids),
            "seen": t.known.seen[:],
        }

    def unpack(t, data: Json) -> None:
        t.clear()
        read = Reader(data, "table")
        read.only(("year", "season", "tricks", "leader", "hands", "trick", "last", "points", "identity", "holder", "chest", "extra", "board", "group_points", "discard", "success", "seen",))
        t.year = read.number("year", 0, t.config.years - 1, int(t.year))
        t.season = read.number("season", 0, w.SEASONS, int(t.season))
        t.tricks = read.number("tricks", 0, b.TRICKS, int(t.tricks))
        t.leader = read.number("leader", 0, w.SEATS - 1, int(t.leader))
        hands = read.lists("hands", w.SEATS, t.config.box.ids)
        if hands is not None:
            t.hands = hands
        trick = read.things("trick", t.config.box.ids)
        if trick is not None:
            t.trick = trick
        t.points = read.numbers("points", w.SEATS, 0, 999, list(t.points))
        t.identity = tuple(read.permutation("identity", w.SEATS))
        t.holder = tuple(read.permutation("holder", w.SEATS))
        t.chest = read.numbers("chest", w.SEATS, 0, b.CUBES, list(t.chest))
        t.extra = read.numbers("extra", 2, -1, 1, list(t.extra))
        t.board = read.numbers("board", w.DISTRICTS * w.TYPES * 2, 0, b.CUBES, list(t.board))
        t.group_points = read.numbers("group_points", w.GROUPS, -999, 999, list(t.group_points))
        discard = read.things("discard", t.config.box.ids)
        if discard is not None:
            t.discard = discard
        success = read.things("success", t.config.box.ids)
        if success is not None:
            t.success = success
        t.known.note(read.numbers("seen", w.CARDS, -1, 15, t.known.seen))
        t.game.complete(t, read)


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state


def public_fields(t: Table) -> Json:
    """What all see alike, as far as it follows from single fields."""
    return {
        "leader": w.SEAT_IDS[t.leader],
        "supply": {w.TEAM_IDS[team]: t.supply[team] for team in range(2)},
        "groups": {w.GROUP_IDS[group]: t.group_points[group] for group in range(w.GROUPS)},
        "discard": len(t.discard),
        "success": len(t.success),
    }


class Vector(Encoding[Table]):
    """The blocks of the vector, and those of them that follow from single fields."""

    def __init__(self, game: Definition[Any], box: Box) -> None:
        self.box = box
        super().__init__(game)

    def declare(self) -> None:
        who = self.who()
        self.year = self.block("year", "the year", w.YEAR_IDS)
        self.season = self.block("season", "the season, or the year's end", (*w.SEASON_IDS, "year-end"))
        self.tricks = self.number("tricks", "tricks finished in this season")
        self.leader = self.block("leader", "who leads", who)
        self.hands = self.block("hand", "cards in my hand", tuple(self.box.ids))
        self.trick = self.block("trick", "cards of this trick, from the lead on", w.TRICK_PLACE_IDS, tuple(self.box.ids))
        self.last = self.block("last trick", "its cards, from the lead on", w.TRICK_PLACE_IDS, tuple(self.box.ids))
        self.last_leader = self.block("last leader", "who led the last trick of this season", who)
        self.last_result = self.block("last result", "what became of it", ("failed", "succeeded", "blocked"))
        self.points = self.block("points", "own points", who)
        self.held = self.block("cards", "how many cards each holds", who)
        self.identity = self.block("identity", "the group I belong to", w.GROUP_IDS)
        self.holder = self.block("season cards", "who holds which", who, (*w.SEASON_IDS, "unknown"))
        self.chest = self.block("gold", "gold in the chests that I can count", who)
        self.gold_unknown = self.block("gold unknown", "whose chest I cannot count", who)
        self.extra = self.block("deal", "how many cards each member of a team is dealt", w.SIDE_IDS)
        self.board = self.block("board", "markers", w.DISTRICT_IDS, w.KIND_IDS, w.SIDE_IDS)
        self.supply = self.block("supply", "cubes in the supply", w.SIDE_IDS)
        self.group_points = self.block("group points", "points of the groups, if above zero", w.GROUP_IDS)
        self.group_debts = self.block("group debts", "points of the groups below zero", w.GROUP_IDS)
        self.discard = self.number("discard", "cards in the discard pile")
        self.success = self.number("success", "cards in the success pile")
        self.browse = self.block("browse", "played cards in the discard pile, if shown: 1 for the first", tuple(self.box.ids))
        self.successes = self.block("successes", "successes of each group, if shown", w.GROUP_IDS)
        self.marker = self.block("marker", "which marker a special is about", w.MARKER_IDS)
        self.left = self.number("left", "what is still to be chosen: markers, or my gold")
        self.loss = self.number("loss", "how much gold the victim loses")
        self.chosen = self.block("chosen", "the card I have chosen to discard", tuple(self.box.ids))
        self.allotted = self.block("allotted", "gold that I have put on each district", w.DISTRICT_IDS)
        self.ready = self.number("ready", "whether I am ready")
        self.changes = self.number("changes", "how often I have started anew")

    def declare_memory(self) -> None:
        who = self.who()
        self.played = self.block("played", "cards known to me in the discard pile", tuple(self.box.ids))
        self.won = self.block("won", "cards in the success pile", tuple(self.box.ids))
        self.known = self.block("known", "cards that I know in others' hands", who, tuple(self.box.ids))

    def write_fields(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Set what follows from single fields."""
        seats: i64 = t.seats
        me: i64 = seat
        out[self.year + t.year] = 1
        out[self.season + t.season] = 1
        if t.tricks:
            out[self.tricks] = count(t.tricks)
        out[self.leader + (t.leader - me) % seats] = 1
        for held in t.hands[seat]:
            out[self.hands + held] = 1
        for step in range(seats):
            other = me + step
            if other >= seats:
                other -= seats
            if t.points[other]:
                out[self.points + step] = count(t.points[other])
        if t.discard:
            out[self.discard] = count(len(t.discard))
        if t.success:
            out[self.success] = count(len(t.success))
