"""Who is who: guests, accounts, and the keys by which a browser or a program is known again."""

import asyncio
import hashlib
import hmac
import re
import secrets
import time
from typing import Literal

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from spyring.engine.words import _
from spyring.server.payloads import Person, Token
from spyring.server.problems import Conflict, Forbidden, NotFound, Refused
from spyring.server.schema import keys, people
from spyring.server.store import Store, new_id, now

MOST_TOKENS = 20
# How long a key is believed without asking the database again: alone one hears of every change at once, among
# several workers another one may have ended the session.
REMEMBERED_ALONE = 600.0
REMEMBERED_AMONG_OTHERS = 5.0
MOST_REMEMBERED = 10_000
SWEEP_SECONDS = 3600.0
LONGEST_NAME = 40
STORABLE = re.compile(rf"[^\x00-\x1f\x7f\ud800-\udfff]{{1,{LONGEST_NAME}}}")  # in every database

# What is compared when there is no such account, so that the answer takes as long as for a wrong password.
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash(secrets.token_hex(16))


def digest(secret: str) -> str:
    """What is stored of a secret that is itself random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_token(secret: str) -> str:
    """What a form must carry: only pages of the session's own browser can know it."""
    return hmac.new(secret.encode(), b"spyring-form", hashlib.sha256).hexdigest()


class People:
    """Everybody who ever came in."""

    def __init__(self, store: Store, session_days: float) -> None:
        self.store = store
        self.session_seconds = session_days * 86400
        self.remembered = REMEMBERED_AMONG_OTHERS if store.shared else REMEMBERED_ALONE
        self._known: dict[str, tuple[float, Person]] = {}  # by digest: until when, who
        self._sweep_at = 0.0

    # -- coming in -------------------------------------------------------------------------------------------

    async def make_guest(self, name: str, language: str | None = None) -> Person:
        """Somebody new, without a password."""
        person = Person(id=new_id(), name=_storable(name), kind="guest", language=language)
        row = {"id": person.id, "name": name, "language": language, "made_at": now()}
        await self.store.write(insert(people).values(row))
        return person

    async def register(self, login: str, password: str, guest: Person | None) -> Person:
        """An account; a guest who makes one keeps their tables."""
        if guest is not None and guest.kind == "account":
            raise Conflict("has-account", _("You have an account already."))
        known_as = _storable(login.casefold())  # it may be longer than what was written
        hashed = await asyncio.to_thread(_HASHER.hash, password)
        values = {"name": login, "login": known_as, "password": hashed}
        try:
            if guest is None:
                person_id = new_id()
                await self.store.write(insert(people).values(id=person_id, made_at=now(), **values))
            else:
                person_id = guest.id
                await self.store.write(update(people).where(people.c.id == person_id).values(values))
        except IntegrityError:
            raise Conflict("name-taken", _("This name is taken; choose another one.")) from None
        self._forget(person_id)
        return await self.person(person_id)

    async def login(self, login: str, password: str) -> Person:
        """The owner of an account, or a refusal that does not say what was wrong."""
        query = select(people).where(people.c.login == login.casefold())
        row = await self.store.row(query) if STORABLE.fullmatch(login.casefold()) else None
        known = row is not None and row["password"] is not None
        stored = row["password"] if row is not None and known else _NOBODY
        try:
            await asyncio.to_thread(_HASHER.verify, stored, password)
        except (Argon2Error, InvalidHashError):
            known = False
        if row is None or not known:
            raise Forbidden("wrong-login", _("The name or the password is wrong."))
        return _person(row)

    async def person(self, person_id: str) -> Person:
        """One person by id."""
        row = await self.store.row(select(people).where(people.c.id == person_id))
        if row is None:
            raise NotFound("no-person", _("There is no such person."))
        return _person(row)

    async def change(self, person: Person, name: str | None, language: str | None) -> Person:
        """Another name to be called by, another language."""
        values = {
            "name": _storable(name or person.name),
            "language": language if language is not None else person.language,
        }
        await self.store.write(update(people).where(people.c.id == person.id).values(values))
        self._forget(person.id)
        return await self.person(person.id)

    # -- keys ------------------------------------------------------------------------------------------------

    async def open_session(self, person: Person) -> str:
        """A secret for the cookie."""
        secret, _key = await self._key(person, "session", "browser", now() + self.session_seconds)
        return secret

    async def make_token(self, person: Person, name: str) -> Token:
        """A secret for a program; shown this once."""
        if len(await self.tokens(person)) >= MOST_TOKENS:
            raise Refused(
                "too-many-tokens",
                _("You have {count} tokens already; delete one first."),
                count=str(MOST_TOKENS),
            )
        secret, key = await self._key(person, "token", name, None)
        return Token(id=key, name=name, made_at=now(), secret=secret)

    async def tokens(self, person: Person) -> list[Token]:
        """All tokens of a person, without their secrets."""
        mine = select(keys).where(keys.c.person == person.id, keys.c.kind == "token").order_by(keys.c.made_at)
        return [
            Token(id=row["id"], name=row["name"], made_at=row["made_at"])
            for row in await self.store.rows(mine)
        ]

    async def delete_token(self, person: Person, token: str) -> None:
        """A token that opens nothing any more."""
        found = await self.store.write(
            delete(keys).where(keys.c.id == token, keys.c.person == person.id, keys.c.kind == "token")
        )
        if not found:
            raise NotFound("no-token", _("You have no such token."))
        self._forget(person.id)

    async def close_session(self, secret: str) -> None:
        """Signed out."""
        self._known.pop(digest(secret), None)
        await self.store.write(delete(keys).where(keys.c.digest == digest(secret)))

    async def who(self, secret: str) -> Person | None:
        """Whom a cookie or a token belongs to, or None if it is unknown or has ended."""
        key = digest(secret)
        believed = self._known.get(key)
        if believed is not None and believed[0] > time.monotonic():
            return believed[1]
        row = await self.store.row(
            select(people, keys.c.ends_at)
            .join(keys, keys.c.person == people.c.id)
            .where(keys.c.digest == key)
        )
        if row is None or (row["ends_at"] is not None and row["ends_at"] < now()):
            self._known.pop(key, None)
            return None
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        person = _person(row)
        left = self.remembered if row["ends_at"] is None else min(self.remembered, row["ends_at"] - now())
        self._known[key] = (time.monotonic() + left, person)
        return person

    async def sweep(self) -> None:
        """Remove sessions that have ended; however often it is asked for, now and then is enough."""
        if time.monotonic() >= self._sweep_at:
            self._sweep_at = time.monotonic() + SWEEP_SECONDS
            await self.store.write(delete(keys).where(keys.c.ends_at < now()))

    async def _key(self, person: Person, kind: str, name: str, ends_at: float | None) -> tuple[str, str]:
        secret, key = secrets.token_urlsafe(32), new_id()
        row = {"digest": digest(secret), "id": key, "person": person.id, "kind": kind, "name": name}
        await self.store.write(insert(keys).values(row | {"made_at": now(), "ends_at": ends_at}))
        return secret, key

    def _forget(self, person_id: str) -> None:
        for key, (_until, person) in list(self._known.items()):
            if person.id == person_id:
                del self._known[key]


def _storable(name: str) -> str:
    if STORABLE.fullmatch(name) is None:
        text = _("A name has up to {most} letters, and no control characters.")
        raise Refused("bad-name", text, most=str(LONGEST_NAME))
    return name


def _person(row: RowMapping) -> Person:
    kind: Literal["guest", "account"] = "guest" if row["login"] is None else "account"
    return Person(id=row["id"], name=row["name"], kind=kind, language=row["language"])
