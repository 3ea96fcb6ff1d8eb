"""What people told the operator, with what was said where it happened."""

from dataclasses import dataclass

from sqlalchemy import RowMapping, select, update

from spyring.server.settings import Settings
from spyring.server.storage.database import Database
from spyring.server.storage.schema import chat, people, reports
from spyring.server.times import Time

MAX_REMARKS_QUOTED = 12
MAX_LISTED = 200  # in a list


@dataclass(frozen=True, slots=True)
class Report:
    """One report; ``said`` is what the person it is about said at that table last."""

    id: str
    at: float
    by: str
    about: str
    about_id: str
    table: str | None
    text: str
    closed: bool
    said: tuple[str, ...]


async def read_reports(settings: Settings, every: bool = False) -> list[Report]:
    """The reports that nobody has closed, or every one, oldest first."""
    database = Database(settings, Time())
    try:
        await database.open_beside()
        return await reports_in(database, every)
    finally:
        await database.close()


async def reports_in(database: Database, every: bool = False) -> list[Report]:
    """The same, of a database that is open."""
    by, about = people.alias("by"), people.alias("about")
    query = (
        select(reports, by.c.name.label("by_name"), about.c.name.label("about_name"))
        .join(by, by.c.id == reports.c.by)
        .join(about, about.c.id == reports.c.about)
        .order_by(reports.c.made_at, reports.c.id)
        .limit(MAX_LISTED)
    )
    if not every:
        query = query.where(reports.c.closed_at.is_(None))
    return [await _report(database, row) for row in await database.rows(query)]


async def close_report(settings: Settings, report: str) -> bool:
    """Whether there was such a report; it is no longer listed. One row changes, beside a running server."""
    database = Database(settings, Time())
    try:
        await database.open_beside()
        return await close_report_in(database, report)
    finally:
        await database.close()


async def close_report_in(database: Database, report: str) -> bool:
    """The same, in a database that is open."""
    statement = update(reports).where(reports.c.id == report).values(closed_at=database.time.now())
    return await database.write(statement) == 1


async def _report(database: Database, row: RowMapping) -> Report:
    here = (chat.c.table_id == row["table_id"], chat.c.person == row["about"])
    said = await database.rows(
        select(chat.c.text)
        .where(*here, chat.c.about.is_(None))
        .order_by(chat.c.id.desc())
        .limit(MAX_REMARKS_QUOTED)
    )
    return Report(
        id=row["id"],
        at=row["made_at"],
        by=row["by_name"],
        about=row["about_name"],
        about_id=row["about"],
        table=row["table_id"],
        text=row["text"],
        closed=row["closed_at"] is not None,
        said=tuple(remark["text"] for remark in reversed(said)),
    )
