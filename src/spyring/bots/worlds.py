"""The worlds a search thinks in."""

from typing import Final

from mypy_extensions import i64

from spyring.bots.dice import Dice
from spyring.bots.settings import Budget
from spyring.engine.state import State

FEWEST: Final = 64  # drawn for a decision, if there is time
MOST: Final = 1024


class Worlds:
    """Ways things may be, each drawn as often as it explains what the rivals have done.

    At most a third of the time is spent on laying them out; there is always one.
    """

    def __init__(self, known: State, seat: int, dice: Dice, memories: list[int], budget: Budget) -> None:
        self.dice = dice
        self.worlds: list[State] = []
        self.reach: list[float] = []  # the sum of all weights up to each world
        reach = 0.0
        strategy = known.game.strategy
        count = wanted(budget, len(memories) > 0)
        while len(self.worlds) < count:
            world = known.resample(seat, dice.seed())
            reach += strategy.trust(world, seat, memories) + 1e-9 if memories else 1.0
            self.worlds.append(world)
            self.reach.append(reach)
            if budget.timed and budget.spent() > budget.seconds / 3.0:
                break

    def draw(self) -> State:
        """A copy of one of them, with chance of its own."""
        goal = self.dice.real() * self.reach[-1]
        low: i64 = 0
        high: i64 = len(self.reach) - 1
        while low < high:
            middle = (low + high) // 2
            if self.reach[middle] <= goal:
                low = middle + 1
            else:
                high = middle
        world = self.worlds[low].clone()
        world.sow(self.dice.seed())
        return world


def wanted(budget: Budget, doubtful: bool) -> int:
    """How many worlds a decision is worth; more if many of them will hardly count."""
    count = MOST if budget.timed else int(budget.iterations) // 3
    if doubtful:
        count *= 3
    return max(FEWEST, min(MOST, count))
