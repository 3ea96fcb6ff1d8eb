"""Games by name, for the commands of the test kit."""

from importlib import import_module

from spyring.engine.game import Game


def game_named(name: str) -> Game:
    """A game on the shelf (``krakow``), or of any module (``tests.toys.duel:DUEL``; ``GAME`` if left out).

    The test kit depends on the engine only, so it imports the shelf late.
    """
    found: Game = import_module("spyring.games").game(name)
    return found
