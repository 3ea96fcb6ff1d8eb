"""Finds tables, in memory or in the database, for people who may see them."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from spyring.engine.errors import SpyringError
from spyring.engine.i18n import _
from spyring.engine.keyed_chance import Seal
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Damaged, NotFound
from spyring.server.core.settings import Settings
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables.chair import SeatClock
from spyring.server.core.tables.live_table import LiveTable, Offer, guard_damage, is_unobserved
from spyring.server.core.tables.presence import Presence
from spyring.server.core.tables.table_store import TableStore, entry_of
from spyring.server.core.tables.timeline import Entry, Timeline
from spyring.server.core.times import Time
from spyring.server.core.topics import Topics, of_table

FINISHED_CACHE_SECONDS: Final = 60.0  # how long a finished game is kept
ENTRIES_PER_SLICE: Final = 24  # entries of a log to replay before other tables get their turn

journal = logging.getLogger("spyring.server")


class TableCache:
    """A cache that drops the least recently used tables first. It never drops a table that is locked or
    ``in_use``, which would free nothing. A dropped table that is still in use is found again, so none is in
    memory twice.
    """

    def __init__(self, most: int, idle_seconds: float, time: Time) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self.time = time
        self.in_use: Callable[[str], bool] = lambda _table: False
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._alive: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(tuple(self._tables.values()))

    def get(self, table: str) -> LiveTable | None:
        """The table, if it is in memory."""
        live = self._tables.get(table)
        if live is None:
            live = self._alive.get(table)
            if live is None:
                return None
            self.put(live)
        live.used_at = self.time.now()
        self._tables.move_to_end(table)
        return live

    def put(self, live: LiveTable) -> None:
        """Add a table, and drop others if there are too many."""
        live.used_at = self.time.now()
        self._tables[live.id] = self._alive[live.id] = live
        self._make_room(except_for=live.id)

    def forget(self, table: str) -> None:
        """Drop a table, even if it is in use."""
        self._tables.pop(table, None)
        self._alive.pop(table, None)

    def sweep(self) -> None:
        """Drop tables that nobody has used for long, finished ones sooner, and any above the limit."""
        for live in self:
            over = live.status == "over"
            patience = min(FINISHED_CACHE_SECONDS, self.idle_seconds) if over else self.idle_seconds
            if live.used_at < self.time.now() - patience:
                self._let_go(live.id)
        self._make_room()

    def _make_room(self, except_for: str = "") -> None:
        if len(self._tables) > self.most:
            for table in list(self._tables):
                if len(self._tables) > self.most and table != except_for:
                    self._let_go(table)

    def _let_go(self, table: str) -> None:
        if not self._tables[table].lock.locked() and not self.in_use(table):
            del self._tables[table]


class LiveTables:
    """All tables; each is loaded and brought up to date on demand."""

    def __init__(self, settings: Settings, shelf: Shelf, table_store: TableStore, topics: Topics) -> None:
        self.shelf = shelf
        self.table_store = table_store
        self.topics = topics
        self.hooks = table_store.hooks
        self.time = table_store.database.time
        self.frozen: set[str] = set()  # tables whose log cannot be replayed to its end
        self.presence = Presence(topics, self.hooks, self.time)
        self.cache = TableCache(settings.tables_in_memory, settings.table_idle_seconds, self.time)
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def find(self, table: str) -> LiveTable:
        """The table, up to date."""
        live = self.cache.get(table)
        if live is None:
            return await self._load(table)
        if live.frozen is None and (live.stale or live.being_read or await self._is_behind(live)):
            async with live.lock:
                if live.stale or await self._is_behind(live):  # unless another request has just read it
                    await self.refresh(live)
        return live

    async def _is_behind(self, live: LiveTable) -> bool:
        """Whether another worker has changed it and the notice has not arrived yet."""
        store = self.table_store
        return store.database.shared and await store.version(live.id) != (live.length, live.revision)

    def cached(self, table: str, caller: Caller) -> LiveTable | None:
        """The table as this worker last heard of it, without a query. None if it is not in memory, or if it
        is unclear whether the caller may see it. For subscribers: they will hear of anything newer.
        """
        live = self.cache.get(table)
        if live is None or live.stale or live.lock.locked():  # another request may be refreshing it
            return None
        if not (live.public or live.seats_of(caller.id)):
            return None
        self.presence.touch(table)
        return live

    async def watchable(self, table: str, caller: Caller) -> LiveTable:
        """A table that the caller may watch: public, their own, or one they were invited to."""
        live = await self._find_for(table, caller)
        await self._require_visible(live, caller)
        self.presence.touch(table)
        return live

    async def for_action(self, table: str, caller: Caller) -> LiveTable:
        """A table for an action that needs a seat: only seated people count as present."""
        live = await self._find_for(table, caller)
        await self._require_visible(live, caller)
        if live.seats_of(caller.id):
            self.presence.touch(table)
        return live

    async def readable(self, table: str, caller: Caller) -> LiveTable:
        """A table whose game the caller may read: one they may watch, or any finished one."""
        live = await self._find_for(table, caller)
        if not live.opened:
            await self._require_visible(live, caller)
            self.presence.touch(table)
        return live

    async def _require_visible(self, live: LiveTable, caller: Caller) -> None:
        """Hide a table that the caller may not know of, as if it did not exist."""
        mine = live.owner == caller.id or bool(live.seats_of(caller.id))
        known = live.public or mine or caller.has_invitation(live.invitation)
        if live.sealed and not live.seats_of(caller.id):
            raise no_table()
        for admits in self.hooks.admits:
            known = known or (caller.id is not None and await admits(live.id, caller.id))
        if not known:
            raise no_table()
        if not mine:
            await self._note_watcher(live)

    async def finished(self, table: str) -> tuple[Timeline, Seal | None] | None:
        """A finished game as it was played, with its seal; None if it can no longer be replayed."""
        try:
            live = await self.find(table)
        except (Damaged, NotFound):  # also a game that is no longer on the shelf
            return None
        async with live.lock:  # the request that stored the last move applies it before it frees the lock
            pass
        return None if live.frozen is not None or live.timeline is None else (live.timeline, live.seal)

    async def _note_watcher(self, live: LiveTable) -> None:
        """Store that a spectator watches before they see anything. This changes the revision, so another
        worker cannot let a window pass by itself any more.
        """
        while live.status == "playing" and live.frozen is None and is_unobserved(live):
            async with live.lock:
                with suppress(WriteConflict):  # the faster change is read, too
                    await self.table_store.change(live, watched_at=self.time.now())
                await self.catch_up(live)

    async def _find_for(self, table: str, caller: Caller) -> LiveTable:
        """The table. Only people who may know of it learn that it is damaged."""
        try:
            return await self.find(table)
        except Damaged:
            if await self.table_store.is_known_to(table, caller):
                raise
            raise no_table() from None

    def forget(self, table: str) -> None:
        """Read the table again when it is next needed, even if it was damaged."""
        live = self.cache.get(table)
        if live is not None:
            live.stale = True
            self.cache.forget(table)
        self.frozen.discard(table)

    async def refresh(self, live: LiveTable) -> None:
        """Read what others have stored; the caller holds the lock."""
        live.stale, live.being_read = False, True
        try:
            await self._read(live)
        except BaseException:
            live.stale = True  # as it was
            raise
        finally:
            live.being_read = False

    async def _read(self, live: LiveTable) -> None:
        while True:
            row = await self.table_store.row(live.id)
            if row is None:  # its last player has left meanwhile
                self.cache.forget(live.id)
                raise no_table()
            chairs = await self.table_store.chairs(live.id)
            news = await self.table_store.log(live.id, live.length)
            for named in self.hooks.given_names if live.game.nameable else ():
                live.names = await named(live.id)
            if await self.table_store.version(live.id) == (row["length"], row["revision"]):
                break
        with guard_damage(live.id):
            live.update(row, chairs)
        if row["status"] != "open" and live.frozen is None:
            await self._replay(live, news)
        if row["status"] == "over" and live.frozen is not None and live.archive is None:
            for load in self.hooks.archives:  # as it was told while its rules were installed
                live.archive = live.archive or await load(live.id)
            live.timeline = None if live.archive else live.timeline  # it may have stopped half-way
        live.ask(self.time.now())

    def apply_remote(self, live: LiveTable, news: str) -> bool:
        """Apply an entry that another worker stored. False if the table must be read from the database: it is
        at another entry, or another request is changing it.
        """
        row, entry, clocks = json.loads(news)
        before = (row["old_length"], row["old_revision"])
        usual = not (live.stale or live.frozen or live.lock.locked() or live.status != "playing")
        if not usual or live.timeline is None or before != (live.length, live.revision):
            return False
        try:
            live.timeline.apply(entry_of(entry))
        except SpyringError:
            return False
        live.revision, live.moved_at = row["revision"], row["moved_at"]
        live.offer = Offer.from_text(row["offer"])
        if clocks:
            turned = {clock["seat"]: SeatClock(clock["bank"], clock["since"]) for clock in clocks}
            live.sit([replace(c, clock=turned.get(c.seat, c.clock)) for c in live.chairs])
        live.ask(self.time.now(), entry["seat"] if live.observed_by_all(entry["noticed"]) else None)
        return True

    async def _replay(self, live: LiveTable, news: list[Entry]) -> None:
        """Replay the stored entries; one that cannot be replayed freezes the table there."""
        with guard_damage(live.id):
            timeline = live.timeline or Timeline(live.game, live.start)
        try:
            await replay_entries(timeline, news)
        except Exception as error:  # a log may hold anything
            live.frozen = "log"
            self.frozen.add(live.id)
            facts = {"table": live.id, "game": live.game.name, "error": type(error).__name__}
            journal.error("stored game breaks the current rules", extra=facts)
        live.timeline = timeline

    def all_stale(self) -> None:
        """Read every table again when it is next needed."""
        for live in self.cache:
            live.stale = True
        self.topics.publish_all()

    async def settle_clocks(self) -> bool:
        """Before a clock is stopped or counted as run out: if this server was stopped or could store nothing,
        first move all clocks. Returns whether they may have moved.
        """
        moved = self.table_store.missed_a_beat() and await self.table_store.heartbeat()
        if moved:
            self.all_stale()
        return moved

    async def catch_up(self, live: LiveTable) -> None:
        """After a write conflict, read what the other request stored, and publish it. The caller holds the
        lock.
        """
        await self.refresh(live)
        self.topics.publish(of_table(live.id))

    async def catch_up_if_behind(self, live: LiveTable) -> bool:
        """Read and publish a change that has not been announced yet, if there is one. The caller holds the
        lock.
        """
        behind = await self.table_store.version(live.id) != (live.length, live.revision)
        if behind:
            await self.catch_up(live)
        return behind

    async def _load(self, table: str) -> LiveTable:
        async with self._loading.setdefault(table, asyncio.Lock()):  # so that it is loaded once
            live = self.cache.get(table)
            if live is not None:
                return live
            try:
                row = await self.table_store.row(table)
                if row is None:
                    raise no_table()
                with guard_damage(table):
                    live = LiveTable(self.shelf, row, await self.table_store.chairs(table))
                await self.refresh(live)
                self.cache.put(live)
            except Damaged as damage:
                self.frozen.add(table)
                facts = {"table": table, "error": type(damage.__cause__).__name__}
                journal.error("stored table is damaged", extra=facts)
                raise
            return live


async def replay_entries(timeline: Timeline, entries: Iterable[Entry]) -> None:
    """Replay the entries of a log, in slices that let other tables run in between."""
    for at, entry in enumerate(entries, 1):
        timeline.apply(entry)
        if at % ENTRIES_PER_SLICE == 0:
            await asyncio.sleep(0)


def no_table() -> NotFound:
    """The refusal that does not reveal whether the table exists."""
    return NotFound("no-table", _("There is no such table, or it is private."))
