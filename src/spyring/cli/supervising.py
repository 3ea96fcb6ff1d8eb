"""Several workers. A dead worker is replaced at once."""

import logging
import sys
from collections.abc import Callable
from socket import socket
from time import monotonic
from typing import Final

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

STARTUP_FAILURE: Final = 3  # the exit code of a worker that cannot serve; a new one could not either

journal = logging.getLogger("uvicorn.error")


class Supervisor(Multiprocess):
    """Like uvicorn's supervisor, but never waits for a worker. Uvicorn's waits for an answer of each in turn,
    even of a worker that is starting or was killed, and replaces no other worker meanwhile.
    """

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket], reread: Callable[[], bool] = lambda: True
    ) -> None:
        super().__init__(config, sockets)
        self._reread = reread
        self._asked: dict[int | None, float] = {}  # when each worker was asked; removed by its answer
        self._failed = False

    def run(self) -> None:
        """Run until it is stopped, or no worker can serve."""
        super().run()
        if self._failed:
            sys.exit(STARTUP_FAILURE)

    def handle_hup(self) -> None:
        """Replace the workers one after another, unless the new settings are invalid."""
        if self._reread():
            super().handle_hup()

    def keep_subprocess_alive(self) -> None:
        """Replace dead and hanging workers."""
        for index, worker in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if worker.process.is_alive() and self._answers(worker):
                continue
            worker.kill()  # it may hang
            worker.join()
            self._asked.pop(worker.pid, None)
            if worker.exitcode == STARTUP_FAILURE:
                journal.error(f"Worker [{worker.pid}] cannot start. The server stops.")
                self._failed = True
                self.should_exit.set()
                return
            journal.warning(f"Worker [{worker.pid}] died and is replaced.")
            self.processes[index] = Process(self.config, self.sockets)
            self.processes[index].start()

    def _answers(self, worker: Process) -> bool:
        """Whether a worker has answered, or still has time to."""
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
