"""How a game of Estoril stands: every seat's chance to win, from its tiles, its missions and its boards."""

import math
from typing import Final

from mypy_extensions import i64

from spyring.games.estoril import scoring
from spyring.games.estoril.box import HAND, SPACES
from spyring.games.estoril.grid import REWARD, SPACES_OF
from spyring.games.estoril.table import Table

# How much each part tells who wins, by round; fitted to the winners of games between heuristic bots.
POINTS_TELL: Final = [0.03, 0.08, 0.14, 0.24]
STRENGTH_TELLS: Final = [0.05, 0.04, 0.02, 0.0]
MISSIONS_TELL: Final = [0.42, 0.42, 0.40, 0.45]
BOARDS_TELL: Final = [0.20, 0.18, 0.16, 0.28]
TWO_SEATS: Final = 0.6  # with two seats all of it tells less: more tiles change hands

AHEAD_TELLS: Final = [0.5, 0.6, 0.8, 1.2]  # how surely the seat ahead in a mission gets it
STRENGTH_HELPS: Final = [0.6, 0.45, 0.25, 0.0]  # what a point of strength on a reward is worth
STRENGTH_STEP: Final = 3.0  # the strength mission counts in larger steps than the others
SYMBOL_HELPS: Final = 1.1  # what a mission's symbol on a reward is worth
REPLACED: Final = 1.2  # what the tile is worth that a reward drives out of the hand


def prospects(t: Table) -> list[float]:
    """Every seat's chance to win."""
    phase = int(t.round)
    hands = holdings(t)
    missions = [0.0] * len(hands)
    boards = [0.0] * len(hands)
    for mission in scoring.scored_missions(t):
        add_mission(t, mission, hands, phase, missions)
    for board in t.layout.boards:
        if t.tiles[REWARD + board] >= 0:
            add_board(t, board, phase, boards)
    tells: list[float] = []
    for seat in range(len(hands)):
        points = float(len(t.discards[seat]) + hand_points(t, hands[seat]))
        total = POINTS_TELL[phase] * points + STRENGTH_TELLS[phase] * float(hand_strength(t, hands[seat]))
        total += MISSIONS_TELL[phase] * missions[seat] + BOARDS_TELL[phase] * boards[seat]
        tells.append(total)
    return shares(tells, TWO_SEATS if len(hands) == 2 else 1.0)


def holdings(t: Table) -> list[list[int]]:
    """Every tile of every seat, wherever it lies."""
    found = [hand[:] for hand in t.hands]
    for entry in t.aside:
        found[entry & 3].append(entry >> 2)
    for space in range(SPACES):
        if t.tiles[space] >= 0:
            found[t.cubes[space]].append(t.tiles[space])
    return found


def hand_points(t: Table, tiles: list[int]) -> int:
    """The points of the best six, and one for each of the others, which will be discarded."""
    vp = t.agreed.box.vp
    points = [vp[tile] for tile in tiles]
    if len(points) > HAND:
        points.sort(reverse=True)
    total = 0
    for at in range(len(points)):
        total += points[at] if at < HAND else 1
    return total


def hand_strength(t: Table, tiles: list[int]) -> int:
    """The strength of all tiles of a seat."""
    strength = t.agreed.box.strength
    total = 0
    for tile in tiles:
        total += strength[tile]
    return total


def add_mission(t: Table, mission: int, hands: list[list[int]], phase: int, points: list[float]) -> None:
    """A mission's points, shared out by how far each seat is ahead in it."""
    step = 1.0 / STRENGTH_STEP if mission == t.agreed.box.strength_mission else 1.0
    counts = [step * float(scoring.count(t, mission, tiles)) for tiles in hands]
    chances = shares(counts, AHEAD_TELLS[phase])
    for seat in range(len(points)):
        points[seat] += 6.0 * chances[seat]


def add_board(t: Table, board: int, phase: int, points: list[float]) -> None:
    """What the reward of a board is worth, shared out by who is strongest there and what can still come."""
    sums = scoring.strengths(t, board)
    room: i64 = 0
    if t.board < 0:
        for space in SPACES_OF[board]:
            if t.tiles[space] < 0:
                room += 1
    present: list[float] = []
    there = 0.0
    for seat in range(len(sums)):
        if sums[seat] >= 0:
            present.append(float(sums[seat]) + 1.0)
            there += 1.0
        else:
            present.append(0.0 if room and t.left[seat] else -4.0)
    if there == 0.0:
        return
    chances = shares(present, 1.1 / (1.0 + 0.5 * float(room)))
    value = reward_worth(t, t.tiles[REWARD + board], phase)
    for seat in range(len(points)):
        points[seat] += value * chances[seat]


def reward_worth(t: Table, tile: int, phase: int) -> float:
    """What a tile is worth to whoever wins it."""
    box = t.agreed.box
    value = float(box.vp[tile]) + STRENGTH_HELPS[phase] * float(box.strength[tile]) - REPLACED
    for mission in scoring.scored_missions(t):
        symbols = float(box.worth[mission][tile])
        value += SYMBOL_HELPS * (symbols / STRENGTH_STEP if mission == box.strength_mission else symbols)
    return max(0.5, value)


def shares(values: list[float], scale: float) -> list[float]:
    """Shares of one that grow with the values."""
    highest = max(values)
    parts = [math.exp(scale * (value - highest)) for value in values]
    together = 0.0
    for part in parts:
        together += part
    return [part / together for part in parts]
