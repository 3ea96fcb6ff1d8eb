"""Identities at the provider, and the accounts that they open.

An account is never found by its email address or its name: only its owner links an identity to it.
"""

import secrets
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Insert, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.i18n import _
from spyring.server.accounts.accounts import Accounts, not_banned
from spyring.server.accounts.provider import Claims, Provider
from spyring.server.accounts.schema import identities
from spyring.server.core.payloads import Person
from spyring.server.core.people import names
from spyring.server.core.people.people import CODE_NAMES, name_taken
from spyring.server.core.people.sessions import digest
from spyring.server.core.problems import Conflict, Forbidden, Refused
from spyring.server.core.storage.schema import credentials, people


class Identities:
    """Who signs in at the provider of one server."""

    def __init__(self, provider: Provider, accounts: Accounts) -> None:
        self.provider = provider
        self.accounts = accounts
        self.database = accounts.database

    async def is_linked(self, person: Person) -> bool:
        """Whether a person can sign in at the provider."""
        return await self._subject_of(person) is not None

    async def enter(self, claims: Claims, guest: Person | None, invitation: str) -> Person:
        """The owner of an identity. The first sign-in makes an account, as registration allows."""
        owner = select(people).join(identities, identities.c.person == people.c.id)
        for name in _names(claims):
            row = await self.database.row(owner.where(*self._is(claims)))
            if row is not None:
                return not_banned(row)
            try:
                new = self.accounts.register(name, None, guest, invitation, lambda me: self._row(me, claims))
                return await new
            except Conflict as taken:  # the name, or this identity meanwhile
                if taken.code != "name-taken":
                    raise
        raise name_taken()

    async def link(self, person: Person, claims: Claims) -> None:
        """Let the owner of an account sign in at the provider, too."""
        try:
            async with self.database.writing() as connection:
                former = (identities.c.person == person.id, identities.c.issuer != self.provider.issuer)
                await connection.execute(delete(identities).where(*former))
                await connection.execute(self._row(person.id, claims))
        except IntegrityError:
            text = _("This account or this identity is already linked. Unlink it first.")
            raise Conflict("already-linked", text) from None

    async def unlink(self, person: Person, password: str) -> None:
        """Only the password opens the account from now on."""
        if not await self.accounts.has_password(person):
            text = _("You sign in at {provider} only. Set a password before you unlink it.")
            raise Conflict("only-way", text, provider=self.provider.label)
        await self.accounts.verify(person, password)
        await self.database.write(delete(identities).where(identities.c.person == person.id))

    async def confirm(self, person: Person, claims: Claims, secret: str) -> None:
        """A person has just signed in again, in the session of this secret."""
        if await self._subject_of(person) != claims["sub"]:
            text = _("At {provider} you signed in as someone else. Sign in as the owner of this account.")
            raise Forbidden("other-identity", text, provider=self.provider.label)
        session = (credentials.c.digest == digest(secret), credentials.c.person == person.id)
        now = self.database.time.now()
        await self.database.write(update(credentials).where(*session).values(confirmed_at=now))

    async def _subject_of(self, person: Person) -> str | None:
        here = (identities.c.person == person.id, identities.c.issuer == self.provider.issuer)
        found: str | None = await self.database.value(select(identities.c.subject).where(*here))
        return found

    def _is(self, claims: Claims) -> tuple[Any, ...]:
        return identities.c.issuer == self.provider.issuer, identities.c.subject == claims["sub"]

    def _row(self, person: str, claims: Claims) -> Insert:
        about = {"issuer": self.provider.issuer, "subject": claims["sub"]}
        return insert(identities).values(person=person, made_at=self.database.time.now(), **about)


def _names(claims: Claims) -> Iterator[str]:
    """Names for a new account, best first. An address is not a name: the owner has not agreed to show it."""
    for claim in ("preferred_username", "nickname", "name", "given_name"):
        try:
            name = names.of_guest(str(claims.get(claim) or ""))
        except Refused:
            continue
        yield name
        yield from (f"{name[:36]} {number}" for number in range(2, 6))
    yield from (f"{secrets.choice(CODE_NAMES)} {secrets.randbelow(10**6)}" for _try in range(5))
