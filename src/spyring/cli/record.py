"""``spyring record``: games between bots, as data to learn from."""

import os
from pathlib import Path

import click

from spyring.cli.arena import seats_of, tracked
from spyring.cli.options import BOX, PROCESSES, RULES, SEATS, SEED, read_options
from spyring.games import game as named
from spyring.research.record import Dataset, Plan, Recorder, line_up
from spyring.worker_pool import WorkerPool


@click.command(short_help="Record games between bots as training data.")
@click.argument("name", metavar="GAME")
@click.option("--bots", required=True, help="One bot for all seats, or one for each: search:200,random")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder of the shards."
)
@BOX
@SEATS
@SEED
@click.option("--level", default="now", show_default=True, help="What a vector holds: now, or history too.")
@RULES
@PROCESSES
def record(
    name: str,
    bots: str,
    games: int,
    out: Path,
    box: Path | None,
    seats: int | None,
    seed: int,
    level: str,
    options: tuple[str, ...],
    processes: int | None,
) -> None:
    """Play GAME between bots, and write every decision into Parquet files.

    Repeat the command to continue a stopped run, or to add more --games. Ctrl-C loses only the games that
    are being played.
    """
    players = line_up(bots.split(","), seats_of(named(name), seats))
    plan = Plan(name, players, games, seed, level, read_options(named(name), options), box)
    workers = WorkerPool(Recorder(plan), processes or os.cpu_count() or 1)
    dataset = Dataset.begin(out, plan)
    try:
        fill(dataset, workers)
    except KeyboardInterrupt:
        done = games - len(dataset.missing())
        click.echo(f"Stopped after {done} of {games} games. They are in {out}.", err=True)
        raise
    click.echo(f"{len(dataset.there)} games are in {out}.")


def fill(dataset: Dataset, workers: WorkerPool) -> None:
    """Play the missing games. Finished games are written even after an error."""
    numbers = dataset.missing()
    try:
        for number, game in tracked(workers.run(numbers), dataset.games, dataset.games - len(numbers)):
            dataset.add(number, game)
    finally:
        dataset.flush()
