"""Clubs: who belongs to them, and what they say."""

from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.clubs.payloads import ClubCard, ClubIn, ClubRemark, ClubResult, Member
from spyring.server.clubs.schema import (
    club_members,
    club_talk,
    clubs,
    evening_people,
    evening_rounds,
    evenings,
)
from spyring.server.community.relations import Relations, muted_by, no_person
from spyring.server.community.reports import Reporting
from spyring.server.community.schema import results
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person, TableCard
from spyring.server.core.people.names import checked
from spyring.server.core.problems import Conflict, Forbidden, NotFound, Refused
from spyring.server.core.services import Services
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.schema import people, seats, tables
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.leagues.leagues import title_of

MAX_MEMBERS: Final = 500
MAX_FOUNDED: Final = 10  # clubs of one person
MAX_LISTED: Final = 100
MAX_TABLES: Final = 20
MAX_REMARKS: Final = 200
DAY: Final = 86400.0


class Clubs:
    """The clubs of one server. A private club does not exist for strangers."""

    def __init__(self, core: Services) -> None:
        self.settings = core.settings
        self.database = core.database
        self.time = core.time
        self.shelf = core.shelf
        self.lobby = core.lobby
        self.relations = core.part(Relations)
        self.reporting = core.part(Reporting)

    # -- finding ---------------------------------------------------------------------------------------------

    async def known(self, club: str, caller: Caller) -> Row:
        """A club that the caller may see; ``officer`` is None if they are no member."""
        mine = and_(club_members.c.club_id == clubs.c.id, club_members.c.person == (caller.id or ""))
        query = select(clubs, club_members.c.officer).outerjoin(club_members, mine).where(clubs.c.id == club)
        row = await self.database.row(query)
        if row is None:
            raise no_club()
        if not (row["public"] or row["officer"] is not None or caller.has_invitation(row["invitation"])):
            raise no_club()
        return row

    async def as_member(self, club: str, caller: Caller) -> Row:
        """The same, for its members."""
        row = await self.known(club, caller)
        caller.require_person()
        if row["officer"] is None:
            raise not_a_member()
        return row

    async def as_officer(self, club: str, caller: Caller) -> Row:
        """The same, for its officers."""
        row = await self.as_member(club, caller)
        if not row["officer"]:
            raise Forbidden("not-an-officer", _("Only officers of the club can do this."))
        return row

    async def has_member(self, club: str, person: str | None) -> bool:
        """Whether a person is a member."""
        mine = members_of(club).where(club_members.c.person == (person or ""))
        return await self.database.row(mine) is not None

    async def listed(self, caller: Caller) -> tuple[list[ClubCard], list[ClubCard]]:
        """The caller's clubs, and other public ones, the largest first."""
        count = select(func.count()).where(club_members.c.club_id == clubs.c.id).scalar_subquery()
        fields = [clubs.c[name] for name in ("id", "name", "about", "public")]
        query = select(*fields, count.label("members")).order_by(count.desc(), clubs.c.name, clubs.c.id)
        mine = clubs.c.id.in_(clubs_of(caller))
        others = ~mine & clubs.c.public
        found = [await self.database.rows(query.where(which).limit(MAX_LISTED)) for which in (mine, others)]
        return tuple([ClubCard(**row) for row in rows] for rows in found)  # type: ignore[return-value]

    async def members(self, club: str) -> list[Member]:
        """The members, officers first."""
        query = (
            select(people.c.id.label("person"), people.c.name, people.c.face, club_members.c.officer)
            .join(people, people.c.id == club_members.c.person)
            .where(club_members.c.club_id == club)
            .order_by(club_members.c.officer.desc(), people.c.name, people.c.id)
        )
        return [Member(**row) for row in await self.database.rows(query)]

    async def tables(self, row: Row, caller: Caller) -> list[TableCard]:
        """Open and running tables of members, as far as the caller may see them."""
        sits = select(seats.c.table_id).where(seats.c.person.in_(members_of(row["id"])))
        mine = select(seats.c.table_id).where(seats.c.person == (caller.id or ""))
        query = (
            select(tables)
            .where(tables.c.status != "over", tables.c.id.in_(sits))
            .where(_visible(row, tables.c.public, tables.c.id) | tables.c.id.in_(mine))
            .order_by(tables.c.moved_at.desc())
            .limit(MAX_TABLES)
        )
        return await self.lobby.cards(list(await self.database.rows(query)), caller)

    async def results(self, row: Row, caller: Caller) -> list[ClubResult]:
        """How the latest games ended in which members met, as far as the caller may see them."""
        met = (
            select(results.c.table_id, func.max(results.c.ended_at).label("ended_at"))
            .where(results.c.person.in_(members_of(row["id"])))
            .where(_visible(row, results.c.public, results.c.table_id))
            .group_by(results.c.table_id)
            .having(func.count() > 1)
            .order_by(func.max(results.c.ended_at).desc(), results.c.table_id)
            .limit(MAX_TABLES)
            .subquery()
        )
        query = (
            select(results.c.table_id, results.c.won, met.c.ended_at, people.c.name, tables.c.game)
            .join(met, met.c.table_id == results.c.table_id)
            .join(people, people.c.id == results.c.person)
            .join(tables, tables.c.id == results.c.table_id)
            .where(people.c.name != "")
            .order_by(met.c.ended_at.desc(), results.c.table_id, results.c.place, results.c.seat)
        )
        found: list[ClubResult] = []
        for table, group in groupby(await self.database.rows(query), lambda row: row["table_id"]):
            rows = list(group)
            winners, others = ([one["name"] for one in rows if one["won"] == won] for won in (True, False))
            game, ended_at = title_of(self.shelf, rows[0]["game"], caller), rows[0]["ended_at"]
            found.append(
                ClubResult(table=table, game=game, ended_at=ended_at, winners=winners, others=others)
            )
        return found

    # -- belonging -------------------------------------------------------------------------------------------

    async def found(self, caller: Caller, body: ClubIn) -> str:
        """Found a club, with the caller as its officer."""
        me, club = require_account(caller), new_id()
        first = self._member(club, me.id, officer=True)
        row = body.model_dump() | {"id": club, "invitation": new_id(), "made_at": first["made_at"]}
        row["name"] = checked(body.name)
        mine = (club_members.c.person == me.id, club_members.c.made_at == clubs.c.made_at)
        founded = select(func.count()).select_from(clubs.join(club_members)).where(*mine)
        if await self.database.value(founded) >= MAX_FOUNDED:
            raise Refused("too-many-clubs", _("You have founded too many clubs. Leave one first."))
        async with self.database.writing() as connection:
            await connection.execute(insert(clubs).values(row))
            await connection.execute(insert(club_members).values(first))
        return club

    async def change(self, club: str, caller: Caller, **values: Any) -> None:
        """Change columns of a club."""
        await self.as_officer(club, caller)
        if "name" in values:
            values["name"] = checked(values["name"])
        await self.database.write(update(clubs).where(clubs.c.id == club).values(values))

    async def renew(self, club: str, caller: Caller) -> None:
        """Make a new invitation; the old one no longer works."""
        await self.change(club, caller, invitation=new_id())

    async def join(self, club: str, caller: Caller) -> None:
        """Join a public club, or a private one by an invitation."""
        await self.known(club, caller)
        me = require_account(caller)
        members = await self.members(club)
        if await self.relations.blocked(me.id, *(one.person for one in members if one.officer)):
            raise Forbidden("not-welcome", _("This club is not open to you."))
        if len(members) >= MAX_MEMBERS:
            raise Refused("club-full", _("This club is full."))
        new = self.database.insert(club_members).values(self._member(club, me.id, officer=False))
        try:
            await self.database.write(new.on_conflict_do_nothing())
        except IntegrityError:  # it was dissolved meanwhile
            raise no_club() from None

    async def set_officer(self, club: str, caller: Caller, person: str, officer: bool) -> None:
        """Make a member an officer, or an officer a plain member."""
        await self.as_officer(club, caller)
        here = (club_members.c.club_id == club, club_members.c.person == person)
        async with self.database.writing() as connection:
            await self.lock(connection, club)
            if await connection.execute(update(club_members).where(*here).values(officer=officer)) != 1:
                raise no_person()
            await _require_officer(connection, club)

    async def remove(self, club: str, caller: Caller, person: str) -> None:
        """Leave, or remove a member. The last member to leave dissolves the club."""
        if caller.id == person:
            await self.as_member(club, caller)
        else:
            await self.as_officer(club, caller)
        here = (club_members.c.club_id == club, club_members.c.person == person)
        async with self.database.writing() as connection:
            await self.lock(connection, club)
            if await connection.execute(delete(club_members).where(*here)) != 1:
                raise no_person()
            theirs = evening_people.c.evening_id.in_(select(evenings.c.id).where(evenings.c.club_id == club))
            await connection.execute(delete(evening_people).where(theirs, evening_people.c.person == person))
            if await connection.rows(select(club_members.c.person).where(here[0]).limit(1)):
                await _require_officer(connection, club)
            else:
                await connection.execute(delete(clubs).where(clubs.c.id == club))

    async def repair(self) -> None:
        """When accounts are deleted: name another officer, and remove clubs without members."""
        inside = exists().where(club_members.c.club_id == clubs.c.id)
        led = exists().where(club_members.c.club_id == clubs.c.id, club_members.c.officer)
        for row in await self.database.rows(select(clubs.c.id).where(~led)):
            oldest = members_of(row["id"]).order_by(club_members.c.made_at, club_members.c.person).limit(1)
            here = (club_members.c.club_id == row["id"], club_members.c.person == oldest.scalar_subquery())
            if not await self.database.write(update(club_members).where(*here).values(officer=True)):
                await self.database.write(delete(clubs).where(clubs.c.id == row["id"], ~inside))

    async def lock(self, connection: Transaction, club: str) -> None:
        """Let officers who act at once do so one after the other."""
        await connection.execute(update(clubs).where(clubs.c.id == club).values(id=club))

    def _member(self, club: str, person: str, officer: bool) -> dict[str, Any]:
        return {"club_id": club, "person": person, "officer": officer, "made_at": self.time.now()}

    # -- talk ------------------------------------------------------------------------------------------------

    async def heard(self, club: str, caller: Caller) -> list[ClubRemark]:
        """The latest remarks, oldest first, without those of muted people."""
        await self.as_member(club, caller)
        query = (
            select(club_talk, people.c.name.label("by"), people.c.face)
            .join(people, people.c.id == club_talk.c.person)
            .where(club_talk.c.club_id == club, club_talk.c.person.not_in(muted_by(caller.id or "")))
            .order_by(club_talk.c.id.desc())
            .limit(MAX_REMARKS)
        )
        names = ("person", "by", "face", "text", "at")
        rows = reversed(await self.database.rows(query))
        return [ClubRemark(id=row["mark"], **{name: row[name] for name in names}) for row in rows]

    async def say(self, club: str, caller: Caller, text: str) -> None:
        """Say something to the members."""
        await self.as_member(club, caller)
        at, days = self.time.now(), self.settings.keep_talk_days
        row = {"mark": new_id(), "club_id": club, "person": caller.id, "text": text, "at": at}
        async with self.database.writing() as connection:
            await connection.execute(insert(club_talk).values(row))
            old = club_talk.c.at < (at - days * DAY if days > 0 else 0.0)
            await connection.execute(delete(club_talk).where(club_talk.c.club_id == club, old))

    async def unsay(self, club: str, caller: Caller, remark: str) -> None:
        """Delete one's own remark; officers can delete all."""
        row = await self.as_member(club, caller)
        said = await self._remark(club, remark)
        if not row["officer"] and said["person"] != caller.id:
            raise Forbidden("not-yours", _("Only officers can delete remarks of others."))
        await self.database.write(delete(club_talk).where(club_talk.c.id == said["id"]))

    async def report(self, club: str, caller: Caller, remark: str, text: str) -> None:
        """Report a remark to the operator, word by word."""
        row = await self.as_member(club, caller)
        said = await self._remark(club, remark)
        told = f"{text}\n\n{row['name']} ({club}): “{said['text']}”"
        await self.reporting.report(caller, said["person"], told)

    async def _remark(self, club: str, remark: str) -> Row:
        here = (club_talk.c.club_id == club, club_talk.c.mark == remark)
        if (row := await self.database.row(select(club_talk).where(*here))) is None:
            raise NotFound("no-remark", _("There is no such remark."))
        return row


def members_of(club: str) -> Select[tuple[str]]:
    """The members of a club."""
    return select(club_members.c.person).where(club_members.c.club_id == club)


def clubs_of(caller: Caller) -> Select[tuple[str]]:
    """The clubs of a person."""
    return select(club_members.c.club_id).where(club_members.c.person == (caller.id or ""))


def require_account(caller: Caller) -> Person:
    """The person, if they have an account."""
    person = caller.require_person()
    if person.kind != "account":
        raise Forbidden("no-account", _("You need an account for clubs. Create one first."))
    return person


def _visible(row: Row, public: ColumnElement[bool], table: ColumnElement[str]) -> ColumnElement[bool]:
    """A filter for public tables, and for members those of the club's evenings."""
    here = select(evening_rounds.c.table_id).join(evenings).where(evenings.c.club_id == row["id"])
    return public if row["officer"] is None else or_(public, table.in_(here))


async def _require_officer(connection: Transaction, club: str) -> None:
    led = select(club_members.c.person).where(club_members.c.club_id == club, club_members.c.officer)
    if not await connection.rows(led.limit(1)):
        raise Conflict("last-officer", _("A club needs an officer. Name another one first."))


def not_a_member() -> Forbidden:
    """The refusal of what only members may do."""
    return Forbidden("not-a-member", _("Only members can do this. Join the club first."))


def no_club() -> NotFound:
    """The refusal that does not reveal whether the club exists."""
    return NotFound("no-club", _("There is no such club, or it is private."))
