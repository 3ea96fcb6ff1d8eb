"""The server's time: it is set by the database's clock once, at the start, and then runs evenly.

Setting the wall clock while a server runs changes nothing at its tables. Everything that waits uses this
class, so that a test can control time.
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
        """The current time."""
        return self._start + time.monotonic()

    def follow(self, at: float) -> None:
        """Set the time: every worker follows the clock of the database, wherever it runs."""
        self._start = at - time.monotonic()

    def cpu_seconds(self) -> float:
        """Seconds of processor time that the calling thread has used, without waiting."""
        return time.thread_time()

    async def sleep(self, seconds: float) -> None:
        """Wait for some seconds."""
        await asyncio.sleep(seconds)

    async def wait_for(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait for an event, at most so long; returns whether it came."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await event.wait()
        except TimeoutError:
            return False
        return True

    def call_later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call a function after some seconds; returns a function that cancels it."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), call).cancel

    async def with_timeout(self, answer: Awaitable[T], seconds: float) -> T:
        """Wait for an answer, at most so long; then raise :class:`TimeoutError`."""
        return await asyncio.wait_for(answer, seconds)
