"""``spyring puzzles``: finds puzzles in games between bots."""

import math
import os
from pathlib import Path

import click

import spyring
from spyring.cli.arena import seats_of, tracked
from spyring.cli.files import BadFile, can_be_written, write
from spyring.cli.options import FILE, PROCESSES, RULES, SEATS, SEED, read_options
from spyring.puzzles.mining import Miner
from spyring.puzzles.puzzle import BEST_MOVE, Puzzle, packed, unpacked
from spyring.worker_pool import WorkerPool


@click.group()
def puzzles() -> None:
    """Find puzzles in games between bots."""


@puzzles.command()
@click.argument("name", metavar="GAME")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many to play.")
@click.option("--seconds", type=click.FloatRange(1), help="Start no further game after this time.")
@click.option("--to", type=FILE, required=True, help="Add the puzzles to this file.")
@SEATS
@SEED
@RULES
@PROCESSES
def make(
    name: str,
    games: int,
    seconds: float | None,
    to: Path,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    processes: int | None,
) -> None:
    """Play games of GAME between bots, and write positions with one best move, and questions that can be
    answered with certainty. The file keeps what it has; another --seed adds more.
    """
    game = spyring.game(name)
    can_be_written(to)
    try:
        found = unpacked(game, to.read_text(encoding="utf-8")) if to.exists() else []
    except (ValueError, KeyError) as error:
        raise BadFile(f"{to} holds no puzzles.") from error
    miner = Miner(name, seed, seats_of(game, seats), read_options(game, options))
    pool = WorkerPool(miner, processes or os.cpu_count() or 1)
    known = {puzzle.id for puzzle in found}
    mined: list[Puzzle] = []
    for more in tracked(pool.run(list(range(games)), seconds or math.inf), games):
        mined += [puzzle for puzzle in more if puzzle.id not in known]
        write(to, packed([*found, *sorted(mined, key=lambda puzzle: puzzle.id)]))
    best = sum(puzzle.kind == BEST_MOVE for puzzle in mined)
    click.echo(f"{len(mined)} new puzzles: {best} best moves, {len(mined) - best} deductions.")
