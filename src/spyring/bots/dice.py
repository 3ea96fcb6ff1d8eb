"""A bot's own chance: the same generator as the games', in its own hands."""

from mypy_extensions import i64

from spyring.engine.chance import INCREMENT, MASK, MULTIPLIER, seeded


class Dice:
    """Numbers that follow from a seed alone.

    >>> dice = Dice(7)
    >>> [int(dice.roll(6)) for _ in range(5)] == [int(Dice(7).roll(6))] * 5
    False
    """

    def __init__(self, seed: int) -> None:
        self.word: i64 = seeded(seed)

    def roll(self, sides: i64) -> i64:
        """A number from 0 to ``sides`` - 1."""
        word: i64 = (self.word * MULTIPLIER + INCREMENT) & MASK
        self.word = word
        return ((word >> 31) * sides) >> 31

    def real(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return float(self.roll(1 << 30)) / 1073741824.0

    def seed(self) -> int:
        """A seed for something else."""
        return int(self.roll(1 << 30))
