"""Chance as one word that lives in the state.

A 62-bit linear congruential generator whose upper half is used. It is small enough to be copied with every
clone, and both builds and all machines give the same numbers: every step is masked, so nothing depends on
the width of an integer.
"""

from typing import Final

MASK: Final = 4611686018427387903  # 2**62 - 1; larger literals are slow in the compiled build
MULTIPLIER: Final = 3935559000370003845
INCREMENT: Final = 2691343689449507681


def seeded(seed: int) -> int:
    """The first word for a seed; any integer will do, and near seeds give unlike words.

    >>> seeded(7) == seeded(7), seeded(7) == seeded(8)
    (True, False)
    """
    word = (seed ^ (seed >> 62)) & MASK
    for _ in range(4):
        word = ((word ^ (word >> 29)) * MULTIPLIER + INCREMENT) & MASK
    return word
