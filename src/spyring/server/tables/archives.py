"""Finished games are archived as they were told, soon after their end and while their rules are here."""

import asyncio
import logging
from typing import Final

from sqlalchemy import select, update

from spyring.server.problems import Damaged, NotFound
from spyring.server.storage.database import Database
from spyring.server.storage.schema import archives
from spyring.server.tables.archive import archived
from spyring.server.tables.live_tables import LiveTables

GAMES_PER_SWEEP: Final = 5  # games in one sweep, so that others have their turn
NOTHING: Final = b""  # of a game that could not be shown any more when its turn came

journal = logging.getLogger("spyring.server")


class Archives:
    """What is still to be archived stands in the database, so that nothing is forgotten by a kill."""

    def __init__(self, database: Database, live_tables: LiveTables) -> None:
        self.database = database
        self.live_tables = live_tables

    async def fill(self) -> int:
        """Archive some of the games that wait for it; how many there were."""
        query = select(archives.c.table_id).where(archives.c.data.is_(None)).limit(GAMES_PER_SWEEP)
        waiting = [row["table_id"] for row in await self.database.rows(query)]
        for table in waiting:
            here = (archives.c.table_id == table, archives.c.data.is_(None))
            data = await self._data(table)
            await self.database.write(update(archives).where(*here).values(data=data))
        return len(waiting)

    async def _data(self, table: str) -> bytes:
        try:
            live = await self.live_tables.find(table)
        except (Damaged, NotFound):  # also a game that is no longer on the shelf
            return NOTHING
        async with live.lock:  # whoever stored its last move applies it before anybody else has the lock
            pass
        if live.frozen is not None or live.timeline is None:
            return NOTHING
        try:
            return await asyncio.to_thread(archived, live.timeline, live.seal)
        except Exception as error:  # of a game of any author; the others are to be archived, too
            journal.error("finished game not archived", exc_info=error, extra={"table": table})
            return NOTHING
