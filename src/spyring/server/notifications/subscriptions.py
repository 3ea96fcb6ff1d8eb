"""Subscriptions: browsers by push, and addresses by email."""

import hashlib
import secrets
from dataclasses import asdict, fields
from typing import Any, Final

from sqlalchemy import CompoundSelect, delete, select, union, update

from spyring.engine.i18n import _
from spyring.server.core.payloads import Person
from spyring.server.core.problems import NotFound
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.statements import Row
from spyring.server.notifications.push import Browser
from spyring.server.notifications.schema import browsers, mail_consents, mailboxes

CACHE_SECONDS: Final = 10.0  # seconds until another worker's changes are read


def subscribers() -> CompoundSelect[Any]:
    """Everybody with any subscription."""
    confirmed = select(mailboxes.c.person).where(mailboxes.c.confirmed)
    return union(select(browsers.c.person), confirmed)


class Subscriptions:
    """People's subscriptions. The ids of subscribers are kept in memory: most people have none, and cost
    nothing.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.time = database.time
        self.subscribers: frozenset[str] = frozenset()
        self._until = -1.0

    async def refresh(self, at_once: bool = False) -> None:
        """Read the subscribers; a single worker does so only once, because it knows of every change."""
        if not at_once and (self.time.now() < self._until or (not self.database.shared and self._until >= 0)):
            return
        self.subscribers = frozenset(row["person"] for row in await self.database.rows(subscribers()))
        self._until = self.time.now() + CACHE_SECONDS

    # -- browsers --------------------------------------------------------------------------------------------

    async def subscribe(self, person: Person, browser: Browser) -> None:
        """Subscribe this browser; its previous owner is unsubscribed."""
        row = {"person": person.id, **asdict(browser)}
        async with self.database.writing() as connection:
            same = (browsers.c.endpoint == browser.endpoint) | (browsers.c.key == browser.key)
            await connection.execute(delete(browsers).where(same))
            await connection.execute(browsers.insert().values(row))
        await self.refresh(at_once=True)

    async def unsubscribe(self, key: str) -> None:
        """Unsubscribe this browser."""
        await self.database.write(delete(browsers).where(browsers.c.key == key))
        await self.refresh(at_once=True)

    async def is_subscribed(self, key: str) -> bool:
        """Whether this browser is subscribed."""
        return await self.database.row(select(browsers.c.key).where(browsers.c.key == key)) is not None

    async def browsers_of(self, person: str) -> list[Browser]:
        """All subscribed browsers of a person."""
        known = select(*(browsers.c[field.name] for field in fields(Browser)))
        rows = await self.database.rows(known.where(browsers.c.person == person))
        return [Browser(**row) for row in rows]

    # -- email -----------------------------------------------------------------------------------------------

    async def request_email(self, person: Person, address: str, language: str) -> str:
        """Store an address for email; its owner must consent by the returned token."""
        token = secrets.token_urlsafe(24)
        values = {"address": address, "language": language, "token": token, "confirmed": False}
        statement = self.database.insert(mailboxes).values(person=person.id, **values)
        await self.database.write(statement.on_conflict_do_update(index_elements=["person"], set_=values))
        await self.refresh(at_once=True)
        return token

    async def mailbox(self, person: str) -> Row | None:
        """The mailbox of a person."""
        return await self.database.row(select(mailboxes).where(mailboxes.c.person == person))

    async def mailbox_by_token(self, token: str) -> Row:
        """The mailbox that a token belongs to, or a refusal."""
        box = await self.database.row(select(mailboxes).where(mailboxes.c.token == token))
        if box is None:
            raise _no_mailbox()
        return box

    async def confirm(self, token: str) -> None:
        """Confirm that the owner of the mailbox agrees."""
        await self.database.write(update(mailboxes).where(mailboxes.c.token == token).values(confirmed=True))
        await self.refresh(at_once=True)

    async def opt_out_token(self, address: str) -> str | None:
        """The token by which the owner of an address can refuse all requests; None if they did."""
        digest = _digest(address)
        row = {"address": digest, "token": secrets.token_urlsafe(24), "refused": False}
        await self.database.write(self.database.insert(mail_consents).values(row).on_conflict_do_nothing())
        (found,) = await self.database.rows(select(mail_consents).where(mail_consents.c.address == digest))
        return None if found["refused"] else str(found["token"])

    async def never_ask(self, token: str) -> None:
        """Store that the owner of an address refuses all requests."""
        here = mail_consents.c.token == token
        if not await self.database.write(update(mail_consents).where(here).values(refused=True)):
            raise _no_mailbox()

    async def stop_email(self, token: str | None = None, person: str | None = None) -> None:
        """Stop email, by a token or for a person."""
        mine = mailboxes.c.person == person if token is None else mailboxes.c.token == token
        await self.database.write(delete(mailboxes).where(mine))
        await self.refresh(at_once=True)


def _no_mailbox() -> NotFound:
    return NotFound("no-mailbox", _("No more emails will be sent to this address."))


def _digest(address: str) -> str:
    """The digest of an address that refuses requests; a suffix after a plus sign leads to the same mailbox.

    >>> _digest("Ann+spies@Mail.example") == _digest("ann@mail.example")
    True
    """
    name, _at, place = address.casefold().rpartition("@")
    return hashlib.blake2b(f"{name.partition('+')[0]}@{place}".encode(), digest_size=32).hexdigest()
