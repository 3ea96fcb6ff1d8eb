"""How a sensible seat of Kraków thinks: for its team on the board, and for its own identity in the success
pile.
"""

import math
from typing import Final

from spyring.engine.notation import Event
from spyring.engine.reason import Reason
from spyring.engine.strategy import POINTLESS, Strategy
from spyring.games.krakow import inference, reasons
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules.markers import room
from spyring.games.krakow.scoring import totals

# What others are expected to add when they have not played yet, and how far that scatters.
EXPECTED_SUPPORT: Final = 2.6
EXPECTED_OPPOSITION: Final = 3.0
SCATTER: Final = 1.4

GOLD_WORTH: Final = 0.3  # a marker in the chest goes where it is needed most
ENEMY_CIRCLE: Final = -0.6  # of the enemy group, which may take the majority
RIVAL_CIRCLE: Final = -0.3
LEAD_WORTH: Final = 0.35
BLOCK_WORTH: Final = 1.5
SPECIAL_WORTH: Final = 0.8

# What tells who wins, by the part of the year: Spring, Summer, Autumn, early and late Winter, the year's end.
POINTS_TELL: Final = [0.40, 0.38, 0.42, 0.47, 0.70, 0.95]
CIRCLES_TELL: Final = [0.21, 0.26, 0.35, 0.50, 0.75, 1.10]
MAJORITY_TELLS: Final = [0.03, 0.08, 0.31, 0.70, 1.60, 3.20]
DISTRICTS_TELL: Final = [0.09, 0.15, 0.25, 0.47, 0.86, 1.34]
GOLD_TELLS: Final = [0.06, 0.055, 0.06, 0.08, 0.13, 0.19]
LEAD_TELLS: Final = [0.10, 0.10, 0.25, 0.32, 0.80, 0.0]
YEAR_BLURS: Final = 0.4  # how much less all of it tells for every year still to come


class KrakowStrategy(Strategy[Table]):
    """Move by move: what would this do for my points, and what does the card cost me later?"""

    def care(self, t: Table) -> float:
        return 2.0

    def priors(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        if moves and moves[0] < w.PLAY + w.CARDS:
            if not t.trick:
                return [self.lead(t, seat, move - w.PLAY) for move in moves]
            return self.answers(t, seat, moves)
        return [self.other(t, seat, move) for move in moves]

    def reason(self, t: Table, seat: int, move: int) -> Reason | None:
        good = self.success(t, seat, t.trick[0], t.leader & 1) if t.trick else 0.0
        return reasons.reason(t, seat, move, good)

    def evaluate(self, t: Table, seat: int) -> float:
        return self.prospects(t)[seat]

    def prospects(self, t: Table) -> list[float]:
        """Every seat's chance to win, from what it has and what it is about to get.

        The weights of each part were fitted to the winners of games between heuristic bots. They grow
        towards the end of the year, when less can still happen.
        """
        box = t.config.box
        cards = [0] * w.GROUPS
        circles = [0] * w.GROUPS
        for card in t.success:
            cards[box.group[card]] += 1
            circles[box.group[card]] += box.circles[card]
        phase = phase_of(t)
        white = DISTRICTS_TELL[phase] * self.city(t) + GOLD_TELLS[phase] * float(
            t.chest[0] + t.chest[2] - t.chest[1] - t.chest[3]
        )
        if t.season < w.SEASONS:
            white += LEAD_TELLS[phase] * (0.5 if t.leader & 1 == 0 else -0.5)
        later = 1.0
        for _year in range(t.year + 1, t.config.years):
            later *= YEAR_BLURS
        chances: list[float] = []
        together = 0.0
        for seat in range(w.SEATS):
            group = t.identity[seat]
            tells = white if seat & 1 == 0 else -white
            tells += POINTS_TELL[phase] * float(t.points[seat] + t.group_points[group])
            tells += CIRCLES_TELL[phase] * float(circles[group])
            tells += MAJORITY_TELLS[phase] * (ahead(cards, group) - ahead(cards, w.GROUPS - 1 - group))
            tells = math.exp(later * tells)
            together += tells
            chances.append(tells)
        return [tells / together for tells in chances]

    def is_quiescent(self, t: Table) -> bool:
        """When a season begins: cards in hand and gold divided in secret are counted nowhere here, so the
        search plays on until they have had their effect.
        """
        return not t.trick and t.tricks == 0

    def evidence(self, t: Table, seat: int, told: list[Event]) -> list[int]:
        return inference.evidence(t, seat, told)

    def likelihood(self, t: Table, seat: int, memories: list[int]) -> float:
        return inference.likelihood(t, seat, memories)

    def city(self, t: Table) -> float:
        """How many points White is ahead in the districts, half-won ones counted in part."""
        points = 0.0
        for district in range(w.DISTRICTS):
            white, black = totals(t, district)
            if white != black:
                points += float(t.config.box.points[district]) * (
                    2.0 * chance(float(white - black) / 2.5) - 1.0
                )
        return 0.5 * points

    # -- cards -------------------------------------------------------------------------------------

    def lead(self, t: Table, seat: int, card: int) -> float:
        box = t.config.box
        margin = float(box.strength[card]) + EXPECTED_SUPPORT - 2.0 * EXPECTED_OPPOSITION
        succeeds = chance(margin / SCATTER)
        block = box.blocked_by[card]
        if block >= 0 and not t.known.knows(block, 1 << seat):
            succeeds *= 0.75
        value = self.success(t, seat, card, seat & 1)
        if box.special[card]:
            value += SPECIAL_WORTH
        return succeeds * (value + LEAD_WORTH) - 0.25 * reasons.keep(t, seat, card)

    def answers(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        """Help or hinder the led card, as its success is good or bad for this seat, without wasting a good
        card.
        """
        box = t.config.box
        led = t.trick[0]
        colour = box.group[led]
        place = len(t.trick)
        partner = place == 2
        margin = float(box.strength[led]) - float(
            box.opposition[t.trick[1] * w.GROUPS + colour] if place > 1 else 0
        )
        if place > 2:
            margin += float(box.support[t.trick[2] * w.GROUPS + colour])
        else:
            margin -= EXPECTED_OPPOSITION
            if place == 1:
                margin += EXPECTED_SUPPORT
        spread = 0.35 if place == 3 else SCATTER
        tie = 0.25 if (t.holder[t.season] ^ t.leader) & 1 == 0 else -0.25
        good = self.success(t, seat, led, t.leader & 1) + (LEAD_WORTH if partner else -LEAD_WORTH)
        weights: list[float] = []
        for move in moves:
            card = move - w.PLAY
            if not partner and box.blocked_by[led] == card:
                weights.append(BLOCK_WORTH + self.success(t, seat, card, seat & 1) - min(0.0, good))
                continue
            added = reasons.added(t, card, led, partner)
            succeeds = chance((margin + float(added if partner else -added) + tie) / spread)
            weights.append(succeeds * good - 0.25 * reasons.keep(t, seat, card))
        return weights

    def success(self, t: Table, seat: int, card: int, team: int) -> float:
        """What the success of ``card``, led by ``team``, is worth to ``seat``."""
        box = t.config.box
        group = box.group[card]
        mine = t.identity[seat]
        circles = float(box.circles[card])
        value = (
            circles
            if group == mine
            else circles * (ENEMY_CIRCLE if group == w.GROUPS - 1 - mine else RIVAL_CIRCLE)
        )
        district = box.district[card]
        markers = 0
        for kind in range(w.GOLD):
            markers += box.yields[card * w.TYPES + kind]
        gain = (
            float(markers) * self.pull(t, district, team)
            + float(box.yields[card * w.TYPES + w.GOLD]) * GOLD_WORTH
        )
        return value + gain if team == seat & 1 else value - gain

    # -- the board ---------------------------------------------------------------------------------

    def pull(self, t: Table, district: int, team: int) -> float:
        """What one more marker of ``team`` is worth in a district: most where it is close."""
        white, black = totals(t, district)
        ahead = white - black if team == 0 else black - white
        distance = float(abs(ahead)) if ahead <= 0 else float(ahead) - 0.5
        return 0.45 * float(t.config.box.points[district]) / (1.6 + distance)

    def other(self, t: Table, seat: int, move: int) -> float:
        """Markers, gold and discards."""
        family = w.family(move)
        if family == w.ALLOT:
            return self.gold(t, seat, move - w.ALLOT)
        if family == w.DISCARD:
            return -reasons.keep(t, seat, move - w.DISCARD)
        if family == w.REMOVE:
            team = w.team_of_remove(move)
            pull = self.pull(t, w.district_of_remove(move), 1 - team)
            return pull if team != seat & 1 else -pull
        if family == w.REPLACE:
            return 2.0 * self.pull(t, w.district_of_replace(move), seat & 1)
        if family == w.ROB:
            return float(t.chest[move - w.ROB])
        return POINTLESS if family == w.RECONSIDER else 0.0

    def gold(self, t: Table, seat: int, district: int) -> float:
        """One more gold marker: where the team is just behind or just ahead, counting what this seat put
        there.
        """
        place = district * w.TYPES + w.GOLD
        frame = t.stack[-1]
        down = frame.view(t, seat)["allotted"][t.config.box.districts[district]["id"]]
        if room(t, place, seat & 1) <= down:
            return -1.0
        white, black = totals(t, district)
        ahead = (white - black if seat & 1 == 0 else black - white) + down
        return float(t.config.box.points[district]) / (1.0 + abs(float(ahead) + 0.5))


def phase_of(t: Table) -> int:
    """The part of the year as the tables of :meth:`KrakowStrategy.prospects` divide it."""
    if t.season < 3:
        return int(t.season)
    if t.season > 3:
        return 5
    return 3 if t.tricks < 4 else 4


def ahead(cards: list[int], group: int) -> float:
    """How likely a group is to have the most successful cards, seen from how many it has."""
    most = 0
    for other in range(w.GROUPS):
        if other != group:
            most = max(most, cards[other])
    return chance(float(cards[group] - most))


def chance(x: float) -> float:
    """From a surplus to a probability."""
    if x < -20.0:
        return 0.0
    if x > 20.0:
        return 1.0
    return 1.0 / (1.0 + math.exp(-x))
