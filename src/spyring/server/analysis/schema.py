"""Analyses of finished games, finished and waiting."""

from typing import Final

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, Table, Text

from spyring.server.core.storage.personal import GAME
from spyring.server.core.storage.schema import metadata, table_column

analyses: Final = Table(  # one for each requested game; the person who asked is not stored
    "analyses",
    metadata,
    table_column(GAME, primary_key=True),
    Column("version", Integer, nullable=False, info=GAME),  # of the program that makes or made it
    Column("asked_at", Float, nullable=False, info=GAME),
    Column("progress", Float, nullable=False, info=GAME),  # from 0 to 1
    Column("claimed_until", Float, nullable=False, info=GAME),  # by a worker; 0: unclaimed
    Column("data", LargeBinary, info=GAME),  # None: not made yet
    Column("fault", Text, info=GAME),  # why it cannot be made, a message key
)
_open = analyses.c.data.is_(None)
Index("ix_analyses_open", analyses.c.asked_at, sqlite_where=_open, postgresql_where=_open)

TABLES: Final = (analyses,)
