"""``spyring arena``: bots against bots."""

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from spyring.arena import cooperative
from spyring.arena.match import Result
from spyring.arena.schedule import BadLineUp, fixed, round_robin
from spyring.arena.standings import HEADS, table_rows
from spyring.arena.tournament import Tournament
from spyring.cli.options import BOX, PROCESSES, RULES, SEATS, SEED, boxed, read_options
from spyring.cli.screen import console, sheet
from spyring.engine.errors import BadSeats
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE

T = TypeVar("T")


@click.command(short_help="Let bots play many games, and compare them.")
@click.option("--game", "name", required=True, help="The game, such as krakow.")
@click.option(
    "--bots",
    help="Bots, with commas. Each pair meets; in a cooperative game each bot plays all seats.",
)
@click.option("--line-up", "line_ups", multiple=True, help="A bot for each seat, with commas; repeatable.")
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1), help="Games of each line-up."
)
@BOX
@SEATS
@SEED
@RULES
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Keep the results here, as JSON lines."
)
@click.option(
    "--records", type=click.Path(path_type=Path, file_okay=False), help="Keep a record of every game here."
)
@PROCESSES
def arena(
    name: str,
    bots: str | None,
    line_ups: tuple[str, ...],
    games: int,
    box: Path | None,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    out: Path | None,
    records: Path | None,
    processes: int | None,
) -> None:
    """Let bots play many games, and compare them.

    A bot is random, heuristic, search:1000 (iterations a move), search:0.5s (seconds a move), easy, normal,
    hard, llm:MODEL (a language model), or package.module:Class. Seats rotate, and all rotations get the same
    cards. With --out you can repeat the command to continue a stopped run, or to add more --games.
    """
    game = boxed(name, box)
    count = seats_of(game, seats)
    chosen = chosen_line_ups(game, bots, line_ups, count)
    tournament = Tournament(game, chosen, games, seed, read_options(game, options), out, records)
    show(console(), game, play(tournament, processes or os.cpu_count() or 1))


def seats_of(game: Game, seats: int | None) -> int:
    """The number of seats, if the game allows it."""
    count = game.seats[-1] if seats is None else seats
    if count not in game.seats:
        raise BadSeats(f"{game.title} has {', '.join(map(str, game.seats))} seats, not {count}.")
    return count


def chosen_line_ups(
    game: Game, bots: str | None, given: tuple[str, ...], seats: int
) -> list[tuple[str, ...]]:
    """The line-ups that the options name."""
    if bool(bots) == bool(given):
        raise BadLineUp("Use --bots for a round robin, or --line-up for your own line-ups.")
    if bots and game.kind == COOPERATIVE:
        return cooperative.line_ups(split(bots), seats)
    if bots:
        return round_robin(game, split(bots), seats)
    return [fixed(split(line_up), seats) for line_up in given]


def split(text: str) -> list[str]:
    """The words between commas."""
    return [word.strip() for word in text.split(",")]


def play(tournament: Tournament, processes: int) -> list[Result]:
    """Play the missing games and show the progress."""
    total = len(tournament.fixtures)
    try:
        for _result in tracked(tournament.play(processes), total, total - len(tournament.missing())):
            pass
    except KeyboardInterrupt:
        click.echo(f"Stopped after {len(tournament.results.rows)} of {total} games.", err=True)
        raise
    return tournament.results.finish()


def tracked(results: Iterable[T], total: int, done: int = 0, label: str = "games") -> Iterator[T]:
    """Results of games as they come, with a progress bar on a terminal."""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(label, total=total, completed=done)
        for result in results:
            bar.advance(task, result if isinstance(result, int) else 1)
            yield result


def show(screen: Console, game: Game, rows: list[Result]) -> None:
    """The standings in the terminal."""
    if game.kind == COOPERATIVE:
        heads, lines = cooperative.HEADS, cooperative.table_rows(rows)
    else:
        heads, lines = HEADS, table_rows(rows)
    table = sheet(*heads)
    for line in lines:
        table.add_row(*line)
    screen.print(table)


def command_line() -> str:
    """The command as it was typed."""
    return shlex.join(["spyring", *sys.argv[1:]])
