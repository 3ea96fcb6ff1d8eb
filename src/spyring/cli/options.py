"""Options that several commands share, and how they are read."""

from pathlib import Path
from typing import Any

import click

import spyring
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.options import choose
from spyring.engine.record import Record
from spyring.games import with_box

FILE = click.Path(path_type=Path, dir_okay=False)

BOX = click.option("--box", type=FILE, help="A box of your own; see: spyring box.")
SEATS = click.option("--seats", type=int, help="Number of seats; the maximum by default.")
SEED = click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
RULES = click.option(
    "-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option, such as years=1."
)
PROCESSES = click.option("--processes", type=click.IntRange(1), help="By default one process per core.")
LANGUAGE = click.option("--language", help="Such as pl; by default the language of the terminal.")
MODULE = click.option("--game", "module", help="module:NAME of a game that is not on the shelf.")
DATABASE = click.option(
    "--database-url", help="sqlite:///FILE or postgresql://...; the file spyring.db by default."
)

# At the keyboard
SEAT = click.option("--seat", help="Your seat, by its name or its number from 1.")
DEAL = click.option("--seed", type=int, help="The same seed deals the same games.")
BOTS = click.option("--bots", metavar="BOT", help="The bot in the other seats; heuristic by default.")


def read_options(game: Game, given: tuple[str, ...]) -> dict[str, Any]:
    """Rule options as they were typed, by name."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"“{text}” is not an option. Write it as NAME=VALUE.")
        found[name.strip()] = value.strip()
    choose(game.options, found)
    return found


def boxed(name: str, box: Path | None) -> Game:
    """The game of this name, with the user's own box if there is one."""
    return spyring.game(name) if box is None else with_box(spyring.game(name), box)


def recorded(record: Record, module: str | None, box: Path | None) -> Game:
    """The game of a record, under the rules that it was played by."""
    game = boxed(module or record.game, box)
    return game.edition(record.rules) or game
