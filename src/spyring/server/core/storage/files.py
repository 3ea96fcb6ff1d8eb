"""The file of an SQLite database: its path, its lock, and consistent copies while others write.

An error is reported in one sentence, before anything is changed.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from sqlalchemy import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from spyring.engine.errors import SpyringError

PRIVATE: Final = 0o600  # secrets of running games are in it
MARK: Final = b"A server has stored games in the file of this name.\n"
COMPANIONS: Final = ("-wal", "-shm", "-journal")  # SQLite keeps these beside a file
BUSY_SECONDS: Final = 60.0  # how long to wait for a writer
MIN_FREE_BYTES: Final = 1_000_000  # bytes that must stay free


class BadDatabase(SpyringError):
    """A database that this server cannot use."""


def file_of(url: str) -> Path | None:
    """The file of an SQLite database, None for PostgreSQL.

    >>> file_of("sqlite+aiosqlite:///table.db"), file_of("postgresql+asyncpg://db/spyring")
    (PosixPath('table.db'), None)
    """
    parts = make_url(url)
    if not parts.drivername.startswith("sqlite"):
        return None
    name = parts.database or ""
    return Path(unquote(name.removeprefix("file:")) if "uri" in parts.query else name)


def name_of(url: str) -> str:
    """The name of a database for messages, never with a password."""
    file = file_of(url)
    if file is not None:
        return str(file)
    parts: URL = make_url(url)
    shown = parts.set(drivername="postgresql", query={})
    return shown.render_as_string(hide_password=True)


@asynccontextmanager
async def connected(url: str, **options: Any) -> AsyncIterator[AsyncConnection]:
    """One connection and one transaction, for a command."""
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=options)
    try:
        async with engine.begin() as connection:
            yield connection
    finally:
        await engine.dispose()


def why(error: Exception) -> str:
    """The first line of a driver's message."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0].rstrip(".") or type(cause).__name__


# -- the file ------------------------------------------------------------------------------------------------


def check_place(file: Path) -> None:
    """Refuse an impossible file name."""
    if file.is_dir():
        raise BadDatabase(f"The database {file} is a folder; name a file in it.")
    if not file.parent.is_dir():
        raise BadDatabase(f"There is no folder {file.parent} for the database {file.name}. Create it first.")


def refuse_emptied(file: Path, lock: "Lock") -> None:
    """Refuse an empty file that held games before: the operator must know of the loss. A file that a killed
    server left at its very first start is fine, because nothing was stored yet.
    """
    if file.exists() and file.stat().st_size > 0:
        return
    left = Path(f"{file}-wal")
    if not lock.is_marked() and not (left.exists() and left.stat().st_size > 0):
        return
    what = "is empty" if file.exists() else "is gone"
    raise BadDatabase(
        f"The database {file} {what}, though a server has used it. Put it back, or restore a backup: spyring "
        f"admin restore. To start from nothing, remove {lock.file.name} and {left.name} beside it."
    )


def make_private(file: Path) -> None:
    """Make a file that nobody else can read, before it has any content; SQLite gives its companions the same
    permissions.
    """
    try:
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise BadDatabase(f"The database {file} cannot be created: {error.strerror}.") from error
    if not os.access(file, os.R_OK | os.W_OK) or not os.access(file.parent, os.W_OK):
        raise BadDatabase(f"The database {file} or its folder cannot be written: permission denied.")
    for companion in ("", "-wal", "-shm"):
        with suppress(OSError):  # it is missing, or belongs to another user who lets us write
            os.chmod(f"{file}{companion}", PRIVATE)


class Lock:
    """One process serves a database file; a second one is refused. The same process can take the lock again.
    The lock ends with the process, however that ends.
    """

    _held: Final[dict[Path, tuple[int, int]]] = {}  # by file: its descriptor, and how often it was taken

    def __init__(self, file: Path) -> None:
        self.file = Path(f"{file.absolute()}.lock")

    def take(self) -> None:
        """Take it, or refuse."""
        if self.file in self._held:
            descriptor, count = self._held[self.file]
        else:
            descriptor, count = self._open(), 0
        self._held[self.file] = (descriptor, count + 1)

    def give_back(self) -> None:
        """Release it; call this once for every time it was taken."""
        descriptor, count = self._held.pop(self.file)
        if count > 1:
            self._held[self.file] = (descriptor, count - 1)
        else:
            os.close(descriptor)

    def mark(self) -> None:
        """Note that the file is in use, to recognise it if it is empty one day; the lock must be held."""
        descriptor, _count = self._held[self.file]
        if not os.fstat(descriptor).st_size:
            os.write(descriptor, MARK)

    def is_marked(self) -> bool:
        """Whether a server has used the file before; the lock must be held."""
        descriptor, _count = self._held[self.file]
        return os.fstat(descriptor).st_size > 0

    def is_taken(self) -> bool:
        """Whether a server uses the file now; changes nothing. Our own process would lose its lock by closing
        the file, so its own locks are looked up.
        """
        if self.file in self._held:
            return True
        try:
            descriptor = os.open(self.file, os.O_RDWR)
        except OSError:
            return False
        try:
            _lock(descriptor)
        except OSError:
            return True
        finally:
            os.close(descriptor)
        return False

    def _open(self) -> int:
        try:
            descriptor = os.open(self.file, os.O_CREAT | os.O_RDWR, PRIVATE)
        except OSError as error:
            raise BadDatabase(f"The file {self.file} cannot be written: {error.strerror}.") from error
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            served = str(self.file).removesuffix(".lock")
            raise BadDatabase(
                f"Another server is using {served}. SQLite allows only one: stop the other server, "
                "or name another file with --database-url."
            ) from error
        return descriptor


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        """A lock of the process, which no child process inherits.

        Not filelock: it uses ``flock``, which forked children share and older servers do not see.
        """
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


# -- copies --------------------------------------------------------------------------------------------------
# The last commits are in the ``-wal`` file until SQLite moves them to the main file.
# So SQLite makes the copy: it reads both at one moment.


def uri_of(file: Path) -> str:
    """The URI by which SQLite opens a file with options."""
    return f"file:{quote(str(file.absolute()))}"


def size_of(file: Path) -> int:
    """The bytes in a file and its companions."""
    return sum(part.stat().st_size for part in (file, Path(f"{file}-wal")) if part.exists())


def copy_beside(file: Path, name: str) -> Path:
    """A copy in the same folder, made before the file itself may double its size."""
    check_room(file.parent, 2 * size_of(file), file)
    copy = file.with_name(name)
    copy_file(file, copy)
    return copy


def check_room(folder: Path, wanted: int, file: Path) -> None:
    """Refuse if there is too little room to finish."""
    free = shutil.disk_usage(folder).free
    if free < wanted + MIN_FREE_BYTES:
        raise BadDatabase(
            f"There is no room for a copy of {file}: it takes {_megabytes(wanted + MIN_FREE_BYTES)}, and "
            f"{_megabytes(free)} are free in {folder.absolute()}. Nothing was changed."
        )


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


def copy_file(file: Path, copy: Path, mode: str = "mode=rw") -> None:
    """Copy the file with its last commits, as of one moment; the copy appears when it is complete."""
    with whole_file(copy) as part, _reading(file, mode) as source:
        target = sqlite3.connect(part, isolation_level=None)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file without companions
        except sqlite3.Error as error:
            raise BadDatabase(f"{file} cannot be copied to {copy}: {error}. Nothing was changed.") from error
        finally:
            target.close()


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """A path to write to. If the block succeeds, the new file replaces the old one; otherwise nothing
    changes.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        for gone in (part, *(Path(f"{part}{companion}") for companion in COMPANIONS)):
            gone.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise BadDatabase(f"{part} cannot be written: {error.strerror}.") from error
    try:
        yield part
        _sync(part)
        os.replace(part, file)
        _sync(file.absolute().parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _sync(path: Path) -> None:
    with suppress(PermissionError):  # folders cannot be opened on Windows
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _reading(file: Path, mode: str) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"{uri_of(file)}?{mode}", uri=True, timeout=BUSY_SECONDS)
    try:
        yield connection
    finally:
        connection.close()
