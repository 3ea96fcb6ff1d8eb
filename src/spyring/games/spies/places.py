"""Where things lie when they lie in no city, and the steps of the game: numbers that several rooms share."""

from typing import Final

from spyring.games.spies import words as w

# Places off the map, of spies and secrets.
UNPLACED: Final = -1
UNUSED: Final = -2  # a spy kept out of the standard game
SANCTIONED: Final = -3
NEUTRAL_BOX: Final = -4
ABSENT: Final = -5  # a number that this nation has no piece for
DISCARDED: Final = -6  # a counterspy that was met
RECORD: Final = -10  # and below: see record_of

NOBODY: Final = -1  # no piece stands on a secret
BY_POLICE: Final = (
    w.NATIONS * w.SPIES
)  # + police: the number of a police piece among all that can stand on one
ALL_SPIES: Final = w.NATIONS * w.SPIES
ALL_POLICE: Final = w.NATIONS * w.POLICE
ALL_NATIONS: Final = (1 << w.NATIONS) - 1
PLAYED: Final = 2 * w.NATIONS  # where a played tile lies; before it hands, then discards by nation


def record_of(nation: int, year: int) -> int:
    """The box of the record of a nation and a year."""
    return RECORD - nation * w.YEARS - year


def nation_of_record(place: int) -> int:
    """Whose record a place is in."""
    return (RECORD - place) // w.YEARS


def year_of_record(place: int) -> int:
    """The year of a place in the record."""
    return (RECORD - place) % w.YEARS


# The steps of the game, in order (SPY-2, SPY-3.1).
SET_UP: Final = 0
TILE_STEP: Final = 1
ESCAPE_STEP: Final = 2
POLICE_STEP: Final = 3
SEARCH_STEP: Final = 4
SPY_STEP: Final = 5
OVER: Final = 6
STEP_IDS: Final = ("set-up", "tile", "escapes", "police", "searches", "spies", "over")
