"""Chance for simulations: two words of 32 bits that live in the state, copied with every clone.

The generator is xoroshiro64** of Blackman and Vigna. All arithmetic stays in machine words: both builds and
all machines give the same numbers, and nothing ever becomes a big integer in compiled code. It is fast and
fair, but predictable: a player who sees enough numbers can compute the next ones. Games between people use
chance under a key (:mod:`spyring.engine.keyed_chance`).
"""

import hashlib
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from spyring.engine.keyed_chance import KeyedChance
from spyring.engine.lanes import DRAWS, drawn, pair_of

PLAIN: Final = not __file__.endswith((".so", ".pyd"))  # not compiled
MIN_BLOCK_DRAWS: Final = 8  # fewer draws are not worth a block in the plain build

WORD: Final = 0xFFFFFFFF
MIXED_SEEDS: Final = 1 << 62  # seeds from 0 up to this are mixed in machine words, all others are hashed
STAR: Final = -1640531525  # 0x9E3779BB as a signed number, so that no product leaves 63 bits
FIRST_MIX: Final = 0x7FEB352D
SECOND_MIX: Final = -2073254261  # 0x846CA68B
APART: Final = 0x632BE5AB


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Numbers that follow from a seed alone, or from a key.

    >>> chance = Chance(7)
    >>> [int(chance.roll(6)) for _throw in range(8)] == [int(Chance(7).roll(6))] * 8
    False
    >>> chance.seed(7)
    >>> int(chance.roll(6)) == int(Chance(7).roll(6))
    True
    """

    chance_low: i64
    chance_high: i64
    keyed: KeyedChance | None  # replaces the generator at tables with people

    def __init__(self, seed: int = 0) -> None:
        self.keyed = None
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Start again from a seed. It may be any integer; similar seeds give unrelated numbers."""
        self.keyed = None
        if 0 <= seed < MIXED_SEEDS:
            word: i64 = seed
            low: i64 = mixed(word & WORD)
            high: i64 = mixed((word >> 32) ^ low)
            self.chance_low = mixed((low + high + APART) & WORD)
            self.chance_high = high
        else:
            self.chance_low, self.chance_high = hashed(seed)
        if self.chance_low == 0 and self.chance_high == 0:
            self.chance_low = 1  # all zeros would give zeros for ever

    def roll(self, sides: i64) -> i64:
        """A number from 0 to ``sides`` - 1; there may be up to 2**31 sides."""
        if self.keyed is not None:
            return self.keyed.roll(sides)
        first: i64 = self.chance_low
        second: i64 = self.chance_high
        word: i64 = (first * STAR) & WORD
        word = (word << 5 | word >> 27) * 5 & WORD
        second ^= first
        self.chance_low = ((first << 26 | first >> 6) ^ second ^ second << 9) & WORD
        self.chance_high = (second << 13 | second >> 19) & WORD
        return (word * sides) >> 32

    def shuffle(self, things: list[Any]) -> None:
        """Put ``things`` into random order, in place."""
        if self.keyed is None:
            self._shuffle_fast(things, len(things) - 1)
            return
        for last in range(len(things) - 1, 0, -1):
            other: i64 = self.roll(last + 1)
            things[last], things[other] = things[other], things[last]

    def _shuffle_fast(self, things: list[Any], last: i64) -> None:
        """The same numbers as :meth:`roll`, inlined: shuffling takes much of the time of a short game."""
        if PLAIN:
            last = self._shuffle_blocks(things, int(last))
        first: i64 = self.chance_low
        second: i64 = self.chance_high
        while last > 0:
            word: i64 = (first * STAR) & WORD
            word = (word << 5 | word >> 27) * 5 & WORD
            second ^= first
            first = ((first << 26 | first >> 6) ^ second ^ second << 9) & WORD
            second = (second << 13 | second >> 19) & WORD
            other: i64 = (word * (last + 1)) >> 32
            thing = things[last]
            things[last] = things[other]
            things[other] = thing
            last -= 1
        self.chance_low = first
        self.chance_high = second

    def _shuffle_blocks(self, things: list[Any], last: int) -> int:
        """The same in blocks, while many draws are left; returns how many things are still to be shuffled."""
        while last >= MIN_BLOCK_DRAWS:
            words, pairs = drawn(int(self.chance_low), int(self.chance_high))
            draws = min(last, DRAWS)
            for word in words[:draws]:
                other = word * (last + 1) >> 32
                things[last], things[other] = things[other], things[last]
                last -= 1
            self.chance_low, self.chance_high = pair_of(pairs, draws)
        return last

    def same_chance(self, other: "Chance") -> bool:
        """Whether both are at the same place of the same numbers: nothing was drawn in between."""
        if self.keyed is not None or other.keyed is not None:
            return self.keyed is not None and other.keyed is not None and self.keyed.same(other.keyed)
        return self.chance_low == other.chance_low and self.chance_high == other.chance_high


def seeded(seed: int) -> int:
    """A derived seed below 2**62, for numbered things that each need their own.

    >>> seeded(7) == seeded(7), seeded(7) == seeded(8), seeded(0) == seeded(-1)
    (True, False, False)
    """
    chance = Chance(seed)
    high: i64 = chance.chance_low & 0x3FFFFFFF
    return int(high << 32 | chance.chance_high)


def mixed(word: i64) -> i64:
    """A word of 32 bits, mixed so that each bit affects all others (by Wellons)."""
    word = (word ^ word >> 16) * FIRST_MIX & WORD
    word = (word ^ word >> 15) * SECOND_MIX & WORD
    return word ^ word >> 16


def hashed(seed: int) -> tuple[int, int]:
    """Two words for a seed that does not fit into a machine word."""
    text = seed.to_bytes(seed.bit_length() // 8 + 1, "little", signed=True)
    found = hashlib.blake2b(text, digest_size=8, person=b"spyring seed").digest()
    return int.from_bytes(found[:4], "little"), int.from_bytes(found[4:], "little")
