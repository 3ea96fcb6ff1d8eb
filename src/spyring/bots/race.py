"""A race of moves: all that are still in it are tried in the same worlds with the same luck, and the slower
half falls out again and again.

Two moves that are tried in the same worlds differ by what they do, and not by what the worlds are like: far
fewer tries tell them apart. Whoever is surely no better than the leader by more than a trifle falls out at
once, so an easy question is answered early.
"""

import math
from typing import Final

from mypy_extensions import i64

from spyring.bots.tree import Branch

LEAST_TRIES: Final = 12  # before a move may fall out alone
TRIFLE: Final = 0.001  # a difference not worth a thought
PRIOR_TELLS: Final = 0.02  # how much worse a move seems that is liked e times less, before any try
FAINTEST: Final = 0.02  # of liking


class Runner:
    """A move in the race."""

    def __init__(self, branch: Branch) -> None:
        self.branch = branch
        self.results: list[float] = []  # what it brought in each world, in the order of worlds
        self.total = 0.0
        self.handicap = PRIOR_TELLS * math.log(max(FAINTEST, branch.weight))

    def note(self, result: float) -> None:
        """One more try."""
        self.results.append(result)
        self.total += result

    def score(self, faith: float) -> float:
        """Its mean result, with so many imagined results by what it is liked."""
        tries = float(len(self.results))
        return (self.total + faith * self.handicap) / (tries + faith) if tries else self.handicap


def starters(fan: list[Branch], most: i64) -> list[Runner]:
    """The moves that are liked most, at most so many."""
    found = [Runner(branch) for branch in fan]
    while len(found) > most:
        found.remove(last_liked(found))
    return found


def last_liked(runners: list[Runner]) -> Runner:
    """The one that is liked least."""
    last = runners[0]
    for runner in runners:
        if runner.branch.weight <= last.branch.weight:
            last = runner
    return last


def leader(runners: list[Runner], faith: float) -> Runner:
    """The one with the best score."""
    first = runners[0]
    for runner in runners:
        if runner.score(faith) > first.score(faith):
            first = runner
    return first


def better_half(runners: list[Runner], faith: float) -> list[Runner]:
    """Those who stay when a round is over."""
    stay = runners[:]
    for _one in range(len(runners) // 2):
        last = stay[0]
        for runner in stay:
            if runner.score(faith) < last.score(faith):
                last = runner
        stay.remove(last)
    return stay


def contenders(runners: list[Runner], faith: float, doubt: float) -> list[Runner]:
    """Those who may still be better than the leader, by so many standard errors of the difference."""
    first = leader(runners, faith)
    if len(first.results) < LEAST_TRIES:
        return runners
    ahead = first.score(faith)
    stay: list[Runner] = []
    for runner in runners:
        if runner is first:
            stay.append(runner)
        else:
            behind = ahead - runner.score(faith)
            if behind + TRIFLE < doubt * error_of_difference(first, runner):
                stay.append(runner)
    return stay


def error_of_difference(one: Runner, other: Runner) -> float:
    """The standard error of the mean difference between two that ran in the same worlds."""
    count = len(one.results)
    mean = (one.total - other.total) / float(count)
    squares = 0.0
    for at in range(count):
        away = one.results[at] - other.results[at] - mean
        squares += away * away
    return math.sqrt(squares / float(count - 1) / float(count))


def rounds(count: int) -> int:
    """How often half of so many fall out until one is left.

    >>> [rounds(count) for count in (1, 2, 3, 4, 16)]
    [0, 1, 2, 2, 4]
    """
    found = 0
    while count > 1:
        count = (count + 1) // 2
        found += 1
    return found
