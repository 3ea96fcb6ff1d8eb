"""Why a bot or a player made a move, in the words of the game."""

from typing import Any

from spyring.engine.i18n import Translate, english, filled, named
from spyring.engine.seats import PUBLIC


class Reason:
    """A sentence and what fills its places: numbers, and titles, which are message keys too.

    ``audience`` is a mask of the seats that may read it.

    >>> Reason("It keeps {city} quiet.", {"city": "Madrid"}).say()
    'It keeps Madrid quiet.'
    """

    def __init__(self, text: str, values: dict[str, str] | None = None, audience: int = PUBLIC) -> None:
        self.text = text  # a message key
        self.values: dict[str, str] = values or {}
        self.audience = audience

    def say(self, translate: Translate = english) -> str:
        """The sentence for people."""
        values = {name: named(value, translate) if value else "" for name, value in self.values.items()}
        return filled(translate(self.text), values)

    def to_json(self) -> list[Any]:
        """The reason as it is stored."""
        return [self.text, dict(self.values), self.audience]

    def __repr__(self) -> str:
        return f"Reason({self.say()!r})"


def from_json(data: list[Any]) -> Reason:
    """A stored reason."""
    text, values, audience = data
    return Reason(text, values, audience)
