"""The table of Kraków: what lies where, and who knows what."""

from typing import Any, Final

from mypy_extensions import i64

from spyring.engine.errors import BadPosition
from spyring.engine.game import Game
from spyring.engine.knowledge import Knowledge, lay_row
from spyring.engine.options import Value
from spyring.engine.position import Reader
from spyring.engine.seats import PUBLIC
from spyring.engine.state import Json, State
from spyring.games.krakow import words as w
from spyring.games.krakow.box import CUBES, FIELD_CAP, GOLD_CAP, HAND, TRICKS, Box

OWN: Final = [1, 2, 4, 8]  # what lies before each seat is known to it


class Agreement(w.Options):
    """What the seats agreed on before the game: the box and the options. Shared by all clones."""

    def __init__(self, box: Box, options: dict[str, Value]) -> None:
        super().__init__(options)
        self.box = box
        self.allotments: list[int] = [w.ALLOT + district for district in box.gold_districts]


class Table(State):
    """Cards are numbers 0..55, markers are counted by field and team.

    ``board[(district * 4 + type) * 2 + team]`` counts markers. ``known`` says who
    knows where a card lies; a card's own place is in exactly one of ``hands``, ``trick``, ``discard``
    (bottom first) and ``success``.
    """

    agreed: Agreement
    year: i64  # 0 is 1325
    season: i64  # 4 during the year-end actions
    tricks: i64  # finished in this season
    leader: i64
    hands: list[list[int]]
    trick: list[int]
    last: tuple[int, ...]  # the last trick of this season: leader, 1 if it succeeded, 2 if blocked, cards
    discard: list[int]
    success: list[int]
    known: Knowledge
    identity: tuple[int, ...]  # group by seat
    holder: tuple[int, ...]  # seat by season
    board: list[int]
    chest: list[int]  # by seat
    supply: list[int]  # by team
    extra: list[int]  # cards dealt more or fewer this year, by team
    points: list[int]  # own points by seat
    group_points: list[int]

    def __init__(self, game: Game, agreed: Agreement) -> None:
        super().__init__(game, w.SEATS)
        self.agreed = agreed

    def clear(self) -> None:
        """An empty table at the start of 1325."""
        self.year = 0
        self.season = 0
        self.tricks = 0
        self.leader = 0
        self.hands = [[], [], [], []]
        self.trick = []
        self.last = ()
        self.discard = list(range(w.CARDS))
        self.success = []
        self.known = Knowledge(w.CARDS)
        self.identity = (0, 1, 2, 3)
        self.holder = (0, 1, 2, 3)
        self.board = [0] * (w.DISTRICTS * w.TYPES * 2)
        self.chest = [0] * w.SEATS
        self.supply = [CUBES, CUBES]
        self.extra = [0, 0]
        self.points = [0] * w.SEATS
        self.group_points = [0] * w.GROUPS

    # -- what the engine asks ----------------------------------------------------------------------

    def clone(self) -> "Table":
        t = Table(self.game, self.agreed)
        self.copy_to(t)
        t.year = self.year
        t.season = self.season
        t.tricks = self.tricks
        t.leader = self.leader
        hands = self.hands
        t.hands = [hands[0][:], hands[1][:], hands[2][:], hands[3][:]]
        t.trick = self.trick[:]
        t.last = self.last
        t.discard = self.discard[:]
        t.success = self.success[:]
        t.known = self.known.clone()
        t.identity = self.identity
        t.holder = self.holder
        t.board = self.board[:]
        t.chest = self.chest[:]
        t.supply = self.supply[:]
        t.extra = self.extra[:]
        t.points = self.points[:]
        t.group_points = self.group_points[:]
        return t

    def imagine(self, seat: int) -> None:
        """Lay anew what ``seat`` does not know: cards among their places, identities, season cards not yet
        shown.

        Knowledge belongs to the place: whoever knew the old card there knows the new one. What is laid
        depends on what ``seat`` knows and on chance alone, never on how the hidden things really lie.
        """
        who: i64 = 1 << seat
        self.known.lay_anew(self, [*self.hands, self.discard], who)
        identity = list(self.identity)
        lay_row(self, identity, OWN, who)
        self.identity = tuple(identity)
        if self.season + 1 < w.SEASONS:
            self._imagine_seasons(who)

    def _imagine_seasons(self, who: i64) -> None:
        """A season card is known to its holder, and to all when its season has begun (KRK-R31)."""
        holder = list(self.holder)
        seen = [PUBLIC if season <= self.season else 1 << holder[season] for season in range(w.SEASONS)]
        lay_row(self, holder, seen, who)
        self.holder = tuple(holder)

    def census(self) -> dict[str, int]:
        count = dict.fromkeys(self.agreed.box.ids, 0)
        for pile in (*self.hands, self.trick, self.discard, self.success):
            for card in pile:
                count[self.agreed.box.ids[card]] += 1
        for team, name in enumerate(w.TEAM_IDS):
            on_board = sum(self.board[team::2])
            count[f"{name} cubes"] = self.supply[team] + on_board + self.chest[team] + self.chest[team + 2]
        for group in self.identity:
            count[f"identity {w.GROUP_IDS[group]}"] = self.identity.count(group)
        for season in range(w.SEASONS):
            count[f"season card {w.SEASON_IDS[season]}"] = 1 if sorted(self.holder) == [0, 1, 2, 3] else 0
        return count

    def pack(self) -> Json:
        return {
            "year": int(self.year),
            "season": int(self.season),
            "tricks": int(self.tricks),
            "leader": int(self.leader),
            "hands": [self._names(hand) for hand in self.hands],
            "trick": self._names(self.trick),
            "last": [*self.last[:2], *self._names(list(self.last[2:]))],
            "discard": self._names(self.discard),
            "success": self._names(self.success),
            "seen": self.known.seen[:],
            "identity": list(self.identity),
            "holder": list(self.holder),
            "board": self.board[:],
            "chest": self.chest[:],
            "extra": self.extra[:],
            "points": self.points[:],
            "group_points": self.group_points[:],
        }

    def unpack(self, data: Json) -> None:
        """Read a position. Cards that are named nowhere go under the discard pile, if the pile itself is
        left out.
        """
        self.clear()
        read = Reader(data, "table")
        read.only(tuple(self.pack()))
        self.year = read.number("year", 0, self.agreed.years - 1, 0)
        self.season = read.number("season", 0, w.SEASONS, 0)
        self.tricks = read.number("tricks", 0, TRICKS, 0)
        self.leader = read.number("leader", 0, w.SEATS - 1, 0)
        self._unpack_cards(read)
        self.identity = tuple(read.permutation("identity", w.SEATS))
        self.holder = tuple(read.permutation("holder", w.SEATS))
        self.board = read.numbers("board", w.DISTRICTS * w.TYPES * 2, 0, CUBES, self.board)
        self.chest = read.numbers("chest", w.SEATS, 0, CUBES, self.chest)
        self.extra = read.numbers("extra", 2, -1, 1, self.extra)
        self.points = read.numbers("points", w.SEATS, 0, 999, self.points)
        self.group_points = read.numbers("group_points", w.GROUPS, -999, 999, self.group_points)
        self._unpack_supply()

    def _unpack_cards(self, read: Reader) -> None:
        ids = self.agreed.box.ids
        hands = read.lists("hands", w.SEATS, ids)
        self.hands = hands if hands is not None else [[], [], [], []]
        self.trick = read.things("trick", ids) or []
        self.last = self._unpack_last(read.data.get("last", []))
        self.success = read.things("success", ids) or []
        placed = [card for pile in (*self.hands, self.trick, self.success) for card in pile]
        discard = read.things("discard", ids)
        self.discard = (
            discard if discard is not None else [card for card in range(w.CARDS) if card not in placed]
        )
        self.known.seen = read.numbers("seen", w.CARDS, -1, 15, self.known.seen)
        if not read.has("seen"):
            self.known.deal([*self.trick, *self.success], PUBLIC)
            for seat in range(w.SEATS):
                self.known.deal(self.hands[seat], 1 << seat)
        for seat in range(w.SEATS):
            if len(self.hands[seat]) > HAND + 2:
                raise BadPosition(
                    f"Hand {seat} has {len(self.hands[seat])} cards; more than {HAND + 2} cannot be."
                )

    def _unpack_last(self, data: Any) -> tuple[int, ...]:
        if data == []:
            return ()
        if not isinstance(data, list) or len(data) != 2 + w.SEATS:
            raise BadPosition("last in table must be a leader, a result, and four cards.")
        read = Reader({"last": data[:2], "cards": data[2:]}, "table")
        cards = read.things("cards", self.agreed.box.ids) or []
        return (*read.numbers("last", 2, 0, w.SEATS - 1, []), *cards)

    def _unpack_supply(self) -> None:
        box = self.agreed.box
        for place in range(w.DISTRICTS * w.TYPES):
            white, black = self.board[place * 2], self.board[place * 2 + 1]
            here = white + black if self.agreed.field_cap_shared else max(white, black)
            cap = GOLD_CAP if place % w.TYPES == w.GOLD else FIELD_CAP
            if here and not box.field[place]:
                raise BadPosition(f"There are markers on field {place}, which the district does not have.")
            if here > cap:
                raise BadPosition(f"Field {place} holds {here} markers; it takes {cap}.")
        for team in range(2):
            used = sum(self.board[team::2]) + self.chest[team] + self.chest[team + 2]
            if used > CUBES:
                raise BadPosition(
                    f"{w.TEAM_IDS[team]} has {used} cubes on the board and in its chests; it owns {CUBES}."
                )
            self.supply[team] = CUBES - used

    def _names(self, cards: list[int]) -> list[str]:
        ids = self.agreed.box.ids
        return [ids[card] for card in cards]

    # -- what the rules use ------------------------------------------------------------------------

    def room(self, place: int, team: int) -> int:
        """How many more markers of ``team`` the field takes (KRK-7.7, KRK-11.5, KRK-R3)."""
        cap = GOLD_CAP if place % w.TYPES == w.GOLD else FIELD_CAP
        here = self.board[place * 2 + team]
        if self.agreed.field_cap_shared:
            here += self.board[place * 2 + 1 - team]
        return max(0, cap - here)


def components(box: Box) -> dict[str, int]:
    """What the census must find at any time (KRK-D16, KRK-D17)."""
    count = dict.fromkeys(box.ids, 1)
    for name in w.TEAM_IDS:
        count[f"{name} cubes"] = CUBES
    for group in w.GROUP_IDS:
        count[f"identity {group}"] = 1
    for season in w.SEASON_IDS:
        count[f"season card {season}"] = 1
    return count


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state
