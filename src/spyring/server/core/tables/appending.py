"""One more entry of a table's log: the one write that every move of every game makes, in two dialects.

SQLite gets statements as text, so that its thread need not go through SQLAlchemy for every move; PostgreSQL
gets one statement, which is a transaction by itself. An entry that ends its game is part of a larger
transaction, and then the same is written there.
"""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import asyncpg
from sqlalchemy import (
    Float,
    Insert,
    Integer,
    Select,
    String,
    Update,
    bindparam,
    column,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from spyring.engine.position import Json
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.prepared import Prepared
from spyring.server.core.storage.schema import entries, seats, tables
from spyring.server.core.topics import of_table

# The row of the table, if nobody was faster.
ADVANCE: Final = (
    update(tables)
    .where(
        tables.c.id == bindparam("here"),
        tables.c.length == bindparam("old_length"),
        tables.c.revision == bindparam("old_revision"),
    )
    .values(
        length=bindparam("length"),
        moved_at=bindparam("moved_at"),
        wake_at=bindparam("wake_at"),
        revision=bindparam("revision"),
        offer=bindparam("offer"),
        worker_until=bindparam("worker_until"),
    )
)


class WriteConflict(Exception):
    """Another worker, or an earlier request, changed the table first; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Append:
    """What is stored: the new values of the table's row, the entry, and the clocks that it turned."""

    row: Json
    entry: Json
    clocks: Sequence[Json]

    @property
    def table(self) -> str:
        """Where."""
        return str(self.row["here"])


class Appends(Protocol):
    """A dialect. Either way raises :class:`WriteConflict` if somebody was faster, and stores nothing."""

    async def alone(self, append: Append) -> None:
        """Store it in a transaction of its own."""

    async def within(self, connection: AsyncConnection, append: Append) -> None:
        """Store it as a part of a transaction."""


def appends_for(database: Database) -> Appends:
    """The dialect of a database."""
    if database.group_commit is None:
        return PostgresAppends(database)
    return SqliteAppends(database)


# -- SQLite --------------------------------------------------------------------------------------------------


def _text(statement: Insert | Update, *columns: str) -> str:
    """A statement as SQLite reads it."""
    dialect = sqlite.dialect(paramstyle="named")
    return str(statement.compile(dialect=dialect, column_keys=list(columns) or None))


TURN: Final = (
    update(seats)
    .where(seats.c.table_id == bindparam("here"), seats.c.seat == bindparam("at"))
    .values(bank=bindparam("bank"), since=bindparam("since"))
)
ADVANCE_TEXT: Final = _text(ADVANCE)
INSERT_TEXT: Final = _text(insert(entries), *(column.name for column in entries.c))
TURN_TEXT: Final = _text(TURN)


class SqliteAppends:
    """Statements one after another, together with those of other tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def alone(self, append: Append) -> None:
        """Store it with the next group."""

        def write(connection: sqlite3.Connection) -> None:  # in the group's thread
            for text, values in _statements(append):
                if connection.execute(text, values).rowcount != 1:
                    raise WriteConflict

        try:
            await self.database.commit_move(write)
        except sqlite3.IntegrityError as error:
            raise WriteConflict from error

    async def within(self, connection: AsyncConnection, append: Append) -> None:
        """Store it with the rest."""
        try:
            for text, values in _statements(append):
                if (await connection.exec_driver_sql(text, values)).rowcount != 1:
                    raise WriteConflict
        except IntegrityError as error:
            raise WriteConflict from error


def _statements(append: Append) -> list[tuple[str, Json]]:
    """Each changes one row, or somebody was faster."""
    turns = [(TURN_TEXT, {"here": append.table, "at": clock["seat"], **clock}) for clock in append.clocks]
    return [(ADVANCE_TEXT, append.row), (INSERT_TEXT, append.entry), *turns]


# -- PostgreSQL ----------------------------------------------------------------------------------------------


def _advance_and_notify() -> Select[Any]:
    """The row if nobody was faster, then the entry, the clocks it turned, and word of it to the other
    workers.
    """
    new = {f"new_{column.name}": column for column in entries.c}
    moved = ADVANCE.returning(tables.c.id).cte("moved")
    values = select(*(bindparam(name, type_=column.type) for name, column in new.items()))
    noted = insert(entries).from_select([column.name for column in new.values()], values.select_from(moved))
    clock = (
        func.jsonb_to_recordset(bindparam("clocks", type_=JSONB))
        .table_valued(column("seat", Integer), column("bank", Float), column("since", Float), name="clock")
        .render_derived(with_types=True)
    )
    turned = (
        update(seats)
        .where(seats.c.table_id == moved.c.id, seats.c.seat == clock.c.seat)
        .values(bank=clock.c.bank, since=clock.c.since)
        .cte("turned")
    )
    word = func.pg_notify(bindparam("channel", type_=String), bindparam("word", type_=String))
    return select(word).select_from(noted.returning(entries.c.number).cte("noted")).add_cte(turned)


ADVANCE_AND_NOTIFY: Final = Prepared(_advance_and_notify())


class PostgresAppends:
    """One statement, which also tells the other workers what is new."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def alone(self, append: Append) -> None:
        """Store it, and send the entry itself along: who knows what was before need not read it."""
        news = json.dumps([append.row, append.entry, append.clocks])
        values = self._values(append, news) | {"clocks": json.dumps(append.clocks)}
        try:
            found = await self.database.store_move(ADVANCE_AND_NOTIFY, values)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise WriteConflict from error
        if not found:
            raise WriteConflict

    async def within(self, connection: AsyncConnection, append: Append) -> None:
        """Store it; whoever hears of it reads how the table stands."""
        try:
            found = await connection.execute(ADVANCE_AND_NOTIFY.statement, self._values(append))
        except IntegrityError as error:
            raise WriteConflict from error
        if found.first() is None:
            raise WriteConflict

    def _values(self, append: Append, news: str = "") -> Json:
        new = {f"new_{name}": value for name, value in append.entry.items()}
        word = self.database.word(of_table(append.table), news)
        return {**append.row, **new, "clocks": append.clocks, **word}
