"""The SQLite gateway: a few threads read, one thread writes.

Writes that arrive while the disk is busy share the next transaction (group commit). Each is answered only
when its commit is on the disk, and a write that fails is rolled back alone.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

from sqlalchemy import Dialect, make_url
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from spyring.server.core.storage.statements import (
    NO_VALUES,
    Compiled,
    Row,
    Statement,
    Step,
    WriteConflict,
    compiled,
)

READER_THREADS: Final = 4  # threads
PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    "cache_size=-500",  # kB for each connection; the operating system caches the file for all of them
)
DIALECT: Final[Dialect] = sqlite.dialect()

journal = logging.getLogger("spyring.server")
Work = tuple[Sequence[Step], bool]  # and whether it is guarded
Waiting = tuple[Work, "asyncio.Future[int]"]


class SqliteGateway:
    """Reads and writes one file."""

    def __init__(self, url: str, file: Path, read_only: bool) -> None:
        self.turn = asyncio.Lock()  # held while a transaction is open
        self._arguments: Any = DIALECT.create_connect_args(make_url(url).set(drivername="sqlite"))
        self._read_only = read_only
        self._readers = ThreadPoolExecutor(READER_THREADS, "read")
        self._idle: list[sqlite3.Connection] = []
        self._reading = 0
        self._writer = ThreadPoolExecutor(1, "write")
        self._connection: sqlite3.Connection | None = None  # of the writer
        self._watched = WatchedFile(file)
        self._waiting: list[Waiting] = []
        self._starting: asyncio.Task[None] | None = None

    async def read(self, statement: Statement, values: Row) -> Sequence[Row]:
        """The rows of a query."""
        self._reading += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._readers, self._read, statement, values)
        finally:
            self._reading -= 1

    async def write(self, steps: Sequence[Step], guarded: bool = False) -> int:
        """Run the steps in one transaction with all other waiting writes."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(((steps, guarded), done))
        if len(self._waiting) == 1:
            try:
                await self._start_group()
            except asyncio.CancelledError:  # the caller has gone; others may wait
                self._starting = asyncio.create_task(self._start_group(), name="group-commit")
                raise
        return await done

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["SqliteTransaction"]:
        """A transaction that reads, decides and writes."""
        async with self.turn:
            try:
                await self.in_writer(self._begin)
                yield SqliteTransaction(self)
                await self.in_writer(self._commit)
            except BaseException:
                await self.in_writer(self._rollback)
                raise

    def connections(self) -> dict[str, float]:
        """How many connections are in use, and how many are idle."""
        writes = self.turn.locked()
        waits = self._connection is not None and not writes
        return {"used": self._reading + writes, "idle": len(self._idle) + waits}

    async def close(self) -> None:
        """Finish the writes that have started and close every connection."""
        async with self.turn:
            await self.in_writer(self._disconnect)
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        while self._idle:
            self._idle.pop().close()

    async def in_writer(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call a function in the writer thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, function, *given)

    async def _start_group(self) -> None:
        """Start to write everything that waits; not by the loop's executor, which costs twice as much."""
        await self.turn.acquire()
        group, self._waiting = self._waiting, []
        loop = asyncio.get_running_loop()
        written = self._writer.submit(self._commit_group, [work for work, _done in group])
        written.add_done_callback(lambda _: loop.call_soon_threadsafe(self._answer, group, written.result()))

    def _answer(self, group: list[Waiting], results: list[int | Exception]) -> None:
        self.turn.release()
        for (_work, done), result in zip(group, results, strict=True):
            if done.done():  # the caller has gone
                continue
            if isinstance(result, Exception):
                done.set_exception(result)
            else:
                done.set_result(result)

    # -- in the threads --------------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        names, options = self._arguments
        options = options | {"check_same_thread": False, "isolation_level": None}
        connection: sqlite3.Connection = sqlite3.connect(*names, **options)
        for pragma in () if self._read_only else PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _read(self, statement: Statement, values: Row) -> list[Row]:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            found = fetch(connection, statement, values)
        except BaseException:
            connection.close()
            raise
        self._idle.append(connection)
        return found

    def _commit_group(self, works: list[Work]) -> list[int | Exception]:
        """Commit one transaction; returns a result or an error for each write."""
        try:
            connection = self._begin()
            if len(works) == 1:  # no savepoint is needed
                results: list[int | Exception] = [_run(connection, works[0])]
            else:
                results = [_in_savepoint(connection, work) for work in works]
            self._commit()
        except Exception as error:  # whatever it was, nothing is stored
            self._rollback()
            return [error] * len(works)
        return results

    def _begin(self) -> sqlite3.Connection:
        self._rollback()  # left by a cancelled transaction
        if self._connection is None:
            self._connection = self._connect()
        self._watched.check_before(self._connection)
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def _commit(self) -> None:
        assert self._connection is not None
        self._connection.execute("COMMIT")
        self._watched.check_after(self._connection)

    def _rollback(self) -> None:
        """Roll back, or drop the connection if that fails; the next transaction gets a new one."""
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._watched.forget()


class SqliteTransaction:
    """The methods of an open transaction."""

    dialect = DIALECT

    def __init__(self, gateway: SqliteGateway) -> None:
        self._gateway = gateway

    async def rows(self, statement: Statement, values: Row = NO_VALUES) -> Sequence[Row]:
        """The rows of a query."""
        found: Sequence[Row] = await self._gateway.in_writer(
            fetch, self._gateway._connection, statement, values
        )
        return found

    async def execute(self, statement: Statement, values: Row | Sequence[Row] = NO_VALUES) -> int:
        """Run a statement; returns how many rows it touched."""
        return int(await self._gateway.in_writer(execute, self._gateway._connection, statement, values))


def fetch(connection: sqlite3.Connection, statement: Statement, values: Row) -> list[Row]:
    """The rows of a query; SQLite has no booleans."""
    found = _execute(connection, sql := compiled(statement, DIALECT), values)
    names = [column[0] for column in found.description]
    rows = found.fetchall()
    for at in sql.booleans:
        rows = [(*row[:at], row[at] if row[at] is None else bool(row[at]), *row[at + 1 :]) for row in rows]
    return [dict(zip(names, row, strict=True)) for row in rows]


def execute(connection: sqlite3.Connection, statement: Statement, values: Row | Sequence[Row]) -> int:
    """Run a statement; returns how many rows it touched."""
    if isinstance(values, Sequence):
        sql = Compiled(statement, DIALECT, list(values[0]))
        return sum(_execute(connection, sql, row).rowcount for row in values)
    return _execute(connection, compiled(statement, DIALECT), values).rowcount


def _execute(connection: sqlite3.Connection, sql: Compiled, values: Row) -> sqlite3.Cursor:
    try:
        return connection.execute(sql.text, sql.in_order(values))
    except sqlite3.IntegrityError as error:
        raise IntegrityError(None, None, error) from error


def _run(connection: sqlite3.Connection, work: Work) -> int:
    """Run all steps; returns how many rows the first one touched."""
    steps, guarded = work
    counts = []
    for statement, values in steps:
        counts.append(execute(connection, statement, values))
        if guarded and counts[-1] != 1:
            raise WriteConflict
    return counts[0]


def _in_savepoint(connection: sqlite3.Connection, work: Work) -> int | Exception:
    """The result of a write, or its error; then it is rolled back."""
    connection.execute("SAVEPOINT one")
    result: int | Exception
    try:
        result = _run(connection, work)
    except Exception as error:
        connection.execute("ROLLBACK TO one")
        result = error
    connection.execute("RELEASE one")
    return result


class FileGone(OSError):
    """The database file was moved or removed."""


class WatchedFile:
    """Checks that the open file still has its name. SQLite keeps writing to a file that was moved or removed,
    and to a ``-wal`` that is gone, without an error; that data would be lost.
    """

    def __init__(self, file: Path) -> None:
        self._gone: FileGone | None = None  # until the server is restarted
        self._files = (str(file), f"{file}-wal")
        self._known: dict[str, tuple[int, int]] = {}

    def check_before(self, connection: sqlite3.Connection) -> None:
        """Before a transaction: refuse if the path no longer leads to the open file."""
        if self._gone is not None:
            raise self._gone
        for file, known in self._known.items():
            if _identity(file) != known:
                self._refuse(file, connection)

    def check_after(self, connection: sqlite3.Connection) -> None:
        """After a commit: refuse to call it stored if its file is gone."""
        for file in self._files:
            found = _identity(file)
            if found is None or self._known.setdefault(file, found) != found:
                self._refuse(file, connection)

    def forget(self) -> None:
        """The connection was closed; SQLite may have removed the companion files."""
        self._known.clear()

    def _refuse(self, file: str, connection: sqlite3.Connection) -> NoReturn:
        """Save the content of a lost ``-wal`` to the main file, as far as our connection can."""
        self._gone = FileGone(f"{file} was taken away or replaced while the server used it")
        saved = file != self._files[0] and _save(connection)
        then = "what it held was carried over; " if saved else ""
        journal.critical(f"{self._gone}; {then}nothing is stored until the server is started again")
        raise self._gone


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _save(connection: sqlite3.Connection) -> bool:
    try:
        (busy, _pages, _carried) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return bool(busy == 0)
    except sqlite3.Error:
        return False
