"""Before a database is used: that it can be reached, that it is ours, and that nobody else serves it.

Whatever is wrong is said in one sentence, before anything is changed.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from spyring.engine.errors import SpyringError

OURS: Final = {"people", "keys", "tables", "seats", "entries"}  # there from the first version on
CONNECT_SECONDS: Final = 10.0
PRIVATE: Final = 0o600  # secrets of running games are in it
MARK: Final = b"A server has stored games in the file of this name.\n"


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
    """How a database is called in a sentence; never with a password."""
    file = file_of(url)
    if file is not None:
        return str(file)
    parts: URL = make_url(url)
    shown = parts.set(drivername="postgresql", query={})
    return shown.render_as_string(hide_password=True)


# -- the file ------------------------------------------------------------------------------------------------


def check_place(file: Path) -> None:
    """Refuse a name that no file can have."""
    if file.is_dir():
        raise BadDatabase(f"The database {file} is a folder; name a file in it.")
    if not file.parent.is_dir():
        raise BadDatabase(f"There is no folder {file.parent} for the database {file.name}; make it first.")


def refuse_emptied(file: Path, lock: "Lock") -> None:
    """Where games were, an empty file is a loss that somebody must know of, and no place for a new server.
    What a killed server left of its very first start is none: nothing was stored yet.
    """
    if file.exists() and file.stat().st_size > 0:
        return
    left = Path(f"{file}-wal")
    if not lock.is_marked() and not (left.exists() and left.stat().st_size > 0):
        return
    what = "is empty" if file.exists() else "is gone"
    raise BadDatabase(
        f"The database {file} {what}, though a server has used it. Put it back, or a backup with: spyring "
        f"admin restore. To begin anew, remove {lock.file.name} and {left.name} beside it."
    )


def make_private(file: Path) -> None:
    """A file that nobody else can read, before there is anything in it; SQLite gives its companions the same
    permissions.
    """
    try:
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise BadDatabase(f"The database {file} cannot be made: {error.strerror}.") from error
    if not os.access(file, os.R_OK | os.W_OK) or not os.access(file.parent, os.W_OK):
        raise BadDatabase(f"The database {file} cannot be written, or its folder cannot: permission denied.")
    for companion in ("", "-wal", "-shm"):
        with suppress(OSError):  # it is not there, or belongs to somebody else who lets us write
            os.chmod(f"{file}{companion}", PRIVATE)


class Lock:
    """A database file is served by one process; whoever comes second is refused. Within the process the lock
    can be taken again, and it ends with the process, however that ends.
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
        """Once for every time it was taken."""
        descriptor, count = self._held.pop(self.file)
        if count > 1:
            self._held[self.file] = (descriptor, count - 1)
        else:
            os.close(descriptor)

    def mark(self) -> None:
        """Note that the file is in use, for those who find it empty one day; the lock must be held."""
        descriptor, _count = self._held[self.file]
        if not os.fstat(descriptor).st_size:
            os.write(descriptor, MARK)

    def is_marked(self) -> bool:
        """Whether a server has used the file before; the lock must be held."""
        descriptor, _count = self._held[self.file]
        return os.fstat(descriptor).st_size > 0

    def is_taken(self) -> bool:
        """Whether a server uses the file now; changes nothing. Our own process would lose its lock by closing
        the file, so it is asked by what it holds.
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
                f"Another server is using {served}; on SQLite there is one, so close that one first, "
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
        """A lock of the process: no child that was made from it goes on holding it.

        Not filelock: it takes ``flock``, which forked children share and servers before this one do not see.
        """
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


# -- the schema ----------------------------------------------------------------------------------------------


def version_of(url: str, known: list[str]) -> str | None:
    """The version of the schema, of those that are ``known``, oldest first, or None for an empty database;
    anything else is refused. Must not run inside an event loop.
    """
    tables, version = asyncio.run(_ask(url, _schema))
    name = name_of(url)
    if version is None and tables:
        raise BadDatabase(f"{name} holds the tables of another program; give Spyring a database of its own.")
    if version is not None and version not in known:
        if version.isdecimal() and tables >= OURS and version < known[0]:
            raise BadDatabase(
                f"{name} was written by an older Spyring: its schema is {version}, and this one carries over "
                f"{known[0]} and later. Open it with a Spyring from between first."
            )
        if version.isdecimal() and tables >= OURS:
            newest = known[-1]
            raise BadDatabase(
                f"{name} was written by a newer Spyring: its schema is {version}, this one knows {newest}."
            )
        raise BadDatabase(f"{name} belongs to another program; give Spyring a database of its own.")
    if version is not None and not tables >= OURS:
        raise BadDatabase(f"{name} is incomplete, or belongs to another program.")
    return version


def _schema(connection: Connection) -> tuple[set[str], str | None]:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" not in tables:
        return tables, None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    return tables - {"alembic_version"}, found[0] if found else None


async def _ask(
    url: str, ask: Callable[[Connection], tuple[set[str], str | None]]
) -> tuple[set[str], str | None]:
    limited = {} if file_of(url) is not None else {"timeout": CONNECT_SECONDS}
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=limited)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(ask)
    except (OSError, SQLAlchemyError) as error:
        raise _unusable(url, error) from error
    except Exception as error:  # asyncpg's own errors come as they are while it connects
        if type(error).__module__.partition(".")[0] != "asyncpg":
            raise
        raise _unusable(url, error) from error
    finally:
        await engine.dispose()


def _unusable(url: str, error: Exception) -> BadDatabase:
    cause = getattr(error, "orig", None) or error
    if isinstance(error, TimeoutError):
        why = f"no answer within {CONNECT_SECONDS:g} seconds"
    else:
        why = str(cause).strip().partition("\n")[0].rstrip(".") or type(cause).__name__
    return BadDatabase(f"The database {name_of(url)} cannot be used: {why}.")
