"""Who may create an account: everybody, people with an invitation code, or nobody.

A code works for a number of people until a day. Only its digest is stored; its first letters stay readable,
so that the operator can tell codes apart.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, insert, select, update

from spyring.engine.i18n import _
from spyring.server.accounts.schema import invitation_codes
from spyring.server.core.problems import Forbidden, NotFound, Problem, Refused
from spyring.server.core.settings import Settings
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.statements import Row, Transaction

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # easy to read out: no i, l, o, 0, 1
CODE_LENGTH: Final = 12
START_LENGTH: Final = 4
DAY: Final = 86400.0
MAX_PEOPLE: Final = 10_000
MAX_DAYS: Final = 3650


class Registration:
    """The way to an account, and the invitation codes for it."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.wanted = settings.registration
        self.public_url = settings.public_url.rstrip("/")
        self.database = database

    def check(self, code: str) -> None:
        """Refuse a newcomer without a code, if they need one."""
        if code.strip() or self.wanted == "open":
            return
        if self.wanted == "closed":
            raise _closed()
        text = _("You need an invitation code to create an account here. Ask the operator of this server.")
        raise Forbidden("invitation-needed", text)

    async def use(self, connection: Transaction, code: str) -> dict[str, str]:
        """Use a code for one person; returns what it gives them. A closed server takes only codes of an
        administrator to be.
        """
        if not code.strip():
            return {}
        here = (invitation_codes.c.digest == _digest(code), invitation_codes.c.left > 0)
        alive = invitation_codes.c.ends_at > self.database.time.now()
        used = update(invitation_codes).where(*here, alive).values(left=invitation_codes.c.left - 1)
        if not await connection.execute(used):
            text = _("This invitation code is wrong, expired or used up. Ask for a new one.")
            raise Forbidden("bad-invitation", text)
        (row,) = await connection.rows(select(invitation_codes.c.role).where(here[0]))
        if row["role"] is None and self.wanted == "closed":
            raise _closed()
        return {} if row["role"] is None else {"role": row["role"]}

    async def make(self, people: int = 1, days: float = 14.0, role: str | None = None) -> str:
        """A new code for so many people."""
        if not (1 <= people <= MAX_PEOPLE and 0 < days <= MAX_DAYS):
            text = _("An invitation is for 1 to {people} people and lasts 1 to {days} days.")
            raise Refused("bad-limits", text, people=str(MAX_PEOPLE), days=str(MAX_DAYS))
        code = "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))
        now = self.database.time.now()
        row = {"digest": _digest(code), "start": code[:START_LENGTH], "left": people, "role": role}
        async with self.database.writing() as connection:
            useless = (invitation_codes.c.ends_at <= now) | (invitation_codes.c.left <= 0)
            await connection.execute(delete(invitation_codes).where(useless))
            await connection.execute(
                insert(invitation_codes).values(made_at=now, ends_at=now + days * DAY, **row)
            )
        return code

    def link(self, code: str) -> str:
        """The page where the code works."""
        return f"{self.public_url}/account?invitation={code}"

    async def listed(self) -> Sequence[Row]:
        """The codes that still work, newest first."""
        shown = (invitation_codes.c[name] for name in ("start", "ends_at", "left", "role"))
        alive = (invitation_codes.c.ends_at > self.database.time.now(), invitation_codes.c.left > 0)
        query = select(*shown).where(*alive).order_by(invitation_codes.c.made_at.desc())
        return await self.database.rows(query)

    async def revoke(self, start: str) -> None:
        """Make a code invalid, by its first letters."""
        first = _plain(start)[:START_LENGTH]
        if not await self.database.write(delete(invitation_codes).where(invitation_codes.c.start == first)):
            raise NotFound("no-invitation", _("There is no such invitation."))


def _closed() -> Problem:
    return Forbidden("registration-closed", _("This server accepts no new accounts. Ask its operator."))


def _plain(code: str) -> str:
    """A code as people write it, without spaces and dashes."""
    return "".join(letter for letter in code.casefold() if letter.isalnum())


def _digest(code: str) -> str:
    return hashlib.blake2b(_plain(code).encode(), digest_size=32).hexdigest()
