"""What must be true of the table when a reason of Kraków is said, by its sentence."""

from typing import Any

from spyring.games.krakow import reasons as r
from spyring.games.krakow import words as w


def card_of(move: int) -> int:
    return move - (w.DISCARD if w.family(move) == w.DISCARD else w.PLAY)


def own_led(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    card = t.trick[0] if t.trick else move - w.PLAY
    return bool(t.config.box.group[card] == t.identity[seat])


def others_led(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    return not own_led(t, seat, move, said)


def has_markers(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    card = t.trick[0] if t.trick else move - w.PLAY
    return any(t.config.box.yields[card * w.TYPES + kind] for kind in range(w.GOLD))


def blocks(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    return bool(t.config.box.blocked_by[t.trick[0]] == move - w.PLAY)


def has_gold(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    return bool(t.chest[move - w.ROB] > 0)


def others_and_weakest(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    strength = t.config.box.strength
    least = min(strength[card] for card in t.hands[seat])
    return others_led(t, seat, move, said) and bool(strength[move - w.PLAY] == least)


def least(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    return r.keep(t, seat, card_of(move)) == min(r.keep(t, seat, card) for card in t.hands[seat])


def little_and_least(t: Any, seat: int, move: int, said: dict[str, str]) -> bool:
    led, partner = t.trick[0], len(t.trick) == 2
    most = max(r.added(t, card, led, partner) for card in t.hands[seat])
    blocker = t.config.box.blocked_by[led] in t.hands[seat]
    return most < r.MIN_DIFFERENCE and not blocker and least(t, seat, move, said)


FACTS = {
    r.OWN_GROUP: own_led,
    r.MARKERS: has_markers,
    r.BLOCKS: blocks,
    r.HELP_GROUP: own_led,
    r.HELP_TEAM: has_markers,
    r.LET_FAIL: others_and_weakest,
    r.STOP_TEAM: has_markers,
    r.STOP_GROUP: others_led,
    r.ALLOW: own_led,
    r.LITTLE: little_and_least,
    r.MISSED_LEAST: least,
    r.ROBS: has_gold,
}
