"""A batch of games in this process, or in workers that write into the same arrays."""

from bisect import bisect
from collections.abc import Sequence
from ctypes import c_uint8
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any, Final

from spyring.engine.errors import SpyringError
from spyring.engine.state import State
from spyring.research import missing
from spyring.research.batch.rows import Batch, refused
from spyring.research.setting import Setting
from spyring.worker_pool import PROCESSES, Worker

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

EXIT_TIMEOUT_SECONDS: Final = 5.0
GUARD: Final = 'Put code that uses several processes below `if __name__ == "__main__":`.'
LOST: Final = "A worker process has ended. Close this batch and make a new one."

Shared = tuple[Any, Any, tuple[int, ...]]  # shared memory, the type of its numbers, and their shape


class LostWorker(SpyringError):
    """A worker process has ended."""


class BatchSpec:
    """The settings of a batch, for workers."""

    def __init__(self, setting: Setting, rivals: Sequence[str], rotate: bool) -> None:
        self.setting = setting
        self.rivals = list(rivals)
        self.rotate = rotate

    def batch(self, seeds: Sequence[int]) -> Batch:
        """The games of one process, one for each seed."""
        setting = self.setting
        return Batch(
            setting.game,
            setting.seats,
            setting.options,
            seeds,
            setting.memory,
            self.rivals,
            self.rotate,
            setting.interruptions,
        )


class InProcessBatch:
    """A batch in this process, and its arrays.

    It writes bytes. Numpy converts all games to floats at once, which is ten times as fast.
    """

    def __init__(self, spec: BatchSpec, seeds: Sequence[int], arrays: list[NDArray[Any]]) -> None:
        self.batch = batch = spec.batch(seeds)
        self.floats = spec.setting.floats
        self.wanted = arrays[0]
        as_they_are = self.wanted.dtype == np.uint8
        self.written: NDArray[Any] = (
            self.wanted if as_they_are else np.zeros((len(seeds), spec.setting.bytes), np.uint8)
        )
        batch.attach(*[one.reshape(-1) for one in (self.written, *arrays[1:])])
        self._hand_over()

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return int(self.batch.finished)

    def step(self, moves: NDArray[Any]) -> None:
        """One move in every game, or none."""
        self.batch.step(moves.tolist())
        self._hand_over()

    def restart(self, rows: list[int], seeds: Sequence[int | None] = ()) -> None:
        """New games in these rows."""
        self.batch.restart(rows, seeds)
        self._hand_over()

    def random_moves(self) -> list[int]:
        """A legal move for every game."""
        return self.batch.random_moves()

    def why_not(self, row: int, move: int) -> tuple[str, str]:
        """The clause and the reason why a move is illegal."""
        return self.batch.why_not(row, move)

    def states(self) -> list[State]:
        """The states of all rows."""
        return self.batch.states

    def ended(self) -> dict[int, State]:
        """By row, the final states of games that ended in the last step."""
        return dict(self.batch.ended)

    def close(self) -> None:
        """Nothing to close."""

    def _hand_over(self) -> None:
        if self.floats is not None:
            self.floats.of(self.written, self.wanted)
        elif self.written is not self.wanted:
            np.copyto(self.wanted, self.written)


# Not an executor: a game stays in the process that started it.
class Workers:
    """A batch whose rows are divided among ``processes``."""

    def __init__(self, spec: BatchSpec, seeds: list[int], processes: int, arrays: list[Shared]) -> None:
        spec.batch([])  # refuses bad settings before workers start
        count = len(seeds)
        self.bounds = [count * number // processes for number in range(processes + 1)]
        self.masks, self.movers = array(arrays[1]), array(arrays[2])
        self.workers: list[Worker] = []
        self.endings = [0] * processes  # finished games by worker
        self.lost = False
        try:
            for first, last in self._parts():
                self.workers.append(Worker(work, spec, seeds[first:last], (first, last), arrays))
            for number in range(processes):
                self._answer(number)
        except RuntimeError as error:  # the script runs again in the worker
            raise SpyringError(GUARD) from error
        except LostWorker:
            self.close()
            raise LostWorker(f"A worker process ended at once. {GUARD}") from None

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return sum(self.endings)

    def step(self, moves: NDArray[Any]) -> None:
        """One move in every game, or none; all processes at once."""
        legal = allowed(self.masks, moves)
        if not legal.all():
            row = int(legal.argmin())
            move = int(moves[row])
            raise refused(row, int(self.movers[row]), move, *self.why_not(row, move))
        self._ask("step", [(moves[first:last],) for first, last in self._parts()])

    def restart(self, rows: list[int], seeds: Sequence[int | None] = ()) -> None:
        """New games in these rows."""
        wanted = list(zip(rows, seeds or [None] * len(rows), strict=True))
        parts = []
        for first, last in self._parts():
            mine = [(row - first, seed) for row, seed in wanted if first <= row < last]
            parts.append(([row for row, _seed in mine], [seed for _row, seed in mine]))
        self._ask("restart", parts)

    def random_moves(self) -> list[int]:
        """A legal move for every game."""
        return [move for part in self._ask("random_moves") for move in part]

    def why_not(self, row: int, move: int) -> tuple[str, str]:
        """The clause and the reason why a move is illegal."""
        number = bisect(self.bounds, row) - 1
        self._tell(number, "why_not", (row - self.bounds[number], move))
        found: tuple[str, str] = self._answer(number)
        return found

    def states(self) -> list[State]:
        """Copies of the states of all rows."""
        return [state for part in self._ask("states") for state in part]

    def ended(self) -> dict[int, State]:
        """By row, the final states of games that ended in the last step."""
        parts = zip(self.bounds, self._ask("ended"), strict=False)
        return {first + row: state for first, part in parts for row, state in part.items()}

    def close(self) -> None:
        """End the workers."""
        for worker in self.workers:
            worker.stop(EXIT_TIMEOUT_SECONDS)

    # -- inside -------------------------------------------------------------------------------------

    def _parts(self) -> list[tuple[int, int]]:
        """The first and the last row of each worker."""
        return list(pairwise(self.bounds))

    def _ask(self, name: str, parts: Sequence[tuple[Any, ...]] = ()) -> list[Any]:
        """Call a method in all workers, each with its own arguments."""
        everyone = range(len(self.workers))
        for number in everyone:
            self._tell(number, name, parts[number] if parts else ())
        return [self._answer(number) for number in everyone]

    def _tell(self, number: int, name: str, arguments: tuple[Any, ...]) -> None:
        if self.lost:
            raise LostWorker(LOST)
        try:
            self.workers[number].pipe.send((name, arguments))
        except OSError:
            self.lost = True  # the other workers are one step ahead
            raise LostWorker(LOST) from None

    def _answer(self, number: int) -> Any:
        try:
            self.endings[number], found = self.workers[number].pipe.recv()
        except (EOFError, OSError):
            self.lost = True
            raise LostWorker(LOST) from None
        return found


def shared(dtype: DTypeLike, shape: tuple[int, ...]) -> Shared:
    """Zeros in shared memory."""
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    return PROCESSES.RawArray(c_uint8, size), np.dtype(dtype), shape


def array(memory: Shared) -> NDArray[Any]:
    """Shared memory as an array."""
    raw, dtype, shape = memory
    return np.frombuffer(raw, dtype).reshape(shape)


def allowed(masks: NDArray[Any], moves: NDArray[Any]) -> NDArray[np.bool_]:
    """By row, whether the move is legal."""
    known = (moves >= 0) & (moves < masks.shape[1])
    found: NDArray[np.bool_] = known & (masks[np.arange(len(masks)), np.where(known, moves, 0)] > 0)
    return found


def work(
    channel: Connection, spec: BatchSpec, seeds: list[int], part: tuple[int, int], arrays: list[Shared]
) -> None:
    """The main loop of a worker: call methods until the pipe is closed."""
    try:
        batch = InProcessBatch(spec, seeds, [array(memory)[part[0] : part[1]] for memory in arrays])
        channel.send((batch.finished, None))
        while True:
            name, arguments = channel.recv()
            found = getattr(batch, name)(*arguments)
            channel.send((batch.finished, found))
    except (EOFError, ConnectionError, KeyboardInterrupt):
        return
