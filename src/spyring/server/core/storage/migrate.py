"""Brings the schema up to date with Alembic; the migrations are part of the package.

All steps and the version are one transaction, so the database is never half-way. Before the transaction
changes anything, an SQLite file is copied beside itself.
"""

import asyncio
import logging
import sqlite3
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from spyring.server.core.storage import files
from spyring.server.core.storage.files import BadDatabase, file_of, name_of

ONE_AT_A_TIME: Final = 5_194_201_942  # the name of an advisory lock
NEWEST: Final = "head"
OURS: Final = {"people", "tables", "seats", "entries"}  # in every version
CONNECT_SECONDS: Final = 10.0
UNCHANGING: Final = "immutable=1"

journal = logging.getLogger("spyring.server")


def configuration(connection: Connection | None = None) -> Config:
    """The configuration for Alembic."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("spyring.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


@lru_cache(1)
def known_versions() -> list[str]:
    """The versions of the schema that this program can read, oldest first."""
    scripts = ScriptDirectory.from_config(configuration())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def stored_version(url: str) -> str | None:
    """The version of a database, None for an empty one; refuses a foreign one. Neither this nor ``upgrade``
    may run inside an event loop.
    """
    known, name = known_versions(), name_of(url)
    tables, version = asyncio.run(_ask(url))
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


async def _ask(url: str) -> tuple[set[str], str | None]:
    limited = {} if file_of(url) is not None else {"timeout": CONNECT_SECONDS}
    try:
        async with files.connected(url, **limited) as connection:
            return await connection.run_sync(_schema)
    except Exception as error:
        # asyncpg raises its own errors while it connects
        if not isinstance(error, OSError | SQLAlchemyError) and not type(error).__module__.startswith(
            "asyncpg."
        ):
            raise
        slow = f"no answer within {CONNECT_SECONDS:g} seconds" if isinstance(error, TimeoutError) else ""
        raise BadDatabase(
            f"The database {name_of(url)} cannot be used: {slow or files.why(error)}."
        ) from error


def require_newest(url: str) -> None:
    """Refuse a database that a server would have to upgrade first."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise BadDatabase(f"There is no database {file}.")
    version, newest = stored_version(url), known_versions()[-1]
    if version != newest:
        raise BadDatabase(
            f"The schema of {name_of(url)} is {version or 'empty'}, not {newest}; "
            "upgrade it with: spyring migrate"
        )


def upgrade(url: str, to: str = NEWEST) -> None:
    """Upgrade the database to the newest schema, or to an older one that it has not reached."""
    if stored_version(url) == known_versions()[-1]:
        return
    file = file_of(url)
    try:
        if file is not None:
            _upgrade_file(file, to)
        else:
            asyncio.run(_upgrade_server(url, to))
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        cause = files.why(error)
        raise BadDatabase(
            f"The database {name_of(url)} could not be upgraded: {cause}. Nothing was changed."
        ) from error


def _upgrade_file(file: Path, to: str) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(file, timeout=files.BUSY_SECONDS, isolation_level=None)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    # Python's driver starts no transaction for a change of the schema.
    event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        _migrate(connection, to, file)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


async def _upgrade_server(url: str, to: str) -> None:
    async with files.connected(url) as connection:
        lock: dict[str, Any] = {"lock": ONE_AT_A_TIME}
        await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), lock)
        await connection.run_sync(partial(_migrate, to=to))


def _migrate(connection: Connection, to: str, file: Path | None = None) -> None:
    """Migrate, unless another process did so while this one waited."""
    version = MigrationContext.configure(connection).get_current_revision()
    if version == known_versions()[-1]:
        return
    if version is not None and file is not None:
        copy = files.copy_beside(file, f"{file.name}.before-{_target(to)}")
        journal.warning(
            f"upgrading the schema from {version} to {_target(to)}; copy of the old one: {copy}",
            extra={"copy": str(copy)},
        )
    command.upgrade(configuration(connection), to)


def _target(to: str) -> str:
    return known_versions()[-1] if to == NEWEST else to


def refuse_unusable(file: Path) -> None:
    """Refuse a file that a server cannot use, before anything is changed. Changes that a killed server left
    cannot be read without a copy; such a file is checked once it is locked.
    """
    if file.is_file() and file.stat().st_size and not files.Lock(file).is_taken() and not left_beside(file):
        stored_version(url_to_read(file, UNCHANGING))


def left_beside(file: Path) -> list[str]:
    """The files that a killed server left, with changes that are not in the main file yet."""
    parts = {name: Path(f"{file}{name}") for name in files.COMPANIONS if name != "-shm"}
    return [name for name, part in parts.items() if part.exists() and part.stat().st_size]


def url_to_read(file: Path, mode: str) -> str:
    """The URL of a file that SQLite opens in this mode."""
    return f"sqlite+aiosqlite:///{files.uri_of(file)}?{mode}&uri=true"
