"""Reads saved positions. It checks every value; an error names the wrong one and what is allowed."""

import json
from collections.abc import Sequence
from typing import Any

from spyring.engine.errors import BadPosition

Json = dict[str, Any]


def names(things: Sequence[int], ids: Sequence[str]) -> list[str]:
    """Components by their ids, as positions hold them.

    >>> names([1, 0], ["gold", "silver"])
    ['silver', 'gold']
    """
    return [ids[thing] for thing in things]


class Reader:
    """Reads an object of a position and checks what is under each key.

    >>> Reader({"year": 7}, "table").number("year", 0, 2, 0)
    Traceback (most recent call last):
    ...
    spyring.engine.errors.BadPosition: year in table is 7; it must be a whole number from 0 to 2.
    """

    def __init__(self, data: Json, where: str) -> None:
        self.data = data
        self.where = where

    def has(self, key: str) -> bool:
        """Whether the key is present."""
        return key in self.data

    def only(self, known: tuple[str, ...]) -> None:
        """Refuse unknown keys."""
        for key in self.data:
            if key not in known:
                raise BadPosition(f"Unknown key in {self.where}: {key}. Known keys: {', '.join(known)}.")

    def number(self, key: str, low: int, high: int, default: int) -> int:
        """A whole number in a range."""
        return self._number(self.data.get(key, default), key, low, high)

    def numbers(self, key: str, length: int, low: int, high: int, default: list[int]) -> list[int]:
        """A list of whole numbers of fixed length."""
        found = self._list(key, default)
        if len(found) != length:
            raise BadPosition(f"{key} in {self.where} has {len(found)} entries; it must have {length}.")
        return [self._number(value, key, low, high) for value in found]

    def permutation(self, key: str, length: int) -> list[int]:
        """The numbers from 0 up, each once, in any order."""
        found = self.numbers(key, length, 0, length - 1, list(range(length)))
        if sorted(found) != list(range(length)):
            raise BadPosition(
                f"{key} in {self.where} must name each of 0 to {length - 1} once, not {json.dumps(found)}."
            )
        return found

    def sequence(self, key: str, below: int) -> tuple[int, ...]:
        """A list of any number of whole numbers from 0 to ``below`` - 1; empty if the key is left out."""
        return tuple(self._number(value, key, 0, below - 1) for value in self._list(key, []))

    def things(self, key: str, ids: list[str]) -> list[int] | None:
        """A list of components by id, or None if the key is left out."""
        if key not in self.data:
            return None
        return [self._thing(value, key, ids) for value in self._list(key, [])]

    def lists(self, key: str, length: int, ids: list[str]) -> list[list[int]] | None:
        """Several lists of components, or None if the key is left out."""
        if key not in self.data:
            return None
        found = self._list(key, [])
        parts = [part for part in found if isinstance(part, list)]
        if len(found) != length or len(parts) != length:
            raise BadPosition(f"{key} in {self.where} must be {length} lists.")
        return [[self._thing(value, key, ids) for value in part] for part in parts]

    def thing(self, key: str, ids: list[str]) -> int:
        """A component by id; it may not be left out."""
        return self._thing(self.data.get(key), key, ids)

    def table(self, key: str) -> dict[str, Json]:
        """Objects by name; empty if the key is left out."""
        found = self.data.get(key, {})
        if not isinstance(found, dict) or not all(isinstance(part, dict) for part in found.values()):
            raise BadPosition(f"{key} in {self.where} must be an object of objects.")
        return found

    def _list(self, key: str, default: list[int]) -> list[object]:
        found = self.data.get(key, default)
        if not isinstance(found, list):
            raise BadPosition(f"{key} in {self.where} must be a list.")
        return found

    def _number(self, value: object, key: str, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadPosition(
                f"{key} in {self.where} is {json.dumps(value)}; "
                f"it must be a whole number from {low} to {high}."
            )
        return value

    def _thing(self, value: object, key: str, ids: list[str]) -> int:
        if not isinstance(value, str) or value not in ids:
            raise BadPosition(f"{json.dumps(value)} in {key} of {self.where} is not a component of this box.")
        return ids.index(value)
