"""Streams: news for one person as server-sent events, from all tables that concern them.

An event says how a table stands now, for this reader; a light one only that it has changed, for pages. It is
sent only when this reader's number or the table's revision has changed, so that what others do in secret
makes no sound. The id of an event is a cursor: for every table what the reader has got. It comes back as
``Last-Event-ID``, and any worker can go on from it.

So many streams are open for each reader and no more, and all of them are closed before the server ends.
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
    """What a reader has got of one table."""

    number: int = -1
    revision: int = -1
    chat: str = ""


def read_cursor(text: str | None) -> dict[str, TableCursor]:
    """The cursor of each table in the id of an event; what cannot be read counts as never got.

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
    """What one person's browser or program is told, as long as it listens."""

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
        self.watched = watched  # with the code of the invitation, if the table is private
        self.cursors = read_cursor(cursor)
        self.light = light  # whether the reader asks for positions apart, if at all
        self._topics: set[str] = set()
        self._news: dict[str, None] = {}  # topics in the order in which they came up
        self._waiting: asyncio.Future[None] | None = None  # for anything to happen
        self._ending = False
        self._told_at = 0.0  # when something last went out
        self._beat_due = False
        self._asked_at = services.time.now()
        self._no_beat: Callable[[], None] = _nothing

    async def events(self) -> AsyncGenerator[bytes, None]:
        """Everything this reader has not got yet, and then whatever comes."""
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
                    told = self._at_once()
                    for event in await self._next() if told is None else told:
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
        except NotStored:  # what is stored cannot be read now: whoever comes back gets what was missed
            return
        finally:
            self.services.streams -= 1
            self._no_beat()
            for topic in self._topics:
                self.services.topics.unsubscribe(topic, self._hear)

    def _next_beat(self) -> None:
        """When nothing has gone out for so long; what this reader is not told of does not put it off."""
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
        """Whether it is time to see whether the secret has ended by itself. To ask at every beat of every
        stream would be most of what a shared database is asked; of what was ended by somebody there is word.
        """
        if self.secret is None or self.services.sessions.cached(self.secret) is not None:
            return False
        return (
            not self.services.database.shared
            or self.services.time.now() - self._asked_at >= SESSION_CHECK_SECONDS
        )

    async def _signed_out(self) -> bool:
        self._asked_at = self.services.time.now()
        return self.secret is not None and await self.services.sessions.authenticate(self.secret) is None

    def end(self) -> None:
        """Finish what is being sent, and hang up."""
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
        """Follow every table that concerns the reader; a new one counts as news, what was said there before
        does not.
        """
        seated = (
            [] if self.caller.id is None else await self.services.table_store.seated_tables(self.caller.id)
        )
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

    def _at_once(self) -> list[bytes] | None:
        """The same as ``_next`` if that is to say how a table stands that is at hand, as it mostly is; else
        None, and nothing was done.
        """
        topic = next(iter(self._news))
        kind, _, table = topic.partition(" ")
        live = self.services.live_tables.cached(table, self.caller) if kind == "table" else None
        if live is None:
            return None
        del self._news[topic]
        return self._position(live)

    async def _next(self) -> list[bytes]:
        """What there is to tell of the topic that came up first."""
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
            return await (self._table(name) if kind == "table" else self._talk(name))
        except NotStored:
            raise
        except Problem:  # a table that the reader may not see, or no more
            return []

    async def _table(self, table: str) -> list[bytes]:
        return self._position(await self.services.live_tables.watchable(table, self._at(table)))

    def _position(self, live: LiveTable) -> list[bytes]:
        mark = self.cursors[live.id]
        number = live.number(live.seats_of(self.caller.id) or None)
        if (number, live.revision) == (mark.number, mark.revision):
            return []
        since = number if mark.number < 0 else mark.number
        mark.number, mark.revision = number, live.revision
        show = self.services.playing.show
        news = table_news(live, self.caller) if self.light else show(live, self.caller, since)
        return [self._event("position", news.wire())]

    async def _talk(self, table: str) -> list[bytes]:
        mark = self.cursors[table]
        events: list[bytes] = []
        for remarks in self.services.hooks.remarks:
            for remark_id, remark in await remarks(table, self._at(table), mark.chat):
                mark.chat = remark_id
                events.append(self._event("chat", remark))
        return events

    def _at(self, table: str) -> Caller:
        """The caller with the invitation to one of the tables that they watch."""
        code = self.watched.get(table)
        return self.caller if code == self.caller.code else replace(self.caller, code=code)

    def _event(self, name: str, data: bytes) -> bytes:
        cursors = list(self.cursors.items())[-MAX_TABLES_PER_STREAM:]
        cursor = ",".join([f"{table}.{mark.number}.{mark.revision}.{mark.chat}" for table, mark in cursors])
        return b"".join((f"event: {name}\nid: {cursor}\ndata: ".encode(), data, b"\n\n"))


def _nothing() -> None:
    """There is nothing to call off."""


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
