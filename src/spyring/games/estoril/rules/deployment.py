"""Deployment: seats place tiles, some with a peek (EST-5)."""

from typing import Any, ClassVar, Final, cast

from mypy_extensions import i64

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.estoril import words as w
from spyring.games.estoril.box import NO_PEEK, PEEK_ANYWHERE, PEEK_HERE
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, PLACES_OF, REWARD
from spyring.games.estoril.rules.abilities import SpaceFrame, sighting
from spyring.games.estoril.rules.resolution import RESOLVE_BOARDS
from spyring.games.estoril.tiles import is_down, is_up


class PlaceTile(Verb[Table]):
    """Place a tile from the hand on a free space, face down if the space is top secret."""

    name: ClassVar[str] = "place"
    clause: ClassVar[str] = "EST-5.4"
    see_also: ClassVar[tuple[str, ...]] = ("EST-5.6", "EST-5.7")

    def fault(self, t: Table, seat: int, move: int) -> int:
        space = w.space_of_place_tile(move)
        if w.tile_of_place_tile(move) not in t.hands[seat]:
            return w.NOT_IN_HAND
        if t.layout.cell[space] < 0:
            return w.BOARD_OUT
        if t.tiles[space] >= 0:
            return w.TAKEN
        return FINE if space in open_spaces(t, seat) else w.INNER_SPACE

    def play(self, t: Table, seat: int, move: int) -> None:
        tile = w.tile_of_place_tile(move)
        space = w.space_of_place_tile(move)
        box = t.config.box
        t.hands[seat].remove(tile)
        t.tiles[space] = tile
        occupy(t, space, seat)
        if not box.top_secret[space]:
            t.known.reveal(tile)
        t.left[seat] -= 1
        t.glimpse = NOTHING
        if t.event_log is not None:
            self.announce(t, seat, tile, space)
        t.turn = next_turn(t, seat)
        if box.peek[space] != NO_PEEK and something_hidden(t, space):
            t.push(PEEKS[space])

    def announce(self, t: Table, seat: int, tile: int, space: int) -> None:
        if is_up(t, space):
            t.emit(w.PLACED, PUBLIC, seat, tile, space)
            return
        t.emit(w.PLACED_SECRETLY, 1 << seat, seat, tile, space)
        t.emit(w.PLACED_UNSEEN, PUBLIC & ~(1 << seat), seat, space)


PLACE_TILE: Final = PlaceTile()


class Deploy(Frame[Table]):
    """Clockwise from the first player, each seat places a tile, until nobody can (EST-5.1, EST-5.12)."""

    clause: ClassVar[str] = "EST-5.1"
    ask: ClassVar[str] = _("Place a tile from your hand on a free space.")
    wait: ClassVar[str] = _("{seat} places a tile.")
    verbs: ClassVar[Verbs] = (PLACE_TILE,)

    def deciders(self, t: Table) -> int:
        return 1 << t.turn if t.turn >= 0 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        spaces = open_spaces(t, seat)
        hand = t.hands[seat]
        place = t.config.ready.place
        found: list[Any] = [None] * (len(hand) * len(spaces))  # the longest list of the game
        at: i64 = 0
        for tile in hand:
            row = place[tile]
            for space in spaces:
                found[at] = row[space]
                at += 1
        return found

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        placing = w.family(move) == w.PLACE_TILE and move < t.config.ready.first_discard
        return PLACE_TILE if placing else None

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        space = w.space_of_place_tile(move)
        return w.PLACE_TILE + space if observer != seat and t.config.box.top_secret[space] else move

    def resolve(self, t: Table) -> None:
        t.replace(RESOLVE_BOARDS)


def occupy(t: Table, space: int, seat: int) -> None:
    """A space is taken, and adjacent spaces open up to its seat (EST-5.3)."""
    t.cubes[space] = seat
    t.free &= ~(1 << space)
    near: i64 = t.open[seat] | t.layout.near(space)
    t.open[seat] = int(near)


def open_spaces(t: Table, seat: int) -> list[int]:
    """Free outer spaces, free inner ones beside own tiles; failing that, any (EST-5.2 to EST-5.5)."""
    spaces: i64 = t.free & t.open[seat]
    if spaces == 0 and t.config.no_legal_space_any_free:
        spaces = t.free
    found: list[int] = []
    space: i64 = 0
    while spaces:
        if spaces & 1:
            found.append(space)
        spaces >>= 1
        space += 1
    return found


def next_turn(t: Table, seat: int) -> int:
    """The next seat that has a cube, a tile and a space for it, or -1 (EST-5.9 to EST-5.12)."""
    seats = int(t.seats)
    other = seat
    for _step in range(seats):
        other += 1
        if other == seats:
            other = 0
        if t.left[other] and t.hands[other]:
            if t.config.no_legal_space_any_free or open_spaces(t, other):
                return other
            t.emit(w.SKIPPED, PUBLIC, other)
    return NOTHING


def reach(t: Table, space: int) -> list[int]:
    """The places that a seat may peek at from this space (EST-5.7)."""
    peek = t.config.box.peek[space]
    if peek == PEEK_HERE:
        return PLACES_OF[BOARD_OF[space]]
    return t.layout.places() if peek == PEEK_ANYWHERE else t.layout.vicinity[BOARD_OF[space]]


def something_hidden(t: Table, space: int) -> bool:
    """Whether a face-down tile in reach, other than its own, could be unknown to the seat on ``space``."""
    seat = t.cubes[space]
    for place in reach(t, space):
        if is_down(t, place) and (place >= REWARD or t.cubes[place] != seat):
            return True
    return False


class PeekAt(Verb[Table]):
    """Look at a face-down tile in reach."""

    name: ClassVar[str] = "peek"
    clause: ClassVar[str] = "EST-5.7"
    see_also: ClassVar[tuple[str, ...]] = ("EST-5.8",)

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Peek, t.stack[-1])
        place = move - w.PEEK
        if not is_down(t, place):
            return w.NOT_FACE_DOWN
        return FINE if place in reach(t, frame.space) else w.OUT_OF_REACH

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        place = move - w.PEEK
        t.known.show(t.tiles[place], 1 << seat)
        t.glimpse = w.glimpse(place, seat)
        if t.event_log is not None:
            t.emit(w.PEEKED, PUBLIC, seat, place)
            t.emit(w.SAW, 1 << seat, seat, t.tiles[place], place)


class Decline(Verb[Table]):
    """Do not look."""

    name: ClassVar[str] = "decline"
    clause: ClassVar[str] = "EST-5.6"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.emit(w.DID_NOT_PEEK, PUBLIC, seat)


class Peek(SpaceFrame):
    """The seat on ``space`` may look at a face-down tile in reach; everyone sees which (EST-R37)."""

    clause: ClassVar[str] = "EST-5.6"
    ask: ClassVar[str] = _("{space}: you may peek at a face-down tile.")
    wait: ClassVar[str] = _("{space}: {seat} may peek at a face-down tile.")
    verbs: ClassVar[Verbs] = (PeekAt(), Decline())

    def legal(self, t: Table, seat: int) -> list[int]:
        found: list[int] = []
        for place in reach(t, self.space):
            if is_down(t, place):
                found.append(w.PEEK + place)
        found.append(w.DECLINE)
        return found

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        """Everyone sees which tile the seat looks at; only the seat sees its face."""
        return sighting(move, t.tiles[move - w.PEEK]) if observer == seat and move != w.DECLINE else move

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"space": w.SPACE_IDS[self.space]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"space": w.PLACE.titles[self.space]}


DEPLOY: Final = Deploy()
PEEKS: Final = [Peek(space) for space in range(w.SPACES)]
