"""SZ-12.4 to SZ-12.9 and SZ-13: Escalations, Threat cards, incidents and their effects."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.box import ESCALATION_AGENTS, MAX_AGENTS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import end_game, put_agents
from spyring.games.season0.rules.cover import LoseCovers, in_turn_order
from spyring.games.season0.rules.events import pause

# -- Escalations -----------------------------------------------------------------------------------------


class Part(Frame[Table]):
    """A part of an Escalation; ``left`` Escalations remain, including this one."""

    data: ClassVar[tuple[str, ...]] = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


class Escalate(Part):
    """Part a: the threat marker moves (SZ-12.5)."""

    clause: ClassVar[str] = "SZ-12.5"

    def resolve(self, t: Table) -> None:
        t.emit(w.ESCALATED, PUBLIC)
        level = t.config.box.level
        if t.space + 1 < len(level):
            t.space += 1
        t.emit(w.LEVEL_ROSE, PUBLIC, level[t.space])
        t.replace(Reinforce(self.left))
        if t.config.events_between_escalation_steps:
            pause(t)


class Reinforce(Part):
    """Part b: three agents in the city of the bottom Threat card; if they do not fit, one incident (SZ-12.6,
    SZ-R1).
    """

    clause: ClassVar[str] = "SZ-12.6"

    def resolve(self, t: Table) -> None:
        t.replace(Intensify(self.left))
        if t.config.events_between_escalation_steps:
            pause(t)
        if not renew(t):
            return
        city = t.threat.pop(0)
        t.threat_discard.append(city)
        t.emit(w.BOTTOM_DRAWN, PUBLIC, city)
        fitting = min(ESCALATION_AGENTS, MAX_AGENTS - t.agents[city])
        surplus = ESCALATION_AGENTS - fitting
        if not put_agents(t, city, fitting) or not surplus:
            return
        for _agent in range(surplus if t.config.escalation_surplus_each else 1):
            t.push(Incident([city]))


class Intensify(Part):
    """Part c: shuffle the Threat discard pile and put it on top of the deck; then discard the Escalation
    (SZ-12.7, SZ-12.9).
    """

    clause: ClassVar[str] = "SZ-12.7"

    def resolve(self, t: Table) -> None:
        t.emit(w.INTENSIFIED, PUBLIC, len(t.threat_discard))
        shuffle_back(t)
        if w.ESCALATION in t.aside:  # positions of older releases have it in the discard pile
            t.aside.remove(w.ESCALATION)
            t.discard.append(w.ESCALATION)
        if self.left > 1:
            t.replace(Escalate(self.left - 1))
        else:
            t.done()


def shuffle_back(t: Table) -> None:
    """The Threat discard pile becomes the top layer of the deck."""
    cards = t.threat_discard
    t.shuffle(cards)
    layer = 0
    pool = t.foreseen.pool
    for card in t.threat:
        if pool[card] >= layer:
            layer = pool[card] + 1
    t.foreseen.hide(cards)
    t.foreseen.put_in_pool(cards, layer)
    t.threat += cards
    t.threat_discard = []


def renew(t: Table) -> bool:
    """Ensure that a Threat card can be drawn: refill an empty deck from the discard pile (SZ-R20)."""
    if t.threat:
        return True
    if not t.threat_discard:
        return False
    t.emit(w.RESHUFFLED, PUBLIC)
    shuffle_back(t)
    return True


# -- incidents -------------------------------------------------------------------------------------------


def add_agent(t: Table, city: int) -> None:
    """Add one agent to a city; instead of a fourth there is an incident (SZ-13.2)."""
    if t.agents[city] == MAX_AGENTS:
        t.push(Incident([city]))
    else:
        put_agents(t, city, 1)


class AtCities(Frame[Table]):
    """A step of an incident in one or more cities."""

    data: ClassVar[tuple[str, ...]] = ("cities",)

    def __init__(self, cities: list[int]) -> None:
        self.cities = cities


class Incident(AtCities):
    """A token in each of the cities, then the losses of cover, then one card for all of them (SZ-13.4 to
    SZ-13.9, SZ-R4).
    """

    clause: ClassVar[str] = "SZ-13.4"

    def resolve(self, t: Table) -> None:
        for city in self.cities:
            if t.tokens_left == 0:
                end_game(t, w.BY_TOKENS)
                return
            t.tokens_left -= 1
            t.tokens = replaced(t.tokens, city, t.tokens[city] + 1)
            t.emit(w.INCIDENT, PUBLIC, city)
        t.replace(DrawIncident(self.cities))
        losers = [seat for seat in in_turn_order(t) if t.pawn[seat] in self.cities]
        losers = [seat for seat in losers if not t.safe[t.pawn[seat]]]
        if losers:
            t.push(LoseCovers(losers))


class DrawIncident(AtCities):
    """Carry out only the incident effect of the bottom Threat card, which then leaves this game (SZ-13.6,
    SZ-13.7).
    """

    clause: ClassVar[str] = "SZ-13.6"

    def resolve(self, t: Table) -> None:
        if t.config.stickers:
            t.replace(AfterIncident(self.cities))
        else:
            t.done()
        if not renew(t):
            return
        card = t.threat.pop(0)
        t.game_end.append(card)
        t.emit(w.INCIDENT_CARD, PUBLIC, card)
        carry_out(t, card)


class AfterIncident(AtCities):
    """What the campaign's rules add after incidents (SZ-19.1)."""

    clause: ClassVar[str] = "SZ-19.1"

    def resolve(self, t: Table) -> None:
        t.done()
        for sticker in t.config.stickers:
            if t.cause < 0:
                sticker.after_incident(t, tuple(self.cities))


def carry_out(t: Table, card: int) -> None:
    """Carry out the incident effect of a Threat card, if it applies to anything (SZ-13.8)."""
    kind = t.config.box.incident[card]
    regions = t.config.incident_regions[card]
    if kind == w.EFFECT_SLEEPER:
        wake_sleepers(t, regions[0])
    elif kind == w.EFFECT_SAFEHOUSE:
        t.push(Abandon(regions[0]))
    elif kind == w.EFFECT_RECOGNIZED:
        recognize(t, regions)
    elif kind == w.EFFECT_TEAMS:
        compromise_teams(t)


def wake_sleepers(t: Table, region: int) -> None:
    """Sleeper Cells: an agent in every city of the region that has a token now. Full cities have one incident
    together (SZ-R4, SZ-R58).
    """
    full: list[int] = []
    found = False
    for city in t.config.box.in_region[region]:
        if t.tokens[city]:
            found = True
            if t.agents[city] == MAX_AGENTS:
                full.append(city)
            elif not put_agents(t, city, 1):
                return
    if full:
        t.push(Incident(full))
    elif not found:
        t.emit(w.NO_EFFECT, PUBLIC)


class AbandonCity(Verb[Table]):
    """Choose the safehouse to lose."""

    name: ClassVar[str] = "abandon"
    clause: ClassVar[str] = "SZ-R23"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Abandon, t.stack[-1])
        if move - w.ABANDON not in t.config.box.in_region[frame.region]:
            return w.OTHER_REGION
        return FINE if t.safe[move - w.ABANDON] else w.NO_SAFEHOUSE_TO_LOSE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        city = move - w.ABANDON
        t.safe = replaced(t.safe, city, 0)
        t.safe_left += 1
        t.emit(w.SAFEHOUSE_LOST, PUBLIC, city)


class Abandon(Frame[Table]):
    """Safehouse Compromised: one safehouse of the region returns to the supply. Choose it, if there are
    several (SZ-P14, SZ-R23).
    """

    clause: ClassVar[str] = "SZ-R23"
    ask: ClassVar[str] = _("Choose a safehouse to lose.")
    wait: ClassVar[str] = _("{seat} chooses a safehouse to lose.")
    verbs: ClassVar[Verbs] = (AbandonCity(),)
    data: ClassVar[tuple[str, ...]] = ("region",)

    def __init__(self, region: int) -> None:
        self.region = region

    def deciders(self, t: Table) -> int:
        return 1 << t.active if len(self.legal(t, int(t.active))) > 1 else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.ABANDON + city for city in t.config.box.in_region[self.region] if t.safe[city]]

    def resolve(self, t: Table) -> None:
        choices = self.legal(t, int(t.active))
        if choices:
            self.play(t, int(t.active), choices[0])
        else:
            t.done()
            t.emit(w.NO_EFFECT, PUBLIC)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"region": w.REGION_IDS[self.region]}


def recognize(t: Table, regions: tuple[int, ...]) -> None:
    """Recognized: each seat in one of the regions loses cover, unless a safehouse protects it (SZ-R41)."""
    losers = [seat for seat in in_turn_order(t) if t.config.box.region[t.pawn[seat]] in regions]
    if t.config.recognized_shelter:
        losers = [seat for seat in losers if not t.safe[t.pawn[seat]]]
    if losers:
        t.push(LoseCovers(losers))
    else:
        t.emit(w.NO_EFFECT, PUBLIC)


def compromise_teams(t: Table) -> None:
    """Teams Compromised: teams in watched cities without a safehouse return to the supply (SZ-R42)."""
    found = False
    if t.config.teams_compromised_surveilled:
        for team in range(w.TEAMS):
            city = t.teams[team]
            if city >= 0 and t.watched[city] and not t.safe[city]:
                t.teams[team] = -1
                found = True
                t.emit(w.TEAM_LOST, PUBLIC, team, city)
    if not found:
        t.emit(w.NO_EFFECT, PUBLIC)
