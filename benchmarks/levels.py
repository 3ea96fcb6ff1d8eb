"""How far apart the levels of bots are, and the cost of a move of each.

    python benchmarks/levels.py --seconds 400 --processes 16
    python benchmarks/levels.py --report --out levels.jsonl

Neighbouring levels meet in every game. Rivals sit alternately, and each deal is played twice with the seats
exchanged. *Ahead* is how often, of two seats of different levels, the one of the higher level ends ahead
(50 % is even, whatever the number of seats). In cooperative games each level plays the same deals alone, and
the achieved shares are compared. Intervals are 95 %, by deals.

Bots decide as on a server, without what they computed at the last decision. Every game is a line of the file
`--out`; the same command continues where an earlier one ended.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import spyring
from spyring.arena.proportions import NORMAL_Z_95
from spyring.bots import Turns, make
from spyring.bots.fixtures import fixture
from spyring.engine.kinds import COOPERATIVE

Row = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """A configuration for comparing levels, its share of the time, and the approximate length of a game."""

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...]
    share: float
    seconds: float


TASKS: Final = (
    Task("krakow", 4, (("years", 1),), 0.15, 10.0),
    Task("estoril", 2, (), 0.3, 20.0),
    Task("spies", 5, (("game", "standard"),), 0.42, 100.0),
    Task("season0", 4, (), 0.13, 4.0),
)
SEED: Final = 26
ROOM: Final = 1.3  # start a game only if this many times its usual length is left


@dataclass(frozen=True)
class Kind:
    """Comparable games: a task, and the bots of the seats in turn."""

    task: int
    bots: tuple[str, ...]


Piece = tuple[Kind, int]  # and the number of the game


def line_up(piece: Piece) -> tuple[str, ...]:
    """The bot of each seat: the bots in turn, shifted by one seat in the second game of a deal."""
    kind, number = piece
    first = number // len(kind.bots) + number
    return tuple(kind.bots[(first + seat) % len(kind.bots)] for seat in range(TASKS[kind.task].seats))


def played(piece: Piece) -> Row:
    """One game, and the CPU time of every level's moves with a choice."""
    kind, number = piece
    task = TASKS[kind.task]
    names = line_up(piece)
    set_up = fixture(names, number, SEED)
    deal = fixture(names, number // len(kind.bots), SEED).seed  # of all games of the deal
    game = spyring.game(task.game)
    turns = Turns(game.start(seats=task.seats, seed=deal, events=True, **dict(task.options)))
    costs: defaultdict[str, list[float]] = defaultdict(list)
    began = time.process_time()
    while turns.seat >= 0:
        seat, asked = turns.seat, time.thread_time()
        open_choice = turns.free or len(turns.state.legal(seat)) > 1
        turns.act(make(names[seat], set_up.bot_seeds[seat] + int(turns.made)))
        if open_choice:
            costs[names[seat]].append(1000 * (time.thread_time() - asked))
    outcome = turns.state.outcome
    assert outcome is not None
    return {
        "game": task.game,
        "bots": kind.bots,
        "number": number,
        "players": names,
        "ranks": list(outcome.ranks),
        "winners": list(outcome.winners),
        "achieved": outcome.achieved,
        "costs": {name: [len(each), round(sum(each), 1)] for name, each in costs.items()},
        "seconds": round(time.process_time() - began, 3),
    }


def kinds(levels: list[str], games: list[str]) -> list[Kind]:
    """What is played: neighbours against each other, or in cooperative games each alone."""
    found: list[Kind] = []
    for at, task in enumerate(TASKS):
        if games and task.game not in games:
            continue
        if spyring.game(task.game).kind == COOPERATIVE:
            found.extend(Kind(at, (level,)) for level in levels)
        else:
            found.extend(Kind(at, pair) for pair in zip(levels[1:], levels, strict=False))
    return found


# -- playing -------------------------------------------------------------------------------------------------


class Schedule:
    """Chooses the next game: the task that is furthest behind its share, and its rarest kind."""

    def __init__(self, wanted: list[Kind], rows: list[Row]) -> None:
        self.wanted = wanted
        self.begun: dict[Kind, int] = dict.fromkeys(wanted, 0)
        self.spent: dict[Kind, float] = dict.fromkeys(wanted, 0.0)
        self.ended: dict[Kind, int] = dict.fromkeys(wanted, 0)
        self.done = {(row["game"], tuple(row["bots"]), row["number"]) for row in rows}
        for row in rows:
            self.count(row)

    def count(self, row: Row) -> None:
        """Count a finished game."""
        for kind in self.wanted:
            if (TASKS[kind.task].game, kind.bots) == (row["game"], tuple(row["bots"])):
                self.spent[kind] += row["seconds"]
                self.ended[kind] += 1

    def usual(self, kind: Kind) -> float:
        """How long a game usually takes."""
        return self.spent[kind] / self.ended[kind] if self.ended[kind] else TASKS[kind.task].seconds

    def next_piece(self, left: float) -> Piece | None:
        """A game that can be expected to end in time."""
        fitting = [kind for kind in self.wanted if ROOM * self.usual(kind) < left]
        if not fitting:
            return None
        counted: defaultdict[int, float] = defaultdict(float)
        for kind in self.wanted:
            counted[kind.task] += self.begun[kind] * self.usual(kind) / TASKS[kind.task].share
        kind = min(fitting, key=lambda kind: (counted[kind.task], self.begun[kind]))
        while (TASKS[kind.task].game, kind.bots, self.begun[kind]) in self.done:
            self.begun[kind] += 1
        self.begun[kind] += 1
        return kind, self.begun[kind] - 1


def play(schedule: Schedule, seconds: float, processes: int) -> Iterator[Row]:
    """Play until the time is over, and yield games as they end; drop games that end much later."""
    until = time.monotonic() + seconds
    with ProcessPoolExecutor(processes) as pool:
        running: set[Future[Row]] = set()
        while True:
            while len(running) < processes:
                piece = schedule.next_piece(until - time.monotonic())
                if piece is None:
                    break
                running.add(pool.submit(played, piece))
            if not running:
                return
            ready, running = wait(running, max(1.0, until - time.monotonic()), FIRST_COMPLETED)
            if not ready and time.monotonic() > until:
                for process in list(pool._processes.values()):
                    process.terminate()
                return
            for future in ready:
                row = future.result()
                schedule.count(row)
                yield row


# -- report --------------------------------------------------------------------------------------------------


def ahead(row: Row) -> float:
    """How often a seat of the first bot ended ahead of one of the second."""
    first, second = row["bots"]
    seats = list(zip(row["players"], row["ranks"], strict=True))
    pairs = [
        (mine, other)
        for player, mine in seats
        if player == first
        for rival, other in seats
        if rival == second
    ]
    return fmean(1.0 if mine < other else 0.5 if mine == other else 0.0 for mine, other in pairs)


def mean(values: list[float]) -> tuple[float, float]:
    """The mean, and half the width of its interval."""
    half = NORMAL_Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return fmean(values), half


def cost(rows: list[Row], bot: str) -> str:
    """Milliseconds of a move."""
    moves = sum(row["costs"].get(bot, [0, 0.0])[0] for row in rows)
    return f"{sum(row['costs'].get(bot, [0, 0.0])[1] for row in rows) / max(1, moves):.1f}"


def figures(low: float, half: float) -> str:
    """A difference in percentage points, and half the width of its interval."""
    return f"{100 * low:+.1f} (±{100 * half:.1f})" if half != float("inf") else f"{100 * low:+.1f}"


def rivals(rows: list[Row], higher: str, lower: str) -> str | None:
    """How two levels fared against each other."""
    met = [row for row in rows if tuple(row["bots"]) == (higher, lower)]
    if not met:
        return None
    deals: defaultdict[int, list[float]] = defaultdict(list)
    for row in met:
        deals[row["number"] // 2].append(ahead(row))
    share, half = mean([fmean(each) for each in deals.values()])
    victories = [row["players"][seat] == higher for row in met for seat in row["winners"]]
    won = f"{100 * fmean(victories):.0f} %" if victories else "–"
    cells = (
        f"{100 * share:.1f} % (±{100 * half:.1f})",
        won,
        f"{len(met)}",
        cost(met, higher),
        cost(met, lower),
    )
    return " | ".join(cells)


def fellows(rows: list[Row], higher: str, lower: str) -> str | None:
    """What two levels achieved on the same deals."""
    by_deal = [{row["number"]: row for row in rows if row["bots"] == [bot]} for bot in (higher, lower)]
    common = sorted(set(by_deal[0]) & set(by_deal[1]))
    if not common:
        return None
    pairs = [(by_deal[0][deal], by_deal[1][deal]) for deal in common]
    better = figures(*mean([float(one["achieved"]) - float(other["achieved"]) for one, other in pairs]))
    won = figures(
        *mean([float(bool(one["winners"])) - float(bool(other["winners"])) for one, other in pairs])
    )
    shares = [100 * fmean(float(bool(pair[at]["winners"])) for pair in pairs) for at in (0, 1)]
    costs = [cost([pair[at] for pair in pairs], bot) for at, bot in enumerate((higher, lower))]
    cells = (f"{better} points", f"{won} ({shares[0]:.0f} and {shares[1]:.0f} %)", f"{len(pairs)}", *costs)
    return " | ".join(cells)


def table(rows: list[Row], levels: list[str]) -> str:
    """All results as a Markdown table."""
    heads = ("game", "levels", "ahead, or achieved more", "won", "games", "ms", "ms of the lower")
    lines = [f"| {' | '.join(heads)} |", "|---|---|--:|--:|--:|--:|--:|"]
    for task in TASKS:
        own = [{**row, "bots": list(row["bots"])} for row in rows if row["game"] == task.game]
        tell = fellows if spyring.game(task.game).kind == COOPERATIVE else rivals
        for higher, lower in zip(levels[1:], levels, strict=False):
            cells = tell(own, higher, lower)
            if cells is not None:
                lines.append(f"| {task.game}, {task.seats} seats | `{higher}` over `{lower}` | {cells} |")
    return "\n".join(lines)


def options() -> argparse.ArgumentParser:
    """The command-line options."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", default="easy,normal,hard", help="from the weakest on")
    parser.add_argument("--games", default="", help="which; all if none is named")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("levels.jsonl"))
    parser.add_argument("--report", action="store_true", help="print the table of what was played, and end")
    return parser


def main() -> None:
    """Play, and report."""
    chosen = options().parse_args()
    levels = chosen.levels.split(",")
    games = [name for name in chosen.games.split(",") if name]
    text = chosen.out.read_text(encoding="utf-8") if chosen.out.exists() else ""
    rows = [json.loads(line) for line in text.splitlines()]
    if not chosen.report:
        schedule = Schedule(kinds(levels, games), rows)
        with chosen.out.open("a", encoding="utf-8") as out:
            for row in play(schedule, chosen.seconds, chosen.processes):
                rows.append(json.loads(json.dumps(row)))
                print(json.dumps(row), file=out, flush=True)
    print(f"{spyring.__version__}, {spyring.build} build, {len(rows)} games")
    print(table(rows, levels))


if __name__ == "__main__":
    main()
