"""``spyring games``: the shelf, with the options of each game."""

import click
from rich.table import Table

import spyring
from spyring.cli.language import translation
from spyring.cli.options import LANGUAGE
from spyring.cli.screen import console, sheet
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@LANGUAGE
def games(names: tuple[str, ...], language: str | None) -> None:
    """The games on the shelf, with their seats and options."""
    screen = console()
    chosen = [spyring.game(name) for name in names] or list(spyring.shelf())
    for number, game in enumerate(chosen):
        translate = translation(language, game)
        if number:
            screen.print()
        screen.print(f"[bold]{translate(game.title)}[/]  {game.name}")
        counts = ", ".join(str(count) for count in game.seats)
        titles = ", ".join(translate(title) for title in game.seat_titles(game.seats[-1]))
        screen.print(translate(_("Seats: {counts} ({titles})")).format(counts=counts, titles=titles))
        if game.options:
            screen.print(options(game, translate))


def options(game: Game, translate: Translate) -> Table:
    """Every option with its values and its default."""
    table = sheet("option", "default", "others", "", "clause")
    for option in game.options:
        others = ", ".join(str(value) for value in option.values if value != option.default)
        table.add_row(option.name, str(option.default), others, translate(option.help), option.clause)
    return table
