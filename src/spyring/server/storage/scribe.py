"""Moves are written in groups: whatever comes while the disk is busy goes into the next transaction together.

Only for SQLite, where one transaction waits for another. Nobody is answered before the disk has it: each
writer waits for the commit that its own lines are part of. What one of them may not write is taken out alone.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

Work = Callable[[sqlite3.Connection], None]
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


def prepare(connection: sqlite3.Connection) -> None:
    """What every connection to our file begins with: a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Scribe:
    """Writes for many at once, in a thread of its own; ``turn`` is held by whoever writes to the file."""

    def __init__(self, file: Path, turn: asyncio.Lock) -> None:
        self.file = file
        self.turn = turn
        self._waiting: list[tuple[Work, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "scribe")
        self._connection: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Done when it is on the disk; raises what ``work`` raises, and then nothing of it is stored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="scribe")
        await done

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        if self._writing is not None:
            await self._writing
        await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        self._thread.shutdown()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                async with self.turn:
                    group, self._waiting = self._waiting, []
                    works = [work for work, _done in group]
                    errors = await loop.run_in_executor(self._thread, self._together, works)
                for (_work, done), error in zip(group, errors, strict=True):
                    if done.done():  # whoever waited has gone
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._writing = None

    # -- in the thread ---------------------------------------------------------------------------------------

    def _together(self, works: list[Work]) -> list[Exception | None]:
        """Everything in one transaction; for each whether something was wrong with it."""
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            if len(works) == 1:  # which nobody else's lines must be kept apart from
                works[0](connection)
                errors: list[Exception | None] = [None]
            else:
                errors = [_alone(connection, work) for work in works]
            connection.execute("COMMIT")
        except Exception as error:  # nothing is stored, whatever it was
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return [error] * len(works)
        return errors

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self.file, isolation_level=None)
            prepare(self._connection)
        return self._connection

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _alone(connection: sqlite3.Connection, work: Work) -> Exception | None:
    """One piece of work; if it fails, as if it had never begun."""
    connection.execute("SAVEPOINT one")
    try:
        work(connection)
    except Exception as error:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return error
    connection.execute("RELEASE one")
    return None
