"""SIGHUP restarts a server. It must never stop a server that is still starting.

The handler is set before the slow imports, and the signal is blocked while one process replaces the other. So
a reload during a reload happens afterwards.
"""

import signal
import threading
from collections.abc import Callable
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
        self._may: Callable[[], bool] = lambda: True

    def watch(self) -> None:
        """Handle SIGHUP from now on."""
        if hasattr(signal, "SIGHUP") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGHUP, self._ask)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})

    def end(self, server: Stoppable, may: Callable[[], bool]) -> None:
        """Stop this server at a reload that ``may`` happen, also if it was requested before."""
        self._server, self._may = server, may
        if self.asked:
            self.asked = server.should_exit = may()

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        if not self._may():
            return
        self.asked = True
        if self._server is not None:
            self._server.should_exit = True


RELOAD = Reload()


def hold() -> None:
    """Block SIGHUP until the next process handles it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
