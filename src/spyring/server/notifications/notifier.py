"""Finds out whose turn it is, and notifies them.

A turn is stored in the database with the times for its notifications. So it survives a restart, and only one
worker notifies. People who are here now, or were a moment ago, are not notified; the notification is
postponed.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Literal

from cachetools import LRUCache
from sqlalchemy import and_, delete, or_, select, update

from spyring.engine.i18n import _, filled
from spyring.languages import ENGLISH, translation
from spyring.server.core.caller import Caller
from spyring.server.core.package import RepeatedJob
from spyring.server.core.payloads import Payload
from spyring.server.core.problems import Damaged, NotFound, NotStored, Problem, Refused
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.database import Database, server_secret
from spyring.server.core.storage.schema import seats, tables
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables.live_table import LiveTable, passing_move
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.notifications import mail, push
from spyring.server.notifications.mail import Email, Mailer, SmtpMailer
from spyring.server.notifications.outbox import Outbox
from spyring.server.notifications.push import Browser, Push, Unsubscribed, WebPush
from spyring.server.notifications.schema import turn_reminders
from spyring.server.notifications.subscriptions import Subscriptions, subscribers

ACTIVE_SECONDS: Final = 120.0  # how long a person counts as here after a request
MAX_ACTIVE_REMEMBERED: Final = 10_000
MAX_REMINDERS_PER_SWEEP: Final = 200
INSTALL: Final = "install it with: pip install 'spyring[notify]'."


class SummonsCard(Payload):
    """The ways to notify a person of their turn, and their choices: this browser by ``push`` (with the key to
    subscribe with, if this server pushes), and ``letters`` to an address, if it has ``mail``.
    """

    push_key: str | None
    push: bool
    mail: bool
    letters: Literal["off", "asked", "on"]
    address: str | None


class Notifier(RepeatedJob):
    """Notifies people that it is their turn, in the ways they subscribed to."""

    def __init__(self, settings: Settings, live_tables: LiveTables, database: Database) -> None:
        super().__init__(database.time, settings.sweep_seconds)
        self.settings = settings
        self.live_tables = live_tables
        self.database = database
        self.subscriptions = Subscriptions(database)
        self.outbox = Outbox(database.time)
        self.push: Push | None = None
        self.mail: Mailer | None = None
        self._news: dict[str, float] = {}  # tables that have changed, and when
        self._round = asyncio.Lock()
        self._active: LRUCache[str, float] = LRUCache(MAX_ACTIVE_REMEMBERED)

    async def start(self) -> None:
        """Start to notify people, including the ones whose turn came while no server was running."""
        given = self.settings
        refuse_missing(given)
        if given.push != "off" and push.is_installed():
            key = await server_secret(self.database, "push", push.new_key)
            self.push = WebPush(key, given.push_contact or given.public_url or f"mailto:{given.mail_from}")
        if given.smtp_host:
            self.mail = SmtpMailer(given)
        await self.subscriptions.refresh(at_once=True)
        await self._check_tables_of(subscribers())
        await super().start()

    async def stop(self) -> None:
        """Stop; the turns stay in the database."""
        await super().stop()
        await self.outbox.close()

    def table_changed(self, live: LiveTable) -> None:
        """Note that a table has changed; it is checked later."""
        subscribers = self.subscriptions.subscribers
        if subscribers and any(chair.person in subscribers for chair in live.chairs):
            self._news[live.id] = self.time.now()
            self.wakeup.set()

    def mark_active(self, person: str) -> None:
        """Note that a person is here: they need no notification."""
        if person in self.subscriptions.subscribers:
            self._active[person] = self.time.now()

    # -- subscriptions ---------------------------------------------------------------------------------------

    async def card(self, caller: Caller, key: str | None) -> SummonsCard:
        """The possible subscriptions here, and the caller's own."""
        person = caller.require_person()
        box = await self.subscriptions.mailbox(person.id)
        return SummonsCard(
            push_key=None if self.push is None else self.push.public_key,
            push=key is not None and await self.subscriptions.is_subscribed(key),
            mail=self.mail is not None,
            letters="off" if box is None else "on" if box["confirmed"] else "asked",
            address=None if box is None else box["address"],
        )

    async def subscribe(self, caller: Caller, browser: Browser) -> None:
        """Notify this browser by push."""
        person = caller.require_person()
        if self.push is None:
            raise Refused("no-push", _("This server sends no notifications."))
        if not push.is_service(browser.endpoint, self.settings.push_services):
            raise Refused("no-push-service", _("This address does not belong to a known push service."))
        await self.subscriptions.subscribe(person, browser)
        await self._check_tables_of([person.id])

    async def request_email(self, caller: Caller, address: str) -> None:
        """Subscribe an address to email; the first letter asks its owner for consent."""
        person = caller.require_person()
        if self.mail is None:
            raise Refused("no-mail", _("This server sends no email."))
        token = await self.subscriptions.request_email(person, address, caller.language)
        never = await self.subscriptions.opt_out_token(address)
        if never is None:
            return  # as if it had been sent: the owner's refusal is private
        say, link = caller.translate, self.link(f"/mail/{token}")
        off = self.link(f"/mail/{never}/never")
        asks = say(_("Someone asked Spyring to email this address when it is their turn."))
        agree = say(_("If that is you, agree here:"))
        otherwise = say(
            _(
                "If not, do nothing, and you will get no emails about games. If someone enters this address "
                "again, we will ask again. If you never want to be asked again:"
            )
        )
        subject = say(_("May Spyring send you emails?"))
        self.write(address, subject, asks, f"{agree}\n{link}", f"{otherwise}\n{off}", off=off)

    async def confirm_email(self, token: str) -> None:
        """Confirm that the owner of an address has consented to email."""
        box = await self.subscriptions.mailbox_by_token(token)
        await self.subscriptions.confirm(token)
        await self._check_tables_of([box["person"]])

    # -- turns -----------------------------------------------------------------------------------------------

    async def run_once(self) -> None:
        """Check the changed tables, and send due notifications."""
        async with self._round:
            await self.subscriptions.refresh()
            while self._news:
                table = next(iter(self._news))
                changed_at = self._news.pop(table)
                try:
                    await self._note(table, changed_at)
                except NotStored:  # it is noted when the database is back
                    self._news.setdefault(table, changed_at)
                    raise
            await self._notify_all()

    async def _check_tables_of(self, people: Any) -> None:
        """Check all tables at which these people play."""
        waiting = (
            select(tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.person.in_(people), seats.c.over_at.is_(None), seats.c.held == "no")
            .where(tables.c.status == "playing")
            .distinct()
        )
        for row in await self.database.rows(waiting):
            self._news[row["id"]] = self.time.now()
        self.wakeup.set()

    async def _note(self, table: str, now: float) -> None:
        """Bring the stored turns of a table up to date."""
        try:
            asked = self._asked(await self.live_tables.find(table))
        except (Damaged, NotFound):  # the table or its game is gone
            return
        async with self.database.writing() as connection:
            gone = and_(turn_reminders.c.table_id == table, turn_reminders.c.person.not_in(list(asked)))
            await connection.execute(delete(turn_reminders).where(gone))
            for person, turn in asked.items():
                when = {
                    "turn": turn,
                    "push_at": now + self.settings.push_after,
                    "mail_at": now + self.settings.mail_after,
                }
                new = self.database.insert(turn_reminders).values(person=person, table_id=table, **when)
                await connection.execute(
                    new.on_conflict_do_update(
                        index_elements=["person", "table_id"], set_=when, where=turn_reminders.c.turn != turn
                    )
                )

    def _asked(self, live: LiveTable) -> dict[str, int]:
        """The subscribers who must decide now, each with the number of their moves, which tells one turn from
        the next.
        """
        asked: dict[str, int] = {}
        for seat in live.deciders():
            chair = live.chairs[seat]
            if (
                chair.person in self.subscriptions.subscribers
                and chair.present
                and passing_move(live, seat) is None
            ):
                mine = live.seats_of(chair.person)
                asked[chair.person] = sum(entry.seat in mine for entry in live.running.entries)
        return asked

    # -- sending ---------------------------------------------------------------------------------------------

    async def _notify_all(self) -> None:
        now = self.time.now()
        due = or_(turn_reminders.c.push_at <= now, turn_reminders.c.mail_at <= now)
        for row in await self.database.rows(select(turn_reminders).where(due).limit(MAX_REMINDERS_PER_SWEEP)):
            try:
                live = await self.live_tables.find(row["table_id"])
            except Problem:
                continue
            if self._asked(live).get(row["person"]) != row["turn"]:
                await self._note(live.id, now)  # the turn has changed, or the subscription
                continue
            here = max(self._active.get(row["person"], 0.0), _last_move(live, row["person"]))
            if await self._claim(row, "push_at", here + ACTIVE_SECONDS) and self.push is not None:
                for browser in await self.subscriptions.browsers_of(row["person"]):
                    self._send_push(browser, _turn_at(live, browser.language))
            if await self._claim(row, "mail_at", here + self.settings.mail_after) and self.mail is not None:
                box = await self.subscriptions.mailbox(row["person"])
                if box is not None and box["confirmed"]:
                    self._write_of_turn(box, live)

    async def _claim(self, row: Row, kind: str, earliest: float) -> bool:
        """Whether this worker is the one to notify now; an early notification is postponed."""
        due, column = row[kind], turn_reminders.c[kind]
        if due is None or due > self.time.now():
            return False
        off = earliest > self.time.now()
        this = and_(
            turn_reminders.c.person == row["person"],
            turn_reminders.c.table_id == row["table_id"],
            turn_reminders.c.turn == row["turn"],
            column == due,
        )
        values: Mapping[str, Any] = {kind: earliest if off else None}
        return await self.database.write(update(turn_reminders).where(this).values(values)) == 1 and not off

    async def invite(self, live: LiveTable, guest: str, by: str) -> None:
        """Tell a person who is away that a friend of that name invites them to a table."""
        await self.tell(guest, lambda language: _invitation(live, by, language))

    async def tell(self, person: str, text: Callable[[str], str]) -> None:
        """Push a text in their language to a person who is away."""
        await self.subscriptions.refresh()
        here = self._active.get(person, 0.0) + ACTIVE_SECONDS > self.time.now()
        if self.push is None or here or person not in self.subscriptions.subscribers:
            return
        for browser in await self.subscriptions.browsers_of(person):
            self._send_push(browser, text(browser.language))

    def failures(self) -> Mapping[str, float]:
        """The number of failed deliveries, by kind."""
        return {"push": 0.0, "mail": 0.0} | self.outbox.failures

    def _send_push(self, browser: Browser, text: str) -> None:
        async def deliver() -> None:
            assert self.push is not None
            if not push.is_service(browser.endpoint, self.settings.push_services):  # any more
                await self.subscriptions.unsubscribe(browser.key)
                return
            try:
                await self.push.deliver(browser, text)
            except Unsubscribed:
                await self.subscriptions.unsubscribe(browser.key)

        self.outbox.send("push", deliver)

    def _write_of_turn(self, box: Row, live: LiveTable) -> None:
        turn, off = _turn_at(live, box["language"]), self.link(f"/mail/{box['token']}")
        end = translation(box["language"]).gettext(_("Unsubscribe: {link}")).format(link=off)
        self.write(box["address"], turn.rstrip("."), turn, self.link(f"/tables/{live.id}"), end, off=off)

    def write(self, address: str, subject: str, *paragraphs: str, off: str = "") -> None:
        """Send a letter; ``off`` is the link to unsubscribe."""
        assert self.mail is not None
        text = "\n\n".join([*paragraphs, ""])
        self.outbox.send("mail", partial(self.mail.deliver, Email(address, subject, text, off)))

    def link(self, path: str) -> str:
        """The full URL of a page, for letters."""
        return self.settings.public_url.rstrip("/") + path


def refuse_missing(given: Settings) -> None:
    """Refuse incomplete settings."""
    if given.push == "on" and not push.is_installed():
        raise BadSettings(f"SPYRING_PUSH is on, but pywebpush is missing; {INSTALL}")
    if not given.smtp_host:
        return
    if not mail.is_installed():
        raise BadSettings(f"SPYRING_SMTP_HOST is set, but aiosmtplib is missing; {INSTALL}")
    for name in ("mail_from", "public_url"):
        if not getattr(given, name):
            raise BadSettings(f"Letters need SPYRING_{name.upper()} beside SPYRING_SMTP_HOST.")


def _last_move(live: LiveTable, person: str) -> float:
    mine = live.seats_of(person)
    for entry in reversed(live.running.entries):
        if entry.seat in mine:
            return entry.at
    return 0.0


def _turn_at(live: LiveTable, language: str) -> str:
    """The text of a notification, which says nothing about the game."""
    say = translation(language or ENGLISH, live.game).gettext
    return say(_("It is your turn at {table}.")).format(table=say(live.game.title))


def _invitation(live: LiveTable, by: str, language: str) -> str:
    say = translation(language or ENGLISH, live.game).gettext
    return filled(say(_("{name} invites you to {table}.")), {"name": by, "table": say(live.game.title)})
