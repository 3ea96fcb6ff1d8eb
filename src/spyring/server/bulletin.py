"""Who wants to hear of what: within this process by calls, between workers through the database."""

from collections import defaultdict
from collections.abc import Callable

Hear = Callable[[str], None]


def of_table(table: str) -> str:
    """The topic of everything that happens at a table."""
    return f"table {table}"


def of_chat(table: str) -> str:
    """The topic of what is said at a table."""
    return f"chat {table}"


def of_person(person: str) -> str:
    """The topic of a person coming to a table or leaving one."""
    return f"person {person}"


class Bulletin:
    """Topics and those who listen; a topic says that something changed, never what."""

    def __init__(self) -> None:
        self._ears: defaultdict[str, set[Hear]] = defaultdict(set)

    def follow(self, topic: str, hear: Hear) -> None:
        """Hear of one topic."""
        self._ears[topic].add(hear)

    def unfollow(self, topic: str, hear: Hear) -> None:
        """Hear of it no more."""
        self._ears[topic].discard(hear)
        if not self._ears[topic]:
            del self._ears[topic]

    def post(self, topic: str) -> None:
        """Tell everybody who listens."""
        for hear in tuple(self._ears.get(topic, ())):
            hear(topic)

    def post_everywhere(self) -> None:
        """Something may have been missed: tell everybody about everything they follow."""
        for topic in tuple(self._ears):
            self.post(topic)
