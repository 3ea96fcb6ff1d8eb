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


class Workers:
    """So many processes. With one, everything is done here."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None
        if count > 1:
            for name in ONE_CORE:  # the processes share the cores out among themselves
                os.environ[name] = "1"
            # A fork of a process that holds an accelerator would hold it too.
            self.pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"))

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def run(self, work: Callable[[A], B], jobs: Iterable[A], seconds: float = math.inf) -> Iterator[B]:
        """What comes of each job, as they are done; none is begun when the time is over."""
        end = time.monotonic() + seconds
        waiting = iter(jobs)
        if self.pool is None:
            for job in waiting:
                yield work(job)
                if time.monotonic() >= end:
                    return
            return
        going: set[Future[Any]] = {self.pool.submit(work, job) for job in islice(waiting, self.count)}
        while going:
            done, going = wait(going, return_when=FIRST_COMPLETED)
            for one in done:
                if time.monotonic() < end:
                    going |= {self.pool.submit(work, job) for job in islice(waiting, 1)}
                yield one.result()
