"""A bot's own chance: the same generator as the games', in its own hands."""

from mypy_extensions import mypyc_attr

from spyring.engine.chance import Chance


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice(Chance):
    """Numbers that follow from a seed alone.

    >>> dice = Dice(7)
    >>> [int(dice.roll(6)) for _ in range(5)] == [int(Dice(7).roll(6))] * 5
    False
    """

    def real(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return float(self.roll(1 << 30)) / 1073741824.0

    def next_seed(self) -> int:
        """A seed for something else."""
        return int(self.roll(1 << 30))
