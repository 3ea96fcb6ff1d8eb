"""What somebody may want to hear of: within this process by calls, between workers through the database."""

from collections import defaultdict
from collections.abc import Callable

Hear = Callable[[str], None]


def of_table(table: str) -> str:
    """Everything that happens at a table."""
    return f"table {table}"


def of_talk(table: str) -> str:
    """What is said at a table."""
    return f"talk {table}"


def of_person(person: str) -> str:
    """A person coming to a table or leaving one."""
    return f"person {person}"


def of_rest(table: str) -> str:
    """The bots of a table rest, for want of people where they were looked after."""
    return f"rest {table}"


class Topics:
    """Topics and those who follow them; to announce one says that something changed, never what."""

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

    def followed(self, topic: str) -> bool:
        """Whether anybody follows it."""
        return topic in self._ears

    def announce(self, topic: str) -> None:
        """Tell everybody who follows it."""
        for hear in tuple(self._ears.get(topic, ())):
            hear(topic)

    def announce_all(self) -> None:
        """Something may have been missed: tell everybody about everything they follow."""
        for topic in tuple(self._ears):
            self.announce(topic)
