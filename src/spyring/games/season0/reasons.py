"""What a move of Season 0 is for, in one sentence, from the same plan that weighs it.

All cards and pieces lie open, so everybody may read it.
"""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.reason import Check, Reason, by_its_values, checked, judged_best
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS, MAX_AGENTS
from spyring.games.season0.generated import Table
from spyring.games.season0.plan import TO_ASSEMBLE, TO_LISTEN, TO_MEET, Plan
from spyring.games.season0.rules.group import Group
from spyring.games.season0.rules.objectives import possible
from spyring.games.season0.rules.safehouses import assemble_cost, hidden_targets
from spyring.games.season0.rules.sharing import Concession, ShareIntel, shared

MIN_CHANCE_NAMED: Final = 0.45  # how likely a Threat card is to come again that is spoken of
CERTAIN: Final = 0.999

FULL_SOON: Final = _("{city} is full and its Threat card may return soon: one more agent is an incident.")
FULL: Final = _("{city} is full: one more agent is an incident.")
AGENTS: Final = _("Agents in {city}: {n}. Clear them before it fills up.")
SITE: Final = _("{seat} has the cards for the {affiliation} team and can assemble it in {city}.")
MEETING: Final = _("In {city}, {seat} can get a card for the {affiliation} team.")
WANTED_SITE: Final = _("The {affiliation} team needs a safehouse in {city}.")
POST: Final = _("A hidden target can be identified in {city}.")
COLLECTS: Final = _("{seat} is collecting for the {affiliation} team; cards missing: {n}.")
NO_NEED: Final = _("No more {affiliation} teams are needed.")
ENOUGH: Final = _("{seat} already has the cards for this team ({affiliation}).")
OTHER_COLLECTS: Final = _("{seat} is collecting for this team ({affiliation}).")
SPARED: Final = _("It is the easiest card to spare.")
MOST_HARM: Final = _("Of the discarded cards, {city} would do the most harm if it returned.")
TEAM_NEEDED: Final = _("An objective needs this team ({affiliation}).")
REVEALS: Final = _("It reveals the target; possible cities so far: {n}.")
SURE: Final = _("It is certain to complete the objective.")
TEAM_WANTED: Final = _("An objective needs a team in {city}.")
TEAM_CLEARS: Final = _("A team clears agents where it is active.")
STAYS: Final = _("The card is more useful where it is.")
STILL_OPEN: Final = _("Some objectives can still be completed.")
AGREES: Final = _("There is no reason to refuse.")
CHANCE: Final = _("The chance of completing the objective is {n}%.")
FORMER: Final = (  # in stored games
    _("Time is running out: the chance of completing the objective is {n} %."),
    _("A team clears agents every turn and may fit a hidden target."),
)

SIMPLE: Final = {
    w.END: _("Nothing else is worth an action now."),
    w.CONTINUE: _("No Event is worth playing now."),
    w.PLAY_EVENT: _("It helps more now than later."),
    w.ORDER: _("The least harmful card comes first."),
    w.TAKE_TEMPORARY: _("It is the most useful occupation left."),
    w.TAKE_OCCUPATION: _("It is the most useful occupation left."),
    w.CHOOSE_ALIAS: _("This alias has the best cover left."),
    w.BUY_ASSET: _("It is the best buy, for an alias that will last."),
    w.LAY_ASSET: _("This alias will last longest."),
    w.BUY_SAFEHOUSE: _("A permanent safehouse saves actions every month."),
    w.COVER_SYMBOL: _("Less cover will be lost there."),
    w.ABANDON: _("It is the easiest safehouse to spare."),
}


def reason(t: Table, seat: int, move: int) -> Reason | None:
    """What a move is for."""
    return checked(found(t, seat, move), CHECKS, t, seat, move)


def found(t: Table, seat: int, move: int) -> Reason | None:
    verb = w.family(move)
    if verb in SIMPLE:
        return Reason(SIMPLE[verb])
    if verb in (w.AGREE, w.REFUSE):
        return answer(t, seat, move)
    if verb in (w.DRIVE, w.FLY, w.FLY_UNRECORDED):
        return trip(t, seat, move - verb)
    if verb in (w.DRIVE_TEAM, w.ESCORT_TEAM):
        return team(t, seat, w.team_of_drive_team(move) if verb == w.DRIVE_TEAM else move - verb)
    if verb in (w.GIVE, w.TAKE, w.HAND_OVER, w.ASK_FOR):
        _giver, receiver, card = shared(t, seat, move)
        return sharing(t, seat, receiver, card, True)
    if verb == w.DISCARD:
        return discard(t, Plan(t, seat), seat, move - verb)
    if verb == w.WITHDRAW:
        return Reason(MOST_HARM, {"city": city_name(t, move - verb)})
    if verb in (w.NEUTRALIZE, w.CALL):
        return agents(t, Plan(t, seat), t.pawn[seat] if verb == w.NEUTRALIZE else move - verb)
    return here(t, seat, move)


def here(t: Table, seat: int, move: int) -> Reason | None:
    """What is done where the pawn stands."""
    verb = w.family(move)
    plan = Plan(t, seat)
    city = t.pawn[seat]
    side = t.side[city]
    if verb == w.ASSEMBLE:
        if plan.need[side] >= 1.0:
            return Reason(TEAM_NEEDED, {"affiliation": w.AFFILIATION.titles[side]})
        return Reason(TEAM_CLEARS)
    if verb == w.BUILD:
        values = {"city": city_name(t, city), "affiliation": w.AFFILIATION.titles[side]}
        if plan.need[side] > 0.0 and not plan.sited[side]:
            return Reason(WANTED_SITE, values)
        return Reason(POST, values) if hidden_targets(t, t.config.box.region[city]) else None
    if verb == w.IDENTIFY:
        left = [len(possible(t, number)) for number in hidden_targets(t, t.config.box.region[city])]
        if left:
            return Reason(REVEALS, numbers(max(left)))
    if verb == w.ACQUIRE:
        chance = plan.chance(move - verb)
        return Reason(SURE) if chance > CERTAIN else Reason(CHANCE, numbers(round(100.0 * chance)))
    return None


def numbers(n: int) -> dict[str, str]:
    return {"n": str(n)}


def city_name(t: Table, city: int) -> str:
    return str(t.config.box.cities[city]["name"])


# -- on the way ----------------------------------------------------------------------------------------------


def trip(t: Table, seat: int, city: int) -> Reason | None:
    """What somebody goes to a city for: the goal that is reached best from there."""
    plan = Plan(t, seat)
    far = t.config.box.distance[city]
    goal = -1
    best = 0.0
    for other, worth, work, _kind in plan.goals:
        rate = worth / (1.0 + float(far[other]) + work)
        if rate > best and (float(far[other]) < plan.cost[other] or other == city):
            best = rate
            goal = other
    return None if goal < 0 else goal_reason(t, plan, seat, goal)


def goal_reason(t: Table, plan: Plan, seat: int, city: int) -> Reason | None:
    """Why a seat would like to be in a city: the kind of goal that counts most there."""
    side = t.side[city]
    values = {"city": city_name(t, city), "affiliation": w.AFFILIATION.titles[side]}
    found = [0.0] * 4
    for other, worth, work, kind in plan.goals:
        if other == city:
            found[kind] = max(found[kind], worth / work)
    site, meeting, post = found[TO_ASSEMBLE], found[TO_MEET], found[TO_LISTEN]
    relief = plan.removal(city, plan.power(seat, city)) if t.agents[city] else 0.0
    highest = max(site, meeting, relief, post)
    if highest <= 0.0:
        return None
    if highest == relief:
        return agents(t, plan, city)
    if highest == site:
        return Reason(SITE, {**values, "seat": w.SEAT.titles[seat]})
    if highest == post:
        return Reason(POST, values)
    if city in t.hands[seat] and plan.site_worth(city) == meeting:
        return Reason(WANTED_SITE, values)
    collector = plan.collector[side]
    for other in range(t.seats):  # a Rare Book Dealer needs no card of the city: that is not said
        if other != collector >= 0 and city in t.hands[other]:
            return Reason(MEETING, {**values, "seat": w.SEAT.titles[collector]})
    return None


def agents(t: Table, plan: Plan, city: int) -> Reason | None:
    """What the agents in a city threaten."""
    values = {"city": city_name(t, city), "n": str(t.agents[city])}
    if t.agents[city] == MAX_AGENTS:
        return Reason(FULL_SOON if plan.heat[city] >= MIN_CHANCE_NAMED else FULL, values)
    return Reason(AGENTS, values) if t.agents[city] else None


def team(t: Table, seat: int, number: int) -> Reason | None:
    """Where a team is wanted."""
    plan = Plan(t, seat)
    best = 0.0
    goal = -1
    for objective in range(len(t.status)):
        if t.status[objective] == w.OPEN:
            for city in plan.wanted_cities(objective, number // EACH_TEAMS):
                pull = plan.team_pull(number, objective, city)
                if pull > best:
                    best = pull
                    goal = city
    return Reason(TEAM_WANTED, {"city": city_name(t, goal)}) if goal >= 0 else Reason(TEAM_CLEARS)


# -- cards ---------------------------------------------------------------------------------------------------


def sharing(t: Table, seat: int, receiver: int, card: int, agrees: bool) -> Reason | None:
    """Why a card should, or should not, go to a seat."""
    plan = Plan(t, seat)
    side = t.side[card]
    collector = plan.collector[side]
    short = assemble_cost(t, receiver) - plan.held(receiver, side)
    values = {"affiliation": w.AFFILIATION.titles[side], "seat": w.SEAT.titles[receiver], "n": str(short)}
    if plan.need[side] <= 0.0 or collector < 0:
        return None if agrees else Reason(NO_NEED, values)
    if collector != receiver:
        return None if agrees else Reason(OTHER_COLLECTS, {**values, "seat": w.SEAT.titles[collector]})
    if short <= 0:
        return None if agrees else Reason(ENOUGH, values)
    return Reason(COLLECTS, values) if agrees else None


def answer(t: Table, seat: int, move: int) -> Reason | None:
    """Why a seat agrees or refuses."""
    frame = t.stack[-1]
    if isinstance(frame, ShareIntel):
        found = sharing(t, seat, frame.receiver, frame.card, move == w.AGREE)
        return Reason(STAYS) if found is None and move == w.REFUSE else found
    if isinstance(frame, Concession) and move == w.REFUSE and w.OPEN in t.status:
        return Reason(STILL_OPEN)
    if isinstance(frame, Group) and move == w.AGREE:
        return Reason(AGREES)
    return None


def discard(t: Table, plan: Plan, seat: int, card: int) -> Reason:
    """Why a card goes rather than another."""
    if card >= w.CITIES:
        return Reason(SPARED)
    side = t.side[card]
    values = {"affiliation": w.AFFILIATION.titles[side]}
    if plan.need[side] <= 0.0:
        return Reason(NO_NEED, values)
    collector = plan.collector[side]
    if collector >= 0 and collector != seat:
        return Reason(OTHER_COLLECTS, {**values, "seat": w.SEAT.titles[collector]})
    return Reason(SPARED)


# -- facts ---------------------------------------------------------------------------------------------------


def some_open(t: Table, seat: int, move: int) -> bool:
    return w.OPEN in t.status


def target_hidden(t: Table, seat: int, move: int) -> bool:
    return len(hidden_targets(t, t.config.box.region[t.pawn[seat]])) > 0


READ: Final = (  # from the table, with the numbers and names of the plan
    *(FULL_SOON, FULL, AGENTS, SITE, MEETING, WANTED_SITE, POST, COLLECTS, NO_NEED, ENOUGH, OTHER_COLLECTS),
    *(TEAM_NEEDED, TEAM_WANTED, TEAM_CLEARS, SURE, CHANCE),
)
JUDGED: Final = (*SIMPLE.values(), SPARED, MOST_HARM, STAYS, AGREES)
CHECKS: Final[dict[str, Check]] = {
    **dict.fromkeys(READ, by_its_values),
    **dict.fromkeys(JUDGED, judged_best),
    REVEALS: target_hidden,
    STILL_OPEN: some_open,
}
