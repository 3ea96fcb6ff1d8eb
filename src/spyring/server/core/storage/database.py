"""The database: transactions, refusals while it is unavailable, and messages to other workers."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from tempfile import TemporaryFile
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Table, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError

from spyring.engine.i18n import _
from spyring.server.core.problems import NotStored, Problem
from spyring.server.core.settings import Settings
from spyring.server.core.storage import schema
from spyring.server.core.storage.files import Lock, check_place, file_of, make_private, refuse_emptied
from spyring.server.core.storage.migrate import refuse_unusable, require_newest, upgrade
from spyring.server.core.storage.schema import external_changes, heartbeat
from spyring.server.core.storage.sqlite import SqliteGateway
from spyring.server.core.storage.statements import (
    NO_VALUES,
    Prepared,
    Row,
    Statement,
    Step,
    Transaction,
    WriteConflict,
    given,
)
from spyring.server.core.tasks import cancel
from spyring.server.core.times import Time

if TYPE_CHECKING:
    from spyring.server.core.storage.postgres import PostgresGateway

MOVE: Final = _("The server cannot store anything right now. Your move was not made. Try again in a moment.")
ANYTHING: Final = _("The server cannot store anything right now. Nothing was changed. Try again in a moment.")
READING: Final = _("The server cannot read its data right now. Nothing is lost. Try again in a moment.")
OF_THE_DATABASE: Final = (DBAPIError, sqlite3.Error, OSError)
OF_THE_STATEMENT: Final = (IntegrityError, ProgrammingError, sqlite3.ProgrammingError)
RECOVERY_SECONDS: Final = 30.0  # an outage is over after so long without a failure
CHANNEL: Final = "spyring"
NOTIFY: Final = Prepared(select(func.pg_notify(given("channel"), given("word"))))
WRITE_CHECK_SECONDS: Final = 1.0  # between two checks whether the database takes writes
WRITE_CHECK_TIMEOUT: Final = 5.0
MOVE_FREE_BYTES: Final = 1 << 20  # more than any move needs on the disk
EXTERNAL_CHANGE_SECONDS: Final = 1.0  # how soon a server notices changes by other processes
ANALYSIS_ROWS: Final = 400  # of an index, for statistics
ALL_TABLES, IF_CHANGED = 0x10000, 0x2  # flags of SQLite's PRAGMA optimize
MAX_MESSAGE_BYTES: Final = 7900  # the limit of PostgreSQL's NOTIFY
Listener = Callable[..., None]  # gets a topic, and sometimes its news
Json = dict[str, Any]

journal = logging.getLogger("spyring.server")


def new_id() -> str:
    """A random id that nobody can guess. It starts with a letter or a digit: a dash would look like an option
    on the command line.
    """
    while not (found := secrets.token_urlsafe(16))[0].isalnum():
        pass
    return found


class StorageState:
    """Whether anything can be stored: logged once when it starts to fail, and once when it works again."""

    def __init__(self) -> None:
        self.failing = False
        self.failures = 0  # since the start
        self._failed_at = 0.0

    def stored(self, move: bool = False) -> None:
        """A write succeeded. Without ``move`` that proves little: a disk without room for a move may take
        less.
        """
        if self.failing and (move or monotonic() - self._failed_at > RECOVERY_SECONDS):
            self.failing = False
            journal.warning("the database can store again")

    def failed(self, error: BaseException) -> None:
        """A read or a write failed."""
        self.failures += 1
        self._failed_at = monotonic()
        if not self.failing:
            self.failing = True
            cause = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            journal.error("the database cannot store", extra={"cause": cause or type(error).__name__})

    @contextmanager
    def refusing(self, sentence: str = ANYTHING) -> Iterator[None]:
        """Turn every error of the database in the block into a refusal with this sentence."""
        try:
            yield
        except OF_THE_STATEMENT:
            raise
        except OF_THE_DATABASE as error:
            self.failed(error)
            raise NotStored("not-stored", sentence) from error


class Database:
    """One database, SQLite or PostgreSQL.

    SQLite: one process, one writer at a time; a commit is on the disk before it is acknowledged. PostgreSQL:
    any number of workers; each notifies the others of what it stored, in the same transaction.
    """

    def __init__(self, settings: Settings, time: Time, read_only: bool = False) -> None:
        self.time = time
        self.shared = not settings.on_sqlite
        self.worker = new_id()
        self.url = settings.database_url
        self.state = StorageState()
        self.gateway = gateway_for(self.url, read_only)
        self._listening: asyncio.Task[None] | None = None
        self._lock: Lock | None = None
        self._beside = False
        self._tried_at = -WRITE_CHECK_SECONDS
        self._trial: asyncio.Task[bool] | None = None

    async def open(self) -> None:
        """Lock the database, if it is a file, and bring the schema up to date."""
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
        """For a command that may run beside a server: it does not upgrade the schema, and it notifies that
        server of its changes.
        """
        await asyncio.to_thread(require_newest, self.url)
        self._beside = True

    async def close(self) -> None:
        """Close every connection."""
        try:
            await cancel([task for task in (self._trial, self._listening) if task is not None])
            await self.gateway.close()
        finally:
            if self._lock is not None:
                self._lock.give_back()
                self._lock = None

    async def clock(self) -> float:
        """The time for all workers: PostgreSQL's clock, or this machine's if there is only one worker."""
        if not self.shared:
            return self.time.now()
        return float(await self.value(text("SELECT extract(epoch FROM clock_timestamp())::float8 AS at")))

    async def is_writable(self) -> bool:
        """Whether the database stores moves now. It is checked at most once a second, and again after a
        failure.
        """
        at, trial = self.time.now(), self._trial
        if trial is None or (
            trial.done()
            and (at - self._tried_at >= WRITE_CHECK_SECONDS or (self.state.failing and trial.result()))
        ):
            self._tried_at = at
            self._trial = trial = asyncio.create_task(self._try_to_write(), name="try to write")
        try:
            return await self.time.with_timeout(asyncio.shield(trial), WRITE_CHECK_TIMEOUT)
        except TimeoutError:
            return False

    async def _try_to_write(self) -> bool:
        beat = update(heartbeat).values(at=heartbeat.c.at)
        try:
            if not self.shared and self.state.failing:
                with self.state.refusing():
                    await asyncio.to_thread(self._require_room)
                await self.store_move([(beat, NO_VALUES)])
            return await self.write(beat) == 1
        except (Problem, WriteConflict):
            return False

    def _require_room(self) -> None:
        """A full disk may have room for a heartbeat and none for a move: check the free space."""
        file = file_of(self.url)
        with TemporaryFile(dir=file and file.parent, buffering=0) as room:
            room.write(bytes(MOVE_FREE_BYTES))

    async def refresh_statistics(self) -> None:
        """Let the database update its statistics as tables grow, so that its query plans stay good. SQLite
        samples some rows of the tables that have changed much.
        """
        if self.shared:
            await self.write(text("ANALYZE"))
            return
        async with self.writing() as transaction:
            await transaction.execute(text(f"PRAGMA analysis_limit={ANALYSIS_ROWS}"))
            await transaction.execute(text(f"PRAGMA optimize={ALL_TABLES | IF_CHANGED}"))

    # -- reading and writing ---------------------------------------------------------------------------------

    async def rows(self, statement: Statement, **values: Any) -> Sequence[Row]:
        """The rows of a query."""
        with self.state.refusing(READING):
            return await self.gateway.read(statement, values)

    async def row(self, statement: Statement) -> Row | None:
        """The first row of a query."""
        found = await self.rows(statement)
        return found[0] if found else None

    async def value(self, statement: Statement) -> Any:
        """The first column of the first row of a query, or None."""
        row = await self.row(statement)
        return None if row is None else next(iter(row.values()))

    async def write(self, statement: Statement, *topics: str) -> int:
        """Run one statement in its own transaction; returns how many rows it touched."""
        with self.state.refusing():
            count = await self.gateway.write([(statement, NO_VALUES), *self._messages(topics)])
        self.state.stored()
        return count

    async def store_move(self, steps: Sequence[Step]) -> None:
        """Store a move; if a step does not touch exactly one row, it is a conflict and nothing is stored."""
        with self.state.refusing(MOVE):
            await self.gateway.write(steps, guarded=True)
        self.state.stored(move=True)

    @asynccontextmanager
    async def writing(self, *topics: str) -> AsyncIterator[Transaction]:
        """A transaction that reads, decides and writes; other workers hear ``topics`` after the commit."""
        with self.state.refusing():
            async with self.gateway.transaction() as transaction:
                yield transaction
                for statement, values in self._messages(topics):
                    await transaction.execute(statement, values)
        self.state.stored()

    def _messages(self, topics: Sequence[str]) -> list[Step]:
        if self.shared:
            return [(NOTIFY, self.word(topic)) for topic in topics]
        return [(insert(external_changes).values(topic=topic), NO_VALUES) for topic in topics if self._beside]

    def word(self, topic: str, news: str = "") -> Json:
        """The parameters for ``pg_notify(:channel, :word)`` to other workers. ``news`` is for workers that
        know the state before it; it is left out if it is long.
        """
        word = f"{self.worker} {topic} {news}"
        if not news or len(word.encode()) > MAX_MESSAGE_BYTES:
            word = f"{self.worker} {topic}"
        return {"channel": CHANNEL, "word": word}

    def insert(self, table: Table) -> "postgresql.Insert | sqlite.Insert":
        """An insert that can say what to do if the row is there already."""
        return postgresql.insert(table) if self.shared else sqlite.insert(table)

    # -- listening -------------------------------------------------------------------------------------------

    def listen(self, heard: Listener, lost: Callable[[], None]) -> None:
        """Call ``heard`` with every topic of another worker and its news, if any, and ``lost`` when some
        topics may have been missed.
        """

        def receive(word: str) -> None:
            worker, kind, name, *news = word.split(" ", 3)
            if worker != self.worker:
                heard(f"{kind} {name}", *news)

        if isinstance(self.gateway, SqliteGateway):
            listening = self._read_external_changes(heard)
        else:
            listening = self.gateway.listen(CHANNEL, receive, lost)
        self._listening = asyncio.create_task(listening, name="listen")

    async def _read_external_changes(self, heard: Listener) -> None:
        """On SQLite only the operator's commands write beside the server; they leave a notice."""
        while True:
            try:
                found = await self.rows(select(external_changes).order_by(external_changes.c.id))
                if found:
                    await self.write(delete(external_changes).where(external_changes.c.id <= found[-1]["id"]))
                for row in found:
                    heard(row["topic"])
            except Problem:  # the journal has it already
                pass
            await asyncio.sleep(EXTERNAL_CHANGE_SECONDS)


def gateway_for(url: str, read_only: bool = False) -> "SqliteGateway | PostgresGateway":
    """The gateway to the database of this address."""
    file = file_of(url)
    if file is not None:
        return SqliteGateway(url, file, read_only)
    from spyring.server.core.storage.postgres import PostgresGateway  # SQLite needs no asyncpg

    return PostgresGateway(url, read_only)


async def server_secret(database: Database, name: str, make: Callable[[], str]) -> str:
    """A secret of the server itself, made when it is first needed and kept for good, for all workers."""
    query = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
    if (found := await database.value(query)) is None:
        with suppress(IntegrityError):  # another worker was faster
            await database.write(insert(schema.secrets).values(name=name, value=make()))
        found = await database.value(query)
    return str(found)
