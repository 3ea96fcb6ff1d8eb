"""The schema, brought up to date by Alembic; the migrations travel inside the package.

All steps and the version are one transaction: whatever ends it, the database is as it was or as it should be.
Before the transaction changes anything, a copy of an SQLite file is made beside it.
"""

import asyncio
import logging
import sqlite3
from functools import lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from spyring.server.core.storage.copies import BUSY_SECONDS, copy_beside
from spyring.server.core.storage.preflight import BadDatabase, file_of, name_of, version_of

ONE_AT_A_TIME: Final = 5_194_201_942  # the name of an advisory lock
NEWEST: Final = "head"

journal = logging.getLogger("spyring.server")


def configuration(connection: Connection | None = None) -> Config:
    """What Alembic needs to know."""
    config = Config()
    config.set_main_option("script_location", str(files("spyring.server").joinpath("migrations")))
    config.attributes["connection"] = connection
    return config


@lru_cache(1)
def known_versions() -> list[str]:
    """Versions of the schema that this program can read, oldest first."""
    scripts = ScriptDirectory.from_config(configuration())
    return [script.revision for script in scripts.walk_revisions()][::-1]


def stored_version(url: str) -> str | None:
    """The version of a database, None for an empty one; refuses one that is not ours. Neither this nor
    ``upgrade`` may run inside an event loop.
    """
    return version_of(url, known_versions())


def is_newest(url: str) -> bool:
    """Whether nothing has to be done."""
    return stored_version(url) == known_versions()[-1]


def require_newest(url: str) -> None:
    """Refuse a database that a server would bring up to date first."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise BadDatabase(f"There is no database {file}.")
    version, newest = stored_version(url), known_versions()[-1]
    if version != newest:
        raise BadDatabase(
            f"The schema of {name_of(url)} is {version or 'empty'}, not {newest}; "
            "bring it up to date with: spyring migrate"
        )


def upgrade(url: str, to: str = NEWEST) -> None:
    """Bring the database to the newest schema, or to an older one that it has not reached."""
    if is_newest(url):
        return
    file = file_of(url)
    try:
        if file is not None:
            _upgrade_file(file, to)
        else:
            asyncio.run(_upgrade_server(url, to))
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        why = str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")
        raise BadDatabase(
            f"The database {name_of(url)} could not be brought up to date: {why}. It is as it was."
        ) from error


def _upgrade_file(file: Path, to: str) -> None:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    # Python's driver begins no transaction for a change of the schema.
    event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        _migrate(connection, to, file)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


async def _upgrade_server(url: str, to: str) -> None:
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)
    try:
        async with engine.begin() as connection:
            lock: dict[str, Any] = {"lock": ONE_AT_A_TIME}
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), lock)
            await connection.run_sync(partial(_migrate, to=to))
    finally:
        await engine.dispose()


def _migrate(connection: Connection, to: str, file: Path | None = None) -> None:
    """Whoever waited for another finds it done."""
    version = MigrationContext.configure(connection).get_current_revision()
    if version == known_versions()[-1]:
        return
    if version is not None and file is not None:
        copy = copy_beside(file, f"{file.name}.before-{_target(to)}")
        journal.warning(
            f"the schema is brought from {version} to {_target(to)}; a copy as it was: {copy}",
            extra={"copy": str(copy)},
        )
    command.upgrade(configuration(connection), to)


def _target(to: str) -> str:
    return known_versions()[-1] if to == NEWEST else to
