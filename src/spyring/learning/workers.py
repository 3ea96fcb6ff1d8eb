"""Processes that play: fresh ones, each on one core."""

import math
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from types import TracebackType
from typing import Any, Final, TypeVar

A = TypeVar("A")
B = TypeVar("B")

ONE_CORE: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
LOOK_SECONDS: Final = 1.0  # how often the games that are over are counted

Watch = Callable[[int], None]  # is told how many games are over


def ignore(_games: int = 0) -> None:
    """Nobody watches."""


_count_game: Callable[[], None] = ignore


def game_over() -> None:
    """Work calls this whenever it has played a game, so that its progress can be shown."""
    _count_game()


def _count_in(counter: Any, watch: Watch = ignore) -> None:
    """Count the games of this process in ``counter``."""
    global _count_game

    def count() -> None:
        with counter.get_lock():
            counter.value += 1
        watch(counter.value)

    _count_game = count


class Workers:
    """So many processes. With one, everything is done here."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        # A fork of a process that holds an accelerator would hold it too.
        fresh = multiprocessing.get_context("spawn")
        self.games: Any = fresh.Value("q", 0)
        if count > 1:
            for name in ONE_CORE:  # the processes share the cores out among themselves
                os.environ[name] = "1"
            self.pool = ProcessPoolExecutor(count, fresh, _count_in, (self.games,))

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def run(
        self, work: Callable[[A], B], jobs: Iterable[A], seconds: float = math.inf, watch: Watch = ignore
    ) -> Iterator[B]:
        """What comes of each job, as they are done; none is begun when the time is over."""
        end = time.monotonic() + seconds
        waiting = iter(jobs)
        self.games.value = 0
        if self.pool is None:
            _count_in(self.games, watch)
            for job in waiting:
                yield work(job)
                if time.monotonic() >= end:
                    return
            return
        going: set[Future[Any]] = {self.pool.submit(work, job) for job in islice(waiting, self.count)}
        while going:
            done, going = wait(going, LOOK_SECONDS, FIRST_COMPLETED)
            watch(self.games.value)
            for one in done:
                if time.monotonic() < end:
                    going |= {self.pool.submit(work, job) for job in islice(waiting, 1)}
                yield one.result()
