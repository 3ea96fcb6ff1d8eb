"""Where somebody else's bot went wrong."""

import traceback
from pathlib import Path
from typing import Final

from spyring.engine.errors import SpyringError

OURS: Final = (str(Path(__file__).resolve().parent.parent), "src/spyring/")  # as it runs, and as compiled


def own_trace(error: BaseException) -> str:
    """The way through the author's own code to ``error``, as Python prints it, without our calls above it.

    >>> try:
    ...     int("three")
    ... except ValueError as error:
    ...     print(own_trace(error))  # doctest: +ELLIPSIS
      File ...
    ValueError: invalid literal for int() with base 10: 'three'
    """
    frames = traceback.extract_tb(error.__traceback__)
    first = 0
    while first < len(frames) and (
        frames[first].filename.startswith(OURS) or frames[first].filename.startswith("<frozen ")
    ):
        first += 1
    shown = frames[first:]
    if not shown and not isinstance(error, SpyringError):  # the fault is ours
        shown = frames
    return "".join(traceback.format_list(shown) + traceback.format_exception_only(error)).rstrip()
