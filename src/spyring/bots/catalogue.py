"""Bots by name."""

from importlib import import_module
from typing import Final

from spyring.bots.bot import Bot
from spyring.bots.plain import HeuristicBot, RandomBot
from spyring.engine.errors import SpyringError

NAMES: Final = ("random", "heuristic")
LEVELS: Final = ("easy", "normal", "hard")


class UnknownBot(SpyringError):
    """A name that no bot answers to, or a budget that is none."""


def make(spec: str, seed: int = 0) -> Bot:
    """A bot by its name.

    ``random``, ``heuristic``; or ``package.module:Class`` for one's own.

    >>> make("heuristic").name
    'heuristic'
    >>> make("chess-engine")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    spyring.bots.catalogue.UnknownBot: There is no bot chess-engine; there are random, heuristic, ...
    """
    if spec == "random":
        return RandomBot(seed)
    if spec == "heuristic":
        return HeuristicBot(seed)
    module, colon, name = spec.partition(":")
    if not colon or not module or not name:
        raise UnknownBot(f"There is no bot {spec}; there are {', '.join(NAMES)}, and package.module:Class.")
    return _own(module, name, seed)


def _own(module: str, name: str, seed: int) -> Bot:
    """A bot that somebody else wrote."""
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"The bot {module}:{name} cannot be loaded: {error}.") from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownBot(f"{module}:{name} is no subclass of spyring.bots.Bot.")
    return found(seed)
