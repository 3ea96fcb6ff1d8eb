"""What people think of each other: friends to invite, voices one does not want to hear, people one does not
want to meet, and what the operator should know.
"""

from collections.abc import Awaitable, Callable
from typing import Final, Literal, get_args

from sqlalchemy import Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Greeting, Tie
from spyring.server.people.history import no_person
from spyring.server.problems import Conflict, Forbidden, Refused
from spyring.server.storage.schema import invitations, people, reports, ties
from spyring.server.storage.store import Store, new_id
from spyring.server.storage.topics import Topics, of_person
from spyring.server.tables.archive import STRANGER, closeness
from spyring.server.tables.room import Room
from spyring.server.tables.rooms import Rooms

TieKind = Literal["friend", "mute", "block"]
KINDS: Final = get_args(TieKind)
MOST_TIES: Final = 500
MOST_INVITED: Final = 20  # to one table, by one person
MOST_GREETINGS: Final = 20
NEWS: Final = 14 * 86_400.0  # seconds for which a new friend is news
MOST_REPORTS: Final = 20  # of one person that nobody has read yet


def unheard(person: str) -> Select[tuple[str]]:
    """Those whose words do not reach a person, by that person's own wish."""
    return select(ties.c.other).where(ties.c.person == person, ties.c.kind.in_(("mute", "block")))


class Ties:
    """One's own list of people. A friend is told, quietly; nobody else learns that they are on it."""

    def __init__(self, store: Store, rooms: Rooms, topics: Topics) -> None:
        self.store = store
        self.rooms = rooms
        self.topics = topics
        self.call: Callable[[Room, str, str], Awaitable[None]] = _nobody  # who is invited by a friend

    async def mine(self, caller: Caller) -> list[Tie]:
        """Everybody one has an opinion of, friends first."""
        query = (
            select(ties, people.c.name, people.c.login)
            .join(people, people.c.id == ties.c.other)
            .where(ties.c.person == caller.known().id)
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
            for row in await self.store.rows(query)
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
        since = self.store.time.now() - NEWS if news else 0.0
        query = (
            select(ties.c.person, ties.c.made_at, people.c.name)
            .join(people, people.c.id == ties.c.person)
            .where(ties.c.other == caller.id, ties.c.kind == "friend", ties.c.made_at >= since)
            .where(people.c.login.is_not(None), ~answered)
            .order_by(ties.c.made_at.desc(), ties.c.person)
            .limit(MOST_GREETINGS)
        )
        rows = await self.store.rows(query)
        return [Greeting(person=row["person"], name=row["name"], made_at=row["made_at"]) for row in rows]

    async def of(self, caller: Caller, person: str) -> list[TieKind]:
        """What one thinks of one person."""
        query = select(ties.c.kind).where(ties.c.person == caller.id, ties.c.other == person)
        return [row["kind"] for row in await self.store.rows(query)] if caller.id is not None else []

    async def tie(self, caller: Caller, other: str, kind: TieKind) -> None:
        """Think so of somebody from now on. Whom one blocks is no friend any more, and comes to none of
        one's tables.
        """
        me = caller.known()
        row = await self.store.row(select(people).where(people.c.id == other, people.c.name != ""))
        if row is None or other == me.id or (kind == "friend" and row["login"] is None):
            raise no_person()
        if await self._count(me.id) >= MOST_TIES:
            raise Refused("too-many-ties", _("Your list of people is full; take somebody off it first."))
        opposite = ties.c.kind == "friend" if kind == "block" else ties.c.kind == "block"
        here = (ties.c.person == me.id, ties.c.other == other)
        clash = opposite if kind in ("block", "friend") else ties.c.kind == kind
        try:
            async with self.store.writing() as connection:
                await connection.execute(delete(ties).where(*here, or_(clash, ties.c.kind == kind)))
                row_of = {"person": me.id, "other": other, "kind": kind, "made_at": self.store.time.now()}
                await connection.execute(insert(ties).values(row_of))
                if kind == "block":
                    unwanted = (invitations.c.person == me.id, invitations.c.by == other)
                    await connection.execute(delete(invitations).where(*unwanted))
        except IntegrityError:  # the same wish came twice at once
            return

    async def untie(self, caller: Caller, other: str, kind: TieKind) -> None:
        """Think so of somebody no more."""
        me = caller.known()
        here = (ties.c.person == me.id, ties.c.other == other, ties.c.kind == kind)
        await self.store.write(delete(ties).where(*here))

    # -- what follows from it --------------------------------------------------------------------------------

    async def blocked(self, person: str, *by: str | None) -> bool:
        """Whether one of these does not want to meet a person."""
        others = [other for other in by if other is not None and other != person]
        wish = exists().where(ties.c.kind == "block", ties.c.other == person, ties.c.person.in_(others))
        row = await self.store.row(select(wish.label("blocked"))) if others else None
        return row is not None and bool(row["blocked"])

    async def welcome(self, room: Room, person: str) -> None:
        """Refuse somebody whom a person at a table, or who made it, does not want to meet."""
        if await self.blocked(person, room.owner, *(chair.person for chair in room.chairs)):
            raise Forbidden("not-welcome", _("This table is not open to you."))

    async def invite(self, table: str, caller: Caller, other: str) -> None:
        """Ask a friend to a table at which one sits, or which one made; it then opens to them."""
        room = await self.rooms.watchable(table, caller)
        me = caller.known()
        if room.owner != me.id:
            room.seated(caller)
        if room.status != "open":
            raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
        if "friend" not in await self.of(caller, other):
            raise no_person()
        if await self._invited(table, me.id) >= MOST_INVITED:
            raise Refused("too-many-invited", _("Enough people are invited to this table."))
        if await self.blocked(other, room.owner) or await self.blocked(me.id, other):
            return  # as if it had been sent: nobody is told that they are blocked
        known = await self._knows(other, me.id)
        row = {"table_id": room.id, "person": other, "by": me.id, "made_at": self.store.time.now()}
        try:
            await self.store.write(insert(invitations).values(row), of_person(other))
        except IntegrityError:  # invited already, or the table has gone
            if not (known and await self._vouch(room.id, other, me.id)):
                return
        self.topics.announce(of_person(other))
        if known:  # a stranger's list of friends makes nobody's phone ring
            await self.call(room, other, me.name)

    async def decline(self, table: str, caller: Caller) -> None:
        """Not now."""
        here = (invitations.c.table_id == table, invitations.c.person == caller.known().id)
        await self.store.write(delete(invitations).where(*here))

    async def report(self, caller: Caller, about: str, text: str, table: str | None = None) -> None:
        """Tell the operator about somebody, and where it was."""
        me = caller.known()
        room = None if table is None else await self.rooms.watchable(table, caller)
        row = await self.store.row(select(people.c.id).where(people.c.id == about, people.c.name != ""))
        if row is None or about == me.id:
            raise no_person()
        query = select(func.count().label("n")).where(reports.c.by == me.id, reports.c.closed_at.is_(None))
        waiting = await self.store.row(query)
        if waiting is not None and waiting["n"] >= MOST_REPORTS:
            raise Refused("too-many-reports", _("Your reports are waiting to be read; more would not help."))
        report = {"id": new_id(), "by": me.id, "about": about, "text": text}
        where = {"table_id": None if room is None else room.id, "made_at": self.store.time.now()}
        await self.store.write(insert(reports).values(report | where))

    # -- inside ----------------------------------------------------------------------------------------------

    async def _knows(self, person: str, other: str) -> bool:
        """Whether somebody is a friend of a person's, or has sat at a table with them."""
        query = select(people.c.id).where(people.c.id == other, closeness(person, people.c.id) < STRANGER)
        return await self.store.row(query) is not None

    async def _vouch(self, table: str, person: str, by: str) -> bool:
        """Whether an invitation by a stranger has become one by somebody whom the person knows."""
        here = (invitations.c.table_id == table, invitations.c.person == person)
        strange = closeness(person, invitations.c.by) == STRANGER
        return await self.store.write(update(invitations).where(*here, strange).values(by=by)) == 1

    async def _count(self, person: str) -> int:
        row = await self.store.row(select(func.count().label("n")).where(ties.c.person == person))
        return 0 if row is None else int(row["n"])

    async def _invited(self, table: str, by: str) -> int:
        here = (invitations.c.table_id == table, invitations.c.by == by)
        row = await self.store.row(select(func.count().label("n")).where(*here))
        return 0 if row is None else int(row["n"])


async def _nobody(room: Room, guest: str, by: str) -> None:
    """Nobody is called."""
