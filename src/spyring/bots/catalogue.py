"""Bots by name."""

from importlib import import_module
from typing import Final

from spyring.bots.bot import Bot
from spyring.bots.plain import HeuristicBot, RandomBot
from spyring.bots.search import Search
from spyring.bots.settings import Settings
from spyring.bots.trace import own_trace
from spyring.engine.errors import SpyringError

NAMES: Final = (
    "random",
    "heuristic",
    "search:<iterations>",
    "search:<seconds>s",
    "easy",
    "normal",
    "hard",
    "llm:<model>",
    "talk:<honest|bluff>",
)
# Bots that need more than the standard library: their modules have a function make(rest, seed).
ELSEWHERE: Final = {"llm": "spyring.text.agent", "talk": "spyring.text.talkers"}
LEVELS: Final = {
    "easy": "search:2000:lapses=1:seconds=0.2",
    "normal": "search:2000:lapses=some:seconds=1",
    "hard": "search:2000:seconds=1",
}


class UnknownBot(SpyringError):
    """A name that no bot answers to, or a budget or setting that it does not know."""


def make(spec: str, seed: int = 0) -> Bot:
    """A bot by its name.

    ``random``; ``heuristic``; ``search:1000`` (iterations a move) or ``search:0.5s`` (seconds a move), with
    settings behind it if need be (``search:1000:trust=no``); ``easy``, ``normal``, ``hard``;
    ``llm:MODEL`` for a language model; ``talk:honest``, ``talk:bluff``; and ``package.module:Class``.

    >>> make("search:200").name
    'search:200'
    >>> make("chess-engine")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    spyring.bots.catalogue.UnknownBot: Unknown bot chess-engine. Choose random, heuristic, ...
    """
    bot: Bot
    name, colon, rest = spec.partition(":")
    if spec == "random":
        bot = RandomBot(seed)
    elif spec == "heuristic":
        bot = HeuristicBot(seed)
    elif spec in LEVELS:
        bot = make(LEVELS[spec], seed)
    elif name == "net" or ":net=" in spec:  # files of earlier versions hold such names
        raise UnknownBot(f"{spec} plays with a network, which Spyring no longer does; choose another bot.")
    elif name == "search":
        bot = _search(spec, rest, seed)
    elif name in ELSEWHERE and rest:
        bot = import_module(ELSEWHERE[name]).make(rest, seed)
    elif colon and name and rest:
        bot = _own(name, rest, seed)
    else:
        raise UnknownBot(f"Unknown bot {spec}. Choose {', '.join(NAMES)}, or package.module:Class.")
    bot.name = spec
    return bot


def _search(spec: str, text: str, seed: int) -> Bot:
    """A search by its budget and settings."""
    budget, *pairs = text.split(":")
    settings = Settings()
    for pair in pairs:
        name, _equals, value = pair.partition("=")
        if not settings.put(name, value):
            raise UnknownBot(
                f"{pair} in {spec} is not a setting of search. Known settings: {', '.join(settings.names())}."
            )
    bot = Search(seed, settings=settings)
    try:
        if budget.endswith("s"):
            bot.iterations, bot.seconds = 0, float(budget[:-1])
            if 0.0 < bot.seconds <= 3600.0:
                return bot
        elif int(budget) > 0:
            bot.iterations, bot.seconds = int(budget), settings.seconds
            return bot
    except ValueError:
        pass
    raise UnknownBot(
        f"The budget of {spec} must be iterations (search:1000) or seconds up to 3600 (search:0.5s)."
    )


def _own(module: str, name: str, seed: int) -> Bot:
    """A bot that somebody else wrote."""
    try:
        found = getattr(import_module(module), name)
    except (ModuleNotFoundError, AttributeError) as error:
        raise UnknownBot(f"The bot {module}:{name} cannot be loaded: {error}.") from error
    except Exception as error:  # whatever goes wrong in somebody else's module
        raise UnknownBot(f"The bot {module}:{name} cannot be loaded:\n{own_trace(error)}") from error
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownBot(f"{module}:{name} is not a subclass of spyring.bots.Bot.")
    try:
        return found(seed)
    except Exception as error:
        raise UnknownBot(f"{module}:{name} cannot be made with a seed:\n{own_trace(error)}") from error
