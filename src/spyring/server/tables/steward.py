"""Does what must be done at a table when no person does it: bots' moves, automatic passes, clocks that run
out.

What is due stands in the database (``wake_at``), so whatever a killed worker leaves undone, another one
finds.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final, Literal

from spyring.server.bots.delays import Delays
from spyring.server.bots.thinking import Thinking
from spyring.server.people.keys import Keys
from spyring.server.problems import Problem
from spyring.server.tables.archive import Overtaken
from spyring.server.tables.passing import passing_move
from spyring.server.tables.playing import Playing
from spyring.server.tables.room import Room
from spyring.server.tables.seating import MOST_UNATTENDED

BEAT_SECONDS: Final = 5.0  # how often the database is told that there is a server
HORIZON: Final = 60.0  # what is due later is left to the database to remember

journal = logging.getLogger("spyring.server")


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to do at a table, and when."""

    due: float
    kind: Literal["bot", "pass", "time"]
    seat: int


class Steward:
    """One small task for every table at which something is due soon."""

    def __init__(
        self, playing: Playing, keys: Keys, thinking: Thinking, delays: Delays, sweep_seconds: float
    ) -> None:
        self.playing = playing
        self.rooms = playing.rooms
        self.changes = playing.changes
        self.archive = playing.archive
        self.time = playing.time
        self.keys = keys
        self.thinking = thinking
        self.delays = delays
        self.sweep_seconds = sweep_seconds
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._pokes: dict[str, asyncio.Event] = {}
        self._alone: dict[str, str] = {}  # where bots play alone now, with the owner
        self._kept_back: dict[str, str] = {}  # where they would
        self._sweeper: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look after tables from now on."""
        self.changes.attend = self.attend
        self.rooms.presence.woken = lambda table: self.changes.attend(table)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweep")

    async def end(self) -> None:
        """Look after nothing any more; what is due stays in the database."""
        tasks = [*self._tasks.values(), *([] if self._sweeper is None else [self._sweeper])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def attend(self, table: str) -> None:
        """Something has changed at this table: see what is due."""
        if table in self._tasks:
            self._pokes[table].set()
            return
        room = self.rooms.memory.get(table)
        if room is not None and self.next_duty(room) is None:
            self._kept_back.pop(table, None)  # no bot waits there any more
            return
        self._pokes[table] = asyncio.Event()
        task = asyncio.create_task(self._attend(table), name=f"attend {table}")
        self._tasks[table] = task
        task.add_done_callback(lambda _done: self._left(table))

    def attending(self, table: str) -> bool:
        """Whether a task of this worker looks after the table."""
        return table in self._tasks

    # -- what is due -----------------------------------------------------------------------------------------

    def next_duty(self, room: Room, bots: bool = True) -> Duty | None:
        """What must be done first, by bots or without them."""
        found = (self._duty(room, seat) for seat in room.deciders())
        duties = [duty for duty in found if duty is not None and (bots or duty.kind != "bot")]
        return min(duties, key=lambda duty: duty.due, default=None)

    def _bots_rest(self, room: Room) -> bool:
        """Whether bots must not go on: nobody has been there for a while, or no person plays there any more
        and enough other games of bots alone of the same owner are going on.
        """
        if not self.rooms.presence.there(room.id):
            return True
        if any(chair.present for chair in room.chairs):
            self._alone.pop(room.id, None)
            return False
        others = sum(owner == room.owner for table, owner in self._alone.items() if table != room.id)
        going_on = others < MOST_UNATTENDED
        (self._alone if going_on else self._kept_back)[room.id] = room.owner
        return not going_on

    async def _rest(self, room: Room, duty: Duty | None) -> None:
        """Let the bots of a table rest until somebody comes; whoever has a clock still loses by it."""
        async with room.lock:
            await self.archive.rest(room, None if duty is None else duty.due)

    def _duty(self, room: Room, seat: int) -> Duty | None:
        chair = room.chairs[seat]
        if chair.bot_plays and chair.level is not None:
            return Duty(self._thought(room, seat, chair.level), "bot", seat)
        if chair.passes and passing_move(room, seat) is not None:
            return Duty(self._thought(room, seat, None), "pass", seat)
        deadline = chair.clock.deadline()
        return None if deadline is None else Duty(deadline, "time", seat)

    def _thought(self, room: Room, seat: int, level: str | None) -> float:
        """When the seat will seem to have thought; drawn once for every time it is visibly asked. Where
        people may act without being asked, which all can see, a bot leaves them the first word.
        """
        if seat not in room.due:
            delay = self.delays.reaction() if level is None else self.delays.move(level)
            if level is not None and any(room.chairs[other].present for other in room.interrupters()):
                delay = max(delay, self.delays.first_word())
            room.due[seat] = room.asked_at.get(seat, self.time.now()) + delay
        return room.due[seat]

    # -- doing it --------------------------------------------------------------------------------------------

    async def _attend(self, table: str) -> None:
        poke = self._pokes[table]
        while True:
            poke.clear()
            room = await self.rooms.find(table)
            duty = self.next_duty(room)
            if duty is not None and duty.kind == "bot" and self._bots_rest(room):
                duty = self.next_duty(room, bots=False)
                await self._rest(room, duty)
            if duty is None or duty.due > self.time.now() + HORIZON:
                return
            if duty.kind == "time":
                if await self._waited(duty.due, poke):
                    await self.playing.time_out(table, duty.seat)
                continue
            if not await self.archive.lease(table):
                return
            await self._decide(room, duty, poke)

    async def _decide(self, room: Room, duty: Duty, poke: asyncio.Event) -> None:
        """Choose for a seat and make its moves when they are due: all up to the first one that others see at
        once, so that only their own time shows.
        """
        seat = duty.seat
        if seat not in room.deciders():  # another worker was faster
            return
        number = room.number(seat)
        level = room.chairs[seat].level
        if duty.kind == "bot" and level is not None:
            address = self.rooms.presence.address(room.owner)
            plan = await self.thinking.plan(room.game_on, seat, level, room.owner, address)
        else:
            chosen = passing_move(room, seat)
            if chosen is None:
                return
            plan = [(chosen, None)]
        due = self.delays.shown_at(duty.due, self.time.now())
        while self._still(room, duty, number, plan[0][0]) and not await self._waited(due, poke):
            poke.clear()
        async with room.lock:
            for move, why in plan:
                if not self._still(room, duty, number, move):
                    return
                try:
                    await self.changes.take(room, room.game_on.consider(seat, move, self.time.now(), why))
                except Overtaken:
                    await self.rooms.catch_up(room)
                    return
                number = room.number(seat)

    def _still(self, room: Room, duty: Duty, number: int, move: int) -> bool:
        """Whether the seat still stands where it was decided for, and nobody came back to it."""
        chair = room.chairs[duty.seat]
        mine = chair.bot_plays if duty.kind == "bot" else chair.present
        same = room.number(duty.seat) == number and duty.seat in room.deciders()
        return mine and same and move in room.game_on.state.legal(duty.seat)

    async def _waited(self, due: float, poke: asyncio.Event) -> bool:
        """Sleep until something is due; False if the table changed meanwhile."""
        delay = due - self.time.now()
        return delay <= 0 or not await self.time.comes(poke, delay)

    def _left(self, table: str) -> None:
        task = self._tasks.pop(table)
        poke = self._pokes.pop(table)
        self._make_room(table)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            if poke.is_set():  # something came up in the last moment
                self.attend(table)
        elif not isinstance(error, Problem):
            journal.error("attending failed", exc_info=error, extra={"table": table})

    def _make_room(self, table: str) -> None:
        """Nothing is done at a table any more: of its owner's games of bots alone another one can go on."""
        owner = self._alone.pop(table, None)
        for other in [other for other, its in self._kept_back.items() if its == owner]:
            del self._kept_back[other]
            self.attend(other)

    async def _waiting(self) -> list[str]:
        return await self.archive.waiting(
            self.time.now() + HORIZON / 2, self.rooms.shelf.editions(), self.rooms.frozen
        )

    async def _take_on(self, table: str) -> None:
        if table not in self._tasks:
            try:
                await self.rooms.find(table)
            except Problem:  # nothing that a steward could do about it
                return
            self.attend(table)

    async def _sweep(self) -> None:
        """Find what is due, here or left by another worker; let go of what nobody uses."""
        beat = 0.0
        while True:
            try:
                for table in await self._waiting():
                    await self._take_on(table)
                self.rooms.memory.sweep()
                if self.time.now() >= beat:
                    await self.archive.beat()
                    beat = self.time.now() + BEAT_SECONDS
                await self.keys.sweep()
            except Exception as error:  # the database may be away for a while; the sweeper must outlive it
                journal.error("sweeping failed", exc_info=error)
            await self.time.sleep(self.sweep_seconds)
