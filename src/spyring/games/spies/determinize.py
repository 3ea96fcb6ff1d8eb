"""Worlds that a seat cannot tell from the real one: what lies face down in Spies!, laid anew."""

from typing import Final

from mypy_extensions import i64

from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_RANDOM
from spyring.games.spies.deductions import (
    AT_MOST,
    FELL,
    NO_PIECE,
    STRONGER,
    WEAKER,
    faces,
    holds,
    pieces_of,
    possible,
    worth,
)
from spyring.games.spies.made import Table
from spyring.games.spies.pieces import force_of
from spyring.games.spies.places import ALL_SPIES, ANY, FACES, PLAYED

TRIES: Final = 6  # worlds laid by pure chance
BEYOND: Final = 999  # more than any strength


def determinize(t: Table, eyes: int) -> None:
    """Lay anew what the nations in the mask ``eyes`` do not know; everything is sorted before it is shuffled,
    so that the imagined world owes nothing to the real one.
    """
    lay_pieces(t, eyes)
    forget_conclusions(t, eyes)
    if t.sums:
        sum_anew(t)
    lay_secrets(t, eyes)
    lay_tiles(t, eyes)
    lay_chits(t, eyes)


def lay_pieces(t: Table, eyes: int) -> None:
    """Spies and police as they might be: by pure chance, so that all such worlds are equally likely; where
    too much is known for that, piece by piece.
    """
    for _try in range(TRIES):
        t.spies.lay_anew(t, [t.spy_face], eyes)
        t.police.lay_anew(t, [t.police_face], eyes)
        if fits(t, eyes):
            return
    Fitting(t, eyes).lay(t)


def fits(t: Table, eyes: int) -> bool:
    """Whether the faces agree with all that ``eyes`` have seen happen."""
    for spy in range(ALL_SPIES):
        face = t.spy_face[spy]
        if t.can[spy] != ANY and face >= 0 and not possible(t, eyes, spy) >> face % w.SPIES & 1:
            return False
    for fact in t.sums:
        if eyes >> w.nation_of_known_sum(fact) & 1 and total_of(t, fact) != w.total_of_known_sum(fact):
            return False
    if t.compared:
        face_of = faces(t)
        for fact in t.compared:
            if not holds(t.agreed.box, fact, face_of):
                return False
    return True


class Fitting:
    """A search for faces of hidden pieces: always for the piece next that has the fewest to choose from.

    Pieces and faces are numbered with police after spies; a pool holds the hidden faces of a nation's spies
    or police. ``low`` and ``high`` bound the strength of each piece. A result says that the strength of one
    piece less that of two others is between two numbers.
    """

    def __init__(self, t: Table, eyes: int) -> None:
        self.box = t.agreed.box
        self.face = faces(t)
        self.can: list[int] = [possible(t, eyes, spy) for spy in range(ALL_SPIES)]
        self.hidden: list[int] = []
        self.pools: list[list[int]] = [[] for _pool in range(2 * w.NATIONS)]
        self.low: list[int] = [0] * (NO_PIECE + 1)
        self.high: list[int] = [0] * (NO_PIECE + 1)
        self.results: list[tuple[int, int, int, int, int]] = []
        self.fallen: list[tuple[int, int]] = []
        self.tries = 0
        self.hide(t, eyes)
        self.read(t, eyes)

    def hide(self, t: Table, eyes: int) -> None:
        """Take off the faces that are to be found."""
        for piece in range(NO_PIECE):
            face = self.face[piece]
            if face < 0:
                continue
            seen = t.spies.seen[face] if face < ALL_SPIES else t.police.seen[face - ALL_SPIES]
            if seen & eyes:
                self.low[piece] = self.high[piece] = worth(self.box, face)
            else:
                self.high[piece] = BEYOND
                self.hidden.append(piece)
                self.pools[pool_of(piece)].append(face)
                self.face[piece] = -1

    def read(self, t: Table, eyes: int) -> None:
        """What is known of pieces together; two police with a known sum are less than nothing by it."""
        for fact in t.compared:
            spy, one, other = pieces_of(fact)
            result = w.result_of_comparison(fact)
            if result == FELL:
                self.fallen.append((spy, one))
            elif result in (WEAKER, AT_MOST):
                self.results.append((spy, one, other, -BEYOND, -1 if result == WEAKER else 0))
            else:
                self.results.append((spy, one, other, 1 if result == STRONGER else 0, BEYOND))
        for fact in t.sums:
            if eyes >> w.nation_of_known_sum(fact) & 1:
                one = ALL_SPIES + w.one_of_known_sum(fact)
                other = ALL_SPIES + w.other_of_known_sum(fact)
                total = w.total_of_known_sum(fact)
                self.results.append((NO_PIECE, one, other, -total, -total))

    def lay(self, t: Table) -> None:
        """Find faces and lay them; whoever knew what lay in a place knows what lies there now."""
        limit = len(self.hidden)
        while not self.found(t, limit):
            limit *= 2
        for piece in self.hidden:
            if self.face[piece] < 0:
                self.face[piece] = self.pools[pool_of(piece)].pop()
        spies, police = t.spies.seen[:], t.police.seen[:]
        for piece in self.hidden:
            if piece < ALL_SPIES:
                spies[self.face[piece]] = t.spies.seen[t.spy_face[piece]]
            else:
                seen = t.police.seen[t.police_face[piece - ALL_SPIES]]
                police[self.face[piece] - ALL_SPIES] = seen
        for piece in self.hidden:
            if piece < ALL_SPIES:
                t.spy_face[piece] = self.face[piece]
            else:
                t.police_face[piece - ALL_SPIES] = self.face[piece] - ALL_SPIES
        t.spies.seen = spies
        t.police.seen = police

    def found(self, t: Table, limit: int) -> bool:
        """Search from the beginning, in another order, but not for ever: a bad choice is found out late."""
        for pool in self.pools:
            pool.sort()
            t.shuffle(pool)
        self.tries = limit
        low, high = self.low[:], self.high[:]
        solved = self.solve([piece for piece in self.hidden if self.is_bound(piece)])
        self.low, self.high = low, high
        return solved

    def is_bound(self, piece: int) -> bool:
        """Whether anything is known of a hidden piece."""
        for a, b, c, _least, _most in self.results:
            if piece in (a, b, c):
                return True
        for victim, killer in self.fallen:
            if piece in (victim, killer):
                return True
        if piece < ALL_SPIES:
            for face in self.pools[pool_of(piece)]:
                if not self.can[piece] >> face % w.SPIES & 1:
                    return True
        return False

    def solve(self, left: list[int]) -> bool:
        """Find faces for all these pieces; whether there are any, as far as was searched."""
        if not left:
            return True
        self.tries -= 1
        if self.tries < 0 or not self.tighten(left):
            return False
        piece = -1
        choice: list[int] = []
        for other in left:
            fitting = self.fitting(other)
            if piece < 0 or len(fitting) < len(choice):
                piece, choice = other, fitting
                if len(choice) < 2:
                    break
        rest = [other for other in left if other != piece]
        pool = self.pools[pool_of(piece)]
        low, high = self.low, self.high
        for face in choice:
            at = pool.index(face)
            del pool[at]
            self.low, self.high = low[:], high[:]
            self.low[piece] = self.high[piece] = worth(self.box, face)
            self.face[piece] = face
            if self.solve(rest):
                return True
            pool.insert(at, face)
        self.low, self.high = low, high
        self.face[piece] = -1
        return False

    def fitting(self, piece: int) -> list[int]:
        """The faces that a piece can have, beside those found so far."""
        found: list[int] = []
        for face in self.pools[pool_of(piece)]:
            if self.low[piece] <= worth(self.box, face) <= self.high[piece]:
                if piece >= ALL_SPIES or (self.can[piece] >> face % w.SPIES & 1 and self.falls(piece, face)):
                    found.append(face)
        return found

    def falls(self, piece: int, face: int) -> bool:
        """A Cousin has fallen to a Cousin only."""
        for victim, killer in self.fallen:
            if victim == piece and self.face[killer] >= 0:
                if self.box.cousin[face] and not self.box.cousin[self.face[killer]]:
                    return False
            elif killer == piece and self.face[victim] >= 0:
                if self.box.cousin[self.face[victim]] and not self.box.cousin[face]:
                    return False
        return True

    def tighten(self, left: list[int]) -> bool:
        """Bring the bounds together as far as the results do; whether every piece is left with a face."""
        low, high = self.low, self.high
        before: list[int] = []
        while before != low + high:
            before = low + high
            for piece in left:
                strengths = [worth(self.box, face) for face in self.fitting(piece)]
                if not strengths:
                    return False
                low[piece], high[piece] = min(strengths), max(strengths)
            for a, b, c, least, most in self.results:
                low[a] = max(low[a], least + low[b] + low[c])
                high[a] = min(high[a], most + high[b] + high[c])
                low[b] = max(low[b], low[a] - high[c] - most)
                high[b] = min(high[b], high[a] - low[c] - least)
                low[c] = max(low[c], low[a] - high[b] - most)
                high[c] = min(high[c], high[a] - low[b] - least)
                if low[a] > high[a] or low[b] > high[b] or low[c] > high[c]:
                    return False
        return True


def pool_of(piece: int) -> int:
    """The number of the pool out of which a piece has its face."""
    return piece // w.SPIES if piece < ALL_SPIES else w.NATIONS + (piece - ALL_SPIES) // w.POLICE


def forget_conclusions(t: Table, eyes: int) -> None:
    """What others know of spies that were mixed, nobody else does: to them it is what everybody knows."""
    can: list[int] = []
    for mask in t.can:
        if mask != ANY:
            public = mask >> w.SPIES * w.NATIONS & FACES
            for nation in range(w.NATIONS):
                if not eyes >> nation & 1:
                    mask = mask & ~(FACES << w.SPIES * nation) | public << w.SPIES * nation
        can.append(mask)
    t.can = tuple(can)


def sum_anew(t: Table) -> None:
    """Others know the sums of the police as they lie now."""
    sums = [fact - w.total_of_known_sum(fact) + total_of(t, fact) for fact in t.sums]
    t.sums = tuple(sorted(sums))


def total_of(t: Table, fact: int) -> int:
    """What the two police of a known sum are worth together, as they lie now."""
    return force_of(t, w.one_of_known_sum(fact)) + force_of(t, w.other_of_known_sum(fact))


def lay_secrets(t: Table, eyes: int) -> None:
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


def lay_tiles(t: Table, eyes: int) -> None:
    """Random tiles of others, and which of a nation's tiles lie in its hand or among its discards."""
    at = list(t.tile_at)
    pool = [
        tile
        for tile in range(FIRST_RANDOM, w.TILES)
        if at[tile] != PLAYED and not eyes >> at[tile] % w.NATIONS & 1
    ]
    t.shuffle(pool)
    taken = 0
    for nation in range(w.NATIONS):
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
            if place != owner and place != w.NATIONS + owner:
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
            at[tiles[i]] = nation if i < hand else w.NATIONS + nation
    t.tile_at = tuple(at)


def lay_chits(t: Table, eyes: int) -> None:
    """The cup and the hands of others, as far as offers and trades did not show them; what others know of
    hands from their own trades, nobody else does.
    """
    if t.promised:
        t.promised = tuple([fact for fact in t.promised if eyes >> w.knower_of_known_chit(fact) & 1])
    hand = t.hand
    cup = t.cup
    pool = cup[:]
    sizes = [0] * w.NATIONS
    for nation in range(w.NATIONS):
        if eyes >> nation & 1:
            continue
        size: i64 = 0
        first: i64 = nation * w.CHITS
        kind: i64
        for kind in range(w.CHITS):
            held: i64 = hand[first + kind]
            if held:
                pool[kind] = pool[kind] + held
                hand[first + kind] = 0
                size += held
        sizes[nation] = size
    for fact in t.promised:
        count = w.count_of_known_chit(fact)
        chit = w.chit_of_known_chit(fact)
        holder = w.holder_of_known_chit(fact)
        if eyes >> holder & 1:
            continue
        more = count - hand[holder * w.CHITS + chit]
        if more > 0:
            hand[holder * w.CHITS + chit] += more
            pool[chit] -= more
            sizes[holder] -= more
    loose: list[int] = []
    for chit in range(w.CHITS):
        for _one in range(pool[chit]):
            loose.append(chit)
    t.shuffle(loose)
    for nation in range(w.NATIONS):
        for _one in range(sizes[nation]):
            hand[nation * w.CHITS + loose.pop()] += 1
    for chit in range(w.CHITS):
        cup[chit] = 0
    for chit in loose:
        cup[chit] += 1
