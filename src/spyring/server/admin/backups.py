"""Backups, and copies from one database to another; each is consistent, even while people play.

A backup is an SQLite file with all data, whatever the source database. None of this may run inside an event
loop.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import Final

from sqlalchemy import delete, insert
from sqlalchemy.exc import SQLAlchemyError

from spyring.server.admin.copying import Counts, copy_data, count_rows, last_heartbeat
from spyring.server.admin.snapshot import reading
from spyring.server.core.storage import files
from spyring.server.core.storage.database import gateway_for
from spyring.server.core.storage.files import BadDatabase, file_of
from spyring.server.core.storage.migrate import stored_version, upgrade
from spyring.server.core.storage.schema import heartbeat, secrets
from spyring.server.core.storage.statements import NO_VALUES

LAST_BACKUP: Final = "last backup"  # no secret, but of the server itself
SERVER_ALIVE_SECONDS: Final = 15.0  # a server with a beat this recent is running


def url_of(file: Path) -> str:
    """The URL of an SQLite file."""
    return f"sqlite+aiosqlite:///{file}"


def backup(url: str, file: Path, replace: bool = False) -> Counts:
    """Copy all data, as of one moment, to a new file; works beside a running server."""
    _check_new(file, replace)
    source = file_of(url)
    if source is None:
        return _backup_server(url, file)
    if not source.is_file():
        raise BadDatabase(f"There is no database {source}.")
    if file.exists() and source.samefile(file):
        raise BadDatabase(f"{file} is the database itself.")
    stored_version(url)  # refuses a foreign database
    files.check_room(file.parent, files.size_of(source), source)
    files.copy_file(source, file)
    return _verified(file)


def note_backup(url: str) -> None:
    """Note for the operator's page that a backup was made; a failure here does not harm the backup."""
    with suppress(OSError, SQLAlchemyError, sqlite3.Error):
        asyncio.run(_note_backup(url))


async def _note_backup(url: str) -> None:
    gateway = gateway_for(url)
    before = delete(secrets).where(secrets.c.name == LAST_BACKUP)
    now = insert(secrets).values(name=LAST_BACKUP, value=str(time()))
    try:
        await gateway.write([(before, NO_VALUES), (now, NO_VALUES)])
    finally:
        await gateway.close()


def _backup_server(url: str, file: Path) -> Counts:
    version = stored_version(url)
    if version is None:
        raise BadDatabase(f"{files.name_of(url)} is empty.")
    with files.whole_file(file) as part:
        upgrade(url_of(part), version)
        return asyncio.run(copy_data(url, url_of(part)))


def _verified(file: Path) -> Counts:
    """Count the rows of a backup, after SQLite has read every page of it."""
    connection = sqlite3.connect(file)
    try:
        (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    finally:
        connection.close()
    if said != "ok":
        raise BadDatabase(f"{file} is damaged, as its source is: {said}. Ask: spyring admin doctor")
    return asyncio.run(count_rows(url_of(file)))


def restore(url: str, source: Path, replace: bool = False) -> Counts:
    """Replace a database that no server uses by a backup."""
    if not source.is_file():
        raise BadDatabase(f"There is no backup {source}.")
    with _newest(source) as newest:
        target = file_of(url)
        if target is None:
            return _fill_server(url, newest, replace)
        files.check_place(target)
        lock = files.Lock(target)
        lock.take()
        try:
            if target.exists() and target.samefile(source):
                raise BadDatabase(f"{source} is the database itself.")
            _check_new(target, replace)
            _put(newest, target)
            lock.mark()
        finally:
            lock.give_back()
        return _verified(target)


def copy(url: str, target: str, replace: bool = False) -> Counts:
    """Copy all data to another database, SQLite or PostgreSQL."""
    file, source = file_of(target), file_of(url)
    if file is not None:
        files.check_place(file)
        return backup(url, file, replace)
    if source is None:
        if stored_version(url) is None:
            raise BadDatabase(f"{files.name_of(url)} is empty.")
        upgrade(url)
        return _fill_server(target, url, replace)
    with tempfile.TemporaryDirectory(prefix="spyring-") as folder:
        taken = Path(folder, "copy.db")
        backup(url, taken)
        return restore(target, taken, replace)


def _check_new(file: Path, replace: bool) -> None:
    if not file.absolute().parent.is_dir():
        raise BadDatabase(f"There is no folder {file.parent} for {file.name}. Create it first.")
    if not replace and file.exists() and file.stat().st_size > 0:
        raise BadDatabase(f"{file} is there already; name another file, or say --replace.")


@contextmanager
def _newest(source: Path) -> Iterator[str]:
    """A backup with the newest schema; the original file stays as it is."""
    with reading(url_of(source)) as snapshot:
        if snapshot.version is None:
            raise BadDatabase(f"{source} is empty.")
        yield snapshot.url


def _put(newest: str, target: Path) -> None:
    """Keep the old file beside it first, with its last commits merged into it: they must never mix with the
    new file.
    """
    source = file_of(newest)
    assert source is not None
    if target.exists() and target.stat().st_size > 0:
        files.copy_beside(target, f"{target.name}.before-restore")
        connection = sqlite3.connect(target)
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise BadDatabase(f"{target} cannot be replaced: somebody else has it open ({error}).") from error
        finally:
            connection.close()
    for companion in ("-wal", "-shm", "-journal"):
        Path(f"{target}{companion}").unlink(missing_ok=True)
    files.copy_file(source, target, newest.partition("?")[2].replace("&uri=true", "") or "mode=rw")


def _fill_server(url: str, source: str, replace: bool) -> Counts:
    upgrade(url)
    beat = asyncio.run(last_heartbeat(url))
    rows = asyncio.run(count_rows(url))
    if sum(rows.values()) > rows[heartbeat.name]:
        if not replace:
            raise BadDatabase(f"{files.name_of(url)} is not empty; name another database, or say --replace.")
        if time() - beat < SERVER_ALIVE_SECONDS:
            raise BadDatabase(f"A server is using {files.name_of(url)}. Stop it first.")
    return asyncio.run(copy_data(source, url, replace))
