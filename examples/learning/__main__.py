"""Make a network for a game: self-play on every core, then a fit."""

import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

import spyring
from examples.learning.fit import Task, fit
from examples.learning.network import save
from examples.learning.selfplay import Job, gathered, play


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The file of the network.")
@click.option("--seats", type=int, help="The most that the game has, if not given.")
@click.option("--option", "-o", "options", multiple=True, help="A rule: name=value.")
@click.option("--seed", default=0, show_default=True)
@click.option("--iterations", default=400, show_default=True, help="Of the search that teaches.")
@click.option("--thinking", default=0.2, show_default=True, help="The share of moves with a search.")
@click.option("--games", default=1 << 30, help="The most games of a process.")
@click.option("--seconds", default=120.0, show_default=True, help="How long each process plays.")
@click.option("--steps", default=6000, show_default=True, help="The most steps of the fit.")
@click.option("--fit-seconds", default=60.0, show_default=True, help="Time for the fit.")
@click.option("--width", default=256, show_default=True, help="Width of the layers.")
@click.option("--processes", default=os.cpu_count() or 1, help="How many play.")
def main(
    name: str,
    out: Path,
    seats: int | None,
    options: tuple[str, ...],
    seed: int,
    steps: int,
    fit_seconds: float,
    width: int,
    processes: int,
    **effort: Any,
) -> None:
    """Let a search teach a network to play GAME."""
    game = spyring.game(name)
    seats = seats or max(game.seats)
    wish = {key: int(value) if value.isdecimal() else value for key, value in map(pair, options)}
    jobs = [
        Job(game=name, seats=seats, options=wish, seed=seed * 1000 + number, **effort)
        for number in range(processes)
    ]
    with ProcessPoolExecutor(processes) as pool:
        lessons = gathered(pool.map(play, jobs), len(game.moves))
    click.echo(f"{len(lessons.vectors)} lessons")
    fitted = fit(Task(lessons, game, width, 0.1, seed), steps, fit_seconds)
    click.echo(f"validation loss: {', '.join(f'{lost:.4f}' for lost in fitted.curve[::8])}")
    click.echo(f"test loss: {fitted.before:.4f}, now {fitted.after:.4f}")
    save(out, game, seats, fitted.arrays, options=wish, lessons=len(lessons.vectors), curve=fitted.curve)


def pair(text: str) -> tuple[str, str]:
    """The name and the value of a rule."""
    key, _equals, value = text.partition("=")
    return key, value


if __name__ == "__main__":
    main()
