"""Games that are given to science."""

from typing import Final

from sqlalchemy import Column, Float, Table

from spyring.server.core.storage.personal import EXPORTED, owner
from spyring.server.core.storage.schema import TABLE, metadata, person_column, table_column

donations: Final = Table(  # finished games that a player gives to science
    "donations",
    metadata,
    table_column(TABLE, primary_key=True),
    person_column("person", owner("donations"), primary_key=True, index=True),
    Column("made_at", Float, nullable=False, info=EXPORTED),
)

TABLES: Final = (donations,)
