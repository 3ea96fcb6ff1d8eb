"""Places outside cities, the places at the start, and the steps of the game, for several modules."""

from typing import Final

from spyring.engine.knowledge import NOTHING, Knowledge
from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_RANDOM, RANDOM_TILES_EACH

# Places of spies and secrets off the map.
UNPLACED: Final = -1
UNUSED: Final = -2  # a spy that does not take part in the standard game
SANCTIONED: Final = -3
NEUTRAL_BOX: Final = -4
ABSENT: Final = -5  # a number that this nation has no piece for
DISCARDED: Final = -6  # a counterspy that a spy has met
RECORD: Final = -10  # and below: see record_of

NOBODY: Final = -1  # no piece stands on a secret
ALL_SPIES: Final = w.NATIONS * w.SPIES
BY_POLICE: Final = ALL_SPIES  # + police: its number among all pieces that can guard a secret
ALL_POLICE: Final = w.NATIONS * w.POLICE
ALL_NATIONS: Final = (1 << w.NATIONS) - 1
PLAYED: Final = 2 * w.NATIONS  # where a played tile lies; before it hands, then discards by nation
LOWEST: Final = RECORD - w.NATIONS * w.YEARS
MASK: Final = (1 << 62) - 1
MAX_PARTS: Final = 4  # of an offer (SPY-R67)

# The possible faces of a spy: a bit for each face of its nation, for every knower.
FACES: Final = (1 << w.SPIES) - 1
KNOWERS: Final = w.NATIONS + 1  # the last one stands for spectators
ANY: Final = (1 << w.SPIES * KNOWERS) - 1
EACH: Final = ANY // FACES  # times a mask of faces: that mask for every knower


def record_of(nation: int, year: int) -> int:
    """The box of the record of a nation and a year."""
    return RECORD - nation * w.YEARS - year


def nation_of_record(place: int) -> int:
    """The nation of a place in the record."""
    return (RECORD - place) // w.YEARS


def year_of_record(place: int) -> int:
    """The year of a place in the record."""
    return (RECORD - place) % w.YEARS


def spies_of(nation: int) -> range:
    """The numbers of a nation's spies."""
    return range(nation * w.SPIES, nation * w.SPIES + w.SPIES)


def police_of(nation: int) -> range:
    """The numbers of a nation's police."""
    return range(nation * w.POLICE, nation * w.POLICE + w.POLICE)


# The places at the start.


def unplaced(count: list[int], each: int) -> tuple[int, ...]:
    """Where the pieces are before the set-up, if the nations have this many and room for ``each``."""
    pieces = range(w.NATIONS * each)
    return tuple([UNPLACED if piece % each < count[piece // each] else ABSENT for piece in pieces])


def own_faces(count: list[int], each: int) -> tuple[int, ...]:
    """The faces of the pieces in their printed order."""
    pieces = range(w.NATIONS * each)
    return tuple([piece if piece % each < count[piece // each] else NOTHING for piece in pieces])


def own_known(each: int) -> Knowledge:
    """Every nation knows its own pieces, and each nation's pieces form a pool."""
    known = Knowledge(w.NATIONS * each)
    for nation in range(w.NATIONS):
        own = list(range(nation * each, nation * each + each))
        known.deal(own, 1 << nation)
        known.put_in_pool(own, nation)
    return known


def homes_of(owner: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The cities of each nation, if the cities have these owners."""
    return tuple(
        [tuple([city for city in range(len(owner)) if owner[city] == nation]) for nation in range(w.NATIONS)]
    )


OWN_TILES_EACH: Final = FIRST_RANDOM // w.NATIONS
TILES_AT_FIRST: Final = tuple(
    tile // OWN_TILES_EACH if tile < FIRST_RANDOM else (tile - FIRST_RANDOM) // RANDOM_TILES_EACH
    for tile in range(w.TILES)
)

# The steps of the game, in order (SPY-2, SPY-3.1).
SET_UP: Final = 0
TILE_STEP: Final = 1
ESCAPE_STEP: Final = 2
POLICE_STEP: Final = 3
SEARCH_STEP: Final = 4
SPY_STEP: Final = 5
OVER: Final = 6
STEP_IDS: Final = ("set-up", "tile", "escapes", "police", "searches", "spies", "over")
