"""A file as a server of an earlier schema would have left it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from spyring.server.core.storage.migrate import upgrade
from spyring.server.migrations.versions.v0023_words import RENAMED
from tests.server.migration_kills import url_of


def take_back(file: Path, version: str) -> None:
    """Carry what an earlier schema has room for into a file of that schema, and put it in its place."""
    old = file.with_name(f"{version}.db")
    upgrade(url_of(old), version)
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("ATTACH ? AS newer", (str(file),))
        names = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"
        for (table,) in connection.execute(names).fetchall():
            newer = RENAMED.get(table, table)
            columns = [
                f'"{name}"'
                for name in column_names(connection, "main", table)
                if name in column_names(connection, "newer", newer)
            ]
            some = ", ".join(columns)
            connection.execute(
                f"INSERT OR REPLACE INTO main.{table} ({some}) SELECT {some} FROM newer.{newer}"
            )
        connection.commit()
    old.replace(file)


def column_names(connection: sqlite3.Connection, schema: str, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA {schema}.table_info({table})")]
