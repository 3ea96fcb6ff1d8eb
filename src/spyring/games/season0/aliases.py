"""Aliases by number: each character has one of each affiliation."""

from typing import Final

from spyring.engine.position import Json
from spyring.games.season0 import words as w

# The alias of a seat: an alias number, TEMPORARY + occupation, or one of these.
NOT_CHOSEN: Final = -2
NO_ALIAS: Final = -1  # burned; the seat gets a temporary alias at the start of its next turn
TEMPORARY: Final = 100

CALL_BITS: Final = 3  # of the packed calls of a station chief, for each seat: enough for its slots


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


def bought_for(move: int) -> int:
    return alias_of(w.character_of_buy_asset(move), w.affiliation_of_buy_asset(move))
