"""``spyring benchmark``: players of different authors on the same tasks."""

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import click

import spyring
from spyring.arena import social
from spyring.arena.benchmark import FORMAT, HEADS, SEEDS, BadTask, Score, Task, pins, run, task, tasks
from spyring.cli.arena import command_line, split, tracked
from spyring.cli.files import BadFile, can_be_written, read, write
from spyring.cli.options import FILE, PROCESSES
from spyring.cli.screen import console, sheet
from spyring.worker_pool import WorkerPool

RESULTS: Final = ("task", *HEADS[:6], "program", "day")
EMPTY_PAGE: Final = f"# Benchmark results\n\n| {' | '.join(RESULTS)} |\n|{'---|' * len(RESULTS)}\n"


@click.command(short_help="Measure players on fixed tasks that others can repeat.")
@click.argument("name", metavar="[TASK]", required=False)
@click.option("--suite", type=click.Choice(["social"]), help="Measure talk, beliefs and teamwork as well.")
@click.option("--bots", default="random,heuristic", show_default=True, help="Candidates, with commas.")
@click.option("--games", type=click.IntRange(1), help="Fewer games of each seed, as a preview.")
@click.option("--out", type=FILE, help="Keep every result here, as JSON.")
@click.option("--publish", "page", type=FILE, help="Add a row for each candidate to this Markdown page.")
@PROCESSES
@click.option("--pins", "as_pins", is_flag=True, help="Print the rules, boxes and encodings installed.")
def benchmark(
    name: str | None,
    suite: str | None,
    bots: str,
    games: int | None,
    out: Path | None,
    page: Path | None,
    processes: int | None,
    as_pins: bool,
) -> None:
    """Measure players on a TASK. A task fixes the game, its options, rivals, seats and seeds.

    Without a TASK, list all tasks. A candidate is a bot as in spyring arena, such as search:100 or
    package.module:Class. It plays every seat in turn against the task's rivals; in a cooperative game it
    plays all seats.

    With --suite social, candidates also talk and state chances, and pairs of them share a team.
    """
    if as_pins:
        show_pins()
    elif suite is not None:
        if page is not None:
            raise BadTask("Only tasks are published. Leave out --publish or --suite.")
        names = (name,) if name else social.TASKS
        play_social(names, split(bots), games or 1, out, processes or os.cpu_count() or 1)
    elif name is None:
        show_tasks()
    else:
        measure(task(name), split(bots), games, out, page, processes or os.cpu_count() or 1)


def measure(
    played: Task, bots: list[str], games: int | None, out: Path | None, page: Path | None, processes: int
) -> None:
    """Play every candidate, show the table, keep the results."""
    count = played.games if games is None else games
    if count > played.games:
        raise BadTask(f"{played.name} has {played.games} games of each seed, not {count}.")
    if page is not None and count < played.games:
        raise BadTask("Only complete runs are published. Leave out --games.")
    for path in (out, page):
        if path is not None:
            can_be_written(path)
    if page is not None:
        results(page)  # refuses a page without a table
    table = sheet(*HEADS)
    found: list[dict[str, Any]] = []
    for bot in bots:
        rows = played_by(played, bot, count, processes)
        score = Score(rows)
        over = score.milliseconds > 1000 * played.seconds
        cells = score.cells(f"{bot} (too slow)" if over else bot)
        table.add_row(*cells)
        if page is not None:
            publish(page, played, cells)
        found.append({"bot": bot, **score.to_json(), "within_budget": not over, "rows": rows})
    console().print(table)
    if count < played.games:
        click.echo(f"A preview with {count} of {played.games} games of each seed. Do not cite it.")
    if out is not None:
        write(out, json.dumps(header(played, count) | {"results": found}, indent=1) + "\n")


def play_social(names: Sequence[str], bots: list[str], games: int, out: Path | None, processes: int) -> None:
    """Play the social suite, show its tables, keep the results."""
    if out is not None:
        can_be_written(out)
    pieces = social.pieces(names, list(dict.fromkeys(bots)), games)
    played = tracked(WorkerPool(social.play, processes).run(pieces), len(pieces))
    rows = sorted(played, key=itemgetter(*social.PIECE))
    scores = social.scores(rows)
    for keys in social.TABLES:
        table = sheet(*keys)
        for found in scores:
            table.add_row(*("–" if found[key] is None else str(found[key]) for key in keys))
        console().print(table)
    if out is not None:
        kept = {"format": social.FORMAT, "tasks": [header(task(name), games) for name in names]}
        write(out, json.dumps(kept | {"scores": scores, "rows": rows}, indent=1) + "\n")


def played_by(played: Task, bot: str, count: int, processes: int) -> list[dict[str, Any]]:
    """All games of one candidate, in order."""
    rows = tracked(run(played, bot, count, processes), count * len(SEEDS), label=bot)
    return sorted(rows, key=lambda row: (row["seed"], row["number"]))


def results(page: Path) -> list[str]:
    """The lines of a page of results, or of a new one."""
    lines = (read(page) if page.exists() else EMPTY_PAGE).splitlines()
    if not any(line.startswith("| task |") for line in lines):
        raise BadFile(f"{page} has no table of results. Name a new page, or docs/benchmark-results.md.")
    return lines


def publish(page: Path, played: Task, cells: list[str]) -> None:
    """Add a row to the table of results, below the other rows of its task."""
    lines = results(page)
    day = datetime.now(UTC).date().isoformat()
    row = f"| {' | '.join([f'`{played.name}`', f'`{cells[0]}`', *cells[1:6], spyring.__version__, day])} |"
    same = [at for at, line in enumerate(lines) if line.startswith(f"| `{played.name}` |")]
    rows = same or [at for at, line in enumerate(lines) if line.startswith("|")]
    lines.insert(rows[-1] + 1, row)
    write(page, "\n".join(lines) + "\n")


def header(played: Task, count: int) -> dict[str, Any]:
    """What a reader needs to repeat the run."""
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
    """In the format of the file of tasks."""
    for each in tasks().values():
        click.echo(f"[{each.name}]")
        for key, value in pins(each.game, each.data).items():
            click.echo(f"{key} = {json.dumps(value)}")
