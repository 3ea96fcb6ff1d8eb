"""Several workers: one that dies is replaced at once, whatever the others are doing."""

import logging
import sys
from time import monotonic
from typing import Final

from uvicorn.supervisors.multiprocess import Multiprocess, Process

STARTUP_FAILURE: Final = 3  # the status of a worker that cannot serve; another one could not either

journal = logging.getLogger("uvicorn.error")


class Supervisor(Multiprocess):
    """uvicorn's own, but it never waits for a worker. That one waits for an answer from each in turn, also
    from a worker that is still starting, or was killed since it was asked; meanwhile it replaces nobody.
    """

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self._asked: dict[int | None, float] = {}  # when, by worker; gone once it has answered
        self._failed = False

    def run(self) -> None:
        """Until somebody ends it, or no worker can serve."""
        super().run()
        if self._failed:
            sys.exit(STARTUP_FAILURE)

    def keep_subprocess_alive(self) -> None:
        """Replace every worker that is dead or hangs."""
        for index, worker in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if worker.process.is_alive() and self._answers(worker):
                continue
            worker.kill()  # it may hang
            worker.join()
            self._asked.pop(worker.pid, None)
            if worker.exitcode == STARTUP_FAILURE:
                journal.error(f"Worker [{worker.pid}] cannot start; the server ends")
                self._failed = True
                self.should_exit.set()
                return
            journal.warning(f"Worker [{worker.pid}] died; another one takes its place")
            self.processes[index] = Process(self.config, self.sockets)
            self.processes[index].start()

    def _answers(self, worker: Process) -> bool:
        """Whether a worker has answered, or has time left for it."""
        try:
            while worker.parent_conn.poll():
                worker.parent_conn.recv()
                self._asked.pop(worker.pid, None)
            if worker.pid not in self._asked:
                worker.parent_conn.send(b"ping")
                self._asked[worker.pid] = monotonic()
        except (OSError, EOFError):
            return False
        return monotonic() - self._asked[worker.pid] < self.config.timeout_worker_healthcheck
