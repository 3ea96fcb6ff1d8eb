"""What a sensible group does in a campaign: how it spends its budget, when it uses what the year brought."""

from typing import Final

from spyring.games.season0.box import (
    ASSETS,
    BURN_BAG,
    CITIES,
    DEAD_DROP,
    DIPLOMATIC_VISA,
    EXPENSE_ACCOUNT,
    FALSE_ALARM,
    GOING_TWICE,
    MINIATURE_CAMERA,
    NIGHT_TRAIN,
    OCCUPATIONS,
    OLD_FRIENDS,
    OPEN_LINE,
    STAGE_DOOR,
    TEAMS,
    THREE_CANDLES,
)
from spyring.games.season0.notation import (
    BE_PATIENT,
    BUY_ASSET,
    BUY_SAFEHOUSE,
    COVER_SYMBOL,
    GO_ON,
    KEEP_FUNDING,
    LAY_ASSET,
    RECOVER,
    SHUTTLE,
    SPEND_NO_MORE,
    STRIKE_OUT,
    TAKE_OCCUPATION,
)
from spyring.games.season0.plan import Plan
from spyring.games.season0.rules.later_events import Clear, destinations
from spyring.games.season0.table import Table

OCCUPATION_WORTH: Final = [2.5, 2.0, 4.0, 3.0]
ASSET_WORTH: Final = [1.0, 2.4, 1.3, 0.8, 2.4, 1.0]  # in the order of the box
NO_USE_TWICE: Final = (DIPLOMATIC_VISA, MINIATURE_CAMERA)
MARK_WORTH: Final = 2.2
SYMBOL_WORTH: Final = 0.4
TOKENS_LOW: Final = 2


def decision(t: Table, move: int) -> float:
    """A group decision between games, or a passport."""
    if TAKE_OCCUPATION <= move < TAKE_OCCUPATION + OCCUPATIONS:
        return OCCUPATION_WORTH[move - TAKE_OCCUPATION]
    if LAY_ASSET <= move < BUY_ASSET:
        return freshness(t, move - LAY_ASSET)
    if BUY_ASSET <= move < BUY_SAFEHOUSE:
        alias, asset = (move - BUY_ASSET) // ASSETS, (move - BUY_ASSET) % ASSETS
        if asset + 1 in t.slots[alias] and asset + 1 in NO_USE_TWICE:
            return -1.0
        return ASSET_WORTH[asset] * freshness(t, alias) / float(t.agreed.box.assets[asset]["cost"])
    if BUY_SAFEHOUSE <= move < COVER_SYMBOL:
        return MARK_WORTH / 2.0
    if COVER_SYMBOL <= move < SPEND_NO_MORE:
        return SYMBOL_WORTH * float(t.agreed.watched[move - COVER_SYMBOL])
    if move in (GO_ON, KEEP_FUNDING):
        return 1.0
    return 0.0


def freshness(t: Table, alias: int) -> float:
    """How long an alias is likely to last, from 0 to 1."""
    return 1.0 - float(len(t.uncovered[alias])) / float(t.agreed.box.cover_boxes)


def added_action(t: Table, plan: Plan, seat: int, move: int) -> float:
    """An action that a rule of the campaign added."""
    if SHUTTLE <= move < STRIKE_OUT:
        return plan.trip(move - SHUTTLE, -1)
    if STRIKE_OUT <= move < BE_PATIENT:
        number, card = (move - STRIKE_OUT) // CITIES, (move - STRIKE_OUT) % CITIES
        return 1.0 - plan.keep(seat, card) - plan.chance(number)
    if move == BE_PATIENT:
        return plan.storm() - 0.5
    if RECOVER <= move < RECOVER + CITIES:
        return plan.keep(seat, move - RECOVER)
    return 0.0


def later_event(t: Table, plan: Plan, seat: int, card: int) -> float:
    """What an Event of the campaign would bring now, less what it should bring."""
    if card == NIGHT_TRAIN:
        gain = 0.0
        for team in range(TEAMS):
            if t.teams[team] >= 0:
                gain = max(gain, plan.escort_team(team, 3)[0])
        return gain - 1.5
    if card == BURN_BAG:
        return 2.0 if t.tokens_left <= TOKENS_LOW else -0.5
    if card in (FALSE_ALARM, GOING_TWICE):
        return best_removal(t, plan, 2 if card == FALSE_ALARM else 1) - 0.8
    if card == OLD_FRIENDS:
        best = 0.0
        for other in t.discard:
            if other < CITIES:
                best = max(best, plan.keep(seat, other))
        return best - 1.5
    if card == EXPENSE_ACCOUNT:
        return 0.5 if t.active == seat else -0.5
    if card == THREE_CANDLES:
        return plan.storm() - 0.3
    if card in (OPEN_LINE, STAGE_DOOR, DEAD_DROP):
        return -0.5
    return -0.3


def best_removal(t: Table, plan: Plan, count: int) -> float:
    """The most that removing agents from one city brings."""
    best = 0.0
    for city in range(CITIES):
        if t.agents[city]:
            best = max(best, plan.removal(city, min(count, t.agents[city])))
    return best


def cleared(t: Table, plan: Plan, frame: Clear, city: int) -> float:
    """Which city an Event relieves."""
    if frame.event == BURN_BAG:
        return float(t.tokens[city])
    return plan.removal(city, min(t.agents[city], 2 if frame.event == FALSE_ALARM else 1))


def pawn_event(t: Table, plan: Plan, event: int, pawn: int) -> float:
    """Which pawn an Event brings somewhere: the one for which it is worth most."""
    best = 0.0
    for city in destinations(t, event, pawn):
        best = max(best, plan.pawn_place(pawn, city))
    return best
