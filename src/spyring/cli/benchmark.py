"""``spyring benchmark``: players of different authors on the same fixed tasks."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console

import spyring
from spyring.arena.benchmark import FORMAT, HEADS, BadTask, Score, Task, pins, run, task, tasks
from spyring.arena.cluster import PROCESSES, WHERE
from spyring.cli.arena import command_line, progress, split
from spyring.cli.files import can_be_written, write
from spyring.cli.screen import console, sheet


@click.command(short_help="Measure players on fixed tasks that others can repeat.")
@click.argument("name", metavar="[TASK]", required=False)
@click.option("--bots", default="random,heuristic", show_default=True, help="Candidates, with commas.")
@click.option(
    "--games", type=click.IntRange(1), help="Fewer games of each seed, for a look; not to be cited."
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Keep every result here, as JSON."
)
@click.option(
    "--processes", type=click.IntRange(1), help="How many games run side by side; all cores by default."
)
@click.option("--on", default=PROCESSES, show_default=True, help=WHERE)
@click.option("--pins", "as_pins", is_flag=True, help="Print the rules, boxes and encodings installed.")
def benchmark(
    name: str | None,
    bots: str,
    games: int | None,
    out: Path | None,
    processes: int | None,
    on: str,
    as_pins: bool,
) -> None:
    """Measure players on a TASK that is fixed for good: the game, its options, rivals, seats and seeds.

    Without a TASK, list them all. A candidate is a bot as in spyring arena, such as search:100 or
    package.module:Class. It takes one seat, all in turn, against the task's rivals; where all win or lose
    together it plays every seat.
    """
    if as_pins:
        show_pins()
    elif name is None:
        show_tasks()
    else:
        measure(task(name), split(bots), games, out, processes or os.cpu_count() or 1, on)


def measure(
    played: Task, bots: list[str], games: int | None, out: Path | None, processes: int, on: str
) -> None:
    """Play every candidate, show the table, keep the results."""
    count = played.games if games is None else games
    if count > played.games:
        raise BadTask(f"{played.name} has {played.games} games of each seed, not {count}.")
    if out is not None:
        can_be_written(out)
    table = sheet(*HEADS)
    found: list[dict[str, Any]] = []
    for bot in bots:
        rows = played_by(played, bot, count, processes, on)
        score = Score(rows)
        over = score.milliseconds > 1000 * played.seconds
        table.add_row(*score.cells(f"{bot} (too slow)" if over else bot))
        found.append({"bot": bot, **score.to_json(), "within_budget": not over, "rows": rows})
    console().print(table)
    if count < played.games:
        click.echo(f"This was a look: {count} of {played.games} games of each seed.")
    if out is not None:
        write(out, json.dumps(header(played, count) | {"results": found}, indent=1) + "\n")


def played_by(played: Task, bot: str, count: int, processes: int, on: str) -> list[dict[str, Any]]:
    """All games of one candidate, in order."""
    rows: list[dict[str, Any]] = []
    with progress(Console(stderr=True)) as bar:
        line = bar.add_task(bot, total=None)
        for row in run(played, bot, count, processes, on):
            rows.append(row)
            bar.advance(line)
    return sorted(rows, key=lambda row: (row["seed"], row["number"]))


def header(played: Task, count: int) -> dict[str, Any]:
    """What makes a file of results repeatable."""
    return {
        "format": FORMAT,
        "program": spyring.__version__,
        "build": spyring.build,
        "date": datetime.now(UTC).date().isoformat(),
        "command": command_line(),
        **played.to_json(),
        "games": count,
        "whole": count == played.games,
    }


def show_tasks() -> None:
    """The tasks, and whether this installation can play them."""
    table = sheet("task", "game", "seats", "options", "rivals", "games a seed", "ms a move", "installed")
    for each in tasks().values():
        options = ", ".join(f"{key}={value}" for key, value in each.options.items())
        rivals = each.rivals or "none"
        same = "yes" if each.pins == pins(each.game, each.data) else "no, another version"
        limit = f"{1000 * each.seconds:.0f}"
        cells = (each.game.name, str(each.seats), options, rivals, str(each.games), limit, same)
        table.add_row(each.name, *cells)
    console().print(table)


def show_pins() -> None:
    """As the file of tasks has them."""
    for each in tasks().values():
        click.echo(f"[{each.name}]")
        for key, value in pins(each.game, each.data).items():
            click.echo(f"{key} = {json.dumps(value)}")
