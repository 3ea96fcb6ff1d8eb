"""Word that something happened: by topics to whoever subscribed, between workers through the database; by
signals to those in this process who look after tables.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

Subscriber = Callable[[str], None]


class Identified(Protocol):
    """What is known by an id."""

    id: str


Changing = TypeVar("Changing", bound=Identified)


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


def of_reload(table: str) -> str:
    """The operator has changed what a table is: what is in memory of it is worth nothing."""
    return f"reload {table}"


class Topics:
    """Topics and their subscribers; to publish one says that something changed, never what."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[str, set[Subscriber]] = defaultdict(set)

    def subscribe(self, topic: str, subscriber: Subscriber) -> None:
        """Call ``subscriber`` whenever the topic is published."""
        self._subscribers[topic].add(subscriber)

    def unsubscribe(self, topic: str, subscriber: Subscriber) -> None:
        """Stop calling it."""
        self._subscribers[topic].discard(subscriber)
        if not self._subscribers[topic]:
            del self._subscribers[topic]

    def has_subscribers(self, topic: str) -> bool:
        """Whether anybody subscribed to it."""
        return topic in self._subscribers

    def publish(self, topic: str) -> None:
        """Call every subscriber of it."""
        for subscriber in tuple(self._subscribers.get(topic, ())):
            subscriber(topic)

    def publish_all(self) -> None:
        """Something may have been missed: publish every topic."""
        for topic in tuple(self._subscribers):
            self.publish(topic)


class Signals(Generic[Changing]):
    """Who follows what happens at tables, within this process. They are made before anybody who gives one and
    anybody who follows them, so that neither need know the other.
    """

    def __init__(self) -> None:
        self._due: list[Callable[[str], None]] = []
        self._changed: list[Callable[[Changing], None]] = []

    def follow(
        self,
        due: Callable[[str], None] | None = None,
        changed: Callable[[Changing], None] | None = None,
    ) -> None:
        """Call these from now on."""
        self._due += [] if due is None else [due]
        self._changed += [] if changed is None else [changed]

    def due(self, table: str) -> None:
        """Something may be due at a table that the server must do by itself."""
        for follower in self._due:
            follower(table)

    def changed(self, live: Changing) -> None:
        """A table has changed: it may be another's turn. Something may be due there as well."""
        self.due(live.id)
        for follower in self._changed:
            follower(live)
