"""Reports to the operator, with the chat where it happened."""

from typing import Final

from sqlalchemy import func, insert, select, update

from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.server.community.relations import no_person
from spyring.server.community.schema import reports
from spyring.server.conversation.schema import chat
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Refused
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import people
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables.live_tables import LiveTables

MAX_REMARKS_QUOTED = 12
MAX_LISTED = 200  # reports in a list
MAX_REPORTS: Final = 20  # unread reports of one person


class Reporting:
    """Reports of people about other people, and about problems that they met themselves."""

    def __init__(self, database: Database, live_tables: LiveTables) -> None:
        self.database = database
        self.live_tables = live_tables

    async def report(self, caller: Caller, about: str, text: str, table: str | None = None) -> None:
        """Report a person to the operator, with the table where it happened; oneself for a problem page."""
        me = caller.require_person()
        live = None if table is None else await self.live_tables.watchable(table, caller)
        row = await self.database.row(select(people.c.id).where(people.c.id == about, people.c.name != ""))
        if row is None:
            raise no_person()
        waiting = select(func.count()).where(reports.c.by == me.id, reports.c.closed_at.is_(None))
        if await self.database.value(waiting) >= MAX_REPORTS:
            raise Refused("too-many-reports", _("The operator has not read your earlier reports yet."))
        report = {"id": new_id(), "by": me.id, "about": about, "text": text}
        where = {"table_id": None if live is None else live.id, "made_at": self.database.time.now()}
        await self.database.write(insert(reports).values(report | where))

    async def listed(self) -> list[Json]:
        """The open reports, oldest first, each with what the reported person ``said`` last at that table. The
        ``own`` ones are about a problem that the writer met.
        """
        by, about = people.alias("by"), people.alias("about")
        names = (by.c.name.label("by"), about.c.name.label("about"))
        written = (reports.c.text, reports.c.made_at.label("at"), reports.c.table_id.label("table"))
        own = (reports.c.by == reports.c.about).label("own")
        query = (
            select(reports.c.id, reports.c.about.label("whom"), *names, *written, own)
            .join(by, by.c.id == reports.c.by)
            .join(about, about.c.id == reports.c.about)
            .where(reports.c.closed_at.is_(None))
            .order_by(reports.c.made_at, reports.c.id)
            .limit(MAX_LISTED)
        )
        return [{**row, "said": await self._said(row)} for row in await self.database.rows(query)]

    async def close(self, report: str) -> bool:
        """Close a report; returns whether there was one."""
        closed = update(reports).where(reports.c.id == report).values(closed_at=self.database.time.now())
        return await self.database.write(closed) == 1

    async def _said(self, row: Row) -> list[str]:
        here = (chat.c.table_id == row["table"], chat.c.person == row["whom"])
        said = await self.database.rows(
            select(chat.c.text)
            .where(*here, chat.c.about.is_(None))
            .order_by(chat.c.id.desc())
            .limit(MAX_REMARKS_QUOTED)
        )
        return [remark["text"] for remark in reversed(said)]
