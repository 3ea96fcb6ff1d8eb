"""Deletes data that nobody needs any more, after as many days as the settings say.

Accounts, finished games with their logs, results and ratings, friends and notes are kept until their owner
deletes them.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from sqlalchemy import Column, ColumnElement, Table, delete, exists, or_, select

from spyring.server.community.schema import reports
from spyring.server.conversation.schema import chat
from spyring.server.core.package import BackgroundJob
from spyring.server.core.problems import NotStored
from spyring.server.core.settings import Settings
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import credentials, people, seats, tables
from spyring.server.core.topics import of_reload

DAY: Final = 86400.0
ROWS_PER_TRANSACTION: Final = 200  # rows in one transaction, so that no move waits long
PAUSE_SECONDS: Final = 0.05  # seconds between two transactions
SWEEP_INTERVAL_SECONDS: Final = 6 * 3600.0

IsOld = Callable[[float], ColumnElement[bool]]  # older than a time

journal = logging.getLogger("spyring.server")


class Retention(BackgroundJob):
    """Deletes data that is older than the settings allow; 0 days keep it for ever."""

    def __init__(self, database: Database, settings: Settings, heard: Callable[[str], None]) -> None:
        self.database = database
        self.settings = settings
        self._heard = heard

    async def run(self) -> None:
        """Sweep a few times a day."""
        while True:
            await self._try(self.database.refresh_statistics)
            await self.database.time.sleep(SWEEP_INTERVAL_SECONDS)
            await self._try(self.sweep)

    async def _try(self, do: Callable[[], Awaitable[object]]) -> None:
        try:
            await do()
        except NotStored:  # the journal has it already
            pass
        except Exception as error:  # no error may stop it
            journal.error("retention failed", exc_info=error)

    async def sweep(self) -> dict[str, int]:
        """Delete everything that is too old; returns the numbers by kind."""
        given = self.settings
        removed = {
            "waiting tables": await self._remove(
                tables.c.id, given.keep_waiting_days, partial(_is_still, "open"), of_reload
            ),
            "abandoned games": await self._remove(
                tables.c.id, given.keep_abandoned_days, partial(_is_still, "playing"), of_reload
            ),
            "talk": await self._remove(chat.c.id, given.keep_talk_days, _is_old_talk),
            "reports": await self._remove(reports.c.id, given.keep_reports_days, _is_closed),
            "guests": await self._remove(people.c.id, given.keep_guests_days, self._is_idle_guest),
        }
        if any(removed.values()):
            journal.info("expired data removed", extra={"removed": removed})
        return removed

    async def _remove(
        self, key: Column[str], days: float, is_old: IsOld, topic: Callable[[str], str] | None = None
    ) -> int:
        """Delete the old rows, a few at a time; the ``topic`` of a row makes other workers drop it."""
        count = 0
        while ids := await self._old(key, days, is_old):
            topics = [] if topic is None else [topic(one) for one in ids]
            here = delete(key.table).where(key.in_(ids), is_old(self._before(days)))
            count += await self.database.write(here, *topics)
            for one in topics:
                self._heard(one)
            if len(ids) < ROWS_PER_TRANSACTION:
                break
            await asyncio.sleep(PAUSE_SECONDS)
        return count

    async def _old(self, key: Column[str], days: float, is_old: IsOld) -> list[str]:
        if days <= 0:
            return []
        assert isinstance(key.table, Table)
        query = select(key.label("id")).where(is_old(self._before(days))).limit(ROWS_PER_TRANSACTION)
        return [row["id"] for row in await self.database.rows(query)]

    def _before(self, days: float) -> float:
        return self.database.time.now() - days * DAY

    def _is_idle_guest(self, before: float) -> ColumnElement[bool]:
        """A guest, or a deleted person, without any data left: no seat, no table, no remark, no valid
        session, and no report that the operator must read.
        """
        here = self.database.time.now()
        comes_back = exists().where(
            credentials.c.person == people.c.id,
            or_(credentials.c.ends_at.is_(None), credentials.c.ends_at > here),
        )
        about = exists().where(reports.c.about == people.c.id, reports.c.closed_at.is_(None))
        used = [
            exists().where(column == people.c.id)
            for column in (seats.c.person, tables.c.owner, chat.c.person)
        ]
        gone = people.c.login.is_(None) & (people.c.made_at < before) & ~comes_back & ~about
        return gone & ~or_(*used)


def _is_still(status: str, before: float) -> ColumnElement[bool]:
    """A table without any recent activity."""
    return (tables.c.status == status) & (tables.c.moved_at < before)


def _is_old_talk(before: float) -> ColumnElement[bool]:
    over = select(tables.c.id).where(tables.c.status == "over", tables.c.moved_at < before)
    return chat.c.table_id.in_(over)


def _is_closed(before: float) -> ColumnElement[bool]:
    return reports.c.closed_at < before
