"""The outbox: a bounded queue that sends a few deliveries at a time and retries them."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from spyring.server.core.tasks import cancel
from spyring.server.core.times import Time

MAX_CONCURRENT_SENDS: Final = 4
MAX_WAITING_MESSAGES: Final = 1000
RETRY_SECONDS: Final = (5.0, 60.0)  # seconds before each retry
SEND_TIMEOUT_SECONDS: Final = 30.0  # seconds until a silent service counts as failed

journal = logging.getLogger("spyring.server")


class Outbox:
    """Deliveries in the background."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self._few = asyncio.Semaphore(MAX_CONCURRENT_SENDS)
        self.failures: Counter[str] = Counter()  # by kind
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, kind: str, deliver: Callable[[], Awaitable[None]]) -> None:
        """Deliver soon; ``kind`` is all that the journal records."""
        if len(self._tasks) >= MAX_WAITING_MESSAGES:
            journal.warning("outbox is full", extra={"kind": kind})
            return
        task = asyncio.create_task(self._deliver(kind, deliver), name=f"deliver {kind}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Drop undelivered items."""
        await cancel(self._tasks)

    async def _deliver(self, kind: str, deliver: Callable[[], Awaitable[None]]) -> None:
        for pause in (*RETRY_SECONDS, None):
            try:
                async with self._few:
                    await asyncio.wait_for(deliver(), SEND_TIMEOUT_SECONDS)
                return
            except Exception as error:  # from a service or its library
                self.failures[kind] += 1
                facts = {"kind": kind, "error": type(error).__name__, "again": pause is not None}
                journal.warning("not delivered", extra=facts)
            if pause is not None:
                await self.time.sleep(pause)
