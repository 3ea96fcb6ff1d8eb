"""Back into an account whose password is forgotten: by a letter to a checked address, or by a code from the
operator.

Asking for a letter tells nobody whether an address is known: the answer is given before anybody looks. Codes
are stored as digests, end soon, and open once.
"""

import hashlib
import secrets
from typing import Final

from sqlalchemy import RowMapping, delete, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from spyring.engine.i18n import _
from spyring.languages import translation
from spyring.server.caller import Caller
from spyring.server.notifications.notifier import Notifier
from spyring.server.payloads import Person
from spyring.server.people.accounts import People, person_of
from spyring.server.people.sessions import Sessions
from spyring.server.problems import Conflict, NotFound, Refused
from spyring.server.storage.database import Database
from spyring.server.storage.schema import people, recovery_addresses, recovery_codes

LETTER_SECONDS: Final = 3600.0
OPERATOR_SECONDS: Final = 86400.0
MOST_ACCOUNTS: Final = 5  # of one address that are written about


class Recovery:
    """Addresses for recovery, and the codes that open an account once."""

    def __init__(self, database: Database, accounts: People, sessions: Sessions, notifier: Notifier) -> None:
        self.database = database
        self.accounts = accounts
        self.sessions = sessions
        self.notifier = notifier

    @property
    def writes(self) -> bool:
        """Whether this server can send a letter."""
        return self.notifier.mail is not None

    # -- the address -----------------------------------------------------------------------------------------

    async def address_of(self, person: Person) -> str | None:
        """Where a letter would go."""
        query = select(recovery_addresses.c.address).where(recovery_addresses.c.person == person.id)
        row = await self.database.row(query)
        return None if row is None else str(row["address"])

    async def ask(self, caller: Caller, address: str) -> None:
        """Write to an address; it is kept once its owner has followed the link."""
        person = caller.require_person()
        if person.kind == "guest":
            raise Conflict("no-account", _("A guest has no password; make an account first."))
        self._require_mail()
        never = await self.notifier.subscriptions.opt_out_token(address)
        if never is None:
            return  # as if it had been asked: what its owner wants is nobody's business
        code = await self._code(person, LETTER_SECONDS, address.casefold())
        say, off = caller.translate, self.notifier.link(f"/mail/{never}/never")
        text = "\n\n".join(
            [
                say(_("Somebody at Spyring wants to recover a forgotten password with this address.")),
                say(_("If that is you, confirm it here within an hour:"))
                + f"\n{self.notifier.link(f'/recover/address/{code}')}",
                say(_("If not, do nothing. If you never want to be asked again:")) + f"\n{off}",
                "",
            ]
        )
        self.notifier.write(address, say(_("Is this your address?")), text, off)

    async def confirm(self, code: str) -> None:
        """The owner of an address has followed the link."""
        row = await self._take(code, address=True)
        dialect = postgresql if self.database.shared else sqlite
        values = {"address": row["address"], "made_at": self.database.time.now()}
        statement = dialect.insert(recovery_addresses).values({"person": row["person"]} | values)
        await self.database.write(statement.on_conflict_do_update(index_elements=["person"], set_=values))

    async def forget(self, person: Person) -> None:
        """No address any more."""
        here = recovery_addresses.c.person == person.id
        await self.database.write(delete(recovery_addresses).where(here))

    # -- a forgotten password --------------------------------------------------------------------------------

    def send(self, address: str, language: str) -> None:
        """A letter to an address, if it is somebody's. Everything is done after the answer."""
        self._require_mail()

        async def look() -> None:
            mine = (recovery_addresses.c.address == address.casefold(), people.c.banned_at.is_(None))
            query = select(people).join(recovery_addresses, recovery_addresses.c.person == people.c.id)
            for row in await self.database.rows(query.where(*mine).limit(MOST_ACCOUNTS)):
                await self._write(row, address, language)

        self.notifier.outbox.send("mail", look)

    async def make_code(self, person: Person) -> str:
        """A code that the operator tells the owner of an account."""
        if person.kind == "guest":
            raise Conflict("no-account", _("A guest has no password; make an account first."))
        return await self._code(person, OPERATOR_SECONDS)

    async def whose(self, code: str) -> Person:
        """Whom a code lets in; it stays good."""
        row = await self._row(code)
        if row is None or row["address"] is not None:
            raise _no_code()
        return await self.accounts.person(row["person"])

    async def use(self, code: str, password: str) -> None:
        """Another password, by a code; everybody who was signed in is signed out."""
        row = await self._take(code, address=False)
        person = await self.accounts.person(row["person"])
        await self.accounts.set_password(person, password)
        await self.sessions.close_all(person)

    # -- inside ----------------------------------------------------------------------------------------------

    async def _write(self, row: RowMapping, address: str, language: str) -> None:
        say = translation(language).gettext
        code = await self._code(person_of(row), LETTER_SECONDS)
        text = "\n\n".join(
            [
                say(_("A new password for {name} can be chosen here, once, within an hour:")).format(
                    name=row["login"]
                )
                + f"\n{self.notifier.link(f'/recover/{code}')}",
                say(_("If you did not ask for this, do nothing: your password stays as it is.")),
                "",
            ]
        )
        self.notifier.write(address, say(_("A new password for Spyring")), text)

    async def _code(self, person: Person, seconds: float, address: str | None = None) -> str:
        code, at = secrets.token_urlsafe(18), self.database.time.now()
        row = {"digest": _digest(code), "person": person.id, "address": address, "ends_at": at + seconds}
        async with self.database.writing() as connection:
            await connection.execute(delete(recovery_codes).where(recovery_codes.c.ends_at <= at))
            await connection.execute(insert(recovery_codes).values(row))
        return code

    async def _row(self, code: str) -> RowMapping | None:
        alive = recovery_codes.c.ends_at > self.database.time.now()
        here = (recovery_codes.c.digest == _digest(code), alive)
        return await self.database.row(select(recovery_codes).where(*here))

    async def _take(self, code: str, address: bool) -> RowMapping:
        """A code that opens nothing any more from now on."""
        row = await self._row(code)
        if row is None or (row["address"] is not None) != address:
            raise _no_code()
        if not await self.database.write(
            delete(recovery_codes).where(recovery_codes.c.digest == row["digest"])
        ):
            raise _no_code()  # somebody was quicker
        return row

    def _require_mail(self) -> None:
        if not self.writes:
            raise Refused("no-mail", _("This server sends no email."))


def _digest(code: str) -> str:
    return hashlib.blake2b(code.encode(), digest_size=32).hexdigest()


def _no_code() -> NotFound:
    return NotFound("no-code", _("This code is wrong, was used, or has ended."))
