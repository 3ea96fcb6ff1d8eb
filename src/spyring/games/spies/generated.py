"""The table of the game, written from ``fields.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.encoding import Encoding, count
from spyring.engine.knowledge import Knowledge
from spyring.engine.position import Json, Reader
from spyring.engine.state import State
from spyring.games.spies import box as b
from spyring.games.spies import words as w
from spyring.games.spies.config import Config
from spyring.games.spies.box import Box
from spyring.engine.knowledge import Backs
from spyring.games.spies import columns as c, places as p
from spyring.games.spies.domains import SECRET, SPY


class Table(State):
    """Nations are numbers 0 to 4, spies nation * 6 + number, police nation * 10 + number.

    ``spy_at`` holds a space or one of the places off the map; ``spy_face`` says which spy of its nation a
    number is, ``spies`` which nations know it; the same for police and secrets. A nation that only knows a
    strength from a Source (``glimpsed``, spies first, then police) keeps no note of it. ``secret_by`` is the
    spy that stands on a secret, or ``BY_POLICE`` + a police piece, or ``NOBODY``. ``hand`` counts chits by
    nation * 10 + kind. ``tile_at`` is the nation that holds a tile, 5 + the nation that discarded it, or
    ``PLAYED``.
    """

    config: Config
    year: i64  # 0 is 1933
    step: i64
    turn: i64  # the nation on turn
    war: i64
    points: i64  # action points left
    mover: i64  # the spy that is moving, or -1
    spaces: i64  # that it may still move
    moved: i64  # a mask of spies that have moved in this turn
    brought: i64  # a mask of secrets that the moving spy carried with its last step
    searched: i64  # a mask of spies
    shifted: i64  # a mask of police of the nation on turn that have moved
    relieved: i64  # a mask of secrets that police left in this turn
    talks: i64  # by nation, two bits: how often the nation on turn talked with it
    touched: tuple[int, ...]
    paid: tuple[int, ...]  # cities in which this turn's searches were paid for
    sourced: i64  # a reading, while a Source is looked at, or -1
    lot: i64  # with two seats, the one that runs Russia in 1933
    runner: tuple[int, ...]  # the seat of each nation
    money: list[int]
    markers: tuple[int, ...]  # by nation * 7 + year
    hand: tuple[int, ...]
    tile_at: tuple[int, ...]
    spy_at: tuple[int, ...]
    spy_face: tuple[int, ...]
    spies: Knowledge
    can: tuple[int, ...]  # by spy, the faces it can have, for every nation and for spectators
    compared: tuple[int, ...]  # results that link hidden pieces to each other: see `deductions`
    glimpsed: tuple[int, ...]
    police_at: tuple[int, ...]
    police_face: tuple[int, ...]
    police: Knowledge
    backs: Backs  # of police
    secret_at: tuple[int, ...]
    secret_by: tuple[int, ...]
    secret_face: tuple[int, ...]
    secrets: Knowledge
    proven: i64  # a mask of secrets that everyone knows to be no counterspies
    home: i64  # a mask of secrets that entered the record at the end (SPY-17.2)
    national: tuple[int, ...]  # by secret, a mask of nations
    owner: tuple[int, ...]  # by city
    homes: tuple[tuple[int, ...], ...]  # the cities of each nation, derived from the owners
    trail: tuple[int, ...]  # the spaces of the current walk, while nothing else happens; bots do not walk back
    drops: tuple[int, ...]
    cup: list[int]
    promised: tuple[int, ...]  # what one nation knows about another's hand from offers and trades
    sums: tuple[int, ...]  # of two police, known to a nation

    def __init__(self, game: Definition[Any], seats: int, config: Config) -> None:
        super().__init__(game, seats)
        self.config = config

    def clear(t) -> None:
        """An empty table."""
        t.year = w.YEARS - t.config.box.years
        t.step = p.SET_UP
        t.turn = w.GERMANY
        t.war = 0
        t.points = t.config.box.points if t.config.game_advanced else 0
        t.mover = -1
        t.spaces = 0
        t.moved = 0
        t.brought = 0
        t.searched = 0
        t.shifted = 0
        t.relieved = 0
        t.talks = 0
        t.touched = ()
        t.paid = ()
        t.sourced = -1
        t.lot = 0
        t.runner = t.config.runners(0)
        t.money = t.config.box.money[:]
        t.markers = (0,) * (w.NATIONS * w.YEARS)
        t.hand = (0,) * (w.NATIONS * w.CHITS)
        t.tile_at = p.TILES_AT_FIRST
        t.spy_at = p.unplaced(t.config.box.spies, w.SPIES)
        t.spy_face = p.own_faces(t.config.box.spies, w.SPIES)
        t.spies = p.own_known(w.SPIES)
        t.can = (p.ANY,) * p.ALL_SPIES
        t.compared = ()
        t.glimpsed = (0,) * (p.ALL_SPIES + p.ALL_POLICE)
        t.police_at = p.unplaced(t.config.box.police, w.POLICE)
        t.police_face = p.own_faces(t.config.box.police, w.POLICE)
        t.police = p.own_known(w.POLICE)
        t.backs = Backs(p.ALL_POLICE)
        t.secret_at = (p.UNPLACED,) * w.SECRETS
        t.secret_by = (p.NOBODY,) * w.SECRETS
        t.secret_face = tuple(range(w.SECRETS))
        t.secrets = Knowledge(w.SECRETS)
        t.proven = 0
        t.home = 0
        t.national = (0,) * (w.SECRETS)
        t.owner = t.config.box.owner
        t.homes = p.homes_of(t.config.box.owner)
        t.trail = ()
        t.drops = ()
        t.cup = t.config.count[:]
        t.promised = ()
        t.sums = ()

    def clear_turn(t) -> None:
        """What lasts for a turn is as on an empty table."""
        t.points = t.config.box.points if t.config.game_advanced else 0
        t.mover = -1
        t.spaces = 0
        t.moved = 0
        t.brought = 0
        t.searched = 0
        t.shifted = 0
        t.relieved = 0
        t.talks = 0
        t.touched = ()
        t.paid = ()
        t.trail = ()

    def clone(t) -> "Table":
        u = Table(t.game, int(t.seats), t.config)
        t.copy_to(u)
        u.year = t.year
        u.step = t.step
        u.turn = t.turn
        u.war = t.war
        u.points = t.points
        u.mover = t.mover
        u.spaces = t.spaces
        u.moved = t.moved
        u.brought = t.brought
        u.searched = t.searched
        u.shifted = t.shifted
        u.relieved = t.relieved
        u.talks = t.talks
        u.touched = t.touched
        u.paid = t.paid
        u.sourced = t.sourced
        u.lot = t.lot
        u.runner = t.runner
        u.money = t.money[:]
        u.markers = t.markers
        u.hand = t.hand
        u.tile_at = t.tile_at
        u.spy_at = t.spy_at
        u.spy_face = t.spy_face
        u.spies = t.spies.clone()
        u.can = t.can
        u.compared = t.compared
        u.glimpsed = t.glimpsed
        u.police_at = t.police_at
        u.police_face = t.police_face
        u.police = t.police.clone()
        u.backs = t.backs.clone()
        u.secret_at = t.secret_at
        u.secret_by = t.secret_by
        u.secret_face = t.secret_face
        u.secrets = t.secrets.clone()
        u.proven = t.proven
        u.home = t.home
        u.national = t.national
        u.owner = t.owner
        u.homes = t.homes
        u.trail = t.trail
        u.drops = t.drops
        u.cup = t.cup[:]
        u.promised = t.promised
        u.sums = t.sums
        return u

    def pack(t) -> Json:
        return {
            "year": int(t.year),
            "step": int(t.step),
            "turn": int(t.turn),
            "war": int(t.war),
            "points": int(t.points),
            "mover": int(t.mover),
            "spaces": int(t.spaces),
            "moved": int(t.moved),
            "brought": int(t.brought),
            "searched": int(t.searched),
            "shifted": int(t.shifted),
            "relieved": int(t.relieved),
            "talks": int(t.talks),
            "touched": list(t.touched),
            "paid": list(t.paid),
            "sourced": int(t.sourced),
            "lot": int(t.lot),
            "money": t.money[:],
            "markers": list(t.markers),
            "hand": list(t.hand),
            "tile_at": list(t.tile_at),
            "spy_at": list(t.spy_at),
            "spy_face": list(t.spy_face),
            "spy_seen": t.spies.seen[:],
            "can": list(t.can),
            "compared": list(t.compared),
            "glimpsed": list(t.glimpsed),
            "police_at": list(t.police_at),
            "police_face": list(t.police_face),
            "police_seen": t.police.seen[:],
            "backs": t.backs.number[:],
            "secret_at": list(t.secret_at),
            "secret_by": list(t.secret_by),
            "secret_face": list(t.secret_face),
            "secret_seen": t.secrets.seen[:],
            "proven": int(t.proven),
            "home": int(t.home),
            "national": list(t.national),
            "owner": list(t.owner),
            "drops": list(t.drops),
            "cup": t.cup[:],
            "promised": list(t.promised),
            "sums": list(t.sums),
        }

    def unpack(t, data: Json) -> None:
        t.clear()
        read = Reader(data, "table")
        read.only(("year", "step", "turn", "war", "points", "mover", "spaces", "moved", "brought", "searched", "shifted", "relieved", "talks", "touched", "paid", "sourced", "lot", "money", "markers", "hand", "tile_at", "spy_at", "spy_face", "spy_seen", "can", "compared", "glimpsed", "police_at", "police_face", "police_seen", "backs", "secret_at", "secret_by", "secret_face", "secret_seen", "proven", "home", "national", "owner", "drops", "cup", "promised", "sums",))
        t.year = read.number("year", 0, w.YEARS - 1, int(t.year))
        t.step = read.number("step", 0, p.OVER, int(t.step))
        t.turn = read.number("turn", 0, w.NATIONS - 1, int(t.turn))
        t.war = read.number("war", 0, 1, int(t.war))
        t.points = read.number("points", 0, 99, int(t.points))
        t.mover = read.number("mover", -1, p.ALL_SPIES - 1, int(t.mover))
        t.spaces = read.number("spaces", 0, 99, int(t.spaces))
        t.moved = read.number("moved", 0, p.MASK, int(t.moved))
        t.brought = read.number("brought", 0, p.MASK, int(t.brought))
        t.searched = read.number("searched", 0, p.MASK, int(t.searched))
        t.shifted = read.number("shifted", 0, p.MASK, int(t.shifted))
        t.relieved = read.number("relieved", 0, p.MASK, int(t.relieved))
        t.talks = read.number("talks", 0, 1023, int(t.talks))
        t.touched = read.sequence("touched", w.touch(w.SPIES, 0))
        t.paid = read.sequence("paid", t.config.box.cities)
        t.sourced = read.number("sourced", -1, w.reading(w.NATIONS, 0) - 1, int(t.sourced))
        t.lot = read.number("lot", 0, 1, int(t.lot))
        t.money = read.numbers("money", w.NATIONS, 0, 9999, list(t.money))
        t.markers = tuple(read.numbers("markers", w.NATIONS * w.YEARS, 0, 99, list(t.markers)))
        t.hand = tuple(read.numbers("hand", w.NATIONS * w.CHITS, 0, 99, list(t.hand)))
        t.tile_at = tuple(read.numbers("tile_at", w.TILES, 0, p.PLAYED, list(t.tile_at)))
        t.spy_at = tuple(read.numbers("spy_at", p.ALL_SPIES, p.LOWEST, t.config.box.spaces - 1, list(t.spy_at)))
        t.spy_face = tuple(read.numbers("spy_face", p.ALL_SPIES, -1, p.ALL_SPIES - 1, list(t.spy_face)))
        t.spies.note(read.numbers("spy_seen", p.ALL_SPIES, -1, 31, t.spies.seen))
        t.can = tuple(read.numbers("can", p.ALL_SPIES, 0, p.ANY, list(t.can)))
        t.compared = read.sequence("compared", w.comparison(p.ALL_SPIES, 0, 0, 0))
        t.glimpsed = tuple(read.numbers("glimpsed", p.ALL_SPIES + p.ALL_POLICE, 0, 31, list(t.glimpsed)))
        t.police_at = tuple(read.numbers("police_at", p.ALL_POLICE, p.ABSENT, t.config.box.cities - 1, list(t.police_at)))
        t.police_face = tuple(read.numbers("police_face", p.ALL_POLICE, -1, p.ALL_POLICE - 1, list(t.police_face)))
        t.police.note(read.numbers("police_seen", p.ALL_POLICE, -1, 31, t.police.seen))
        t.secret_at = tuple(read.numbers("secret_at", w.SECRETS, p.LOWEST, t.config.box.spaces - 1, list(t.secret_at)))
        t.secret_by = tuple(read.numbers("secret_by", w.SECRETS, p.NOBODY, p.BY_POLICE + p.ALL_POLICE - 1, list(t.secret_by)))
        t.secrets.note(read.numbers("secret_seen", w.SECRETS, -1, 31, t.secrets.seen))
        t.proven = read.number("proven", 0, p.MASK, int(t.proven))
        t.home = read.number("home", 0, p.MASK, int(t.home))
        t.national = tuple(read.numbers("national", w.SECRETS, 0, 31, list(t.national)))
        t.owner = tuple(read.numbers("owner", t.config.box.cities, b.NEUTRAL, w.NATIONS - 1, list(t.owner)))
        t.drops = read.sequence("drops", w.standing_drop(t.config.box.cities, 0))
        t.promised = read.sequence("promised", w.known_chit(w.NATIONS, 0, 0, 0))
        t.sums = read.sequence("sums", w.known_sum(w.NATIONS, 0, 0, 0))
        t.game.complete(t, read)


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state


def public_fields(t: Table) -> Json:
    """What all see alike, as far as it follows from single fields."""
    return {
        "year": b.FIRST_YEAR + int(t.year),
        "step": p.STEP_IDS[t.step],
        "turn": w.NATION_IDS[t.turn],
        "war": bool(t.war),
        "action_points": int(t.points) if t.config.game_advanced else None,
        "mover": SPY.label(int(t.mover)) if t.mover >= 0 else None,
        "spaces": int(t.spaces) if t.mover >= 0 else None,
        "cup": sum(t.cup),
    }


class Vector(Encoding[Table]):
    """The blocks of the vector, and those of them that follow from single fields."""

    def __init__(self, game: Definition[Any], box: Box) -> None:
        self.box = box
        super().__init__(game)

    def declare(self) -> None:
        who = self.who()
        self.year = self.block("year", "the year", w.YEAR_IDS)
        self.step = self.block("step", "the step of the turn", p.STEP_IDS)
        self.turn = self.block("turn", "the nation on turn", w.NATION_IDS)
        self.war = self.number("war", "whether there is war")
        self.points = self.number("action points", "left in this turn")
        self.mover = self.number("mover", "the spy that is moving")
        self.spaces = self.number("spaces", "how far it may still go")
        self.runner = self.block("runners", "who runs which nation", w.NATION_IDS, who)
        self.nations = self.block("nations", "what each nation has", w.NATION_IDS, c.NATION_COLUMNS)
        self.markers = self.block("markers", "markers in the record", w.NATION_IDS, w.YEAR_IDS)
        self.hand = self.block("hands", "chits of my nations", w.NATION_IDS, w.CHIT_IDS)
        self.tile_at = self.block("tiles", "1-5: held by this nation of mine, 6-10: discarded by it, 11: played, 255: unknown", self.box.tile_ids)
        self.spies = self.block("spies", "spies; face 255: unknown", SPY.labels, c.SPY_COLUMNS)
        self.police = self.block("police", "police, by the numbers on their backs (256 × high + back); strength plus one, 255: unknown; number: which of my own it is", w.NATION_IDS, w.OWN_POLICE_IDS, c.POLICE_COLUMNS)
        self.secrets = self.block("secrets", "secrets; by: a spy, or a row of police behind the spies; face 255: unknown", SECRET.labels, c.SECRET_COLUMNS)
        self.national = self.block("national", "whose national secret it is", SECRET.labels, w.NATION_IDS)
        self.owner = self.block("territory", "cities that changed hands: 1 neutral, then nations", self.box.city_ids)
        self.drops = self.block("drops", "drops", self.box.city_ids, w.NATION_IDS)
        self.cup = self.number("cup", "chits in the cup")
        self.promised = self.block("known chits", "what my nations know of hands", w.NATION_IDS, w.NATION_IDS, w.CHIT_IDS)
        self.sums = self.block("known sums", "sums of two police that I know, by their rows", c.SUMS, c.SUM_COLUMNS)
        self.about = self.block("about", "what the question is about, as its codes say; 1 where a question has no use for it", ("a", "b", "c"))
        self.chain = self.block("chain", "chits played on each other", c.CHAIN)
        self.left = self.block("left", "nations still to be asked in this window", w.NATION_IDS)
        self.answers = self.block("answers", "what my nations have answered", w.NATION_IDS)
        self.plans = self.block("plans", "where my nations will place", w.NATION_IDS, c.PLANNED)
        self.offer = self.block("offer", "who offers to whom, if it counters, if I cannot see it", c.OFFER)
        self.offered = self.block("parts", "moves that make up an offer I see: 256 × high + low is the move plus one", c.PARTS, ("high", "low"))

    def declare_memory(self) -> None:
        who = self.who()
        self.met = self.block("spies met", "faces that I have seen, by spy; 255: unknown", SPY.labels)
        self.weighed = self.block("police met", "strengths that I have seen, plus one; 255: unknown", w.NATION_IDS, w.OWN_POLICE_IDS)
        self.bounded = self.block("spies bounded", "the faces of its nation that a spy can have by what happened in the open, a bit for each", SPY.labels)

    def write_fields(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Set what follows from single fields."""
        seats: i64 = t.seats
        me: i64 = seat
        out[self.year + t.year] = 1
        out[self.step + t.step] = 1
        out[self.turn + t.turn] = 1
        if t.war:
            out[self.war] = count(t.war)
        if t.points:
            out[self.points] = count(t.points)
