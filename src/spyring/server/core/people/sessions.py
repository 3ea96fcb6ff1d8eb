"""Sessions of browsers and tokens of programs; only a digest of each secret is stored."""

import hashlib
import hmac
import secrets
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, insert, select

from spyring.engine.i18n import _
from spyring.server.core.payloads import Person, Token
from spyring.server.core.people.names import checked
from spyring.server.core.people.people import person_of
from spyring.server.core.problems import NotFound, Refused
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import credentials, people
from spyring.server.core.storage.statements import Prepared, given
from spyring.server.core.topics import Topics, of_person

MAX_TOKENS = 20
NONCE_LETTERS: Final = 64
CACHE_SECONDS = 600.0  # how long a session is not looked up again
MAX_CACHED = 10_000
SWEEP_SECONDS = 3600.0
NOBODY: tuple[float, Person | None] = (0.0, None)
# The owner of a session or token; with several workers, every request runs this
OWNER: Final = Prepared(
    select(
        people.c.id, people.c.name, people.c.login, people.c.language, people.c.face, credentials.c.ends_at
    )
    .join(credentials, credentials.c.person == people.c.id)
    .where(credentials.c.digest == given("key"), people.c.banned_at.is_(None))
)


def digest(secret: str) -> str:
    """The stored digest of a random secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_token(secret: str, nonce: str = "") -> str:
    """A token for forms, which only pages of the session's own browser can know. Without a ``nonce`` it is a
    new one: it looks different in every answer, so that the compressed size of a page reveals nothing.

    >>> token = csrf_token("secret")
    >>> token == csrf_token("secret", token[:NONCE_LETTERS]), token == csrf_token("secret")
    (True, False)
    """
    nonce = nonce or secrets.token_hex(NONCE_LETTERS // 2)
    return nonce + hmac.new(secret.encode(), f"spyring-form {nonce}".encode(), hashlib.sha256).hexdigest()


class Sessions:
    """Sessions of browsers, and tokens of programs."""

    def __init__(self, database: Database, session_days: float, topics: Topics) -> None:
        self.database = database
        self.topics = topics
        self.time = database.time
        self.session_seconds = session_days * 86400
        # By digest: the expiry and the person. Only with one worker, which knows of every change at once:
        # with
        # several, another may have just ended the session, and it must not work any more.
        self._cached: dict[str, tuple[float, Person]] = {}
        self._changes = 0  # to cache nothing that was read before a change
        self._sweep_at = 0.0

    async def open_session(self, person: Person) -> str:
        """Open a session; returns the secret for the cookie."""
        ends_at = self.time.now() + self.session_seconds
        secret, _key = await self._create(person, "session", "browser", ends_at)
        return secret

    async def close_session(self, secret: str) -> None:
        """End one session."""
        await self._revoke(credentials.c.digest == digest(secret))

    async def close_all(self, person: Person, but: str | None = None) -> None:
        """End all sessions and tokens of a person, except the one of the secret ``but``."""
        mine = credentials.c.person == person.id
        await self._revoke(mine if but is None else and_(mine, credentials.c.digest != digest(but)))

    async def make_token(self, person: Person, name: str) -> Token:
        """Make a token; its secret is shown only once."""
        if len(await self.tokens(person)) >= MAX_TOKENS:
            text = _("You already have {count} tokens. Delete one first.")
            raise Refused("too-many-tokens", text, count=str(MAX_TOKENS))
        secret, key = await self._create(person, "token", checked(name), None)
        return Token(id=key, name=name, made_at=self.time.now(), secret=secret)

    async def tokens(self, person: Person) -> list[Token]:
        """All tokens of a person, without their secrets."""
        mine = (
            select(credentials.c.id, credentials.c.name, credentials.c.made_at)
            .where(credentials.c.person == person.id, credentials.c.kind == "token")
            .order_by(credentials.c.made_at)
        )
        return [Token(**row) for row in await self.database.rows(mine)]

    async def delete_token(self, person: Person, token: str) -> None:
        """Delete a token."""
        mine = and_(
            credentials.c.id == token, credentials.c.person == person.id, credentials.c.kind == "token"
        )
        if not await self._revoke(mine):
            raise NotFound("no-token", _("You have no such token."))

    async def _revoke(self, which: ColumnElement[bool]) -> int:
        """End these sessions and tokens on every worker, and the streams that they opened."""
        rows = await self.database.rows(select(credentials.c.person).where(which).distinct())
        whose = [row["person"] for row in rows]
        count = await self.database.write(delete(credentials).where(which), *map(of_person, whose))
        for person in whose:
            self.forget(person)
            self.topics.publish(of_person(person))
        return count

    def cached(self, secret: str) -> Person | None:
        """The owner of a session or token, if it is cached."""
        until, person = self._cached.get(digest(secret), NOBODY)
        return person if until > self.time.now() else None

    async def authenticate(self, secret: str) -> Person | None:
        """The owner of a session or token; None if it is unknown or expired."""
        cached = self.cached(secret)
        if cached is not None:
            return cached
        key, at, before = digest(secret), self.time.now(), self._changes
        found = await self.database.rows(OWNER, key=key)
        if not found or (found[0]["ends_at"] is not None and found[0]["ends_at"] < at):
            self._cached.pop(key, None)
            return None
        row = found[0]
        person = person_of(row)
        if not self.database.shared and self._changes == before:
            if len(self._cached) >= MAX_CACHED:
                self._cached.clear()
            left = CACHE_SECONDS if row["ends_at"] is None else min(CACHE_SECONDS, row["ends_at"] - at)
            self._cached[key] = (at + left, person)
        return person

    def forget(self, person_id: str) -> None:
        """Drop the cached data of a person, because it has changed."""
        self._changes += 1
        for key, (_until, person) in list(self._cached.items()):
            if person.id == person_id:
                del self._cached[key]

    async def sweep(self) -> None:
        """Remove expired sessions; does nothing if it ran a short while ago."""
        at = self.time.now()
        if at >= self._sweep_at:
            self._sweep_at = at + SWEEP_SECONDS
            await self.database.write(delete(credentials).where(credentials.c.ends_at < at))

    async def _create(self, person: Person, kind: str, name: str, ends_at: float | None) -> tuple[str, str]:
        secret, key = secrets.token_urlsafe(32), new_id()
        row = {"digest": digest(secret), "id": key, "person": person.id, "kind": kind, "name": name}
        await self.database.write(
            insert(credentials).values(row | {"made_at": self.time.now(), "ends_at": ends_at})
        )
        return secret, key
