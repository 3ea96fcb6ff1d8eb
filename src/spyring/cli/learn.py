"""``spyring learn``: networks trained by self-play."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from spyring.cli.arena import command_line, seats_of
from spyring.cli.options import PROCESSES, RULES, SEATS, SEED, read_options
from spyring.games import game as named
from spyring.learning.fit import Recipe
from spyring.learning.iteration import Plan, Run


@click.command(short_help="Train a network that plays.")
@click.argument("name", metavar="GAME")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="The folder of the run."
)
@SEATS
@RULES
@SEED
@click.option(
    "--generations", default=2, show_default=True, type=click.IntRange(1), help="How many networks."
)
@click.option("--iterations", default=400, show_default=True, help="Iterations of the teaching search.")
@click.option("--games", default=1 << 30, help="Maximum games of a process for a generation.")
@click.option(
    "--seconds", default=120.0, show_default=True, help="How long a process plays for a generation."
)
@click.option("--thinking", default=0.2, show_default=True, help="Share of moves with a search.")
@click.option("--steps", default=6000, show_default=True, help="Maximum steps of each fit.")
@click.option("--fit-seconds", default=60.0, show_default=True, help="Time for each fit.")
@click.option("--deals", default=50, show_default=True, help="Deals for judging, each from every seat.")
@click.option("--judge-seconds", default=600.0, show_default=True, help="No deal starts after this time.")
@click.option("--width", default=256, show_default=True, help="Width of the policy layers.")
@click.option("--device", default="auto", show_default=True, help="cpu, cuda, or auto: cuda if torch has it.")
@PROCESSES
@click.option("--forget", is_flag=True, help="Remove the lessons at the end.")
def learn(
    name: str,
    out: Path,
    seats: int | None,
    options: tuple[str, ...],
    width: int,
    device: str,
    processes: int | None,
    forget: bool,
    **effort: Any,
) -> None:
    """Train networks for GAME: a search teaches a network, and the network guides the search.

    A generation plays, fits a network to the tries of the search, and is judged against the last one. Repeat
    the command to continue a stopped run. Play with the result as search:400:net=FILE or net:FILE.
    """
    game = named(name)
    jobs = processes or os.cpu_count() or 1
    chosen_options = read_options(game, options)
    plan = Plan(game=name, seats=seats_of(game, seats), options=chosen_options, jobs=jobs, **effort)
    recipe = Recipe(policy=(width, width), device=chosen(device))
    with Console(stderr=True).status("") as status:
        run = Run(out, plan, recipe, command_line(), click.echo, status.update)
        run.go()
    if forget:
        run.forget()
    best = run.champion()
    click.echo(f"The best network is {best}." if best else "No network was better than plain search.")


def chosen(device: str) -> str:
    """The device to fit on."""
    if device != "auto":
        return device
    if find_spec("torch") is None:
        return "cpu"
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"
