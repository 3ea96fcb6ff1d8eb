"""A batch of games spread over worker processes, all of which write into the same arrays."""

import multiprocessing
from collections.abc import Sequence
from ctypes import c_uint8
from multiprocessing.connection import Connection
from typing import Any, Final

from spyring.bots.batch import Batch
from spyring.engine.chance import seeded
from spyring.engine.errors import IllegalMove, SpyringError
from spyring.engine.state import State
from spyring.research import missing
from spyring.research.setting import Setting

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

PROCESSES: Final = multiprocessing.get_context("spawn")  # whoever learns has threads, which no fork survives
LEAVES_WITHIN: Final = 5.0  # seconds

Shared = tuple[Any, Any, tuple[int, ...]]  # memory of all processes, what its numbers are, and their shape


class Workers:
    """``processes`` batches of the same length, each in a process of its own; a drop-in for ``Here``."""

    def __init__(self, wish: "Wish", count: int, processes: int, arrays: list[Shared]) -> None:
        if not 1 < processes <= count:
            raise SpyringError(f"{count} games can be spread over 1 to {count} processes, not {processes}.")
        self.bounds = [count * number // processes for number in range(processes + 1)]
        self.channels: list[Connection] = []
        self.workers = []
        self.ended = [0] * processes
        for number in range(processes):
            ours, theirs = PROCESSES.Pipe()
            part = (self.bounds[number], self.bounds[number + 1])
            worker = PROCESSES.Process(target=work, args=(theirs, wish, number, part, arrays), daemon=True)
            worker.start()
            theirs.close()
            self.channels.append(ours)
            self.workers.append(worker)
        self._collect()

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return sum(self.ended)

    def step(self, moves: Sequence[int]) -> None:
        """One move in every game; all processes at once."""
        for number, channel in enumerate(self.channels):
            channel.send(list(moves[self.bounds[number] : self.bounds[number + 1]]))
        self._collect()

    def random_moves(self) -> list[int]:
        """A legal move for every game."""
        for channel in self.channels:
            channel.send("random")
        return [move for channel in self.channels for move in channel.recv()]

    def close(self) -> None:
        """Send the workers home."""
        for channel in self.channels:
            channel.close()
        for worker in self.workers:
            worker.join(LEAVES_WITHIN)
            worker.terminate()

    def _collect(self) -> None:
        refusals: list[tuple[int, int, str, str]] = []
        for number, channel in enumerate(self.channels):
            try:
                answer = channel.recv()
            except EOFError:
                raise SpyringError("A process that plays games has ended.") from None
            if isinstance(answer, tuple):
                refusals.append(answer)
            else:
                self.ended[number] = answer
        if refusals:
            raise IllegalMove(*refusals[0])


class Wish:
    """What is to be played, in a form that travels."""

    def __init__(
        self, game: str, seats: int | None, level: str, seed: int, rivals: Sequence[str], options: Any
    ) -> None:
        self.game = game
        self.seats = seats
        self.level = level
        self.seed = seed
        self.rivals = list(rivals)
        self.options = options

    def batch(self, count: int, number: int = 0) -> Batch:
        """The games of one process."""
        setting = Setting(self.game, self.seats, self.level, self.options)
        seed = self.seed if number == 0 else seeded(self.seed) ^ number
        return Batch(setting.game, count, setting.seats, self.options, seed, setting.memory, self.rivals)


class Here:
    """A batch in this process, and the arrays it writes into.

    It writes bytes. Where floats are wanted numpy makes them of all games at once, ten times as fast.
    """

    def __init__(self, batch: Batch, arrays: list[NDArray[Any]]) -> None:
        self.batch = batch
        self.wanted = arrays[0]
        floats = self.wanted.dtype == np.float32
        self.written: NDArray[Any] = np.zeros(self.wanted.shape, np.uint8) if floats else self.wanted
        batch.attach(*[one.reshape(-1) for one in (self.written, *arrays[1:])])
        self._hand_over()

    @property
    def states(self) -> list[State]:
        """The games as they stand."""
        return self.batch.states

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return int(self.batch.finished)

    def step(self, moves: Sequence[int]) -> None:
        """One move in every game."""
        self.batch.step(moves)
        self._hand_over()

    def random_moves(self) -> list[int]:
        """A legal move for every game."""
        return self.batch.random_moves()

    def _hand_over(self) -> None:
        if self.written is not self.wanted:
            np.copyto(self.wanted, self.written)


def shared(dtype: DTypeLike, shape: tuple[int, ...]) -> Shared:
    """Zeros that all processes see."""
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    return PROCESSES.RawArray(c_uint8, size), np.dtype(dtype), shape


def array(memory: Shared) -> NDArray[Any]:
    """The same as an array."""
    raw, dtype, shape = memory
    return np.frombuffer(raw, dtype).reshape(shape)


def work(channel: Connection, wish: Wish, number: int, part: tuple[int, int], arrays: list[Shared]) -> None:
    """What a worker does: play its part of the games as it is told, until nobody tells it anything."""
    try:
        batch = Here(
            wish.batch(part[1] - part[0], number), [array(memory)[part[0] : part[1]] for memory in arrays]
        )
        channel.send(batch.finished)
        while True:
            told = channel.recv()
            if told == "random":
                channel.send(batch.random_moves())
                continue
            try:
                batch.step(told)
                channel.send(batch.finished)
            except IllegalMove as no:
                channel.send((no.seat, no.move, no.clause, no.reason))
    except (EOFError, KeyboardInterrupt):
        return
