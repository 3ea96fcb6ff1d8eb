"""The decisions of a seat that cost it chances, judged by what the seat could know.

A short search proposes a move for every decision. If it differs from the move that was played, both are
compared alone in the same worlds. The decisions that the search doubts most get a few worlds, and the
ones that still look like mistakes get more. The worst get fresh worlds, so that nobody is blamed for the luck
of the comparison.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from spyring.analysis.course import Step
from spyring.analysis.effort import Effort
from spyring.bots.bot import choices
from spyring.bots.comparing import Difference, Result, compare, imagined, paired
from spyring.bots.dice import Dice
from spyring.bots.search import Search
from spyring.bots.tree import key

ERRORS: Final = 2.0  # standard errors that a loss may be wrong by
MIN_LOSS: Final = 0.02  # not worth a word below
MAX_SUSPECTS: Final = 12  # that get more worlds
MAX_RECHECKED: Final = 6  # that get fresh ones
MAX_PARTS: Final = 2  # of a score, named as the reason
MAX_DEEPENED: Final = 4.0  # times the iterations of a first decision


@dataclass(frozen=True, slots=True)
class PartDifference:
    """By how many points a part of the seat's score would have been larger with the better move."""

    part: str
    points: float
    worlds: float  # the share of worlds in which it was

    def to_json(self) -> dict[str, object]:
        """JSON-ready."""
        return {"part": self.part, "points": round(self.points, 2), "worlds": round(self.worlds, 2)}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision with a better move: ``loss`` is a chance to win, ``error`` what it may be wrong by."""

    step: Step
    best: int
    loss: float
    error: float
    because: list[PartDifference]


class Suspect:
    """A decision in doubt, and how both moves have done so far."""

    def __init__(self, step: Step, best: int) -> None:
        self.step = step
        self.best = best
        self.results: list[Result] = []
        self.loss = Difference(0.0, 1.0, 0)

    def compare(self, worlds: int, seed: int, fresh: bool = False) -> None:
        """Play both moves in so many more worlds; ``fresh``: forget the worlds before."""
        seat = self.step.seat
        found = imagined(self.step.before, seat, worlds, seed)
        results = compare(self.step.before, seat, [self.best, self.step.move], found, seed)
        if self.results and not fresh:
            for result, more in zip(self.results, results):
                result.extend(more)
        else:
            self.results = results
        self.loss = paired(*([won(result) for result in self.results]))

    def mistake(self) -> Mistake | None:
        """The mistake, if it is larger than its error."""
        error = ERRORS * self.loss.error
        if self.loss.mean < max(MIN_LOSS, error):
            return None
        return Mistake(self.step, self.best, self.loss.mean, error, reasons(*self.results))


def won(result: Result) -> list[float]:
    """Whether the seat won in each world, alone or with others."""
    return [1.0 if wins[result.seat] > 0.0 else 0.0 for wins in result.wins]


def reasons(best: Result, played: Result) -> list[PartDifference]:
    """The parts of the seat's score that differ beyond their error, the largest first."""
    found: list[PartDifference] = []
    for name in dict.fromkeys((*best.names(), *played.names())):
        difference = best.more_points(played, name)
        if difference.shown(ERRORS):
            pairs = zip(best.parts, played.parts)
            sign = 1 if difference.mean > 0 else -1
            agree = sum(sign * (one.get(name, 0) - other.get(name, 0)) > 0 for one, other in pairs)
            found.append(PartDifference(name, difference.mean, agree / len(best.parts)))
    return sorted(found, key=lambda part: -abs(part.points))[:MAX_PARTS]


def fresh_search(iterations: int, seed: int) -> Search:
    """A search that remembers no earlier decision."""
    search = Search(seed, iterations)
    search.settings.reuse = False
    return search


def proposed(step: Step, iterations: int, seed: int) -> tuple[int, float]:
    """What a short search would have played, and how much better it thinks that is than what was played; the
    move itself if there was nothing to decide.
    """
    search = fresh_search(iterations, seed)
    known = step.before.resample(step.seat, search.dice.next_seed())
    sensible = search.sensible(known, step.seat, choices(step.before, step.seat))
    if sensible == [step.move] or not sensible:
        return step.move, 0.0
    best = search.choose(step.before, step.seat)
    tried = [search.tree.branches.get(key(step.seat, move)) for move in (best, step.move)]
    merits = [None if one is None or not one.visits else one.total / float(one.visits) for one in tried]
    if merits[0] is None or merits[1] is None:
        return best, 1.0  # a move that the search has not even tried
    return best, merits[0] - merits[1]


def deepened(iterations: int, done: int, length: int) -> int:
    """Playouts get shorter towards the end of a game, so the same time pays for more of them.

    >>> [deepened(100, done, 80) for done in (0, 40, 79)]
    [100, 200, 400]
    """
    return round(iterations * min(MAX_DEEPENED, length / (length - done)))


def mistakes(
    course: Sequence[Step], seat: int, effort: Effort, seed: int, progress: Callable[[float], None]
) -> list[Mistake]:
    """The mistakes of a seat, the worst first."""
    dice = Dice(seed)
    own = [step for step in course if step.seat == seat and step.asked]
    proposals: list[tuple[float, Suspect]] = []
    for at, step in enumerate(own):
        iterations = deepened(effort.search, step.number - 1, len(course))
        best, gap = proposed(step, iterations, dice.next_seed())
        if best != step.move:
            proposals.append((gap, Suspect(step, best)))
        progress(0.4 * (at + 1) / len(own))
    proposals.sort(key=lambda one: -one[0])
    suspects = [suspect for _gap, suspect in proposals[: effort.suspects]]
    for suspect in suspects:
        suspect.compare(effort.worlds, dice.next_seed())
    progress(0.6)
    suspects = [one for one in suspects if one.loss.mean + one.loss.error > 2 * MIN_LOSS]
    for share, count, worlds, fresh in (
        (0.75, MAX_SUSPECTS, effort.more_worlds, False),
        (1.0, MAX_RECHECKED, effort.final_worlds, True),
    ):
        suspects = sorted(suspects, key=lambda suspect: -suspect.loss.mean)[:count]
        for suspect in suspects:
            suspect.compare(worlds, dice.next_seed(), fresh)
        progress(share)
    found = [suspect.mistake() for suspect in suspects]
    return sorted((one for one in found if one is not None), key=lambda one: -one.loss)
