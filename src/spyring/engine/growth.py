"""How what is stored can grow: options and fields with a default may come later, and old files stay right.

A game has a *data version*. What came after the first one says ``since`` when it exists. A digest of version
1 covers everything that existed then. From version 2 on it covers only what differs from its default, so that
whatever comes later changes no digest of a game that does not use it.
"""

from typing import Any, Final

FIRST: Final = 1  # also of files that name no data version
SPARSE: Final = 2  # from here on digests leave out defaults
UPDATE: Final = "Update Spyring to open it."  # what to do about a file of a newer version

NONE_LATER: Final[dict[str, int]] = {}


def covered(found: dict[str, Any], usual: dict[str, Any], later: dict[str, int], data: int) -> dict[str, Any]:
    """What a digest of a data version covers of ``found``; ``usual`` holds the defaults, ``later`` the data
    versions of what came after the first one.

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
