"""Who wants to be called, and how: browsers that listen, and addresses for letters."""

import hashlib
import secrets
from typing import Any, Final

from sqlalchemy import CompoundSelect, RowMapping, delete, select, union, update
from sqlalchemy.dialects import postgresql, sqlite

from spyring.server.payloads import Person
from spyring.server.storage.schema import addressees, browsers, mailboxes
from spyring.server.storage.store import Store
from spyring.server.summons.push import Browser

REMEMBERED: Final = 10.0  # seconds in which another worker may have learnt of a wish


def wanting() -> CompoundSelect[Any]:
    """Everybody who wants to be called in some way."""
    confirmed = select(mailboxes.c.person).where(mailboxes.c.confirmed)
    return union(select(browsers.c.person), confirmed)


class Wishes:
    """What people want, and in memory who wants anything at all: most do not, and cost nothing."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = store.time
        self.wanting: frozenset[str] = frozenset()
        self._until = -1.0

    async def refresh(self, at_once: bool = False) -> None:
        """Learn who wants to be called; alone one knows of every change."""
        if not at_once and (self.time.now() < self._until or (not self.store.shared and self._until >= 0)):
            return
        self.wanting = frozenset(row["person"] for row in await self.store.rows(wanting()))
        self._until = self.time.now() + REMEMBERED

    # -- browsers --------------------------------------------------------------------------------------------

    async def listen(self, person: Person, browser: Browser) -> None:
        """Call this browser from now on; it has one address, whoever had it before."""
        row = {
            "key": browser.key,
            "person": person.id,
            "endpoint": browser.endpoint,
            "p256dh": browser.p256dh,
            "auth": browser.auth,
            "language": browser.language,
        }
        async with self.store.writing() as connection:
            same = (browsers.c.endpoint == browser.endpoint) | (browsers.c.key == browser.key)
            await connection.execute(delete(browsers).where(same))
            await connection.execute(browsers.insert().values(row))
        await self.refresh(at_once=True)

    async def hush(self, key: str) -> None:
        """Call this browser no more."""
        await self.store.write(delete(browsers).where(browsers.c.key == key))
        await self.refresh(at_once=True)

    async def listens(self, key: str) -> bool:
        """Whether this browser wants to be called."""
        return await self.store.row(select(browsers.c.key).where(browsers.c.key == key)) is not None

    async def browsers_of(self, person: str) -> list[Browser]:
        """All browsers of a person that want to be called."""
        rows = await self.store.rows(select(browsers).where(browsers.c.person == person))
        return [
            Browser(row["key"], row["endpoint"], row["p256dh"], row["auth"], row["language"]) for row in rows
        ]

    # -- letters ---------------------------------------------------------------------------------------------

    async def ask_for_letters(self, person: Person, address: str, language: str) -> str:
        """Letters to this address, once its owner has agreed by the token that is returned."""
        token = secrets.token_urlsafe(24)
        values = {"address": address, "language": language, "token": token, "confirmed": False}
        dialect = postgresql if self.store.shared else sqlite
        statement = dialect.insert(mailboxes).values({"person": person.id} | values)
        await self.store.write(statement.on_conflict_do_update(index_elements=["person"], set_=values))
        await self.refresh(at_once=True)
        return token

    async def mailbox(self, person: str) -> RowMapping | None:
        """Where a person wants letters."""
        return await self.store.row(select(mailboxes).where(mailboxes.c.person == person))

    async def mailbox_behind(self, token: str) -> RowMapping | None:
        """The mailbox that a letter speaks of."""
        return await self.store.row(select(mailboxes).where(mailboxes.c.token == token))

    async def confirm(self, token: str) -> None:
        """Its owner agrees."""
        await self.store.write(update(mailboxes).where(mailboxes.c.token == token).values(confirmed=True))
        await self.refresh(at_once=True)

    async def addressee(self, address: str) -> str | None:
        """The token by which the owner of an address can say that they never want to be asked, whoever named
        it; None if they said so.
        """
        mark, dialect = _mark_of(address), postgresql if self.store.shared else sqlite
        row = {"address": mark, "token": secrets.token_urlsafe(24), "refused": False}
        await self.store.write(dialect.insert(addressees).values(row).on_conflict_do_nothing())
        (found,) = await self.store.rows(select(addressees).where(addressees.c.address == mark))
        return None if found["refused"] else str(found["token"])

    async def never_ask(self, token: str) -> bool:
        """The owner of an address wants no such question again; whether there is such a token."""
        here = addressees.c.token == token
        return await self.store.write(update(addressees).where(here).values(refused=True)) == 1

    async def end_letters(self, token: str | None = None, person: str | None = None) -> None:
        """No more letters: to whoever holds the token, or to a person."""
        mine = mailboxes.c.person == person if token is None else mailboxes.c.token == token
        await self.store.write(delete(mailboxes).where(mine))
        await self.refresh(at_once=True)


def _mark_of(address: str) -> str:
    """What is kept of an address at which nobody wants to be asked; whatever follows a plus sign leads to the
    same mailbox.

    >>> _mark_of("Ann+spies@Mail.example") == _mark_of("ann@mail.example")
    True
    """
    name, _at, place = address.casefold().rpartition("@")
    return hashlib.blake2b(f"{name.partition('+')[0]}@{place}".encode(), digest_size=32).hexdigest()
