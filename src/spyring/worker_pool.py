"""Worker processes, and a pool of them for tournaments.

ProcessPoolExecutor will not do: one crash breaks it, nothing tells which piece of work crashed, and its
processes stay when their parent is killed.
"""

import math
import multiprocessing
import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

from spyring.engine.errors import SpyringError

MAX_CRASHES = 3  # how often one piece of work may kill its worker
BUNDLE_SECONDS = 0.5  # how long a bundle of pieces should take
THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

# A fork of a process that holds an accelerator would hold it too, and learning programs have threads.
PROCESSES = multiprocessing.get_context("spawn")

Work = Callable[[Any], Any]
Answer = tuple[str, Any, float]  # how a bundle ended, its results or its error, and the seconds it took


class WorkFailed(SpyringError):
    """A piece of work failed; the details are for the author of the code that failed."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details


class Bundles:
    """The pieces that wait for a worker. Short pieces are handed out many at a time."""

    def __init__(self, pieces: list[Any]) -> None:
        self.waiting = deque(pieces)
        self.size = 1

    def take(self) -> list[Any]:
        """The next pieces; none if all are handed out."""
        return [self.waiting.popleft() for _ in range(min(self.size, len(self.waiting)))]

    def put_back(self, bundle: list[Any]) -> None:
        """Repeat the pieces of a crashed worker one by one, to find the piece that crashes it."""
        self.waiting.extendleft(reversed(bundle))
        self.size = 1

    def results(self, answer: Answer) -> list[Any]:
        """The results of a bundle, or its error. The next bundles are larger if this one was quick."""
        kind, found, seconds = answer
        if kind == "refused":
            raise WorkFailed(*found)
        if kind == "failed":
            raise RuntimeError(f"in a worker process:\n{found}")
        self.size = max(1, min(2 * self.size, int(BUNDLE_SECONDS * len(found) / max(seconds, 1e-6))))
        return list(found)


class Worker:
    """One process that runs ``main`` with the far end of a pipe. It ends when the pipe is closed."""

    def __init__(self, main: Callable[..., None], *arguments: Any) -> None:
        self.pipe, far_end = PROCESSES.Pipe()
        self.process = PROCESSES.Process(target=main, args=(far_end, *arguments), daemon=True)
        self.process.start()
        far_end.close()

    def stop(self, seconds: float = 0.0) -> None:
        """End the process, at the latest after so many seconds."""
        self.pipe.close()
        self.process.join(seconds)
        self.process.terminate()
        self.process.join()


class PoolWorker(Worker):
    """A worker, and the bundle that it works on."""

    def __init__(self, work: Work) -> None:
        super().__init__(_worker_main, work)
        self.bundle: list[Any] = []

    def send(self, bundle: list[Any]) -> None:
        self.bundle = bundle
        if bundle:
            try:
                self.pipe.send(bundle)
            except OSError:
                pass  # the process has died; reading from its pipe will tell


class WorkerPool:
    """Does pieces of work in any order, and yields each result as soon as it is there."""

    def __init__(self, work: Work, processes: int) -> None:
        self.work = work
        self.processes = processes
        self.name: Callable[[Any], str] = getattr(work, "name", str)  # of a piece, in words

    def run(self, pieces: list[Any], seconds: float = math.inf) -> Iterator[Any]:
        """The results of all pieces. After so many seconds no further piece is started."""
        end = time.monotonic() + seconds
        bundles = Bundles(pieces)
        crashes: dict[int, int] = {}
        if self.processes > 1:  # each process has one core
            os.environ.update(dict.fromkeys(THREAD_LIMITS, "1"))
        workers = [PoolWorker(self.work) for _ in range(min(self.processes, len(pieces)))]
        try:
            for worker in workers:
                worker.send(bundles.take())
            while busy := [worker for worker in workers if worker.bundle]:
                ready = wait([worker.pipe for worker in busy])
                for worker in [worker for worker in busy if worker.pipe in ready]:
                    try:
                        answer = worker.pipe.recv()
                    except (EOFError, OSError):
                        self._count_crash(worker.bundle, crashes)
                        bundles.put_back(worker.bundle)
                        worker.stop()
                        fresh = workers[workers.index(worker)] = PoolWorker(self.work)
                        fresh.send(bundles.take())
                        continue
                    results = bundles.results(answer)
                    worker.send(bundles.take() if time.monotonic() < end else [])
                    yield from results
        finally:
            for worker in workers:
                worker.stop()

    def _count_crash(self, bundle: list[Any], crashes: dict[int, int]) -> None:
        for piece in bundle:
            crashes[id(piece)] = crashes.get(id(piece), 0) + 1
            if crashes[id(piece)] >= MAX_CRASHES and len(bundle) == 1:
                raise WorkFailed(f"{self.name(piece)} crashed its worker process {MAX_CRASHES} times.")


def run_bundle(work: Work, bundle: list[Any]) -> Answer:
    """Do the pieces of a bundle, in a worker."""
    began = time.perf_counter()
    try:
        return "done", [work(piece) for piece in bundle], time.perf_counter() - began
    except SpyringError as refusal:
        return "refused", (str(refusal), getattr(refusal, "details", "")), 0.0
    except Exception:
        return "failed", traceback.format_exc(), 0.0


def _worker_main(pipe: "Connection[Any, Any]", work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    try:
        while True:
            pipe.send(run_bundle(work, pipe.recv()))
    except (EOFError, OSError):
        return  # the parent is gone
