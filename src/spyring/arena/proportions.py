"""Shares and their intervals."""

import math

NORMAL_Z_95 = 1.959964  # 95 %


def wilson(successes: float, trials: float) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's).

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials <= 0:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + NORMAL_Z_95**2 / trials
    middle = (share + NORMAL_Z_95**2 / (2 * trials)) / scale
    half = NORMAL_Z_95 * math.sqrt(share * (1 - share) / trials + NORMAL_Z_95**2 / (4 * trials**2)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(share: float) -> str:
    """A share in per cent.

    >>> percent(0.2534)
    '25.3 %'
    """
    return f"{100 * share:.1f} %"


def figures(won: float, games: int) -> list[str]:
    """The number of games, the share of wins and its interval, as cells of a table."""
    low, high = wilson(won, games)
    return [str(games), percent(won / games if games else 0.0), f"{percent(low)} – {percent(high)}"]
