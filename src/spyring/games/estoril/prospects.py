"""How a game of Estoril stands: every seat's chance to win, from its tiles, its missions and its boards."""

import math
from typing import Final

from mypy_extensions import i64

from spyring.games.estoril import scoring
from spyring.games.estoril.box import HAND
from spyring.games.estoril.grid import REWARD, SPACES_OF
from spyring.games.estoril.table import Table

# By round: how much a point tells, how surely the seat ahead in a mission gets it, what strength is still
# good for.
POINT_TELLS: Final = [0.12, 0.16, 0.22, 0.34]
AHEAD_TELLS: Final = [0.5, 0.6, 0.8, 1.2]
STRENGTH_HELPS: Final = [0.6, 0.45, 0.25, 0.0]
STRENGTH_STEP: Final = 3.0  # the strength mission counts in larger steps than the others
SYMBOL_HELPS: Final = 1.1  # what a mission's symbol on a reward is worth
REPLACED: Final = 1.2  # what the tile is worth that a reward drives out of the hand


def prospects(t: Table) -> list[float]:
    """Every seat's chance to win."""
    seats = int(t.seats)
    phase = int(t.round)
    points: list[float] = []
    holdings: list[list[int]] = []
    for seat in range(seats):
        tiles = holding(t, seat)
        holdings.append(tiles)
        points.append(float(len(t.discards[seat])) + hand_worth(t, tiles, phase))
    for mission in scoring.scored_missions(t):
        add_mission(t, mission, holdings, phase, points)
    for board in t.layout.order:
        if t.tiles[REWARD + board] >= 0:
            add_board(t, board, phase, points)
    return shares(points, POINT_TELLS[phase])


def holding(t: Table, seat: int) -> list[int]:
    """Every tile of a seat, wherever it lies."""
    tiles = t.hands[seat][:]
    for entry in t.aside:
        if entry & 3 == seat:
            tiles.append(entry >> 2)
    for space in t.layout.spaces:
        if t.cubes[space] == seat:
            tiles.append(t.tiles[space])
    return tiles


def hand_worth(t: Table, tiles: list[int], phase: int) -> float:
    """The points of the best six, one for each of the others, and what their strength will still win."""
    box = t.agreed.box
    values = [float(box.vp[tile]) + STRENGTH_HELPS[phase] * float(box.strength[tile]) for tile in tiles]
    values.sort(reverse=True)
    worth = 0.0
    for at in range(len(values)):
        worth += values[at] if at < HAND else 1.0
    return worth


def add_mission(t: Table, mission: int, holdings: list[list[int]], phase: int, points: list[float]) -> None:
    """A mission's points, shared out by how far each seat is ahead in it."""
    step = 1.0 / STRENGTH_STEP if mission == t.agreed.box.strength_mission else 1.0
    counts = [step * float(scoring.count(t, mission, tiles)) for tiles in holdings]
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
