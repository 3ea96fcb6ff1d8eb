"""Copies all stored data from one database to another: SQLite, PostgreSQL, either way.

It reads one snapshot, so that the data is consistent even while people play. It writes one transaction, so
that the other database gets all of it or nothing. Both have the same schema, which may be an older one.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import MetaData, Table, delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from spyring.server.conversation.schema import chat
from spyring.server.core.storage.files import BadDatabase, connected, name_of, why
from spyring.server.core.storage.schema import external_changes, heartbeat

ROWS_AT_ONCE: Final = 500
VERSION: Final = "alembic_version"  # the table of Alembic
COUNTED: Final = (chat, external_changes)  # PostgreSQL numbers their rows itself
OF_THE_START: Final = ("heartbeat", "pulse")  # a new database has a row in it; the second is an older name

Counts = dict[str, int]  # rows, by the name of their table


async def copy_data(source: str, target: str, replace: bool = False) -> Counts:
    """Copy everything; both must have the same schema, and the target no rows, unless they are replaced.
    Returns the numbers of rows.
    """
    try:
        async with connected(source) as origin, connected(target) as place:
            await _snapshot(origin)
            tables = await _tables(origin)
            for table in reversed(tables) if replace else ():
                await place.execute(delete(table))
            counts = {table.name: await _copy_rows(origin, place, table) for table in tables}
            await _number_on(place)
            if await _counts(place, tables) != counts:
                raise BadDatabase(f"Not everything arrived in {name_of(target)}; nothing was changed there.")
            return counts
    except (OSError, SQLAlchemyError) as error:
        raise BadDatabase(
            f"{name_of(source)} cannot be copied to {name_of(target)}: {why(error)}. "
            "Nothing was changed there."
        ) from error


async def count_rows(url: str) -> Counts:
    """How many rows every table has."""
    async with connected(url) as connection:
        await _snapshot(connection)
        return await _counts(connection, await _tables(connection))


async def last_heartbeat(url: str) -> float:
    """The last heartbeat of a server there."""
    async with connected(url) as connection:
        return float((await connection.execute(select(heartbeat.c.at))).scalar() or 0.0)


async def _snapshot(connection: AsyncConnection) -> None:
    """Start a snapshot: everything is read as of this moment."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    else:
        await connection.execute(text("BEGIN"))


async def _tables(connection: AsyncConnection) -> list[Table]:
    """All tables of the database, each after the tables that it refers to."""
    found = MetaData()
    await connection.run_sync(found.reflect)
    return [table for table in found.sorted_tables if table.name != VERSION]


async def _copy_rows(origin: AsyncConnection, place: AsyncConnection, table: Table) -> int:
    if table.name in OF_THE_START:
        await place.execute(delete(table))
    elif (await place.execute(select(table.c[0]).limit(1))).first() is not None:
        raise BadDatabase(f"The target database is not empty: it contains {table.name}.")
    count = 0
    found = await origin.stream(select(table))
    async for rows in found.mappings().partitions(ROWS_AT_ONCE):
        await place.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count


async def _number_on(place: AsyncConnection) -> None:
    """Set the sequences, so that the next rows get new numbers."""
    if place.dialect.name != "postgresql":
        return
    for table in COUNTED:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        last = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
        await place.execute(select(func.setval(sequence, last, False)))


async def _counts(connection: AsyncConnection, tables: Iterable[Table]) -> Counts:
    counts: Counts = {}
    for table in tables:
        query = select(func.count()).select_from(table)
        counts[table.name] = (await connection.execute(query)).scalar_one()
    return counts
