"""Self-play that records lessons and endings.

Most moves are made without a search. At some decisions a search chooses the move, and its tries of each move
are recorded (*lessons*). At some quiet positions the vectors of all seats are recorded, with the final result
(*endings*).
"""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from spyring.bots import Bot, free_seats, make
from spyring.bots.dice import Dice
from spyring.bots.network import logit, relative
from spyring.bots.search import Search
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games import game as named
from spyring.worker_pool import game_over

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Whole = NDArray[np.int32]

LESSONS_PER_FILE: Final = 4000  # approximately, with endings
RANDOM_MOVE_SHARE: Final = 0.02  # random moves, for odd positions
SEARCH_VALUE_SHARE: Final = 0.5  # weight of the search's expectation in an ending


@dataclass(frozen=True)
class Job:
    """The games of one process, and its files."""

    game: str
    seats: int
    options: dict[str, Any]
    glance: str  # the bot for most moves
    thinker: str  # the search for the others
    thinking: float  # the share of moves with a search
    keeping: float  # the share of quiet positions that are recorded
    games: int  # at most
    seconds: float  # at most
    seed: int
    folder: str
    name: str


@dataclass
class Notes:
    """Lessons and endings, as lists that become arrays in a file.

    A lesson is a vector, and for each legal move its number, its share of the tries, and its heuristic merit.
    An ending is the vectors of all seats, with the heuristic odds and the results of all seats.
    """

    vectors: list[bytes] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    merits: list[float] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # of the moves of each lesson
    tables: list[bytes] = field(default_factory=list)
    odds: list[list[float]] = field(default_factory=list)
    results: list[list[float]] = field(default_factory=list)

    def lesson(self, world: State, seat: int, search: Search) -> None:
        """Record the tries of a search."""
        counts = search.counts()
        tries = float(sum(counts))
        self.vectors.append(world.game.encoding.vector(world, seat, False))
        self.moves += search.asked
        self.shares += [count / tries for count in counts]
        self.merits += relative(world.game.strategy.priors(world, seat, tuple(search.asked)))
        self.ends.append(len(self.moves))

    def ending(self, state: State) -> None:
        """Record a position; its result follows later."""
        encoding = state.game.encoding
        seats = range(int(state.seats))
        self.tables.append(b"".join(encoding.vector(state, seat, False) for seat in seats))
        self.odds.append([logit(worth) for worth in state.game.strategy.prospects(state)])

    def finished(self, rewards: list[float], expected: dict[int, tuple[int, float]]) -> None:
        """Add the rewards to all new endings, mixed with what the search expected."""
        first = len(self.results)
        for at in range(first, len(self.odds)):
            row = list(rewards)
            if at in expected:
                seat, prospect = expected[at]
                row[seat] = SEARCH_VALUE_SHARE * prospect + (1.0 - SEARCH_VALUE_SHARE) * row[seat]
            self.results.append(row)

    def write(self, path: Path, seats: int, size: int) -> None:
        """Write one file, whole or not at all."""
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            vectors=np.frombuffer(b"".join(self.vectors), np.uint8).reshape(-1, size),
            moves=np.array(self.moves, np.int32),
            shares=np.array(self.shares, np.float32),
            merits=np.array(self.merits, np.float32),
            ends=np.array(self.ends, np.int32),
            tables=np.frombuffer(b"".join(self.tables), np.uint8).reshape(len(self.odds), seats, size),
            odds=np.array(self.odds, np.float32).reshape(-1, seats),
            results=np.array(self.results, np.float32).reshape(-1, seats),
        )
        os.replace(part, path)


class Player:
    """Plays the games of one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.game: Game = named(job.game)
        self.dice = Dice(job.seed)
        self.notes = Notes()
        self.decisions = 0

    def play(self) -> int:
        """Play all games of the job; returns their number."""
        job = self.job
        end = time.monotonic() + job.seconds
        written = done = 0
        while done < job.games and time.monotonic() < end:
            self.one_game()
            game_over()
            done += 1
            if len(self.notes.vectors) + len(self.notes.tables) >= LESSONS_PER_FILE:
                self.write(written)
                written += 1
        if self.notes.vectors or self.notes.tables:
            self.write(written)
        return done

    def write(self, number: int) -> None:
        """Write the notes since the last file."""
        self.notes.write(
            Path(self.job.folder, f"{self.job.name}-{number:04}.npz"), self.job.seats, self.game.encoding.now
        )
        self.notes = Notes()

    def one_game(self) -> None:
        """Play one game."""
        job, dice = self.job, self.dice
        state = self.game.start(seats=job.seats, seed=dice.next_seed(), events=True, **job.options)
        glance = [make(job.glance, dice.next_seed()) for _seat in range(job.seats)]
        expected: dict[int, tuple[int, float]] = {}
        while state.deciders:
            self.step(state, glance, expected)
            self.decisions += 1
        assert state.outcome is not None
        self.notes.finished(self.game.rewards(state.outcome), expected)

    def step(self, state: State, glance: list[Bot], expected: dict[int, tuple[int, float]]) -> None:
        """One move."""
        job, dice = self.job, self.dice
        for seat in free_seats(state, self.decisions):
            wanted = glance[seat].wants(state, seat)
            if wanted is not None:
                state.play(seat, wanted)
                return
        seat = state.deciders[0]
        legal = state.legal(seat)
        if len(legal) > 1 and dice.real() < job.keeping and state.game.strategy.is_quiescent(state):
            self.notes.ending(state)
        if len(legal) > 1 and dice.real() < job.thinking:
            state.play(seat, self.thought(state, seat, expected))
        elif dice.real() < RANDOM_MOVE_SHARE:
            state.play(seat, legal[dice.roll(len(legal))])
        else:
            state.play(seat, glance[seat].choose(state, seat))

    def thought(self, state: State, seat: int, expected: dict[int, tuple[int, float]]) -> int:
        """The move of a search; records the lesson."""
        search = make(self.job.thinker, self.dice.next_seed())
        assert isinstance(search, Search)
        move = search.choose(state, seat)
        if search.thought:
            world = state.resample(seat, 0)
            self.notes.lesson(world, seat, search)
            if self.notes.odds and len(self.notes.odds) - 1 not in expected:
                self.see(state, seat, search, expected)
        return move

    def see(self, state: State, seat: int, search: Search, expected: dict[int, tuple[int, float]]) -> None:
        """If this position is the last recorded ending, keep what the search expects."""
        last = len(self.notes.odds) - 1
        encoding = state.game.encoding
        size = encoding.now
        if self.notes.tables[last][seat * size : (seat + 1) * size] == encoding.vector(state, seat, False):
            expected[last] = (seat, search.prospect())


def play(job: Job) -> tuple[int, int]:
    """Play a job; returns the numbers of games and decisions."""
    player = Player(job)
    return player.play(), player.decisions


@dataclass
class Lessons:
    """The lessons of many files, with moves padded to equal length (``book``: no move)."""

    vectors: Bytes
    moves: Whole
    shares: Floats
    merits: Floats
    tables: Bytes
    odds: Floats
    results: Floats


def gathered(files: Iterable[Path], book: int) -> Lessons:
    """Read files of lessons."""
    found = [dict(np.load(file)) for file in sorted(files)]
    found = [one for one in found if len(one["vectors"]) or len(one["tables"])]
    widest = max((int(np.diff(one["ends"], prepend=0).max(initial=0)) for one in found), default=0)
    padded = [padded_moves(one, book, widest) for one in found]
    tables = [one for one in found if len(one["tables"])]
    return Lessons(
        np.concatenate([one["vectors"] for one in found]),
        np.concatenate([one[0] for one in padded]),
        np.concatenate([one[1] for one in padded]),
        np.concatenate([one[2] for one in padded]),
        np.concatenate([one["tables"] for one in tables]) if tables else np.zeros((0, 1, 1), np.uint8),
        np.concatenate([one["odds"] for one in tables]) if tables else np.zeros((0, 1), np.float32),
        np.concatenate([one["results"] for one in tables]) if tables else np.zeros((0, 1), np.float32),
    )


def padded_moves(one: dict[str, Any], book: int, widest: int) -> tuple[Whole, Floats, Floats]:
    """Moves, shares and merits of a file, one row for each lesson."""
    ends = one["ends"]
    lengths = np.diff(ends, prepend=0)
    inside = np.arange(widest)[None, :] < lengths[:, None]
    moves = np.full(inside.shape, book, np.int32)
    shares = np.zeros(inside.shape, np.float32)
    merits = np.zeros(inside.shape, np.float32)
    moves[inside], shares[inside], merits[inside] = one["moves"], one["shares"], one["merits"]
    return moves, shares, merits
