"""How a group judges the board: which cities are in danger, which teams are missing, who collects cards for
them, and where each pawn should be.
"""

import math
from typing import Final

from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS, MAX_AGENTS, TOKENS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import active_in, top_layer
from spyring.games.season0.rules.objectives import needs, possible
from spyring.games.season0.rules.safehouses import (
    assemble_cost,
    hidden_targets,
    identify_cost,
    of_region,
    of_side,
)

PRESSURE: Final = [0.0, 0.12, 0.5175, 2.1]  # the danger of a city, by its agents
TEAM_WORTH: Final = 30.0  # a missing team, divided by the actions it needs
TARGET_WORTH: Final = 40.0  # a team that reaches its target
IDENTIFY_WORTH: Final = 9.0
SHARE_WORTH: Final = 8.3  # handing over the last card of a set
SITE_WORTH: Final = 5.0  # a safehouse where a team can be assembled
CLEANERS: Final = 0.19  # the need for a team that only mops up
MAX_DISTANCE_TO_COME: Final = 1  # a collector comes if the giver is at most this far from the meeting
WAITING: Final = 1.0
ANYWHERE: Final = 1.4  # bonus factor if cards can change hands in any city
CROWDED: Final = 0.73  # the share of a task left if another pawn is already there
FEAR: Final = 0.38  # extra weight of a full city, per token on the board
SCARCE: Final = 0.92  # one more agent in the supply
MINE: Final = 3.0  # a card of the set that this seat collects
COMPLETES: Final = 5.0  # a card that completes the set
OTHERS: Final = 1.2  # a card of the set that another seat collects
CARD_PRICE: Final = 0.8  # of a card in hand, in actions
FAR: Final = 50.0

# A city to go to, its worth, the actions needed there, and what for.
Goal = tuple[int, float, float, int]
TO_CLEAR: Final = 0
TO_ASSEMBLE: Final = 1
TO_MEET: Final = 2
TO_LISTEN: Final = 3


class Plan:
    """The judgement of one seat at one moment; it uses only what everyone knows."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.seat = seat
        self.turns_left = len(t.deck) // 2
        self.heat: list[float] = self._heat()
        self.need: list[float] = self._need()
        self.collector: list[int] = self._collectors()
        self.sited = [False, False, False]  # whether a safehouse allows assembling a team of each affiliation
        for city in range(w.CITIES):
            if t.safe[city]:
                self.sited[t.side[city]] = True
        self.cost: list[float] = self._costs(seat)
        self.goals: list[Goal] = self._goals(seat)

    # -- cities in danger ----------------------------------------------------------------------------------

    def _heat(self) -> list[float]:
        """The approximate probability that each city's Threat card comes soon."""
        t = self.t
        top = top_layer(t)
        level = float(t.config.box.level[t.space])
        heat = [0.0] * w.CITIES
        for card in t.threat:
            heat[card] = 0.15
        for card in top:
            heat[card] = min(1.0, 3.0 * level / float(len(top)))
        for card in t.threat_discard:
            heat[card] = 0.45
        return heat

    def harm(self, city: int) -> float:
        """The harm of one more agent."""
        agents = self.t.agents[city]
        if agents == MAX_AGENTS:
            return 5.0
        return PRESSURE[agents + 1] - PRESSURE[agents]

    def despair(self) -> float:
        """The approximate probability that the game ends before this group acts again."""
        t = self.t
        if len(t.deck) < 2:
            return 1.0
        level = float(t.config.box.level[t.space])
        worst = 0.0
        if float(t.agents_left) < level:
            worst = 0.9
        elif float(t.agents_left) < level + 3.0:
            worst = 0.3
        if t.tokens_left == 0:
            worst += 0.35 * self.about_to_burst()
        return min(1.0, worst)

    def power(self, seat: int, city: int) -> int:
        """How many agents a seat removes at once."""
        t = self.t
        power = 1
        if t.ability[seat] == w.WIRE_PHOTOGRAPHER and t.agents[city] == MAX_AGENTS:
            power += 1
        if t.traits[seat] >> w.SILENCED_PISTOL & 1:
            power += 1
        return power

    def removal(self, city: int, count: int) -> float:
        """The worth of removing agents from a city."""
        return 0.0 if active_in(self.t, city) else self.relief(city, count)

    def relief(self, city: int, count: int) -> float:
        """The same for any seat."""
        t = self.t
        agents = t.agents[city]
        left = max(0, agents - count)
        gain = (PRESSURE[agents] - PRESSURE[left]) * (0.25 + self.heat[city])
        gain *= 1.0 + FEAR * float(TOKENS - t.tokens_left)
        scarce = SCARCE + 0.05 * max(0.0, 16.0 - float(t.agents_left))
        return gain + scarce * float(agents - left)

    # -- which teams are missing ---------------------------------------------------------------------------

    def _need(self) -> list[float]:
        """The need for a team of each affiliation, from 0 to 1."""
        t = self.t
        need = [0.0, 0.0, 0.0]
        for side in range(3):
            if not self.on_board(side):
                need[side] = CLEANERS * min(1.0, float(self.turns_left) / 10.0)
        for number in range(len(t.status)):
            if t.status[number] != w.OPEN:
                continue
            wanted = needs(t, number)
            if wanted:
                counts = [0, 0, 0]
                for city, count in wanted:
                    counts[t.side[city]] += count
                for side in range(3):
                    if counts[side] > self.on_board(side):
                        need[side] = 1.0
            else:
                cities = possible(t, number)
                for side in range(3):
                    if not self.on_board(side) and cities:
                        here = len([city for city in cities if t.side[city] == side])
                        need[side] = max(need[side], float(here) / float(len(cities)))
        return need

    def on_board(self, side: int) -> int:
        """How many teams of an affiliation are on the board."""
        return EACH_TEAMS - self.t.teams[side * EACH_TEAMS : side * EACH_TEAMS + EACH_TEAMS].count(-1)

    def held(self, seat: int, side: int) -> int:
        """How many City cards of an affiliation a seat holds."""
        return len(of_side(self.t, seat, side))

    def _collectors(self) -> list[int]:
        """The seat that collects for a team of each affiliation, or -1; if possible, one team per seat."""
        t = self.t
        found = [-1, -1, -1]
        load = [0.0] * int(t.seats)
        for _round in range(3):
            side = -1
            for other in range(3):
                if found[other] < 0 and self.need[other] > 0.0:
                    if side < 0 or self.need[other] > self.need[side]:
                        side = other
            if side < 0:
                return found
            best = -FAR
            for seat in range(t.seats):
                short = float(assemble_cost(t, seat) - self.held(seat, side))
                value = -max(0.0, short) - load[seat] - 0.01 * float(seat)
                if value > best:
                    best = value
                    found[side] = seat
            load[found[side]] += 2.5
        return found

    def keep(self, seat: int, card: int) -> float:
        """The worth of a card in a hand."""
        t = self.t
        if card >= w.CITIES:
            return 1.1
        side = t.side[card]
        worth = 0.1
        if self.need[side] > 0.0:
            mine = self.collector[side] == seat
            worth += (MINE if mine else OTHERS) * self.need[side]
            spare = self.held(seat, side) - assemble_cost(t, seat)
            if mine and spare > 1:
                worth -= 0.8
            elif mine and spare == 0:
                worth += COMPLETES * self.need[side]
        if hidden_targets(t, t.config.box.region[card]):
            worth += 0.35
        if side == 0:
            worth += 0.15
        return worth

    # -- paths ---------------------------------------------------------------------------------------------

    def _costs(self, seat: int) -> list[float]:
        """How many actions a seat needs to reach each city; spent cards count as actions."""
        t = self.t
        far = t.config.box.distance
        here = t.pawn[seat]
        cost = [float(steps) for steps in far[here]]
        for card in t.hands[seat]:
            if card >= w.CITIES:
                continue
            if card == here:
                price = 1.0 + CARD_PRICE * self.keep(seat, card)
                for city in range(w.CITIES):
                    if city != here and price < cost[city]:
                        cost[city] = price
            elif t.side[card] < 2:
                price = 1.0 if t.side[card] == 0 else 1.0 + CARD_PRICE * self.keep(seat, card)
                row = far[card]
                for city in range(w.CITIES):
                    if price + float(row[city]) < cost[city]:
                        cost[city] = price + float(row[city])
        return cost

    def _goals(self, seat: int) -> list[Goal]:
        """The cities that a seat should go to."""
        t = self.t
        goals: list[Goal] = []
        for city in range(w.CITIES):
            if t.agents[city] and not active_in(t, city):
                power = self.power(seat, city)
                alone = t.pawn.count(city) == (1 if t.pawn[seat] == city else 0)
                mine = 1.0 if alone else CROWDED
                for more in range(max(1, t.agents[city] - power + 1)):
                    goals.append((city, mine * self.relief(city, power + more), 1.0 + float(more), TO_CLEAR))
        for side in range(3):
            if self.collector[side] == seat and self.held(seat, side) >= assemble_cost(t, seat):
                self._add_sites(seat, side, goals)
        self._add_meetings(seat, goals)
        for number in range(len(t.status)):
            if t.status[number] == w.OPEN and t.target[number] >= 0 and not t.revealed[number]:
                self._add_listening_posts(seat, number, goals)
        return goals

    def _add_sites(self, seat: int, side: int, goals: list[Goal]) -> None:
        """Add cities where a team can be assembled: at a safehouse, or where one can be built."""
        t = self.t
        spare = self.held(seat, side) > assemble_cost(t, seat)
        for city in range(w.CITIES):
            if t.side[city] == side and (t.safe[city] or (spare and city in t.hands[seat])):
                work = (1.0 if t.safe[city] else 2.0) + 0.6 * self.to_target(side, city)
                goals.append((city, TEAM_WORTH * self.need[side], work, TO_ASSEMBLE))

    def to_target(self, side: int, city: int) -> float:
        """How far a team of an affiliation in a city is from where it is needed."""
        t = self.t
        best = FAR
        far = t.config.box.distance[city]
        for number in range(len(t.status)):
            if t.status[number] == w.OPEN:
                for other in self.wanted_cities(number, side):
                    best = min(best, float(far[other]))
        return best if best < FAR else 3.0

    def wanted_cities(self, number: int, side: int) -> list[int]:
        """The cities of an objective that still need a team of an affiliation."""
        t = self.t
        wanted = needs(t, number)
        if wanted:
            return [city for city, count in wanted if t.side[city] == side and active_in(t, city) < count]
        return [city for city in possible(t, number) if t.side[city] == side and not active_in(t, city)]

    def _add_meetings(self, seat: int, goals: list[Goal]) -> None:
        """Add cities whose card can go to its collector, or be spent on a safehouse."""
        t = self.t
        for holder in range(t.seats):
            for card in t.hands[holder]:
                if card >= w.CITIES:
                    continue
                side = t.side[card]
                collector = self.collector[side]
                if collector < 0 or collector == holder or self.need[side] <= 0.0:
                    continue
                if seat == holder and not self.sited[side]:
                    goals.append((card, self.site_worth(card), 1.0, TO_MEET))
                worth = self.share_worth(collector, side)
                if worth <= 0.0 or seat not in (holder, collector):
                    continue
                other = holder if seat == collector else collector
                wait = t.config.box.distance[t.pawn[other]][card]
                if seat == holder or wait <= MAX_DISTANCE_TO_COME:
                    goals.append((card, worth, 1.0 + WAITING * float(wait), TO_MEET))
                if t.ability[holder] == w.RARE_BOOK_DEALER:
                    goals.append((t.pawn[other], ANYWHERE * worth, 1.0, TO_MEET))

    def share_worth(self, collector: int, side: int) -> float:
        """The worth of one more card to a collector: the closer to a set, the higher."""
        short = assemble_cost(self.t, collector) - self.held(collector, side)
        if short <= 0:
            return 0.0
        return SHARE_WORTH * self.need[side] / float(short)

    def site_worth(self, city: int) -> float:
        """The worth of a safehouse in a city to the seat that collects for a team there."""
        t = self.t
        side = t.side[city]
        seat = self.collector[side]
        if seat < 0 or self.sited[side]:
            return 0.0
        short = max(0, assemble_cost(t, seat) - self.held(seat, side))
        near = 0.1 * (self.to_target(side, city) + float(t.config.box.distance[t.pawn[seat]][city]))
        return SITE_WORTH * self.need[side] / (1.0 + 0.25 * float(short) + near)

    def _add_listening_posts(self, seat: int, number: int, goals: list[Goal]) -> None:
        """Add safehouses where a target can be identified."""
        t = self.t
        region = t.config.box.region[t.target[number]]
        if len(of_region(t, seat, region)) < identify_cost(t, seat):
            return
        worth = self.identify_worth(number, seat, region)
        if worth > 0.0:
            for city in t.config.box.in_region[region]:
                if t.safe[city]:
                    goals.append((city, worth, 1.0, TO_LISTEN))
                elif city in t.hands[seat] and len(of_region(t, seat, region)) > identify_cost(t, seat):
                    goals.append((city, worth, 2.0, TO_LISTEN))

    def identify_worth(self, number: int, seat: int, region: int) -> float:
        """The worth of knowing a target, minus the worth of the cards."""
        t = self.t
        left = len(possible(t, number))
        if left <= 1:
            return 0.0
        prices = sorted([self.keep(seat, card) for card in of_region(t, seat, region)])
        spent = 0.0
        for price in prices[: identify_cost(t, seat)]:
            spent += price
        return IDENTIFY_WORTH * (1.0 - 1.0 / float(left)) - 1.2 * spent

    def trip(self, city: int, card: int) -> float:
        """The gain of going to a city, perhaps for a card."""
        t = self.t
        far = t.config.box.distance[city]
        price = 1.0
        if card >= 0:
            price += CARD_PRICE * self.keep(self.seat, card)
        best = 0.0
        for goal, worth, work, _kind in self.goals:
            on_foot = float(far[goal])
            if on_foot + price < self.cost[goal] + 0.01:
                best = max(best, worth / (price + on_foot + work))
        watched = 0.0
        if t.actions == 1 and t.watched[city] and not t.safe[city]:
            watched = 0.25 * float(t.watched[city])
        return best - watched - 0.001 * price

    # -- what can be done here -----------------------------------------------------------------------------

    def assembling(self) -> float:
        """The worth of a team here."""
        t = self.t
        side = t.side[t.pawn[self.seat]]
        if self.need[side] <= 0.0:
            return -1.0
        return TEAM_WORTH * self.need[side] / (1.0 + 0.1 * self.to_target(side, t.pawn[self.seat]))

    def identifying(self) -> float:
        """The worth of identifying a target here."""
        t = self.t
        region = t.config.box.region[t.pawn[self.seat]]
        best = -1.0
        for number in hidden_targets(t, region):
            best = max(best, self.identify_worth(number, self.seat, region))
        return best

    def building(self) -> float:
        """The worth of a safehouse here, if it allows assembling a team or identifying a target."""
        t = self.t
        city = t.pawn[self.seat]
        side = t.side[city]
        best = -0.5
        if self.need[side] > 0.0 and self.held(self.seat, side) > assemble_cost(t, self.seat):
            best = TEAM_WORTH * self.need[side] / (2.0 + 0.6 * self.to_target(side, city))
        if self.collector[side] != self.seat:
            best = max(best, self.site_worth(city))
        region = t.config.box.region[city]
        for number in hidden_targets(t, region):
            if len(of_region(t, self.seat, region)) > identify_cost(t, self.seat):
                best = max(best, self.identify_worth(number, self.seat, region) / 2.0)
        return best

    def sharing(self, receiver: int, card: int) -> float:
        """The gain of handing over a card."""
        side = self.t.side[card]
        if self.collector[side] != receiver or self.need[side] <= 0.0:
            return -1.0
        worth = self.share_worth(receiver, side)
        return worth if worth > 0.0 else -1.0

    # -- teams ---------------------------------------------------------------------------------------------

    def team_place(self, team: int, city: int) -> float:
        """The worth of a team in a city."""
        t = self.t
        side = team // EACH_TEAMS
        worth = 0.0
        for number in range(len(t.status)):
            if t.status[number] == w.OPEN:
                worth = max(worth, self.team_pull(team, number, city))
        far = t.config.box.distance[city]
        clean = 0.0
        for other in range(w.CITIES):
            if t.agents[other] and t.side[other] == side and far[other] <= 3:
                clean = max(clean, self.mop_up(team, other) / (1.0 + 0.7 * float(far[other])))
        return worth + clean

    def mop_up(self, team: int, city: int) -> float:
        """What an active team in a city mops up, if no other one does."""
        t = self.t
        others = active_in(t, city)
        if t.teams[team] == city:
            others -= 1
        return 0.0 if others else self.relief(city, MAX_AGENTS)

    def team_pull(self, team: int, number: int, city: int) -> float:
        """How strongly an objective pulls a team to a city: the closer to its target, the stronger."""
        t = self.t
        side = team // EACH_TEAMS
        here = t.teams[team]
        t.teams[team] = -1
        cities = self.wanted_cities(number, side)
        t.teams[team] = here
        if not cities:
            return 0.0
        far = t.config.box.distance[city]
        nearest = 99
        for other in cities:
            nearest = min(nearest, far[other])
        share = 1.0 if needs(t, number) else min(1.0, float(len(cities)) / float(len(possible(t, number))))
        return TARGET_WORTH * share / (1.0 + 0.8 * float(nearest))

    def team_trip(self, team: int, city: int) -> float:
        """The gain of driving a team there."""
        return self.team_place(team, city) - self.team_place(team, self.t.teams[team]) - 0.05

    def escort_team(self, team: int, lines: int) -> float:
        """The gain of the best city for a team within this many lines (anywhere if 0)."""
        t = self.t
        here = t.teams[team]
        now = self.team_place(team, here)
        far = t.config.box.distance[here]
        best = -1.0
        for city in range(w.CITIES):
            if city != here and (lines == 0 or far[city] <= lines):
                best = max(best, self.team_place(team, city) - now)
        return best

    def best_escort(self, lines: int) -> float:
        """The gain of the best such trip of any team."""
        best = 0.0
        for team in range(w.TEAMS):
            if self.t.teams[team] >= 0:
                best = max(best, self.escort_team(team, lines))
        return best

    # -- pawns of others -----------------------------------------------------------------------------------

    def pawn_place(self, seat: int, city: int) -> float:
        """The worth of a city to a seat's pawn."""
        far = self.t.config.box.distance[city]
        best = 0.0
        for goal, worth, work, _kind in self._goals(seat):
            best = max(best, worth / (float(far[goal]) + work))
        return best

    def escort_pawn(self, seat: int) -> float:
        """The gain of taking another pawn along."""
        return 0.3 * self.airlift_pawn(seat, 5.0, 1, 3) - 0.3

    def airlift_pawn(self, seat: int, least: float = 0.0, near: int = 0, most: int = w.CITIES) -> float:
        """The gain of flying a pawn anywhere, or only to goals of some worth and at some distance."""
        t = self.t
        cost = self._costs(seat)
        far = t.config.box.distance[t.pawn[seat]]
        best = 0.0
        for goal, worth, work, _kind in self._goals(seat):
            if worth > least and near < far[goal] <= most:
                best = max(best, worth / work - worth / (cost[goal] + work))
        return best

    # -- Events --------------------------------------------------------------------------------------------

    def relics(self, city: int) -> float:
        """The worth of a safehouse in a city."""
        side = self.t.side[city]
        seat = self.collector[side]
        if seat < 0 or self.held(seat, side) < assemble_cost(self.t, seat):
            return 0.0
        ways = self.cost if seat == self.seat else self._costs(seat)
        return TEAM_WORTH * self.need[side] / (ways[city] + 1.0 + 0.6 * self.to_target(side, city))

    def best_relics(self) -> float:
        """The gain of War Relics now."""
        t = self.t
        best = 0.0
        for side in range(3):
            seat = self.collector[side]
            if seat >= 0 and self.held(seat, side) >= assemble_cost(t, seat):
                ways = self.cost if seat == self.seat else self._costs(seat)
                now = 0.0
                goals: list[Goal] = []
                self._add_sites(seat, side, goals)
                for goal, worth, work, _kind in goals:
                    now = max(now, worth / (ways[goal] + work))
                for city in range(w.CITIES):
                    if t.side[city] == side and not t.safe[city]:
                        best = max(best, self.relics(city) - now)
        return best

    def storm(self) -> float:
        """How much harm of the next Threat cards a better order would delay."""
        t = self.t
        found = 0.0
        for card in t.threat:
            if t.agents[card] == MAX_AGENTS:
                found += self.heat[card]
        return found

    def worst_discarded(self) -> float:
        """The worst card that would come back with the next Escalation."""
        best = 0.0
        for card in self.t.threat_discard:
            best = max(best, 0.3 * self.harm(card))
        return best

    def shadow_walk(self) -> float:
        """The gain of driving around under In the Shadows."""
        t = self.t
        if t.actions < 4:
            return 0.0
        found = 0.0
        for city in t.config.box.near[t.pawn[t.active]]:
            found += self.removal(city, 1)
        return 0.5 * found

    # -- prospects -----------------------------------------------------------------------------------------

    def chance(self, number: int) -> float:
        """The probability that an attempt succeeds."""
        t = self.t
        if needs(t, number):
            return 1.0
        cities = possible(t, number)
        if not cities:
            return 0.0
        covered = [city for city in cities if active_in(t, city)]
        return float(len(covered)) / float(len(cities))

    def hope(self) -> float:
        """The expected share of completed objectives."""
        t = self.t
        total = 0.0
        for number in range(len(t.status)):
            if t.status[number] == w.COMPLETE:
                total += 1.0
            elif t.status[number] == w.OPEN:
                total += self.likely(number)
        return total / float(len(t.status))

    def likely(self, number: int) -> float:
        """The probability that an open objective will be completed in time, from a weighted sum. The weights
        are fitted to the results of games.
        """
        t = self.t
        left = float(t.agents_left)
        turns = 0.5 * float(len(t.deck))
        sum = 0.48 - 1.35 * float(t.seats) / 4.0
        sum += 0.054 * left - 0.044 * max(0.0, 5.0 - left)
        sum += 0.19 * float(t.tokens_left) - 0.25 * self.about_to_burst()
        sum += 0.075 * turns - 0.107 * max(0.0, 6.0 - turns)
        sum += self.way_to_known(number) if needs(t, number) else self.way_to_unknown(number)
        return 1.0 / (1.0 + math.exp(-sum))

    def about_to_burst(self) -> float:
        """How many full cities may soon get one more agent."""
        t = self.t
        found = 0.0
        for city in range(w.CITIES):
            if t.agents[city] == MAX_AGENTS and not active_in(t, city):
                found += self.heat[city]
        return found

    def way_to_known(self, number: int) -> float:
        """How near the group is to a known target: missing teams, and the lines that teams must travel."""
        t = self.t
        lines = 0.0
        short = 0.0
        missing = False
        for city, count in needs(t, number):
            side = t.side[city]
            steps = self.steps_of_teams(side, city)
            for place in range(count):
                if place < len(steps):
                    lines += float(steps[place])
                else:
                    missing = True
                    short += float(self.shortest(side))
        if missing:
            return -0.36 * min(lines, 8.0) - 0.62 * short
        return 1.75 - 0.36 * min(lines, 8.0) + (2.34 if lines == 0.0 else 0.0)

    def way_to_unknown(self, number: int) -> float:
        """How near the group is to an unknown target: the possible cities, those with a team, and those that
        a team could reach.
        """
        t = self.t
        cities = possible(t, number)
        count = float(max(1, len(cities)))
        covered = 0.0
        within = 0.0
        short = 0.0
        for city in cities:
            if active_in(t, city):
                covered += 1.0
            if self.on_board(t.side[city]):
                within += 1.0
            else:
                short += float(self.shortest(t.side[city]))
        region = t.config.objectives[number].region
        cards = 0
        for seat in range(t.seats):
            cards = max(cards, len(of_region(t, seat, region)))
        sum = -2.3 + (1.72 * covered + 1.14 * within - 0.45 * short + 1.62) / count
        return sum + 0.14 * float(min(3, cards))

    def steps_of_teams(self, side: int, city: int) -> list[int]:
        """How many lines each team of an affiliation is from a city, the nearest first."""
        far = self.t.config.box.distance[city]
        places = self.t.teams[side * EACH_TEAMS : side * EACH_TEAMS + EACH_TEAMS]
        return sorted([far[place] for place in places if place >= 0])

    def shortest(self, side: int) -> int:
        """How many cards are missing for a team of an affiliation, in the best hand."""
        least = 9
        for seat in range(self.t.seats):
            least = min(least, max(0, assemble_cost(self.t, seat) - self.held(seat, side)))
        return least
