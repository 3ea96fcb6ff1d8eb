"""How a sensible seat of Kraków thinks: for its team on the board, and for its own identity in the success pile."""

import math
from typing import Final

from spyring.engine.strategy import Strategy
from spyring.games.krakow.box import CARDS, DISTRICTS, GOLD, GROUPS, SEASONS, SEATS, TRICKS, TYPES
from spyring.games.krakow.notation import ALLOT, DECLINE, DISCARD, PLAY, RECONSIDER, REMOVE, REPLACE, ROB
from spyring.games.krakow.scoring import totals
from spyring.games.krakow.table import Table

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


class KrakowStrategy(Strategy):
    """Move by move: what would this do for my points, and what does the card cost me later?"""

    def weigh(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        if moves[0] < PLAY + CARDS:
            if not t.trick:
                return [self.lead(t, seat, move - PLAY) for move in moves]
            return self.answers(t, seat, moves)
        return [self.other(t, seat, move) for move in moves]

    def worth(self, t: Table, seat: int) -> float:
        """The lead over the best rival at the projected end of this year, against what can still happen."""
        mine = self.projected(t, seat)
        best = -1000.0
        for other in range(SEATS):
            if other != seat:
                best = max(best, self.projected(t, other))
        left = (t.agreed.years - t.year) * SEASONS * TRICKS - t.season * TRICKS - t.tricks
        return chance((mine - best) / (1.0 + 0.14 * float(max(0, left))))

    # -- cards -------------------------------------------------------------------------------------------------------

    def lead(self, t: Table, seat: int, card: int) -> float:
        box = t.agreed.box
        margin = float(box.strength[card]) + EXPECTED_SUPPORT - 2.0 * EXPECTED_OPPOSITION
        succeeds = chance(margin / SCATTER)
        block = box.blocked_by[card]
        if block >= 0 and not t.seen[block] & (1 << seat):
            succeeds *= 0.75
        value = self.success(t, seat, card, seat & 1)
        if box.special[card]:
            value += SPECIAL_WORTH
        return succeeds * (value + LEAD_WORTH) - 0.25 * self.keep(t, seat, card)

    def answers(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        """Help or hinder the led card, as its success is good or bad for this seat, without wasting a good card."""
        box = t.agreed.box
        led = t.trick[0]
        colour = box.group[led]
        place = len(t.trick)
        partner = place == 2
        margin = float(box.strength[led]) - float(box.opposition[t.trick[1] * GROUPS + colour] if place > 1 else 0)
        if place > 2:
            margin += float(box.support[t.trick[2] * GROUPS + colour])
        else:
            margin -= EXPECTED_OPPOSITION
            if place == 1:
                margin += EXPECTED_SUPPORT
        spread = 0.35 if place == 3 else SCATTER
        tie = 0.25 if (t.holder[t.season] ^ t.leader) & 1 == 0 else -0.25
        good = self.success(t, seat, led, t.leader & 1) + (LEAD_WORTH if partner else -LEAD_WORTH)
        weights: list[float] = []
        for move in moves:
            card = move - PLAY
            if not partner and box.blocked_by[led] == card:
                weights.append(BLOCK_WORTH + self.success(t, seat, card, seat & 1) - min(0.0, good))
                continue
            added = box.support[card * GROUPS + colour] if partner else -box.opposition[card * GROUPS + colour]
            succeeds = chance((margin + float(added) + tie) / spread)
            weights.append(succeeds * good - 0.25 * self.keep(t, seat, card))
        return weights

    def success(self, t: Table, seat: int, card: int, team: int) -> float:
        """What the success of ``card``, led by ``team``, is worth to ``seat``."""
        box = t.agreed.box
        group = box.group[card]
        mine = t.identity[seat]
        circles = float(box.circles[card])
        value = circles if group == mine else circles * (ENEMY_CIRCLE if group == GROUPS - 1 - mine else RIVAL_CIRCLE)
        district = box.district[card]
        markers = 0
        for kind in range(GOLD):
            markers += box.yields[card * TYPES + kind]
        gain = float(markers) * self.pull(t, district, team) + float(box.yields[card * TYPES + GOLD]) * GOLD_WORTH
        return value + gain if team == seat & 1 else value - gain

    def keep(self, t: Table, seat: int, card: int) -> float:
        """What a card in hand is still good for: to be led, to support, to oppose."""
        box = t.agreed.box
        own = 1.0 if box.group[card] == t.identity[seat] else 0.4
        most = 0
        for colour in range(GROUPS):
            most = max(most, box.opposition[card * GROUPS + colour])
        return own * 0.25 * float(box.strength[card] - 2) * float(box.circles[card]) + 0.2 * float(most - 2)

    # -- the board ---------------------------------------------------------------------------------------------------

    def pull(self, t: Table, district: int, team: int) -> float:
        """What one more marker of ``team`` is worth in a district: most where it is close."""
        white, black = totals(t, district)
        ahead = white - black if team == 0 else black - white
        distance = float(abs(ahead)) if ahead <= 0 else float(ahead) - 0.5
        return 0.45 * float(t.agreed.box.points[district]) / (1.6 + distance)

    def other(self, t: Table, seat: int, move: int) -> float:
        """Markers, gold and discards."""
        if move == DECLINE or move == RECONSIDER:
            return 0.0 if move == DECLINE else -1.0
        if move < REMOVE:
            return -self.keep(t, seat, move - DISCARD)
        if move < REPLACE:
            target = move - REMOVE
            team = target & 1
            pull = self.pull(t, (target >> 1) % DISTRICTS, 1 - team)
            return pull if team != seat & 1 else -pull
        if move < ROB:
            return 2.0 * self.pull(t, (move - REPLACE) % DISTRICTS, seat & 1)
        if move < ALLOT:
            return float(t.chest[move - ROB])
        return self.gold(t, seat, move - ALLOT)

    def gold(self, t: Table, seat: int, district: int) -> float:
        """One more gold marker: where the team is just behind or just ahead, counting what this seat put there."""
        place = district * TYPES + GOLD
        frame = t.stack[-1]
        down = frame.look(t, seat)["allotted"][t.agreed.box.districts[district]["id"]]
        if t.room(place, seat & 1) <= down:
            return -1.0
        white, black = totals(t, district)
        ahead = (white - black if seat & 1 == 0 else black - white) + down
        return float(t.agreed.box.points[district]) / (1.0 + abs(float(ahead) + 0.5))

    def projected(self, t: Table, seat: int) -> float:
        """Points as they would be if the year ended now, half-won districts counted in part."""
        box = t.agreed.box
        group = t.identity[seat]
        points = float(t.points[seat] + t.group_points[group])
        for card in t.success:
            if box.group[card] == group:
                points += float(box.circles[card])
        team = seat & 1
        for district in range(DISTRICTS):
            white, black = totals(t, district)
            ahead = white - black if team == 0 else black - white
            if ahead:
                points += float(box.points[district]) * chance(float(ahead) / 1.5)
            else:
                points += 0.4 * float(box.points[district])
        return points + GOLD_WORTH * float(t.chest[team] + t.chest[team + 2])


def chance(x: float) -> float:
    """From a surplus to a probability."""
    if x < -20.0:
        return 0.0
    if x > 20.0:
        return 1.0
    return 1.0 / (1.0 + math.exp(-x))
