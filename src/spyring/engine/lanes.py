"""The fast generator for 64 words at a time, for the plain build.

Plain Python takes a microsecond for one word of :mod:`spyring.engine.chance`, and hardly longer for an
operation on an integer of 4,000 bits. One pair of words follows from another by shifts and exclusive ors
alone, so the effect of a pair is the exclusive or of the effects of its bytes. Tables hold the pairs that
follow from each byte, side by side in the lanes of one long integer, where they become words.

>>> from spyring.engine.chance import Chance
>>> chance = Chance(7)
>>> words, pairs = drawn(int(chance.chance_low), int(chance.chance_high))
>>> words[0] >> 1 == int(chance.roll(1 << 31)), words[1] >> 1 == int(chance.roll(1 << 31))
(True, True)
>>> pair_of(pairs, 2) == (int(chance.chance_low), int(chance.chance_high))
True
"""

from struct import Struct
from typing import Final

DRAWS: Final = 64
LANE: Final = 64  # bits: both words of a pair, or a product of two
WORD: Final = 0xFFFFFFFF
STAR: Final = 0x9E3779BB
ONES: Final = sum([1 << LANE * lane for lane in range(DRAWS + 1)])
WORDS: Final = ONES * WORD
LOWEST: Final = ONES * 31
UNPACK: Final = Struct(f"<{DRAWS + 1}Q")
TABLES: Final[list[list[int]]] = []  # by the place of a byte in a pair, and the byte; filled on first use


def drawn(low: int, high: int) -> tuple[tuple[int, ...], int]:
    """The words of the next draws, and the pairs before each of them and after the last."""
    if not TABLES:
        TABLES.extend(tables())
    pairs = 0
    for table, byte in zip(TABLES, (high << 32 | low).to_bytes(8, "little")):
        pairs ^= table[byte]
    starred = (pairs & WORDS) * STAR & WORDS
    words = (starred << 5 | starred >> 27 & LOWEST) * 5 & WORDS
    return UNPACK.unpack(words.to_bytes(UNPACK.size, "little")), pairs


def pair_of(pairs: int, lane: int) -> tuple[int, int]:
    """The pair after so many draws."""
    pair = pairs >> LANE * lane
    return pair & WORD, pair >> 32 & WORD


def tables() -> list[list[int]]:
    """All pairs that follow from a byte in each of eight places."""
    found: list[list[int]] = []
    for place in range(8):
        row = [0]
        for bit in range(8):
            follows = run(1 << 8 * place + bit)
            row += [before ^ follows for before in row]
        found.append(row)
    return found


def run(pair: int) -> int:
    """The pairs that follow from one, starting with this one."""
    low, high = pair & WORD, pair >> 32
    pairs = 0
    for lane in range(DRAWS + 1):
        pairs |= (high << 32 | low) << LANE * lane
        high ^= low
        low = ((low << 26 | low >> 6) ^ high ^ high << 9) & WORD
        high = (high << 13 | high >> 19) & WORD
    return pairs
