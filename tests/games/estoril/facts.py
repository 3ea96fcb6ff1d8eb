"""What must be true of the table when a reason of Estoril is said, by its sentence."""

from typing import Any

from spyring.engine.reason import judged_best
from spyring.games.estoril import reasons as r
from spyring.games.estoril import words as w
from spyring.games.estoril.rules.deployment import reach
from spyring.games.estoril.tiles import is_down, sees


def peeks(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    """Something that the seat has not seen lies where a peek from the space may be aimed."""
    places = reach(t, w.space_of_place_tile(move))
    return any(is_down(t, place) and not sees(t, place, seat) for place in places)


def places_weakest(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    strength = t.config.box.strength
    hand = [strength[tile] for tile in t.hands[seat]]
    return bool(strength[w.tile_of_place_tile(move)] == min(hand) < max(hand))


def hurts_others(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    """A tile of another seat goes."""
    space = move - w.ASSASSINATE if w.family(move) == w.ASSASSINATE else w.space_of_seduce(move)
    return t.cubes[space] not in (seat, -1)


def sees_more(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    return not sees(t, move - w.PEEK, seat)


def has_pile(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    return len(t.pile) > 0


FACTS = {
    r.LOOKS: peeks,
    r.WEAKEST: places_weakest,
    r.WEAKENS: hurts_others,
    r.SHOWS: sees_more,
    r.LOOKS_AT_TOP: has_pile,
    r.HURTS_LEAST: lambda t, seat, move, said: judged_best(t, seat, move),
}
