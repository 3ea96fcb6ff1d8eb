"""Archives of finished games."""

from typing import Final

from sqlalchemy import Column, Index, LargeBinary, Table

from spyring.server.core.storage.personal import GAME
from spyring.server.core.storage.schema import metadata, table_column

archives: Final = Table(  # finished games as they were told
    "archives",
    metadata,
    table_column(GAME, primary_key=True),
    Column("data", LargeBinary, info=GAME),  # None: not archived yet
)
_waiting = archives.c.data.is_(None)
Index("ix_archives_waiting", archives.c.table_id, sqlite_where=_waiting, postgresql_where=_waiting)

TABLES: Final = (archives,)
