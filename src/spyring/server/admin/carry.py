"""Everything that is stored, carried from one database to another: SQLite, PostgreSQL, either way.

It is read in one snapshot, so that what is carried belongs together also while people play, and written in
one transaction, so that the other database has all of it or nothing. Both have the same schema.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Column, Connection, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from spyring.server.conversation.schema import chat
from spyring.server.core.storage.files import BadDatabase, connected, name_of, why
from spyring.server.core.storage.schema import metadata, notices, pulse

ROWS_AT_ONCE: Final = 500
VERSION: Final = "alembic_version"  # the table of Alembic
COUNTED: Final = (chat, notices)  # whose rows PostgreSQL counts by itself
OF_THE_START: Final = (pulse,)  # what an empty database has rows of

Counts = dict[str, int]  # rows, by the name of their table


async def carry(source: str, target: str, replace: bool = False) -> Counts:
    """Carry everything; both must have the same schema, and the target no rows, or such as are replaced.
    Returns how much it was.
    """
    try:
        async with connected(source) as origin, connected(target) as place:
            await _snapshot(origin)
            for table in reversed(metadata.sorted_tables) if replace else ():
                await place.execute(delete(table))
            counts = await _carry(origin, place)
            await _number_on(place)
            if await _counts(place, list(counts)) != counts:
                raise BadDatabase(f"Not everything arrived in {name_of(target)}; nothing was changed there.")
            return counts
    except (OSError, SQLAlchemyError) as error:
        raise BadDatabase(
            f"{name_of(source)} cannot be carried to {name_of(target)}: {why(error)}. "
            "Nothing was changed there."
        ) from error


async def count_rows(url: str) -> Counts:
    """How many rows every table has."""
    async with connected(url) as connection:
        await _snapshot(connection)
        return await _counts(connection, [table.name for table in metadata.sorted_tables])


async def last_pulse(url: str) -> float:
    """When a server was last alive there."""
    async with connected(url) as connection:
        return float((await connection.execute(select(pulse.c.at))).scalar() or 0.0)


async def _snapshot(connection: AsyncConnection) -> None:
    """What is read from now on is how things are at this moment."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    else:
        await connection.execute(text("BEGIN"))


async def _carry(origin: AsyncConnection, place: AsyncConnection) -> Counts:
    counts: Counts = {}
    there = await origin.run_sync(_columns)
    unknown = there.keys() - metadata.tables.keys() - {VERSION}
    if unknown:  # tables of a package that was not loaded: they would be left behind
        raise BadDatabase(f"Nobody here knows what is stored in {', '.join(sorted(unknown))}.")
    for table in metadata.sorted_tables:
        columns = [column for column in table.c if column.name in there.get(table.name, ())]
        if not columns:  # of a later schema
            continue
        await _require_empty(place, table)
        counts[table.name] = await _carry_rows(origin, place, table, columns)
    return counts


def _columns(connection: Connection) -> dict[str, set[str]]:
    found = inspect(connection)
    return {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}


async def _require_empty(place: AsyncConnection, table: Table) -> None:
    if table in OF_THE_START:
        await place.execute(delete(table))
    elif (await place.execute(select(table.c[0]).limit(1))).first() is not None:
        raise BadDatabase(f"The other database is not empty: there are {table.name} in it.")


async def _carry_rows(
    origin: AsyncConnection, place: AsyncConnection, table: Table, columns: Sequence[Column[Any]]
) -> int:
    count = 0
    found = await origin.stream(select(*columns))
    async for rows in found.mappings().partitions(ROWS_AT_ONCE):
        await place.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count


async def _number_on(place: AsyncConnection) -> None:
    """What is stored next gets a number of its own."""
    if place.dialect.name != "postgresql":
        return
    for table in COUNTED:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        last = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
        await place.execute(select(func.setval(sequence, last, False)))


async def _counts(connection: AsyncConnection, names: list[str]) -> Counts:
    counts: Counts = {}
    for name in names:
        query = select(func.count()).select_from(metadata.tables[name])
        counts[name] = (await connection.execute(query)).scalar_one()
    return counts
