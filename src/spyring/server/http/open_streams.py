"""Open event streams: so many for each reader and no more, and all of them closed before the server ends."""

import asyncio
import signal
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from fastapi import Request

from spyring.server.http.stream import Stream
from spyring.server.problems import TooOften

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)


class OpenStreams:
    """The streams that are open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._count: Counter[str] = Counter()
        self._streams: set[Stream] = set()

    def open(self, stream: Stream, request: Request) -> AsyncIterator[bytes]:
        """The events of a stream, or a refusal if its reader has too many open."""
        address = "?" if request.client is None else request.client.host
        reader = stream.caller.id or address
        most = (
            self.most if stream.caller.id is not None else self.most * 25
        )  # many strangers share an address
        if self._count[reader] >= most:
            raise TooOften(5.0)
        return self._counted(stream, reader)

    async def _counted(self, stream: Stream, reader: str) -> AsyncIterator[bytes]:
        self._count[reader] += 1
        self._streams.add(stream)
        try:
            async for event in stream.events():
                yield event
        finally:
            self._streams.discard(stream)
            self._count[reader] -= 1
            if not self._count[reader]:
                del self._count[reader]

    def close(self) -> None:
        """End every stream; their readers come back to whoever serves next."""
        for stream in self._streams:
            stream.end()

    @contextmanager
    def closed_by_signals(self) -> Iterator[None]:
        """A server told to end waits for its answers, and a stream never ends by itself: end them first."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before: dict[int, Any] = {number: signal.getsignal(number) for number in ENDINGS}

        def close_first(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.close)
            if callable(before[number]):
                before[number](number, frame)

        changed = [number for number in ENDINGS if callable(before[number])]
        for number in changed:
            signal.signal(number, close_first)
        try:
            yield
        finally:
            for number in changed:
                signal.signal(number, before[number])
