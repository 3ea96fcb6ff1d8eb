"""Tells other programs, such as a chat, that a table opened, whose turn it is, and that a game ended.

Only public tables are told of, and only what every spectator sees. A turn is told if it is still the player's
after a while, so that quick games tell of no turns. What is told is stored without names, and written when it
is sent. Failed posts are repeated, less and less often.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, select, update

from spyring.engine.i18n import _, filled
from spyring.engine.outcome import Outcome
from spyring.languages import translation
from spyring.server.club.posting import NotPosted, post
from spyring.server.club.schema import webhook_deliveries, webhook_turns
from spyring.server.core.package import RepeatedJob
from spyring.server.core.payloads import NewTable
from spyring.server.core.problems import Problem
from spyring.server.core.services import Services
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.schema import people
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.core.tables.live_table import LiveTable

RETRY_SECONDS: Final = (30.0, 300.0, 1800.0, 7200.0, 43200.0)  # before each retry
KEEP_SECONDS: Final = 30 * 86400.0
MAX_POSTS_PER_ROUND: Final = 20
MARKUP: Final = re.compile(r"([\\*_~`|>\[\]()#@:<-])")  # of Discord
BY_PEOPLE: Final = ("names", "club", "evening")  # written by people, so their markup is escaped
SENTENCES: Final = {
    "opened": _("{game}: a table waits for players. {link}"),
    "turn": _("{game}: it is the turn of {names}. {link}"),
    "ended": _("{game}: the game is over. Winners: {names}. {link}"),
    "evening": _("{club}: {evening} begins. {link}"),
    "lost": _("{game}: the game is over. Nobody won. {link}"),
}

journal = logging.getLogger("spyring.server")


def refuse_missing(given: Settings) -> None:
    """Refuse incomplete settings."""
    if given.webhooks and not given.webhook_secret:
        raise BadSettings("Webhooks need SPYRING_WEBHOOK_SECRET, a long random text to sign with.")
    if (given.webhooks or given.discord_webhooks) and not given.public_url:
        raise BadSettings("Webhooks need SPYRING_PUBLIC_URL, for links to tables.")


class Webhooks(RepeatedJob):
    """Stores what is to be told, and posts it."""

    def __init__(self, core: Services) -> None:
        super().__init__(core.time, core.settings.sweep_seconds)
        self.settings = core.settings
        refuse_missing(self.settings)
        self.database = core.database
        self.live_tables = core.live_tables
        urls = (*self.settings.webhooks, *self.settings.discord_webhooks)
        # An address may hold a token, so only its digest is stored.
        self.targets = {hashlib.sha256(url.encode()).hexdigest()[:16]: url for url in urls}
        self._changed: set[str] = set()

    async def start(self) -> None:
        """Start, if there is anybody to tell."""
        if self.targets:
            await super().start()

    # -- what happened ---------------------------------------------------------------------------------------

    async def opened(self, connection: Transaction, table: str, body: NewTable) -> None:
        """A table was made; called in its transaction."""
        if body.public:
            await self._store(connection, "opened", table)

    async def over(self, connection: Transaction, live: LiveTable, outcome: Outcome, _at: float) -> None:
        """A game has ended; called in the transaction that stores it."""
        if live.public:
            await self._store(connection, "ended", live.id, outcome.winners)

    async def told(self, connection: Transaction, event: str, about: Mapping[str, str]) -> None:
        """Something else has happened; called in the transaction that stores it."""
        await self._store(connection, event, about=json.dumps(about))

    def table_changed(self, live: LiveTable) -> None:
        """It may be the turn of another player."""
        if self.targets and live.public and "turn" in self.settings.webhook_events:
            self._changed.add(live.id)
            self.wakeup.set()

    async def _store(
        self,
        connection: Transaction,
        event: str,
        table: str | None = None,
        seats: Sequence[int] = (),
        after: float = 0.0,
        about: str | None = None,
    ) -> None:
        if event not in self.settings.webhook_events:
            return
        now = self.time.now()
        told = {"table_id": table, "about": about, "seats": ",".join(map(str, seats))}
        row = {"event": event, "made_at": now, **told}
        for target in self.targets:
            new = {"id": new_id(), "target": target, "next_at": now + after, "tries": 0, "error": ""}
            await connection.execute(insert(webhook_deliveries).values(new | row))

    async def _note_turn(self, table: str) -> None:
        """Store a turn, if a seat must decide that was not waited for before."""
        live = await self.live_tables.find(table)
        asked = [seat for seat in live.deciders() if live.chairs[seat].present]
        text = ",".join(map(str, asked))
        here = webhook_turns.c.table_id == table
        async with self.database.writing() as connection:
            rows = await connection.rows(select(webhook_turns.c.seats).where(here))
            before = rows[0]["seats"] if rows else ""
            if text == before:
                return
            if not rows:
                await connection.execute(insert(webhook_turns).values(table_id=table, seats=text))
            elif not await connection.execute(
                update(webhook_turns).where(here, webhook_turns.c.seats == before).values(seats=text)
            ):
                return  # another worker was faster
            if {str(seat) for seat in asked} - set(before.split(",")):
                old = (webhook_deliveries.c.table_id == table, webhook_deliveries.c.event == "turn")
                await connection.execute(
                    delete(webhook_deliveries).where(*old, webhook_deliveries.c.tries == 0)
                )
                await self._store(connection, "turn", table, asked, self.settings.webhook_turn_after)

    # -- sending ---------------------------------------------------------------------------------------------

    async def run_once(self) -> None:
        """Note changed turns, and post what is due."""
        while self._changed:
            with suppress(Problem):  # the table is gone or damaged
                await self._note_turn(self._changed.pop())
        now = self.time.now()
        due = select(webhook_deliveries).where(webhook_deliveries.c.next_at <= now)
        rows = await self.database.rows(due.order_by(webhook_deliveries.c.next_at).limit(MAX_POSTS_PER_ROUND))
        await asyncio.gather(*[self._deliver(row, now) for row in rows])
        if rows:
            old = webhook_deliveries.c.made_at < now - KEEP_SECONDS
            await self.database.write(delete(webhook_deliveries).where(old))

    async def _deliver(self, row: Row, now: float) -> None:
        """Claim a delivery, so that no other worker posts it, and post it."""
        tries = int(row["tries"])
        again = now + RETRY_SECONDS[tries] if tries < len(RETRY_SECONDS) else None
        here = webhook_deliveries.c.id == row["id"]
        claim = update(webhook_deliveries).where(here, webhook_deliveries.c.tries == tries)
        if not await self.database.write(claim.values(tries=tries + 1, next_at=again)):
            return
        error = ""
        try:
            url, message = self.targets.get(row["target"]), await self._message(row)
            if url is None or message is None:
                await self.database.write(delete(webhook_deliveries).where(here))
                return
            await self._post(url, message, row["id"])
        except (NotPosted, Problem) as refused:
            error = str(refused)
            journal.warning("webhook not delivered", extra={"event": row["event"], "tries": tries + 1})
        done = {"error": error[:200], **({} if error else {"next_at": None})}
        await self.database.write(update(webhook_deliveries).where(here).values(done))

    async def _post(self, url: str, message: dict[str, Any], name: str) -> None:
        """Post a message: to a chat as a sentence, to a program as signed JSON."""
        if url in self.settings.discord_webhooks:
            chat = {"content": self._sentence(message, MARKUP), "allowed_mentions": {"parse": []}}
            await post(url, _json(chat), {}, self.settings.webhook_private)
            return
        body, stamp = _json({**message, "id": name, "text": self._sentence(message)}), int(self.time.now())
        signed, secret = f"{stamp}.".encode() + body, self.settings.webhook_secret.encode()
        digest = hmac.new(secret, signed, hashlib.sha256).hexdigest()
        headers = {"X-Spyring-Time": str(stamp), "X-Spyring-Signature": f"sha256={digest}"}
        await post(url, body, headers, self.settings.webhook_private)

    async def _message(self, row: Row) -> dict[str, Any] | None:
        """What is told of a table: nothing that a spectator does not see; None if it is no longer true."""
        event, home = row["event"], self.settings.public_url.rstrip("/")
        if row["about"] is not None:
            about: dict[str, str] = json.loads(row["about"])
            return {"event": event, "link": home + about.pop("path"), **about}
        live = await self.live_tables.find(row["table_id"])
        seats = [int(seat) for seat in row["seats"].split(",") if seat]
        if event == "turn":
            seats = [seat for seat in seats if seat in live.deciders()]
        if (
            not live.public
            or (event == "turn" and not seats)
            or (event == "opened" and live.status != "open")
        ):
            return None
        ids = [chair.person for chair in live.chairs if chair.person is not None]
        rows = await self.database.rows(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
        names = {row["id"]: row["name"] for row in rows}
        titles = live.game.seat_titles(len(live.chairs))
        say = translation(self.settings.webhook_language, live.game).gettext
        return {
            "event": event,
            "table": live.id,
            "link": f"{home}/tables/{live.id}",
            "game": say(live.game.title),
            "names": [names.get(live.chairs[seat].person) or say(titles[seat]) for seat in seats],
        }

    def _sentence(self, told: dict[str, Any], markup: re.Pattern[str] | None = None) -> str:
        event = "lost" if told["event"] == "ended" and not told["names"] else told["event"]
        values = {**told, "names": ", ".join(told.get("names", ()))}
        if markup is not None:
            escaped = {name: markup.sub(r"\\\1", values.get(name, "")) for name in BY_PEOPLE}
            values |= escaped
        return filled(translation(self.settings.webhook_language).gettext(SENTENCES[event]), values)

    async def listed(self, most: int) -> list[dict[str, Any]]:
        """The latest deliveries, with the hosts of their addresses."""
        query = select(webhook_deliveries).order_by(webhook_deliveries.c.made_at.desc()).limit(most)
        hosts = {target: urlsplit(url).hostname for target, url in self.targets.items()}
        return [{**row, "host": hosts.get(row["target"], "?")} for row in await self.database.rows(query)]


def _json(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode()
