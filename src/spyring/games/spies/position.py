"""Saved positions of Spies!, and what must be in every one of them."""

from spyring.engine.errors import BadPosition
from spyring.engine.knowledge import Knowledge
from spyring.engine.position import Reader
from spyring.games.spies import words as w
from spyring.games.spies.box import Box
from spyring.games.spies.deductions import FELL, NO_PIECE, faces, holds, pieces_of
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import seat_nations, share_out
from spyring.games.spies.pieces import force_of, police_in
from spyring.games.spies.places import ABSENT, ALL_POLICE, BY_POLICE, EACH, PLAYED, UNPLACED


def complete(t: Table, read: Reader) -> None:
    """Fill in what is left out: unnamed chits are in the cup, police on the map have backs, and cities and
    nations follow from their owners and the year.
    """
    _fill_cup(t, read)
    t.secret_face = tuple(read.permutation("secret_face", w.SECRETS))
    t.backs.number = read.numbers("backs", ALL_POLICE, 0, 999999, t.backs.number)
    t.backs.issued = max(t.backs.number)
    if not read.has("backs"):
        t.backs.renew([one for one in range(ALL_POLICE) if t.police_at[one] >= 0])
    share_out(t, t.owner)
    seat_nations(t)
    _check_pieces(t)
    _check(t)


def _fill_cup(t: Table, read: Reader) -> None:
    rest = [t.config.count[chit] - _drawn(t, chit) for chit in range(w.CHITS)]
    t.cup = read.numbers("cup", w.CHITS, 0, 99, rest)


def _drawn(t: Table, chit: int) -> int:
    """How many chits of a kind are in hands, or stand in cities."""
    held = sum([t.hand[nation * w.CHITS + chit] for nation in range(w.NATIONS)])
    return held + (len(t.drops) if chit == w.DROP else 0)


def _check_pieces(t: Table) -> None:
    box = t.config.box
    _check_places(t.spy_at, box.spies, w.SPIES, "spies")
    _check_faces(t.spy_face, t.spies, box.spies, w.SPIES, "spies")
    _check_places(t.police_at, box.police, w.POLICE, "police")
    if any(place < UNPLACED and place != ABSENT for place in t.police_at):
        raise BadPosition("Police are in a city or not yet placed.")
    _check_faces(t.police_face, t.police, box.police, w.POLICE, "police")
    for secret in range(w.SECRETS):
        by = t.secret_by[secret]
        if by < 0:
            continue
        at = t.spy_at[by] if by < BY_POLICE else t.police_at[by - BY_POLICE]
        if at < 0 or at != t.secret_at[secret]:
            raise BadPosition(f"Secret {secret + 1} and the piece that controls it are in different places.")


def _check_places(places: tuple[int, ...], count: list[int], each: int, what: str) -> None:
    """Every nation has as many pieces as the box holds, with the lowest numbers."""
    for piece, place in enumerate(places):
        nation = piece // each
        if (place != ABSENT) != (piece % each < count[nation]):
            raise BadPosition(f"{w.NATION_IDS[nation]} has {count[nation]} {what}.")


def _check_faces(faces: tuple[int, ...], known: Knowledge, count: list[int], each: int, what: str) -> None:
    """Every nation has its own pieces, each once, and knows them."""
    for nation in range(w.NATIONS):
        first = nation * each
        own = sorted(face for face in faces[first : first + each] if face >= 0)
        if own != list(range(first, first + count[nation])):
            raise BadPosition(f"{w.NATION_IDS[nation]} must have each of its {what} exactly once.")
        if not all(known.seen[face] >> nation & 1 for face in own):
            raise BadPosition(f"{w.NATION_IDS[nation]} does not know its own {what}.")


def _check(t: Table) -> None:
    """Check what the rules rely on."""
    cities = t.config.box.cities
    if t.mover >= 0 and (t.mover // w.SPIES != t.turn or t.spy_at[t.mover] < 0):
        raise BadPosition("The spy that moves must be one of the nation on turn, and on the map.")
    for spy in range(BY_POLICE):
        if t.spy_at[spy] >= cities and t.mover != spy:
            raise BadPosition("Only the spy that moves can be at sea.")
    for nation in range(w.NATIONS):
        for city in range(cities):
            here = len(police_in(t, nation, city))
            if here > t.config.box.most_police + 1 or (here and t.owner[city] != nation):
                raise BadPosition(f"The police of {w.NATION_IDS[nation]} in city {city} cannot stand there.")
    proven = [s for s in range(w.SECRETS) if t.proven >> s & 1]
    if any(t.config.box.counterspy[t.secret_face[secret]] for secret in proven):
        raise BadPosition("A piece that everybody knows is not a secret must be a counterspy.")
    for fact in t.sums:
        one, other = w.one_of_known_sum(fact), w.other_of_known_sum(fact)
        there = t.police_face[one] >= 0 and t.police_face[other] >= 0
        if not there or force_of(t, one) + force_of(t, other) != w.total_of_known_sum(fact):
            raise BadPosition("The known sum of two police strengths is wrong.")
    _check_conclusions(t)
    for fact in t.promised:
        held = t.hand[w.holder_of_known_chit(fact) * w.CHITS + w.chit_of_known_chit(fact)]
        if held < w.count_of_known_chit(fact):
            raise BadPosition("A nation is known to hold a chit that it does not hold.")


def _check_conclusions(t: Table) -> None:
    """What everyone has deduced about hidden pieces must be true."""
    for spy in range(BY_POLICE):
        face = t.spy_face[spy]
        if face >= 0 and t.can[spy] >> face % w.SPIES & EACH != EACH:
            raise BadPosition("A spy has a face that somebody knows it cannot have.")
    face_of = [*faces(t), -1]
    for fact in t.compared:
        spy, one, other = pieces_of(fact)
        pair = other == NO_PIECE or face_of[other] >= 0
        rival = face_of[one] >= 0 and (one < BY_POLICE or w.result_of_comparison(fact) != FELL)
        if not (pair and rival and face_of[spy] >= 0 and holds(t.config.box, fact, face_of)):
            raise BadPosition("Two pieces do not compare as everybody has seen.")


def census(t: Table) -> dict[str, int]:
    """SPY-D20: chits, spies, secrets, police and tiles."""
    box = t.config.box
    count: dict[str, int] = {}
    for chit in range(w.CHITS):
        out = box.count[chit] - t.config.count[chit]
        count[w.CHIT_IDS[chit]] = t.cup[chit] + _drawn(t, chit) + out
    for nation, name in enumerate(w.NATION_IDS):
        count[f"spies of {name}"] = _different(t.spy_face, nation, w.SPIES)
        count[f"police of {name}"] = _different(t.police_face, nation, w.POLICE)
    count["secrets"] = len(set(t.secret_face))
    count["tiles"] = len([tile for tile in range(w.TILES) if 0 <= t.tile_at[tile] <= PLAYED])
    return count


def _different(faces: tuple[int, ...], nation: int, each: int) -> int:
    return len({face for face in faces[nation * each : nation * each + each] if face >= 0})


def components(box: Box) -> dict[str, int]:
    """What the census must always find (SPY-D20)."""
    count = {w.CHIT_IDS[chit]: box.count[chit] for chit in range(w.CHITS)}
    for nation, name in enumerate(w.NATION_IDS):
        count[f"spies of {name}"] = box.spies[nation]
        count[f"police of {name}"] = box.police[nation]
    count["secrets"] = w.SECRETS
    count["tiles"] = w.TILES
    return count
