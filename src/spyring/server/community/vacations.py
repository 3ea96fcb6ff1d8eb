"""Vacations: clocks of games over days stop while a person is away, for a limited number of days a year.

A clock that is stopped until a certain time is one that starts then. So nothing must happen at the end of a
vacation, and a restart of the server loses nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Select, delete, insert, select, update

from spyring.engine.i18n import _
from spyring.server.community.payloads import Vacation
from spyring.server.community.schema import vacations
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Problem, Refused
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.schema import people, tables
from spyring.server.core.storage.statements import Row, Transaction, WriteConflict
from spyring.server.core.tables.playing import Playing
from spyring.server.core.tables.table_store import unfinished_seats

DAY: Final = 86400.0
YEAR: Final = 365 * DAY
MIN_SECONDS_LEFT: Final = 60.0  # the least that can be taken, so that a year's days can be used up


class Vacations:
    """Vacations from games over days."""

    def __init__(self, playing: Playing, days: int) -> None:
        self.playing = playing
        self.database = playing.table_store.database
        self.time = playing.time
        self.days = days

    async def look(self, caller: Caller) -> Vacation:
        """Whether the caller is away, and how many days are left."""
        me = caller.require_person().id
        left = self._rest(await self.database.rows(self._taken(me)))
        return Vacation(until=await self._until(me), days_left=round(left / DAY, 2), days=self.days)

    async def begin(self, caller: Caller, days: float) -> Vacation:
        """Start a vacation of so many days now; it replaces a current one."""
        me, seconds = caller.require_person().id, days * DAY
        async with self.database.writing() as connection:
            at = await self._close(connection, me)
            left = self._rest(await connection.rows(self._taken(me)))
            if seconds > left + MIN_SECONDS_LEFT:
                text = _("Vacation days left this year: {days}.")
                raise Refused("no-vacation", text, days=f"{left / DAY:.0f}")
            row = {"id": new_id(), "person": me, "from_at": at, "until_at": at + seconds}
            await connection.execute(insert(vacations).values(row))
            away = update(people).where(people.c.id == me).values(away_until=at + seconds)
            await connection.execute(away)
        await self._tell(me)
        return await self.look(caller)

    async def end(self, caller: Caller) -> Vacation:
        """End a vacation; unused days are kept for later."""
        me = caller.require_person().id
        async with self.database.writing() as connection:
            await self._close(connection, me)
        await self._tell(me)
        return await self.look(caller)

    # -- inside ----------------------------------------------------------------------------------------------

    async def _close(self, connection: Transaction, person: str) -> float:
        """End the current vacation and return the time. Others cannot change this person's vacations until
        the transaction ends.
        """
        await connection.execute(update(people).where(people.c.id == person).values(away_until=None))
        at = self.time.now()
        mine = vacations.c.person == person
        await connection.execute(delete(vacations).where(mine, vacations.c.from_at >= at))
        await connection.execute(update(vacations).where(mine, vacations.c.until_at > at).values(until_at=at))
        return at

    async def _until(self, person: str) -> float | None:
        until = await self.database.value(select(people.c.away_until).where(people.c.id == person))
        return None if (until or 0.0) <= self.time.now() else until

    def _taken(self, person: str) -> Select[Any]:
        """The vacations of the last twelve months."""
        since = self.time.now() - YEAR
        return select(vacations).where(vacations.c.person == person, vacations.c.until_at > since)

    def _rest(self, rows: Sequence[Row]) -> float:
        """The unused seconds of the last twelve months."""
        since = self.time.now() - YEAR
        used = sum(float(row["until_at"] - max(row["from_at"], since)) for row in rows)
        return max(0.0, self.days * DAY - used)

    async def _tell(self, person: str) -> None:
        """Stop the clocks of a person while they are away, or start them again, at every table over days;
        everybody there is notified.
        """
        here = (tables.c.id.in_(unfinished_seats(person)), tables.c.pace == "days")
        for row in await self.database.rows(select(tables.c.id).where(*here)):
            try:
                await self._set_clocks(row["id"], person)
            except Problem:  # a frozen game, or one that is no longer on the shelf
                continue

    async def _set_clocks(self, table: str, person: str) -> None:
        live = await self.playing.live_tables.find(table)
        while live.frozen is None and live.status != "over":
            async with live.lock:
                until, at = await self._until(person), self.time.now()
                mine = [live.chairs[seat] for seat in live.seats_of(person)]
                chairs = [replace(chair, clock=chair.clock.standing(at, until or at)) for chair in mine]
                try:
                    await self.playing.changes.change(live, *chairs)
                    return
                except WriteConflict:
                    await self.playing.live_tables.catch_up(live)
