"""Reports to the operator; :mod:`spyring.server.people.reports` reads them."""

from typing import Final

from sqlalchemy import func, insert, select

from spyring.engine.i18n import _
from spyring.server.caller import Caller
from spyring.server.people.relations import no_person
from spyring.server.problems import Refused
from spyring.server.storage.database import Database, new_id
from spyring.server.storage.schema import people, reports
from spyring.server.tables.live_tables import LiveTables

MAX_REPORTS: Final = 20  # of one person that nobody has read yet


class Reporting:
    """What somebody tells the operator about somebody else."""

    def __init__(self, database: Database, live_tables: LiveTables) -> None:
        self.database = database
        self.live_tables = live_tables

    async def report(self, caller: Caller, about: str, text: str, table: str | None = None) -> None:
        """Tell the operator about somebody, and where it was."""
        me = caller.require_person()
        live = None if table is None else await self.live_tables.watchable(table, caller)
        row = await self.database.row(select(people.c.id).where(people.c.id == about, people.c.name != ""))
        if row is None or about == me.id:
            raise no_person()
        query = select(func.count().label("n")).where(reports.c.by == me.id, reports.c.closed_at.is_(None))
        waiting = await self.database.row(query)
        if waiting is not None and waiting["n"] >= MAX_REPORTS:
            raise Refused("too-many-reports", _("Your reports are waiting to be read; more would not help."))
        report = {"id": new_id(), "by": me.id, "about": about, "text": text}
        where = {"table_id": None if live is None else live.id, "made_at": self.database.time.now()}
        await self.database.write(insert(reports).values(report | where))
