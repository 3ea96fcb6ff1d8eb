"""``spyring learn``: networks made from play."""

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console

from spyring.cli.arena import read, seats_of
from spyring.games import game as named
from spyring.learning.fit import Recipe
from spyring.learning.iteration import Plan, Run


@click.command(short_help="Make a network that plays.")
@click.argument("name", metavar="GAME")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder of the run."
)
@click.option("--seats", type=int, help="How many sit at the table; the most by default.")
@click.option(
    "-o", "--option", "options", multiple=True, help="A rule option, such as years=1; may be repeated."
)
@click.option("--seed", default=1, show_default=True, help="Every game follows from it.")
@click.option("--generations", default=2, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--iterations", default=400, show_default=True, help="Of the search that teaches.")
@click.option("--games", default=1 << 30, help="That a process plays for a generation, at most.")
@click.option("--seconds", default=120.0, show_default=True, help="That a process plays for a generation.")
@click.option("--warm", default=30.0, show_default=True, help="Seconds of play at a glance before the first.")
@click.option("--thinking", default=0.2, show_default=True, help="How often a search thinks about a move.")
@click.option("--keeping", default=0.2, show_default=True, help="How often a position to judge is kept.")
@click.option("--steps", default=6000, show_default=True, help="Of each of the two fits, at most.")
@click.option("--fit-seconds", default=60.0, show_default=True, help="For each of the two fits.")
@click.option("--deals", default=50, show_default=True, help="To judge a generation by, from every seat.")
@click.option("--judge-seconds", default=600.0, show_default=True, help="After which no more are begun.")
@click.option("--width", default=256, show_default=True, help="Of the layers that like moves.")
@click.option("--blind", multiple=True, help="A block that values must not see: luck yet to be played.")
@click.option("--device", default="auto", show_default=True, help="cpu, cuda, or auto: cuda if torch has it.")
@click.option("--processes", type=click.IntRange(1), help="That play side by side; all cores by default.")
@click.option("--forget", is_flag=True, help="Remove what was learned from when the run is over.")
def learn(
    name: str,
    out: Path,
    seats: int | None,
    options: tuple[str, ...],
    seed: int,
    generations: int,
    iterations: int,
    games: int,
    seconds: float,
    warm: float,
    thinking: float,
    keeping: float,
    steps: int,
    fit_seconds: float,
    deals: int,
    judge_seconds: float,
    width: int,
    blind: tuple[str, ...],
    device: str,
    processes: int | None,
    forget: bool,
) -> None:
    """Make networks that play GAME: search teaches them, and they go under the search.

    A generation plays, fits a network to what the search tried and to how the games ended, and is judged
    against the one before it. A run that was killed continues when you repeat the command.
    Play with the result as search:400:net=FILE or net:FILE.
    """
    jobs = processes or os.cpu_count() or 1
    plan = Plan(
        game=name,
        seats=seats_of(named(name), seats),
        options=read(options),
        seed=seed,
        generations=generations,
        iterations=iterations,
        games=games,
        seconds=seconds,
        warm=warm,
        thinking=thinking,
        keeping=keeping,
        steps=steps,
        fit_seconds=fit_seconds,
        deals=deals,
        judge_seconds=judge_seconds,
        jobs=jobs,
    )
    recipe = Recipe(policy=(width, width), blind=blind, device=chosen(device))
    command = shlex.join(["spyring", *sys.argv[1:]])
    with Console(stderr=True).status("") as status:
        run = Run(out, plan, recipe, command, click.echo, status.update)
        run.go()
    if forget:
        run.forget()
    best = run.champion()
    click.echo(f"The best network is {best}." if best else "No network was better than plain search.")


def chosen(device: str) -> str:
    """Where to fit."""
    if device != "auto":
        return device
    if find_spec("torch") is None:
        return "cpu"
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"
