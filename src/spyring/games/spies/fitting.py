"""Finds faces for hidden pieces that agree with everything known about them."""

from typing import Final

from spyring.games.spies import deductions as d
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.places import ALL_POLICE, ALL_SPIES

POOLS: Final = [  # the pool that each piece gets its face from
    *[spy // w.SPIES for spy in range(ALL_SPIES)],
    *[w.NATIONS + one // w.POLICE for one in range(ALL_POLICE)],
]


class Fitting:
    """A search for faces of hidden pieces; it continues with the piece that has the fewest choices.

    Pieces and faces are numbered with police after spies; a pool holds the hidden faces of a nation's spies
    or police. ``low`` and ``high`` bound the strength of each piece, ``choices`` counts the faces it can
    have. A result says that the strength of one piece minus that of two others is between two numbers.
    """

    def __init__(self, t: Table, eyes: int) -> None:
        self.box = t.config.box
        self.worth: list[int] = self.box.strength + self.box.force  # by face
        self.face = d.faces(t)
        self.can: list[int] = [d.possible(t, eyes, spy) for spy in range(ALL_SPIES)]
        self.hidden: list[int] = []
        self.pools: list[list[int]] = [[] for _pool in range(2 * w.NATIONS)]
        self.low: list[int] = [0] * (d.NO_PIECE + 1)
        self.high: list[int] = [0] * (d.NO_PIECE + 1)
        self.choices: list[int] = [0] * d.NO_PIECE
        self.results: list[tuple[int, int, int, int, int]] = []
        self.about: list[list[int]] = [[] for _piece in range(d.NO_PIECE + 1)]  # the results of each piece
        self.fallen: list[tuple[int, int]] = []
        self.tries = 0
        self.hide(t, eyes)
        self.read(t, eyes)
        for number, (a, b, c, _least, _most) in enumerate(self.results):
            for piece in (a, b, c):
                self.about[piece].append(number)
        self.bound: list[int] = [piece for piece in self.hidden if self.is_bound(piece)]

    def hide(self, t: Table, eyes: int) -> None:
        """Remove the faces to be found."""
        seen = t.spies.seen + t.police.seen
        for piece in range(d.NO_PIECE):
            face = self.face[piece]
            if face < 0:
                continue
            if seen[face] & eyes:
                self.low[piece] = self.high[piece] = self.worth[face]
            else:
                self.high[piece] = d.BEYOND
                self.hidden.append(piece)
                self.pools[POOLS[piece]].append(face)
                self.face[piece] = -1

    def read(self, t: Table, eyes: int) -> None:
        """Read what is known about several pieces; the sum of two police is a result with ``NO_PIECE``."""
        for fact in t.compared:
            spy, one, other = d.pieces_of(fact)
            result = w.result_of_comparison(fact)
            if result == d.FELL:
                self.fallen.append((spy, one))
            else:
                self.results.append((spy, one, other, *d.AHEAD[result]))
        for fact in t.sums:
            if eyes >> w.nation_of_known_sum(fact) & 1:
                one = ALL_SPIES + w.one_of_known_sum(fact)
                other = ALL_SPIES + w.other_of_known_sum(fact)
                total = w.total_of_known_sum(fact)
                self.results.append((d.NO_PIECE, one, other, -total, -total))

    def assign(self, t: Table) -> None:
        """Find and assign faces; a nation that knew the old face of a piece knows the new one."""
        limit = len(self.hidden)
        while not self.found(t, limit):
            limit *= 2
        for piece in self.hidden:
            if self.face[piece] < 0:
                self.face[piece] = self.pools[POOLS[piece]].pop()
        before = d.faces(t)
        seen = t.spies.seen + t.police.seen
        noted = seen[:]
        for piece in self.hidden:
            noted[self.face[piece]] = seen[before[piece]]
        t.spies.note(noted[:ALL_SPIES])
        t.police.note(noted[ALL_SPIES:])
        t.spy_face = tuple(self.face[:ALL_SPIES])
        t.police_face = tuple([max(-1, face - ALL_SPIES) for face in self.face[ALL_SPIES:]])

    def found(self, t: Table, limit: int) -> bool:
        """Search in a new order, with limited tries, because the search notices a bad choice late."""
        for pool in self.pools:
            pool.sort()
            t.shuffle(pool)
        self.tries = limit
        low, high = self.low[:], self.high[:]
        solved = self.solve(self.bound, -1)
        self.low, self.high = low, high
        return solved

    def is_bound(self, piece: int) -> bool:
        """Whether anything is known of a hidden piece."""
        if self.about[piece]:
            return True
        for victim, killer in self.fallen:
            if piece in (victim, killer):
                return True
        if piece < ALL_SPIES:
            for face in self.pools[POOLS[piece]]:
                if not self.can[piece] >> face % w.SPIES & 1:
                    return True
        return False

    def solve(self, left: list[int], last: int) -> bool:
        """Find faces for all these pieces, after ``last`` got one; returns whether the search succeeded."""
        if not left:
            return True
        self.tries -= 1
        if self.tries < 0 or not self.tighten(left, last):
            return False
        low, high, choices = self.low, self.high, self.choices
        piece = left[0]
        for other in left:
            if choices[other] < choices[piece]:
                piece = other
        rest = [other for other in left if other != piece]
        pool = self.pools[POOLS[piece]]
        for face in [face for face in pool if self.fits(piece, face)]:
            at = pool.index(face)
            del pool[at]
            self.low, self.high, self.choices = low[:], high[:], choices[:]
            self.low[piece] = self.high[piece] = self.worth[face]
            self.face[piece] = face
            if self.solve(rest, piece):
                return True
            pool.insert(at, face)
        self.low, self.high, self.choices = low, high, choices
        self.face[piece] = -1
        return False

    def fits(self, piece: int, face: int) -> bool:
        """Whether a piece can have a face, given the faces found so far."""
        if not self.low[piece] <= self.worth[face] <= self.high[piece]:
            return False
        return piece >= ALL_SPIES or (
            self.can[piece] >> face % w.SPIES & 1 != 0 and (not self.fallen or self.falls(piece, face))
        )

    def falls(self, piece: int, face: int) -> bool:
        """Only a Cousin can have killed a Cousin."""
        for victim, killer in self.fallen:
            if victim == piece and self.face[killer] >= 0:
                if self.box.cousin[face] and not self.box.cousin[self.face[killer]]:
                    return False
            elif killer == piece and self.face[victim] >= 0:
                if self.box.cousin[self.face[victim]] and not self.box.cousin[face]:
                    return False
        return True

    def tighten(self, left: list[int], last: int) -> bool:
        """Tighten the bounds by the results; returns whether every piece still has a possible face. Only the
        results of ``last`` can have changed, or all of them if that is no piece.
        """
        if last < 0:
            stale = left
            due = list(range(len(self.results)))
        else:
            stale = [piece for piece in left if POOLS[piece] == POOLS[last] or self.linked(piece, last)]
            due = self.about[last]
        while stale or due:
            moved: list[int] = []
            for piece in stale:
                if not self.refit(piece, moved):
                    return False
            due = self.due(due, moved)
            moved = []
            for number in due:
                if not self.compare(number, moved):
                    return False
            due = self.due([], moved)
            stale = [piece for piece in left if piece in moved]
        return True

    def linked(self, piece: int, last: int) -> bool:
        """Whether one of two pieces has killed the other."""
        return bool(self.fallen) and ((piece, last) in self.fallen or (last, piece) in self.fallen)

    def due(self, due: list[int], moved: list[int]) -> list[int]:
        """The results to check after the bounds of some pieces have changed."""
        found = due[:]
        for piece in moved:
            for number in self.about[piece]:
                if number not in found:
                    found.append(number)
        return found

    def refit(self, piece: int, moved: list[int]) -> bool:
        """Bound a piece by its possible faces; returns whether there are any."""
        least, most, count = d.BEYOND, -1, 0
        for face in self.pools[POOLS[piece]]:
            if self.fits(piece, face):
                strength = self.worth[face]
                least = min(least, strength)
                most = max(most, strength)
                count += 1
        if self.low[piece] != least or self.high[piece] != most:
            self.low[piece], self.high[piece] = least, most
            moved.append(piece)
        self.choices[piece] = count
        return count > 0

    def compare(self, number: int, moved: list[int]) -> bool:
        """Bound the pieces of a result by each other; returns whether each has a possible strength left."""
        a, b, c, least, most = self.results[number]
        low, high = self.low, self.high
        low_a, high_a = low[a], high[a]
        low_b, high_b = low[b], high[b]
        low_c, high_c = low[c], high[c]
        low_a = max(low_a, least + low_b + low_c)
        high_a = min(high_a, most + high_b + high_c)
        low_b = max(low_b, low_a - high_c - most)
        high_b = min(high_b, high_a - low_c - least)
        low_c = max(low_c, low_a - high_b - most)
        high_c = min(high_c, high_a - low_b - least)
        if low_a > high_a or low_b > high_b or low_c > high_c:
            return False
        for piece, lower, upper in ((a, low_a, high_a), (b, low_b, high_b), (c, low_c, high_c)):
            if lower != low[piece] or upper != high[piece]:
                low[piece], high[piece] = lower, upper
                moved.append(piece)
        return True
