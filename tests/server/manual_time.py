"""A clock that the test moves, so that nothing depends on how fast a machine is."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

from spyring.server.core.times import Time

T = TypeVar("T")

PAUSE: Final = 0.05  # real seconds, at most, if nobody moves the clock
LONG: Final = 3600.0  # jobs that run a few times a day sleep so long, and wait for the clock


class ManualTime(Time):
    """A clock that only moves when a test moves it. Only the sweeping behind the tables takes real time: no
    test depends on how often it runs, and it runs at once when the clock moves.
    """

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        super().__init__()
        self.at = at
        self.slept: list[float] = []
        self.beats: list[Callable[[], None]] = []
        self._moved = asyncio.Event()

    def now(self) -> float:
        return self.at

    def follow(self, at: float) -> None:
        """It follows the test alone."""

    def move(self, seconds: float) -> None:
        """So many seconds pass, in which the server is there and its heart beats."""
        self.stop(seconds)
        for beat in self.beats:
            beat()

    def stop(self, seconds: float) -> None:
        """So many seconds pass, in which the server does nothing."""
        self.at += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if seconds >= LONG:
            await self._first(asyncio.get_running_loop().create_future(), self.at + seconds)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, PAUSE)):
                await self._moved.wait()

    async def wait_for(self, event: asyncio.Event, seconds: float) -> bool:
        if event.is_set():
            return True
        due = self.at + seconds
        waiting = asyncio.ensure_future(event.wait())
        try:
            return await self._first(waiting, due)
        finally:
            waiting.cancel()

    def call_later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        async def wait() -> None:
            await self._first(asyncio.get_running_loop().create_future(), due)
            call()

        def call_off() -> None:
            waiting.cancel()

        due = self.at + seconds
        waiting = asyncio.ensure_future(wait())
        return call_off

    async def with_timeout(self, answer: Awaitable[T], seconds: float) -> T:
        due = self.at + seconds
        asked = asyncio.ensure_future(answer)
        if not await self._first(asked, due):
            asked.cancel()
            raise TimeoutError
        return asked.result()

    async def _first(self, awaited: "asyncio.Future[T]", due: float) -> bool:
        """Whether it is done before the clock shows that time."""
        while not awaited.done():
            if self.at >= due:
                return False
            moved = asyncio.ensure_future(self._moved.wait())
            await asyncio.wait((awaited, moved), return_when=asyncio.FIRST_COMPLETED)
            moved.cancel()
        return True
