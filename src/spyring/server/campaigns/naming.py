"""Names that the players of a campaign give to its officers and aliases.

A name changes no rule: it replaces a title wherever people read it, and the next games of the campaign keep it.
"""

from sqlalchemy import delete, insert, literal, select

from spyring.engine.campaign import OPTION, Campaign
from spyring.engine.i18n import _
from spyring.server.campaigns.schema import given_names
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import NewTable, TableCard
from spyring.server.core.people import names
from spyring.server.core.problems import Refused
from spyring.server.core.storage.schema import tables
from spyring.server.core.storage.statements import Transaction, WriteConflict
from spyring.server.core.tables import presenting
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables

HERE = given_names.c


class Naming:
    """The names at all tables."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables
        self.table_store = live_tables.table_store

    async def names(self, table: str) -> dict[str, str]:
        """The names at one table, by the title that each replaces."""
        query = select(HERE.title, HERE.name).where(HERE.table_id == table).order_by(HERE.title)
        rows = await self.table_store.database.rows(query)
        return {row["title"]: row["name"] for row in rows}

    async def give(self, table: str, caller: Caller, wanted: dict[str, str]) -> TableCard:
        """Give names by title; an empty one brings the title back. Anybody with a seat may."""
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_seat(caller)
            live.require_playable()
            changed = _changed(live, wanted)
            if changed:
                await self._store(live, caller.require_person().id, changed)
        return presenting.table_card(live, caller)

    async def _store(self, live: LiveTable, person: str, changed: dict[str, str]) -> None:
        """Store names, then change the revision, so that every worker reads them."""
        given = [
            {"table_id": live.id, "title": title, "name": name, "person": person}
            for title, name in changed.items()
            if name
        ]
        async with self.table_store.database.writing() as connection:
            old = delete(given_names).where(HERE.table_id == live.id, HERE.title.in_(changed))
            await connection.execute(old)
            if given:
                await connection.execute(insert(given_names), given)
        stored = False
        while not stored:
            try:
                await self.table_store.change(live)
                stored = True
            except WriteConflict:  # another change came first
                pass
            await self.live_tables.catch_up(live)


def _changed(live: LiveTable, wanted: dict[str, str]) -> dict[str, str]:
    """The names that differ from the current ones, if all of them are valid."""
    given = {title: names.checked(name) if name.strip() else "" for title, name in wanted.items()}
    if not set(given) <= set(live.game.nameable):
        raise Refused("no-such-thing", _("Only officers and aliases can be renamed."))
    after = {**live.names, **given}
    shown = [names.folded(after.get(title) or title) for title in live.game.nameable]
    if len(set(shown)) < len(shown):
        raise Refused("name-taken", _("Another officer or alias already has this name."))
    return {title: name for title, name in given.items() if name != live.names.get(title, "")}


async def keep_names(connection: Transaction, table: str, asked: NewTable) -> None:
    """Take the names of the game before, or of the file that a new table continues, along."""
    if asked.chronicle is not None:
        given = Campaign.names_in(asked.chronicle)
        rows = [{"table_id": table, "title": title, "name": name} for title, name in given.items()]
        if rows:
            await connection.execute(insert(given_names), rows)
    elif asked.options.get(OPTION):
        before = select(tables.c.previous_table).where(tables.c.id == table).scalar_subquery()
        copied = select(literal(table), HERE.title, HERE.name, HERE.person).where(HERE.table_id == before)
        columns = ["table_id", "title", "name", "person"]
        await connection.execute(insert(given_names).from_select(columns, copied))
