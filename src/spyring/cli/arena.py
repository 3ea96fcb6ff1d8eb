"""``spyring arena``: bots against bots, as many games as one likes."""

import os
import shlex
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import spyring
from spyring.arena import cooperative
from spyring.arena.cluster import PROCESSES, WHERE
from spyring.arena.match import Result
from spyring.arena.report import HEADS, report, table_rows
from spyring.arena.schedule import BadLineUp, fixed, round_robin
from spyring.arena.standings import ratings, standings
from spyring.arena.tournament import Tournament
from spyring.cli.files import can_be_written, write
from spyring.cli.screen import console, sheet
from spyring.engine.errors import BadOption, BadSeats
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.games import with_box


@click.command(short_help="Let bots play many games, and rate them.")
@click.option("--game", "name", required=True, help="The game, such as krakow.")
@click.option(
    "--bots",
    help="Bots with commas between them: every two of them meet; where all win together, each plays alone.",
)
@click.option(
    "--line-up", "line_ups", multiple=True, help="A bot for every seat, with commas; may be repeated."
)
@click.option(
    "--games", default=100, show_default=True, type=click.IntRange(1), help="Games of each line-up."
)
@click.option("--box", type=click.Path(path_type=Path, dir_okay=False), help="A box of your own.")
@click.option("--seats", type=int, help="How many sit at the table; the most by default.")
@click.option("--seed", default=1, show_default=True, help="Makes every game repeatable.")
@click.option(
    "-o", "--option", "options", multiple=True, help="A rule option, such as years=1; may be repeated."
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Keep the results here, as JSON lines."
)
@click.option(
    "--records", type=click.Path(path_type=Path, file_okay=False), help="Keep a record of every game here."
)
@click.option(
    "--report", "page", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML report."
)
@click.option(
    "--processes", type=click.IntRange(1), help="How many games run side by side; all cores by default."
)
@click.option("--on", default=PROCESSES, show_default=True, help=WHERE)
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
    page: Path | None,
    processes: int | None,
    on: str,
) -> None:
    """Let bots play many games, and rate them.

    A bot is random, heuristic, search:1000 (iterations a move), search:0.5s (seconds a move), easy, normal,
    hard, or package.module:Class. Seats rotate, and all rotations get the same cards. With --out a run that
    was stopped continues when you repeat the command; with more --games it adds games.
    """
    game = spyring.game(name) if box is None else with_box(spyring.game(name), box)
    count = seats_of(game, seats)
    ratings([])  # what is missing is said before the games, not after them
    chosen = chosen_line_ups(game, bots, line_ups, count)
    tournament = Tournament(game, chosen, games, seed, read(options), out, records)
    if page is not None:
        can_be_written(page)
    rows = play(tournament, processes or os.cpu_count() or 1, on)
    show(console(), game, rows)
    if page is not None:
        write(page, report(game, rows, command_line()))


def seats_of(game: Game, seats: int | None) -> int:
    """How many sit at the table, if so many can."""
    count = game.seats[-1] if seats is None else seats
    if count not in game.seats:
        raise BadSeats(f"{game.title} is for {', '.join(map(str, game.seats))} seats, not {count}.")
    return count


def chosen_line_ups(
    game: Game, bots: str | None, given: tuple[str, ...], seats: int
) -> list[tuple[str, ...]]:
    """The line-ups that were asked for."""
    if bool(bots) == bool(given):
        raise BadLineUp("Give either --bots for a round robin, or --line-up for line-ups of your own.")
    if bots and game.kind == COOPERATIVE:
        return cooperative.line_ups(split(bots), seats)
    if bots:
        return round_robin(game, split(bots), seats)
    return [fixed(split(line_up), seats) for line_up in given]


def split(text: str) -> list[str]:
    """The words between commas."""
    return [word.strip() for word in text.split(",")]


def read(options: tuple[str, ...]) -> dict[str, str]:
    """Rule options as they were typed; the game checks names and values."""
    pairs: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise BadOption(f"“{option}” is no option; write name=value.")
        pairs[name.strip()] = value
    return pairs


def play(tournament: Tournament, processes: int, on: str = PROCESSES) -> list[Result]:
    """Play what is missing, with a bar that says how long it will take."""
    todo = len(tournament.missing())
    screen = Console(stderr=True)
    with progress(screen) as bar:
        task = bar.add_task(
            "games", total=len(tournament.fixtures), completed=len(tournament.fixtures) - todo
        )
        try:
            for _result in tournament.play(processes, on):
                bar.advance(task)
        except KeyboardInterrupt:
            done = len(tournament.results.rows)
            bar.stop()
            screen.print(f"Stopped after {done} of {len(tournament.fixtures)} games.", highlight=False)
            raise
    return tournament.results.finish()


def progress(screen: Console) -> Progress:
    """A bar with counts and the time that is left."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def show(screen: Console, game: Game, rows: list[Result]) -> None:
    """The standings in the terminal."""
    if game.kind == COOPERATIVE:
        heads, lines = cooperative.HEADS, cooperative.table_rows(rows)
    else:
        heads, lines = HEADS, table_rows(standings(rows, game.teams(len(rows[0]["players"]))))
    table = sheet(*heads)
    for line in lines:
        table.add_row(*line)
    screen.print(table)


def command_line() -> str:
    """What was typed, so that a report says how it was made."""
    return shlex.join(["spyring", *sys.argv[1:]])
