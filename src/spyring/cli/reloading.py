"""SIGHUP asks a server to start again. It must never end one that is still starting.

The handler is set before the slow imports, and the signal is blocked while one process takes the place of
the other. So a reload that is asked for during a reload happens afterwards.
"""

import signal
import threading
from types import FrameType
from typing import Protocol


class Stoppable(Protocol):
    """A server that ends as soon as it may."""

    should_exit: bool


class Reload:
    """Whether a reload was asked for, and the server that ends for it once it is up."""

    def __init__(self) -> None:
        self.asked = False
        self._server: Stoppable | None = None

    def watch(self) -> None:
        """Note every SIGHUP from now on."""
        if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGHUP, self._ask)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})

    def end(self, server: Stoppable) -> None:
        """End this server when a reload is asked for, or was asked for already."""
        self._server = server
        server.should_exit = self.asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True
        if self._server is not None:
            self._server.should_exit = True


RELOAD = Reload()


def hold() -> None:
    """Let SIGHUP wait until the process that follows this one watches for it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
