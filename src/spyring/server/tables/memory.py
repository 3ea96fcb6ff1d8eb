"""Which tables are in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final
from weakref import WeakValueDictionary

from spyring.server.tables.room import Room
from spyring.server.times import Time

OVER_SECONDS: Final = 60.0  # that a game which is over waits for somebody to look at it once more


class Memory:
    """The rooms that are here, the longest unused first; only an unlocked room is ever let go.

    Whoever still works with a room that was let go keeps it findable, so that a table never has two rooms.
    """

    def __init__(self, most: int, idle_seconds: float, time: Time) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self.time = time
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def get(self, table: str) -> Room | None:
        """A room that is here."""
        room = self._rooms.get(table)
        if room is None:
            room = self._alive.get(table)
            if room is None:
                return None
            self._rooms[table] = room
        room.used_at = self.time.now()
        self._rooms.move_to_end(table)
        return room

    def put(self, room: Room) -> None:
        """Keep a room, and let go of others if there are too many."""
        room.used_at = self.time.now()
        self._rooms[room.id] = self._alive[room.id] = room
        for table in list(self._rooms):
            if len(self._rooms) <= self.most:
                break
            self._let_go(table)

    def forget(self, table: str) -> None:
        """Let go of a room, whoever uses it."""
        self._rooms.pop(table, None)
        self._alive.pop(table, None)

    def sweep(self) -> None:
        """Let go of rooms that nobody has needed for long; sooner, where nobody can move any more."""
        for room in self:
            patience = min(OVER_SECONDS, self.idle_seconds) if room.status == "over" else self.idle_seconds
            if room.used_at < self.time.now() - patience:
                self._let_go(room.id)

    def door(self, table: str) -> asyncio.Lock:
        """Held by whoever loads a room, so that it is loaded once."""
        return self._loading.setdefault(table, asyncio.Lock())

    def close_door(self, table: str) -> None:
        """The room is loaded."""
        self._loading.pop(table, None)

    def _let_go(self, table: str) -> None:
        if not self._rooms[table].lock.locked():
            del self._rooms[table]
