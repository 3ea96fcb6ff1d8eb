"""How a server scales: what many tables need, computed from the costs of a move, page, stream and thought.

    python benchmarks/growth.py                          up to 10,000 tables
    python benchmarks/growth.py --move-ms 4.1 --update-ms 6

The default costs are those of benchmarks/results: CPU time of one core of a small, busy machine. The first
line of the output states how a table is assumed to be played: change that for a club that plays differently.
"""

import argparse
from dataclasses import dataclass, fields

TABLES = (100, 500, 1000, 2000, 5000, 10_000)
CORES_OF_A_WORKER = 0.6  # the share of its core that a worker may use, so that requests hardly wait
CORES_OF_A_DATABASE = 0.7  # the same for each core of the database


@dataclass
class Costs:
    """Measured costs, or assumed ones where it says so."""

    move_ms: float = 3.5  # of a worker on PostgreSQL: a move, its answer and its events
    database_ms: float = 1.0  # of PostgreSQL, for the same
    word_ms: float = 0.05  # of every other worker, which hears of each move: 0.003 plus reading, assumed
    update_ms: float = 5.2  # of a page that requests its new rendering
    beat_ms: float = 0.1  # of a stream, per heartbeat every 15 seconds; assumed
    thought_ms: float = 150.0  # of a normal bot in Spies!; hard ones take 280, easy ones 30, heuristic ones 3
    table_kb: float = 101.0  # of memory, in mid-game
    stream_kb: float = 40.0  # assumed


@dataclass
class Play:
    """How a table is played."""

    moves_a_second: float = 0.05  # one in twenty seconds
    pages: float = 3.0  # open pages per table
    by_bots: float = 0.3  # of all moves
    commits_a_second: float = 3000.0  # of one disk, several at a time; assumed


@dataclass
class Need:
    """What this many tables need."""

    tables: int
    moves: float
    workers: int
    worker_cores: float
    words: float  # cores spent on hearing of other workers' moves
    bot_cores: float
    database_cores: float
    memory_gb: float
    disk: float  # share of its capacity


def need(tables: int, costs: Costs, play: Play) -> Need:
    """Enough workers that none is too busy; every worker hears of every move."""
    moves = tables * play.moves_a_second
    pages = tables * play.pages
    own = (moves * (costs.move_ms + play.pages * costs.update_ms) + pages * costs.beat_ms / 15) / 1000
    workers = 1
    while own + (words := moves * (workers - 1) * costs.word_ms / 1000) > workers * CORES_OF_A_WORKER:
        workers += 1
        if workers > 1000:  # hearing of all moves takes more than a whole worker
            break
    return Need(
        tables,
        moves,
        workers,
        own + words,
        words,
        moves * play.by_bots * costs.thought_ms / 1000,
        moves * costs.database_ms / 1000 / CORES_OF_A_DATABASE,
        (tables * costs.table_kb * min(workers, play.pages) + pages * costs.stream_kb) / 1e6,
        moves / play.commits_a_second,
    )


def report(costs: Costs, play: Play) -> str:
    """The table for benchmarks/results/load.md."""
    rows = [
        f"A move every {1 / play.moves_a_second:.0f} s at each table, {play.pages:.0f} open pages, "
        f"{play.by_bots:.0%} of the moves by bots.",
        "",
        "| tables | moves/s | workers | their cores | of these for words | bots' cores | database's cores "
        "| memory, GB | of the disk's commits |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for found in (need(tables, costs, play) for tables in TABLES):
        rows.append(
            f"| {found.tables:,} | {found.moves:.0f} | {found.workers} | {found.worker_cores:.1f} "
            f"| {found.words:.2f} | {found.bot_cores:.1f} | {found.database_cores:.1f} "
            f"| {found.memory_gb:.1f} | {found.disk:.0%} |"
        )
    return "\n".join(rows)


def main() -> None:
    """The command line: every number can be given."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for kind in (Costs, Play):
        for one in fields(kind):
            name = "--" + one.name.replace("_", "-")
            parser.add_argument(name, type=float, default=one.default, metavar="N")
    given = vars(parser.parse_args())
    parts = [kind(**{one.name: given[one.name] for one in fields(kind)}) for kind in (Costs, Play)]
    print(report(*parts))


if __name__ == "__main__":
    main()
