"""The database: connections, transactions, and word to other workers that something was stored."""

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

import asyncpg
from sqlalchemy import Dialect, Executable, RowMapping, delete, event, insert, make_url, select, text, update
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from spyring.server.core.problems import Problem
from spyring.server.core.settings import Settings
from spyring.server.core.storage.group_commit import GroupCommit, Work, prepare
from spyring.server.core.storage.migrate import require_newest, upgrade
from spyring.server.core.storage.preflight import Lock, check_place, file_of, make_private, refuse_emptied
from spyring.server.core.storage.prepared import IDLE_CHECK_SECONDS, Prepared, Row, Wires
from spyring.server.core.storage.read_only import refuse_unusable
from spyring.server.core.storage.schema import notices, pulse
from spyring.server.core.storage.sqlite_reader import SqliteReader
from spyring.server.core.storage.storage_state import MOVE, READING, StorageState
from spyring.server.core.times import Time

CHANNEL = "spyring"
WRITE_CHECK_SECONDS = 1.0  # between two trials whether the database takes writes
CHECK_TIMEOUT_SECONDS = 5.0  # for such a trial, and for a sign of PostgreSQL
MOVE_FREE_BYTES = 1 << 20  # bytes; more than any move needs on the disk
CONNECTION_CHECK_SECONDS = 0.5  # between two looks whether PostgreSQL is still there
NOTICE_SECONDS = 1.0  # until a server hears what was changed beside it
ANALYSIS_ROWS = 400  # of an index, for statistics
ALL_TABLES, IF_CHANGED = 0x10000, 0x2  # what SQLite is asked to look at
READ_ONLY = {"server_settings": {"default_transaction_read_only": "on"}}  # for PostgreSQL
MAX_NOTICE_BYTES = 7900  # bytes that a word may have
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

    def __init__(self, settings: Settings, time: Time, read_only: bool = False) -> None:
        self.time = time
        self.shared = not settings.on_sqlite
        self.worker = new_id()
        self.url = settings.database_url
        self.engine: AsyncEngine = _engine(settings, read_only)
        # One statement is a transaction by itself; to say so costs two more ways to PostgreSQL and back.
        alone = {"isolation_level": "AUTOCOMMIT"} if self.shared else {}
        self._alone = self.engine.execution_options(**alone)
        self._wires = Wires(self.engine, READ_ONLY if read_only else {}) if self.shared else None
        self.reader = None if self.shared else SqliteReader(self.url, read_only)
        self._writing = asyncio.Lock()
        # SQLite only: one connection writes, one transaction after another
        self._writer: AsyncConnection | None = None
        file = file_of(self.url)
        self._folder = None if file is None else file.parent
        self.state = StorageState(file)
        self.group_commit = (
            None if file is None else GroupCommit(file, self._writing, self.state)
        )  # who writes moves there
        self._listening: asyncio.Task[None] | None = None
        self._lock: Lock | None = None
        self._beside = False
        self._tried_at = -WRITE_CHECK_SECONDS
        self._trial: asyncio.Task[bool] | None = None

    async def open(self) -> None:
        """Make the database ours alone, where it is a file, and bring the schema up to date."""
        file = file_of(self.url)
        if file is None:
            await asyncio.to_thread(upgrade, self.url)
            return
        check_place(file)
        await asyncio.to_thread(refuse_unusable, file)
        lock = Lock(file)
        is_new = not lock.file.exists()
        lock.take()
        try:
            refuse_emptied(file, lock)
            make_private(file)
            await asyncio.to_thread(upgrade, self.url)
            lock.mark()
        except BaseException:
            lock.give_back()
            if is_new:
                lock.file.unlink(missing_ok=True)
            raise
        self._lock = lock

    async def open_beside(self) -> None:
        """For a command that may run beside a server: it brings nothing up to date, and tells that server
        what it changes.
        """
        await asyncio.to_thread(require_newest, self.url)
        self._beside = True

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
        if self.reader is not None:
            await self.reader.close()
        if self._wires is not None:
            await self._wires.close()
        await self.engine.dispose()

    async def clock(self) -> float:
        """How late it is for all workers: on PostgreSQL by its own clock, else by the only one there is."""
        if not self.shared:
            return self.time.now()
        row = await self.row(text("SELECT extract(epoch FROM clock_timestamp())::float8 AS at"))
        assert row is not None
        return float(row["at"])

    async def is_writable(self) -> bool:
        """Whether the database stores moves now; however often it is asked, it is tried once a second. A
        failure since the last trial calls for another one.
        """
        at, trial = self.time.now(), self._trial
        if trial is None or (
            trial.done()
            and (at - self._tried_at >= WRITE_CHECK_SECONDS or (self.state.failing and trial.result()))
        ):
            self._tried_at = at
            self._trial = trial = asyncio.create_task(self._try_to_write(), name="try to write")
        try:
            return await self.time.with_timeout(asyncio.shield(trial), CHECK_TIMEOUT_SECONDS)
        except TimeoutError:
            return False

    async def _try_to_write(self) -> bool:
        try:
            if self.group_commit is not None and self.state.failing:
                await self.commit_move(self._like_a_move)
            return await self.write(update(pulse).values(at=pulse.c.at)) == 1
        except Problem:
            return False

    def _like_a_move(self, connection: sqlite3.Connection) -> None:
        """A full disk may have room for a beat, and none for a move: see that there is some."""
        with TemporaryFile(dir=self._folder, buffering=0) as room:
            room.write(bytes(MOVE_FREE_BYTES))
        connection.execute("UPDATE pulse SET at = at")

    def connections(self) -> dict[str, float]:
        """How many connections of the pool are in use, and how many wait to be."""
        pools: list[Any] = [self.engine.pool, *([] if self.reader is None else [self.reader.engine.pool])]
        found = {
            "used": sum(pool.checkedout() for pool in pools),
            "idle": sum(pool.checkedin() for pool in pools),
        }
        for state, count in () if self._wires is None else self._wires.count().items():
            found[state] += count
        return found

    async def refresh_statistics(self) -> None:
        """Let the database look how its tables have grown, so that it goes on finding the best ways. SQLite
        looks at some rows of those tables that have changed much.
        """
        if self.shared:
            await self.write(text("ANALYZE"))
            return
        async with self.writing() as connection:
            await connection.execute(text(f"PRAGMA analysis_limit={ANALYSIS_ROWS}"))
            await connection.execute(text(f"PRAGMA optimize={ALL_TABLES | IF_CHANGED}"))

    # -- reading and writing ---------------------------------------------------------------------------------

    async def rows(self, statement: Executable, values: Row | None = None) -> Sequence[RowMapping]:
        """What a query finds; finished even if whoever asked hangs up, so that no connection is lost."""
        with self.state.refusing(READING):
            if self.reader is not None:
                return await self.reader.rows(statement, values)
            return await asyncio.shield(self._rows(statement, values))

    async def _rows(self, statement: Executable, values: Row | None) -> Sequence[RowMapping]:
        async with self._alone.connect() as connection:
            return (await connection.execute(statement, values)).mappings().all()

    async def row(self, statement: Executable) -> RowMapping | None:
        """The first row that a query finds."""
        found = await self.rows(statement)
        return found[0] if found else None

    async def fetch(self, prepared: Prepared, **values: Any) -> Sequence[Row]:
        """What a query finds that is asked often."""
        if self._wires is None:
            return await self.rows(prepared.statement, values)
        with self.state.refusing(READING):
            return await self._wires.fetch(prepared, values)

    @asynccontextmanager
    async def writing(self, *topics: str) -> AsyncIterator[AsyncConnection]:
        """A transaction; when it commits, other workers hear the ``topics``. If the database does not take
        it, that is a refusal.
        """
        with self.state.refusing():
            async with self._transaction(*topics) as connection:
                yield connection
        self.state.stored()

    @asynccontextmanager
    async def _transaction(self, *topics: str) -> AsyncIterator[AsyncConnection]:
        if not self.shared:
            async with self._writing:
                self.state.check_before()
                if self._writer is None:
                    self._writer = await self.engine.connect()
                async with self._writer.begin():
                    yield self._writer
                    if self._beside and topics:
                        await self._writer.execute(insert(notices), [{"topic": topic} for topic in topics])
                self.state.check_after()
            return
        async with self.engine.begin() as connection:
            yield connection
            for topic in topics:
                await connection.execute(text("SELECT pg_notify(:channel, :word)"), self.word(topic))

    async def write(self, statement: Executable, *topics: str) -> int:
        """One statement in its own transaction; returns how many rows it touched."""
        async with self.writing(*topics) as connection:
            return (await connection.execute(statement)).rowcount

    async def store_move(self, prepared: Prepared, values: Row) -> Sequence[Row]:
        """Run the one statement that stores a move, which is a transaction by itself; on PostgreSQL only."""
        assert self._wires is not None
        with self.state.refusing(MOVE):
            found = await self._wires.fetch(prepared, values)
        self.state.stored(move=True)
        return found

    def word(self, topic: str, news: str = "") -> Json:
        """What a statement says to the other workers by ``pg_notify(:channel, :word)``: ``news`` is for those
        who know how things were before, and is left out if it is long.
        """
        word = f"{self.worker} {topic} {news}"
        if not news or len(word.encode()) > MAX_NOTICE_BYTES:
            word = f"{self.worker} {topic}"
        return {"channel": CHANNEL, "word": word}

    async def commit_move(self, work: Work) -> None:
        """Store a move together with all others that wait; on SQLite only."""
        assert self.group_commit is not None
        with self.state.refusing(MOVE):
            await self.group_commit.write(work)
        self.state.stored(move=True)

    # -- listening -------------------------------------------------------------------------------------------

    def listen(self, heard: Listener, lost: Callable[[], None]) -> None:
        """Call ``heard`` with every topic of another worker, and with its news if it came with any, and
        ``lost`` when some may have been missed.
        """
        listening = self._listen(heard, lost) if self.shared else self._read_notices(heard)
        self._listening = asyncio.create_task(listening, name="listen")

    async def _read_notices(self, heard: Listener) -> None:
        """On SQLite nobody but the operator's commands writes beside the server; they leave word of it."""
        while True:
            try:
                found = await self.rows(select(notices).order_by(notices.c.id))
                if found:
                    await self.write(delete(notices).where(notices.c.id <= found[-1]["id"]))
                for row in found:
                    heard(row["topic"])
            except Problem:  # which the journal knows
                pass
            await asyncio.sleep(NOTICE_SECONDS)

    async def _listen(self, heard: Listener, lost: Callable[[], None]) -> None:
        def receive(_connection: object, _pid: int, _channel: str, word: object) -> None:
            worker, kind, name, *news = str(word).split(" ", 3)
            if worker != self.worker:
                heard(f"{kind} {name}", *news)

        assert self._wires is not None
        while True:
            try:
                wire = await self._wires.open()
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                await asyncio.sleep(CONNECTION_CHECK_SECONDS)
                continue
            try:
                await _hear(wire, receive, lost)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):  # or nobody answers any more
                await asyncio.sleep(CONNECTION_CHECK_SECONDS)
            finally:
                wire.terminate()


async def _hear(wire: Any, receive: Listener, lost: Callable[[], None]) -> None:
    """Hear every word that comes over a connection, as long as somebody is at its other end."""
    async with asyncio.timeout(CHECK_TIMEOUT_SECONDS):
        await wire.add_listener(CHANNEL, receive)
    lost()  # whatever was said before is unknown
    while not wire.is_closed():
        await asyncio.sleep(CONNECTION_CHECK_SECONDS)
        await wire.execute("SELECT 1", timeout=CHECK_TIMEOUT_SECONDS)


def _engine(settings: Settings, read_only: bool) -> AsyncEngine:
    """Errors are written into the journal, so they must not quote what was being stored."""
    if not settings.on_sqlite:
        engine = create_async_engine(
            settings.database_url,
            pool_size=6,
            max_overflow=5,
            hide_parameters=True,
            connect_args=READ_ONLY if read_only else {},
        )
        event.listen(engine.sync_engine, "checkin", _note_use)
        event.listen(engine.sync_engine, "checkout", partial(_refuse_dead, engine.dialect))
        return engine
    engine = create_async_engine(
        make_url(settings.database_url), pool_size=2, max_overflow=2, hide_parameters=True
    )
    if not read_only:
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _note_use(_connection: Any, record: Any) -> None:
    record.info["used_at"] = monotonic()


def _refuse_dead(dialect: Dialect, connection: Any, record: Any, _proxy: object) -> None:
    """A connection that was used a moment ago is believed to live; to ask each one every time would be a way
    to the database and back for every statement.
    """
    if monotonic() - record.info.get("used_at", monotonic()) < IDLE_CHECK_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except Exception as error:
        raise DisconnectionError from error


def _prepare_sqlite(connection: Any, _record: object) -> None:
    prepare(connection)
