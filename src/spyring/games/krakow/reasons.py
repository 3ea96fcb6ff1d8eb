"""What a move of Kraków is for, in one sentence for its seat, from the terms of the strategy."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.reason import Reason
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.scoring import totals

MIN_DIFFERENCE: Final = 3  # opposition or support that makes a difference

OWN_GROUP: Final = _("{seat} serves the {group}; this success earns them {n}.")
MARKERS: Final = _("Success brings markers to the {district}, where White has {a} and Black {b}.")
BLOCKS: Final = _("The only card that blocks {led}, whatever its support.")
HELP_GROUP: Final = _("{seat} serves the {group}, so {led} should succeed.")
HELP_TEAM: Final = _("{led} brings the team markers in the {district}, so it should succeed.")
LET_FAIL: Final = _("{led} would help the rival {group}; it is not worth a good card.")
STOP_TEAM: Final = _("Opposes {led}, which would bring the other team markers in the {district}.")
STOP_GROUP: Final = _("Opposes {led}, which would help the rival {group}.")
ALLOW: Final = _("{seat} serves the {group}, so {led} may succeed, although the other team leads it.")
LITTLE: Final = _("No card in hand changes much here, so the least useful one goes.")
MISSED_LEAST: Final = _("The least useful card for later.")
CLOSE: Final = _("Every marker counts in the {district}: White has {a}, Black {b}.")


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
        return Reason(_("Takes gold from the other team."))
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
        values = {"seat": w.SEAT.titles[seat], "group": w.GROUP.titles[group], "n": str(box.circles[card])}
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
        "seat": w.SEAT.titles[seat],
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
