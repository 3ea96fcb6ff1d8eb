"""Open event streams: so many for each reader and no more, and all of them closed before the server ends."""

import asyncio
import signal
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from types import FrameType
from typing import Any, Final

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from spyring.server.http.connections import CYCLE, unwrapped
from spyring.server.http.headers import RAW_SEND
from spyring.server.http.stream import Stream
from spyring.server.http.visitors import address_of
from spyring.server.problems import RateLimited

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)


class OpenStreams:
    """The streams that are open."""

    def __init__(self, most: int, most_of_address: int = 0) -> None:
        self.most = most
        self.most_of_address = most_of_address  # whoever they are; 0: any number
        self._count: Counter[str] = Counter()
        self._streams: set[Stream] = set()

    def open(self, stream: Stream, request: Request) -> "StreamResponse":
        """The answer that tells a stream, or a refusal if its reader, or their address, has too many open. It
        is counted here, in the moment in which it is checked, and not when its first event goes out.
        """
        address = address_of(request)
        limits = {f"from {address}": self.most_of_address}
        if stream.caller.id is not None:
            limits[stream.caller.id] = self.most
        if any(0 < most <= self._count[who] for who, most in limits.items()):
            raise RateLimited(5.0)
        self._count.update(limits.keys())
        self._streams.add(stream)
        return StreamResponse(stream, lambda: self._closed(stream, list(limits)))

    def _closed(self, stream: Stream, counted: list[str]) -> None:
        self._streams.discard(stream)
        for who in counted:
            self._count[who] -= 1
            if not self._count[who]:
                del self._count[who]

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


class StreamResponse(StreamingResponse):
    """The events of a stream, on their way; ``closed`` is called once, however the answer ends."""

    def __init__(self, stream: Stream, closed: Callable[[], None]) -> None:
        self.stream, self.events = stream, stream.events()
        super().__init__(self.events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
        self._end = weakref.finalize(self, closed)  # also if nobody is left to be answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The head, and then one event after another, until nobody listens or there is no more. Events are
        told by a task of their own, or each would wake everything that a request went through on its way in.
        """
        out, cycle = scope.get(RAW_SEND, send), scope.get(CYCLE)  # nothing is left to seal after the head
        if cycle is not None and scope["http_version"] == "1.0":
            out = unwrapped(cycle, out)
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        listening = asyncio.create_task(self._listening(receive))
        self.stream.cycle = cycle
        telling = asyncio.create_task(self._tell(out))
        try:
            await telling
        finally:
            listening.cancel()
            telling.cancel()
            self._end()

    async def _tell(self, send: Send) -> None:
        async with aclosing(self.events):
            async for event in self.events:
                await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _listening(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.stream.end()
