"""Finds faults of a database and says what to do about them; changes nothing."""

import asyncio
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import func, select

from spyring.server.admin.check_games import check_games
from spyring.server.admin.snapshot import reading
from spyring.server.core.settings import Settings, from_file, settings_file
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.files import BadDatabase, file_of, size_of
from spyring.server.core.storage.migrate import known_versions
from spyring.server.core.storage.schema import entries, tables
from spyring.server.core.times import Time

RESTORE_A_BACKUP: Final = (
    "stop the server, keep the file and its -wal, and restore the last backup: spyring admin restore"
)
MAX_LINES_PER_FAULT: Final = 5  # lines of SQLite about one fault


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; ``harm`` if data is lost or will be, ``remedy`` says what to do."""

    what: str
    remedy: str
    harm: bool = True


def examine(settings: Settings) -> list[Finding]:
    """Find everything that shows without changes. Must not run inside an event loop."""
    try:
        return _examine(settings)
    except BadDatabase as error:
        if "malformed" not in str(error):  # SQLite's word for a file that cannot be read at all
            raise
        return [Finding(str(error), RESTORE_A_BACKUP)]


def _examine(settings: Settings) -> list[Finding]:
    found = _of_settings(settings_file())
    with reading(settings.database_url) as snapshot:
        newest = known_versions()[-1]
        if snapshot.version is None:
            found.append(
                Finding("The database is empty.", "start a server, or: spyring admin restore", False)
            )
            return found
        if snapshot.version != newest:
            what = f"The schema is {snapshot.version}, not {newest}."
            found.append(Finding(what, "spyring migrate, or start the server", False))
        file = file_of(settings.database_url)
        if file is not None:
            found += _of_place(file)
        here = file_of(snapshot.url)
        if here is not None:
            found += _of_pages(snapshot.url)
        if not any(finding.harm for finding in found):
            at = settings.model_copy(update={"database_url": snapshot.url})
            found += asyncio.run(_of_games(at))
    return found


def _of_settings(file: Path) -> list[Finding]:
    """A settings file with a password is nobody else's business."""
    if not file.is_file() or not file.stat().st_mode & 0o077:
        return []
    held = from_file(file)
    secrets = held.keys() & {"smtp_password", "oidc_client_secret"}
    if not secrets and "@" not in str(held.get("database_url", "")):
        return []
    return [Finding(f"Other users can read {file}. It holds a password.", f"chmod 600 {file}", False)]


def _of_place(file: Path) -> list[Finding]:
    found = []
    if file.stat().st_mode & 0o077:
        found.append(Finding(f"Other users can read {file}. It holds secrets.", f"chmod 600 {file}"))
    free, wanted = shutil.disk_usage(file.absolute().parent).free, 2 * size_of(file)
    if free < wanted:
        what = f"{free / 1e6:.0f} MB are free; an upgrade or a backup may need {wanted / 1e6:.0f} MB."
        found.append(Finding(what, "make room on the disk", False))
    for part in sorted(file.absolute().parent.glob(f"{file.name}*.part")):
        found.append(Finding(f"{part} is a copy that was never finished.", "remove it", False))
    return found


def _of_pages(url: str) -> list[Finding]:
    """Faults that SQLite itself finds in its pages and between its tables."""
    file, mode = url.partition("///")[2].partition("?")[::2]
    name = file if mode else f"file:{file}"
    connection = sqlite3.connect(f"{name}?{mode}", uri=True)
    try:
        said = [
            row[0]
            for row in connection.execute(f"PRAGMA integrity_check({MAX_LINES_PER_FAULT})")
            if row[0] != "ok"
        ]
        lost = connection.execute("PRAGMA foreign_key_check").fetchmany(MAX_LINES_PER_FAULT)
    except sqlite3.DatabaseError as error:
        said, lost = [str(error)], []
    finally:
        connection.close()
    broken = [Finding(f"The file is damaged: {line}.", RESTORE_A_BACKUP) for line in said]
    orphans = "copy it (spyring admin copy), or restore a backup"
    return broken + [
        Finding(f"A row of {row[0]} refers to {row[2]} that no longer exist.", orphans) for row in lost
    ]


async def _of_games(settings: Settings) -> list[Finding]:
    """Tables whose log has gaps, and tables that do not follow the current rules."""
    found: list[Finding] = []
    async for checked in check_games(settings):
        if checked.fault is not None:
            what = f"{checked.table} ({checked.game}): {checked.fault}."
            found.append(Finding(what, f"spyring admin unfreeze {checked.table}", not checked.frozen))
    database = Database(settings, Time(), read_only=True)
    try:
        last = func.coalesce(func.max(entries.c.number), 0)
        query = (
            select(tables.c.id, tables.c.length)
            .outerjoin(entries, entries.c.table_id == tables.c.id)
            .group_by(tables.c.id, tables.c.length)
            .having((func.count(entries.c.number) != tables.c.length) | (last != tables.c.length))
        )
        for row in await database.rows(query):
            what = f"The log of {row['id']} does not have the {row['length']} entries that it should."
            found.append(Finding(what, f"spyring admin unfreeze --cut {row['id']}"))
    finally:
        await database.close()
    return found
