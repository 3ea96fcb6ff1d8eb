"""Whose turn it is, and who has to be called for it.

A turn that is waited for stands in the database with the times at which to call: so it survives a restart,
and of several workers one calls. Whoever has been here just now is not called; time that they are here moves
the call on.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import RowMapping, and_, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from spyring.engine.words import _, filled
from spyring.languages import ENGLISH, translation
from spyring.server.caller import Caller
from spyring.server.payloads import SummonsCard
from spyring.server.problems import NotFound, Problem, Refused
from spyring.server.settings import BadSettings, Settings
from spyring.server.storage.schema import seats, summons, tables
from spyring.server.storage.secrets import kept_secret
from spyring.server.storage.store import Store
from spyring.server.summons import mail, push
from spyring.server.summons.mail import Letter, Mail, Smtp
from spyring.server.summons.outbox import Outbox
from spyring.server.summons.push import Browser, Gone, Push, WebPush
from spyring.server.summons.wishes import Wishes, wanting
from spyring.server.tables.passing import passing_move
from spyring.server.tables.room import Room
from spyring.server.tables.rooms import Rooms

HERE: Final = 120.0  # seconds for which somebody counts as here after they did something
MOST_SEEN: Final = 10_000
MOST_AT_ONCE: Final = 200
INSTALL: Final = "install it with: pip install 'spyring[notify]'."

journal = logging.getLogger("spyring.server")


class Summons:
    """Calls people back, as they wish it."""

    def __init__(self, settings: Settings, rooms: Rooms, store: Store) -> None:
        self.settings = settings
        self.rooms = rooms
        self.store = store
        self.time = store.time
        self.wishes = Wishes(store)
        self.outbox = Outbox(store.time)
        self.push: Push | None = None
        self.mail: Mail | None = None
        self._news: dict[str, float] = {}  # tables at which something has changed, and when
        self._poke = asyncio.Event()
        self._round = asyncio.Lock()
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Call people from now on, also those whose turn came while there was no server."""
        given = self.settings
        refuse_missing(given)
        if given.push != "off" and push.is_installed():
            key = await kept_secret(self.store, "push", push.new_key)
            self.push = WebPush(key, given.push_contact or given.public_url or f"mailto:{given.mail_from}")
        if given.smtp_host:
            self.mail = Smtp(given)
        await self.wishes.refresh(at_once=True)
        await self._look_for(wanting())
        self._task = asyncio.create_task(self._run(), name="call")

    async def end(self) -> None:
        """Call nobody any more; whose turn it is stays in the database."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.outbox.close()

    def look(self, room: Room) -> None:
        """Something has changed at a table; it is looked at later."""
        wanting = self.wishes.wanting
        if wanting and any(chair.person in wanting for chair in room.chairs):
            self._news[room.id] = self.time.now()
            self._poke.set()

    def seen(self, person: str) -> None:
        """Somebody is here, and does something."""
        if person in self.wishes.wanting:
            self._seen[person] = self.time.now()
            self._seen.move_to_end(person)
            if len(self._seen) > MOST_SEEN:
                self._seen.popitem(last=False)

    # -- what people wish ------------------------------------------------------------------------------------

    async def card(self, caller: Caller, key: str | None) -> SummonsCard:
        """What can be wished for here, and what is."""
        person = caller.known()
        box = await self.wishes.mailbox(person.id)
        return SummonsCard(
            push_key=None if self.push is None else self.push.public_key,
            push=key is not None and await self.wishes.listens(key),
            mail=self.mail is not None,
            letters="off" if box is None else "on" if box["confirmed"] else "asked",
            address=None if box is None else box["address"],
        )

    async def listen(self, caller: Caller, browser: Browser) -> None:
        """Call this browser by push."""
        person = caller.known()
        if self.push is None:
            raise Refused("no-push", _("This server sends no notifications."))
        if not push.is_service(browser.endpoint, self.settings.push_services):
            raise Refused("no-push-service", _("This address belongs to no push service that we know."))
        await self.wishes.listen(person, browser)
        await self._look_for([person.id])

    async def ask_for_letters(self, caller: Caller, address: str) -> None:
        """Letters to an address; the first one asks its owner whether they agree."""
        person = caller.known()
        if self.mail is None:
            raise Refused("no-mail", _("This server writes no letters."))
        token = await self.wishes.ask_for_letters(person, address, caller.language)
        never = await self.wishes.addressee(address)
        if never is None:
            return  # as if it had been asked: what its owner wants is nobody's business
        say, link = caller.translate, self._link(f"/mail/{token}")
        off = self._link(f"/mail/{never}/never")
        asks = say(_("Somebody wants to be told at this address when it is their turn at a table."))
        agree = say(_("If that is you, agree here:"))
        otherwise = say(
            _(
                "If not, do nothing: no letters about games will come. Should somebody name this address "
                "again, you will be asked again, unless you say here that you never want to be asked:"
            )
        )
        text = "\n\n".join([asks, f"{agree}\n{link}", f"{otherwise}\n{off}", ""])
        self._write(Letter(address, say(_("May Spyring write to you?")), text, off))

    async def agree(self, token: str) -> None:
        """The owner of an address wants letters there."""
        box = await self.mailbox_behind(token)
        await self.wishes.confirm(token)
        await self._look_for([box["person"]])

    async def mailbox_behind(self, token: str) -> RowMapping:
        """The mailbox that a letter speaks of, or a refusal."""
        box = await self.wishes.mailbox_behind(token)
        if box is None:
            raise NotFound("no-mailbox", _("No letters are sent to this address any more."))
        return box

    # -- whose turn it is ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            self._poke.clear()
            try:
                await self.go_round()
            except Exception as error:  # the database may be away for a while; the task must outlive it
                journal.error("calling failed", exc_info=error)
            await self.time.comes(self._poke, self.settings.sweep_seconds)

    async def go_round(self) -> None:
        """See what has changed, and call everybody whose time has come."""
        async with self._round:
            await self.wishes.refresh()
            while self._news:
                table = next(iter(self._news))
                await self._note(table, self._news.pop(table))
            await self._call_all()

    async def _look_for(self, people: Any) -> None:
        """Look at all tables at which these people play."""
        waiting = (
            select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(tables.c.status == "playing", seats.c.held == "no", seats.c.person.in_(people))
            .distinct()
        )
        for row in await self.store.rows(waiting):
            self._news[row["id"]] = self.time.now()
        self._poke.set()

    async def _note(self, table: str, now: float) -> None:
        """Bring what is waited for at a table up to date."""
        try:
            asked = self._asked(await self.rooms.find(table))
        except Problem:  # it has gone, or its game has
            return
        dialect = postgresql if self.store.shared else sqlite
        async with self.store.writing() as connection:
            gone = and_(summons.c.table_id == table, summons.c.person.not_in(list(asked)))
            await connection.execute(delete(summons).where(gone))
            for person, turn in asked.items():
                when = {
                    "turn": turn,
                    "push_at": now + self.settings.push_after,
                    "mail_at": now + self.settings.mail_after,
                }
                new = dialect.insert(summons).values({"person": person, "table_id": table} | when)
                await connection.execute(
                    new.on_conflict_do_update(
                        index_elements=["person", "table_id"], set_=when, where=summons.c.turn != turn
                    )
                )

    def _asked(self, room: Room) -> dict[str, int]:
        """The people who are asked now and want to be called, each with the count of what they have done: it
        tells one turn from the next.
        """
        asked: dict[str, int] = {}
        for seat in room.deciders():
            chair = room.chairs[seat]
            if chair.person in self.wishes.wanting and chair.present and passing_move(room, seat) is None:
                mine = room.seats_of(chair.person)
                asked[chair.person] = sum(entry.seat in mine for entry in room.game_on.entries)
        return asked

    # -- calling ---------------------------------------------------------------------------------------------

    async def _call_all(self) -> None:
        now = self.time.now()
        due = or_(summons.c.push_at <= now, summons.c.mail_at <= now)
        for row in await self.store.rows(select(summons).where(due).limit(MOST_AT_ONCE)):
            try:
                room = await self.rooms.find(row["table_id"])
            except Problem:
                continue
            if self._asked(room).get(row["person"]) != row["turn"]:
                await self._note(room.id, now)  # it was somebody else's change, or a wish that is no more
                continue
            here = max(self._seen.get(row["person"], 0.0), _last_move(room, row["person"]))
            if await self._claims(row, "push_at", here + HERE) and self.push is not None:
                for browser in await self.wishes.browsers_of(row["person"]):
                    self._push(browser, _turn_at(room, browser.language))
            if await self._claims(row, "mail_at", here + self.settings.mail_after) and self.mail is not None:
                box = await self.wishes.mailbox(row["person"])
                if box is not None and box["confirmed"]:
                    self._write(self._letter(box, room))

    async def _claims(self, row: RowMapping, kind: str, earliest: float) -> bool:
        """Whether this worker is the one to call now; a call that is too early is put off."""
        due, column = row[kind], summons.c[kind]
        if due is None or due > self.time.now():
            return False
        off = earliest > self.time.now()
        this = and_(
            summons.c.person == row["person"],
            summons.c.table_id == row["table_id"],
            summons.c.turn == row["turn"],
            column == due,
        )
        values: Mapping[str, Any] = {kind: earliest if off else None}
        return await self.store.write(update(summons).where(this).values(values)) == 1 and not off

    async def invite(self, room: Room, guest: str, by: str) -> None:
        """Tell somebody who is away that a friend of that name invites them to a table."""
        await self.wishes.refresh()
        here = self._seen.get(guest, 0.0) + HERE > self.time.now()
        if self.push is None or here or guest not in self.wishes.wanting:
            return
        for browser in await self.wishes.browsers_of(guest):
            self._push(browser, _invitation(room, by, browser.language))

    def _push(self, browser: Browser, text: str) -> None:
        async def deliver() -> None:
            assert self.push is not None
            if not push.is_service(browser.endpoint, self.settings.push_services):  # any more
                await self.wishes.hush(browser.key)
                return
            try:
                await self.push.deliver(browser, text)
            except Gone:
                await self.wishes.hush(browser.key)

        self.outbox.send("push", deliver)

    def _letter(self, box: RowMapping, room: Room) -> Letter:
        turn, off = _turn_at(room, box["language"]), self._link(f"/mail/{box['token']}")
        end = translation(box["language"]).gettext(_("No more letters: {link}")).format(link=off)
        text = "\n\n".join([turn, self._link(f"/tables/{room.id}"), end, ""])
        return Letter(box["address"], turn.rstrip("."), text, off)

    def _write(self, letter: Letter) -> None:
        async def deliver() -> None:
            assert self.mail is not None
            await self.mail.deliver(letter)

        self.outbox.send("mail", deliver)

    def _link(self, path: str) -> str:
        return self.settings.public_url.rstrip("/") + path


def refuse_missing(given: Settings) -> None:
    """Refuse settings for which something is missing."""
    if given.push == "on" and not push.is_installed():
        raise BadSettings(f"SPYRING_PUSH is on, but pywebpush is missing; {INSTALL}")
    if not given.smtp_host:
        return
    if not mail.is_installed():
        raise BadSettings(f"SPYRING_SMTP_HOST is set, but aiosmtplib is missing; {INSTALL}")
    for name in ("mail_from", "public_url"):
        if not getattr(given, name):
            raise BadSettings(f"Letters need SPYRING_{name.upper()} beside SPYRING_SMTP_HOST.")


def _last_move(room: Room, person: str) -> float:
    mine = room.seats_of(person)
    for entry in reversed(room.game_on.entries):
        if entry.seat in mine:
            return entry.at
    return 0.0


def _turn_at(room: Room, language: str) -> str:
    """All that is said to whoever is called: nothing of the game."""
    say = translation(language or ENGLISH, room.game).gettext
    return say(_("It is your turn at {table}.")).format(table=say(room.game.title))


def _invitation(room: Room, by: str, language: str) -> str:
    say = translation(language or ENGLISH, room.game).gettext
    return filled(say(_("{name} invites you to {table}.")), {"name": by, "table": say(room.game.title)})
