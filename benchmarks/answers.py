"""How much later bots answer while an analysis runs.

    python benchmarks/answers.py --rounds 6

A server's own bot process answers one question after another, half of the time with analyses in a process
like those of a server, both with their own priorities. The halves of a round ask about the same positions of
all games and follow each other, so they meet about the same load of the machine. The target is a p95 of at
most 1.1 times the one without.

Start it at normal priority on a quiet machine: bots lower their priority by 10 and an analysis goes to the
lowest one, so under ``nice -n 15`` both end up equal.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import spyring
from spyring.bots import Turns, make
from spyring.engine.game import Game
from spyring.engine.notation import Event
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.server.analysis import worker
from spyring.server.core.bots.bot_pool import BotPool
from spyring.server.core.settings import Settings
from spyring.server.core.times import Time

ANALYSED = "krakow"
PATIENCE = 600.0  # seconds, so that no late answer is replaced by a quick one


@dataclass
class Position:
    """What a bot is asked about: the part of a table that the server gives it."""

    game: Game
    state: State

    def events_for(self, seat: int) -> Sequence[Event]:
        """Everything that the seat was told."""
        return [event for event in self.state.events if event.audience >> seat & 1]


def positions(each: int) -> list[Position]:
    """Decisions with a choice, spread over a game of each kind."""
    found: list[Position] = []
    for game in spyring.shelf():
        state, dice = game.start(seed=5, events=True), random.Random(5)
        bots = [make("heuristic", seat) for seat in range(int(state.seats))]
        seen: list[Position] = []
        while state.deciders:
            seat = state.deciders[0]
            if len(state.legal(seat)) > 1:
                seen.append(Position(game, state.clone()))
            state.play(seat, bots[seat].choose(state, seat))
        found += dice.sample(seen, each)
    return found


def record() -> str:
    """A finished game to analyse."""
    state = spyring.game(ANALYSED).start(seed=4, events=True)
    bots = [make("heuristic", seat) for seat in range(int(state.seats))]
    turns = Turns(state)
    moves: list[tuple[int, int]] = []
    while turns.seat >= 0:
        seat = turns.seat
        move = turns.act(bots[seat])
        if move != turns.wait:
            moves.append((seat, move))
    return Record.of(state, 4, moves).text()


@contextlib.contextmanager
def analysing(game: str, settings: Settings) -> Iterator[None]:
    """Analyses one after another, in processes like those of a server."""
    again = f'while nice -n 19 "$0" -m {worker.__name__} {settings.shelf} 1 <"$1" >/dev/null; do :; done'
    with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
        file.write(game)
        file.flush()
        running = subprocess.Popen(["sh", "-c", again, sys.executable, file.name], process_group=0)
        try:
            yield
        finally:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()


async def answers(pool: BotPool, asked: Sequence[Position], level: str) -> list[float]:
    """Seconds until each answer, without the pause that hides how long a bot thinks."""
    took: list[float] = []
    for position in asked:
        began = time.perf_counter()
        await pool.choose(position, position.state.deciders[0], level, "one person")
        took.append(time.perf_counter() - began)
    return took


def p95(seconds: Sequence[float]) -> float:
    """The time that 95 % of the answers need at most."""
    return statistics.quantiles(seconds, n=20)[-1]


async def measure(given: argparse.Namespace) -> None:
    """Print both halves and their ratio."""
    settings = Settings(bot_patience=PATIENCE)
    pool, asked, game = BotPool(settings, Time()), positions(given.positions), record()
    await answers(pool, asked[:2], given.level)  # starts the process
    quiet: list[float] = []
    busy: list[float] = []
    for number in range(given.rounds):
        quiet += await answers(pool, asked, given.level)
        with analysing(game, settings):
            await asyncio.sleep(2.0)  # until it computes
            busy += await answers(pool, asked, given.level)
        print(f"round {number + 1}: load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    await pool.close()
    for name, took in (("without", quiet), ("with", busy)):
        print(f"{name}: p50 {1000 * statistics.median(took):.0f} ms, p95 {1000 * p95(took):.0f} ms")
    ratio = f"p95 {p95(busy) / p95(quiet):.2f} ×"
    print(f"{given.level}, {len(quiet)} answers each, {spyring.build} build: {ratio}")


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    reader.add_argument("--level", default="search:100", help="a level of the server, or any bot")
    reader.add_argument("--positions", type=int, default=12, help="of each game, in every round")
    reader.add_argument("--rounds", type=int, default=6)
    if os.nice(0):
        print("This process has a lower priority, so bots and analyses share one.", file=sys.stderr)
    asyncio.run(measure(reader.parse_args()))
