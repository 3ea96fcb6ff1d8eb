"""Who is who: guests and accounts."""

import secrets
from collections.abc import Callable, Collection
from typing import Final, Literal

from sqlalchemy import Executable, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.core.payloads import Person
from spyring.server.core.people import names
from spyring.server.core.people.code_names import code_names
from spyring.server.core.problems import Conflict, NotFound, Problem, Refused
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import credentials, people
from spyring.server.core.storage.statements import Row, Transaction

NEW_GUEST_SECONDS: Final = 60.0  # in which a guest may not have a session yet


class People:
    """Everybody who ever came in."""

    def __init__(self, database: Database, changed: Callable[[str], None]) -> None:
        self.database = database
        self.changed = changed  # drops what is cached about a person

    async def make_guest(self, name: str | None = None, language: str | None = None) -> Person:
        """Somebody new, without a password; who says no name gets one that nobody else has now."""
        wanted = None if name is None else names.of_guest(name)
        async with self.database.writing() as connection:
            if wanted is None:
                if self.database.shared:  # two who come at once must not find the same name free
                    await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext("guests"))))
                wanted = await self._free_code_name(connection)
            person = Person(id=new_id(), name=wanted, kind="guest", language=language)
            row = {"id": person.id, "name": wanted, "language": language, "made_at": self.database.time.now()}
            await connection.execute(insert(people).values(row))
        return person

    async def _free_code_name(self, connection: Transaction) -> str:
        """One by lot that nobody uses; only those who are called so are looked for, of however many."""
        at, again = self.database.time.now(), 1
        while True:
            taken = await connection.rows(_names_in_use(at, code_names(again)))
            free = set(code_names(again)) - {str(row["name"]) for row in taken}
            if free:
                return secrets.choice(sorted(free))
            again += 1

    async def account(self, login: str) -> Row | None:
        """The account of this name; older ones are known by it as it was folded then."""
        try:
            known_as = {names.checked(names.folded(login)), names.checked(login.casefold())}
        except Refused:
            return None
        return await self.database.row(select(people).where(people.c.login.in_(known_as)))

    async def person(self, person_id: str) -> Person:
        """One person by id."""
        row = await self.database.row(select(people).where(people.c.id == person_id))
        if row is None:
            raise NotFound("no-person", _("There is no such person."))
        return person_of(row)

    async def change(
        self, person: Person, name: str | None, language: str | None, face: str | None = None
    ) -> Person:
        """Another name to be called by, another language, another face ("" for one by lot). What an account
        signs in by stays as it is, and no other account may be called so.
        """
        values: dict[str, str | None] = {"language": person.language if language is None else language}
        if face is not None:
            values["face"] = face or None
        if name is not None:
            guest = person.kind == "guest"
            values["name"] = wanted = names.of_guest(name) if guest else names.checked(name)
            if not guest:
                values["called"] = await self._free(person, wanted)
        try:
            await self.database.write(update(people).where(people.c.id == person.id).values(values))
        except IntegrityError:
            raise name_taken() from None
        self.changed(person.id)
        return await self.person(person.id)

    async def _free(self, person: Person, name: str) -> str:
        """What an account is called with this name, unless another one signs in by it."""
        called = names.checked(names.folded(name))
        row = await self.account(name)
        if row is not None and row["id"] != person.id:
            raise name_taken()
        return called


def name_taken() -> Problem:
    """The refusal of a name that another account has."""
    return Conflict("name-taken", _("This name is taken; choose another one."))


def _names_in_use(at: float, asked: Collection[str]) -> Executable:
    """Which of these names are in use: by accounts, by guests whose browser still knows them, and by those
    who have just come in.
    """
    known = exists().where(
        credentials.c.person == people.c.id, or_(credentials.c.ends_at.is_(None), credentials.c.ends_at > at)
    )
    new = people.c.made_at > at - NEW_GUEST_SECONDS
    used = or_(people.c.login.is_not(None), new, known)
    return select(people.c.name).where(people.c.name.in_(asked), used).distinct()


def person_of(row: Row) -> Person:
    """A person out of their row."""
    kind: Literal["guest", "account"] = "guest" if row["login"] is None else "account"
    return Person(id=row["id"], name=row["name"], kind=kind, language=row["language"], face=row["face"])
