"""How Alembic reaches the database; several workers may start at once, and one of them migrates."""

import asyncio

from alembic import context
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from spyring.server.storage.schema import metadata

ONE_AT_A_TIME = 5_194_201_942  # the name of an advisory lock


def migrate(connection: Connection) -> None:
    """Carry out what is missing."""
    on_postgresql = connection.dialect.name == "postgresql"
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=not on_postgresql)
    with context.begin_transaction():
        if on_postgresql:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ONE_AT_A_TIME})
        context.run_migrations()


async def connect() -> None:
    engine = create_async_engine(context.config.attributes["url"], poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


if __name__ == "env_py":  # as Alembic loads it
    asyncio.run(connect())
