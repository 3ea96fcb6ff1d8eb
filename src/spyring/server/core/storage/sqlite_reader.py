"""Reads an SQLite file: a statement goes to a thread and comes back with its rows.

Through an asynchronous driver it would go there and back five times, for a cursor, for its rows and for each
thing that has to be closed, which costs more than most statements.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from sqlalchemy import Engine, Executable, RowMapping, create_engine, event, make_url

from spyring.server.core.storage.group_commit import prepare
from spyring.server.core.storage.prepared import Row

READER_THREADS: Final = 4


class SqliteReader:
    """Some threads with a connection each. Whatever they began they finish, also if nobody waits for it."""

    def __init__(self, url: str, read_only: bool) -> None:
        self.engine: Engine = create_engine(
            make_url(url).set(drivername="sqlite"),
            isolation_level="AUTOCOMMIT",
            pool_size=READER_THREADS,
            max_overflow=0,
            pool_reset_on_return=None,
            hide_parameters=True,
        )
        if not read_only:
            event.listen(self.engine, "connect", _prepare)
        self._threads = ThreadPoolExecutor(READER_THREADS, "read")

    async def rows(self, statement: Executable, values: Row | None) -> Sequence[RowMapping]:
        """What a query finds."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._read, statement, values)

    def _read(self, statement: Executable, values: Row | None) -> Sequence[RowMapping]:
        with self.engine.connect() as connection:
            return connection.execute(statement, values).mappings().all()

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        await asyncio.to_thread(self._threads.shutdown)
        self.engine.dispose()


def _prepare(connection: Any, _record: object) -> None:
    prepare(connection)
