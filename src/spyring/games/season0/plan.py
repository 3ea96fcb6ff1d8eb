"""What a group sees when it looks at the board: where it burns, which teams are missing, who collects for
them, and where everybody should be.
"""

from typing import Final

from spyring.games.season0.box import (
    CITIES,
    EACH_TEAMS,
    MOST_AGENTS,
    PHOTOGRAPHER,
    SILENCED_PISTOL,
    TEAMS,
    TOKENS,
)
from spyring.games.season0.rules.actions import assemble_cost, hidden_targets, identify_cost, needs, possible
from spyring.games.season0.table import COMPLETE, OPEN, Table

PRESSURE: Final = [0.0, 0.12, 0.5, 2.2]  # what so many agents in a city threaten
TEAM_WORTH: Final = 30.0  # a team that is missing, shared out over the actions until it stands
TARGET_WORTH: Final = 40.0  # a team that reaches its target
IDENTIFY_WORTH: Final = 9.0
SHARE_WORTH: Final = 7.0
CARD_PRICE: Final = 0.8  # actions that a needed card is worth
FAR: Final = 50.0


class Plan:
    """The thoughts of one seat at one moment; they use what everybody knows and nothing else."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.seat = seat
        self.turns_left = len(t.deck) // 2
        self.heat: list[float] = self._heat()
        self.harm: list[float] = [self._harm(city) for city in range(CITIES)]
        self.need: list[float] = self._need()
        self.collector: list[int] = self._collectors()
        self.despair = self._despair()
        self.site: list[float] = [1.0 if t.safe[city] else 0.0 for city in range(CITIES)]
        self.cost: list[float] = self._costs(seat)
        self.goals: list[tuple[int, float, float]] = []  # city, worth, actions to be spent there
        self._add_goals(seat, self.goals)
        self.here_first = self.removal(t.pawn[seat], self.power(seat))
        self.assembling = self._assembling()
        self.identifying = self._identifying()
        self.building = self._building()
        self.stay = self.best_rate(self.cost)

    # -- where it burns ------------------------------------------------------------------------------------

    def _heat(self) -> list[float]:
        """How likely each city's Threat card is to come soon, about."""
        t = self.t
        pool = t.foreseen.pool
        top = -1
        for card in t.threat:
            top = max(top, pool[card])
        size = 0
        for card in t.threat:
            if pool[card] == top:
                size += 1
        level = float(t.agreed.box.level[t.space])
        soon = min(1.0, 3.0 * level / float(size)) if size else 0.0
        heat = [0.0] * CITIES
        for card in t.threat:
            heat[card] = soon if pool[card] == top else 0.15
        for card in t.threat_discard:
            heat[card] = 0.45
        return heat

    def _harm(self, city: int) -> float:
        """What one agent more would do."""
        t = self.t
        agents = t.agents[city]
        if agents == MOST_AGENTS:
            return 5.0
        return PRESSURE[agents + 1] - PRESSURE[agents]

    def _despair(self) -> float:
        """From 0 to 1: how near the end by agents or tokens is."""
        t = self.t
        by_tokens = 1.0 - float(t.tokens_left) / float(TOKENS)
        by_agents = 1.0 - min(1.0, float(t.agents_left) / 14.0)
        return max(by_tokens, by_agents)

    def power(self, seat: int) -> int:
        """How many agents a seat removes at once."""
        t = self.t
        power = 1
        if t.ability[seat] == PHOTOGRAPHER:
            power += 1
        if t.traits[seat] >> SILENCED_PISTOL & 1:
            power += 1
        return power

    def removal(self, city: int, count: int) -> float:
        """What it is worth to take agents away from a city."""
        t = self.t
        agents = t.agents[city]
        if not agents or t.active_in(city):
            return 0.0
        left = max(0, agents - count)
        gain = (PRESSURE[agents] - PRESSURE[left]) * (0.25 + self.heat[city])
        gain *= 1.0 + 0.2 * float(TOKENS - t.tokens_left)
        scarce = 0.1 + 0.05 * max(0.0, 14.0 - float(t.agents_left))
        return gain + scarce * float(agents - left)

    # -- which teams are missing ---------------------------------------------------------------------------

    def _need(self) -> list[float]:
        """How much a team of each affiliation is missing, from 0 to 1."""
        t = self.t
        need = [0.0, 0.0, 0.0]
        for number in range(len(t.status)):
            if t.status[number] != OPEN:
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
                        here = 0
                        for city in cities:
                            if t.side[city] == side:
                                here += 1
                        need[side] = max(need[side], float(here) / float(len(cities)))
        return need

    def on_board(self, side: int) -> int:
        """How many teams of an affiliation are on the board."""
        count = 0
        for team in range(side * EACH_TEAMS, side * EACH_TEAMS + EACH_TEAMS):
            if self.t.teams[team] >= 0:
                count += 1
        return count

    def held(self, seat: int, side: int) -> int:
        """How many City cards of an affiliation a seat holds."""
        count = 0
        for card in self.t.hands[seat]:
            if card < CITIES and self.t.side[card] == side:
                count += 1
        return count

    def _collectors(self) -> list[int]:
        """Who collects for a team of each affiliation, or -1; nobody for two, if it can be helped."""
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
        """What a card is worth in a hand."""
        t = self.t
        if card >= CITIES:
            return 1.1
        side = t.side[card]
        worth = 0.1
        if self.need[side] > 0.0:
            mine = self.collector[side] == seat
            worth += (2.0 if mine else 0.7) * self.need[side]
            if mine and self.held(seat, side) > assemble_cost(t, seat) + 1:
                worth -= 0.8
        if hidden_targets(t, t.agreed.box.region[card]):
            worth += 0.35
        if side == 0:
            worth += 0.15
        return worth

    # -- ways ----------------------------------------------------------------------------------------------

    def _costs(self, seat: int) -> list[float]:
        """How many actions it takes a seat to each city, cards spent counted in."""
        t = self.t
        far = t.agreed.box.distance
        here = t.pawn[seat]
        cost = [float(steps) for steps in far[here]]
        for card in t.hands[seat]:
            if card >= CITIES:
                continue
            if card == here:
                price = 1.0 + CARD_PRICE * self.keep(seat, card)
                for city in range(CITIES):
                    if city != here and price < cost[city]:
                        cost[city] = price
            elif t.side[card] < 2:
                price = 1.0 if t.side[card] == 0 else 1.0 + CARD_PRICE * self.keep(seat, card)
                row = far[card]
                for city in range(CITIES):
                    if price + float(row[city]) < cost[city]:
                        cost[city] = price + float(row[city])
        return cost

    def _add_goals(self, seat: int, goals: list[tuple[int, float, float]]) -> None:
        """Where a seat would like to be, what for, and how many actions it takes there."""
        t = self.t
        power = self.power(seat)
        for city in range(CITIES):
            if t.agents[city]:
                goals.append((city, self.removal(city, power), 1.0))
                if t.agents[city] > power:
                    goals.append((city, self.removal(city, 2 * power), 2.0))
        for side in range(3):
            if self.collector[side] == seat and self.held(seat, side) >= assemble_cost(t, seat):
                self._add_sites(seat, side, goals)
        self._add_meetings(seat, goals)
        for number in range(len(t.status)):
            if t.status[number] == OPEN and t.target[number] >= 0 and not t.revealed[number]:
                self._add_listening_posts(seat, number, goals)

    def _add_sites(self, seat: int, side: int, goals: list[tuple[int, float, float]]) -> None:
        """Where a team can be assembled: at a safehouse, or where one can be built."""
        t = self.t
        spare = self.held(seat, side) > assemble_cost(t, seat)
        for city in range(CITIES):
            if t.side[city] == side and (t.safe[city] or (spare and city in t.hands[seat])):
                work = 1.0 if t.safe[city] else 2.0
                goals.append((city, TEAM_WORTH * self.need[side], work + 0.6 * self.to_target(side, city)))

    def to_target(self, side: int, city: int) -> float:
        """How far a team of an affiliation, standing in a city, is from where it is needed."""
        t = self.t
        best = FAR
        far = t.agreed.box.distance[city]
        for number in range(len(t.status)):
            if t.status[number] == OPEN:
                for other in self.wanted_cities(number, side):
                    best = min(best, float(far[other]))
        return best if best < FAR else 3.0

    def wanted_cities(self, number: int, side: int) -> list[int]:
        """The cities of an objective where a team of an affiliation would help and none is."""
        t = self.t
        wanted = needs(t, number)
        if wanted:
            return [city for city, count in wanted if t.side[city] == side and t.active_in(city) < count]
        return [city for city in possible(t, number) if t.side[city] == side and not t.active_in(city)]

    def _add_meetings(self, seat: int, goals: list[tuple[int, float, float]]) -> None:
        """Cities whose card can go from one hand into that of its collector."""
        t = self.t
        for holder in range(t.seats):
            for card in t.hands[holder]:
                if card >= CITIES:
                    continue
                side = t.side[card]
                collector = self.collector[side]
                if collector < 0 or collector == holder or self.need[side] <= 0.0:
                    continue
                short = assemble_cost(t, collector) - self.held(collector, side)
                if short <= 0 or short > 3 or seat not in (holder, collector):
                    continue
                other = holder if seat == collector else collector
                wait = float(t.agreed.box.distance[t.pawn[other]][card])
                goals.append((card, SHARE_WORTH * self.need[side] / float(short), 1.0 + wait))

    def _add_listening_posts(self, seat: int, number: int, goals: list[tuple[int, float, float]]) -> None:
        """Safehouses where a target can be identified."""
        t = self.t
        region = t.agreed.box.region[t.target[number]]
        if len(self.region_cards(seat, region)) < identify_cost(t, seat):
            return
        worth = self.identify_worth(number, seat, region)
        if worth > 0.0:
            for city in t.agreed.box.in_region[region]:
                if t.safe[city]:
                    goals.append((city, worth, 1.0))
                elif city in t.hands[seat] and len(self.region_cards(seat, region)) > identify_cost(t, seat):
                    goals.append((city, worth, 2.0))

    def region_cards(self, seat: int, region: int) -> list[int]:
        """The City cards of a region in a hand."""
        regions = self.t.agreed.box.region
        return [card for card in self.t.hands[seat] if card < CITIES and regions[card] == region]

    def identify_worth(self, number: int, seat: int, region: int) -> float:
        """What it is worth to know a target, less what the cards are worth."""
        t = self.t
        left = len(possible(t, number))
        if left <= 1:
            return 0.0
        prices = sorted([self.keep(seat, card) for card in self.region_cards(seat, region)])
        spent = 0.0
        for price in prices[: identify_cost(t, seat)]:
            spent += price
        return IDENTIFY_WORTH * (1.0 - 1.0 / float(left)) - 1.2 * spent

    def best_rate(self, cost: list[float]) -> float:
        """The most that a goal brings for each action until it is reached and done."""
        best = 0.0
        for city, worth, work in self.goals:
            rate = worth / (cost[city] + work)
            if rate > best:
                best = rate
        return best

    def trip(self, city: int, card: int) -> float:
        """What it brings to go to a city, perhaps for a card."""
        t = self.t
        far = t.agreed.box.distance[city]
        price = 1.0
        if card >= 0:
            price += CARD_PRICE * self.keep(self.seat, card)
        best = 0.0
        for goal, worth, work in self.goals:
            on_foot = float(far[goal])
            if on_foot + price < self.cost[goal] + 0.01:
                rate = worth / (price + on_foot + work)
                if rate > best:
                    best = rate
        watched = 0.0
        if t.actions == 1 and t.watched[city] and not t.safe[city]:
            watched = 0.25 * float(t.watched[city])
        return best - watched - 0.001 * price

    # -- what can be done here -----------------------------------------------------------------------------

    def _assembling(self) -> float:
        t = self.t
        side = t.side[t.pawn[self.seat]]
        if self.need[side] <= 0.0:
            return -1.0
        return TEAM_WORTH * self.need[side] / (1.0 + 0.1 * self.to_target(side, t.pawn[self.seat]))

    def _identifying(self) -> float:
        t = self.t
        region = t.agreed.box.region[t.pawn[self.seat]]
        best = -1.0
        for number in hidden_targets(t, region):
            best = max(best, self.identify_worth(number, self.seat, region))
        return best

    def _building(self) -> float:
        """A safehouse here, if a team can be assembled or a target identified at it."""
        t = self.t
        city = t.pawn[self.seat]
        side = t.side[city]
        best = -0.5
        if self.need[side] > 0.0 and self.held(self.seat, side) > assemble_cost(t, self.seat):
            best = TEAM_WORTH * self.need[side] / (2.0 + 0.6 * self.to_target(side, city))
        region = t.agreed.box.region[city]
        for number in hidden_targets(t, region):
            if len(self.region_cards(self.seat, region)) > identify_cost(t, self.seat):
                best = max(best, self.identify_worth(number, self.seat, region) / 2.0)
        return best

    def sharing(self, giver: int, receiver: int, card: int) -> float:
        """What it brings to hand a card over."""
        t = self.t
        side = t.side[card]
        if self.collector[side] != receiver or self.need[side] <= 0.0:
            return -1.0
        short = assemble_cost(t, receiver) - self.held(receiver, side)
        if short <= 0 or self.collector[side] == giver:
            return -1.0
        return SHARE_WORTH * self.need[side] / float(short)

    # -- teams ---------------------------------------------------------------------------------------------

    def team_place(self, team: int, city: int) -> float:
        """What it is worth to have a team in a city."""
        t = self.t
        side = team // EACH_TEAMS
        worth = 0.0
        for number in range(len(t.status)):
            if t.status[number] == OPEN:
                worth = max(worth, self.team_pull(team, number, city))
        if t.side[city] == side and t.agents[city]:
            worth += self.mop_up(city)
        return worth

    def mop_up(self, city: int) -> float:
        """What an active team in a city cleans away, if there is none yet."""
        t = self.t
        elsewhere = 0
        for other in range(TEAMS):
            if t.teams[other] == city and t.is_active(other):
                elsewhere += 1
        return 0.0 if elsewhere else self.removal(city, MOST_AGENTS)

    def team_pull(self, team: int, number: int, city: int) -> float:
        """How strongly an objective pulls a team to a city: the nearer to where it is wanted, the more."""
        t = self.t
        side = team // EACH_TEAMS
        here = t.teams[team]
        t.teams[team] = -1
        cities = self.wanted_cities(number, side)
        t.teams[team] = here
        if not cities:
            return 0.0
        far = t.agreed.box.distance[city]
        nearest = 99
        for other in cities:
            nearest = min(nearest, far[other])
        share = 1.0 if needs(t, number) else min(1.0, float(len(cities)) / float(len(possible(t, number))))
        return TARGET_WORTH * share / (1.0 + 0.8 * float(nearest))

    def team_trip(self, team: int, city: int) -> float:
        """What it brings to drive a team there."""
        return self.team_place(team, city) - self.team_place(team, self.t.teams[team]) - 0.05

    def escort_team(self, team: int, lines: int) -> tuple[float, int]:
        """The best city within so many lines (anywhere if 0) for a team, and what it brings."""
        t = self.t
        here = t.teams[team]
        now = self.team_place(team, here)
        far = t.agreed.box.distance[here]
        best = -1.0
        found = here
        for city in range(CITIES):
            if city != here and (lines == 0 or far[city] <= lines):
                gain = self.team_place(team, city) - now
                if gain > best:
                    best = gain
                    found = city
        return best, found

    # -- pawns of others -----------------------------------------------------------------------------------

    def pawn_place(self, seat: int, city: int) -> float:
        """What it is worth for a seat to be in a city."""
        goals: list[tuple[int, float, float]] = []
        self._add_goals(seat, goals)
        far = self.t.agreed.box.distance[city]
        best = 0.0
        for goal, worth, work in goals:
            best = max(best, worth / (float(far[goal]) + work))
        return best

    def escort_pawn(self, seat: int) -> tuple[float, int]:
        """What it brings to take another seat along."""
        t = self.t
        goals: list[tuple[int, float, float]] = []
        self._add_goals(seat, goals)
        cost = self._costs(seat)
        far = t.agreed.box.distance[t.pawn[seat]]
        best = 0.0
        found = -1
        for goal, worth, work in goals:
            if worth > 5.0 and 1 < far[goal] <= 3:
                gain = worth / work - worth / (cost[goal] + work)
                if gain > best:
                    best = gain
                    found = goal
        return 0.3 * best - 0.3, found

    def airlift_pawn(self, seat: int) -> tuple[float, int]:
        """What it brings to fly a pawn anywhere."""
        goals: list[tuple[int, float, float]] = []
        self._add_goals(seat, goals)
        cost = self._costs(seat)
        best = 0.0
        found = -1
        for goal, worth, work in goals:
            gain = worth / work - worth / (cost[goal] + work)
            if gain > best:
                best = gain
                found = goal
        return best, found

    # -- Events --------------------------------------------------------------------------------------------

    def relics(self, city: int) -> float:
        """What a safehouse in a city would be worth."""
        t = self.t
        best = 0.0
        side = t.side[city]
        seat = self.collector[side]
        if seat >= 0 and self.held(seat, side) >= assemble_cost(t, seat):
            ways = self.cost if seat == self.seat else self._costs(seat)
            best = TEAM_WORTH * self.need[side] / (ways[city] + 1.0 + 0.6 * self.to_target(side, city))
        return best

    def best_relics(self) -> float:
        """What War Relics would bring now."""
        t = self.t
        best = 0.0
        for side in range(3):
            seat = self.collector[side]
            if seat >= 0 and self.held(seat, side) >= assemble_cost(t, seat):
                ways = self.cost if seat == self.seat else self._costs(seat)
                now = 0.0
                goals: list[tuple[int, float, float]] = []
                self._add_sites(seat, side, goals)
                for goal, worth, work in goals:
                    now = max(now, worth / (ways[goal] + work))
                for city in range(CITIES):
                    if t.side[city] == side and not t.safe[city]:
                        best = max(best, self.relics(city) - now)
        return best

    def storm(self) -> float:
        """How much the next Threat cards could do that a better order would put off."""
        t = self.t
        found = 0.0
        for card in t.threat:
            if t.agents[card] == MOST_AGENTS:
                found += self.heat[card]
        return found

    def worst_discarded(self) -> float:
        """The worst card that would come back with the next Escalation."""
        best = 0.0
        for card in self.t.threat_discard:
            best = max(best, 0.3 * self.harm[card])
        return best

    def shadow_walk(self) -> float:
        """What driving around in the shadows would clean away."""
        t = self.t
        if t.actions < 4:
            return 0.0
        found = 0.0
        for city in t.agreed.box.near[t.pawn[self.seat]]:
            found += self.removal(city, 1)
        return 0.5 * found

    # -- how are we doing ----------------------------------------------------------------------------------

    def chance(self, number: int) -> float:
        """How likely an attempt succeeds."""
        t = self.t
        if needs(t, number):
            return 1.0
        cities = possible(t, number)
        if not cities:
            return 0.0
        covered = 0
        for city in cities:
            if t.active_in(city):
                covered += 1
        return float(covered) / float(len(cities))

    def hope(self) -> float:
        """The share of the objectives that is likely to be completed."""
        t = self.t
        total = 0.0
        for number in range(len(t.status)):
            if t.status[number] == COMPLETE:
                total += 1.0
            elif t.status[number] == OPEN:
                total += self.likely(number)
        return total / float(len(t.status))

    def likely(self, number: int) -> float:
        """How likely an open objective is to be completed in time."""
        t = self.t
        best = 0.1
        for side in range(3):
            cities = self.wanted_cities(number, side)
            if cities and self.on_board(side):
                best = max(best, 0.6)
            elif cities and self.collector[side] >= 0:
                seat = self.collector[side]
                short = max(0, assemble_cost(t, seat) - self.held(seat, side))
                best = max(best, 0.5 - 0.08 * float(short))
        time = min(1.0, float(self.turns_left) / 6.0)
        return best * time * (1.0 - 0.6 * self.despair)
