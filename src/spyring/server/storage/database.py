"""The database: connections, transactions, and word to other workers that something was stored."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic
from typing import Any

from sqlalchemy import Dialect, Executable, RowMapping, event, make_url, text, update
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from spyring.server.settings import Settings
from spyring.server.storage.group_commit import GroupCommit, prepare
from spyring.server.storage.migrate import is_newest, upgrade
from spyring.server.storage.preflight import Lock, file_of, make_private
from spyring.server.storage.schema import pulse
from spyring.server.times import Time

journal = logging.getLogger("spyring.server")
CHANNEL = "spyring"
WRITE_SECONDS = 1.0  # between two trials whether the database takes writes
PATIENCE = 5.0  # for such a trial
FAILED_SECONDS = (
    30.0  # for which a move that could not be stored says more than a trial, which needs less room
)
BELIEVED = 2.0  # seconds for which a connection is believed to live after it was used
MOST_NEWS = 7900  # bytes that a word may have
Listener = Callable[..., None]  # a topic, and sometimes what is new
Json = dict[str, Any]


def new_id() -> str:
    """A name that nobody can guess and no two things share."""
    return secrets.token_urlsafe(16)


class Database:
    """One database, SQLite or PostgreSQL.

    SQLite: one process, one writer at a time; a commit is on the disk before it is acknowledged. PostgreSQL:
    as many workers as wanted; each tells the others what it stored, in the same transaction.
    """

    def __init__(self, settings: Settings, time: Time) -> None:
        self.time = time
        self.shared = not settings.on_sqlite
        self.worker = new_id()
        self.url = settings.database_url
        self.engine: AsyncEngine = _engine(settings)
        # One statement is a transaction by itself; to say so costs two more ways to PostgreSQL and back.
        alone = {"isolation_level": "AUTOCOMMIT"} if self.shared else {}
        self._alone = self.engine.execution_options(**alone)
        self._writing = asyncio.Lock()
        # SQLite only: one connection writes, one transaction after another
        self._writer: AsyncConnection | None = None
        file = file_of(self.url)
        self.group_commit = (
            None if file is None else GroupCommit(file, self._writing, time.now)
        )  # who writes moves there
        self._listening: asyncio.Task[None] | None = None
        self._lock: Lock | None = None
        self._tried_at = -WRITE_SECONDS
        self._trial: asyncio.Task[bool] | None = None

    async def open(self, only_to_read: bool = False) -> None:
        """Make the database ours alone, where it is a file, and bring the schema up to date; whoever only
        reads may do so beside a server, unless something must be brought up to date.
        """
        file = file_of(self.url)
        if file is not None:
            make_private(file)
            if not (only_to_read and await asyncio.to_thread(is_newest, self.url)):
                lock = Lock(file)
                lock.take()
                self._lock = lock
        await asyncio.to_thread(upgrade, self.url)

    async def close(self) -> None:
        """Let go of every connection."""
        try:
            await self._close()
        finally:
            if self._lock is not None:
                self._lock.give_back()
                self._lock = None

    async def _close(self) -> None:
        if self._trial is not None:
            self._trial.cancel()
            await asyncio.gather(self._trial, return_exceptions=True)
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self.group_commit is not None:
            await self.group_commit.close()
        if self._writer is not None:
            await self._writer.close()
        await self.engine.dispose()

    async def is_writable(self) -> bool:
        """Whether the database stores something now; however often it is asked, it is tried once a second. It
        does not if it did not take the last move, a moment ago.
        """
        at = self.time.now()
        if self.group_commit is not None and at - self.group_commit.failed_at < FAILED_SECONDS:
            return False
        if self._trial is None or (self._trial.done() and at - self._tried_at >= WRITE_SECONDS):
            self._tried_at = at
            self._trial = asyncio.create_task(self._try_to_write(), name="try to write")
        try:
            return await self.time.with_timeout(asyncio.shield(self._trial), PATIENCE)
        except TimeoutError:
            return False

    async def _try_to_write(self) -> bool:
        try:
            return await self.write(update(pulse).values(at=pulse.c.at)) == 1
        except Exception:  # whatever it is: asyncpg's own errors come as they are while it connects
            journal.exception("the database stores nothing")
            return False

    # -- reading and writing ---------------------------------------------------------------------------------

    async def rows(self, statement: Executable) -> Sequence[RowMapping]:
        """What a query finds; finished even if whoever asked hangs up, so that no connection is lost."""
        return await asyncio.shield(self._rows(statement))

    async def _rows(self, statement: Executable) -> Sequence[RowMapping]:
        async with self._alone.connect() as connection:
            return (await connection.execute(statement)).mappings().all()

    async def row(self, statement: Executable) -> RowMapping | None:
        """The first row that a query finds."""
        found = await self.rows(statement)
        return found[0] if found else None

    @asynccontextmanager
    async def writing(self, *topics: str) -> AsyncIterator[AsyncConnection]:
        """A transaction; when it commits, other workers hear the ``topics``."""
        if not self.shared:
            async with self._writing:
                if self._writer is None:
                    self._writer = await self.engine.connect()
                async with self._writer.begin():
                    yield self._writer
            return
        async with self.engine.begin() as connection:
            yield connection
            for topic in topics:
                word = f"{self.worker} {topic}"
                await connection.execute(
                    text("SELECT pg_notify(:channel, :word)"), {"channel": CHANNEL, "word": word}
                )

    async def write(self, statement: Executable, *topics: str) -> int:
        """One statement in its own transaction; returns how many rows it touched."""
        async with self.writing(*topics) as connection:
            return (await connection.execute(statement)).rowcount

    async def execute_and_notify(self, statement: Executable, values: Json, topic: str, news: str) -> bool:
        """One statement that ends with a word to the other workers, of what it did: ``news`` for those who
        know how things were before. Whether it did something; on PostgreSQL only.
        """
        word = f"{self.worker} {topic} {news}"
        if len(word.encode()) > MOST_NEWS:
            word = f"{self.worker} {topic}"
        async with self._alone.connect() as connection:
            found = await connection.execute(statement, {**values, "channel": CHANNEL, "word": word})
            return found.first() is not None

    # -- listening -------------------------------------------------------------------------------------------

    def listen(self, heard: Listener, lost: Callable[[], None]) -> None:
        """Call ``heard`` with every topic of another worker, and with its news if it came with any, and
        ``lost`` when some may have been missed.
        """
        if self.shared:
            self._listening = asyncio.create_task(self._listen(heard, lost), name="listen")

    async def _listen(self, heard: Listener, lost: Callable[[], None]) -> None:
        def receive(_connection: object, _pid: int, _channel: str, word: object) -> None:
            worker, kind, name, *news = str(word).split(" ", 3)
            if worker != self.worker:
                heard(f"{kind} {name}", *news)

        while True:
            try:
                async with self.engine.connect() as connection:
                    raw = await connection.get_raw_connection()
                    wire = raw.driver_connection
                    assert wire is not None
                    await wire.add_listener(CHANNEL, receive)
                    lost()  # whatever was said before is unknown
                    while not wire.is_closed():
                        await asyncio.sleep(0.5)
                        await wire.execute("SELECT 1")
            except (DBAPIError, OSError, ConnectionError):
                await asyncio.sleep(0.5)
            except Exception as error:  # asyncpg's own errors are not wrapped on a raw connection
                if type(error).__module__.partition(".")[0] != "asyncpg":
                    raise
                await asyncio.sleep(0.5)


def _engine(settings: Settings) -> AsyncEngine:
    """Errors are written into the journal, so they must not quote what was being stored."""
    if not settings.on_sqlite:
        engine = create_async_engine(
            settings.database_url, pool_size=10, max_overflow=10, hide_parameters=True
        )
        event.listen(engine.sync_engine, "checkin", _note_use)
        event.listen(engine.sync_engine, "checkout", partial(_refuse_dead, engine.dialect))
        return engine
    engine = create_async_engine(
        make_url(settings.database_url), pool_size=4, max_overflow=4, hide_parameters=True
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _note_use(_connection: Any, record: Any) -> None:
    record.info["used_at"] = monotonic()


def _refuse_dead(dialect: Dialect, connection: Any, record: Any, _proxy: object) -> None:
    """A connection that was used a moment ago is believed to live; to ask each one every time would be a way
    to the database and back for every statement.
    """
    if monotonic() - record.info.get("used_at", monotonic()) < BELIEVED:
        return
    try:
        dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error


def _prepare_sqlite(connection: Any, _record: object) -> None:
    prepare(connection)
