"""Guests and accounts."""

import secrets
from collections.abc import Callable, Collection
from typing import Final, Literal

from sqlalchemy import Executable, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.core.payloads import ASSISTANT, Person
from spyring.server.core.people import names
from spyring.server.core.problems import Conflict, Forbidden, NotFound, Problem, Refused
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import credentials, people
from spyring.server.core.storage.statements import Row, Transaction

NEW_GUEST_SECONDS: Final = 60.0  # a new guest may have no session yet


# -- names for guests who give none: stars and figures of old tales, in every language ----------------------

NAMES: Final = """
    Achernar Adhara Albireo Alcor Alcyone Aldebaran Algol Alioth Alkaid Almach Alnitak Alphard
    Alrescha Altair Amalthea Andromeda Antares Arcturus Ariadne Ariel Atlas Aurora Bellatrix
    Calliope Callisto Calypso Canopus Capella Cassiopeia Castor Cepheus Ceres Clio Cordelia Daphne
    Deneb Dione Electra Elnath Enif Europa Fomalhaut Galatea Ganymede Hadar Halimede Helene Hydra
    Hyperion Iapetus Io Izar Juno Larissa Leda Luna Lyra Maia Mimosa Minerva Mintaka Mira Mirach
    Miranda Mizar Naiad Nereid Oberon Ophelia Orion Pallas Pandora Perdita Perseus Phoebe Pollux
    Portia Procyon Prospero Proteus Puck Regulus Rhea Rigel Rosalind Sabik Sadira Saiph Selene
    Sirius Spica Talitha Tarazed Taygeta Thalia Thebe Titania Triton Unukalhai Urania Vega Vesper
    Vesta Zaniah Zosma
"""
CODE_NAMES: Final = tuple(NAMES.split())


def code_names(again: int) -> tuple[str, ...]:
    """The names for the first time that they are given, the second, and so on.

    >>> code_names(1)[0], code_names(2)[0]
    ('Achernar', 'Achernar 2')
    """
    return CODE_NAMES if again == 1 else tuple(f"{name} {again}" for name in CODE_NAMES)


class People:
    """All people, past and present."""

    def __init__(
        self, database: Database, changed: Callable[[str], None], admits_guests: bool = True
    ) -> None:
        self.database = database
        self.admits_guests = admits_guests
        self.changed = changed  # drops what is cached about a person

    async def make_guest(
        self, name: str | None = None, language: str | None = None, face: str | None = None
    ) -> Person:
        """A new guest, without a password; without a name they get one that is not in use."""
        if not self.admits_guests:
            raise Forbidden("no-guests", _("This server has no guests. Sign in, or create an account."))
        wanted = None if name is None else names.of_guest(name)
        async with self.database.writing() as connection:
            if wanted is None:
                if self.database.shared:  # two guests at once must not get the same name
                    await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext("guests"))))
                wanted = await self._free_code_name(connection)
            person = Person(id=new_id(), name=wanted, kind="guest", language=language, face=face)
            row = {"id": person.id, "name": wanted, "language": language, "face": face}
            await connection.execute(insert(people).values(row | {"made_at": self.database.time.now()}))
        return person

    async def _free_code_name(self, connection: Transaction) -> str:
        """A random unused name; only the people with candidate names are looked up."""
        at, again = self.database.time.now(), 1
        while True:
            taken = await connection.rows(_names_in_use(at, code_names(again)))
            free = set(code_names(again)) - {str(row["name"]) for row in taken}
            if free:
                return secrets.choice(sorted(free))
            again += 1

    async def account(self, login: str) -> Row | None:
        """The account with this login; older ones are stored by an older folding."""
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
        """Change the name, the language or the face ("" derives one from the name). The login of an account
        stays the same, and no other account may be called so.
        """
        values: dict[str, str | None] = {"language": person.language if language is None else language}
        if face is not None and person.face != ASSISTANT:
            values["face"] = face or None
        if name is not None:
            values["name"] = wanted = names.by(person, name)
            if person.kind != "guest":
                values["called"] = await self._free(person, wanted)
        try:
            await self.database.write(update(people).where(people.c.id == person.id).values(values))
        except IntegrityError:
            raise name_taken() from None
        self.changed(person.id)
        return await self.person(person.id)

    async def _free(self, person: Person, name: str) -> str:
        """The login of an account with this name, unless another account signs in by it."""
        called = names.checked(names.folded(name))
        row = await self.account(name)
        if row is not None and row["id"] != person.id:
            raise name_taken()
        return called


def name_taken() -> Problem:
    """The refusal of a name that another account has."""
    return Conflict("name-taken", _("This name is taken. Choose another one."))


def _names_in_use(at: float, asked: Collection[str]) -> Executable:
    """The names that are in use: by accounts, by guests whose session is valid, and by new guests."""
    known = exists().where(
        credentials.c.person == people.c.id, or_(credentials.c.ends_at.is_(None), credentials.c.ends_at > at)
    )
    new = people.c.made_at > at - NEW_GUEST_SECONDS
    used = or_(people.c.login.is_not(None), new, known)
    return select(people.c.name).where(people.c.name.in_(asked), used).distinct()


def person_of(row: Row) -> Person:
    """A person from their row."""
    kind: Literal["guest", "account"] = "guest" if row["login"] is None else "account"
    return Person(id=row["id"], name=row["name"], kind=kind, language=row["language"], face=row["face"])
