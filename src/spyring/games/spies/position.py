"""Saved positions of Spies!: every value is checked, what is left out is filled in."""

from typing import TYPE_CHECKING, Final

from spyring.engine.errors import BadPosition
from spyring.engine.knowledge import Knowledge
from spyring.engine.position import Json, Reader
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.deductions import (
    ANY,
    EACH,
    FELL,
    NO_PIECE,
    faces,
    holds,
    pieces_of,
)
from spyring.games.spies.places import ABSENT, ALL_POLICE, BY_POLICE, PLAYED, RECORD

if TYPE_CHECKING:
    from spyring.games.spies.table import Table

LOWEST: Final = RECORD - w.NATIONS * w.YEARS
MASK: Final = (1 << 62) - 1

# Numbers of the table: name, least, greatest.
NUMBERS: Final = (
    ("step", 0, 6),
    ("year", 0, w.YEARS - 1),
    ("turn", 0, w.NATIONS - 1),
    ("points", 0, 99),
    ("war", 0, 1),
    ("mover", -1, BY_POLICE - 1),
    ("spaces", 0, 99),
    ("moved", 0, MASK),
    ("brought", 0, MASK),
    ("searched", 0, MASK),
    ("shifted", 0, MASK),
    ("relieved", 0, MASK),
    ("talks", 0, 1023),
    ("sourced", -1, w.reading(w.NATIONS, 0) - 1),
    ("proven", 0, MASK),
    ("home", 0, MASK),
    ("lot", 0, 1),
)


def pack(t: "Table") -> Json:
    """What lies where, JSON-ready."""
    data: Json = {
        "step": int(t.step),
        "year": int(t.year),
        "turn": int(t.turn),
        "points": int(t.points),
        "war": int(t.war),
        "mover": int(t.mover),
        "spaces": int(t.spaces),
        "moved": int(t.moved),
        "brought": int(t.brought),
        "searched": int(t.searched),
        "shifted": int(t.shifted),
        "relieved": int(t.relieved),
        "talks": int(t.talks),
        "sourced": int(t.sourced),
        "proven": int(t.proven),
        "home": int(t.home),
        "lot": int(t.lot),
        "money": t.money[:],
        "hand": t.hand[:],
        "cup": t.cup[:],
        "spy_at": t.spy_at[:],
        "spy_face": t.spy_face[:],
        "spy_seen": t.spies.seen[:],
        "police_at": t.police_at[:],
        "police_face": t.police_face[:],
        "police_seen": t.police.seen[:],
        "backs": t.backs.number[:],
        "secret_at": t.secret_at[:],
        "secret_by": t.secret_by[:],
        "secret_face": t.secret_face[:],
        "secret_seen": t.secrets.seen[:],
        "glimpsed": list(t.glimpsed),
        "can": list(t.can),
        "compared": list(t.compared),
        "sums": list(t.sums),
        "national": list(t.national),
        "owner": list(t.owner),
        "drops": list(t.drops),
        "markers": list(t.markers),
        "tile_at": list(t.tile_at),
        "promised": list(t.promised),
        "touched": list(t.touched),
        "paid": list(t.paid),
    }
    return data


def unpack(t: "Table", data: Json) -> None:
    """Read a position into an empty table."""
    read = Reader(data, "table")
    read.only(tuple(pack(t)))
    _unpack_numbers(t, read)
    t.money = read.numbers("money", w.NATIONS, 0, 9999, t.money)
    t.hand = read.numbers("hand", w.NATIONS * w.CHITS, 0, 99, t.hand)
    _unpack_cup(t, read)
    _unpack_spies(t, read)
    _unpack_police(t, read)
    _unpack_secrets(t, read)
    cities = t.agreed.box.cities
    pieces = BY_POLICE + ALL_POLICE
    t.glimpsed = tuple(read.numbers("glimpsed", pieces, 0, 31, list(t.glimpsed)))
    t.share_out(tuple(read.numbers("owner", cities, NEUTRAL, w.NATIONS - 1, list(t.owner))))
    t.markers = tuple(read.numbers("markers", w.NATIONS * w.YEARS, 0, 99, list(t.markers)))
    t.tile_at = tuple(read.numbers("tile_at", w.TILES, 0, PLAYED, list(t.tile_at)))
    t.can = tuple(read.numbers("can", BY_POLICE, 0, ANY, list(t.can)))
    t.compared = _list(read, "compared", w.comparison(BY_POLICE, 0, 0, 0))
    t.sums = _list(read, "sums", w.known_sum(w.NATIONS, 0, 0, 0))
    t.drops = _list(read, "drops", cities * w.NATIONS)
    t.promised = _list(read, "promised", w.known_chit(w.NATIONS, 0, 0, 0))
    t.touched = _list(read, "touched", w.touch(w.SPIES, 0))
    t.paid = _list(read, "paid", cities)
    t.seat_nations()
    _check(t)


def _unpack_numbers(t: "Table", read: Reader) -> None:
    found = {name: read.number(name, low, high, pack(t)[name]) for name, low, high in NUMBERS}
    t.step = found["step"]
    t.year = found["year"]
    t.turn = found["turn"]
    t.points = found["points"]
    t.war = found["war"]
    t.mover = found["mover"]
    t.spaces = found["spaces"]
    t.moved = found["moved"]
    t.brought = found["brought"]
    t.searched = found["searched"]
    t.shifted = found["shifted"]
    t.relieved = found["relieved"]
    t.talks = found["talks"]
    t.sourced = found["sourced"]
    t.proven = found["proven"]
    t.home = found["home"]
    t.lot = found["lot"]


def _list(read: Reader, key: str, below: int) -> tuple[int, ...]:
    """A list of any length."""
    given = read.data.get(key, [])
    length = len(given) if isinstance(given, list) else 0
    return tuple(read.numbers(key, length, 0, below - 1, []))


def _unpack_cup(t: "Table", read: Reader) -> None:
    """What is in no hand and stands nowhere is in the cup, if the cup is left out."""
    drops = len(read.data.get("drops", ())) if isinstance(read.data.get("drops", ()), list | tuple) else 0
    rest: list[int] = []
    for chit in range(w.CHITS):
        held = sum(t.hand[nation * w.CHITS + chit] for nation in range(w.NATIONS))
        rest.append(t.agreed.count[chit] - held - (drops if chit == w.DROP else 0))
    t.cup = read.numbers("cup", w.CHITS, 0, 99, rest)


def _unpack_spies(t: "Table", read: Reader) -> None:
    box = t.agreed.box
    t.spy_at = read.numbers("spy_at", BY_POLICE, LOWEST, box.spaces - 1, t.spy_at)
    t.spy_face = read.numbers("spy_face", BY_POLICE, -1, BY_POLICE - 1, t.spy_face)
    t.spies.seen = read.numbers("spy_seen", BY_POLICE, -1, 31, t.spies.seen)
    _check_places(t.spy_at, box.spies, w.SPIES, "spies")
    _check_faces(t.spy_face, t.spies, box.spies, w.SPIES, "spies")


def _unpack_police(t: "Table", read: Reader) -> None:
    box = t.agreed.box
    t.police_at = read.numbers("police_at", ALL_POLICE, ABSENT, box.cities - 1, t.police_at)
    t.police_face = read.numbers("police_face", ALL_POLICE, -1, ALL_POLICE - 1, t.police_face)
    t.police.seen = read.numbers("police_seen", ALL_POLICE, -1, 31, t.police.seen)
    t.backs.number = read.numbers("backs", ALL_POLICE, 0, 999999, t.backs.number)
    t.backs.issued = max(t.backs.number)
    if not read.has("backs"):
        t.backs.renew([one for one in range(ALL_POLICE) if t.police_at[one] >= 0])
    _check_places(t.police_at, box.police, w.POLICE, "police")
    _check_faces(t.police_face, t.police, box.police, w.POLICE, "police")


def _check_places(places: list[int], count: list[int], each: int, what: str) -> None:
    """Every nation has as many pieces as the box holds, those of the lowest numbers."""
    for piece, place in enumerate(places):
        nation = piece // each
        if (place != ABSENT) != (piece % each < count[nation]):
            raise BadPosition(f"{w.NATION_IDS[nation]} has {count[nation]} {what}.")


def _check_faces(faces: list[int], known: Knowledge, count: list[int], each: int, what: str) -> None:
    """Every nation has its own pieces, each once, and knows them."""
    for nation in range(w.NATIONS):
        first = nation * each
        own = sorted(face for face in faces[first : first + each] if face >= 0)
        if own != list(range(first, first + count[nation])):
            raise BadPosition(f"The {what} of {w.NATION_IDS[nation]} are not all there, each once.")
        if not all(known.seen[face] >> nation & 1 for face in own):
            raise BadPosition(f"{w.NATION_IDS[nation]} does not know its own {what}.")


def _unpack_secrets(t: "Table", read: Reader) -> None:
    box = t.agreed.box
    t.secret_at = read.numbers("secret_at", w.SECRETS, LOWEST, box.spaces - 1, t.secret_at)
    t.secret_by = read.numbers("secret_by", w.SECRETS, -1, BY_POLICE + ALL_POLICE - 1, t.secret_by)
    t.secret_face = read.permutation("secret_face", w.SECRETS)
    t.secrets.seen = read.numbers("secret_seen", w.SECRETS, -1, 31, t.secrets.seen)
    t.national = tuple(read.numbers("national", w.SECRETS, 0, 31, list(t.national)))
    for secret in range(w.SECRETS):
        by = t.secret_by[secret]
        if by < 0:
            continue
        at = t.spy_at[by] if by < BY_POLICE else t.police_at[by - BY_POLICE]
        if at < 0 or at != t.secret_at[secret]:
            raise BadPosition(f"Secret {secret + 1} lies elsewhere than the piece that stands on it.")


def _check(t: "Table") -> None:
    """What the rules rely on."""
    cities = t.agreed.box.cities
    if t.mover >= 0 and (t.mover // w.SPIES != t.turn or t.spy_at[t.mover] < 0):
        raise BadPosition("The spy that moves must be one of the nation on turn, and on the map.")
    for spy in range(BY_POLICE):
        if t.spy_at[spy] >= cities and t.mover != spy:
            raise BadPosition("Only the spy that moves can be at sea.")
    for nation in range(w.NATIONS):
        for city in range(cities):
            here = t.police_in(nation, city)
            if here > t.agreed.box.most_police + 1 or (here and t.owner[city] != nation):
                raise BadPosition(f"The police of {w.NATION_IDS[nation]} in city {city} cannot stand there.")
    proven = [s for s in range(w.SECRETS) if t.proven >> s & 1]
    if any(t.agreed.box.counterspy[t.secret_face[secret]] for secret in proven):
        raise BadPosition("A secret that everybody knows to be none is a counterspy.")
    for fact in t.sums:
        one, other = w.one_of_known_sum(fact), w.other_of_known_sum(fact)
        there = t.police_face[one] >= 0 and t.police_face[other] >= 0
        if not there or t.force(one) + t.force(other) != w.total_of_known_sum(fact):
            raise BadPosition("A sum of two police is not what it is said to be.")
    _check_conclusions(t)
    for fact in t.promised:
        held = t.hand[w.holder_of_known_chit(fact) * w.CHITS + w.chit_of_known_chit(fact)]
        if held < w.count_of_known_chit(fact):
            raise BadPosition("A nation is known to hold a chit that it does not hold.")


def _check_conclusions(t: "Table") -> None:
    """What everybody has seen of hidden pieces is true of them."""
    for spy in range(BY_POLICE):
        face = t.spy_face[spy]
        if face >= 0 and t.can[spy] >> face % w.SPIES & EACH != EACH:
            raise BadPosition("A spy has a face that somebody knows it cannot have.")
    face_of = [*faces(t), -1]
    for fact in t.compared:
        spy, one, other = pieces_of(fact)
        pair = other == NO_PIECE or face_of[other] >= 0
        rival = face_of[one] >= 0 and (one < BY_POLICE or w.result_of_comparison(fact) != FELL)
        if not (pair and rival and face_of[spy] >= 0 and holds(t.agreed.box, fact, face_of)):
            raise BadPosition("Two pieces do not compare as everybody has seen.")
