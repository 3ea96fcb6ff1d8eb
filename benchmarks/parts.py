"""The costs that `benchmarks/growth.py` adds up: a thought of a bot, a stream, a word between workers.

    python benchmarks/parts.py

A thought is one decision of a bot in a random game, including reading the position. A stream stays open while
nothing happens. A word is another worker's message about a table that nobody watches here, without the cost
of reading it from the database connection. All costs are CPU time.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time

import spyring
from server import SEATS_OF, Line, Seat, Server
from spyring.server.core.bots.bot_pool import think
from spyring.server.core.settings import Settings
from spyring.web import create_app

LEVELS = ("random", "heuristic", "easy", "normal")
GUESTS = 100


def thoughts(level: str, name: str, most: int) -> list[float]:
    """Milliseconds of each thought at decisions of a random game."""
    game, dice, took = spyring.game(name), random.Random(3), []
    state = game.start(seats=SEATS_OF[name], seed=3)
    while state.deciders and len(took) < most:
        for _skip in range(5):
            if state.deciders:
                seat = dice.choice(state.deciders)
                state.play(seat, dice.choice(state.legal(seat)))
        if state.deciders:
            seat = state.deciders[0]
            world = state.resample(seat, 1).to_json()
            began = time.process_time()
            think("spyring.games:shelf", name, world, [], seat, level, 1)
            took.append(1000 * (time.process_time() - began))
    return took


async def streams(seconds: float) -> None:
    """The cost of a stream that only sends heartbeats."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            await server.ready()
            line = Line(server.port)
            guests = []
            for _guest in range(GUESTS):
                _status, body = await line.ask("POST", "/api/v1/guests?token=true", body={"name": "P"})
                guests.append(Seat(body.decode().partition('"token":"')[2].partition('"')[0]))
            cpu, memory = server.cpu(), server.memory()
            await asyncio.sleep(seconds)
            idle = server.cpu() - cpu
            tasks = [asyncio.create_task(guest.listen(server.port)) for guest in guests]
            await asyncio.sleep(3.0)
            cpu = server.cpu()
            await asyncio.sleep(seconds)
            beats = GUESTS * seconds / Settings().heartbeat_seconds
            cost = 1000 * max(0.0, server.cpu() - cpu - idle) / beats
            print(f"a beat of a stream: {cost:.2f} ms; {(server.memory() - memory) / 1000 / GUESTS:.0f} kB")
            for task in tasks:
                task.cancel()
        finally:
            server.stop()


async def words(count: int) -> None:
    """The cost of a word about a table that nobody watches here."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database_url=f"sqlite:///{folder}/parts.db", log_level="warning"))
        async with app.router.lifespan_context(app):
            began = time.process_time()
            for number in range(count):
                app.state.services.heard(f"table {number}", "{}")
            print(f"a word of another worker: {1000 * (time.process_time() - began) / count:.3f} ms")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--thoughts", type=int, default=12, help="of each level at each game")
    parser.add_argument("--seconds", type=float, default=30.0, help="that streams are open")
    given = parser.parse_args()
    asyncio.run(words(20_000))
    asyncio.run(streams(given.seconds))
    for level in LEVELS:
        means = {name: statistics.fmean(thoughts(level, name, given.thoughts)) for name in SEATS_OF}
        print(
            f"a thought, {level}: " + ", ".join(f"{name} {ms:.0f} ms" for name, ms in means.items()),
            flush=True,
        )


if __name__ == "__main__":
    main()
