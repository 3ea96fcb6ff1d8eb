"""The decisions of a seat that cost it chances, judged by what the seat could know.

A short search proposes a move for every decision. If it differs from the move that was played, both are
compared alone in the same worlds. The decisions that the search doubts most get a few worlds, and the
ones that still look like mistakes get more. The worst get fresh worlds, so that nobody is blamed for the luck
of the comparison. If a game's effort says so, other decisions are screened first: in very few worlds, against
the move that the search likes best and the one that changes least.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from spyring.analysis.chances import more_wins
from spyring.analysis.course import Step
from spyring.analysis.effort import Effort
from spyring.bots.bot import choices
from spyring.bots.comparing import Difference, Result, compare, imagined
from spyring.bots.dice import Dice
from spyring.bots.search import Search
from spyring.bots.tree import key

ERRORS: Final = 2.0  # standard errors that a loss may be wrong by
MIN_LOSS: Final = 0.02  # not worth a word below
MAX_SUSPECTS: Final = 12  # that get more worlds
MAX_RECHECKED: Final = 6  # that get fresh ones
MAX_RIVALS: Final = 4  # moves of a search that are compared with what was played
MAX_SCREENED: Final = 50  # decisions that are screened
MAX_UNSCREENED: Final = 12  # that need no screening, or are left over from it
SCREENED_SHARE: Final = 0.4  # of the suspects stay for the next round
MORE_SCREENED: Final = 1.5  # times the worlds of the round before
RIVAL_WORLDS: Final = 10  # that show which two of several moves are the best
UNTRIED_GAP: Final = 1.0  # to a move that the search has not even tried
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


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a short search makes of a decision."""

    step: Step
    best: int  # what it would have played
    gap: float  # how much better it thinks that is than what was played
    rivals: list[int]  # other moves that may be better, the likeliest first
    restful: int  # the move that changes least, or -1
    lateness: float

    def few(self) -> list[int]:
        """The likeliest rival and the restful move, whose worth shows late."""
        return [move for at, move in enumerate(self.rivals) if at == 0 or move == self.restful]


class Suspect:
    """A decision in doubt: what was played, other moves, and how all have done so far."""

    def __init__(self, doubt: Doubt, rivals: list[int], by_margin: bool) -> None:
        self.step = doubt.step
        self.lateness = doubt.lateness
        self.moves = [*rivals, doubt.step.move]
        self.by_margin = by_margin
        self.results: list[Result] = []
        self.loss = Difference(0.0, 1.0, 0)

    def compare(self, worlds: int, seed: int, fresh: bool = False) -> None:
        """Play all moves in so many more worlds; ``fresh``: forget the worlds before."""
        seat = self.step.seat
        found = imagined(self.step.before, seat, worlds, seed)
        results = compare(self.step.before, seat, self.moves, found, seed)
        if self.results and not fresh:
            for result, more in zip(self.results, results):
                result.extend(more)
        else:
            self.results = results
        self.narrow(len(self.moves) - 1)

    def narrow(self, rivals: int) -> None:
        """Keep the best of the other moves, the very best first."""
        *others, played = self.results
        losses = [(more_wins(other, played, self.by_margin), other) for other in others]
        losses.sort(key=lambda one: -one[0].mean)
        self.results = [other for _loss, other in losses[:rivals]] + [played]
        self.moves = [result.move for result in self.results]
        self.loss = losses[0][0]

    def mistake(self) -> Mistake | None:
        """The mistake, if it is larger than its error."""
        error = ERRORS * self.loss.error
        if self.loss.mean < max(MIN_LOSS, error):
            return None
        best, played = self.results[0], self.results[-1]
        return Mistake(self.step, best.move, self.loss.mean, error, reasons(best, played))


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


def doubted(step: Step, iterations: int, length: int, seed: int) -> Doubt | None:
    """What a short search makes of a decision in a game of ``length`` moves; None without an alternative."""
    late = lateness(step.number - 1, length)
    search = fresh_search(round(iterations * late), seed)
    known = step.before.resample(step.seat, search.dice.next_seed())
    moves = choices(step.before, step.seat)
    sensible = search.sensible(known, step.seat, moves)
    if sensible == [step.move] or not sensible:
        return None
    best = search.choose(step.before, step.seat)
    restful = known.game.strategy.restful(known, step.seat, moves)
    tried = sorted(zip(search.counts(), search.asked), key=lambda one: -one[0])
    likely = dict.fromkeys([best, *(move for count, move in tried if count)])
    rivals = [move for move in likely if move != step.move][:MAX_RIVALS]
    if restful in moves and restful not in (step.move, *rivals):
        rivals.append(restful)
    if not rivals:
        return None
    branches = [search.tree.branches.get(key(step.seat, move)) for move in (best, step.move)]
    merits = [one.total / float(one.visits) for one in branches if one is not None and one.visits]
    gap = merits[0] - merits[1] if len(merits) == 2 else UNTRIED_GAP
    return Doubt(step, best, gap, rivals, restful, late)


def lateness(done: int, length: int) -> float:
    """Playouts get shorter towards the end of a game: so many of them cost as much as one from its beginning.

    >>> [lateness(done, 80) for done in (0, 40, 79)]
    [1.0, 2.0, 4.0]
    """
    return min(MAX_DEEPENED, length / (length - done))


def screened(doubts: list[Doubt], effort: Effort, dice: Dice) -> list[Suspect]:
    """Those that do worst in a few games played to their end. A search does not look that far, and may even
    prefer a mistake. Each round has fewer suspects, in more worlds.
    """
    suspects = [Suspect(doubt, doubt.few(), effort.by_margin) for doubt in doubts]
    worlds, rivals = effort.screened, 2
    while len(suspects) > MAX_UNSCREENED:
        for suspect in suspects:
            suspect.compare(round(worlds * suspect.lateness), dice.next_seed())
            suspect.narrow(rivals)
        suspects = sorted(suspects, key=lambda suspect: -suspect.loss.mean)
        suspects = suspects[: max(MAX_UNSCREENED, round(SCREENED_SHARE * len(suspects)))]
        worlds, rivals = math.ceil(MORE_SCREENED * worlds), 1
    return suspects


def suspected(doubts: list[Doubt], effort: Effort, dice: Dice) -> list[Suspect]:
    """The decisions that a search doubts most, and those of the others that do worst in a screening."""
    doubts = sorted(doubts, key=lambda one: -one.gap)
    chosen = [doubt for doubt in doubts if doubt.best != doubt.step.move][: effort.suspects]
    if not effort.screened:
        return [Suspect(doubt, [doubt.best], effort.by_margin) for doubt in chosen]
    others = [doubt for doubt in doubts if doubt not in chosen][:MAX_SCREENED]
    suspects = [Suspect(doubt, doubt.rivals, effort.by_margin) for doubt in chosen]
    return suspects + screened(others, effort, dice)


def mistakes(
    course: Sequence[Step], seat: int, effort: Effort, seed: int, progress: Callable[[float], None]
) -> list[Mistake]:
    """The mistakes of a seat, the worst first."""
    dice = Dice(seed)
    own = [step for step in course if step.seat == seat and step.asked]
    doubts: list[Doubt] = []
    for at, step in enumerate(own):
        doubt = doubted(step, effort.search, len(course), dice.next_seed())
        if doubt is not None:
            doubts.append(doubt)
        progress(0.3 * (at + 1) / len(own))
    suspects = suspected(doubts, effort, dice)
    progress(0.4)
    for suspect in suspects:
        if len(suspect.moves) > 2:
            suspect.compare(RIVAL_WORLDS, dice.next_seed())
            suspect.narrow(2)
        suspect.compare(effort.worlds, dice.next_seed())
        suspect.narrow(1)
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
