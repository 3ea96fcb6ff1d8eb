"""Self-play that records lessons: how often a search tried each move.

Most moves are made by the heuristic. At some decisions a search chooses, and its tries are a lesson.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import spyring
from examples.learning.network import Floats, relative
from spyring.bots import Turns, make
from spyring.bots.dice import Dice
from spyring.bots.search import Search
from spyring.engine.state import State

RANDOM_MOVE_SHARE: Final = 0.02  # for odd positions


@dataclass(frozen=True)
class Job:
    """The games of one process."""

    game: str
    seats: int
    options: dict[str, Any]
    iterations: int  # of the search
    thinking: float  # the share of moves with a search
    games: int  # at most
    seconds: float  # at most
    seed: int


@dataclass
class Notes:
    """Lessons: a vector each, and its legal moves with their shares of the tries and their merits."""

    vectors: list[bytes] = field(default_factory=list)
    moves: list[list[int]] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)
    merits: list[list[float]] = field(default_factory=list)

    def add(self, world: State, seat: int, search: Search) -> None:
        counts = search.counts()
        self.vectors.append(world.game.encoding.vector(world, seat, False))
        self.moves.append(search.asked)
        self.shares.append([count / sum(counts) for count in counts])
        self.merits.append(relative(world.game.strategy.priors(world, seat, tuple(search.asked))))


def play(job: Job) -> Notes:
    """Play the games of a job."""
    notes, dice = Notes(), Dice(job.seed)
    end = time.monotonic() + job.seconds
    for _game in range(job.games):
        one_game(job, dice, notes)
        if time.monotonic() >= end:
            break
    return notes


def one_game(job: Job, dice: Dice, notes: Notes) -> None:
    game = spyring.game(job.game)
    turns = Turns(game.start(seats=job.seats, seed=dice.next_seed(), events=True, **job.options))
    heuristic = make("heuristic", dice.next_seed())
    while turns.seat >= 0:
        state, seat, legal = turns.state, turns.seat, turns.legal()
        if not turns.free and len(legal) > 1 and dice.real() < job.thinking:
            search = Search(dice.next_seed(), job.iterations)
            move = search.choose(state, seat)
            if search.thought:
                notes.add(state.resample(seat, 0), seat, search)
            turns.play(move)
        elif not turns.free and dice.real() < RANDOM_MOVE_SHARE:
            turns.play(legal[dice.roll(len(legal))])
        else:
            turns.act(heuristic)


@dataclass
class Lessons:
    """All lessons as arrays, with moves padded to equal length (``book``: no move)."""

    vectors: NDArray[np.uint8]
    moves: NDArray[np.int64]
    shares: Floats
    merits: Floats


def gathered(notes: Iterable[Notes], book: int) -> Lessons:
    """The lessons of several jobs."""
    jobs = list(notes)
    vectors = np.array([list(vector) for job in jobs for vector in job.vectors], np.uint8)
    rows = [row for job in jobs for row in zip(job.moves, job.shares, job.merits, strict=True)]
    widest = max(len(moves) for moves, _shares, _merits in rows)
    found = Lessons(
        vectors,
        np.full((len(rows), widest), book),
        np.zeros((len(rows), widest), np.float32),
        np.zeros((len(rows), widest), np.float32),
    )
    for at, (moves, shares, merits) in enumerate(rows):
        found.moves[at, : len(moves)] = moves
        found.shares[at, : len(moves)] = shares
        found.merits[at, : len(moves)] = merits
    return found
