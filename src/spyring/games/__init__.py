"""The shelf: one folder a game."""

from importlib import import_module
from typing import Final

from spyring.engine.errors import UnknownGame
from spyring.engine.game import Game

SHELF: Final = ("estoril", "krakow")  # the names of the folders


def game(name: str) -> Game:
    """One game by its name.

    >>> game("krakow").title
    'Kraków 1325 AD'
    >>> game("chess")
    Traceback (most recent call last):
    ...
    spyring.engine.errors.UnknownGame: There is no game chess on the shelf; there are: estoril, krakow.
    """
    if name not in SHELF:
        raise UnknownGame(f"There is no game {name} on the shelf; there are: {', '.join(SHELF)}.")
    found = import_module(f"spyring.games.{name}").GAME
    assert isinstance(found, Game)
    return found


def games() -> tuple[Game, ...]:
    """All games."""
    return tuple(game(name) for name in SHELF)
