"""What a move of Kraków is for, in one sentence for its seat, from the terms of the strategy."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.reason import Reason
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.scoring import totals

MIN_DIFFERENCE: Final = 3  # opposition or support that makes a difference

OWN_GROUP: Final = _("{card} is of the {group}, whom this seat serves: its success counts {n}.")
MARKERS: Final = _("Its success brings markers into {district}, where White has {a} and Black {b}.")
BLOCKS: Final = _("It is the one card that blocks {led}: that fails, whatever was added.")
HELP_GROUP: Final = _("{led} is of the {group}, whom this seat serves: it should succeed.")
HELP_TEAM: Final = _("{led} brings the team markers in {district}: it should succeed.")
LET_FAIL: Final = _("{led} would help the {group}, rivals of this seat: no good card goes for it.")
STOP_TEAM: Final = _("{led} would bring the other team markers in {district}: this opposes it.")
STOP_GROUP: Final = _("{led} would help the {group}, rivals of this seat: this opposes it.")
ALLOW: Final = _(
    "{led} is of the {group}, whom this seat serves: it may succeed, though the other team leads it."
)
LITTLE: Final = _("Little in hand changes this intrigue: it is the card that is missed least.")
MISSED_LEAST: Final = _("It is the card that is missed least later.")
CLOSE: Final = _("White has {a} and Black {b} in {district}: a marker counts there.")


def reason(t: Table, seat: int, move: int, good: float) -> Reason | None:
    """What a move is for; ``good`` is what the success of the led card is worth to the seat."""
    family = w.family(move)
    if family == w.PLAY:
        return answer(t, seat, move - w.PLAY, good) if t.trick else lead(t, seat, move - w.PLAY)
    if family == w.DISCARD:
        return Reason(MISSED_LEAST)
    if family == w.ALLOT:
        return stands(t, CLOSE, move - w.ALLOT)
    if family == w.REMOVE:
        return stands(t, CLOSE, w.district_of_remove(move))
    if family == w.REPLACE:
        return stands(t, CLOSE, w.district_of_replace(move))
    if family == w.ROB and (move - w.ROB) & 1 != seat & 1:
        return Reason(_("It takes gold from the other team."))
    return None


def name(t: Table, card: int) -> str:
    return str(t.config.box.cards[card]["name"])


def stands(t: Table, text: str, district: int) -> Reason:
    """A sentence about how a district stands."""
    white, black = totals(t, district)
    return Reason(text, {"district": w.DISTRICT.titles[district], "a": str(white), "b": str(black)})


def lead(t: Table, seat: int, card: int) -> Reason:
    """What the success of a card that is led brings."""
    box = t.config.box
    group = box.group[card]
    if group == t.identity[seat]:
        values = {"card": name(t, card), "group": w.GROUP.titles[group], "n": str(box.circles[card])}
        return Reason(OWN_GROUP, values)
    return stands(t, MARKERS, box.district[card]) if brings_markers(t, card) else Reason(MISSED_LEAST)


def brings_markers(t: Table, card: int) -> bool:
    for kind in range(w.GOLD):
        if t.config.box.yields[card * w.TYPES + kind]:
            return True
    return False


def answer(t: Table, seat: int, card: int, good: float) -> Reason:
    """What a card does to the one that was led."""
    box = t.config.box
    led = t.trick[0]
    group = box.group[led]
    mine = group == t.identity[seat]
    markers = brings_markers(t, led)
    values = {
        "led": name(t, led),
        "group": w.GROUP.titles[group],
        "district": w.DISTRICT.titles[box.district[led]],
    }
    if len(t.trick) == 2:
        if good <= 0.0:
            return Reason(LITTLE if mine else LET_FAIL, values)
        if box.support[card * w.GROUPS + group] < MIN_DIFFERENCE or not (mine or markers):
            return Reason(LITTLE)
        return Reason(HELP_GROUP if mine else HELP_TEAM, values)
    if box.blocked_by[led] == card:
        return Reason(BLOCKS, values)
    if good >= 0.0 and mine:
        return Reason(ALLOW, values)
    if good >= 0.0 or mine or box.opposition[card * w.GROUPS + group] < MIN_DIFFERENCE:
        return Reason(LITTLE)
    enemy = group == w.GROUPS - 1 - t.identity[seat]
    return Reason(STOP_TEAM if markers and not enemy else STOP_GROUP, values)
