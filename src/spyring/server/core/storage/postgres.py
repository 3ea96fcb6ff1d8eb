"""The PostgreSQL gateway: asyncpg and its connection pool. Imported only for a PostgreSQL address."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg
from sqlalchemy import Dialect, make_url
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.exc import IntegrityError, OperationalError

from spyring.server.core.storage import statements
from spyring.server.core.storage.statements import (
    NO_VALUES,
    Compiled,
    Prepared,
    Row,
    Statement,
    Step,
    WriteConflict,
    compiled,
)

MAX_CONNECTIONS: Final = 19  # of a worker, beside the one that listens
CONNECTION_CHECK_SECONDS = 0.5  # between two checks of the listening connection
CHECK_TIMEOUT_SECONDS = 5.0  # seconds for a sign of life
# PostgreSQL ends a transaction that is silent for so long. A host that fails closes no connection, and would
# for hours lock the tables at which it was making a move.
ABANDONED_SECONDS = 20.0
READ_ONLY: Final = {"default_transaction_read_only": "on"}
DIALECT: Final[Dialect] = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
# The last one is raised on a connection that PostgreSQL has just closed.
OF_THE_DATABASE: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
OF_THE_STATEMENT: Final = (asyncpg.DataError, asyncpg.SyntaxOrAccessError)  # the database itself works


class PostgresGateway:
    """Reads and writes one database. A single statement is its own transaction."""

    def __init__(self, url: str, read_only: bool) -> None:
        _none, self._address = DIALECT.create_connect_args(make_url(url))
        self._address["timeout"] = statements.STATEMENT_TIMEOUT_SECONDS
        silence = {"idle_in_transaction_session_timeout": f"{1000 * ABANDONED_SECONDS:.0f}"}
        self._address["server_settings"] = silence | (READ_ONLY if read_only else {})
        self._pool: Any = None

    async def read(self, statement: Statement, values: Row) -> Sequence[Row]:
        """The rows of a query."""
        async with self._taken() as connection:
            return await connection.rows(statement, values)

    async def write(self, steps: Sequence[Step], guarded: bool = False) -> int:
        """Run the steps in one transaction."""
        async with self.transaction() if len(steps) > 1 else self._taken() as connection:
            return await _run(connection, steps, guarded)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["PostgresConnection"]:
        """A transaction that reads, decides and writes."""
        async with self._taken() as connection:
            try:
                await connection.command("BEGIN")
                yield connection
                await connection.command("COMMIT")
            except BaseException:
                if not connection.is_closed():
                    await connection.command("ROLLBACK")
                raise

    def connections(self) -> dict[str, float]:
        """How many connections are in use, and how many are idle."""
        if self._pool is None:
            return {"used": 0, "idle": 0}
        idle = self._pool.get_idle_size()
        return {"used": self._pool.get_size() - idle, "idle": idle}

    async def close(self) -> None:
        """Close every connection."""
        if self._pool is not None:
            try:
                async with asyncio.timeout(CHECK_TIMEOUT_SECONDS):
                    await self._pool.close()
            except (*OF_THE_DATABASE, OSError):
                self._pool.terminate()

    @asynccontextmanager
    async def _taken(self) -> AsyncIterator["PostgresConnection"]:
        """A connection of the pool."""
        if self._pool is None:
            options = {"min_size": 0, "max_size": MAX_CONNECTIONS, "reset": _keep_session}
            self._pool = await asyncpg.create_pool(**self._address, **options)
        pool = self._pool
        try:
            connection = await pool.acquire()
        except OF_THE_DATABASE as error:
            raise OperationalError(None, None, error) from error
        try:
            yield PostgresConnection(connection)
        finally:
            await pool.release(connection)

    async def listen(self, channel: str, receive: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Call ``receive`` with every message, for ever, and ``lost`` when some may have been missed."""
        while True:
            try:
                connection = await asyncpg.connect(**self._address)
                try:
                    async with asyncio.timeout(CHECK_TIMEOUT_SECONDS):
                        await connection.add_listener(channel, lambda *message: receive(str(message[-1])))
                    await _hear(connection, lost)
                finally:
                    connection.terminate()
            except TimeoutError:  # the network is silent, so no connection works any more
                if self._pool is not None:
                    self._pool.terminate()
                    self._pool = None
            except (*OF_THE_DATABASE, OSError):
                pass
            await asyncio.sleep(CONNECTION_CHECK_SECONDS)


class PostgresConnection:
    """A connection of the pool while it is in use."""

    dialect = DIALECT

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def is_closed(self) -> bool:
        """Whether it takes no more statements."""
        try:
            return bool(self._connection.is_closed())
        except asyncpg.InterfaceError:  # it was terminated, so the pool has it back
            return True

    async def rows(self, statement: Statement, values: Row = NO_VALUES) -> Sequence[Row]:
        """The rows of a query."""
        sql = compiled(statement, DIALECT)
        found: Sequence[Row] = await self._send(
            self._connection.fetch, sql.text, *sql.in_order(values), timeout=_timeout(statement)
        )
        return found

    async def execute(self, statement: Statement, values: Row | Sequence[Row] = NO_VALUES) -> int:
        """Run a statement; returns how many rows it touched."""
        if isinstance(values, Sequence):
            sql = Compiled(statement, DIALECT, list(values[0]))
            rows = [sql.in_order(row) for row in values]
            timeout = _timeout(statement)
            await self._send(self._connection.executemany, sql.text, rows, timeout=timeout)
            return len(rows)
        sql = compiled(statement, DIALECT)
        done = await self.command(sql.text, *sql.in_order(values), timeout=_timeout(statement))
        count = done.rpartition(" ")[2]
        return int(count) if count.isdecimal() else 0

    async def command(
        self, text: str, *values: Any, timeout: float = statements.LONG_STATEMENT_SECONDS
    ) -> str:
        """Run it; returns PostgreSQL's summary, such as ``UPDATE 1``."""
        return str(await self._send(self._connection.execute, text, *values, timeout=timeout))

    async def _send(self, send: Callable[..., Any], *given: Any, timeout: float) -> Any:
        try:
            return await send(*given, timeout=timeout)
        except asyncpg.PostgresError as error:  # PostgreSQL's own answer
            raise _translated(error) from None
        except BaseException as error:  # the answer may still arrive
            self._connection.terminate()
            raise _translated(error) from None


async def _run(connection: PostgresConnection, steps: Sequence[Step], guarded: bool) -> int:
    """Run all steps; returns how many rows the first one touched."""
    counts = []
    for statement, values in steps:
        counts.append(await connection.execute(statement, values))
        if guarded and counts[-1] != 1:
            raise WriteConflict
    return counts[0]


async def _hear(connection: Any, lost: Callable[[], None]) -> None:
    """Wait while the other end shows signs of life."""
    lost()  # earlier messages are unknown
    while not connection.is_closed():
        await asyncio.sleep(CONNECTION_CHECK_SECONDS)
        await connection.execute("SELECT 1", timeout=CHECK_TIMEOUT_SECONDS)


async def _keep_session(_connection: object) -> None:
    """No statement of ours changes a session; asyncpg would reset it by a statement after every use."""


def _timeout(statement: Statement) -> float:
    return (
        statements.STATEMENT_TIMEOUT_SECONDS
        if isinstance(statement, Prepared)
        else statements.LONG_STATEMENT_SECONDS
    )


def _translated(error: BaseException) -> BaseException:
    """The SQLAlchemy error for an error of asyncpg."""
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return IntegrityError(None, None, error)
    if isinstance(error, OF_THE_DATABASE) and not isinstance(error, OF_THE_STATEMENT):
        return OperationalError(None, None, error)
    return error
