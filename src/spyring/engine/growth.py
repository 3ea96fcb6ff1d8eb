"""How stored data can grow: new options and fields with a default leave old files valid.

A game has a *data version*. Everything added after the first one says ``since`` when. A digest of version 1
covers everything that existed then. From version 2 on, a digest covers only values that differ from their
default, so that an addition changes no digest of a game that does not use it.
"""

from typing import Any, Final

FIRST: Final = 1  # also of files that name no data version
SPARSE: Final = 2  # from this version on, digests leave out defaults
UPDATE: Final = "Update Spyring to open it."  # what to do about a file of a newer version

NONE_LATER: Final[dict[str, int]] = {}


def covered(found: dict[str, Any], usual: dict[str, Any], later: dict[str, int], data: int) -> dict[str, Any]:
    """The part of ``found`` that a digest of a data version covers. ``usual`` holds the defaults, ``later``
    the data versions of everything added after the first one.

    >>> covered({"a": 0, "b": 2, "c": 0}, {"a": 0, "b": 0, "c": 0}, {"c": 3}, SPARSE)
    {'b': 2}
    >>> covered({"a": 0, "b": 2, "c": 0}, {"a": 0, "b": 0, "c": 0}, {"c": 3}, FIRST)
    {'a': 0, 'b': 2}
    """
    return {
        name: value
        for name, value in found.items()
        if (data == FIRST and name not in later) or name not in usual or value != usual[name]
    }
