"""Aliases by number: each character has one of each affiliation."""

from typing import Final

from spyring.engine.position import Json
from spyring.games.season0 import words as w

# The alias of a seat: an alias number, TEMPORARY + occupation, or one of these.
NOT_CHOSEN: Final = -2
NO_ALIAS: Final = -1  # burned; the seat gets a temporary alias at the start of its next turn
TEMPORARY: Final = 100

CALL_BITS: Final = 3  # enough to count to the slots of an alias


def alias_of(character: int, affiliation: int) -> int:
    return character * w.AFFILIATIONS + affiliation


def character_of(alias: int) -> int:
    return alias // w.AFFILIATIONS


def affiliation_of(alias: int) -> int:
    return alias % w.AFFILIATIONS


def alias_number(entry: Json) -> int:
    """The alias that an entry of a campaign's file is about."""
    character = w.CHARACTER_IDS.index(entry["character"])
    return alias_of(character, w.AFFILIATION_IDS.index(entry["affiliation"]))


def laying(alias: int) -> int:
    """The move that lays an asset on this alias."""
    return w.lay_asset(character_of(alias), affiliation_of(alias))


def laid_on(move: int) -> int:
    return alias_of(w.character_of_lay_asset(move), w.affiliation_of_lay_asset(move))


def buying(alias: int, asset: int) -> int:
    """The move that buys an asset for this alias."""
    return w.buy_asset(character_of(alias), affiliation_of(alias), asset)


def bought_for(move: int) -> int:
    return alias_of(w.character_of_buy_asset(move), w.affiliation_of_buy_asset(move))


def one_call(seat: int) -> int:
    """What a seat's call of a station chief adds to the packed calls of all seats."""
    return 1 << CALL_BITS * seat


def times_called(called: int, seat: int) -> int:
    """How many of the packed calls of all seats are this seat's."""
    return called >> CALL_BITS * seat & (1 << CALL_BITS) - 1
