"""Where somebody else's bot went wrong."""

import traceback
from pathlib import Path
from typing import Final

from spyring.engine.errors import SpyringError

OURS: Final = (str(Path(__file__).resolve().parent.parent), "src/spyring/")  # as it runs, and as compiled


class BotFailed(SpyringError):
    """A bot that broke down, or made a move that the rules forbid; the details say where in its code."""

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(sentence)
        self.details = details

    @classmethod
    def at(cls, bot: str, move: int, game: int, error: Exception) -> "BotFailed":
        """Said of a bot that was to make this move of a numbered game."""
        sentence = f"{bot} failed at move {move} of game {game}: {type(error).__name__}: {error}"
        return cls(sentence, own_trace(error))


def some(move: int | None) -> int:
    """The move of a bot that was asked for one; bots of others may have none all the same."""
    if move is None:
        raise TypeError("it was asked for a move, and chose None")
    return move


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
