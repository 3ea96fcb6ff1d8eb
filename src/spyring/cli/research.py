"""``spyring research``: what researchers ask about a game."""

import json

import click
from rich.markup import escape

import spyring
from spyring.cli.screen import console, sheet


@click.group()
def research() -> None:
    """What machines that learn perceive of a game."""


@research.command()
@click.argument("name", metavar="GAME")
@click.option("--json", "as_json", is_flag=True, help="Print every entry's name, as JSON.")
def layout(name: str, as_json: bool) -> None:
    """Print how the vector of a seat is laid out, block by block."""
    encoding = spyring.game(name).encoding
    if as_json:
        blocks = [
            {
                "name": block.name,
                "at": block.at,
                "shape": block.shape,
                "level": "now" if block.at < encoding.now else "history",
                "axes": block.axes,
                "meaning": block.meaning,
            }
            for block in encoding.blocks
        ]
        click.echo(json.dumps({"now": encoding.now, "history": encoding.size, "blocks": blocks}, indent=1))
        return
    screen = console()
    screen.print(
        f"{encoding.now} numbers say what lies there now, {encoding.size} what a good memory adds. "
        f"There are {encoding.moves} moves."
    )
    table = sheet("at", "shape", "block", "meaning")
    for block in encoding.blocks:
        shape = " × ".join(str(length) for length in block.shape)
        mark = "" if block.at < encoding.now else "history: "
        table.add_row(str(block.at), shape, escape(block.name), mark + block.meaning)
    screen.print(table)
    if not encoding.complete:
        screen.print("This game has no encoding of its own: what lies on the table is not in its vectors.")
