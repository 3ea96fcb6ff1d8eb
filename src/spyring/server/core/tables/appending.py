"""Append an entry to a table's log: the one write that every move of every game makes, in two dialects.

PostgreSQL gets one statement, which is its own transaction and saves round trips. SQLite gets several. An
entry that ends its game is part of a larger transaction, which writes the same rows.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Float, Integer, Select, String, bindparam, column, func, insert, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError

from spyring.engine.position import Json
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import entries, seats, tables
from spyring.server.core.storage.statements import Prepared, Step, Transaction, WriteConflict, given
from spyring.server.core.topics import of_table

# Matches the table's row only if no other request has changed it.
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
        worker_until=None,
    )
)


class Append(NamedTuple):
    """The data to store: the new values of the table's row, the entry, and the clocks that it changed."""

    row: Json
    entry: Json
    clocks: Sequence[Json]


async def store(database: Database, append: Append) -> None:
    """Store it in its own transaction, and send the entry to other workers, so that they need not read it.
    Like ``store_within``, raises :class:`WriteConflict` and stores nothing if another request was faster.
    """
    try:
        await database.store_move(_steps(database, append, with_news=True))
    except IntegrityError as error:
        raise WriteConflict from error


async def store_within(transaction: Transaction, database: Database, append: Append) -> None:
    """Store it as part of a transaction. Other workers are notified, and read it."""
    try:
        for statement, values in _steps(database, append):
            if await transaction.execute(statement, values) != 1:
                raise WriteConflict
    except IntegrityError as error:
        raise WriteConflict from error


def _advance_and_notify() -> Select[Any]:
    """Update the row unless another request was faster, then store the entry and its clocks, and notify the
    other workers.
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


ADVANCE_AND_NOTIFY: Final = Prepared(_advance_and_notify())  # for PostgreSQL

# SQLite runs these one after another.
ADVANCE_ROW: Final = Prepared(ADVANCE)
INSERT_ENTRY: Final = Prepared(insert(entries).values({c.name: given(c.name) for c in entries.c}))
TURN_CLOCK: Final = Prepared(
    update(seats)
    .where(seats.c.table_id == given("here"), seats.c.seat == given("at"))
    .values(bank=given("bank"), since=given("since"))
)


def _steps(database: Database, append: Append, with_news: bool = False) -> list[Step]:
    """Each step must change one row; otherwise another request was faster."""
    if not database.shared:
        turns = [{"here": append.row["here"], "at": clock["seat"], **clock} for clock in append.clocks]
        clocks = [(TURN_CLOCK, turn) for turn in turns]
        return [(ADVANCE_ROW, append.row), (INSERT_ENTRY, append.entry), *clocks]
    new = {f"new_{name}": value for name, value in append.entry.items()}
    news = json.dumps(append) if with_news else ""
    word = database.word(of_table(append.row["here"]), news)
    return [(ADVANCE_AND_NOTIFY, {**append.row, **new, "clocks": json.dumps(append.clocks), **word})]
