"""The cost of a move: several builds of the server and the bare one, side by side.

    python benchmarks/moves.py build/before build/after
    python benchmarks/moves.py --pages build/before build/after

Each argument is a folder with an installed package (``pip install --target``). All servers run at once and
take turns, a round each, one move at a time, so that other load on the machine affects all of them. It
measures the CPU time of all threads of a server, and prints medians over all rounds. With ``--pages`` every
player is a page: it listens to a light stream and moves with a form; its later requests are not counted.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from server import SEATS, BareServer, Json, Line, Seat, Server, decider, listen_bare, make_tables

GAP = 0.002  # seconds between two moves, so that each of them finds an idle server
WARM = 4  # rounds before the measurement


class Contender:
    """A server that takes part."""

    def __init__(self, name: str, server: Server, tables: int) -> None:
        self.name = name
        self.server = server
        self.tables = tables
        self.line = Line(server.port)
        self.costs: list[float] = []

    async def move(self, table: int) -> None:
        """One move on the bare server."""
        await self.line.ask("POST", f"/move/{table}", "t" * 43, {"number": 17, "move": "play an-arms-deal"})

    async def round(self) -> None:
        """One move at each table; returns the cost of one move in milliseconds."""
        before = self._worked()
        for table in range(self.tables):
            await self.move(table)
            await asyncio.sleep(GAP)
        self.costs.append((self._worked() - before) / self.tables)

    def _worked(self) -> float:
        threads = Path(f"/proc/{self.server.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


class Played(Contender):
    """One of our servers, with people at its tables."""

    listens = "/api/v1/stream"

    def __init__(self, name: str, server: Server, seats: list[list[Seat]]) -> None:
        super().__init__(name, server, len(seats))
        self.seats = seats
        self.dice = random.Random(2)

    async def move(self, table: int) -> None:
        """One move of a decider."""
        seat = await decider(self.seats[table])
        assert seat is not None, "the game is over: fewer rounds, please"
        position, move = seat.position, self.dice.choice(seat.position["legal"])["text"]
        path, body = f"/api/v1/tables/{position['table']}/moves", {"number": position["number"], "move": move}
        seat.changed.clear()
        status, answer = await self.line.ask("POST", path, seat.token, body)
        assert status == 200, answer
        await seat.changed.wait()


class Paged(Played):
    """One of our servers, with pages at its tables."""

    listens = "/api/v1/stream?light=true"

    def __init__(self, name: str, server: Server, seats: list[list[Seat]]) -> None:
        super().__init__(name, server, seats)
        self.asking = Line(server.port)
        self.worked = 0.0

    async def move(self, table: int) -> None:
        """One move of a decider; only the move and its events count."""
        name = self.seats[table][0].position["table"]
        seats = self.seats[table]
        deciders = (await self._position(name, seats[0]))["deciders"]
        seat = seats[deciders[0]]
        position = await self._position(name, seat)
        body = urlencode({"number": position["number"], "move": self.dice.choice(position["legal"])["text"]})
        await asyncio.sleep(GAP)
        before = super()._worked()
        seat.changed.clear()
        status = await self.line.send_form(f"/tables/{name}/play", seat.token, body)
        assert status == 303, status
        await seat.changed.wait()
        await asyncio.sleep(GAP)
        self.worked += super()._worked() - before

    async def _position(self, table: str, seat: Seat) -> Json:
        path = f"/api/v1/tables/{table}/position?since=9999"  # without the log
        _status, body = await self.asking.ask("GET", path, seat.token)
        found: Json = json.loads(body)
        return found

    def _worked(self) -> float:
        return self.worked


class Built(Server):
    """`spyring serve` from a folder."""

    def __init__(self, folder: str, site: str) -> None:
        self.site = site
        super().__init__(folder)

    def start(self, environment: dict[str, str], command: list[str]) -> None:
        """Start it with the package in that folder."""
        super().start(environment | {"PYTHONPATH": str(Path(self.site).resolve())}, command)


async def measure(sites: list[str], tables: int, rounds: int, kind: type[Played]) -> None:
    """Play all rounds, and report."""
    started: list[Server] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            contenders: list[Contender] = []
            for at, site in enumerate(sites):
                Path(folder, str(at)).mkdir()
                started.append(Built(f"{folder}/{at}", site))
                contenders.append(await come(site, started[-1], tables, kind))
            sizes = [size for one in contenders if isinstance(one, Played) for size in sizes_of(one)]
            started.append(BareServer(folder, round(statistics.fmean(sizes))))
            await started[-1].ready()
            for table in range(tables * SEATS):
                await listen_bare(started[-1], table // SEATS)
            contenders.append(Contender("bare", started[-1], tables))
            for number in range(rounds):
                for at in range(len(contenders)):
                    await contenders[(number + at) % len(contenders)].round()
            report(contenders)
        finally:
            for server in started:
                server.stop()


async def come(name: str, server: Server, tables: int, kind: type[Played]) -> Played:
    """One of our servers, warmed up, with tables at which everyone listens."""
    await server.ready()
    found = kind(name, server, await make_tables(server, tables))
    for seat in (everybody := [seat for seats in found.seats for seat in seats]):
        _listening.add(asyncio.create_task(seat.listen(server.port, kind.listens)))
    await asyncio.gather(*(seat.changed.wait() for seat in everybody))
    for _round in range(WARM):
        await found.round()
    found.costs.clear()
    return found


_listening: set[asyncio.Task[None]] = set()


def sizes_of(contender: Played) -> list[int]:
    """The sizes of its events, without the first of each stream."""
    return [size for seats in contender.seats for seat in seats for size in seat.sizes[1:]]


def report(contenders: list[Contender]) -> None:
    """One line per server, with its ratio to the bare server, computed within each round."""
    print(f"load {os.getloadavg()[0]:.1f}")
    bare = contenders[-1].costs
    for one in contenders:
        times = statistics.median(cost / least for cost, least in zip(one.costs, bare, strict=True))
        half, least = statistics.median(one.costs), min(one.costs)
        size = f", {statistics.fmean(sizes_of(one)):.0f} bytes an event" if isinstance(one, Played) else ""
        print(f"{one.name}: {half:.3f} ms (least {least:.3f}), {times:.2f} times the bare server{size}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sites", nargs="+", metavar="FOLDER")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--pages", action="store_true", help="let pages play, not programs")
    given = parser.parse_args()
    asyncio.run(measure(given.sites, given.tables, given.rounds, Paged if given.pages else Played))


if __name__ == "__main__":
    main()
