"""Every seat's chance to win a game of Estoril, from its tiles and its missions.

It ignores what lies on the boards, because positions are evaluated at the start of a round.
"""

import math
from typing import Final

from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.generated import Table

# How well each part predicts the winner, by round; fitted to games between heuristic bots.
POINTS_TELL: Final = [0.03, 0.08, 0.14, 0.24]
STRENGTH_TELLS: Final = [0.05, 0.04, 0.02, 0.0]
MISSIONS_TELL: Final = [0.42, 0.42, 0.40, 0.45]
TWO_SEATS: Final = 0.6  # with two seats everything predicts less, because more tiles change hands

AHEAD_TELLS: Final = [0.5, 0.6, 0.8, 1.2]  # how likely the leader in a mission wins it
STRENGTH_STEP: Final = 3.0  # the strength mission counts in larger steps than the others


def prospects(t: Table) -> list[float]:
    """Every seat's chance to win."""
    phase = int(t.round)
    hands = holdings(t)
    missions = [0.0] * len(hands)
    for mission in scoring.scored_missions(t):
        add_mission(t, mission, hands, phase, missions)
    tells: list[float] = []
    for seat in range(len(hands)):
        points = float(len(t.discards[seat]) + hand_points(t, hands[seat]))
        total = POINTS_TELL[phase] * points + STRENGTH_TELLS[phase] * float(hand_strength(t, hands[seat]))
        tells.append(total + MISSIONS_TELL[phase] * missions[seat])
    return shares(tells, TWO_SEATS if len(hands) == 2 else 1.0)


def holdings(t: Table) -> list[list[int]]:
    """Every tile of every seat, wherever it lies."""
    found = [hand[:] for hand in t.hands]
    for entry in t.aside:
        found[w.seat_of_aside(entry)].append(w.tile_of_aside(entry))
    for space in range(w.SPACES):
        if t.tiles[space] >= 0:
            found[t.cubes[space]].append(t.tiles[space])
    return found


def hand_points(t: Table, tiles: list[int]) -> int:
    """The points of the best six tiles, and one for each other tile, which will be discarded."""
    vp, hand = t.config.box.vp, t.config.box.hand
    points = [vp[tile] for tile in tiles]
    if len(points) > hand:
        points.sort(reverse=True)
    total = 0
    for at in range(len(points)):
        total += points[at] if at < hand else 1
    return total


def hand_strength(t: Table, tiles: list[int]) -> int:
    """The strength of all tiles of a seat."""
    strength = t.config.box.strength
    total = 0
    for tile in tiles:
        total += strength[tile]
    return total


def add_mission(t: Table, mission: int, hands: list[list[int]], phase: int, points: list[float]) -> None:
    """A mission's points, shared according to each seat's lead in it."""
    step = 1.0 / STRENGTH_STEP if mission == t.config.box.strength_mission else 1.0
    counts = [step * float(scoring.count(t.config.box, mission, tiles)) for tiles in hands]
    chances = shares(counts, AHEAD_TELLS[phase])
    for seat in range(len(points)):
        points[seat] += 6.0 * chances[seat]


def shares(values: list[float], scale: float) -> list[float]:
    """Shares of one that grow with the values."""
    highest = max(values)
    parts = [math.exp(scale * (value - highest)) for value in values]
    together = 0.0
    for part in parts:
        together += part
    return [part / together for part in parts]
