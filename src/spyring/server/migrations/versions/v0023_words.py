"""Tables have the names that a reader expects; their indexes and constraints follow."""

import re
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"

RENAMED: Final = {
    "keys": "credentials",
    "summons": "turn_reminders",
    "ties": "relations",
    "pulse": "heartbeat",
    "notices": "external_changes",
    "buckets": "rate_limits",
    "boxes": "game_ratings",
    "chronicles": "imported_campaigns",
    "addressees": "mail_consents",
    "promises": "commitments",
}


def upgrade() -> None:
    connection = op.get_bind()
    for old, new in RENAMED.items():
        op.rename_table(old, new)
        if connection.dialect.name == "postgresql":
            _rename_parts(connection, old, new)
        else:
            _make_again(connection, old, new)


def _renamed(text: str, old: str, new: str) -> str:
    """The names of indexes and constraints in a text, which begin with their kind and their table."""
    return re.sub(rf"\b(pk|fk|uq|ix)_{old}(?=_|\b)", rf"\1_{new}", text)


def _rename_parts(connection: sa.Connection, old: str, new: str) -> None:
    here = {"table": new}
    named = sa.text("SELECT conname FROM pg_constraint WHERE conrelid = CAST(:table AS regclass)")
    for name in connection.scalars(named, here).all():
        if (better := _renamed(name, old, new)) != name:
            op.execute(f'ALTER TABLE "{new}" RENAME CONSTRAINT "{name}" TO "{better}"')
    indexes = sa.text(
        "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND tablename = :table"
    )
    for name in connection.scalars(indexes, here).all():
        if (better := _renamed(name, old, new)) != name:
            op.execute(f'ALTER INDEX "{name}" RENAME TO "{better}"')
    op.execute(f'ALTER SEQUENCE IF EXISTS "{old}_id_seq" RENAME TO "{new}_id_seq"')


def _make_again(connection: sa.Connection, old: str, new: str) -> None:
    """SQLite renames neither indexes nor constraints, so the table is copied into one with the new names."""
    parts = sa.text("SELECT type, sql FROM sqlite_master WHERE tbl_name = :table AND sql IS NOT NULL")
    found = connection.execute(parts, {"table": new}).all()
    (table,) = (_renamed(sql, old, new) for kind, sql in found if kind == "table")
    connection.exec_driver_sql(table.replace(f'"{new}"', '"renamed"', 1))
    connection.exec_driver_sql(f'INSERT INTO "renamed" SELECT * FROM "{new}"')
    op.drop_table(new)
    op.rename_table("renamed", new)
    for kind, sql in found:
        if kind == "index":
            connection.exec_driver_sql(_renamed(sql, old, new))
