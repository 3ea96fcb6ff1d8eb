"""Knowledge belongs to places: who knows what lies where, and how else it might lie.

Number the things of a kind (cards, tiles, faces of pieces) from 0 and keep them in plain lists, *rows*:
hands, piles, the spaces of a board, pieces seen from behind. An entry of a row is a *place*; -1
(``NOTHING``) is an empty one. A thing lies in one place only, so knowledge of a place can be stored under
the thing that lies there: :class:`Knowledge` holds, for every thing, a mask of the seats that know it.

A hand of two cards, a board of three spaces, and a pile of three; green's own card lies face down on the
board:

>>> RED, GREEN = 0, 1
>>> hand, board, pile = [0, 1], [5, NOTHING, 4], [2, 3, 6]
>>> cards = Knowledge(7)
>>> cards.deal(hand, 1 << RED)          # only red knows its hand
>>> cards.show(5, 1 << GREEN)           # green knows it too; nobody else has seen it
>>> cards.reveal(4)                     # face up
>>> cards.knows(5, 1 << RED), cards.knows(4, 1 << RED)
(False, True)

``determinize`` of a game rearranges everything that a seat does not know. A seat that knew what lay in a
place knows what lies there now: green still knows the card on the board, whichever it is.

>>> import spyring
>>> t = spyring.game("krakow").start(seed=7)      # any state: it provides chance
>>> cards.determinize(t, [hand, board, pile], 1 << RED)
>>> hand, board[2], sorted([board[0], *pile])
([0, 1], 4, [2, 3, 5, 6])
>>> cards.knows(board[0], 1 << GREEN)
True

The result depends only on what the seat knows and on chance, never on where hidden things really lie.

**Pools.** Often a seat knows more than "somewhere among the hidden ones": a rival's tiles are its own, the
top of a deck is the shuffled discard pile. Things of one pool only change places among themselves (all are in
pool 0 at first). A thing takes its pool along, because a pool says what can lie in the places of its things.

>>> deck = [0, 1, 2, 3, 4, 5, 6]
>>> threats = Knowledge(7)
>>> threats.put_in_pool([4, 5, 6], 1)   # a discard pile that was shuffled and put on top
>>> threats.determinize(t, [deck], 1 << RED)
>>> sorted(deck[:4]), sorted(deck[4:])
([0, 1, 2, 3], [4, 5, 6])

**Confined places.** Some places take only certain things: a card under an objective comes from a list, an
agenda is never "strength". Name these places, and they are filled first.

>>> under, rest = [2], [0, 1, 3, 4, 5, 6]
>>> Knowledge(7).determinize(t, [under, rest], 1 << RED, [Confined(under, 0, [1, 2, 3])])
>>> under[0] in [1, 2, 3], sorted(under + rest) == list(range(7))
(True, True)

**Parties.** Usually seats know things. A mask may hold other parties as well, such as nations: then pass the
mask of all parties that a seat currently speaks for. What a nation knows stays with it when another seat
takes over. A spectator is ``1 << SPECTATOR``, which only ``PUBLIC`` contains.

**Looking once.** A seat that was shown a thing knows it: ``show`` it, even if the page shows it only for a
moment (``view.py`` decides that). The seat could tell a resampled world with another thing there apart.

**Forgetting.** When things are mixed out of sight, nobody knows where each of them is: ``hide`` them (a deck
is shuffled), or ``deal`` them to the seat that still knows (a hand after an unseen discard).

**Pieces from behind.** A piece that moves is a place that moves: keep ``face[piece]`` as a row, shuffle it
at the start, and keep where each piece stands by piece. Everyone can point at the number on its back
(:class:`Backs`), which stays with the piece when it gets another face, and says nothing about it.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from spyring.engine.seats import PUBLIC
from spyring.engine.state import State

NOTHING: Final = -1
"""An empty place."""

ALL_KNOW: Final = ~(1 << 31)
"""Everyone including spectators, but not PUBLIC itself: for things face down that everyone has seen."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """For each thing of a kind, who knows where it lies; a part of the table, cloned and packed with it.

    ``seen[thing]`` is that mask, ``pool[thing]`` the number of its pool. Fast code may read both directly;
    ``edition`` grows with every change.
    """

    seen: list[int]
    pool: list[int]  # shared by clones: it is replaced, not changed
    pools: i64  # how many
    edition: i64

    def __init__(self, things: int) -> None:
        self.seen = [0] * things
        self.pool = [0] * things
        self.pools = 1
        self.edition = 0

    def clone(self) -> "Knowledge":
        """An independent copy."""
        k = Knowledge(0)
        k.seen = self.seen[:]
        k.pool = self.pool
        k.pools = self.pools
        return k

    # -- who knows -------------------------------------------------------------------------------------

    def knows(self, thing: int, who: i64) -> bool:
        """Whether one of ``who`` knows that this thing lies where it lies."""
        return self.seen[thing] & who != 0

    def show(self, thing: int, who: int) -> None:
        """These see it too."""
        self.seen[thing] |= who
        self.edition += 1

    def reveal(self, thing: int) -> None:
        """Everyone sees it, including spectators."""
        self.seen[thing] = PUBLIC
        self.edition += 1

    def deal(self, things: list[int], who: int) -> None:
        """From now on only these know the things."""
        seen = self.seen
        for thing in things:
            seen[thing] = who
        self.edition += 1

    def hide(self, things: list[int]) -> None:
        """They were mixed: nobody knows where each of them lies."""
        self.deal(things, 0)

    def note(self, seen: list[int]) -> None:
        """Set who knows each thing, for all things at once."""
        self.seen = seen
        self.edition += 1

    def face(self, thing: int, who: i64, names: list[str]) -> str | None:
        """The name of a thing if one of ``who`` knows it; None otherwise, and for an empty place."""
        return names[thing] if thing >= 0 and self.seen[thing] & who != 0 else None

    # -- what can lie where ----------------------------------------------------------------------------

    def put_in_pool(self, things: list[int], pool: int) -> None:
        """Make it public that the places of these things hold these things, in some order."""
        pools = self.pool[:]
        for thing in things:
            pools[thing] = pool
        self.pool = pools
        self.edition += 1
        if pool >= self.pools:
            self.pools = pool + 1

    def determinize(
        self, t: State, rows: list[list[int]], who: i64, confined: "list[Confined] | None" = None
    ) -> None:
        """Rearrange all things of ``rows`` that none of ``who`` knows, at random, in place.

        Pass every row that may hold a hidden thing; things that lie elsewhere are not touched.
        """
        seen = self.seen
        hidden: list[int] = []
        for row in rows:
            for thing in row:
                if thing >= 0 and not seen[thing] & who:
                    hidden.append(thing)
        if len(hidden) < 2:
            return
        hidden.sort()  # so that the new world does not depend on the real one
        if confined is not None:
            self._fill_first(t, rows, hidden, who, confined)
        elif self.pools > 1:
            self._determinize_pools(t, rows, hidden, who, [])
        else:
            t.shuffle(hidden)
            known = seen[:]
            at: i64 = 0
            for row in rows:
                for i in range(len(row)):
                    thing = row[i]
                    if thing >= 0:
                        mask = seen[thing]
                        if not mask & who:
                            thing = hidden[at]
                            row[i] = thing
                            known[thing] = mask
                            at += 1
            self.note(known)

    def _determinize_pools(
        self, t: State, rows: list[list[int]], hidden: list[int], who: i64, filled: "list[Confined]"
    ) -> None:
        seen = self.seen
        pool = self.pool
        pools: list[list[int]] = []
        for _pool in range(int(self.pools)):
            pools.append([])
        for thing in hidden:
            pools[pool[thing]].append(thing)
        for things in pools:
            t.shuffle(things)
        known = seen[:]
        for row in rows:
            for i in range(len(row)):
                thing = row[i]
                if thing >= 0:
                    mask = seen[thing]
                    if not mask & who and not is_filled(filled, row, i):
                        new = pools[pool[thing]].pop()
                        row[i] = new
                        known[new] = mask
        for place in filled:
            known[place.thing] = seen[place.row[place.at]]
        for place in filled:
            place.row[place.at] = place.thing
        self.note(known)

    def _fill_first(
        self, t: State, rows: list[list[int]], hidden: list[int], who: i64, confined: "list[Confined]"
    ) -> None:
        """Fill the confined places, then all others with the rest."""
        places: list[Confined] = []
        for place in confined:
            thing = place.row[place.at]
            if thing >= 0 and not self.seen[thing] & who:
                places.append(place)
        if not self._fill(t, places, 0, hidden):
            raise AssertionError("what lies in the confined places is not allowed there")
        self._determinize_pools(t, rows, hidden, who, places)

    def _fill(self, t: State, places: "list[Confined]", first: int, hidden: list[int]) -> bool:
        """Fill the places from number ``first`` on with hidden things; returns whether that is possible."""
        if first == len(places):
            return True
        place = places[first]
        pool = self.pool[place.row[place.at]]
        fitting: list[int] = []
        for thing in hidden:
            if thing in place.allowed and self.pool[thing] == pool:
                fitting.append(thing)
        t.shuffle(fitting)
        for thing in fitting:
            hidden.remove(thing)
            place.thing = thing
            if self._fill(t, places, first + 1, hidden):
                return True
            hidden.append(thing)
            hidden.sort()
        return False


class Confined:
    """A place that takes only some things: number ``at`` of a row, and what is ``allowed`` there."""

    def __init__(self, row: list[int], at: int, allowed: list[int]) -> None:
        self.row = row
        self.at = at
        self.allowed = allowed
        self.thing = NOTHING  # what it will hold


def is_filled(filled: list[Confined], row: list[int], at: int) -> bool:
    """Whether this place has its thing already."""
    for place in filled:
        if place.at == at and place.row is row:
            return True
    return False


def determinize_row(t: State, row: list[int], seen: list[int], who: i64) -> None:
    """Rearrange a single row in place; ``seen`` says for each place who knows what lies there.

    For a few things whose knowers follow from the rules, such as one identity per seat:

    >>> import spyring
    >>> identities = [3, 0, 2, 1]
    >>> determinize_row(spyring.game("krakow").start(seed=7), identities, [1, 2, 4, 8], 1 << 2)
    >>> identities[2], sorted(identities)
    (2, [0, 1, 2, 3])
    """
    determinize_rows(t, [row], [seen], who)


def determinize_rows(t: State, rows: list[list[int]], seen: list[list[int]], who: i64) -> None:
    """The same with several rows that exchange things; equal things may occur more than once.

    Two hands and a bag of three kinds of chits; red knows its own hand and imagines the rest:

    >>> import spyring
    >>> mine, yours, bag = [0, 0], [1, 2], [0, 1, 1, 2]
    >>> rows, seen = [mine, yours, bag], [[1, 1], [2, 2], [0, 0, 0, 0]]
    >>> determinize_rows(spyring.game("krakow").start(seed=7), rows, seen, 1 << 0)
    >>> mine, sorted(yours + bag)
    ([0, 0], [0, 1, 1, 1, 2, 2])
    """
    hidden: list[int] = []
    for number in range(len(rows)):
        row = rows[number]
        known = seen[number]
        for at in range(len(row)):
            if row[at] >= 0 and not known[at] & who:
                hidden.append(row[at])
    if len(hidden) < 2:
        return
    hidden.sort()
    t.shuffle(hidden)
    for number in range(len(rows)):
        row = rows[number]
        known = seen[number]
        for at in range(len(row)):
            if row[at] >= 0 and not known[at] & who:
                row[at] = hidden.pop()


class Backs:
    """Numbers on the backs of pieces, which tell them apart without revealing anything.

    A piece keeps its number while everyone can follow it. Numbers are given out in order and never reused,
    so a piece that left and returns is a new one to everyone:

    >>> backs = Backs(3)
    >>> backs.renew([0, 1, 2])
    >>> backs.number
    [1, 2, 3]
    >>> backs.renew([1])
    >>> backs.number
    [1, 4, 3]

    Renew pieces that enter together, or are mixed, in an order that says nothing about their faces.
    """

    number: list[int]  # by piece; 0 for one that has none yet
    issued: i64

    def __init__(self, pieces: int) -> None:
        self.number = [0] * pieces
        self.issued = 0

    def clone(self) -> "Backs":
        """An independent copy."""
        b = Backs(0)
        b.number = self.number[:]
        b.issued = self.issued
        return b

    def renew(self, pieces: list[int]) -> None:
        """Give these pieces new numbers."""
        for piece in pieces:
            self.issued += 1
            self.number[piece] = int(self.issued)
