"""SIGHUP restarts a server. It must never stop a server that is still starting.

The handler is set before the slow imports, and the signal is blocked while one process replaces the other. So
a reload during a reload happens afterwards.
"""

import signal
import threading
from types import FrameType
from typing import Protocol


class Stoppable(Protocol):
    """A server that can be stopped."""

    should_exit: bool


class Reload:
    """Whether a reload was requested, and the server to stop for it."""

    def __init__(self) -> None:
        self.asked = False
        self._server: Stoppable | None = None

    def watch(self) -> None:
        """Handle SIGHUP from now on."""
        if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGHUP, self._ask)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})

    def end(self, server: Stoppable) -> None:
        """Stop this server at a reload, also if it was requested before."""
        self._server = server
        server.should_exit = self.asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True
        if self._server is not None:
            self._server.should_exit = True


RELOAD = Reload()


def hold() -> None:
    """Block SIGHUP until the next process handles it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
