"""Friends, mutes and blocks; invitations to tables; reports to the operator."""

from collections.abc import Awaitable, Callable
from typing import Final, Literal, get_args

from sqlalchemy import Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Greeting, Tie
from spyring.server.people.history import no_person
from spyring.server.problems import Conflict, Forbidden, Refused
from spyring.server.storage.database import Database, new_id
from spyring.server.storage.schema import invitations, people, reports, ties
from spyring.server.storage.topics import Topics, of_person
from spyring.server.tables.live_table import LiveTable
from spyring.server.tables.live_tables import LiveTables
from spyring.server.tables.table_store import STRANGER, closeness

RelationKind = Literal["friend", "mute", "block"]
KINDS: Final = get_args(RelationKind)
MOST_RELATIONS: Final = 500
MOST_INVITED: Final = 20  # to one table, by one person
MOST_GREETINGS: Final = 20
NEWS: Final = 14 * 86_400.0  # seconds for which a new friend is news
MOST_REPORTS: Final = 20  # of one person that nobody has read yet


def muted_by(person: str) -> Select[tuple[str]]:
    """The people whom a person has muted or blocked."""
    return select(ties.c.other).where(ties.c.person == person, ties.c.kind.in_(("mute", "block")))


class Relations:
    """One's own list of people. A new friend is told, quietly; a muted or blocked person never is."""

    def __init__(self, database: Database, live_tables: LiveTables, topics: Topics) -> None:
        self.database = database
        self.live_tables = live_tables
        self.topics = topics
        self.notify_invited: Callable[[LiveTable, str, str], Awaitable[None]] = _nobody

    async def mine(self, caller: Caller) -> list[Tie]:
        """Everybody on the caller's list, friends first."""
        query = (
            select(ties, people.c.name, people.c.login)
            .join(people, people.c.id == ties.c.other)
            .where(ties.c.person == caller.require_person().id)
            .order_by(people.c.name, ties.c.other)
        )
        found = [
            Tie(
                person=row["other"],
                name=row["name"],
                kind=row["kind"],
                account=row["login"] is not None,
                made_at=row["made_at"],
            )
            for row in await self.database.rows(query)
        ]
        return sorted(found, key=lambda tie: KINDS.index(tie.kind))

    async def greetings(self, caller: Caller, news: bool = False) -> list[Greeting]:
        """Whose friend one is without having answered: neither as a friend, nor by not wanting to hear or to
        meet them. The latest first, or only what is ``news``. Guests, who come and go, greet nobody.
        """
        if caller.id is None:
            return []
        answer = ties.alias()
        answered = exists().where(answer.c.person == caller.id, answer.c.other == ties.c.person)
        since = self.database.time.now() - NEWS if news else 0.0
        query = (
            select(ties.c.person, ties.c.made_at, people.c.name)
            .join(people, people.c.id == ties.c.person)
            .where(ties.c.other == caller.id, ties.c.kind == "friend", ties.c.made_at >= since)
            .where(people.c.login.is_not(None), ~answered)
            .order_by(ties.c.made_at.desc(), ties.c.person)
            .limit(MOST_GREETINGS)
        )
        rows = await self.database.rows(query)
        return [Greeting(person=row["person"], name=row["name"], made_at=row["made_at"]) for row in rows]

    async def of(self, caller: Caller, person: str) -> list[RelationKind]:
        """What a person is to the caller."""
        query = select(ties.c.kind).where(ties.c.person == caller.id, ties.c.other == person)
        return [row["kind"] for row in await self.database.rows(query)] if caller.id is not None else []

    async def add(self, caller: Caller, other: str, kind: RelationKind) -> None:
        """Add somebody to the list. Whom one blocks is no friend any more, and kept from one's tables."""
        me = caller.require_person()
        row = await self.database.row(select(people).where(people.c.id == other, people.c.name != ""))
        if row is None or other == me.id or (kind == "friend" and row["login"] is None):
            raise no_person()
        if await self._count(me.id) >= MOST_RELATIONS:
            raise Refused("too-many-ties", _("Your list of people is full; take somebody off it first."))
        opposite = ties.c.kind == "friend" if kind == "block" else ties.c.kind == "block"
        here = (ties.c.person == me.id, ties.c.other == other)
        clash = opposite if kind in ("block", "friend") else ties.c.kind == kind
        try:
            async with self.database.writing() as connection:
                await connection.execute(delete(ties).where(*here, or_(clash, ties.c.kind == kind)))
                row_of = {"person": me.id, "other": other, "kind": kind, "made_at": self.database.time.now()}
                await connection.execute(insert(ties).values(row_of))
                if kind == "block":
                    unwanted = (invitations.c.person == me.id, invitations.c.by == other)
                    await connection.execute(delete(invitations).where(*unwanted))
        except IntegrityError:  # the same wish came twice at once
            return

    async def remove(self, caller: Caller, other: str, kind: RelationKind) -> None:
        """Take somebody off the list."""
        me = caller.require_person()
        here = (ties.c.person == me.id, ties.c.other == other, ties.c.kind == kind)
        await self.database.write(delete(ties).where(*here))

    # -- what follows from it --------------------------------------------------------------------------------

    async def blocked(self, person: str, *by: str | None) -> bool:
        """Whether one of these has blocked a person."""
        others = [other for other in by if other is not None and other != person]
        wish = exists().where(ties.c.kind == "block", ties.c.other == person, ties.c.person.in_(others))
        row = await self.database.row(select(wish.label("blocked"))) if others else None
        return row is not None and bool(row["blocked"])

    async def require_unblocked(self, live: LiveTable, person: str) -> None:
        """Refuse somebody whom a person at the table, or its owner, has blocked."""
        if await self.blocked(person, live.owner, *(chair.person for chair in live.chairs)):
            raise Forbidden("not-welcome", _("This table is not open to you."))

    async def invite(self, table: str, caller: Caller, other: str) -> None:
        """Invite a friend to a table at which one sits, or which one made; it then opens to them."""
        live = await self.live_tables.watchable(table, caller)
        me = caller.require_person()
        if live.owner != me.id:
            live.require_seat(caller)
        if live.status != "open":
            raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
        if "friend" not in await self.of(caller, other):
            raise no_person()
        if await self._invited(table, me.id) >= MOST_INVITED:
            raise Refused("too-many-invited", _("Enough people are invited to this table."))
        if await self.blocked(other, live.owner) or await self.blocked(me.id, other):
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
            await self.notify_invited(live, other, me.name)

    async def decline(self, table: str, caller: Caller) -> None:
        """Decline an invitation."""
        here = (invitations.c.table_id == table, invitations.c.person == caller.require_person().id)
        await self.database.write(delete(invitations).where(*here))

    async def report(self, caller: Caller, about: str, text: str, table: str | None = None) -> None:
        """Tell the operator about somebody, and where it was."""
        me = caller.require_person()
        live = None if table is None else await self.live_tables.watchable(table, caller)
        row = await self.database.row(select(people.c.id).where(people.c.id == about, people.c.name != ""))
        if row is None or about == me.id:
            raise no_person()
        query = select(func.count().label("n")).where(reports.c.by == me.id, reports.c.closed_at.is_(None))
        waiting = await self.database.row(query)
        if waiting is not None and waiting["n"] >= MOST_REPORTS:
            raise Refused("too-many-reports", _("Your reports are waiting to be read; more would not help."))
        report = {"id": new_id(), "by": me.id, "about": about, "text": text}
        where = {"table_id": None if live is None else live.id, "made_at": self.database.time.now()}
        await self.database.write(insert(reports).values(report | where))

    # -- inside ----------------------------------------------------------------------------------------------

    async def _knows(self, person: str, other: str) -> bool:
        """Whether somebody is a friend of a person's, or has sat at a table with them."""
        query = select(people.c.id).where(people.c.id == other, closeness(person, people.c.id) < STRANGER)
        return await self.database.row(query) is not None

    async def _vouch(self, table: str, person: str, by: str) -> bool:
        """Whether an invitation by a stranger has become one by somebody whom the person knows."""
        here = (invitations.c.table_id == table, invitations.c.person == person)
        strange = closeness(person, invitations.c.by) == STRANGER
        return await self.database.write(update(invitations).where(*here, strange).values(by=by)) == 1

    async def _count(self, person: str) -> int:
        row = await self.database.row(select(func.count().label("n")).where(ties.c.person == person))
        return 0 if row is None else int(row["n"])

    async def _invited(self, table: str, by: str) -> int:
        here = (invitations.c.table_id == table, invitations.c.by == by)
        row = await self.database.row(select(func.count().label("n")).where(*here))
        return 0 if row is None else int(row["n"])


async def _nobody(live: LiveTable, guest: str, by: str) -> None:
    """Until the notifier is connected."""
