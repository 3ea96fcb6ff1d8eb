"""Open event streams: so many for each reader and no more, and all of them closed before the server ends."""

import asyncio
import signal
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from types import FrameType
from typing import Any, Final

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from spyring.server.core.http.headers import BARE_SEND
from spyring.server.core.http.stream import Stream
from spyring.server.core.http.visitors import address_of
from spyring.server.core.problems import Problem, RateLimited

ENDINGS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class OpenStreams:
    """The streams that are open."""

    def __init__(self, most: int, most_of_address: int = 0, reading_seconds: float = 60.0) -> None:
        self.most = most
        self.reading_seconds = reading_seconds  # for whoever does not read
        self.most_of_address = most_of_address  # whoever they are; 0: any number
        self._count: Counter[str] = Counter()
        self._streams: set[Stream] = set()
        self._closed_all = False

    def __len__(self) -> int:
        return len(self._streams)

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
        if self._closed_all:  # whoever comes back before the server has hung up: nobody would end it later
            stream.end()
        return StreamResponse(stream, lambda: self._closed(stream, list(limits)), self.reading_seconds)

    def _closed(self, stream: Stream, counted: list[str]) -> None:
        self._streams.discard(stream)
        for who in counted:
            self._count[who] -= 1
            if not self._count[who]:
                del self._count[who]

    def close(self) -> None:
        """End every stream; their readers come back to whoever serves next."""
        self._closed_all = True
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

    def __init__(self, stream: Stream, closed: Callable[[], None], reading_seconds: float = 60.0) -> None:
        self.events = stream.events()
        self.reading_seconds = reading_seconds
        super().__init__(self.events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
        self._since = 0.0  # when what is being sent was begun; 0: nothing is
        self._looking: asyncio.TimerHandle | None = None
        self._end = weakref.finalize(self, closed)  # also if nobody is left to be answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One event after another, until nobody listens or reads, or there is no more. What stands around an
        answer cares for its head: of the events, which are most of what a server sends, it need not hear.
        """
        send_event: Send = scope.get(BARE_SEND, send)
        listening: asyncio.Task[None] | None = None
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(None) as patience, aclosing(self.events):
                self._look(patience)
                listening = asyncio.create_task(_wait_for_end(receive, patience))
                self._since = loop.time()
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                self._since = 0.0
                async for event in self.events:
                    self._since = loop.time()
                    message = {"type": "http.response.body", "body": event, "more_body": True}
                    await send_event(message)  # which waits while nobody reads
                    self._since = 0.0
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:  # the server hangs up on an answer that has no end
            pass
        finally:
            if listening is not None:
                listening.cancel()
            if self._looking is not None:
                self._looking.cancel()
            self._end()

    def _look(self, patience: asyncio.Timeout) -> None:
        """Now and then, rather than by a timer for every event."""
        loop = asyncio.get_running_loop()
        if self._since and loop.time() - self._since >= self.reading_seconds:
            patience.reschedule(loop.time())
        self._looking = loop.call_later(self.reading_seconds, self._look, patience)


async def _wait_for_end(receive: Receive, patience: asyncio.Timeout) -> None:
    """Until whoever listens hangs up."""
    with suppress(Problem):  # something else that does not come, or is too much
        while (await receive())["type"] != "http.disconnect":
            pass
    patience.reschedule(asyncio.get_running_loop().time())
