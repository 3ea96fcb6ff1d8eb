"""Invitations of friends to tables."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.community.relations import Relations, no_person
from spyring.server.community.schema import invitations, relations
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Conflict, Refused
from spyring.server.core.storage.schema import people, seats, tables
from spyring.server.core.storage.statements import Prepared, Row, given
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.table_store import unfinished_seats
from spyring.server.core.topics import of_person
from spyring.server.notifications.notifier import Notifier

MAX_INVITED: Final = 20  # to one table, by one person
MAX_INVITATIONS: Final = 50  # invitations in a list
MAX_GAMES_SEARCHED: Final = 300  # games in which past opponents are looked for
FRIEND, MET, STRANGER = range(3)  # how near people are to each other


class Invitations:
    """Invitations of people to tables."""

    def __init__(self, live_tables: LiveTables, relations: Relations, notifier: Notifier) -> None:
        self.database = relations.database
        self.live_tables = live_tables
        self.relations = relations
        self.topics = live_tables.topics
        self.notifier = notifier

    async def invite(self, table: str, caller: Caller, other: str) -> None:
        """Invite a friend to a table at which the caller sits, or which they made; then the friend may see
        it.
        """
        live = await self.live_tables.watchable(table, caller)
        me = caller.require_person()
        if live.owner != me.id:
            live.require_seat(caller)
        if live.status != "open":
            raise Conflict("begun", _("The game has started. No seat can be taken now."))
        if "friend" not in await self.relations.of(caller, other):
            raise no_person()
        invited = select(sa.func.count()).where(invitations.c.table_id == table, invitations.c.by == me.id)
        if await self.database.value(invited) >= MAX_INVITED:
            raise Refused("too-many-invited", _("You cannot invite more people to this table."))
        if await self.relations.blocked(other, live.owner) or await self.relations.blocked(me.id, other):
            return  # as if it had been sent: it must not reveal a block
        known = await self._knows(other, me.id)
        row = {"table_id": live.id, "person": other, "by": me.id, "made_at": self.database.time.now()}
        try:
            await self.database.write(sa.insert(invitations).values(row), of_person(other))
        except IntegrityError:  # invited already, or the table is gone
            if not (known and await self._vouch(live.id, other, me.id)):
                return
        self.topics.publish(of_person(other))
        if known:  # a stranger must not make anybody's phone ring
            await self.notifier.invite(live, other, me.name)

    async def decline(self, table: str, caller: Caller) -> None:
        """Decline an invitation."""
        here = (invitations.c.table_id == table, invitations.c.person == caller.require_person().id)
        await self.database.write(sa.delete(invitations).where(*here))

    async def tables(self, person: str) -> list[Row]:
        """The waiting tables to which this person was invited: by friends first, then by past opponents, then
        by strangers. Strangers take turns, so that many invitations of one stranger hide nobody else's.
        """
        return list(await self.database.rows(INVITED, person=person))

    async def is_invited(self, table: str, person: str) -> bool:
        """Whether a friend invited this person to a table."""
        here = (invitations.c.table_id == table, invitations.c.person == person)
        return await self.database.row(select(invitations.c.table_id).where(*here)) is not None

    async def offer(self, table: str, person: str, by: str) -> None:
        """List a rematch among the invitations of a person who has left the old table, unless they are
        invited already.
        """
        blocked = self.relations.blocked
        if not (await blocked(person, by) or await blocked(by, person)):
            row = {"table_id": table, "person": person, "by": by, "made_at": self.database.time.now()}
            await self.database.write(sa.insert(invitations).values(row), of_person(person))
            self.topics.publish(of_person(person))

    async def _knows(self, person: str, other: str) -> bool:
        """Whether a person has another as a friend, or has played with them."""
        query = select(people.c.id).where(people.c.id == other, closeness(person, people.c.id) < STRANGER)
        return await self.database.row(query) is not None

    async def _vouch(self, table: str, person: str, by: str) -> bool:
        """Whether a stranger's invitation has become one by a person that the guest knows."""
        here = (invitations.c.table_id == table, invitations.c.person == person)
        strange = closeness(person, invitations.c.by) == STRANGER
        return await self.database.write(sa.update(invitations).where(*here, strange).values(by=by)) == 1


def closeness(person: str | sa.BindParameter[str], other: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    """How close another person is: a friend on the person's own list, a recent opponent, or neither."""
    friend = sa.exists().where(
        relations.c.person == person, relations.c.other == other, relations.c.kind == "friend"
    )
    mine, theirs, begun = seats.alias(), seats.alias(), tables.alias()
    latest = mine.c.over_at.desc().nulls_first()
    here = (
        select(mine.c.table_id)
        .where(mine.c.person == person)
        .order_by(latest)
        .limit(MAX_GAMES_SEARCHED)
        .subquery()
    )
    met = (
        select(theirs.c.person)
        .join(here, here.c.table_id == theirs.c.table_id)
        .join(begun, begun.c.id == theirs.c.table_id)
        .where(begun.c.status != "open", theirs.c.person.is_not(None))
    )
    return sa.case((friend, FRIEND), (other.in_(met), MET), else_=STRANGER)


def _invited() -> sa.Select[Any]:
    person: sa.BindParameter[str] = given("person")
    close, newest = closeness(person, invitations.c.by), invitations.c.made_at.desc()
    turn = sa.func.row_number().over(partition_by=invitations.c.by, order_by=newest)
    return (
        select(tables)
        .join(invitations, invitations.c.table_id == tables.c.id)
        .where(invitations.c.person == person, tables.c.status == "open")
        .where(tables.c.id.not_in(unfinished_seats(person)))
        .order_by(close, turn, newest, tables.c.id)
        .limit(MAX_INVITATIONS)
    )


INVITED: Final = Prepared(_invited())  # building it takes longer than running it
