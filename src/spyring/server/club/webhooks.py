"""Tells other programs, such as a chat, that a table opened, whose turn it is, and that a game ended.

Only public tables are told of, and only what everybody who watches them sees. A turn is told when the list of
seats that must decide gets longer: a seat that decides twice in a row, perhaps in secret, is told of once.
What is told is stored without names and written when it is sent. Failed posts are repeated, less and less
often.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import re
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, select, update

from spyring.engine.i18n import _, filled
from spyring.engine.outcome import Outcome
from spyring.languages import translation
from spyring.server.club.posting import NotPosted, post
from spyring.server.club.schema import webhook_deliveries, webhook_turns
from spyring.server.core.package import BackgroundJob
from spyring.server.core.payloads import NewTable
from spyring.server.core.problems import NotStored, Problem
from spyring.server.core.services import Services
from spyring.server.core.settings import BadSettings
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.schema import people
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.core.tables.live_table import LiveTable

RETRY_SECONDS: Final = (30.0, 300.0, 1800.0, 7200.0, 43200.0)  # before each retry
KEEP_SECONDS: Final = 30 * 86400.0
MAX_POSTS_PER_ROUND: Final = 20
MARKUP: Final = re.compile(r"([\\*_~`|>\[\]()#@:<-])")  # of Discord
SENTENCES: Final = {
    "opened": _("{game}: a table waits for players. {link}"),
    "turn": _("{game}: it is the turn of {names}. {link}"),
    "ended": _("{game}: the game is over. Winners: {names}. {link}"),
    "lost": _("{game}: the game is over. Nobody won. {link}"),
}

journal = logging.getLogger("spyring.server")


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery in a list."""

    at: float
    event: str
    host: str
    tries: int
    waits: bool
    error: str


class Webhooks(BackgroundJob):
    """Stores what is to be told, and posts it."""

    def __init__(self, core: Services) -> None:
        self.settings = given = core.settings
        if given.webhooks and not given.webhook_secret:
            raise BadSettings("Webhooks need SPYRING_WEBHOOK_SECRET, a long random text to sign with.")
        self.database = core.database
        self.time = core.database.time
        self.live_tables = core.live_tables
        urls = (*given.webhooks, *given.discord_webhooks)
        # An address may hold a token, so only its digest is stored.
        self.targets = {hashlib.sha256(url.encode()).hexdigest()[:16]: url for url in urls}
        self._changed: set[str] = set()
        self._wakeup = asyncio.Event()

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

    def table_changed(self, live: LiveTable) -> None:
        """It may be the turn of another player."""
        if self.targets and live.public:
            self._changed.add(live.id)
            self._wakeup.set()

    async def _store(
        self, connection: Transaction, event: str, table: str, seats: tuple[int, ...] = ()
    ) -> None:
        if event not in self.settings.webhook_events:
            return
        now = self.time.now()
        row = {"event": event, "table_id": table, "seats": ",".join(map(str, seats))}
        for target in self.targets:
            new = {"id": new_id(), "target": target, "made_at": now, "next_at": now, "tries": 0, "error": ""}
            await connection.execute(insert(webhook_deliveries).values(new | row))
        self._wakeup.set()

    async def _note_turn(self, table: str) -> None:
        """Store a turn, if seats must decide that need not before."""
        live = await self.live_tables.find(table)
        asked = [seat for seat in live.deciders() if live.chairs[seat].person and live.chairs[seat].present]
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
            new = tuple(seat for seat in asked if str(seat) not in before.split(","))
            if new:
                await self._store(connection, "turn", table, new)

    # -- sending ---------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Post in a loop."""
        while True:
            self._wakeup.clear()
            try:
                await self.run_once()
            except NotStored:  # the journal has it already
                pass
            except Exception as error:  # no error may stop the task
                journal.error("webhooks failed", exc_info=error)
            await self.time.wait_for(self._wakeup, self.settings.sweep_seconds)

    async def run_once(self) -> None:
        """Note changed turns, and post what is due."""
        while self._changed:
            try:
                await self._note_turn(self._changed.pop())
            except Problem:  # the table is gone or damaged
                continue
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
        here = (webhook_deliveries.c.id == row["id"], webhook_deliveries.c.tries == tries)
        claimed = {"tries": tries + 1, "next_at": again}
        if not await self.database.write(update(webhook_deliveries).where(*here).values(claimed)):
            return
        error = ""
        try:
            await self._post(row)
        except (NotPosted, Problem) as refused:
            error = str(refused)
            journal.warning(
                "webhook not delivered", extra={"event": row["event"], "again": again is not None}
            )
        values = {"error": error[:200], **({} if error else {"next_at": None})}
        await self.database.write(
            update(webhook_deliveries).where(webhook_deliveries.c.id == row["id"]).values(values)
        )

    async def _post(self, row: Row) -> None:
        url = self.targets.get(row["target"])
        live = await self.live_tables.find(row["table_id"])
        seats = [int(seat) for seat in row["seats"].split(",") if seat]
        if url is None or self._is_stale(row["event"], live, seats):
            return  # no longer wanted, or no longer true
        told = await self._told(row["event"], live, seats)
        if url in self.settings.discord_webhooks:
            message = {"content": self._sentence(told, MARKUP), "allowed_mentions": {"parse": []}}
            await self._send(url, message, {})
            return
        stamp = str(int(self.time.now()))
        await self._send(
            url, told | {"id": row["id"], "text": self._sentence(told)}, {"X-Spyring-Time": stamp}
        )

    async def _send(self, url: str, message: dict[str, Any], headers: dict[str, str]) -> None:
        body = json.dumps(message, ensure_ascii=False).encode()
        if headers:
            signed = f"{headers['X-Spyring-Time']}.".encode() + body
            digest = hmac.new(self.settings.webhook_secret.encode(), signed, hashlib.sha256).hexdigest()
            headers = headers | {"X-Spyring-Signature": f"sha256={digest}"}
        await asyncio.to_thread(partial(post, url, body, headers, self.settings.webhook_private))

    def _is_stale(self, event: str, live: LiveTable, seats: list[int]) -> bool:
        if event == "turn":
            return not set(seats) & set(live.deciders())
        return event == "opened" and live.status != "open"

    async def _told(self, event: str, live: LiveTable, seats: list[int]) -> dict[str, Any]:
        """What is told of a table: nothing that a spectator does not see."""
        ids = [chair.person for chair in live.chairs if chair.person is not None]
        rows = await self.database.rows(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
        names = {row["id"]: row["name"] for row in rows}
        titles = live.game.seat_titles(len(live.chairs))
        say = translation(self.settings.webhook_language, live.game).gettext
        called = [names.get(chair.person) or say(titles[at]) for at, chair in enumerate(live.chairs)]
        return {
            "event": event,
            "table": live.id,
            "link": f"{self.settings.public_url.rstrip('/')}/tables/{live.id}",
            "game": say(live.game.title),
            "names": [called[seat] for seat in seats],
        }

    def _sentence(self, told: dict[str, Any], markup: re.Pattern[str] | None = None) -> str:
        event = "lost" if told["event"] == "ended" and not told["names"] else told["event"]
        names = ", ".join(told["names"])
        if markup is not None:
            names = markup.sub(r"\\\1", names)
        values = {"game": told["game"], "names": names, "link": told["link"]}
        return filled(translation(self.settings.webhook_language).gettext(SENTENCES[event]), values)

    async def listed(self, most: int) -> list[Delivery]:
        """The latest deliveries, without their addresses."""
        query = select(webhook_deliveries).order_by(webhook_deliveries.c.made_at.desc()).limit(most)
        return [
            Delivery(
                row["made_at"],
                row["event"],
                urlsplit(self.targets.get(row["target"], "")).hostname or "?",
                row["tries"],
                row["next_at"] is not None,
                row["error"],
            )
            for row in await self.database.rows(query)
        ]
