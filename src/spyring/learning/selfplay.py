"""Self-play that records lessons.

Most moves are made without a search. At some decisions a search chooses the move, and its tries of each move
are recorded (*lessons*).
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
from spyring.bots.network import relative
from spyring.bots.search import Search
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games import game as named
from spyring.worker_pool import game_over

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Whole = NDArray[np.int32]

LESSONS_PER_FILE: Final = 4000  # approximately
RANDOM_MOVE_SHARE: Final = 0.02  # random moves, for odd positions


@dataclass(frozen=True)
class Job:
    """The games of one process, and its files."""

    game: str
    seats: int
    options: dict[str, Any]
    glance: str  # the bot for most moves
    thinker: str  # the search for the others
    thinking: float  # the share of moves with a search
    games: int  # at most
    seconds: float  # at most
    seed: int
    folder: str
    name: str


@dataclass
class Notes:
    """Lessons, as lists that become arrays in a file.

    A lesson is a vector, and for each legal move its number, its share of the tries, and its heuristic merit.
    """

    vectors: list[bytes] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    merits: list[float] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # of the moves of each lesson

    def lesson(self, world: State, seat: int, search: Search) -> None:
        """Record the tries of a search."""
        counts = search.counts()
        tries = float(sum(counts))
        self.vectors.append(world.game.encoding.vector(world, seat, False))
        self.moves += search.asked
        self.shares += [count / tries for count in counts]
        self.merits += relative(world.game.strategy.priors(world, seat, tuple(search.asked)))
        self.ends.append(len(self.moves))

    def write(self, path: Path, size: int) -> None:
        """Write one file, whole or not at all."""
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            vectors=np.frombuffer(b"".join(self.vectors), np.uint8).reshape(-1, size),
            moves=np.array(self.moves, np.int32),
            shares=np.array(self.shares, np.float32),
            merits=np.array(self.merits, np.float32),
            ends=np.array(self.ends, np.int32),
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
            if len(self.notes.vectors) >= LESSONS_PER_FILE:
                self.write(written)
                written += 1
        if self.notes.vectors:
            self.write(written)
        return done

    def write(self, number: int) -> None:
        """Write the notes since the last file."""
        path = Path(self.job.folder, f"{self.job.name}-{number:04}.npz")
        self.notes.write(path, self.game.encoding.now)
        self.notes = Notes()

    def one_game(self) -> None:
        """Play one game."""
        job, dice = self.job, self.dice
        state = self.game.start(seats=job.seats, seed=dice.next_seed(), events=True, **job.options)
        glance = [make(job.glance, dice.next_seed()) for _seat in range(job.seats)]
        while state.deciders:
            self.step(state, glance)
            self.decisions += 1

    def step(self, state: State, glance: list[Bot]) -> None:
        """One move."""
        job, dice = self.job, self.dice
        for seat in free_seats(state, self.decisions):
            wanted = glance[seat].wants(state, seat)
            if wanted is not None:
                state.play(seat, wanted)
                return
        seat = state.deciders[0]
        legal = state.legal(seat)
        if len(legal) > 1 and dice.real() < job.thinking:
            state.play(seat, self.thought(state, seat))
        elif dice.real() < RANDOM_MOVE_SHARE:
            state.play(seat, legal[dice.roll(len(legal))])
        else:
            state.play(seat, glance[seat].choose(state, seat))

    def thought(self, state: State, seat: int) -> int:
        """The move of a search; records the lesson."""
        search = make(self.job.thinker, self.dice.next_seed())
        assert isinstance(search, Search)
        move = search.choose(state, seat)
        if search.thought:
            self.notes.lesson(state.resample(seat, 0), seat, search)
        return move


def play(job: Job) -> tuple[int, int]:
    """Play a job and mark it as done; returns the numbers of games and decisions."""
    player = Player(job)
    games = player.play()
    Path(job.folder, f"{job.name}.done").touch()
    return games, player.decisions


@dataclass
class Lessons:
    """The lessons of many files, with moves padded to equal length (``book``: no move)."""

    vectors: Bytes
    moves: Whole
    shares: Floats
    merits: Floats


def gathered(files: Iterable[Path], book: int) -> Lessons:
    """Read files of lessons; some of older runs hold none."""
    found = [dict(np.load(file)) for file in sorted(files)]
    found = [one for one in found if len(one["vectors"])]
    widest = max(int(np.diff(one["ends"], prepend=0).max()) for one in found)
    padded = [(one["vectors"], *padded_moves(one, book, widest)) for one in found]
    return Lessons(*(np.concatenate(part) for part in zip(*padded, strict=True)))


def padded_moves(one: dict[str, Any], book: int, widest: int) -> tuple[Whole, Floats, Floats]:
    """Moves, shares and merits of a file, one row for each lesson."""
    lengths = np.diff(one["ends"], prepend=0)
    inside = np.arange(widest)[None, :] < lengths[:, None]
    moves = np.full(inside.shape, book, np.int32)
    shares = np.zeros(inside.shape, np.float32)
    merits = np.zeros(inside.shape, np.float32)
    moves[inside], shares[inside], merits[inside] = one["moves"], one["shares"], one["merits"]
    return moves, shares, merits
