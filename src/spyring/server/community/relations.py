"""Friends, mutes and blocks."""

from collections.abc import Sequence
from typing import Final, Literal, get_args

from sqlalchemy import BindParameter, Select, delete, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.community.payloads import Greeting, Tie
from spyring.server.community.schema import invitations, relations
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Forbidden, NotFound, Refused
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import people

RelationKind = Literal["friend", "mute", "block"]
KINDS: Final = get_args(RelationKind)
MAX_RELATIONS: Final = 500
MAX_GREETINGS: Final = 20
NEWS_SECONDS: Final = 14 * 86_400.0  # how long a new friend is news


def muted_by(person: str | BindParameter[str]) -> Select[tuple[str]]:
    """The people that a person has muted or blocked."""
    return select(relations.c.other).where(
        relations.c.person == person, relations.c.kind.in_(("mute", "block"))
    )


class Relations:
    """A person's own list of people. New friends are notified, quietly; muted or blocked people never are."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def mine(self, caller: Caller) -> list[Tie]:
        """Everybody on the caller's list, friends first."""
        account = people.c.login.is_not(None).label("account")
        who = (relations.c.other.label("person"), people.c.name, people.c.face, account)
        query = (
            select(*who, relations.c.kind, relations.c.made_at)
            .join(people, people.c.id == relations.c.other)
            .where(relations.c.person == caller.require_person().id)
            .order_by(people.c.name, relations.c.other)
        )
        found = [Tie(**row) for row in await self.database.rows(query)]
        return sorted(found, key=lambda tie: KINDS.index(tie.kind))

    async def greetings(self, caller: Caller, news: bool = False) -> list[Greeting]:
        """People who added the caller as a friend and got no answer: the caller has not added, muted or
        blocked them. Latest first, or only ``news``. Guests, who come and go, are left out.
        """
        if caller.id is None:
            return []
        answer = relations.alias()
        answered = exists().where(answer.c.person == caller.id, answer.c.other == relations.c.person)
        since = self.database.time.now() - NEWS_SECONDS if news else 0.0
        query = (
            select(relations.c.person, relations.c.made_at, people.c.name, people.c.face)
            .join(people, people.c.id == relations.c.person)
            .where(relations.c.other == caller.id, relations.c.kind == "friend", relations.c.made_at >= since)
            .where(people.c.login.is_not(None), ~answered)
            .order_by(relations.c.made_at.desc(), relations.c.person)
            .limit(MAX_GREETINGS)
        )
        return [Greeting(**row) for row in await self.database.rows(query)]

    async def of(self, caller: Caller, person: str) -> list[RelationKind]:
        """The caller's relations to a person."""
        query = select(relations.c.kind).where(relations.c.person == caller.id, relations.c.other == person)
        return [row["kind"] for row in await self.database.rows(query)] if caller.id is not None else []

    async def add(self, caller: Caller, other: str, kind: RelationKind) -> None:
        """Add a person to the list. A blocked person is no longer a friend, and cannot join the caller's
        tables.
        """
        me = caller.require_person()
        row = await self.database.row(select(people).where(people.c.id == other, people.c.name != ""))
        if row is None or other == me.id or (kind == "friend" and row["login"] is None):
            raise no_person()
        count = select(func.count()).where(relations.c.person == me.id)
        if await self.database.value(count) >= MAX_RELATIONS:
            raise Refused("too-many-ties", _("Your list of people is full. Remove someone first."))
        opposite = relations.c.kind == "friend" if kind == "block" else relations.c.kind == "block"
        here = (relations.c.person == me.id, relations.c.other == other)
        clash = opposite if kind in ("block", "friend") else relations.c.kind == kind
        try:
            async with self.database.writing() as connection:
                await connection.execute(delete(relations).where(*here, or_(clash, relations.c.kind == kind)))
                row_of = {"person": me.id, "other": other, "kind": kind, "made_at": self.database.time.now()}
                await connection.execute(insert(relations).values(row_of))
                if kind == "block":
                    unwanted = (invitations.c.person == me.id, invitations.c.by == other)
                    await connection.execute(delete(invitations).where(*unwanted))
        except IntegrityError:  # the same request came twice at once
            return

    async def remove(self, caller: Caller, other: str, kind: RelationKind) -> None:
        """Remove a person from the list."""
        me = caller.require_person()
        here = (relations.c.person == me.id, relations.c.other == other, relations.c.kind == kind)
        await self.database.write(delete(relations).where(*here))

    # -- effects ---------------------------------------------------------------------------------------------

    async def blocked(self, person: str, *by: str | None) -> bool:
        """Whether one of these people has blocked a person."""
        others = [other for other in by if other is not None and other != person]
        wish = exists().where(
            relations.c.kind == "block", relations.c.other == person, relations.c.person.in_(others)
        )
        return bool(others) and bool(await self.database.value(select(wish)))

    async def require_welcome(self, person: str, by: Sequence[str | None]) -> None:
        """Refuse a person if one of these people has blocked them."""
        if await self.blocked(person, *by):
            raise Forbidden("not-welcome", _("This table is not open to you."))


def no_person() -> NotFound:
    """The refusal that does not reveal whether the person exists."""
    return NotFound("no-person", _("There is no such person."))
