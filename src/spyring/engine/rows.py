"""Rows of numbers that are replaced, never changed: clones share them, and comparing identity is enough to
see whether a row has changed.
"""

from typing import TypeVar

Thing = TypeVar("Thing")


def replaced(row: tuple[Thing, ...], place: int, value: Thing) -> tuple[Thing, ...]:
    """A row with another value at one place.

    >>> replaced((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    found = list(row)
    found[place] = value
    return tuple(found)
