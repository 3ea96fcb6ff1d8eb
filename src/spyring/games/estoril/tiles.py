"""Where tiles lie, who owns them, and who sees them."""

from mypy_extensions import i64

from spyring.engine.knowledge import NOTHING
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import words as w
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import REWARD

# -- who sees them -------------------------------------------------------------------------------------------


def is_up(t: Table, place: int) -> bool:
    """Whether a tile lies face up there."""
    tile = t.tiles[place]
    return tile >= 0 and t.known.seen[tile] == PUBLIC


def is_down(t: Table, place: int) -> bool:
    """Whether a tile lies face down there."""
    tile = t.tiles[place]
    return tile >= 0 and t.known.seen[tile] != PUBLIC


def sees(t: Table, place: int, seat: int) -> bool:
    """Whether a seat knows the tile that lies there."""
    tile = t.tiles[place]
    return tile >= 0 and t.known.seen[tile] >> seat & 1 != 0


def is_remembered(t: Table, place: int, seat: int) -> bool:
    """Whether the table still shows a face-down tile to a seat that has seen it (EST-R37)."""
    mine = place < REWARD and t.cubes[place] == seat
    return mine or t.config.peek_memory_keep or t.glimpse == w.glimpse(place, seat)


# -- whose they are ------------------------------------------------------------------------------------------


def own(t: Table, seat: int, tiles: list[int]) -> None:
    """Give these tiles to a seat; everyone knows that, but only the seat knows which lies where."""
    t.known.deal(tiles, 1 << seat)
    t.known.put_in_pool(tiles, 1 + seat)


def returned(t: Table, seat: int) -> list[int]:
    """The tiles that went into this hand openly."""
    return [w.tile_of_aside(entry) for entry in t.aside if w.seat_of_aside(entry) == seat]


def owned(t: Table, seat: int) -> list[int]:
    """Every tile of a seat, in hand and on the boards; everyone can deduce it (EST-R44)."""
    placed = [t.tiles[space] for space in range(w.SPACES) if t.cubes[space] == seat]
    return sorted([*t.hands[seat], *returned(t, seat), *placed])


# -- how they move -------------------------------------------------------------------------------------------


def take_off(t: Table, space: int) -> int:
    """Take the tile off a space, and the cube with it."""
    tile = t.tiles[space]
    t.tiles[space] = NOTHING
    t.cubes[space] = NOTHING
    t.bonus[space] = 0
    mask: i64 = ~(1 << space)
    t.marked &= mask
    t.seduced &= mask
    return tile


def to_hand(t: Table, seat: int, tile: int) -> None:
    """A tile goes into a hand openly."""
    t.aside.append(w.aside(tile, seat))
    t.known.put_in_pool([tile], 1 + seat)


def under_pile(t: Table, tile: int) -> None:
    """Put a tile under the pile; seats that have seen it know that it lies there."""
    t.pile.insert(0, tile)
