"""Group commit: whatever arrives while the disk is busy goes into the next transaction together.

Only for SQLite, where one transaction waits for another. Nobody is answered before the disk has it: each
writer waits for the commit that its own lines are part of. What one of them may not write is taken out alone.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from spyring.server.core.storage.storage_state import StorageState

Work = Callable[[sqlite3.Connection], None]
Errors = list[Exception | None]  # one for each piece of work; None: it was stored
Waiting = tuple[Work, "asyncio.Future[None]"]
Batch = tuple[list[Waiting], asyncio.AbstractEventLoop]
PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    "cache_size=-500",  # kB of the file for each connection; the operating system keeps it for all of them
)


def prepare(connection: sqlite3.Connection) -> None:
    """Set up a connection: a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class GroupCommit:
    """Writes for many at once, in a thread of its own; ``turn`` is held by whoever writes to the file."""

    def __init__(self, file: Path, turn: asyncio.Lock, state: StorageState | None = None) -> None:
        self.file = file
        self.turn = turn
        self.state = state or StorageState(file)
        self._waiting: list[Waiting] = []
        self._busy = False  # a group is being written, or waits for its turn
        self._idle = asyncio.Event()  # set when none is
        self._taking_turn: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        self._batches: SimpleQueue[Batch | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Done when it is on the disk; raises what ``work`` raises, and then nothing of it is stored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if not self._busy:
            await self._begin()
        await done

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        while self._busy:
            self._idle.clear()
            await self._idle.wait()
        if self._thread is not None:
            self._batches.put(None)
            await asyncio.to_thread(self._thread.join)

    async def _begin(self) -> None:
        """Have what waits written: at once, or when it is our turn."""
        self._busy = True
        if self.turn.locked():
            self._wait_for_turn()
            return
        try:
            await self.turn.acquire()
        except asyncio.CancelledError:  # whoever asked has gone; others may have come
            self._wait_for_turn()
            raise
        self._submit()

    def _wait_for_turn(self) -> None:
        self._taking_turn = asyncio.create_task(self._take_turn(), name="group-commit")

    async def _take_turn(self) -> None:
        await self.turn.acquire()
        self._submit()

    def _submit(self) -> None:
        """Everything that waits becomes a group; it is our turn until that is on the disk."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="group-commit", daemon=True)
            self._thread.start()
        group, self._waiting = self._waiting, []
        self._batches.put((group, asyncio.get_running_loop()))

    def _written(self, group: list[Waiting], errors: Errors) -> None:
        """Answer everybody of a group; whatever came meanwhile is the next one."""
        self.turn.release()
        for (_work, done), error in zip(group, errors, strict=True):
            if done.done():  # whoever waited has gone
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
        if self._waiting:
            self._wait_for_turn()
        else:
            self._busy = False
            self._idle.set()

    # -- in the thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Commit batch after batch."""
        while (batch := self._batches.get()) is not None:
            group, loop = batch
            errors = self._commit([work for work, _done in group])
            loop.call_soon_threadsafe(self._written, group, errors)
        self._disconnect()

    def _commit(self, works: list[Work]) -> Errors:
        """Everything in one transaction; the error of each piece of work, or None."""
        try:
            connection = self._open()
            self.state.check_before(connection)
            connection.execute("BEGIN IMMEDIATE")
            if len(works) == 1:  # no savepoint is needed
                works[0](connection)
                errors: Errors = [None]
            else:
                errors = [_in_savepoint(connection, work) for work in works]
            connection.execute("COMMIT")
            self.state.check_after(connection)
        except Exception as error:  # nothing is stored, whatever it was
            self._rollback()
            return [error] * len(works)
        return errors

    def _rollback(self) -> None:
        """Roll back, or drop the connection if that fails; the next batch gets a new one."""
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._disconnect()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self.file, isolation_level=None)
            prepare(self._connection)
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self.state.forget()


def _in_savepoint(connection: sqlite3.Connection, work: Work) -> Exception | None:
    """One piece of work in a savepoint; returns its error, and then nothing of it is stored."""
    connection.execute("SAVEPOINT one")
    try:
        work(connection)
    except Exception as error:
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return error
    connection.execute("RELEASE one")
    return None
