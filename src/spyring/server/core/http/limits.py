"""Rate limits, and limits on the size and the duration of a request."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Mapping
from functools import partial
from secrets import token_hex
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy import delete, func
from sqlalchemy.dialects import postgresql
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spyring.engine.i18n import _
from spyring.server.core.payloads import ProblemBody
from spyring.server.core.problems import RateLimited, TooLarge, TooSlow
from spyring.server.core.storage.database import Database, server_secret
from spyring.server.core.storage.schema import rate_limits

# For each kind of request: how many at once, and how many per second in the long run.
RATES: Final = {
    "enter": (20.0, 0.2),  # passwords, new guests
    "guess": (10.0, 0.1),  # passwords of one account, by all strangers together
    "known": (20.0, 0.2),  # the same in browsers that knew the password once
    "make": (20.0, 0.5),  # tables
    "found": (20.0, 1 / 1200),  # clubs and events, which stay in lists for everybody
    "talk": (10.0, 1.0),
    "point": (6.0, 0.5),
    "hint": (10.0, 0.5),
    "analyse": (6.0, 1 / 600),  # finished games; each takes a minute or more of a processor
    "letter": (3.0, 1 / 1200),  # that ask people whether they agree to more of them
    "change": (60.0, 20.0),
    "draw": (100.0, 10.0),  # pages and scenes, which cost ten times as much
    "read": (200.0, 60.0),
}
MAX_BUCKETS: Final = 20_000  # not cachetools, whose LRU is this dict in Python: every request passes here
BATCHED_KINDS: Final = ("change", "draw", "read")  # workers take these in batches,
BATCHES_PER_BUCKET: Final = 10  # a tenth of a bucket each
SWEEP_SECONDS: Final = 60.0  # between two sweeps of buckets that are full again
HANG_UP: Final = {"Connection": "close"}  # without reading the rest of the request


class RateLimiter:
    """Token buckets by kind and sender, in the memory of a single worker; the least recently used ones are
    forgotten first.
    """

    def __init__(self, factor: float, database: Database) -> None:
        self.database = database
        self.time = database.time
        self.rates = {kind: (most * factor, rate * factor) for kind, (most, rate) in RATES.items()}
        self.off = factor <= 0
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    async def spend(self, kind: str, sender: str) -> None:
        """Count one request, or refuse it."""
        if self.off:
            return
        most, rate = self.rates[kind]
        at = self.time.now()
        level, since = self._levels.pop((kind, sender), (most, at))
        level = min(most, level + (at - since) * rate)
        self._levels[(kind, sender)] = (level - 1 if level >= 1 else level, at)
        if len(self._levels) > MAX_BUCKETS:
            self._levels.popitem(last=False)
        if level < 1:
            raise RateLimited((1 - level) / rate)


class SharedRateLimiter(RateLimiter):
    """For all workers together, in PostgreSQL.

    For frequent requests a worker takes a batch at a time, so that counting rarely needs the database. A
    batch expires when the bucket has refilled by as much; so all workers together never allow more than one
    would.
    """

    def __init__(self, factor: float, database: Database) -> None:
        super().__init__(factor, database)
        self._held: OrderedDict[str, tuple[int, float]] = OrderedDict()  # how many are left, and until when
        self._taking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._key = b""
        self._swept_at = 0.0

    async def spend(self, kind: str, sender: str) -> None:
        """Count one request, or refuse it."""
        if self.off:
            return
        name = await self._name(kind, sender)
        if self._has(name):
            return
        async with self._taking.setdefault(name, asyncio.Lock()):  # many requests at once share one batch
            if not self._has(name):
                held, until = await self._take(kind, name, self.time.now())
                self._hold(name, held - 1, until)

    def _has(self, name: str) -> bool:
        """Whether one was left in the batch; it is spent now."""
        held, until = self._held.pop(name, (0, 0.0))
        if held == 0 or until <= self.time.now():
            return False
        self._hold(name, held - 1, until)
        return True

    def _hold(self, name: str, held: int, until: float) -> None:
        if held > 0:
            self._held[name] = (held, until)
            if len(self._held) > MAX_BUCKETS:
                self._held.popitem(last=False)

    async def _take(self, kind: str, name: str, at: float) -> tuple[int, float]:
        """Take a batch, at least one, or refuse."""
        most, rate = self.rates[kind]
        handful = max(1, int(most / BATCHES_PER_BUCKET)) if kind in BATCHED_KINDS else 1
        if handful > 1:
            most -= handful  # workers may hold it while the bucket is full
        full_at = at + most / rate
        row = {"name": name, "level": most - handful, "at": at, "taken": handful, "full_at": full_at}
        since = func.greatest(rate_limits.c.at, at)
        level = func.least(most, rate_limits.c.level + (since - rate_limits.c.at) * rate)
        taken = func.least(handful, func.floor(level))
        counted = {"level": level - taken, "at": since, "taken": taken, "full_at": full_at}
        statement = postgresql.insert(rate_limits).values(row)
        statement = statement.on_conflict_do_update(index_elements=["name"], set_=counted)
        async with self.database.writing() as connection:
            (found,) = await connection.rows(statement.returning(rate_limits.c.taken, rate_limits.c.level))
            got, left = found["taken"], found["level"]
            if at - self._swept_at > SWEEP_SECONDS:
                self._swept_at = at
                await connection.execute(delete(rate_limits).where(rate_limits.c.full_at < at))
        if got < 1:
            raise RateLimited((1 - left) / rate)
        return int(got), at + got / rate

    async def _name(self, kind: str, sender: str) -> str:
        """The stored name of a bucket, which does not reveal the sender."""
        if not self._key:
            self._key = bytes.fromhex(await server_secret(self.database, "limits", partial(token_hex, 32)))
        return hashlib.blake2b(f"{kind} {sender}".encode(), key=self._key, digest_size=16).hexdigest()


def rate_limiter_for(factor: float, database: Database) -> RateLimiter:
    """The rate limiter of a server."""
    return (SharedRateLimiter if database.shared else RateLimiter)(factor, database)


class BodyLimit:
    """Refuses bodies above a size, with or without a declared length, and bodies that arrive too slowly. A
    body is complete before it is handled, and is passed on in one piece.
    """

    def __init__(self, app: ASGIApp, most: int, seconds: float) -> None:
        self.app = app
        self.most = most
        self.seconds = seconds

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass on requests without a body; wait for the body of the others."""
        if scope["type"] == "http":
            for name, value in scope["headers"]:
                if name == b"content-length":
                    if not value.isdigit() or int(value) > self.most:
                        return self._too_large()(scope, receive, send)
                    if int(value):
                        return self._read(scope, receive, send)
                elif name == b"transfer-encoding":
                    return self._read(scope, receive, send)
        return self.app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self.seconds):
                whole: Message | None = await self._whole(receive)
        except TimeoutError:
            late = TooSlow("too-slow", _("The rest of this request did not arrive in time."))
            await problem_response(late.body(), HANG_UP)(scope, receive, send)
            return
        if whole is None:
            await self._too_large()(scope, receive, send)
            return

        async def hand_on() -> Message:
            nonlocal whole
            message, whole = whole, None
            return message or await receive()  # the next call waits until the client disconnects

        await self.app(scope, hand_on, send)

    async def _whole(self, receive: Receive) -> Message | None:
        """The whole body, or a disconnect; None if it is too large."""
        pieces: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return message
            pieces.append(message.get("body", b""))
            size += len(pieces[-1])
            if size > self.most:
                return None
            if not message.get("more_body", False):
                return {"type": "http.request", "body": b"".join(pieces), "more_body": False}

    def _too_large(self) -> Response:
        text = _("The request is too large. The limit is {most} bytes.")
        return problem_response(TooLarge("too-large", text, most=str(self.most)).body(), HANG_UP)


def problem_response(body: ProblemBody, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal as a response."""
    return Response(body.wire(), body.status, headers, media_type="application/problem+json")
