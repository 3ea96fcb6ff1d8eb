"""A pool of worker processes. Whoever crashes is replaced, and only what it was doing is done again."""

import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Any

from spyring.engine.errors import SpyringError

MAX_CRASHES = 3  # how often one piece of work may kill its worker
BUNDLE_SECONDS = 0.5  # seconds: pieces are handed out in bundles that take about this long

Work = Callable[[Any], Any]


class WorkFailed(SpyringError):
    """A piece of work that cannot be done; the details are for whoever wrote what failed."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details


class Worker:
    """One process, and the bundle of pieces that it is busy with."""

    def __init__(self, work: Work) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far_end = context.Pipe()
        self.process: BaseProcess = context.Process(target=_worker_main, args=(far_end, work), daemon=True)
        self.process.start()
        far_end.close()
        self.bundle: list[Any] = []
        self.began = 0.0

    def send(self, bundle: list[Any]) -> None:
        self.bundle = bundle
        self.began = perf_counter()
        try:
            self.pipe.send(bundle)
        except OSError:
            pass  # it has died; its pipe will end

    def stop(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()


# Not ProcessPoolExecutor: there one crash breaks the whole pool, and does not tell which work caused it.
class WorkerPool:
    """Does pieces of work in any order; yields each piece with what came of it, as soon as it is done."""

    def __init__(self, work: Work, processes: int) -> None:
        self.work = work
        self.processes = processes
        self.size = 1  # pieces in a bundle
        self.name: Callable[[Any], str] = getattr(work, "name", str)  # of a piece, in words

    def run(self, pieces: list[Any]) -> Iterator[Any]:
        waiting = deque(pieces)
        crashes: dict[int, int] = {}
        workers = [Worker(self.work) for _ in range(max(1, min(self.processes, len(pieces))))]
        try:
            for worker in workers:
                worker.send(self._bundle(waiting))
            while any(worker.bundle for worker in workers):
                ready = wait([worker.pipe for worker in workers if worker.bundle])
                for place, worker in enumerate(workers):
                    if worker.pipe not in ready:
                        continue
                    answer = _answer(worker)
                    if answer is None:
                        self._count_crash(worker.bundle, crashes)
                        waiting.extendleft(reversed(worker.bundle))
                        worker.stop()
                        worker = workers[place] = Worker(self.work)
                    else:
                        self._adapt_bundle_size(worker)
                        yield from answer
                    worker.send(self._bundle(waiting))
        finally:
            for worker in workers:
                worker.stop()

    def _bundle(self, waiting: "deque[Any]") -> list[Any]:
        return [waiting.popleft() for _ in range(min(self.size, len(waiting)))]

    def _adapt_bundle_size(self, worker: Worker) -> None:
        """Bundles that are quickly done may be larger; one that was slow makes the next ones smaller."""
        each = (perf_counter() - worker.began) / len(worker.bundle)
        self.size = max(1, min(2 * self.size, int(BUNDLE_SECONDS / max(each, 1e-6))))

    def _count_crash(self, bundle: list[Any], crashes: dict[int, int]) -> None:
        self.size = 1  # find out which piece it is
        for piece in bundle:
            crashes[id(piece)] = crashes.get(id(piece), 0) + 1
            if crashes[id(piece)] >= MAX_CRASHES and len(bundle) == 1:
                raise WorkFailed(
                    f"{self.name(piece)} made its worker process crash {MAX_CRASHES} times, and was given up."
                )


def _answer(worker: Worker) -> list[Any] | None:
    """What a worker sends, or None if it has crashed."""
    try:
        kind, answer = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    if kind == "refused":
        raise WorkFailed(*answer)
    if kind == "failed":
        raise RuntimeError(f"in a worker process:\n{answer}")
    assert isinstance(answer, list)
    return answer


def _worker_main(pipe: "Connection[Any, Any]", work: Work) -> None:
    """The life of a worker. Ctrl-C is for the one who gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            bundle = pipe.recv()
        except (EOFError, OSError):
            return
        if not bundle:
            continue
        try:
            answer: tuple[str, Any] = ("done", [work(piece) for piece in bundle])
        except SpyringError as refusal:
            answer = ("refused", (str(refusal), getattr(refusal, "details", "")))
        except Exception:
            answer = ("failed", traceback.format_exc())
        try:
            pipe.send(answer)
        except OSError:
            return  # nobody is there any more
