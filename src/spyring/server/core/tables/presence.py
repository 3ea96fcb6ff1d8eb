"""Who is at a table: where nobody has been for a while its bots rest, and go on when somebody comes."""

from collections import OrderedDict
from typing import Final, TypeVar

from spyring.server.core.caller import Caller
from spyring.server.core.tables.hooks import Hooks
from spyring.server.core.times import Time
from spyring.server.core.topics import Topics, of_table

ABANDONED_SECONDS: Final = 600.0  # seconds after which a table counts as left by everybody
SEEN_INTERVAL_SECONDS: Final = 1.0  # seconds in which nobody need be seen twice
MAX_PEOPLE_REMEMBERED: Final = 20_000

T = TypeVar("T")


class Presence:
    """When each table was last visited and where each person was last seen, as far as this worker knows. To
    listen to a table is to be there.
    """

    def __init__(self, topics: Topics, hooks: Hooks, time: Time) -> None:
        self.topics = topics
        self.hooks = hooks
        self.time = time
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def touch(self, table: str, caller: Caller) -> None:
        """Note that somebody looks at a table."""
        before, now, person = self._seen.get(table), self.time.now(), caller.id
        if person is not None and caller.address and self._addresses.get(person) != caller.address:
            _remember(self._addresses, person, caller.address)
        if before is not None and 0 <= now - before < SEEN_INTERVAL_SECONDS:
            return
        _remember(self._seen, table, now)
        if person is not None and caller.address:
            _remember(self._addresses, person, caller.address)
        if before is None or before + ABANDONED_SECONDS <= now:
            self.hooks.due(table)

    def is_attended(self, table: str) -> bool:
        """Whether somebody is at a table, or was a short while ago. One that nobody has visited since this
        worker started counts as just left.
        """
        if self.has_listeners(table):
            return True
        if table not in self._seen:
            _remember(self._seen, table, self.time.now())
        return self._seen[table] + ABANDONED_SECONDS > self.time.now()

    def has_listeners(self, table: str) -> bool:
        """Whether somebody listens to the table through this worker."""
        return self.topics.has_subscribers(of_table(table))

    def address(self, person: str) -> str:
        """Where a person was last seen; a name of its own for somebody not seen yet."""
        return self._addresses.get(person, f"person {person}")


# Not cachetools, whose LRU is this dict in Python: every look at a table passes here.
def _remember(memory: OrderedDict[str, T], name: str, value: T) -> None:
    memory[name] = value
    memory.move_to_end(name)
    if len(memory) > MAX_PEOPLE_REMEMBERED:
        memory.popitem(last=False)
