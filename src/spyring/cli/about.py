"""``spyring about``: version, build and shelf."""

import platform

import click

import spyring
from spyring.cli.screen import console, sheet


@click.command()
def about() -> None:
    """Version, build, Python, and the games on the shelf."""
    screen = console()
    screen.print(
        f"[bold]Spyring[/] {spyring.__version__}, {spyring.build} build, Python {platform.python_version()}"
    )
    screen.print()
    table = sheet("name", "game", "seats", "options")
    for game in spyring.shelf():
        seats = ", ".join(str(count) for count in game.seats)
        table.add_row(game.name, game.title, seats, ", ".join(option.name for option in game.options))
    screen.print(table)
