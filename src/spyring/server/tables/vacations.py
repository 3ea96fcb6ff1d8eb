"""Vacations: clocks of games over days stand while a person is away, so many days a year and no more.

A clock that stands until a certain moment is one that starts to run then: nothing must be done at the end of
a vacation, and a killed server forgets none.
"""

from dataclasses import replace
from typing import Final

from sqlalchemy import insert, select, update

from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Vacation
from spyring.server.problems import Problem, Refused
from spyring.server.storage.schema import people, seats, tables, vacations
from spyring.server.storage.store import new_id
from spyring.server.tables.archive import Overtaken
from spyring.server.tables.playing import Playing

DAY: Final = 86400.0
YEAR: Final = 365 * DAY
SHORTEST: Final = 60.0  # of what is left, so that a year's rest can be used up


class Vacations:
    """When people are away from their games over days."""

    def __init__(self, playing: Playing, days: int) -> None:
        self.playing = playing
        self.store = playing.archive.store
        self.time = playing.time
        self.days = days

    async def look(self, caller: Caller) -> Vacation:
        """Whether one is away, and how many days are left."""
        me, at = caller.known().id, self.time.now()
        row = await self.store.row(select(people.c.away_until).where(people.c.id == me))
        until = None if row is None or (row["away_until"] or 0.0) <= at else row["away_until"]
        return Vacation(until=until, days_left=round(await self._left(me) / DAY, 2), days=self.days)

    async def begin(self, caller: Caller, days: float) -> Vacation:
        """From now on, for so many days; who is away already starts anew."""
        me, at = caller.known().id, self.time.now()
        await self._close(me)
        seconds = days * DAY
        left = await self._left(me)
        if seconds > left + SHORTEST:
            text = _("You have {days} days of vacation left this year.")
            raise Refused("no-vacation", text, days=f"{left / DAY:.0f}")
        row = {"id": new_id(), "person": me, "from_at": at, "until_at": at + seconds}
        async with self.store.writing() as connection:
            await connection.execute(insert(vacations).values(row))
            away = update(people).where(people.c.id == me).values(away_until=at + seconds)
            await connection.execute(away)
        await self._tell(me, at + seconds)
        return await self.look(caller)

    async def end(self, caller: Caller) -> Vacation:
        """Back again; what was not used is kept for later."""
        me = caller.known().id
        await self._close(me)
        await self._tell(me, None)
        return await self.look(caller)

    # -- inside ----------------------------------------------------------------------------------------------

    async def _close(self, person: str) -> None:
        at = self.time.now()
        running = (vacations.c.person == person, vacations.c.until_at > at)
        async with self.store.writing() as connection:
            await connection.execute(update(vacations).where(*running).values(until_at=at))
            await connection.execute(update(people).where(people.c.id == person).values(away_until=None))

    async def _left(self, person: str) -> float:
        """What the last twelve months have left over, in seconds."""
        since = self.time.now() - YEAR
        query = select(vacations).where(vacations.c.person == person, vacations.c.until_at > since)
        rows = await self.store.rows(query)
        used = sum(float(row["until_at"] - max(row["from_at"], since)) for row in rows)
        return max(0.0, self.days * DAY - used)

    async def _tell(self, person: str, until: float | None) -> None:
        """Let the clocks of a person stand until then, or run again, at every table over days; everybody
        there learns of it.
        """
        sits = select(seats.c.table_id).where(seats.c.person == person)
        here = (tables.c.id.in_(sits), tables.c.pace == "days", tables.c.status != "over")
        for row in await self.store.rows(select(tables.c.id).where(*here)):
            try:
                await self._set_clocks(row["id"], person, until)
            except Problem:  # a game that stands still, or is no longer on the shelf
                continue

    async def _set_clocks(self, table: str, person: str, until: float | None) -> None:
        room = await self.playing.rooms.find(table)
        while room.frozen is None and room.status != "over":
            async with room.lock:
                at = self.time.now()
                mine = [room.chairs[seat] for seat in room.seats_of(person)]
                chairs = [replace(chair, clock=chair.clock.standing(at, until or at)) for chair in mine]
                try:
                    await self.playing.changes.change(room, *chairs)
                    return
                except Overtaken:
                    await self.playing.rooms.catch_up(room)
