"""Streams: news for one person as server-sent events, from all tables that concern them.

An event holds the state of a table for this reader; a light one, for pages, only says that it has changed. It
is sent only when this reader's number or the table's revision has changed, so that secret moves cause no
event. The id of an event is a cursor: for every table, what the reader has received. The client sends it back
as ``Last-Event-ID``, and any worker can continue from it.

The number of streams for each reader is limited, and all streams are closed before the server ends.
"""

import asyncio
import re
import signal
import threading
import weakref
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any, Final

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from spyring.server.core.caller import Caller
from spyring.server.core.http.headers import BARE_SEND
from spyring.server.core.http.visitors import address_of
from spyring.server.core.problems import NotStored, Problem, RateLimited
from spyring.server.core.services import Services
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.presenting import table_news
from spyring.server.core.topics import of_person, of_table, of_talk

MAX_TABLES_PER_STREAM: Final = 64
SESSION_CHECK_SECONDS: Final = 120.0
BEAT: Final = b": still here\n\n"
COUNT: Final = re.compile(r"-?[0-9]{1,9}")
ENDINGS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@dataclass(slots=True)
class TableCursor:
    """What a reader has received of one table."""

    number: int = -1
    revision: int = -1
    chat: str = ""


def read_cursor(text: str | None) -> dict[str, TableCursor]:
    """The cursor of each table in the id of an event; an invalid one counts as never received.

    >>> read_cursor("abc.3.1.x-Y")
    {'abc': TableCursor(number=3, revision=1, chat='x-Y')}
    >>> read_cursor("nonsense")
    {}
    """
    cursors: dict[str, TableCursor] = {}
    for part in (text or "").split(",")[:MAX_TABLES_PER_STREAM]:
        table, *numbers = part.split(".")
        if len(numbers) == 3 and all(COUNT.fullmatch(number) for number in numbers[:2]):
            cursors[table] = TableCursor(int(numbers[0]), int(numbers[1]), numbers[2][:22])
    return cursors


class Stream:
    """The events for one person's browser or program, as long as it listens."""

    def __init__(
        self,
        services: Services,
        caller: Caller,
        secret: str | None,
        watched: dict[str, str | None],
        cursor: str | None,
        light: bool = False,
    ) -> None:
        self.services = services
        self.caller = caller
        self.secret = secret
        self.watched = watched  # with the invitation code, if the table is private
        self.cursors = read_cursor(cursor)
        self.light = light  # whether the reader requests positions separately, if at all
        self._topics: set[str] = set()
        self._news: dict[str, None] = {}  # topics in order of arrival
        self._waiting: asyncio.Future[None] | None = None  # until anything happens
        self._ending = False
        self._told_at = 0.0  # when the last event was sent
        self._beat_due = False
        self._asked_at = services.time.now()
        self._no_beat: Callable[[], None] = lambda: None

    async def events(self) -> AsyncGenerator[bytes, None]:
        """Everything this reader has not received yet, and then each new event."""
        self.services.streams += 1
        try:
            if self.caller.id is not None:
                self._follow(of_person(self.caller.id))
            await self._find_tables()
            yield b"retry: 2000\n\n"
            self._told_at = self.services.time.now()
            self._next_beat()
            while True:
                while self._news:
                    for event in await self._next():
                        self._told_at = self.services.time.now()
                        yield event
                if self._ending:
                    return
                if not self._beat_due:
                    self._waiting = asyncio.get_running_loop().create_future()
                    await self._waiting
                if self._beat_due:
                    self._told_at = self.services.time.now()
                    self._next_beat()
                    if self._must_ask() and await self._signed_out():
                        return
                    yield BEAT
        except NotStored:  # storage is unavailable: a client that reconnects gets what it missed
            return
        finally:
            self.services.streams -= 1
            self._no_beat()
            for topic in self._topics:
                self.services.topics.unsubscribe(topic, self._hear)

    def _next_beat(self) -> None:
        """Schedule a heartbeat for a quiet stream; topics that this reader may not see do not delay it."""
        self._beat_due = False
        due = self._told_at + self.services.settings.heartbeat_seconds
        self._no_beat = self.services.time.call_later(due - self.services.time.now(), self._beat)

    def _beat(self) -> None:
        silent = self.services.time.now() - self._told_at
        if silent < self.services.settings.heartbeat_seconds and not self._must_ask():
            self._next_beat()
        else:
            self._beat_due = True
            self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _must_ask(self) -> bool:
        """Whether it is time to check that the session has not expired. Checking at every beat of every
        stream would be most of the load of a shared database; a session that was ended is announced.
        """
        if self.secret is None or self.services.sessions.cached(self.secret) is not None:
            return False
        since = self.services.time.now() - self._asked_at
        return not self.services.database.shared or since >= SESSION_CHECK_SECONDS

    async def _signed_out(self) -> bool:
        self._asked_at = self.services.time.now()
        return self.secret is not None and await self.services.sessions.authenticate(self.secret) is None

    def end(self) -> None:
        """Finish the current event, and close."""
        self._ending = True
        self._wake()

    def _hear(self, topic: str) -> None:
        self._news[topic] = None
        self._wake()

    def _follow(self, topic: str) -> None:
        if topic not in self._topics:
            self._topics.add(topic)
            self.services.topics.subscribe(topic, self._hear)

    async def _find_tables(self) -> None:
        """Follow every table that concerns the reader. A new table counts as news; its old chat does not."""
        person = self.caller.id
        seated = [] if person is None else await self.services.table_store.seated_tables(person)
        for table in dict.fromkeys([*self.watched, *seated]):
            if of_table(table) in self._topics:
                continue
            if table not in self.cursors:
                cursor = TableCursor()
                for last in self.services.hooks.last_remark:
                    cursor.chat = await last(table, self._at(table))
                self.cursors[table] = cursor
            for topic in (of_table(table), of_talk(table)):
                self._follow(topic)
                self._hear(topic)

    async def _next(self) -> list[bytes]:
        """The events for the oldest topic."""
        topic = next(iter(self._news))
        del self._news[topic]
        kind, _, name = topic.partition(" ")
        if kind == "person":
            if await self._signed_out():
                self._news.clear()
                self.end()
            else:
                await self._find_tables()
            return []
        try:
            if kind == "talk":
                return await self._talk(name)
            tables = self.services.live_tables
            live = tables.cached(name, self.caller) or await tables.watchable(name, self._at(name))
            return self._position(live)
        except NotStored:
            raise
        except Problem:  # the reader may not see this table, or no longer
            return []

    def _position(self, live: LiveTable) -> list[bytes]:
        mark = self.cursors[live.id]
        number = live.number(live.seats_of(self.caller.id) or None)
        if (number, live.revision) == (mark.number, mark.revision):
            return []
        since = number if mark.number < 0 else mark.number
        mark.number, mark.revision = number, live.revision
        if self.light:
            return [self._event("position", table_news(live, self.caller).wire())]
        return [self._event("position", self.services.playing.news(live, self.caller, since))]

    async def _talk(self, table: str) -> list[bytes]:
        mark = self.cursors[table]
        events: list[bytes] = []
        for remarks in self.services.hooks.remarks:
            for remark_id, remark in await remarks(table, self._at(table), mark.chat):
                mark.chat = remark_id
                events.append(self._event("chat", remark))
        return events

    def _at(self, table: str) -> Caller:
        """The caller with the invitation to one of their watched tables."""
        code = self.watched.get(table)
        return self.caller if code == self.caller.code else replace(self.caller, code=code)

    def _event(self, name: str, data: bytes) -> bytes:
        cursors = list(self.cursors.items())[-MAX_TABLES_PER_STREAM:]
        cursor = ",".join([f"{table}.{mark.number}.{mark.revision}.{mark.chat}" for table, mark in cursors])
        return b"".join((f"event: {name}\nid: {cursor}\ndata: ".encode(), data, b"\n\n"))


class OpenStreams:
    """All open streams."""

    def __init__(self, most: int, most_of_address: int = 0, reading_seconds: float = 60.0) -> None:
        self.most = most
        self.reading_seconds = reading_seconds  # for clients that do not read
        self.most_of_address = most_of_address  # of all people together; 0: any number
        self._count: Counter[str] = Counter()
        self._streams: set[Stream] = set()
        self._closed_all = False

    def __len__(self) -> int:
        return len(self._streams)

    def open(self, stream: Stream, request: Request) -> "StreamResponse":
        """The response for a stream, or a refusal if its reader, or their address, has too many. It is
        counted here, together with the check, and not when its first event is sent.
        """
        address = address_of(request)
        limits = {f"from {address}": self.most_of_address}
        if stream.caller.id is not None:
            limits[stream.caller.id] = self.most
        if any(0 < most <= self._count[who] for who, most in limits.items()):
            raise RateLimited(5.0)
        self._count.update(limits.keys())
        self._streams.add(stream)
        if self._closed_all:  # a client that reconnects during shutdown: nothing would end its stream later
            stream.end()
        return StreamResponse(stream, lambda: self._closed(stream, list(limits)), self.reading_seconds)

    def _closed(self, stream: Stream, counted: list[str]) -> None:
        self._streams.discard(stream)
        for who in counted:
            self._count[who] -= 1
            if not self._count[who]:
                del self._count[who]

    def close(self) -> None:
        """End every stream; the readers reconnect to the next server."""
        self._closed_all = True
        for stream in self._streams:
            stream.end()

    @contextmanager
    def closed_by_signals(self) -> Iterator[None]:
        """End the streams before shutdown: a server waits for its answers, and a stream never
        ends by itself.
        """
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
    """The events of a stream as a response; ``closed`` is called once, however the response ends."""

    def __init__(self, stream: Stream, closed: Callable[[], None], reading_seconds: float = 60.0) -> None:
        self.events = stream.events()
        self.reading_seconds = reading_seconds
        super().__init__(self.events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
        self._since = 0.0  # when the current send started; 0: none
        self._looking: asyncio.TimerHandle | None = None
        self._end = weakref.finalize(self, closed)  # also if the client has gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send one event after another, until the client leaves or stops reading, or the stream ends. Events
        are most of what a server sends, so they bypass the middleware, which only needs the headers.
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
                    await send_event(message)  # this waits while the client does not read
                    self._since = 0.0
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:  # the server closes a response that has no end
            pass
        finally:
            if listening is not None:
                listening.cancel()
            if self._looking is not None:
                self._looking.cancel()
            self._end()

    def _look(self, patience: asyncio.Timeout) -> None:
        """Check the send timeout now and then, which is cheaper than a timer for every event."""
        loop = asyncio.get_running_loop()
        if self._since and loop.time() - self._since >= self.reading_seconds:
            patience.reschedule(loop.time())
        self._looking = loop.call_later(self.reading_seconds, self._look, patience)


async def _wait_for_end(receive: Receive, patience: asyncio.Timeout) -> None:
    """Wait until the client disconnects."""
    with suppress(Problem):  # an unexpected body that is slow or too large
        while (await receive())["type"] != "http.disconnect":
            pass
    patience.reschedule(asyncio.get_running_loop().time())
