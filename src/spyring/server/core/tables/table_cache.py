"""The tables in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final
from weakref import WeakValueDictionary

from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.times import Time

FINISHED_CACHE_SECONDS: Final = 60.0  # for which a finished game is kept


class TableCache:
    """Least recently used first; a table that is locked or ``in_use`` is never dropped, for that would free
    nothing. Somebody may still work with a table that was dropped: it is found again then, so that none is
    in memory twice.
    """

    def __init__(self, most: int, idle_seconds: float, time: Time) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self.time = time
        self.in_use: Callable[[str], bool] = lambda _table: False
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self._alive: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Lock] = {}

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
        """Drop a table, even if somebody uses it."""
        self._tables.pop(table, None)
        self._alive.pop(table, None)

    def sweep(self) -> None:
        """Drop tables that nobody has used for long, finished ones sooner, and those that are too many."""
        for live in self:
            patience = (
                min(FINISHED_CACHE_SECONDS, self.idle_seconds) if live.status == "over" else self.idle_seconds
            )
            if live.used_at < self.time.now() - patience:
                self._let_go(live.id)
        self._make_room()

    def loading_lock(self, table: str) -> asyncio.Lock:
        """Held by whoever loads a table, so that it is loaded once."""
        return self._loading.setdefault(table, asyncio.Lock())

    def end_loading(self, table: str) -> None:
        """The table is loaded, or cannot be."""
        self._loading.pop(table, None)

    def _make_room(self, except_for: str = "") -> None:
        if len(self._tables) > self.most:
            for table in list(self._tables):
                if len(self._tables) > self.most and table != except_for:
                    self._let_go(table)

    def _let_go(self, table: str) -> None:
        if not self._tables[table].lock.locked() and not self.in_use(table):
            del self._tables[table]
