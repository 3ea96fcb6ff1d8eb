"""``spyring research``: what researchers ask about a game."""

import json
from typing import Any

import click
from rich.markup import escape

import spyring
from spyring.cli.screen import console, sheet
from spyring.engine.encoding import SEAT, TEAM, Encoding


@click.group()
def research() -> None:
    """Show what a learning program perceives of a game."""


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
                "level": block.level,
                "axes": block.axes,
                "meaning": block.meaning,
                "codes": block.codes,
            }
            for block in encoding.blocks
        ]
        sizes = {"now": encoding.now, "history": encoding.size}
        click.echo(json.dumps({**sizes, "blocks": blocks, "events": kinds(encoding)}, indent=1))
        return
    screen = console()
    screen.print(
        f"{encoding.now} numbers say what lies there now; with the {encoding.size - encoding.now} that a "
        f"good memory adds there are {encoding.size}. There are {encoding.moves} moves."
    )
    table = sheet("at", "shape", "block", "meaning")
    for block in encoding.blocks:
        shape = " × ".join(str(length) for length in block.shape)
        mark = "" if block.level == "now" else "history: "
        table.add_row(str(block.at), shape, escape(block.name), escape(mark + block.meaning))
    screen.print(table)
    screen.print("What numbers stand for; 0 is nothing, and --json says it of the arguments of events, too:")
    table = sheet("block", "numbers")
    for names, codes in tables(encoding):
        text = ", ".join(f"{number} {name}" for number, name in codes.items())
        table.add_row(escape(names), escape(text))
    screen.print(table)
    if not encoding.complete:
        screen.print("This game has no encoding of its own: what lies on the table is not in its vectors.")


def tables(encoding: Encoding[Any]) -> list[tuple[str, dict[int, str]]]:
    """What numbers stand for, with the places where they do."""
    found: list[tuple[list[str], dict[int, str]]] = []
    for block in encoding.blocks:
        for label, codes in block.codes.items():
            place = f"{block.name}, {label}" if label else block.name
            for places, known in found:
                if known == codes:
                    places.append(place)
                    break
            else:
                found.append(([place], codes))
    return [("; ".join(places), codes) for places, codes in found]


def kinds(encoding: Encoding[Any]) -> list[dict[str, Any]]:
    """The kinds of events by their numbers in a vector, and what their arguments, plus one, stand for."""
    seen_as = {SEAT: "seats, counted from me", TEAM: "teams, mine first"}
    found: list[dict[str, Any]] = []
    for number, kind in enumerate(encoding.game.events.kinds):
        roles = encoding.roles[number]
        arguments = [
            {"name": name, "labels": seen_as.get(roles >> 2 * place & 3, domain.labels)}
            for place, (name, domain) in enumerate(kind.arguments)
        ]
        found.append({"number": number + 1, "name": kind.name, "arguments": arguments})
    return found
