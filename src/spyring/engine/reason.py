"""Why a bot or a player made a move, in the words of the game."""

from collections.abc import Callable
from typing import Any

from spyring.engine.i18n import Translate, english, filled, named
from spyring.engine.seats import PUBLIC

Check = Callable[[Any, int, int], bool]  # of a table, a seat and its move


class Reason:
    """A sentence and what fills its places: numbers, and titles, which are message keys too.

    ``audience`` is a mask of the seats that may read it. ``yours`` says the same to the seat it is about.

    >>> Reason("It keeps {city} quiet.", {"city": "Madrid"}).say()
    'It keeps Madrid quiet.'
    """

    def __init__(
        self, text: str, values: dict[str, str] | None = None, audience: int = PUBLIC, yours: str = ""
    ) -> None:
        self.text = text  # a message key
        self.values: dict[str, str] = values or {}
        self.audience = audience
        self.yours = yours  # a message key

    def say(self, translate: Translate = english, you: bool = False) -> str:
        """The sentence for people; ``you`` are the seat that it is about."""
        values = {name: named(value, translate) if value else "" for name, value in self.values.items()}
        return filled(translate(self.yours if you and self.yours else self.text), values)

    def line(self) -> list[Any]:
        """The reason as a line of a result."""
        return [self.text, dict(self.values), *([self.yours] if self.yours else [])]

    def to_json(self) -> list[Any]:
        """The reason as it is stored."""
        return [self.text, dict(self.values), self.audience]

    def __repr__(self) -> str:
        return f"Reason({self.say()!r})"


def from_json(data: list[Any]) -> Reason:
    """A stored reason."""
    text, values, audience = data
    return Reason(text, values, audience)


def from_line(line: list[Any]) -> Reason:
    """A line of a result; older ones have nothing to say to the seat that they are about.

    >>> from_line(["{seat} won.", {"seat": "Red"}]).say(you=True)
    'Red won.'
    >>> from_line(["{seat} won.", {"seat": "Red"}, "You won."]).say(you=True)
    'You won.'
    """
    text, values, *yours = line
    return Reason(text, values, PUBLIC, *yours)


def checked(found: Reason | None, checks: dict[str, Check], t: Any, seat: int, move: int) -> Reason | None:
    """A reason if what it states is so; a sentence that nobody can check is not said."""
    if found is None or found.text not in checks:
        return None
    return found if checks[found.text](t, seat, move) else None


def by_its_values(t: Any, seat: int, move: int) -> bool:
    """For a sentence that only repeats what was read from the table."""
    return True


def judged_best(t: Any, seat: int, move: int) -> bool:
    """For a sentence that praises a move: whether the game's own judgement likes no other move better."""
    moves = t.legal(seat)
    weights = t.game.strategy.priors(t, seat, moves)
    return move in moves and bool(weights[moves.index(move)] >= max(weights))
