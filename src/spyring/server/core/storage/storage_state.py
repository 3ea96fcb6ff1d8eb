"""Whether anything can be stored: said once when it begins to fail, and once when it is over.

Also whether the file that is written to is still the file of its name. SQLite goes on writing to a file that
was moved or removed, and to a ``-wal`` that is gone, and says that all is well; nobody will ever read it.
"""

import logging
import os
import sqlite3
from pathlib import Path
from time import monotonic
from typing import Final, NoReturn

import asyncpg
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnection

from spyring.engine.i18n import _
from spyring.server.core.problems import NotStored

MOVE: Final = _("Nothing can be stored now; your move was not made. Try again in a moment.")
ANYTHING: Final = _("Nothing can be stored now; nothing was changed. Try again in a moment.")
READING: Final = _("What is stored cannot be read now. Nothing is lost; try again in a moment.")
RECOVERY_SECONDS: Final = 30.0  # seconds without a failure after which it is over
OF_THE_DATABASE: Final = (DBAPIError, NoConnection, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
OF_THE_STATEMENT: Final = (  # and not of the database
    IntegrityError,
    DataError,
    ProgrammingError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.DataError,
    asyncpg.SyntaxOrAccessError,
)

journal = logging.getLogger("spyring.server")
Identity = tuple[int, int]  # of a file, whatever its name


class FileGone(OSError):
    """The file that is written to is no longer where it was."""


class StorageState:
    """What became of the last try to store something, and the file it went to, where there is one."""

    def __init__(self, file: Path | None) -> None:
        self.failing = False
        self.failures = 0  # since the start
        self._failed_at = 0.0
        self.gone: FileGone | None = None  # for good: until the server is started again
        self._file = "" if file is None else str(file)
        self._files = () if file is None else (self._file, f"{file}-wal")
        self._known: dict[str, Identity] = {}

    def stored(self, move: bool = False) -> None:
        """It was stored. Where there is no room for a move there may be some for less: that says nothing."""
        if self.failing and (move or monotonic() - self._failed_at > RECOVERY_SECONDS):
            self.failing = False
            journal.warning("the database stores again")

    def refusing(self, sentence: str = ANYTHING) -> "Refusing":
        """Turn every error of the database in the block into a refusal with this sentence."""
        return Refusing(self, sentence)

    def failed(self, error: BaseException) -> None:
        """It could not be stored or read."""
        self.failures += 1
        self._failed_at = monotonic()
        if not self.failing:
            self.failing = True
            cause = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            journal.error("the database stores nothing", extra={"cause": cause or type(error).__name__})

    def check_before(self, connection: sqlite3.Connection | None = None) -> None:
        """Before something is written: refuse if the file is no longer the one that was written to."""
        if self.gone is not None:
            raise self.gone
        for file, known in self._known.items():
            if _identity(file) != known:
                self._taken(file, connection)

    def check_after(self, connection: sqlite3.Connection | None = None) -> None:
        """After a commit: refuse to call it stored if it went to a file that is no longer there."""
        for file in self._files:
            found = _identity(file)
            if found is None or self._known.setdefault(file, found) != found:
                self._taken(file, connection)

    def _taken(self, file: str, connection: sqlite3.Connection | None) -> NoReturn:
        """What stands in a lost ``-wal`` is carried into the file, as far as our own connection still can."""
        self.gone = FileGone(f"{file} was taken away or replaced while the server used it")
        saved = file != self._file and connection is not None and _save(connection)
        then = "what it held was carried over; " if saved else ""
        journal.critical(f"{self.gone}; {then}nothing is stored until the server is started again")
        raise self.gone

    def forget(self) -> None:
        """The connections were closed; SQLite may have removed what was beside the file."""
        self._known.clear()


class Refusing:
    """A block whose errors of the database become refusals; a class, since every move passes through one."""

    __slots__ = ("sentence", "state")

    def __init__(self, state: StorageState, sentence: str) -> None:
        self.state = state
        self.sentence = sentence

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is not None and is_of_the_database(error):
            self.state.failed(error)
            raise NotStored("not-stored", self.sentence) from error


def _identity(file: str) -> Identity | None:
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


def is_of_the_database(error: BaseException) -> bool:
    """Whether an error says that the database is full, broken or away, and not that a statement is wrong."""
    if isinstance(error, OF_THE_STATEMENT):
        return False
    if isinstance(error, sqlite3.Error):
        return not isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError)
    return isinstance(error, OF_THE_DATABASE)
