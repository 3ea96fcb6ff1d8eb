"""Mixed play on one worker, and what happens when everyone reconnects at once.

    python benchmarks/mixed.py                              150 tables for half a minute
    python benchmarks/mixed.py --tables 40 --seconds 10     less of it

It plays all games on the shelf in turn. Half of the tables have only people, at the others one person plays
with bots that search. Every person has an open event stream. Three of ten tables have a page that requests
its new rendering after every event. Then 400 streams close and reconnect at once with the id of their last
event, as browsers do. Moves are counted by the server and include those of bots. CPU is that of the server's
process; the bots' CPU is listed separately.
"""

import argparse
import asyncio
import json
import os
import random
import re
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from server import SEATS_OF, Figures, Line, Seat, Server, quantile

STORM = 400  # streams
WATCHED = 3, 10  # 3 of 10 tables
LOOK = 0.004  # seconds between two checks for a decider
MOVES = re.compile(rb"^spyring_moves_total\{.*\} (\S+)$", re.MULTILINE)


async def sit_down(line: Line, game: str, people: int) -> list[Seat]:
    """A table with this many people, and bots in the other seats."""
    count, guests = SEATS_OF[game], []
    for number in range(people):
        _status, body = await line.ask("POST", "/api/v1/guests?token=true", body={"name": f"P{number}"})
        guests.append(Seat(json.loads(body)["token"]))
    asked = {"game": game, "seats": count, "public": False}
    asked |= {"bots": dict.fromkeys(range(people, count), "heuristic")}
    _status, body = await line.ask("POST", "/api/v1/tables", guests[0].token, asked)
    card = json.loads(body)
    for guest in guests[1:]:
        code = {"code": card["invitation"]}
        await line.ask("POST", f"/api/v1/tables/{card['id']}/join", guest.token, code)
    return guests


async def play(port: int, guests: list[Seat], until: float, every: float, figures: Figures) -> None:
    """Make a move for a decider every few seconds, until the game ends."""
    line, dice = Line(port), random.Random(id(guests))
    due = time.perf_counter() + dice.uniform(0, every)
    while (now := time.perf_counter()) < until:
        ready = [one for one in guests if one.position["legal"] and one.position["number"] > one.decided_at]
        if now < due or not ready:
            await asyncio.sleep(max(LOOK, min(due, until) - now))
            continue
        seat, due = ready[0], due + every
        seat.decided_at = seat.position["number"]
        body = {"number": seat.decided_at, "move": dice.choice(seat.position["legal"])["text"]}
        status, _answer = await line.ask(
            "POST", f"/api/v1/tables/{seat.position['table']}/moves", seat.token, body
        )
        figures.latencies.append(time.perf_counter() - now)
        assert status in (200, 409), status
    line.close()


async def moves(line: Line) -> float:
    """How many moves the server has counted."""
    _status, body = await line.ask("GET", "/metrics")
    return sum(float(count) for count in MOVES.findall(body))


async def come_back(port: int, seat: Seat) -> asyncio.StreamWriter:
    """Open a stream again, and wait until it is open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    table, number = seat.position["table"], seat.position["number"]
    rows = ["GET /api/v1/stream HTTP/1.1", "Host: localhost", f"Authorization: Bearer {seat.token}"]
    rows += [f"Last-Event-ID: {table}.{number}.{seat.position.get('revision', 0)}.", "", ""]
    writer.write("\r\n".join(rows).encode())
    await reader.readuntil(b"retry: 2000")
    return writer


def bots_cpu(server: Server) -> float:
    """CPU seconds of the processes in which bots think."""
    pid, ticks = server.process.pid, 0
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure(tables: int, seconds: float, every: float) -> None:
    """Measure everything, and print a line for each result."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SPYRING_BOT_DELAY"] = "0.2"
        server = Server(folder)
        try:
            await server.ready()
            line = Line(server.port)
            games = list(islice(cycle(SEATS_OF), tables))
            seated = [
                await sit_down(line, game, SEATS_OF[game] if number // len(SEATS_OF) % 2 else 1)
                for number, game in enumerate(games)
            ]
            people = [seat for guests in seated for seat in guests]
            tasks = [asyncio.create_task(seat.listen(server.port)) for seat in people]
            await asyncio.gather(*(seat.changed.wait() for seat in people))
            figures = Figures(tables, 0, seconds, [])
            some, of = WATCHED
            watchers = [guests[0] for number, guests in enumerate(seated) if number % of < some]
            pages = [(seat, await seat.open_page(server)) for seat in watchers]
            tasks += [asyncio.create_task(seat.look(figures, page)) for seat, page in pages]
            cpu, bots, counted = server.cpu(), bots_cpu(server), await moves(line)
            until = time.perf_counter() + seconds
            await asyncio.gather(*(play(server.port, guests, until, every, figures) for guests in seated))
            cpu, bots = server.cpu() - cpu, bots_cpu(server) - bots
            counted = await moves(line) - counted
            load = os.getloadavg()[0]
            print(f"load {load:.1f}, {tables} tables, {len(pages)} pages, {len(people)} streams")
            by_people = len(figures.latencies) / seconds
            print(f"{counted / seconds:.0f} moves/s, of these {by_people:.0f} by people")
            for name, took in (("moves", figures.latencies), ("updates of pages", figures.updates)):
                p50, p99 = (quantile(took, share) for share in (0.5, 0.99))
                print(f"{name}: {len(took) / seconds:.0f}/s, p50 {p50:.0f} ms, p99 {p99:.0f} ms")
            print(f"CPU of the server {cpu / seconds:.2f} of a core, of its bots {bots / seconds:.2f}")
            for task in tasks:
                task.cancel()
            await storm(server, people, tasks)
        finally:
            server.stop()


async def storm(server: Server, people: list[Seat], tasks: list[asyncio.Task[None]]) -> None:
    """Everyone disconnects, and reconnects at once."""
    await asyncio.gather(*tasks, return_exceptions=True)
    for seat in people:
        if seat.writer is not None:
            seat.writer.close()
    await asyncio.sleep(2.0)
    back = list(islice(cycle(people), STORM))
    cpu, began = server.cpu(), time.perf_counter()
    writers = await asyncio.gather(*(come_back(server.port, seat) for seat in back))
    took = time.perf_counter() - began
    await asyncio.sleep(1.0)
    print(f"{STORM} streams were back after {took:.1f} s, with {server.cpu() - cpu:.2f} s of CPU")
    for writer in writers:
        writer.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--every", type=float, default=1.0, help="seconds between a person's moves at a table"
    )
    given = parser.parse_args()
    asyncio.run(measure(given.tables, given.seconds, given.every))


if __name__ == "__main__":
    main()
