"""Friends who are invited to tables."""

from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.community.relations import Relations, no_person
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Conflict, Refused
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import invitations, people
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.table_store import STRANGER, closeness
from spyring.server.core.topics import Topics, of_person
from spyring.server.notifications.notifier import Notifier

MAX_INVITED: Final = 20  # to one table, by one person


class Invitations:
    """Who is invited to which table."""

    def __init__(
        self,
        database: Database,
        live_tables: LiveTables,
        relations: Relations,
        topics: Topics,
        notifier: Notifier,
    ) -> None:
        self.database = database
        self.live_tables = live_tables
        self.relations = relations
        self.topics = topics
        self.notifier = notifier

    async def invite(self, table: str, caller: Caller, other: str) -> None:
        """Invite a friend to a table at which one sits, or which one made; it then opens to them."""
        live = await self.live_tables.watchable(table, caller)
        me = caller.require_person()
        if live.owner != me.id:
            live.require_seat(caller)
        if live.status != "open":
            raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
        if "friend" not in await self.relations.of(caller, other):
            raise no_person()
        if await self._invited(table, me.id) >= MAX_INVITED:
            raise Refused("too-many-invited", _("Enough people are invited to this table."))
        if await self.relations.blocked(other, live.owner) or await self.relations.blocked(me.id, other):
            return  # as if it had been sent: nobody is told that they are blocked
        known = await self._knows(other, me.id)
        row = {"table_id": live.id, "person": other, "by": me.id, "made_at": self.database.time.now()}
        try:
            await self.database.write(insert(invitations).values(row), of_person(other))
        except IntegrityError:  # invited already, or the table has gone
            if not (known and await self._vouch(live.id, other, me.id)):
                return
        self.topics.publish(of_person(other))
        if known:  # a stranger's list of friends makes nobody's phone ring
            await self.notifier.invite(live, other, me.name)

    async def decline(self, table: str, caller: Caller) -> None:
        """Decline an invitation."""
        here = (invitations.c.table_id == table, invitations.c.person == caller.require_person().id)
        await self.database.write(delete(invitations).where(*here))

    async def _knows(self, person: str, other: str) -> bool:
        """Whether somebody is a friend of a person's, or has sat at a table with them."""
        query = select(people.c.id).where(people.c.id == other, closeness(person, people.c.id) < STRANGER)
        return await self.database.row(query) is not None

    async def _vouch(self, table: str, person: str, by: str) -> bool:
        """Whether an invitation by a stranger has become one by somebody whom the person knows."""
        here = (invitations.c.table_id == table, invitations.c.person == person)
        strange = closeness(person, invitations.c.by) == STRANGER
        return await self.database.write(update(invitations).where(*here, strange).values(by=by)) == 1

    async def _invited(self, table: str, by: str) -> int:
        here = (invitations.c.table_id == table, invitations.c.by == by)
        row = await self.database.row(select(func.count().label("n")).where(*here))
        return 0 if row is None else int(row["n"])
