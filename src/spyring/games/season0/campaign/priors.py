"""What a sensible group does in a campaign: how it spends its budget, and when it uses campaign rules."""

from typing import Final

from spyring.games.season0 import words as w
from spyring.games.season0.aliases import bought_for
from spyring.games.season0.generated import Table
from spyring.games.season0.plan import Plan
from spyring.games.season0.rules.later_events import Clear, destinations

OCCUPATION_WORTH: Final = [2.5, 2.0, 4.0, 3.0]
ASSET_WORTH: Final = [1.0, 2.4, 1.3, 0.8, 2.4, 1.0]  # in the order of the box
NO_USE_TWICE: Final = (w.DIPLOMATIC_VISA, w.MINIATURE_CAMERA)
MARK_WORTH: Final = 2.2
SYMBOL_WORTH: Final = 0.4
TOKENS_LOW: Final = 2


def decision(t: Table, move: int) -> float:
    """A group decision between games, or a passport."""
    verb = w.family(move)
    if verb == w.TAKE_OCCUPATION:
        return OCCUPATION_WORTH[move - w.TAKE_OCCUPATION]
    if verb == w.LAY_ASSET:
        return freshness(t, move - w.LAY_ASSET)
    if verb == w.BUY_ASSET:
        alias, asset = bought_for(move), w.asset_of_buy_asset(move)
        if asset + 1 in t.slots[alias] and asset + 1 in NO_USE_TWICE:
            return -1.0
        return ASSET_WORTH[asset] * freshness(t, alias) / float(t.config.box.assets[asset]["cost"])
    if verb == w.BUY_SAFEHOUSE:
        return MARK_WORTH / 2.0
    if verb == w.COVER_SYMBOL:
        return SYMBOL_WORTH * float(t.config.watched[move - w.COVER_SYMBOL])
    if verb in (w.GO_ON, w.KEEP_FUNDING):
        return 1.0
    return 0.0


def freshness(t: Table, alias: int) -> float:
    """How long an alias is likely to last, from 0 to 1."""
    return 1.0 - float(len(t.uncovered[alias])) / float(t.config.box.cover_boxes)


def added_action(t: Table, plan: Plan, seat: int, move: int) -> float:
    """The worth of an action that a rule of the campaign added."""
    verb = w.family(move)
    if verb == w.SHUTTLE:
        return plan.trip(move - w.SHUTTLE, -1)
    if verb == w.STRIKE_OUT:
        number, card = w.objective_of_strike_out(move), w.city_of_strike_out(move)
        return 1.0 - plan.keep(seat, card) - plan.chance(number)
    if verb == w.BE_PATIENT:
        return plan.storm() - 0.5
    if verb == w.RECOVER:
        return plan.keep(seat, move - w.RECOVER)
    return 0.0


def later_event(t: Table, plan: Plan, seat: int, card: int) -> float:
    """What an Event of the campaign would gain now, minus what it should gain."""
    if card == w.NIGHT_TRAIN:
        return plan.best_escort(3) - 1.5
    if card == w.BURN_BAG:
        return 2.0 if t.tokens_left <= TOKENS_LOW else -0.5
    if card in (w.FALSE_ALARM, w.GOING_TWICE):
        return best_removal(t, plan, 2 if card == w.FALSE_ALARM else 1) - 0.8
    if card == w.OLD_FRIENDS:
        best = 0.0
        for other in t.discard:
            if other < w.CITIES:
                best = max(best, plan.keep(seat, other))
        return best - 1.5
    if card == w.EXPENSE_ACCOUNT:
        return 0.5 if t.active == seat else -0.5
    if card == w.THREE_CANDLES:
        return plan.storm() - 0.3
    if card in (w.OPEN_LINE, w.STAGE_DOOR, w.DEAD_DROP):
        return -0.5
    return -0.3


def best_removal(t: Table, plan: Plan, count: int) -> float:
    """The most that removing agents from one city gains."""
    best = 0.0
    for city in range(w.CITIES):
        if t.agents[city]:
            best = max(best, plan.removal(city, min(count, t.agents[city])))
    return best


def cleared(t: Table, plan: Plan, frame: Clear, city: int) -> float:
    """The worth of a city to relieve with an Event."""
    if frame.event == w.BURN_BAG:
        return float(t.tokens[city])
    return plan.removal(city, min(t.agents[city], 2 if frame.event == w.FALSE_ALARM else 1))


def pawn_event(t: Table, plan: Plan, event: int, pawn: int) -> float:
    """The worth of a pawn for an Event that moves pawns."""
    best = 0.0
    for city in destinations(t, event, pawn):
        best = max(best, plan.pawn_place(pawn, city))
    return best
