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

    >>> seeded(7) == seeded(7), seeded(7) == seeded(8), seeded(0) == seeded(-1)
    (True, False, False)
    """
    word = _mixed(seed & MASK)
    high = seed >> 62
    rest = 2 * high if high >= 0 else -2 * high - 1  # the rest of a long seed, and the sign
    while rest:
        word = _mixed(word ^ (rest & MASK))
        rest >>= 62
    return word


def _mixed(word: int) -> int:
    for _round in range(4):
        word = ((word ^ (word >> 29)) * MULTIPLIER + INCREMENT) & MASK
    return word
