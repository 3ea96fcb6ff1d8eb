"""Moves are written in groups: whatever comes while the disk is busy goes into the next transaction together.

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

Work = Callable[[sqlite3.Connection], None]
Errors = list[Exception | None]  # for each piece of work whether something was wrong with it
Order = tuple[list[Work], "asyncio.Future[Errors]", asyncio.AbstractEventLoop]
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
        self._poke = asyncio.Event()
        self._closing = False
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None

    async def write(self, work: Work) -> None:
        """Done when it is on the disk; raises what ``work`` raises, and then nothing of it is stored."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        self._poke.set()
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="scribe")
        await done

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        self._closing = True
        self._poke.set()
        if self._writing is not None:
            await self._writing

    async def _write(self) -> None:
        thread = threading.Thread(target=self._obey, name="scribe", daemon=True)
        thread.start()
        try:
            while self._waiting or not self._closing:
                self._poke.clear()
                if self._waiting:
                    await self._write_group()
                else:
                    await self._poke.wait()
        finally:
            self._orders.put(None)
            self._writing = None
        await asyncio.to_thread(thread.join)

    async def _write_group(self) -> None:
        loop = asyncio.get_running_loop()
        async with self.turn:
            group, self._waiting = self._waiting, []
            answer: asyncio.Future[Errors] = loop.create_future()
            self._orders.put(([work for work, _done in group], answer, loop))
            errors = await answer
        for (_work, done), error in zip(group, errors, strict=True):
            if done.done():  # whoever waited has gone
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    # -- in the thread ---------------------------------------------------------------------------------------

    def _obey(self) -> None:
        """Whatever is ordered, one after another; an answer nobody waits for any more is kept back."""
        while (order := self._orders.get()) is not None:
            works, answer, loop = order
            loop.call_soon_threadsafe(_give, answer, self._together(works))
        self._let_go()

    def _together(self, works: list[Work]) -> Errors:
        """Everything in one transaction; for each whether something was wrong with it."""
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            if len(works) == 1:  # which nobody else's lines must be kept apart from
                works[0](connection)
                errors: Errors = [None]
            else:
                errors = [_alone(connection, work) for work in works]
            connection.execute("COMMIT")
        except Exception as error:  # nothing is stored, whatever it was
            self._take_back()
            return [error] * len(works)
        return errors

    def _take_back(self) -> None:
        """What cannot be taken back is gone with its connection; the next group gets another one."""
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._let_go()

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = sqlite3.connect(self.file, isolation_level=None)
            prepare(self._connection)
        return self._connection

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _give(answer: "asyncio.Future[Errors]", errors: Errors) -> None:
    if not answer.done():
        answer.set_result(errors)


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
