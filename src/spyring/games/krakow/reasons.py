"""What a move of Kraków is for, in one sentence for its seat, from the terms of the strategy."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.reason import Reason
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.scoring import totals

MIN_DIFFERENCE: Final = 3  # opposition or support that makes a difference
CLOSE_MARKERS: Final = 2  # so many markers can still turn a district

OWN_GROUP: Final = _("{seat} serves the {group}; this success earns them {n}.")
MARKERS: Final = _("Success brings markers to the {district}, where White has {a} and Black {b}.")
BLOCKS: Final = _("The only card that blocks {led}, whatever its support.")
HELP_GROUP: Final = _("{seat} serves the {group}, so {led} should succeed.")
HELP_TEAM: Final = _("{led} gives the team more markers in the {district}, so it should succeed.")
LET_FAIL: Final = _("{led} would help the rival {group}; it is not worth a good card.")
STOP_TEAM: Final = _("Opposes {led}, which would give the other team more markers in the {district}.")
STOP_GROUP: Final = _("Opposes {led}, which would help the rival {group}.")
ALLOW: Final = _("{seat} serves the {group}, so {led} may succeed, although the other team leads it.")
LITTLE: Final = _("No card in hand changes much here, so the least useful one goes.")
MISSED_LEAST: Final = _("The least useful card for later.")
SUPPORTS: Final = _("Adds {n} support to {led}.")
OPPOSES: Final = _("Adds {n} opposition to {led}.")
STANDS: Final = _("In the {district}, White has {a} and Black {b}.")
ROBS: Final = _("Takes gold from the other team.")
CLOSE: Final = _("Every marker counts in the {district}: White has {a}, Black {b}.")


def reason(t: Table, seat: int, move: int, good: float) -> Reason | None:
    """What a move is for; ``good`` is what the success of the led card is worth to the seat."""
    family = w.family(move)
    if family == w.PLAY:
        return answer(t, seat, move - w.PLAY, good) if t.trick else lead(t, seat, move - w.PLAY)
    if family == w.DISCARD:
        return missed_least(t, seat, move - w.DISCARD)
    if family == w.ALLOT:
        return stands(t, move - w.ALLOT)
    if family == w.REMOVE:
        return stands(t, w.district_of_remove(move))
    if family == w.REPLACE:
        return stands(t, w.district_of_replace(move))
    if family == w.ROB and (move - w.ROB) & 1 != seat & 1 and t.chest[move - w.ROB]:
        return Reason(ROBS)
    return None


def name(t: Table, card: int) -> str:
    return str(t.config.box.cards[card]["name"])


def stands(t: Table, district: int, text: str = "") -> Reason:
    """A sentence about how a district stands; by default, whether it is close."""
    white, black = totals(t, district)
    text = text or (CLOSE if abs(white - black) <= CLOSE_MARKERS else STANDS)
    return Reason(text, {"district": w.DISTRICT.titles[district], "a": str(white), "b": str(black)})


def missed_least(t: Table, seat: int, card: int) -> Reason | None:
    return Reason(MISSED_LEAST) if is_least(t, seat, card) else None


def lead(t: Table, seat: int, card: int) -> Reason | None:
    """What the success of a card that is led brings."""
    box = t.config.box
    group = box.group[card]
    if group == t.identity[seat]:
        values = {"seat": w.SEAT.titles[seat], "group": w.GROUP.titles[group], "n": str(box.circles[card])}
        return Reason(OWN_GROUP, values)
    if box.harvest[card]:
        return stands(t, box.district[card], MARKERS)
    return missed_least(t, seat, card)


def answer(t: Table, seat: int, card: int, good: float) -> Reason:
    """What a card does to the one that was led."""
    box = t.config.box
    led = t.trick[0]
    group = box.group[led]
    mine = group == t.identity[seat]
    markers = len(box.harvest[led]) > 0
    values = {
        "seat": w.SEAT.titles[seat],
        "led": name(t, led),
        "group": w.GROUP.titles[group],
        "district": w.DISTRICT.titles[box.district[led]],
    }
    partner = len(t.trick) == 2
    values["n"] = str(added(t, card, led, partner))
    much = added(t, card, led, partner) >= MIN_DIFFERENCE
    if partner:
        if good <= 0.0 and not mine and is_weakest(t, seat, card):
            return Reason(LET_FAIL, values)
        if good > 0.0 and much and (mine or markers):
            return Reason(HELP_GROUP if mine else HELP_TEAM, values)
    elif box.blocked_by[led] == card:
        return Reason(BLOCKS, values)
    elif good >= 0.0 and mine and not much:
        return Reason(ALLOW, values)
    elif good < 0.0 and not mine and much:
        enemy = group == w.GROUPS - 1 - t.identity[seat]
        return Reason(STOP_TEAM if markers and not enemy else STOP_GROUP, values)
    if changes_little(t, seat) and is_least(t, seat, card):
        return Reason(LITTLE)
    return Reason(SUPPORTS if partner else OPPOSES, values)


# -- facts ---------------------------------------------------------------------------------------------------


def added(t: Table, card: int, led: int, partner: bool) -> int:
    """What a card adds to the support of the led one, or to its opposition."""
    box = t.config.box
    place = card * w.GROUPS + box.group[led]
    return box.support[place] if partner else box.opposition[place]


def changes_little(t: Table, seat: int) -> bool:
    """Whether no card in hand makes a difference to the led one."""
    led = t.trick[0]
    for card in t.hands[seat]:
        if added(t, card, led, len(t.trick) == 2) >= MIN_DIFFERENCE or t.config.box.blocked_by[led] == card:
            return False
    return True


def is_least(t: Table, seat: int, card: int) -> bool:
    """Whether no card in hand is less useful for later."""
    for other in t.hands[seat]:
        if keep(t, seat, other) < keep(t, seat, card):
            return False
    return True


def keep(t: Table, seat: int, card: int) -> float:
    """What a card in hand is still good for: to be led, to support, to oppose."""
    box = t.config.box
    own = 1.0 if box.group[card] == t.identity[seat] else 0.4
    most = 0
    for colour in range(w.GROUPS):
        most = max(most, box.opposition[card * w.GROUPS + colour])
    return own * 0.25 * float(box.strength[card] - 2) * float(box.circles[card]) + 0.2 * float(most - 2)


def is_weakest(t: Table, seat: int, card: int) -> bool:
    strength = t.config.box.strength
    for other in t.hands[seat]:
        if strength[other] < strength[card]:
            return False
    return True
