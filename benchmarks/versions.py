"""What a browser's move, the update after it and a program's move cost several versions of the server.

    python benchmarks/versions.py build/before build/after

Each argument is a folder with an installed package (``pip install --target``). All servers and the bare one
run at once and take turns. Every browser has the headers and the cookie of one, and listens to the stream
that its page names in that version; programs listen to streams of positions. It measures the CPU time of all
threads of a server, and prints the median of all moves and the range of the middle half.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import tempfile
from collections import defaultdict
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from moves import Built

from server import SEATS, BareServer, Line, Server, listen_bare

TABLES = 2  # of each kind, at each server
QUIET = 200_000  # nanoseconds of work in a tenth of a second, while nobody does anything
WARM = 4  # rounds before the measurement
BROWSER = [
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Accept: text/html",
    "Accept-Language: en-GB,en;q=0.5",
    "Accept-Encoding: gzip, deflate, br",
    "Sec-Fetch-Site: same-origin",
    "Sec-Fetch-Mode: cors",
    "Sec-Fetch-Dest: empty",
]

Json = dict[str, Any]
_listening: set[asyncio.Task[None]] = set()


async def worked(server: Server) -> int:
    """The nanoseconds that a server has worked, once it has nothing more to do."""
    before = -1
    while True:
        threads = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
        found = sum(int(thread.read_text().split()[0]) for thread in threads)
        if before >= 0 and found - before < QUIET:
            return found
        before = found
        await asyncio.sleep(0.1)


class Person:
    """A seat: the headers of its requests, and its page."""

    def __init__(self, server: Server, headers: list[str]) -> None:
        self.line = Line(server.port)
        self.headers = headers
        self.csrf = ""

    async def ask(self, path: str) -> Json:
        """What the server knows, uncounted."""
        status, body = await self.line.ask("GET", path, more=self.headers)
        assert status == 200, body
        found: Json = json.loads(body)
        return found

    async def listen(self, port: int, path: str) -> None:
        """Follow a stream."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        rows = [f"GET {path} HTTP/1.1", "Host: localhost", *self.headers]
        writer.write("\r\n".join([*rows, "", ""]).encode())
        await reader.readuntil(b"data: ")
        _listening.add(asyncio.create_task(_drain(reader, writer)))


async def _drain(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    while await reader.read(1 << 16):
        pass


class Table:
    """A game of four people, with their streams."""

    def __init__(self, server: Server, by_page: bool) -> None:
        self.server = server
        self.by_page = by_page
        self.people: list[Person] = []
        self.id = ""
        self.dice = random.Random(4)

    async def begin(self) -> None:
        """Seat everybody, and let them listen."""
        line, code = Line(self.server.port), ""
        for seat in range(SEATS):
            kind = "" if self.by_page else "?token=true"
            _status, body = await line.ask("POST", f"/api/v1/guests{kind}", body={"name": f"P{seat}"})
            cookie = re.search(rb"set-cookie: ([^;]*)", line.head)
            token = json.loads(body)["token"] if not self.by_page else ""
            found = f"Cookie: {cookie[1].decode()}" if cookie else f"Authorization: Bearer {token}"
            person = Person(self.server, [found, "Origin: http://localhost"])
            self.people.append(person)
            asked: Json = {"game": "krakow", "seats": SEATS, "public": False, "options": {"years": 3}}
            path = "/api/v1/tables" + (f"/{self.id}/join" if seat else "")
            asked = {"code": code} if seat else asked
            status, body = await line.ask("POST", path, "", asked, person.headers)
            assert status in (200, 201), body
            self.id, code = (card := json.loads(body))["id"], card["invitation"]
        for person in self.people:
            path = "/api/v1/stream"
            if self.by_page:
                person.headers += BROWSER
                _status, body = await person.line.ask("GET", f"/tables/{self.id}", more=person.headers[:3])
                page = body.decode()
                path = unescape(_found(r'data-stream="([^"]*)"', page))
                person.csrf = _found(r'name="csrf" value="([^"]*)"', page)
            await person.listen(self.server.port, path)

    async def round(self) -> dict[str, int]:
        """One move; the nanoseconds that it cost."""
        about = f"/api/v1/tables/{self.id}/position?since=9999"  # without the log
        decider = (await self.people[0].ask(about))["deciders"][0]
        person = self.people[decider]
        position = await person.ask(about)
        move = {"number": position["number"], "move": self.dice.choice(position["legal"])["text"]}
        before = await worked(self.server)
        if not self.by_page:
            path = f"/api/v1/tables/{self.id}/moves"
            status, body = await person.line.ask("POST", path, "", move, person.headers)
            assert status == 200, body
            return {"program": await worked(self.server) - before}
        shown = [*person.headers, f"spyring-shown: {position['number']}"]
        form = urlencode(move | {"csrf": person.csrf})
        status = await person.line.send_form(f"/tables/{self.id}/play", "", form, shown)
        assert status == 303, status
        moved = await worked(self.server)
        status, _body = await person.line.ask("GET", f"/tables/{self.id}", more=shown)
        assert status == 200
        return {"page": moved - before, "update": await worked(self.server) - moved}


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found is not None, pattern
    return found[1]


class BareTable:
    """The same on the bare server."""

    def __init__(self, server: Server, number: int) -> None:
        self.server = server
        self.number = number
        self.line = Line(server.port)

    async def begin(self) -> None:
        """Let four streams listen."""
        for _seat in range(SEATS):
            await listen_bare(self.server, self.number)

    async def round(self) -> dict[str, int]:
        """One move."""
        before = await worked(self.server)
        move = {"number": 17, "move": "play an-arms-deal"}
        await self.line.ask("POST", f"/move/{self.number}", "t" * 43, move)
        return {"bare": await worked(self.server) - before}


async def measure(sites: list[str], rounds: int, size: int) -> None:
    """Play all rounds, and report."""
    started: list[Server] = []
    costs: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        try:
            tables: list[tuple[str, Table | BareTable]] = []
            for at, site in enumerate(sites):
                Path(folder, str(at)).mkdir()
                started.append(Built(f"{folder}/{at}", site))
                kinds = [True, False] * TABLES
                tables += [(site, Table(started[-1], by_page)) for by_page in kinds]
            started.append(BareServer(folder, size))
            tables += [("", BareTable(started[-1], number)) for number in range(TABLES)]
            for server in started:
                await server.ready()
            for _site, table in tables:
                await table.begin()
            for number in range(WARM + rounds):
                for site, table in tables:
                    for kind, count in (await table.round()).items():
                        if number >= WARM:
                            costs[kind, site].append(count)
            report(costs)
        finally:
            for server in started:
                server.stop()


def report(costs: dict[tuple[str, str], list[int]]) -> None:
    """A line for each kind and server."""
    print(f"load {os.getloadavg()[0]:.1f}, {len(costs['bare', ''])} moves of each kind")
    bare = statistics.median(costs["bare", ""])
    for (kind, site), found in sorted(costs.items()):
        least, half, most = (count / 1e6 for count in statistics.quantiles(found, n=4))
        between = f"{half:.3f} ms ({least:.3f} to {most:.3f})"
        print(f"{kind:8} {site:24} {between}, {1e6 * half / bare:.2f} times the bare server", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sites", nargs="+", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=20, help="moves at each table")
    parser.add_argument("--size", type=int, default=4000, help="bytes of an event of the bare server")
    given = parser.parse_args()
    asyncio.run(measure(given.sites, given.rounds, given.size))


if __name__ == "__main__":
    main()
