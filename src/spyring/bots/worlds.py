"""The worlds a search thinks in."""

from bisect import bisect_right
from typing import Final

from mypy_extensions import i64

from spyring.bots.dice import Dice
from spyring.bots.settings import Budget
from spyring.engine.state import State

MIN_WORLDS: Final = 64  # drawn for a decision, if there is time
MAX_WORLDS: Final = 1024
VISITS_PER_WORLD_SUBTLE: Final = 12  # times that a subtle search thinks in the same world
MIN_WORLDS_SUBTLE: Final = 16
WORLD_PRIOR: Final = 0.3  # results of a world before half of what it brought is taken for luck
MAX_WORLDS_SUBTLE: Final = 128


class Worlds:
    """Ways things may be, each drawn as often as it explains what the rivals have done.

    At most a third of the time is spent on laying them out; there is always one. A subtle search returns to
    each of them, and learns what of a result is the luck of the world (:meth:`level`).
    """

    def __init__(
        self, known: State, seat: int, dice: Dice, memories: list[int], budget: Budget, subtle: bool
    ) -> None:
        self.dice = dice
        self.subtle = subtle
        self.doubtful = len(memories) > 0
        self.drawn: i64 = 0
        self.at: i64 = 0  # the world drawn last
        self.luck: list[Luck] = []
        self.mean = Luck([0.0] * int(known.seats))
        self.worlds: list[State] = []
        self.reach: list[float] = []  # the sum of all weights up to each world
        reach = 0.0
        strategy = known.game.strategy
        count = wanted_subtly(budget) if subtle else wanted(budget, self.doubtful)
        while len(self.worlds) < count:
            world = known.resample(seat, dice.next_seed())
            reach += strategy.likelihood(world, seat, memories) + 1e-9 if memories else 1.0
            self.worlds.append(world)
            self.reach.append(reach)
            if subtle:
                self.luck.append(Luck(strategy.prospects(world)))
            if budget.timed and budget.spent() > budget.seconds / 3.0:
                break
        for luck in self.luck:
            for at in range(len(luck.promise)):
                self.mean.promise[at] += luck.promise[at] / float(len(self.luck))

    def draw(self) -> State:
        """A copy of one of them, with chance of its own."""
        low: i64 = self.drawn % len(self.worlds)
        if self.doubtful or not self.subtle:
            low = self.lot()
        self.drawn += 1
        self.at = low
        world = self.worlds[low].clone()
        world.seed(self.dice.next_seed())
        return world

    def lot(self) -> i64:
        """The number of a world, drawn by weight."""
        goal = self.dice.real() * self.reach[-1]
        return bisect_right(self.reach, goal, 0, len(self.reach) - 1)

    def level(self, rewards: list[float], at: i64) -> list[float]:
        """Results in world number ``at``, as they would be in a world of average luck.

        What a world promised before any move, and by how much results in it beat those in others, says
        nothing about the moves.
        """
        luck = self.luck[at]
        everywhere = self.mean
        fair: list[float] = []
        for seat in range(len(rewards)):
            usual = everywhere.surplus[seat] / float(max(1, everywhere.tries))
            own = (luck.surplus[seat] + WORLD_PRIOR * usual) / (float(luck.tries) + WORLD_PRIOR)
            surplus = rewards[seat] - luck.promise[seat]
            fair.append(everywhere.promise[seat] + surplus - own + usual)
            luck.surplus[seat] += surplus
            everywhere.surplus[seat] += surplus
        luck.tries += 1
        everywhere.tries += 1
        return fair


class Luck:
    """What a world promises each seat before any move, and by how much results in it have beaten that."""

    def __init__(self, promise: list[float]) -> None:
        self.promise = promise
        self.surplus = [0.0] * len(promise)
        self.tries: i64 = 0


def wanted_subtly(budget: Budget) -> int:
    """How many worlds a decision is worth if each is to be thought of several times."""
    return max(MIN_WORLDS_SUBTLE, min(MAX_WORLDS_SUBTLE, int(budget.iterations) // VISITS_PER_WORLD_SUBTLE))


def wanted(budget: Budget, doubtful: bool) -> int:
    """How many worlds a decision is worth; more if many of them will hardly count."""
    count = min(MAX_WORLDS, int(budget.iterations) // 3)
    if doubtful:
        count *= 3
    return max(MIN_WORLDS, min(MAX_WORLDS, count))
