"""How a search thinks, and how long."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

RANDOM: Final = 0
GUIDED: Final = 1

NO: Final = 0
YES: Final = 1
BY_GAME: Final = -1  # as the game's judgement says

EXPLORATION: Final = 0.4
EXPLORATION_STABLE: Final = 0.8  # where a whole turn is planned: a plan looks poor before its last step
LAPSE_SHARE: Final = 0.5  # of a bot that is halfway between all lapses and none
LAPSE_SHARE_STABLE: Final = 0.2  # there a lapse spoils the plan of the whole turn
LAPSE_SHARE_SUBTLE: Final = 0.7  # where luck makes more of a difference than a move, a lapse costs little
EPSILON: Final = 0.1
NO_DECISION_LIMIT: Final = 1 << 40  # more decisions than any game has
MAX_ITERATIONS_PER_SECOND: Final = 100000  # which no machine reaches: ends thinking by a dead clock


class Settings:
    """How a search thinks."""

    def __init__(self) -> None:
        self.explore = -1.0  # how much the unknown is worth; -1: as the position asks for
        self.temperature = 0.5  # of the softmax that turns the game's priors into chances
        self.depth: i64 = 0  # decisions played beyond the tree, at least, before the position is judged
        self.playout: i64 = GUIDED  # how they are played; at random, nothing is judged beforehand either
        self.subtle: i64 = BY_GAME  # whether moves are compared within worlds (``Strategy.subtle``)
        self.epsilon = -1.0  # how often a guided playout takes any move; -1: as the game asks for
        self.trust = True  # whether worlds that rivals' play speaks against are thought of less
        self.reuse = True  # whether what was thought at the last decision is kept
        self.care = -1.0  # standard errors within which moves count as equal; -1: as the game asks for
        self.lapses = 0.0  # the share of decisions drawn by lot out of a short thought; -1: by the position
        self.seconds = 0.0  # the most that a budget of iterations may take, if above zero

    def names(self) -> list[str]:
        """What can be set, with an example each."""
        numbers = [f"explore={EXPLORATION}", f"heat={self.temperature}", f"depth={self.depth}"]
        numbers += [f"carelessness={EPSILON}", "care=0.5", "lapses=0.5", "seconds=1"]
        words = ["lapses=some", "depth=all", "playout=random", "trust=no", "reuse=no", "subtle=yes"]
        return [*numbers, *words]

    def exploration(self, stable: bool) -> float:
        """How much the unknown is worth; more where positions are judged when they are stable."""
        if self.explore >= 0.0:
            return self.explore
        return EXPLORATION_STABLE if stable else EXPLORATION

    def lapse_rate(self, stable: bool, subtle: bool) -> float:
        """The share of decisions drawn by lot; the smaller, the more a lapse costs."""
        if self.lapses >= 0.0:
            return self.lapses
        if stable:
            return LAPSE_SHARE_STABLE
        return LAPSE_SHARE_SUBTLE if subtle else LAPSE_SHARE

    def playout_epsilon(self, subtle: bool) -> float:
        """How often a guided playout takes any move."""
        if self.epsilon >= 0.0:
            return self.epsilon
        return 0.0 if subtle else EPSILON

    def put(self, name: str, value: str) -> bool:
        """Change one setting, given as text; False if there is no such setting or value."""
        try:
            if name == "explore":
                self.explore = positive(value)
            elif name == "heat":
                self.temperature = max(0.01, positive(value))
            elif name == "depth":
                self.depth = NO_DECISION_LIMIT if value == "all" else int(positive(value))
            elif name == "carelessness":
                self.epsilon = positive(value)
            elif name == "care":
                self.care = positive(value)
            elif name == "playout" and value in ("random", "guided"):
                self.playout = RANDOM if value == "random" else GUIDED
            elif name == "trust" and value in ("yes", "no"):
                self.trust = value == "yes"
            elif name == "reuse" and value in ("yes", "no"):
                self.reuse = value == "yes"
            elif name == "subtle" and value in ("yes", "no"):
                self.subtle = YES if value == "yes" else NO
            elif name == "lapses":
                self.lapses = -1.0 if value == "some" else positive(value)
            elif name == "seconds":
                self.seconds = positive(value)
            else:
                return False
        except ValueError:
            return False
        return True


def positive(text: str) -> float:
    """The number written in ``text``, if it can be a setting."""
    number = float(text)
    if not 0.0 <= number <= 1e6:
        raise ValueError(text)
    return number


class Budget:
    """What a decision may cost: iterations, and seconds by ``clock``; of either, 0 sets no limit.

    A clock may jump. Skipped time counts as spent, and repeated time gives nothing back. A clock that stops
    ends the thinking after a number of iterations.

    >>> ticks = iter([0.0, 0.4, -9.0, -8.5, 90.0])
    >>> budget = Budget(0, 1.0, ticks.__next__)
    >>> [round(budget.spent(), 1) for _look in range(4)]
    [0.4, 0.4, 0.9, 99.4]
    """

    def __init__(self, iterations: int, seconds: float, clock: Callable[[], float]) -> None:
        self.timed = seconds > 0.0
        self.seconds = seconds
        self.clock = clock
        self.iterations: i64 = max(1, iterations)
        if self.timed and iterations <= 0:
            self.iterations = max(1, int(seconds * MAX_ITERATIONS_PER_SECOND))
        self.elapsed = 0.0
        self.preparing = 0.0  # what of it was spent before the first iteration
        self.last = clock() if self.timed else 0.0

    def spent(self) -> float:
        """The seconds since the beginning."""
        now = self.clock()
        if now > self.last:
            self.elapsed += now - self.last
        self.last = now
        return self.elapsed

    def left(self, done: i64) -> i64:
        """How many iterations may still be had after so many; under a clock, if they go on as fast.

        Asked after :meth:`over`, which has looked at the clock.
        """
        if not self.timed:
            return self.iterations - done
        thinking = self.elapsed - self.preparing
        if thinking <= 0.0:
            return self.iterations
        by_clock: i64 = int(min(1e9, float(done) * max(0.0, self.seconds - self.elapsed) / thinking))
        return min(self.iterations - done, by_clock)

    def over(self, done: i64) -> bool:
        """Whether no more iterations can be had after so many."""
        return done >= self.iterations or (self.timed and self.spent() >= self.seconds)
