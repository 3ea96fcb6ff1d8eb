"""How much more often one move wins than another, told by the margins of their games.

A game won by one point could easily have been lost. So each game counts as the chance that a margin like
its own wins: a normal distribution around it. Two moves can then be told apart in about 0.6 times the
worlds. It also pulls all chances towards one half, which is undone as if margins were normal.
"""

import math
from statistics import NormalDist, pstdev
from typing import Final

from spyring.bots.comparing import Difference, Result, mean, paired

WIDTH: Final = 0.75  # of the distribution, in standard deviations of the margins
MAX_UNLIKE: Final = 0.05  # of worlds in which not the margin decides: more of them, and only wins count
NORMAL: Final = NormalDist()
LEAST: Final = 0.001  # a chance that is not taken for impossible


def more_wins(best: Result, played: Result, by_margin: bool) -> Difference:
    """How much more often the seat wins after ``best`` than after ``played``; alone or with others."""
    margins = [*best.margins, *played.margins]
    spread = WIDTH * pstdev(margins)
    if not by_margin or not spread or not decisive(margins, won(best) + won(played)):
        return paired(won(best), won(played))
    smooth = [NORMAL.cdf(margin / spread) for margin in margins]
    found = paired(smooth[: len(best.margins)], smooth[len(best.margins) :])
    scale = sharpened(mean(smooth))
    return Difference(scale * found.mean, scale * found.error, found.worlds, found.better)


def won(result: Result) -> list[float]:
    """Whether the seat won in each world, alone or with others."""
    return [1.0 if wins[result.seat] > 0.0 else 0.0 for wins in result.wins]


def decisive(margins: list[int], wins: list[float]) -> bool:
    """Whether the seat wins if it is ahead by points.

    >>> decisive([3, 0, -2], [1.0, 1.0, 0.0]), decisive([3, 0, -2], [1.0, 1.0, 1.0])
    (True, False)
    """
    unlike = sum(margin != 0 and (margin > 0) != (win > 0.0) for margin, win in zip(margins, wins))
    return unlike <= MAX_UNLIKE * len(margins)


def sharpened(chance: float) -> float:
    """What a small difference at this smoothed chance is in wins.

    >>> round(sharpened(0.5), 2), round(sharpened(0.1), 2)
    (1.25, 0.79)
    """
    steepness = math.sqrt(1.0 + WIDTH * WIDTH)
    place = NORMAL.inv_cdf(min(1.0 - LEAST, max(LEAST, chance)))
    return steepness * NORMAL.pdf(place * steepness) / NORMAL.pdf(place)
