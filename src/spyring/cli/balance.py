"""``spyring balance``: how even a game is."""

import json
import os
from pathlib import Path

import click

from spyring.arena.balance import Balance
from spyring.cli.arena import seats_of, tracked
from spyring.cli.files import can_be_written, write
from spyring.cli.options import BOX, FILE, PROCESSES, RULES, SEATS, SEED, boxed, read_options
from spyring.cli.screen import console, sheet


@click.command(short_help="Measure the balance of a game.")
@click.argument("name", metavar="GAME")
@click.option("--bot", default="heuristic", show_default=True, help="The bot in every seat.")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games.")
@SEATS
@SEED
@RULES
@BOX
@click.option("--out", type=FILE, help="Write every count here, as JSON.")
@PROCESSES
def balance(
    name: str,
    bot: str,
    games: int,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    box: Path | None,
    out: Path | None,
    processes: int | None,
) -> None:
    """Measure the balance of GAME: who wins, what helps its owner, how often each rule is used.

    All seats are played by the same bot. Press Ctrl-C to stop and see the counts so far.
    """
    game = boxed(name, box)
    run = Balance(game, bot, seats_of(game, seats), games, seed, read_options(game, options))
    if out is not None:
        can_be_written(out)
    try:
        for _games in tracked(run.play(processes or os.cpu_count() or 1), games):
            pass
    except KeyboardInterrupt:
        click.echo(f"Stopped after {run.counts['games',]} of {games} games.", err=True)
        show(run)
        raise
    show(run)
    if out is not None:
        write(out, json.dumps(run.to_json(), indent=1) + "\n")


def show(run: Balance) -> None:
    """The main findings in the terminal; --out has all of them."""
    screen = console()
    table = sheet("", "won", "95 %")
    for row in run.winners():
        table.add_row(*row)
    screen.print(table)
    never = run.never()
    if never:
        screen.print(f"Never happened: {', '.join(never)}.")
