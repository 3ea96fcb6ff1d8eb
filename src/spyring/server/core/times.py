"""The time of a server: it is set by the clock of the database once, at the start, and then runs evenly.

Whoever sets the wall clock while a server runs changes nothing at its tables. Everything that waits, waits
here, so that a test can hold the hands of the clock.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Time:
    """Seconds since 1970 that never jump."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()

    def now(self) -> float:
        """What the clock says."""
        return self._start + time.monotonic()

    def follow(self, at: float) -> None:
        """It is so late: every worker follows the clock of the database, wherever it runs."""
        self._start = at - time.monotonic()

    def cpu_seconds(self) -> float:
        """Seconds that whoever asks has kept the processor busy; waiting and other threads do not count."""
        return time.thread_time()

    async def sleep(self, seconds: float) -> None:
        """Wait for so long."""
        await asyncio.sleep(seconds)

    async def wait_for(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait for an event, at most so long; whether it came."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await event.wait()
        except TimeoutError:
            return False
        return True

    def call_later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call something when so long has passed; returns what calls that off."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call).cancel

    async def with_timeout(self, answer: Awaitable[T], seconds: float) -> T:
        """Wait for an answer, at most so long; then :class:`TimeoutError`."""
        return await asyncio.wait_for(answer, seconds)
