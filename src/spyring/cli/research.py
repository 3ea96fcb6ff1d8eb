"""``spyring research``: how games look to learning programs."""

import json
from typing import Any

import click
from rich.markup import escape

import spyring
from spyring.cli.screen import console, sheet
from spyring.engine.encoding import SEAT, TEAM, Encoding


@click.group()
def research() -> None:
    """Show what a learning program observes."""


@research.command()
@click.argument("name", metavar="GAME")
@click.option("--json", "as_json", is_flag=True, help="Print the names of all entries, as JSON.")
def layout(name: str, as_json: bool) -> None:
    """Print the layout of a seat's vector, block by block."""
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
        f"{encoding.now} numbers describe the position, {encoding.size - encoding.now} more the history: "
        f"{encoding.size} in all. There are {encoding.moves} moves."
    )
    table = sheet("at", "shape", "block", "meaning")
    for block in encoding.blocks:
        shape = " × ".join(str(length) for length in block.shape)
        mark = "" if block.level == "now" else "history: "
        table.add_row(str(block.at), shape, escape(block.name), escape(mark + block.meaning))
    screen.print(table)
    screen.print("Meaning of the codes (0 is nothing; --json adds the arguments of events):")
    table = sheet("block", "numbers")
    for names, codes in tables(encoding):
        text = ", ".join(f"{number} {name}" for number, name in codes.items())
        table.add_row(escape(names), escape(text))
    screen.print(table)
    if not encoding.complete:
        screen.print("This game has no encoding of its own: its vectors do not hold the table.")


def tables(encoding: Encoding[Any]) -> list[tuple[str, dict[int, str]]]:
    """The meaning of codes, with the blocks that use them."""
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
    """The kinds of events by their codes, and the meaning of their arguments plus one."""
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
