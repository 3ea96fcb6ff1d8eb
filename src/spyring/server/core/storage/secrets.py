"""Secrets of the server itself: made when they are first needed, and kept for all workers and all time."""

from collections.abc import Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import secrets


async def server_secret(database: Database, name: str, make: Callable[[], str]) -> str:
    """The secret of this name; whoever asks first makes it."""
    query = select(secrets.c.value).where(secrets.c.name == name)
    row = await database.row(query)
    if row is None:
        try:
            await database.write(insert(secrets).values(name=name, value=make()))
        except IntegrityError:  # another worker was faster
            pass
        row = await database.row(query)
    assert row is not None
    return str(row["value"])
