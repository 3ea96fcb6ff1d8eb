"""Recovery of an account whose password is forgotten: by a letter to a confirmed address, or by a code from
the operator.

Asking for a letter does not reveal whether an address is known: the server answers before it looks. Codes are
stored as digests, expire soon, and work once. An address that was confirmed under an earlier password must be
confirmed again, because the new password may have been set to keep its reader out.

The row of a person is locked before their codes and address are changed, so that nothing comes in between.
"""

import hashlib
import secrets
from typing import Any, Final

from sqlalchemy import Select, delete, insert, select

from spyring.engine.i18n import _
from spyring.languages import ENGLISH, translation
from spyring.server.accounts.accounts import Accounts, is_still, wrong_password
from spyring.server.accounts.schema import recovery_addresses, recovery_codes
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.people.sessions import Sessions
from spyring.server.core.problems import Conflict, NotFound, Refused
from spyring.server.core.storage.schema import people
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.notifications.notifier import Notifier

LETTER_SECONDS: Final = 3600.0
OPERATOR_SECONDS: Final = 86400.0
MAX_ACCOUNTS: Final = 5  # of one address that letters are sent about


class Recovery:
    """Recovery addresses, and codes that open an account once."""

    def __init__(self, accounts: Accounts, sessions: Sessions, notifier: Notifier) -> None:
        self.database = accounts.database
        self.accounts = accounts
        self.sessions = sessions
        self.notifier = notifier

    @property
    def writes(self) -> bool:
        """Whether this server can send a letter."""
        return self.notifier.mail is not None

    # -- the address -----------------------------------------------------------------------------------------

    async def address_of(self, person: Person) -> Row | None:
        """The address, and whether it is confirmed."""
        return await self.database.row(_address_of(person.id))

    async def ask(self, caller: Caller, address: str, password: str) -> None:
        """Write to an address; it is stored once its owner has followed the link. ``password`` is the stored
        hash by which the caller was verified.
        """
        person = caller.require_person()
        if person.kind == "guest":
            raise Conflict("no-account", _("Guests have no password. Create an account first."))
        self._require_mail()
        never = await self.notifier.subscriptions.opt_out_token(address)
        if never is None:
            return  # as if it had been sent: the owner's refusal is private
        code = await self._code(person.id, LETTER_SECONDS, password, address=address.casefold())
        say, off = caller.translate, self.notifier.link(f"/mail/{never}/never")
        confirm = say(_("If that is you, confirm the address here within an hour:"))
        never_ask = say(_("If not, do nothing. If you never want to be asked again:"))
        self.notifier.write(
            address,
            say(_("Is this your address?")),
            say(_("Someone wants to use this address to recover a Spyring password.")),
            f"{confirm}\n{self.notifier.link(f'/recover/address/{code}')}",
            f"{never_ask}\n{off}",
            off=off,
        )

    async def confirm(self, code: str) -> None:
        """Confirm an address, because its owner has followed the link."""
        async with self.database.writing() as connection:
            row = await self._take(connection, code, address=True)
            before = await connection.rows(_address_of(row["person"]))
            values = {"address": row["address"], "made_at": self.database.time.now(), "confirmed": True}
            statement = self.database.insert(recovery_addresses).values(person=row["person"], **values)
            await connection.execute(statement.on_conflict_do_update(index_elements=["person"], set_=values))
            sent = (recovery_codes.c.person == row["person"], recovery_codes.c.sent_to != row["address"])
            await connection.execute(delete(recovery_codes).where(*sent))
        if before and before[0]["address"] != row["address"]:
            await self._part_from(row["person"], before[0]["address"])

    async def forget(self, person: Person) -> None:
        """Remove the address, and any code that is on its way."""
        async with self.database.writing() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
            before = await connection.rows(_address_of(person.id))
            for table in (recovery_addresses, recovery_codes):
                await connection.execute(delete(table).where(table.c.person == person.id))
        if before:
            await self._part_from(person.id, before[0]["address"])

    # -- a forgotten password --------------------------------------------------------------------------------

    def send(self, address: str, language: str) -> None:
        """Send a letter to an address, if an account has it. All work happens after the answer."""
        self._require_mail()

        async def look() -> None:
            mine = (recovery_addresses.c.address == address.casefold(), recovery_addresses.c.confirmed)
            query = select(people).join(recovery_addresses, recovery_addresses.c.person == people.c.id)
            allowed = query.where(*mine, people.c.banned_at.is_(None))
            for row in await self.database.rows(allowed.limit(MAX_ACCOUNTS)):
                await self._write(row, address, language)

        self.notifier.outbox.send("mail", look)

    async def make_code(self, person: Person) -> str:
        """A code that the operator gives to the owner of an account."""
        if person.kind == "guest":
            raise Conflict("no-account", _("Guests have no password. Create an account first."))
        return await self._code(person.id, OPERATOR_SECONDS)

    async def whose(self, code: str) -> Person:
        """The person that a code signs in; it stays valid."""
        row = await self.database.row(self._row(code, address=False))
        if row is None:
            raise _no_code()
        return await self.accounts.people.person(row["person"])

    async def use(self, code: str, password: str) -> None:
        """Set another password by a code; all other codes expire, and everybody is signed out. A code from a
        letter proves that its reader owns the address, if that is still the recovery address.
        """
        hashed = await self.accounts.hashed(password)
        async with self.database.writing() as connection:
            row = await self._take(connection, code, address=False)
            await self.accounts.store_password(connection, row["person"], hashed, row["sent_to"] or "")
        await self.sessions.close_all(await self.accounts.people.person(row["person"]))

    # -- inside ----------------------------------------------------------------------------------------------

    async def _write(self, row: Row, address: str, language: str) -> None:
        say = translation(language).gettext
        code = await self._code(row["id"], LETTER_SECONDS, sent_to=address.casefold())
        choose = say(_("Choose a new password for {name} here. The link works once, within an hour:"))
        self.notifier.write(
            address,
            say(_("Reset your Spyring password")),
            f"{choose.format(name=row['login'])}\n{self.notifier.link(f'/recover/{code}')}",
            say(_("If you did not ask for this, do nothing: your password stays as it is.")),
        )

    async def _part_from(self, person: str, address: str) -> None:
        """Tell the reader of an address that it is no longer the recovery address: someone else may have
        changed that.
        """
        row = await self.database.row(select(people).where(people.c.id == person))
        if row is None or not self.writes:
            return
        say = translation(row["language"] or ENGLISH).gettext
        check = say(_("If this was not you, change your password and check the recovery address:"))
        self.notifier.write(
            address,
            say(_("Your recovery address has changed")),
            say(_("This address can no longer recover the account {name}.")).format(name=row["login"]),
            f"{check}\n{self.notifier.link('/account')}",
            say(_("If you can no longer sign in, ask the operator of this server.")),
        )

    async def _code(self, person: str, seconds: float, password: str | None = None, **about: str) -> str:
        """A new code; none if ``password`` is no longer the stored one."""
        code, at = secrets.token_urlsafe(18), self.database.time.now()
        row = {"digest": _digest(code), "person": person, "ends_at": at + seconds, **about}
        async with self.database.writing() as connection:
            if password is not None and not await is_still(connection, person, password):
                raise wrong_password()
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.ends_at <= at))
            await connection.execute(insert(recovery_codes).values(row))
        return code

    def _row(self, code: str, address: bool) -> Select[Any]:
        """A valid code, to confirm an address or to open an account."""
        alive = recovery_codes.c.ends_at > self.database.time.now()
        confirms = recovery_codes.c.address
        kind = confirms.is_not(None) if address else confirms.is_(None)
        here = (recovery_codes.c.digest == _digest(code), alive, kind)
        return select(recovery_codes).join(people, people.c.id == recovery_codes.c.person).where(*here)

    async def _take(self, connection: Transaction, code: str, address: bool) -> Row:
        """Use up a code."""
        found = await connection.rows(self._row(code, address).with_for_update(of=people))
        gone = delete(recovery_codes).where(recovery_codes.c.digest == _digest(code))
        if not found or not await connection.execute(gone):
            raise _no_code()  # also if another one was used while this one waited for the lock
        return found[0]

    def _require_mail(self) -> None:
        if not self.writes:
            raise Refused("no-mail", _("This server sends no email."))


def _address_of(person: str) -> Select[Any]:
    return select(recovery_addresses).where(recovery_addresses.c.person == person)


def _digest(code: str) -> str:
    return hashlib.blake2b(code.encode(), digest_size=32).hexdigest()


def _no_code() -> NotFound:
    return NotFound("no-code", _("This code is wrong, already used or expired."))
