"""Names that the players of a campaign give to its officers and aliases.

A name changes no rule: it replaces a title wherever people read it. The next games of the campaign keep it.
"""

from contextlib import suppress

from sqlalchemy import Insert, delete, insert, literal, select

from spyring.engine.campaign import OPTION, Campaign
from spyring.engine.i18n import _
from spyring.server.campaigns.schema import given_names
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import NewTable, Person, TableCard
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
        return {row["title"]: row["name"] for row in await self.table_store.database.rows(query)}

    async def give(self, table: str, caller: Caller, wanted: dict[str, str]) -> TableCard:
        """Give names by title; an empty one brings the title back. Anybody with a seat may."""
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_seat(caller)
            live.require_playable()
            while changed := _changed(live, wanted, caller.require_person()):
                old = delete(given_names).where(HERE.table_id == table, HERE.title.in_(changed))
                given = {title: name for title, name in changed.items() if name}
                with suppress(WriteConflict):  # another change came first
                    await self.table_store.change(live, also=[old, *_stored(table, given, caller.id)])
                await self.live_tables.catch_up(live)
        return presenting.table_card(live, caller)


def _stored(table: str, given: dict[str, str], person: str | None) -> list[Insert]:
    """The statement that stores names, if there are any."""
    rows = [{"table_id": table, "title": key, "name": name, "person": person} for key, name in given.items()]
    return [insert(given_names).values(rows)] if rows else []


def _changed(live: LiveTable, wanted: dict[str, str], person: Person) -> dict[str, str]:
    """The names that differ from the current ones, if all of them are valid."""
    new = {title: name for title, name in wanted.items() if name != live.names.get(title)}
    given = {title: names.by(person, name) if name.strip() else "" for title, name in new.items()}
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
        for statement in _stored(table, Campaign.names_in(asked.chronicle), None):
            await connection.execute(statement)
    elif asked.options.get(OPTION):
        before = select(tables.c.previous_table).where(tables.c.id == table).scalar_subquery()
        copied = select(literal(table), HERE.title, HERE.name, HERE.person).where(HERE.table_id == before)
        columns = ["table_id", "title", "name", "person"]
        await connection.execute(insert(given_names).from_select(columns, copied))
