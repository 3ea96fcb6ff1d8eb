"""Presence: when people were last at a table. The bots of an abandoned table pause until someone comes."""

from collections import OrderedDict
from typing import Final

from spyring.server.core.tables.hooks import Hooks
from spyring.server.core.times import Time
from spyring.server.core.topics import Topics, of_table

ABANDONED_SECONDS: Final = 600.0  # seconds after which a table counts as abandoned
SEEN_INTERVAL_SECONDS: Final = 1.0  # seconds between two notes of the same person
MAX_TABLES_REMEMBERED: Final = 20_000


class Presence:
    """The last visit to each table, as far as this worker knows. A listener counts as present."""

    def __init__(self, topics: Topics, hooks: Hooks, time: Time) -> None:
        self.topics = topics
        self.hooks = hooks
        self.time = time
        self._seen: OrderedDict[str, float] = OrderedDict()

    def touch(self, table: str) -> None:
        """Note that a person looks at a table."""
        before, now = self._seen.get(table), self.time.now()
        if before is not None and 0 <= now - before < SEEN_INTERVAL_SECONDS:
            return
        self._remember(table, now)
        if before is None or before + ABANDONED_SECONDS <= now:
            self.hooks.reschedule(table)

    def is_attended(self, table: str) -> bool:
        """Whether a person is at a table, or was recently. A table without visits since this worker started
        counts as just left.
        """
        if self.has_listeners(table):
            return True
        if table not in self._seen:
            self._remember(table, self.time.now())
        return self._seen[table] + ABANDONED_SECONDS > self.time.now()

    def has_listeners(self, table: str) -> bool:
        """Whether anybody listens to the table through this worker."""
        return self.topics.has_subscribers(of_table(table))

    # Not cachetools, whose LRU is this dict in Python: every request for a table passes here.
    def _remember(self, table: str, at: float) -> None:
        self._seen[table] = at
        self._seen.move_to_end(table)
        if len(self._seen) > MAX_TABLES_REMEMBERED:
            self._seen.popitem(last=False)
