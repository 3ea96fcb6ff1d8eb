"""The keys by which a browser or a program is known again; of each only a digest is stored."""

import hashlib
import hmac
import secrets

from sqlalchemy import ColumnElement, and_, delete, insert, select

from spyring.engine.words import _
from spyring.server.payloads import Person, Token
from spyring.server.people.accounts import person_of
from spyring.server.people.names import checked
from spyring.server.problems import NotFound, Refused
from spyring.server.storage.schema import keys, people
from spyring.server.storage.store import Store, new_id
from spyring.server.storage.topics import Topics, of_person

MOST_TOKENS = 20
REMEMBERED = 600.0  # seconds in which a key is believed without asking the database again, where that can be
MOST_REMEMBERED = 10_000
SWEEP_SECONDS = 3600.0
NOBODY: tuple[float, Person | None] = (0.0, None)


def digest(secret: str) -> str:
    """What is stored of a secret that is itself random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_token(secret: str) -> str:
    """What a form must carry: only pages of the session's own browser can know it."""
    return hmac.new(secret.encode(), b"spyring-form", hashlib.sha256).hexdigest()


def masked(token: str) -> str:
    """A token that looks different in every answer, so that how well a page presses tells nothing of it.

    >>> unmasked(masked("00ff")), masked("00ff") == masked("00ff" * 8)
    ('00ff', False)
    """
    content = bytes.fromhex(token)
    mask = secrets.token_bytes(len(content))
    return mask.hex() + bytes(a ^ b for a, b in zip(mask, content, strict=True)).hex()


def unmasked(token: str) -> str:
    """The token behind a mask; empty if it is none."""
    try:
        sent = bytes.fromhex(token)
    except ValueError:
        return ""
    half = len(sent) // 2
    return bytes(a ^ b for a, b in zip(sent[:half], sent[half:], strict=False)).hex()


class Keys:
    """Sessions of browsers, and tokens of programs."""

    def __init__(self, store: Store, session_days: float, topics: Topics) -> None:
        self.store = store
        self.topics = topics
        self.time = store.time
        self.session_seconds = session_days * 86400
        # By digest: until when, who. Only alone: one hears of every change at once. Among several workers
        # another one may have ended it a moment ago, and what was ended must open nothing.
        self._known: dict[str, tuple[float, Person]] = {}
        self._changes = 0  # so that nothing is remembered that was read before one
        self._sweep_at = 0.0

    async def open_session(self, person: Person) -> str:
        """A secret for the cookie."""
        ends_at = self.time.now() + self.session_seconds
        secret, _key = await self._key(person, "session", "browser", ends_at)
        return secret

    async def close_session(self, secret: str) -> None:
        """Signed out."""
        await self._end(keys.c.digest == digest(secret))

    async def close_all(self, person: Person, but: str | None = None) -> None:
        """Signed out everywhere: no browser and no program is known any more, except by the secret
        ``but``.
        """
        mine = keys.c.person == person.id
        await self._end(mine if but is None else and_(mine, keys.c.digest != digest(but)))

    async def make_token(self, person: Person, name: str) -> Token:
        """A secret for a program; shown this once."""
        if len(await self.tokens(person)) >= MOST_TOKENS:
            text = _("You have {count} tokens already; delete one first.")
            raise Refused("too-many-tokens", text, count=str(MOST_TOKENS))
        secret, key = await self._key(person, "token", checked(name), None)
        return Token(id=key, name=name, made_at=self.time.now(), secret=secret)

    async def tokens(self, person: Person) -> list[Token]:
        """All tokens of a person, without their secrets."""
        mine = select(keys).where(keys.c.person == person.id, keys.c.kind == "token").order_by(keys.c.made_at)
        return [
            Token(id=row["id"], name=row["name"], made_at=row["made_at"])
            for row in await self.store.rows(mine)
        ]

    async def delete_token(self, person: Person, token: str) -> None:
        """A token that opens nothing any more."""
        mine = and_(keys.c.id == token, keys.c.person == person.id, keys.c.kind == "token")
        if not await self._end(mine):
            raise NotFound("no-token", _("You have no such token."))

    async def _end(self, which: ColumnElement[bool]) -> int:
        """Whatever these opened stays closed from now on, on every worker; streams that were opened by them
        end.
        """
        rows = await self.store.rows(select(keys.c.person).where(which).distinct())
        whose = [row["person"] for row in rows]
        count = await self.store.write(delete(keys).where(which), *map(of_person, whose))
        for person in whose:
            self.forget(person)
            self.topics.announce(of_person(person))
        return count

    def known(self, secret: str) -> Person | None:
        """Whom a cookie or a token belongs to, if that is remembered."""
        until, person = self._known.get(digest(secret), NOBODY)
        return person if until > self.time.now() else None

    async def who(self, secret: str) -> Person | None:
        """Whom a cookie or a token belongs to, or None if it is unknown or has ended."""
        known = self.known(secret)
        if known is not None:
            return known
        key, at, before = digest(secret), self.time.now(), self._changes
        row = await self.store.row(
            select(people, keys.c.ends_at)
            .join(keys, keys.c.person == people.c.id)
            .where(keys.c.digest == key)
        )
        if row is None or (row["ends_at"] is not None and row["ends_at"] < at):
            self._known.pop(key, None)
            return None
        person = person_of(row)
        if not self.store.shared and self._changes == before:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            left = REMEMBERED if row["ends_at"] is None else min(REMEMBERED, row["ends_at"] - at)
            self._known[key] = (at + left, person)
        return person

    def forget(self, person_id: str) -> None:
        """Believe nothing about a person any more: something about them has changed."""
        self._changes += 1
        for key, (_until, person) in list(self._known.items()):
            if person.id == person_id:
                del self._known[key]

    async def sweep(self) -> None:
        """Remove sessions that have ended; however often it is asked for, now and then is enough."""
        at = self.time.now()
        if at >= self._sweep_at:
            self._sweep_at = at + SWEEP_SECONDS
            await self.store.write(delete(keys).where(keys.c.ends_at < at))

    async def _key(self, person: Person, kind: str, name: str, ends_at: float | None) -> tuple[str, str]:
        secret, key = secrets.token_urlsafe(32), new_id()
        row = {"digest": digest(secret), "id": key, "person": person.id, "kind": kind, "name": name}
        await self.store.write(insert(keys).values(row | {"made_at": self.time.now(), "ends_at": ends_at}))
        return secret, key
