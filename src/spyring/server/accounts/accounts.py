"""Accounts: registration, passwords, and the proof that a browser once knew one."""

import asyncio
import base64
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import ARGON2_VERSION
from sqlalchemy import Executable, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.accounts.registration import Registration
from spyring.server.accounts.schema import identities, recovery_addresses, recovery_codes
from spyring.server.club.audit import Audit
from spyring.server.core.payloads import Person
from spyring.server.core.people import names
from spyring.server.core.people.people import People, name_taken, person_of
from spyring.server.core.people.sessions import digest
from spyring.server.core.problems import Conflict, Forbidden, Problem, RateLimited
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.schema import credentials, people
from spyring.server.core.storage.statements import Row, Transaction

CONFIRMED_SECONDS = 300.0  # how long a fresh sign-in at the provider counts as a password
MAX_CONCURRENT_HASHES = 2  # passwords at once: each takes 64 MiB and a core for a moment
MAX_WAITING_HASHES = 40  # waiting for a turn, of all people together

_HASHER = PasswordHasher()


def _of_no_password(like: PasswordHasher) -> str:
    """A random hash, as long and as slow to compare as any. It is not computed, because every start would
    wait.
    """
    salt, digest = (
        base64.b64encode(secrets.token_bytes(count)).rstrip(b"=").decode()
        for count in (like.salt_len, like.hash_len)
    )
    cost = f"m={like.memory_cost},t={like.time_cost},p={like.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${digest}"


# Compared when there is no such account, so that the answer takes as long as for a wrong password.
_NOBODY = _of_no_password(_HASHER)


class Accounts:
    """People with a password, or with an identity at a provider."""

    def __init__(self, people: People, registration: Registration) -> None:
        self.people = people
        self.registration = registration
        self.database = people.database
        self._hashing = asyncio.Semaphore(MAX_CONCURRENT_HASHES)
        self._waiting = 0

    async def register(
        self,
        login: str,
        password: str | None,
        guest: Person | None,
        invitation: str = "",
        identity: Callable[[str], Executable] | None = None,
    ) -> Person:
        """Make an account; a guest who makes one keeps their tables. Its owner signs in with a password, or
        with an identity at a provider, which is stored with the account.
        """
        self.registration.check(invitation)
        if guest is not None and guest.kind == "account":
            raise _has_account()
        name = names.checked(login)
        known_as = names.checked(names.folded(name))  # folding may make it longer
        hashed = None if password is None else await self.hashed(password)
        values = {"name": name, "login": known_as, "called": known_as, "password": hashed}
        person_id = new_id() if guest is None else guest.id
        still_a_guest = (people.c.id == person_id, people.c.login.is_(None))
        try:
            async with self.database.writing() as connection:
                values |= await self.registration.use(connection, invitation)
                if guest is None:
                    new = insert(people).values(id=person_id, made_at=self.database.time.now(), **values)
                    await connection.execute(new)
                elif not await connection.execute(update(people).where(*still_a_guest).values(values)):
                    raise _has_account()
                if identity is not None:
                    await connection.execute(identity(person_id))
        except IntegrityError:
            raise name_taken() from None
        if "role" in values:
            await Audit(self.database).note("role", by=person_id, person=person_id)
        self.people.changed(person_id)
        return await self.people.person(person_id)

    async def login(self, login: str, password: str) -> Person:
        """The owner of an account, or a refusal that does not say what was wrong."""
        row = await self.people.account(login)
        if not await self._opens(row, password) or row is None:
            raise Forbidden("wrong-login", _("The name or the password is wrong."))
        return not_banned(row)

    async def proof(self, person: Person) -> str:
        """The proof for a browser that it once knew the current password."""
        return _proof(await self.database.value(select(people.c.password).where(people.c.id == person.id)))

    async def guessed_at(self, login: str, proofs: Collection[str]) -> tuple[str, bool]:
        """The account key for a login in any spelling, even if there is no such account; and whether one of
        these proofs is for it.
        """
        row = await self.people.account(login)
        expected = _proof(None if row is None else row["password"])
        proven = any(hmac.compare_digest(expected.encode(), shown.encode()) for shown in proofs)
        return (" ".join(names.folded(login).split()) if row is None else str(row["login"])), proven

    async def login_of(self, person: Person) -> str | None:
        """The login of a person; None for a guest."""
        login: str | None = await self.database.value(select(people.c.login).where(people.c.id == person.id))
        return login

    async def change_password(self, person: Person, old: str, new: str) -> None:
        """Change the password; the old one is required (see :meth:`verify`)."""
        if person.kind == "guest":
            raise Conflict("no-account", _("Guests have no password. Create an account first."))
        wrong = Forbidden("wrong-password", _("The old password is wrong."))
        stored = await self.verify(person, old, wrong)
        hashed = await self.hashed(new)
        async with self.database.writing() as connection:
            if not await is_still(connection, person.id, stored):
                raise wrong  # another request was faster
            await self.store_password(connection, person.id, hashed)

    async def verify(self, person: Person, password: str, wrong: Problem | None = None) -> str:
        """Refuse a wrong password; return the stored hash of the right one. The owner of an account without a
        password signs in again at the provider instead: then ``password`` is the secret of the session in
        which they did so, and the hash is empty.
        """
        row = await self.database.row(select(people).where(people.c.id == person.id))
        if row is not None and row["login"] is not None and row["password"] is None:
            if not await self.confirmed(person, password):
                text = _("Sign in again on your account page first.")
                raise Forbidden("confirm-first", text)
            return ""
        if row is None or not await self._opens(row, password):
            raise wrong or wrong_password()
        return str(row["password"])

    async def has_password(self, person: Person) -> bool:
        """Whether a password opens the account of a person."""
        stored = select(people.c.password).where(people.c.id == person.id)
        return await self.database.value(stored) is not None

    async def confirmed(self, person: Person, secret: str) -> bool:
        """Whether a person has just signed in again at the provider, in the session of this secret."""
        session = (credentials.c.digest == digest(secret), credentials.c.person == person.id)
        at = await self.database.value(select(credentials.c.confirmed_at).where(*session))
        return at is not None and self.database.time.now() < at + CONFIRMED_SECONDS

    async def store_password(
        self, connection: Transaction, person: str, hashed: str, proven: str = ""
    ) -> None:
        """Store another password. Earlier recovery codes become invalid. The recovery address must be
        confirmed again, unless this change has ``proven`` that its owner reads it. An identity that was
        linked with the old password must be linked again.
        """
        had_one = exists().where(people.c.id == person, people.c.password.is_not(None))
        await connection.execute(delete(identities).where(identities.c.person == person, had_one))
        await connection.execute(update(people).where(people.c.id == person).values(password=hashed))
        # A person with the old password may have asked for a code, set the address, or linked an identity.
        await connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
        others = (recovery_addresses.c.person == person, recovery_addresses.c.address != proven)
        await connection.execute(update(recovery_addresses).where(*others).values(confirmed=False))

    async def _opens(self, row: Row | None, password: str) -> bool:
        """Whether the password is right; this takes as long if there is no account."""
        stored = None if row is None else row["password"]
        try:
            async with self._turn():
                await asyncio.to_thread(_HASHER.verify, stored or _NOBODY, password)
        except (Argon2Error, InvalidHashError):
            return False
        return stored is not None

    async def hashed(self, password: str) -> str:
        """The hash of a password, for storage."""
        async with self._turn():
            return await asyncio.to_thread(_HASHER.hash, password)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Limit concurrent hashing; refuse if very many others wait."""
        if self._waiting >= MAX_WAITING_HASHES:
            raise RateLimited(5.0)
        self._waiting += 1
        try:
            async with self._hashing:
                yield
        finally:
            self._waiting -= 1


def _has_account() -> Problem:
    return Conflict("has-account", _("You already have an account."))


async def is_still(connection: Transaction, person: str, stored: str) -> bool:
    """Whether the password is still the one that was compared; it cannot change until the
    transaction ends.
    """
    same = select(people.c.id).where(people.c.id == person, func.coalesce(people.c.password, "") == stored)
    return bool(await connection.rows(same.with_for_update()))


def wrong_password() -> Problem:
    """The refusal of a wrong password when it was requested again."""
    return Forbidden("wrong-password", _("The password is wrong."))


def not_banned(row: Row) -> Person:
    """The person who signs in; a banned person is refused."""
    if row["banned_at"] is not None:
        raise Forbidden("banned", _("The operator of this server has closed this account."))
    return person_of(row)


def _proof(hashed: str | None) -> str:
    """A digest of the stored hash, so it becomes invalid with the password and reveals nothing."""
    secret = (hashed or _NOBODY).encode()
    return hmac.new(secret, b"spyring-known-browser", hashlib.sha256).hexdigest()[:32]
