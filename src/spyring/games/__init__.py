"""The shelf: one folder per game, and games from other packages.

Another package puts its game on the shelf with an entry point::

    [project.entry-points."spyring.games"]
    chicago = "chicago_1930:GAME"

Without one, name the module of the game: ``chicago_1930:GAME``, or ``chicago_1930`` for short.
"""

import sys
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from typing import Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.errors import BadBox, UnknownGame
from spyring.engine.game import Game


def _folders() -> tuple[str, ...]:
    """The folders of this package that hold a box."""
    found: list[str] = []
    for entry in files("spyring.games").iterdir():
        if entry.joinpath("box.toml").is_file():
            found.append(entry.name)
    return tuple(sorted(found))


SHELF: Final = _folders()
GROUP: Final = "spyring.games"  # of entry points
SMALL: Final = "small"  # the name of a box small enough to solve


def game(name: str) -> Game:
    """One game by its name on the shelf, or by ``module:NAME`` (``NAME`` is ``GAME`` if left out).

    >>> game("krakow").title
    'Kraków 1325 AD'
    >>> game("spyring.games.krakow:GAME") is game("krakow")
    True
    >>> game("chess")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    ...
    spyring.engine.errors.UnknownGame: Unknown game chess. Known games: estoril, krakow,
    season0, spies.
    """
    if name in SHELF:
        return _made(f"spyring.games.{name}", "GAME", name)
    for entry in _others():
        if entry.name == name:
            return _made(entry.module, entry.attr or "GAME", name)
    if ":" in name or "." in name:
        module, _colon, attribute = name.partition(":")
        return _made(module, attribute or "GAME", name)
    raise UnknownGame(f"Unknown game {name}. Known games: {', '.join(names())}.")


def with_box(game: Game, path: Path) -> Game:
    """A game with the box in a file; errors start with the name of the file. ``small`` means the box in the
    game's home that is small enough to solve, if there is one: ``box.toml`` with fewer components in play.
    """
    home = files(game.home) if game.home else None
    try:
        if str(path) == SMALL and isinstance(game, BoxedGame) and home is not None:
            return game.with_box(game.standard_box() + home.joinpath("small.toml").read_text("utf-8"))
        return game.with_box(path.read_text(encoding="utf-8"))
    except NotImplementedError as error:
        raise BadBox(f"{path}: {game.title} cannot be played with another box.") from error
    except UnicodeDecodeError as error:
        raise BadBox(f"{path} is not a text file.") from error
    except OSError as error:
        raise BadBox(f"{path} cannot be read: {error.strerror}.") from error
    except BadBox as error:
        raise BadBox(f"{path}: {error}") from error


def names() -> tuple[str, ...]:
    """The names of all games on the shelf."""
    return (*SHELF, *(entry.name for entry in _others()))


def shelf() -> tuple[Game, ...]:
    """All games on the shelf: those of this package, then those of others.

    A game that cannot be loaded is skipped with a warning, so that the other games stay available.
    """
    found = [game(name) for name in SHELF]
    for entry in _others():
        try:
            found.append(game(entry.name))
        except Exception as error:
            print(f"spyring: {entry.name} ({entry.value}) is left off the shelf: {error}", file=sys.stderr)
    return tuple(found)


def _others() -> list[EntryPoint]:
    return _installed(tuple(sys.path))


@lru_cache(maxsize=1)
def _installed(_path: tuple[str, ...]) -> list[EntryPoint]:
    """The games of other packages, by name; they cannot take a name that is already on the shelf.

    Read once for each path of modules, because it opens a file of every installed package.
    """
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if entry.name not in SHELF:
            found.setdefault(entry.name, entry)
    return [found[name] for name in sorted(found)]


def _made(module: str, attribute: str, name: str) -> Game:
    try:
        made = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # the module exists, but one of its imports does not
        raise UnknownGame(f"Unknown game {name}: there is no module {module}.") from error
    found = getattr(made, attribute, None)
    if not isinstance(found, Game):
        raise UnknownGame(f"Unknown game {name}: {module} has no game called {attribute}.")
    return found
