"""Publish and subscribe: within this process by calls, between workers through the database."""

from collections import defaultdict
from collections.abc import Callable

Subscriber = Callable[[str], None]


def of_table(table: str) -> str:
    """Everything that happens at a table."""
    return f"table {table}"


def of_talk(table: str) -> str:
    """The chat of a table."""
    return f"talk {table}"


def of_person(person: str) -> str:
    """A person joins or leaves a table."""
    return f"person {person}"


def of_rest(table: str) -> str:
    """The bots of a table pause, because nobody is at the worker that looked after them."""
    return f"rest {table}"


def of_reload(table: str) -> str:
    """The operator has changed a table: it must be loaded again."""
    return f"reload {table}"


class Topics:
    """Topics and their subscribers; publishing a topic says that it changed, never how."""

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
        """Whether it has any subscriber."""
        return topic in self._subscribers

    def publish(self, topic: str) -> None:
        """Call every subscriber of it."""
        for subscriber in tuple(self._subscribers.get(topic, ())):
            subscriber(topic)

    def publish_all(self) -> None:
        """Publish every topic, because some messages may have been missed."""
        for topic in tuple(self._subscribers):
            self.publish(topic)
