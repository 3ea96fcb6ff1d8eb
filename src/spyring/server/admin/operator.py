"""The operator's actions on people and tables: beside a server, by ``spyring admin``, or on its page. Each is
noted in the log of administrators.
"""

from collections.abc import Sequence
from copy import copy
from typing import Final

from sqlalchemy import Select, delete, func, or_, select, update

from spyring.engine.errors import SpyringError
from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.server.accounts.accounts import Accounts
from spyring.server.accounts.recovery import Recovery
from spyring.server.accounts.registration import START_LENGTH, Registration
from spyring.server.admin.backups import LAST_BACKUP
from spyring.server.admin.check_games import follow
from spyring.server.club.audit import Audit
from spyring.server.club.branding import Branding
from spyring.server.community.account_data import AccountData
from spyring.server.community.reports import Reporting
from spyring.server.community.schema import reports
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.people.names import folded
from spyring.server.core.people.people import person_of
from spyring.server.core.people.sessions import digest
from spyring.server.core.problems import Conflict, NotFound, Refused
from spyring.server.core.services import Services
from spyring.server.core.storage.schema import credentials, entries, people, seats, tables
from spyring.server.core.storage.schema import secrets as kept
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables.table_store import end_of_seats, unfinished_seats
from spyring.server.core.topics import of_person, of_reload

ADMIN: Final = "admin"
MAX_LISTED: Final = 50  # lines in a list
SHOWN: Final = tuple(people.c[name] for name in ("id", "name", "login", "made_at", "role", "banned_at"))


class Operator:
    """All actions on people and tables. ``heard`` notifies this process of changes; the database notifies
    others.
    """

    def __init__(self, core: Services) -> None:
        self.database = core.database
        self.shelf = core.shelf
        self.accounts = core.part(Accounts)
        self.sessions = core.sessions
        self.account_data = core.part(AccountData)
        self.table_store = core.table_store
        self.recovery = core.part(Recovery)
        self.registration = core.part(Registration)
        self.reporting = core.part(Reporting)
        self.audit = core.part(Audit)
        self.branding = core.part(Branding)
        self.by: str | None = None  # the acting administrator; None: the command line
        self._heard = core.heard

    def acting(self, person: Person) -> "Operator":
        """The operator, in the name of an administrator."""
        named = copy(self)
        named.by = person.id
        return named

    async def note(self, act: str, person: Person | None = None, thing: str = "") -> None:
        """Note an act in the log."""
        await self.audit.note(act, self.by, None if person is None else person.id, thing)

    async def is_admin(self, secret: str) -> bool:
        """Whether this is the session of a person with the admin role."""
        query = select(people.c.role).join(credentials, credentials.c.person == people.c.id)
        session = (credentials.c.digest == digest(secret), credentials.c.kind == "session")
        return bool(await self.database.value(query.where(*session)) == ADMIN)

    async def last_backup(self) -> float | None:
        """When ``spyring admin backup`` last succeeded."""
        found = await self.database.value(select(kept.c.value).where(kept.c.name == LAST_BACKUP))
        return None if found is None else float(found)

    # -- people ----------------------------------------------------------------------------------------------

    async def people(self, wanted: str = "") -> Sequence[Row]:
        """The newest people whose name, login or id contains a text."""
        order = (people.c.made_at.desc(), people.c.id.desc())
        query = select(*SHOWN).where(people.c.name != "").order_by(*order)
        if wanted:
            named = (column.icontains(wanted, autoescape=True) for column in (people.c.name, people.c.login))
            query = query.where(or_(*named, people.c.id == wanted))
        return await self.database.rows(query.limit(MAX_LISTED))

    async def find(self, wanted: str) -> Person:
        """One person by id, by login, or by a unique name; or a refusal."""
        for which in (people.c.id == wanted, people.c.login == folded(wanted), people.c.name == wanted):
            found = await self.database.rows(select(people).where(which).limit(2))
            if len(found) > 1:
                text = _("Several people are called {name}. Use an id instead.")
                raise Refused("several-people", text, name=wanted)
            if found:
                return person_of(found[0])
        raise NotFound("no-person", _("There is no such person."))

    async def make_code(self, person: Person) -> str:
        """A code for choosing a new password, for the operator to give to its owner."""
        code = await self.recovery.make_code(person)
        await self.note("code", person)
        return code

    async def ban(self, person: Person, banned: bool = True) -> None:
        """Ban a person from signing in, or lift the ban."""
        at = self.database.time.now() if banned else None
        await self._change(person, banned_at=at)
        if banned:
            await self.sessions.close_all(person)
        await self._tell(person)
        await self.note("ban" if banned else "unban", person)

    async def set_role(self, person: Person, role: str | None) -> None:
        """Give a person with an account access to the operator's page, or take it away."""
        if person.kind == "guest" and role is not None:
            raise Conflict("no-account", _("Only people with an account can have a role."))
        await self._change(person, role=role)
        await self._tell(person)
        await self.note("no role" if role is None else "role", person)

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name; the login of an account stays."""
        renamed = await self.accounts.people.change(person, name, None)
        await self._tell(person)
        await self.note("rename", person)
        return renamed

    async def delete(self, person: Person) -> None:
        """Delete all data of a person, as they could themselves."""
        await self.account_data.remove(Caller(person))
        await self._tell(person)
        await self.note("delete", person)

    async def invite(self, people: int, days: float, role: str | None = None) -> str:
        """A code with which so many people can create an account."""
        code = await self.registration.make(people, days, role)
        await self.note("invite", thing=code[:START_LENGTH])
        return code

    async def uninvite(self, start: str) -> None:
        """Make a code invalid, by its first letters."""
        await self.registration.revoke(start)
        await self.note("uninvite", thing=start[:START_LENGTH])

    async def set_banner(self, text: str) -> None:
        """Show a text on all pages; an empty one removes it."""
        await self.branding.set_banner(text)
        await self.note("banner" if text else "no banner")

    async def close_report(self, report: str) -> bool:
        """Close a report; returns whether there was one."""
        closed = await self.reporting.close(report)
        if closed:
            await self.note("report", thing=report)
        return closed

    async def _change(self, person: Person, **values: object) -> None:
        await self.database.write(update(people).where(people.c.id == person.id).values(values))

    async def _tell(self, person: Person) -> None:
        """Let every worker reload a person, and the tables where they sit."""
        here = [row["table_id"] for row in await self.database.rows(unfinished_seats(person.id))]
        await self._say(of_person(person.id), *map(of_reload, here))

    async def _say(self, *topics: str) -> None:
        async with self.database.writing(*topics):
            pass
        for topic in topics:
            self._heard(topic)

    # -- tables ----------------------------------------------------------------------------------------------

    async def tables(self, wanted: str = "", status: str | None = None) -> list[Json]:
        """The newest tables of a game, a person, an id or a status. A ``frozen`` one cannot continue with
        the games on the shelf.
        """
        query: Select[tuple[object, ...]] = (
            select(tables, people.c.name.label("owner_name"))
            .join(people, people.c.id == tables.c.owner)
            .order_by(tables.c.made_at.desc(), tables.c.id.desc())
        )
        if wanted:
            who = select(people.c.id).where(or_(people.c.id == wanted, people.c.name == wanted))
            sits = select(seats.c.table_id).where(seats.c.person.in_(who))
            named = or_(tables.c.id == wanted, tables.c.game == wanted, tables.c.id.in_(sits))
            query = query.where(or_(named, tables.c.owner.in_(who)))
        if status is not None:
            query = query.where(tables.c.status == status)
        return [self._table_line(row) for row in await self.database.rows(query.limit(MAX_LISTED))]

    def _table_line(self, row: Row) -> Json:
        unknown = row["status"] != "open" and self.shelf.edition_for(row) is None
        shown = {name: row[name] for name in ("id", "game", "status", "length", "moved_at")}
        return {**shown, "owner": row["owner_name"], "frozen": row["ended_at"] is not None or unknown}

    async def end(self, table: str) -> None:
        """Freeze a running game, which is kept; remove a table that waits."""
        row = await self._row(table)
        if row["status"] == "over":
            raise Conflict("over", _("The game is over."))
        here = tables.c.id == table
        async with self.database.writing(of_reload(table)) as connection:
            if row["status"] == "open":
                await connection.execute(delete(tables).where(here, tables.c.status == "open"))
            else:
                await self.table_store.stop(connection, table)
        self._heard(of_reload(table))
        await self.note("end", thing=table)

    async def unfreeze(self, table: str, cut: bool = False) -> int:
        """Continue a frozen game under the current rules, if its whole log follows them, or with ``cut`` from
        the last entry that does. Returns how many entries were cut off.
        """
        row = await self._row(table)
        if row["status"] == "open":
            raise Conflict("not-begun", _("The game has not started."))
        game = self.shelf.edition_for(row)
        game = game or self.shelf.game(row["game"])
        if row["secret"] is None:
            raise Conflict("no-chance", _("This game started before chance was sealed. It cannot continue."))
        chairs = await self.table_store.chairs(table)
        timeline, broken = await follow(self.table_store, game, row, chairs)
        standing, goes_on = timeline.length, bool(timeline.state.deciders)
        if broken is not None and not cut:
            text = _("Entry {number} breaks the current rules: {reason} Nothing was changed.")
            error = broken[1]
            reason = str(error) if isinstance(error, SpyringError) else f"{type(error).__name__}."
            raise Refused("bad-log", text, number=str(standing + 1), reason=reason)
        values = {
            "rules_version": game.rules_version,
            "box": game.box_name,
            "box_digest": game.box_digest(),
            "status": "playing" if goes_on else "over",
            "ended_at": None,
            "length": standing,
            "offer": None,
            "wake_at": self.database.time.now() if goes_on else None,
        }
        async with self.database.writing(of_reload(table)) as connection:
            lost = delete(entries).where(entries.c.table_id == table, entries.c.number > standing)
            await connection.execute(lost)
            changed = update(tables).where(tables.c.id == table)
            await connection.execute(changed.values(revision=tables.c.revision + 1, **values))
            await connection.execute(end_of_seats(table, None if goes_on else row["moved_at"]))
        self._heard(of_reload(table))
        await self.note("unfreeze", thing=table)
        return int(row["length"]) - standing

    async def _row(self, table: str) -> Row:
        row = await self.table_store.row(table)
        if row is None:
            raise NotFound("no-table", _("There is no such table, or it is private."))
        return row

    # -- numbers ---------------------------------------------------------------------------------------------

    async def counts(self) -> dict[str, int]:
        """The counts that the operator's page shows."""
        statuses = select(tables.c.status, func.count().label("n")).group_by(tables.c.status)
        found = {row["status"]: int(row["n"]) for row in await self.database.rows(statuses)}
        asked = {
            "accounts": select(func.count()).select_from(people).where(people.c.login.is_not(None)),
            "reports": select(func.count()).select_from(reports).where(reports.c.closed_at.is_(None)),
        }
        for name, query in asked.items():
            found[name] = await self.database.value(query)
        return found
