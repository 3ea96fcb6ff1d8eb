"""A smooth line through noisy shares that keeps the steps which noise cannot explain."""

import itertools
from collections.abc import Sequence
from typing import Final

CERTAIN: Final = 1 << 40  # tries of a share that is known exactly
STEP_ERRORS: Final = 2.5  # standard errors that make a difference a step
MIN_DRIFT: Final = 1e-5  # variance from one point to the next


def variance(share: float, tries: int) -> float:
    """Of a share of so many tries, never quite 0."""
    fair = (share * tries + 1.0) / (tries + 2.0)
    return fair * (1.0 - fair) / tries if tries < CERTAIN else 1e-12


def steps(lines: Sequence[Sequence[float]], tries: Sequence[int]) -> set[int]:
    """The observed points before which at least one of the lines makes a step."""
    found: set[int] = set()
    seen = [at for at in range(len(tries)) if tries[at]]
    for before, at in itertools.pairwise(seen):
        for line in lines:
            spread = variance(line[before], tries[before]) + variance(line[at], tries[at])
            if abs(line[at] - line[before]) > STEP_ERRORS * spread**0.5:
                found.add(at)
    return found


def smooth(shares: Sequence[float], tries: Sequence[int], jumps: set[int]) -> list[float]:
    """The line itself: near to the shares by their tries, with little change but at ``jumps``.

    >>> [round(one, 1) for one in smooth([0.5, 0.0, 0.5, 1.0], [50, 0, 50, CERTAIN], {3})]
    [0.5, 0.5, 0.5, 1.0]
    """
    seen = [at for at in range(len(tries)) if tries[at]]
    drift = _drift(shares, tries, jumps, seen)
    bonds: list[float] = [0.0]
    before = seen[0]
    for after in range(1, len(tries)):  # a bond for each pair of neighbours, observed or not
        end = next(at for at in seen if at >= after)
        loose = end in jumps and end - before <= 1
        bonds.append(1e-6 if loose else 1.0 / (drift * (25.0 if end in jumps else 1.0)))
        before = after if tries[after] else before
    weights = [1.0 / variance(shares[at], tries[at]) if tries[at] else 0.0 for at in range(len(tries))]
    found = _solved(shares, weights, bonds)
    return [min(1.0, max(0.0, one)) for one in found]


def _drift(shares: Sequence[float], tries: Sequence[int], jumps: set[int], seen: list[int]) -> float:
    """How much a line really changes from one point to the next, as a variance."""
    changes = [
        (
            (shares[at] - shares[before]) ** 2
            - variance(shares[at], tries[at])
            - variance(shares[before], tries[before])
        )
        / (at - before)
        for before, at in itertools.pairwise(seen)
        if at not in jumps
    ]
    return max(MIN_DRIFT, sum(changes) / max(1, len(changes)))


def _solved(shares: Sequence[float], weights: list[float], bonds: list[float]) -> list[float]:
    """The least squares: a tridiagonal system, eliminated from the front."""
    count = len(weights)
    diagonal, right = [0.0] * count, [0.0] * count
    for at in range(count):
        behind = bonds[at + 1] if at + 1 < count else 0.0
        diagonal[at] = weights[at] + bonds[at] + behind + 1e-9
        right[at] = weights[at] * shares[at]
        if at:
            factor = bonds[at] / diagonal[at - 1]
            diagonal[at] -= factor * bonds[at]
            right[at] += factor * right[at - 1]
    found = [0.0] * count
    for at in range(count - 1, -1, -1):
        behind = bonds[at + 1] * found[at + 1] if at + 1 < count else 0.0
        found[at] = (right[at] + behind) / diagonal[at]
    return found
