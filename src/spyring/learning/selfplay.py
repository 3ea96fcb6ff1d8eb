"""Play, and note what there is to learn from.

Most moves are made at a glance. At some decisions a search thinks, its move is made, and how often it tried
each move is kept (*lessons*). Of some positions at which a search would stop to judge, what every seat
perceives is kept, with how the game ended (*endings*).
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

LESSONS_PER_FILE: Final = 4000  # lessons and endings in a file, about
RANDOM_MOVE_SHARE: Final = 0.02  # how often any move is made, so that odd positions come up too
SEARCH_VALUE_SHARE: Final = 0.5  # how much of an ending is what the search expected there, where one thought


@dataclass(frozen=True)
class Job:
    """What one process plays, and where it writes."""

    game: str
    seats: int
    options: dict[str, Any]
    glance: str  # the bot of most moves
    thinker: str  # the search of some of them
    thinking: float  # how often it thinks
    keeping: float  # how often a position that can be judged is kept
    games: int  # at most so many,
    seconds: float  # and for so long
    seed: int
    folder: str
    name: str


@dataclass
class Notes:
    """Lessons and endings, as lists that become arrays in a file.

    A lesson is a vector, and for each legal move its number, its share of the tries, and what the judgement
    thinks of it. An ending is the vectors of all seats, the judgement's odds and the results of all seats.
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
        """Keep what a search tried."""
        counts = search.counts()
        tries = float(sum(counts))
        self.vectors.append(world.game.encoding.vector(world, seat, False))
        self.moves += search.asked
        self.shares += [count / tries for count in counts]
        self.merits += relative(world.game.strategy.priors(world, seat, tuple(search.asked)))
        self.ends.append(len(self.moves))

    def ending(self, state: State) -> None:
        """Keep a position; how it ends is not known yet."""
        encoding = state.game.encoding
        seats = range(int(state.seats))
        self.tables.append(b"".join(encoding.vector(state, seat, False) for seat in seats))
        self.odds.append([logit(worth) for worth in state.game.strategy.prospects(state)])

    def finished(self, rewards: list[float], expected: dict[int, tuple[int, float]]) -> None:
        """The game is over: all endings since the last one got these rewards, but for what was expected."""
        first = len(self.results)
        for at in range(first, len(self.odds)):
            row = list(rewards)
            if at in expected:
                seat, prospect = expected[at]
                row[seat] = SEARCH_VALUE_SHARE * prospect + (1.0 - SEARCH_VALUE_SHARE) * row[seat]
            self.results.append(row)

    def write(self, path: Path, seats: int, size: int) -> None:
        """One file, whole or not at all."""
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
    """Plays games of one job one after the other."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.game: Game = named(job.game)
        self.dice = Dice(job.seed)
        self.notes = Notes()
        self.decisions = 0

    def play(self) -> int:
        """All games of the job; returns how many there were."""
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
        """What was noted since the last file."""
        self.notes.write(
            Path(self.job.folder, f"{self.job.name}-{number:04}.npz"), self.job.seats, self.game.encoding.now
        )
        self.notes = Notes()

    def one_game(self) -> None:
        """From the deal to the result."""
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
        """The move of a search, and what is to be learned from it."""
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
        """If the last kept position is this one, what the search expects is part of how it ends."""
        last = len(self.notes.odds) - 1
        encoding = state.game.encoding
        size = encoding.now
        if self.notes.tables[last][seat * size : (seat + 1) * size] == encoding.vector(state, seat, False):
            expected[last] = (seat, search.prospect())


def play(job: Job) -> tuple[int, int]:
    """Play a job to its end; returns how many games and decisions there were."""
    player = Player(job)
    return player.play(), player.decisions


@dataclass
class Lessons:
    """What all files of some folders hold, with moves padded to equal length (``book``: no move)."""

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
    """Moves, shares and merits of the lessons of a file, one row each."""
    ends = one["ends"]
    lengths = np.diff(ends, prepend=0)
    inside = np.arange(widest)[None, :] < lengths[:, None]
    moves = np.full(inside.shape, book, np.int32)
    shares = np.zeros(inside.shape, np.float32)
    merits = np.zeros(inside.shape, np.float32)
    moves[inside], shares[inside], merits[inside] = one["moves"], one["shares"], one["merits"]
    return moves, shares, merits
