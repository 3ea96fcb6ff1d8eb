"""The probability that a group completes everything, when a turn has no action left.

Nothing has been drawn at that moment, so two ways to spend a turn differ by what they do, not by the luck
that follows. The result is a weighted sum of signs of the position, turned into a probability. Each sign has
two weights, for an empty deck and for a full one, with interpolation in between.

The weights are fitted by logistic regression, with a ridge, to the results of 9,000 heuristic games. In other
games, positions with predictions of 6, 25, 45, 65 and 84 percent were won in 5, 24, 46, 66 and 83 percent.

Two constraints override the fit. Progress never counts against the group. An open task is never as good as a
finished one, so that nobody delays it. The weights are made for prologues: a month of a campaign has other
objectives and rules.
"""

import math
from typing import Final

from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS, IDENTIFY_COST, MAX_AGENTS, SAFEHOUSES
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import active_in, hand_limit, top_layer
from spyring.games.season0.rules.objectives import needs, possible
from spyring.games.season0.rules.safehouses import assemble_cost, of_region, of_side

FULL_DECK: Final = 24.0  # the most turns of a game
MAX_SPACES: Final = 5.0  # that the threat marker moves
UNSITED: Final = 5  # lines that a team must travel if its start is unknown
EVENT_WEIGHTS: Final = ((0.60, 0.00), (0.00, 0.01), (0.28, 0.21), (0.30, 0.02), (0.48, 0.00))


def chance_of_all(t: Table) -> float:
    """The probability that all objectives will be completed."""
    if w.FAILED in t.status:
        return 0.0
    total = Outlook(t).total
    return 1.0 / (1.0 + math.exp(-total)) if total > -50.0 else 0.0


class Outlook:
    """The sum of the signs of a position; they use only what everyone knows."""

    def __init__(self, t: Table) -> None:
        self.t = t
        self.deck = float(len(t.deck) // 2) / FULL_DECK
        self.total = 0.0
        self.agents = t.agents[:]  # after the teams have mopped up
        self.covered = [False] * w.CITIES
        self.teams: list[list[int]] = [[], [], []]  # where the teams of each affiliation are
        self.missed = [0.0, 0.0, 0.0]  # how much the objectives need a team of each affiliation
        self.sites: list[list[int]] = [[], [], []]  # safehouses where a team can be assembled
        for city in range(w.CITIES):
            if t.safe[city]:
                self.sites[t.side[city]].append(city)
        self.bound = 0.0  # cards reserved for a team or for identifying a target
        self.now = [0.0] * w.CITIES  # the probability of each city's card this turn (and soon)
        self.soon = [0.0] * w.CITIES
        self.turn = (int(t.active) + 1) % int(t.seats)  # the next seat
        self.add(1.0, 0.33, 0.43)
        self._pieces()
        self._draws()
        self._fires()
        self._cleaners()
        self._objectives()
        self._sets()
        self._hands()

    def add(self, sign: float, empty: float, full: float) -> None:
        """Add a sign, with its weights for an empty deck and for a full one."""
        self.total += sign * (empty + (full - empty) * self.deck)

    def _pieces(self) -> None:
        """What is left in the supply, after mop up."""
        t = self.t
        left = float(t.agents_left)
        for team in range(w.TEAMS):
            city = t.teams[team]
            if city >= 0:
                side = team // EACH_TEAMS
                self.teams[side].append(city)
                if t.side[city] == side:
                    self.covered[city] = True
                    left += float(self.agents[city])
                    self.agents[city] = 0
        tokens = float(t.tokens_left)
        self.add(left / 10.0, 1.65, 1.64)
        self.add(max(0.0, 6.0 - left) / 6.0, -0.52, 0.00)
        self.add(max(0.0, 3.0 - left) / 3.0, -6.43, 0.00)
        self.add(tokens / 7.0, 0.35, 2.29)
        if tokens == 0.0:
            self.add(1.0, -0.61, -0.36)
        if tokens <= 1.0:
            self.add(1.0, -0.17, 0.00)

    # -- cities in danger ----------------------------------------------------------------------------------

    def _draws(self) -> None:
        """The approximate probability of each city's card this turn, and before all seats have acted."""
        t = self.t
        level = float(t.config.box.level[t.space])
        cards = len(t.deck)
        escalates = min(1.0, 2.0 * (MAX_SPACES - float(t.space)) / float(cards)) if cards >= 2 else 0.0
        top = top_layer(t)
        size = float(len(top))
        calm = 1.0 - escalates
        beneath = calm * max(0.0, level - size) / max(1.0, float(len(t.threat)) - size)
        for city in t.threat:
            self.now[city] = beneath
            self.soon[city] = 0.12
        for city in top:
            self.now[city] = calm * min(1.0, level / size)
            self.soon[city] = min(1.0, level * float(t.seats) / size)
        again = escalates * min(1.0, level / (float(len(t.threat_discard)) + 1.0))
        for city in t.threat_discard:
            self.now[city] = again
            self.soon[city] = 0.4

    def _fires(self) -> None:
        """Cities by agents, by how soon their cards may come, and by which pawns are near."""
        t = self.t
        hit = [0.0, 0.0, 0.0, 0.0]
        away = [0.0, 0.0, 0.0, 0.0]
        returning = [0.0, 0.0, 0.0, 0.0]
        at_hand = 0.0
        distance = t.config.box.distance
        ways = distance[t.pawn[self.turn]]
        for city in range(w.CITIES):
            here = self.agents[city]
            if here == 0:
                continue
            hit[here] += self.now[city]
            if here >= 2:
                far = 4
                for seat in range(t.seats):
                    far = min(far, distance[t.pawn[seat]][city])
                away[here] += self.soon[city] * float(far)
                if here == MAX_AGENTS:
                    at_hand = max(at_hand, self.soon[city] / (1.0 + float(ways[city])))
        for city in t.threat_discard:
            returning[self.agents[city]] += 1.0
        self.add(hit[3], -0.31, -0.32)
        self.add(hit[2], -0.01, 0.00)
        self.add(returning[3] / 10.0, 0.00, -0.02)
        self.add(returning[2] / 10.0, 0.00, -0.05)
        self.add(returning[1] / 10.0, -0.05, -0.01)
        self.add(hit[3] * max(0.0, 3.0 - float(t.tokens_left)), 0.00, -0.52)
        self.add(1.0 - float(t.space) / MAX_SPACES, -2.28, -4.39)  # Escalations to come
        self.add(float(t.config.box.level[t.space]) / 4.0, -0.70, 3.35)
        self.add(away[3] / 4.0, -0.07, -0.35)
        self.add(away[2] / 4.0, 0.00, -0.10)
        self.add(at_hand, 0.15, 0.39)

    def _cleaners(self) -> None:
        """Teams on the board that no objective needs, and what all teams could mop up nearby."""
        t = self.t
        near = 0
        for side in range(3):
            for place in self.teams[side]:
                most = 0
                for city in t.config.box.near[place]:
                    if t.side[city] == side:
                        most = max(most, self.agents[city])
                near += most
        if self.teams[w.ALLIED]:
            self.add(1.0, 0.04, 0.33)
        if self.teams[w.NEUTRAL]:
            self.add(1.0, 0.06, 0.56)
        self.add(float(near) / 3.0, 0.11, 0.00)

    # -- what is left to do --------------------------------------------------------------------------------

    def _objectives(self) -> None:
        """How near the objectives are. One that only needs to be acquired is one action away."""
        t = self.t
        for number in range(len(t.status)):
            if t.status[number] == w.COMPLETE:
                continue
            if self.can_be_acquired(number):
                self.add(1.0, -0.30, -0.10)
                continue
            self.add(1.0, -0.30, -0.20)
            if needs(t, number):
                self._known(number)
            else:
                self._unknown(number)

    def can_be_acquired(self, number: int) -> bool:
        """Whether an attempt is certain to succeed."""
        wanted = needs(self.t, number)
        if wanted:
            for city, count in wanted:
                if active_in(self.t, city) < count:
                    return False
            return True
        cities = possible(self.t, number)
        for city in cities:
            if not self.covered[city]:
                return False
        return len(cities) > 0

    def _known(self, number: int) -> None:
        """The lines that teams must travel, including teams that are not assembled yet."""
        t = self.t
        for city, count in needs(t, number):
            side = t.side[city]
            steps = sorted([t.config.box.distance[place][city] for place in self.teams[side]])
            for place in range(count):
                if place < len(steps):
                    lines = steps[place]
                else:
                    self.missed[side] = 1.0
                    lines = self.from_site(side, city)
                self.add(float(min(8, lines)) / 8.0, -0.96, 0.00)

    def _unknown(self, number: int) -> None:
        """Cities that are still possible, those that a team can reach, and the cost of identifying one."""
        t = self.t
        cities = possible(t, number)
        part = 1.0 / float(max(1, len(cities)))
        self.add(1.0, -1.02, -0.50)
        self.add((1.0 / part - 1.0) / 10.0, -2.15, -0.52)
        for city in cities:
            side = t.side[city]
            if self.covered[city]:
                self.add(part, 1.51, 0.00)
                continue
            if self.teams[side]:
                lines = self.nearest(self.teams[side], city)
            else:
                self.missed[side] = min(1.0, self.missed[side] + part)
                lines = self.from_site(side, city)
            self.add(part * float(min(8, lines)) / 8.0, -0.14, 0.00)
        region = t.config.objectives[number].region
        most = 0
        for seat in range(t.seats):
            most = max(most, min(IDENTIFY_COST, len(of_region(t, seat, region))))
        self.bound += float(most)
        self.add(float(IDENTIFY_COST - most) / 3.0, -0.28, -0.20)
        if most < IDENTIFY_COST:
            self.add(1.0, 0.00, -0.14)
        if not [city for city in t.config.box.in_region[region] if t.safe[city]]:
            self.add(1.0, -0.01, 0.00)

    def nearest(self, places: list[int], city: int) -> int:
        """The number of lines from a city to the nearest of some places."""
        return min([self.t.config.box.distance[place][city] for place in places])

    def from_site(self, side: int, city: int) -> int:
        """The number of lines that a new team must travel."""
        return self.nearest(self.sites[side], city) if self.sites[side] else UNSITED

    # -- who collects cards for which team -----------------------------------------------------------------

    def _sets(self) -> None:
        """Teams that are missing: for the objectives, and to mop up."""
        for side in range(3):
            weight = self.missed[side]
            clean = 0.0 if self.teams[side] else 1.0 - weight
            if weight > 0.0 or clean > 0.0:
                self._set(side, weight, clean)

    def _set(self, side: int, weight: float, clean: float) -> None:
        """The set of one affiliation, in the hand that holds most of it."""
        t = self.t
        short = 9
        who = 0
        held = 0
        for later in range(t.seats):
            seat = (self.turn + later) % int(t.seats)
            count = len(of_side(t, seat, side))
            lacks = max(0, assemble_cost(t, seat) - count)
            if lacks < short:
                short = lacks
                who = seat
                held = count
        self.bound += weight * float(min(held, assemble_cost(t, who)))
        self.add(weight, -0.40, -0.30)
        self.add(clean, 0.00, -0.40)
        if short > 0:
            self.add(weight, -1.57, 0.00)
            self.add(clean, 0.00, -0.11)
        else:
            self.add(weight * float(self.way_to_site(who, self.sites[side])) / 6.0, -0.45, 0.00)
        if short > 1:
            self.add(weight, -0.62, -0.40)
        if short > 2:
            self.add(weight, -0.24, -0.21)
            self.add(weight * float(short - 3) / 2.0, -1.25, -0.45)
        if 0 < short <= 2:
            self.add(weight * (1.0 - float(self.meeting(who, side)) / 8.0), 0.00, 0.14)

    def way_to_site(self, seat: int, sites: list[int]) -> int:
        """How many actions a seat needs to the nearest of some safehouses; it spends no Allied cards."""
        t = self.t
        way = 6
        for site in sites:
            ways = t.config.box.distance[site]
            way = min(way, ways[t.pawn[seat]])
            for card in of_side(t, seat, w.ALLIED):
                way = min(way, ways[card] + 1)
        return way

    def meeting(self, collector: int, side: int) -> int:
        """How many lines two seats must travel before a card of the set can change hands."""
        t = self.t
        way = 8
        for seat in range(t.seats):
            if seat != collector:
                for card in of_side(t, seat, side):
                    ways = t.config.box.distance[card]
                    way = min(way, ways[t.pawn[seat]] + ways[t.pawn[collector]])
        return way

    def _hands(self) -> None:
        """Events, cards, and what the group will lose of them."""
        t = self.t
        cards = 0.0
        allied = 0.0
        watched = 0.0
        for seat in range(t.seats):
            for card in t.hands[seat]:
                if card < w.CITIES:
                    cards += 1.0
                    if t.side[card] == w.ALLIED:
                        allied += 1.0
                elif card < w.CITIES + w.STARTING_EVENTS:
                    empty, full = EVENT_WEIGHTS[card - w.CITIES]
                    self.add(1.0, empty, full)
            place = t.pawn[seat]
            if not t.safe[place]:
                watched += float(t.watched[place])
        active = int(t.active)
        over = max(0, len(t.hands[active]) + 2 - hand_limit(t, active))
        self.add(max(0.0, cards - self.bound) / 20.0, 0.00, 1.18)
        self.add(float(over) / 2.0, -0.04, 0.00)
        self.add(allied / 10.0, 0.00, 0.29)
        self.add(watched / 4.0, -0.15, -0.07)
        if t.seats == 3:
            self.add(1.0, 0.16, -0.49)
        if t.seats == 4:
            self.add(1.0, -0.04, -0.92)
        self.add(float(SAFEHOUSES - t.safe_left) / 4.0, 0.00, 0.56)
