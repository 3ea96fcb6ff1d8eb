"""Games by name, for the commands of the test kit; none of them is imported before it is asked for."""

from importlib import import_module

from spyring.engine.errors import UnknownGame
from spyring.engine.game import Game


def game_named(name: str) -> Game:
    """A game on the shelf (``krakow``), or of any module (``tests.toys.duel:DUEL``; ``GAME`` if left out).

    >>> game_named("chess")
    Traceback (most recent call last):
    ...
    spyring.engine.errors.UnknownGame: There is no game chess: no module spyring.games.chess has a GAME.
    """
    module, _colon, attribute = name.partition(":")
    module = module if "." in module else f"spyring.games.{module}"
    attribute = attribute or "GAME"
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"There is no game {name}: no module {module} has a {attribute}.") from error
    if not isinstance(found, Game):
        raise UnknownGame(f"There is no game {name}: {attribute} of {module} is something else.")
    return found
