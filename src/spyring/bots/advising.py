"""Advice for people: a careful search, and what its move brings more than the best alternative."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from spyring.bots.comparing import Difference, Result, compare, imagined
from spyring.bots.search import Search
from spyring.bots.settings import Budget
from spyring.engine.state import State

CARE: Final = 2.0  # standard errors: people are not advised to do what hardly differs from stopping
CLAIMED_ERRORS: Final = 4.0  # a difference is claimed if it exceeds so many of its standard errors
MIN_CLAIM_WORLDS: Final = 16
WORLDS_PER_LOOK: Final = 8  # between two looks at the clock
MAX_CLAIMS: Final = 2
MAX_EQUAL: Final = 3
PAIR_SHARE: Final = 0.75  # of the time for playouts; the rest is for further moves


class Claim:
    """A part of the final score, or "" for the chance to win, of which a move brings ``gain`` more than
    another on the average; it brought more in ``better`` of the ``worlds``.
    """

    def __init__(self, part: str, gain: float, better: int, worlds: int) -> None:
        self.part = part
        self.gain = gain
        self.better = better
        self.worlds = worlds

    def __repr__(self) -> str:
        return f"Claim({self.part!r}, {self.gain:+.2f}, better in {self.better} of {self.worlds})"


class Adviser(Search):
    """Searches, then plays its move and the best alternative to the end in the same worlds: as many as
    ``worlds``, in ``playing`` seconds if above zero. If neither is shown to be better, further moves that it
    tried may be as good.
    """

    def __init__(
        self,
        seed: int = 0,
        iterations: int = 2000,
        seconds: float = 0.0,
        worlds: int = 64,
        playing: float = 0.0,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        super().__init__(seed, iterations, seconds, clock=clock)
        self.settings.care = CARE
        self.playouts = worlds  # ``worlds`` of a search are those that it thinks in
        self.playing = playing
        self.other = -1  # what the move was compared with
        self.claims: list[Claim] = []
        self.equals: list[int] = []  # moves of which none is shown to be better, its own first
        self.futures: list[State] = []  # the worlds of the last comparison
        self.lots: list[int] = []  # and the seeds of its looks

    def choose(self, state: State, seat: int) -> int:
        self.asked = []
        self.other = -1
        self.claims = []
        self.equals = []
        move = super().choose(state, seat)
        moves = state.legal(seat)
        known = state.resample(seat, self.dice.next_seed())
        rest = known.game.strategy.restful(known, seat, moves)
        other = rest if rest in moves and rest != move else self.second(known, seat, moves, move)
        if other < 0:
            return move
        mine, theirs = self.played(state, seat, [move, other])
        gain = mine.gain(theirs)
        gives_up = move in self.doubtful and other not in self.doubtful
        liked = not gives_up and (other != rest or self.prefers(known, seat, moves, move, other))
        if gives_way(gain, liked):
            move, other = other, move
            mine, theirs = theirs, mine
            self.purpose = known.game.strategy.reason(known, seat, move)
        self.other = other
        self.claims = claims(mine, theirs)
        if not gain.shown() and not any(claim.gain > 0.0 for claim in self.claims):
            self.equals = self.all_equal(state, seat, [mine, theirs])
        return move

    def prefers(self, known: State, seat: int, moves: tuple[int, ...], move: int, other: int) -> bool:
        """Whether the judgement likes a move better than another one."""
        weights = known.game.strategy.priors(known, seat, moves)
        return weights[moves.index(move)] > weights[moves.index(other)]

    def second(self, known: State, seat: int, moves: tuple[int, ...], move: int) -> int:
        """The best of the other moves: the most tried one, or the one that the judgement likes best."""
        counts = self.counts()
        found = -1
        most = 0
        for at in range(len(self.asked)):
            if self.asked[at] != move and counts[at] > most:
                most = counts[at]
                found = self.asked[at]
        if found >= 0 or len(moves) < 2:
            return found
        others = tuple([other for other in moves if other != move])
        weights = known.game.strategy.priors(known, seat, others)
        return others[weights.index(max(weights))]

    def all_equal(self, state: State, seat: int, results: list[Result]) -> list[int]:
        """The moves of these results, and the most tried others of which none is shown to be better."""
        counts = self.counts()
        ranked = sorted([(-counts[at], at) for at in range(len(self.asked)) if counts[at] > 0])
        found = [result.move for result in results]
        rest = [self.asked[at] for _count, at in ranked if self.asked[at] not in found]
        budget = Budget(self.playouts, self.playing * (1.0 - PAIR_SHARE), self.clock)
        for move in rest[: MAX_EQUAL - len(found)]:
            result = self.looked_at(state, seat, [move], budget)[0]
            enough = len(result.values) >= MIN_CLAIM_WORLDS
            if enough and not any(result.gain(other).shown() for other in results):
                results.append(result)
        return [result.move for result in results]

    def played(self, state: State, seat: int, moves: list[int]) -> list[Result]:
        """Moves played to the end in the same worlds, until the time is over."""
        budget = Budget(self.playouts, self.playing * PAIR_SHARE, self.clock)
        self.futures = imagined(state, seat, self.playouts, self.dice.next_seed(), self.settings)
        self.lots = [self.dice.next_seed() for _look in range(0, len(self.futures), WORLDS_PER_LOOK)]
        results = self.looked_at(state, seat, moves, budget)
        del self.futures[len(results[0].values) :]
        return results

    def looked_at(self, state: State, seat: int, moves: list[int], budget: Budget) -> list[Result]:
        """Moves played to the end in the worlds of the comparison, until the time is over."""
        results = [Result(move, seat) for move in moves]
        done = 0
        while done < len(self.futures) and not budget.over(done):
            lot = self.lots[done // WORLDS_PER_LOOK]
            more = compare(state, seat, moves, self.futures[done : done + WORLDS_PER_LOOK], lot)
            for at in range(len(results)):
                results[at].extend(more[at])
            done += WORLDS_PER_LOOK
        return results


def gives_way(gain: Difference, liked: bool) -> bool:
    """Whether a move that brings ``gain`` more gives way to the one that it was compared with. A move that is
    not ``liked`` must be shown to be better, the others not to be worse.
    """
    if gain.shown():
        return gain.mean < 0.0
    return not liked


def claims(mine: Result, theirs: Result) -> list[Claim]:
    """What can be said of one move against another: what is larger than its error, the largest gain first
    and the chance to win before all.
    """
    if len(mine.values) < MIN_CLAIM_WORLDS:
        return []
    found: list[Claim] = []
    for part in mine.names():
        add_claim(found, part, mine.more_points(theirs, part))
    found.sort(key=lambda claim: claim.gain, reverse=True)
    first: list[Claim] = []
    add_claim(first, "", mine.more_wins(theirs))
    return [*first, *found][:MAX_CLAIMS]


def add_claim(found: list[Claim], part: str, difference: Difference) -> None:
    if difference.shown(CLAIMED_ERRORS):
        found.append(Claim(part, difference.mean, difference.better, difference.worlds))
