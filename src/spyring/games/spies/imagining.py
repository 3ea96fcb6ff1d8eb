"""Worlds that a seat cannot tell from the real one: what lies face down in Spies!, laid anew."""

from typing import TYPE_CHECKING

from mypy_extensions import i64

from spyring.games.spies.box import CHITS, FIRST_RANDOM, NATIONS, POLICE, TILES
from spyring.games.spies.places import ALL_POLICE, PLAYED

if TYPE_CHECKING:
    from spyring.games.spies.table import Table


def imagine(t: "Table", eyes: int) -> None:
    """Lay anew what the nations in the mask ``eyes`` do not know; everything is sorted before it is shuffled,
    so that the imagined world owes nothing to the real one.
    """
    t.spies.lay_anew(t, [t.spy_face], eyes)
    imagine_police(t, eyes)
    if t.sums:
        sum_anew(t)
    imagine_secrets(t, eyes)
    imagine_tiles(t, eyes)
    imagine_chits(t, eyes)


def imagine_police(t: "Table", eyes: int) -> None:
    """Two police whose sum a search has shown keep that sum; what else is hidden may be any piece."""
    pairs: list[int] = []
    for entry in t.sums:
        if eyes >> entry // 250000 & 1:
            pairs.append(entry % 250000)
    if not pairs:
        t.police.lay_anew(t, [t.police_face], eyes)
        return
    pairs = sorted(set(pairs))
    seen = t.police.seen
    faces = t.police_face
    free: list[int] = [face for face in faces if face >= 0 and not seen[face] & eyes]
    free.sort()
    t.shuffle(free)
    chosen = paired(t, eyes, pairs, 0, free)
    rest = [-1] * ALL_POLICE
    known = seen[:]
    for at in range(ALL_POLICE):
        face = faces[at]
        if face >= 0 and not seen[face] & eyes:
            rest[at] = seen[face]
    for at, face in chosen:
        if rest[at] >= 0:
            known[face] = rest[at]
            faces[at] = face
            rest[at] = -1
            free.remove(face)
    free.reverse()
    left: list[list[int]] = [[], [], [], [], []]  # by nation, the first to be taken last
    for face in free:
        left[face // POLICE].append(face)
    for at in range(ALL_POLICE):
        if rest[at] >= 0:
            face = left[at // POLICE].pop()
            known[face] = rest[at]
            faces[at] = face
    t.police.seen = known


def sum_anew(t: "Table") -> None:
    """Others know the sums of the police as they lie now."""
    sums = [e - e % 100 + t.force(e // 5000 % 50) + t.force(e // 100 % 50) for e in t.sums]
    t.sums = tuple(sorted(sums))


def paired(t: "Table", eyes: int, pairs: list[int], at: int, free: list[int]) -> list[tuple[int, int]]:
    """Faces for the hidden police of the pairs from number ``at`` on, in the order of ``free``."""
    if at == len(pairs):
        return []
    force = t.agreed.box.force
    total = pairs[at] % 100
    one, other = pairs[at] // 5000, pairs[at] // 100 % 50
    firsts = candidates(t, eyes, one, free)
    seconds = candidates(t, eyes, other, free)
    for first in firsts:
        for second in seconds:
            if first == second or force[first] + force[second] != total:
                continue
            left = [face for face in free if face not in (first, second)]
            found = paired(t, eyes, pairs, at + 1, left)
            if len(found) == 2 * (len(pairs) - at - 1):
                return [(one, first), (other, second), *found]
    return []


def candidates(t: "Table", eyes: int, one: int, free: list[int]) -> list[int]:
    """What a police piece can be: itself if it is known, or any hidden one of its nation."""
    face = t.police_face[one]
    if t.police.seen[face] & eyes:
        return [face]
    return [other for other in free if other // POLICE == one // POLICE]


def imagine_secrets(t: "Table", eyes: int) -> None:
    """Those that somebody controls after a Discovery are no counterspies, and get their faces first."""
    counterspy = t.agreed.box.counterspy
    faces = t.secret_face
    seen = t.secrets.seen
    proven: list[int] = []
    places: list[int] = []
    pool: list[int] = []
    who: i64 = eyes
    face: i64
    secret: i64 = -1
    for face in faces:
        secret += 1
        if not seen[face] & who:
            pool.append(face)
            if t.proven >> secret & 1:
                proven.append(secret)
            else:
                places.append(secret)
    pool.sort()
    t.shuffle(pool)
    known = seen[:]
    for secret in proven:
        at = 0
        while counterspy[pool[at]]:
            at += 1
        face = pool.pop(at)
        known[face] = seen[faces[secret]]
        faces[secret] = face
    pool.reverse()
    for secret in places:
        face = pool.pop()
        known[face] = seen[faces[secret]]
        faces[secret] = face
    t.secrets.seen = known


def imagine_tiles(t: "Table", eyes: int) -> None:
    """Random tiles of others, and which of a nation's tiles lie in its hand or among its discards."""
    at = list(t.tile_at)
    pool = [
        tile
        for tile in range(FIRST_RANDOM, TILES)
        if at[tile] != PLAYED and not eyes >> at[tile] % NATIONS & 1
    ]
    t.shuffle(pool)
    taken = 0
    for nation in range(NATIONS):
        if eyes >> nation & 1:
            continue
        hand: i64 = 0
        randoms = 0
        tiles: list[int] = []
        owner: i64 = nation
        place: i64
        number: i64 = -1
        for place in t.tile_at:
            number += 1
            if place != owner and place != NATIONS + owner:
                continue
            if place == owner:
                hand += 1
            if number >= FIRST_RANDOM:
                randoms += 1
            else:
                tiles.append(number)
        tiles += pool[taken : taken + randoms]
        taken += randoms
        tiles.sort()
        t.shuffle(tiles)
        for i in range(len(tiles)):
            at[tiles[i]] = nation if i < hand else NATIONS + nation
    t.tile_at = tuple(at)


def imagine_chits(t: "Table", eyes: int) -> None:
    """The cup and the hands of others, as far as offers and trades did not show them; what others know of
    hands from their own trades, nobody else does.
    """
    if t.promised:
        t.promised = tuple([entry for entry in t.promised if eyes >> entry // 5000 & 1])
    hand = t.hand
    cup = t.cup
    pool = cup[:]
    sizes = [0] * NATIONS
    for nation in range(NATIONS):
        if eyes >> nation & 1:
            continue
        size: i64 = 0
        first: i64 = nation * CHITS
        kind: i64
        for kind in range(CHITS):
            held: i64 = hand[first + kind]
            if held:
                pool[kind] = pool[kind] + held
                hand[first + kind] = 0
                size += held
        sizes[nation] = size
    for entry in t.promised:
        count = entry % 100
        chit = entry // 100 % CHITS
        holder = entry // 1000 % NATIONS
        if not eyes >> entry // 5000 & 1 or eyes >> holder & 1:
            continue
        more = count - hand[holder * CHITS + chit]
        if more > 0:
            hand[holder * CHITS + chit] += more
            pool[chit] -= more
            sizes[holder] -= more
    loose: list[int] = []
    for chit in range(CHITS):
        for _one in range(pool[chit]):
            loose.append(chit)
    t.shuffle(loose)
    for nation in range(NATIONS):
        for _one in range(sizes[nation]):
            hand[nation * CHITS + loose.pop()] += 1
    for chit in range(CHITS):
        cup[chit] = 0
    for chit in loose:
        cup[chit] += 1
