"""Aliases by number: each character has one of each affiliation."""

from spyring.engine.position import Json
from spyring.games.season0 import words as w


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
