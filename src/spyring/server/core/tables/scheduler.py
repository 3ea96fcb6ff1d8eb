"""The scheduler acts at tables when no person does: bots' moves, automatic passes, expired clocks.

The database stores when an action is due (``wake_at``), so another worker finds what a killed one leaves
undone.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from spyring.server.core.bots.bot_pool import BotPool
from spyring.server.core.bots.delays import Delays
from spyring.server.core.people.sessions import Sessions
from spyring.server.core.problems import NotStored, Problem
from spyring.server.core.settings import Settings
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables.live_table import LiveTable, is_unobserved, passing_move, waits_for_people
from spyring.server.core.tables.playing import Playing
from spyring.server.core.tables.seating import MAX_UNATTENDED_GAMES
from spyring.server.core.tasks import cancel

HEARTBEAT_SECONDS: Final = 5.0  # how often the server tells the database that it is running
HORIZON_SECONDS: Final = 60.0  # later actions are left in the database

journal = logging.getLogger("spyring.server")


@dataclass(frozen=True, slots=True)
class DueAction:
    """An action that the server must take at a table, and when."""

    due: float
    kind: Literal["bot", "pass", "time"]
    seat: int


class Scheduler:
    """One task for every table at which an action is due soon."""

    def __init__(
        self, settings: Settings, playing: Playing, sessions: Sessions, bot_pool: BotPool, delays: Delays
    ) -> None:
        self.playing = playing
        self.live_tables = playing.live_tables
        self.changes = playing.changes
        self.table_store = playing.table_store
        self.time = playing.time
        self.sessions = sessions
        self.bot_pool = bot_pool
        self.delays = delays
        self.sweep_seconds = settings.sweep_seconds
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._wakeups: dict[str, asyncio.Event] = {}
        self._alone: dict[str, str] = {}  # tables where only bots play, with their owners
        self._kept_back: dict[str, str] = {}  # tables whose bots wait for these other tables
        # Tables with a due action stay in memory; the other half of the cache is for people.
        self._most_alone = max(1, self.live_tables.cache.most // 2)
        self.live_tables.cache.in_use = self.is_scheduled
        self._sweeper: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Start looking after tables."""
        self.changes.hooks.reschedule.append(self.schedule)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweep")

    async def stop(self) -> None:
        """Stop for good; due actions stay in the database."""
        self._stopped = True
        await cancel([*self._tasks.values(), *([] if self._sweeper is None else [self._sweeper])])

    def schedule(self, table: str) -> None:
        """Look for a due action, because this table has changed."""
        if self._stopped:
            return
        if table in self._tasks:
            self._wakeups[table].set()
            return
        live = self.live_tables.cache.get(table)
        if live is not None and self.next_action(live) is None:
            self._kept_back.pop(table, None)  # no bot waits there any more
            return
        self._wakeups[table] = asyncio.Event()
        task = asyncio.create_task(self._run(table), name=f"attend {table}")
        self._tasks[table] = task
        task.add_done_callback(lambda _done: self._finished(table))

    def is_scheduled(self, table: str) -> bool:
        """Whether a task of this worker looks after the table."""
        return table in self._tasks

    # -- what is due -----------------------------------------------------------------------------------------

    def next_action(self, live: LiveTable, bots: bool = True) -> DueAction | None:
        """The first action that is due, with or without the bots' moves."""
        if live.seat_index.by_hand:
            return None
        found = (self._action(live, seat) for seat in live.deciders())
        actions = [action for action in found if action is not None and (bots or action.kind != "bot")]
        return min(actions, key=lambda action: action.due, default=None)

    def _bots_rest(self, live: LiveTable) -> bool:
        """Whether bots must pause: the table is abandoned, or only bots play there and there are enough other
        such games, in all or of the same owner.
        """
        if not self.live_tables.presence.is_attended(live.id):
            return True
        if any(chair.present for chair in live.chairs):
            self._alone.pop(live.id, None)
            return False
        others = [owner for table, owner in self._alone.items() if table != live.id]
        room = len(others) < self._most_alone or self.live_tables.presence.has_listeners(live.id)
        going_on = room and others.count(live.owner) < MAX_UNATTENDED_GAMES
        (self._alone if going_on else self._kept_back)[live.id] = live.owner
        return not going_on

    def _action(self, live: LiveTable, seat: int) -> DueAction | None:
        chair = live.chairs[seat]
        if chair.bot_plays and chair.level is not None:
            if waits_for_people(live.chairs, live.running.state):
                return None
            return DueAction(self._thought(live, seat, chair.level), "bot", seat)
        if chair.present and passing_move(live, seat) is not None:
            return DueAction(self._thought(live, seat, None), "pass", seat)
        deadline = chair.clock.deadline()
        return None if deadline is None else DueAction(deadline, "time", seat)

    def _thought(self, live: LiveTable, seat: int, level: str | None) -> float:
        """When the seat will seem to have decided, drawn once each time it visibly has to decide. Where
        people may act without being asked, which all can see, a bot lets them go first.
        """
        if seat not in live.due:
            if level is not None:
                delay = self.delays.move(level)
            else:  # a pass that nobody can notice needs no delay
                delay = self.delays.glance() if is_unobserved(live) else self.delays.reaction()
            if level is not None and any(live.chairs[other].present for other in live.interrupters()):
                delay = max(delay, self.delays.first_word())
            live.due[seat] = live.asked_at.get(seat, self.time.now()) + delay
        return live.due[seat]

    # -- doing it --------------------------------------------------------------------------------------------

    async def _run(self, table: str) -> None:
        wakeup = self._wakeups[table]
        while True:
            wakeup.clear()
            live = await self.live_tables.find(table)
            action = self.next_action(live)
            if action is not None and action.kind == "bot" and self._bots_rest(live):
                action = self.next_action(live, bots=False)
                async with live.lock:  # until someone comes; people's clocks still run out
                    await self.table_store.pause(live, None if action is None else action.due)
            if action is None or action.due > self.time.now() + HORIZON_SECONDS:
                return
            if action.kind == "time":
                if await self._waited(action.due, wakeup) and not await self._outage():
                    await self.playing.time_out(table, action.seat)
                continue
            if not await self.table_store.lease(table):
                return
            await self._decide(live, action, wakeup)

    async def _decide(self, live: LiveTable, action: DueAction, wakeup: asyncio.Event) -> None:
        """Choose for a seat and make its moves when they are due. Moves up to the first one that others see
        are made at once, so that only their own time shows.
        """
        seat = action.seat
        if seat not in live.deciders():  # another worker was faster
            return
        number = live.number(seat)
        level = live.chairs[seat].level
        if action.kind == "bot" and level is not None:
            plan = await self.bot_pool.plan(live.running, seat, level, live.owner, live.origin or "")
        else:
            chosen = passing_move(live, seat)
            if chosen is None:
                return
            plan = [(chosen, None)]
        due = self.delays.shown_at(action.due, self.time.now())
        while self._still(live, action, number, plan[0][0]) and not await self._waited(due, wakeup):
            wakeup.clear()
            due = max(due, live.due.get(seat, due))  # a player may have asked the bot to wait
        async with live.lock:
            for move, why in plan:
                if not self._still(live, action, number, move):
                    return
                try:
                    await self.changes.append(live, live.running.consider(seat, move, self.time.now(), why))
                except WriteConflict:
                    await self.live_tables.catch_up(live)
                    return
                number = live.number(seat)

    def _still(self, live: LiveTable, action: DueAction, number: int, move: int) -> bool:
        """Whether the seat still faces the decision that was made for it: no player has come back to it, and
        no spectator has come.
        """
        chair = live.chairs[action.seat]
        if live.number(action.seat) != number or action.seat not in live.deciders():
            return False
        if action.kind == "pass":
            return chair.present and passing_move(live, action.seat) == move
        return chair.bot_plays and move in live.running.state.legal(action.seat)

    async def _waited(self, due: float, wakeup: asyncio.Event) -> bool:
        """Sleep until something is due; False if the table changed meanwhile."""
        delay = due - self.time.now()
        return delay <= 0 or not await self.time.wait_for(wakeup, delay)

    def _finished(self, table: str) -> None:
        task = self._tasks.pop(table)
        wakeup = self._wakeups.pop(table)
        self._resume_another(table)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            if wakeup.is_set():  # the table changed at the last moment
                self.schedule(table)
        elif not isinstance(error, Problem):
            journal.error("table job failed", exc_info=error, extra={"table": table})

    def _resume_another(self, table: str) -> None:
        """The table is idle, so another game of bots alone may continue, first one of the same owner."""
        owner = self._alone.pop(table, None)
        if owner is None:
            return
        of_owner = [other for other, its in self._kept_back.items() if its == owner]
        for other in of_owner or list(self._kept_back)[:1]:
            del self._kept_back[other]
            self.schedule(other)

    async def _outage(self) -> bool:
        """Whether a clock ran out only because the server was stopped or could store nothing."""
        if self.table_store.missed_a_beat() and not await self.table_store.database.is_writable():
            await self.time.sleep(self.sweep_seconds)
            return True
        return await self.live_tables.settle_clocks()

    async def _waiting(self) -> list[str]:
        """The tables at which another worker, or this one before a restart, has left an action."""
        return await self.table_store.due_tables(
            self.time.now() + HORIZON_SECONDS / 2, self.live_tables.shelf.editions(), self.live_tables.frozen
        )

    async def _sweep(self) -> None:
        """Find due actions, including those that another worker left, and drop unused tables."""
        beat = 0.0
        while True:
            try:
                for table in await self._waiting():
                    if table not in self._tasks:
                        with suppress(Problem):  # it cannot be solved here
                            await self.live_tables.find(table)
                            self.schedule(table)
                self.live_tables.cache.sweep()
                if self.time.now() >= beat:
                    if await self.table_store.heartbeat():
                        self.live_tables.all_stale()
                    beat = self.time.now() + HEARTBEAT_SECONDS
                await self.sessions.sweep()
                await self.changes.hooks.sweep()
            except NotStored:  # the journal has it already
                pass
            except Exception as error:  # no error may stop the sweeper
                journal.error("sweep failed", exc_info=error)
            await self.time.sleep(self.sweep_seconds)
