"""Kill the server with SIGKILL at random moments under load, start it again, and count what was acknowledged.

    python -m tests.server.killing --times 50                   on an SQLite file
    python -m tests.server.killing --times 50 --postgresql      two servers on one PostgreSQL

Twenty tables of bots and scripted people, among them campaigns that go on from table to table. Every person
notes what they sent and what was acknowledged.
A move is sent with the number n of the position it was decided on, so it can only ever be entry n + 1 of that
person's log: an acknowledged move that is not there is lost, an entry that nobody sent is doubled.
"""

import argparse
import asyncio
import os
import random
import signal
import socket
import ssl
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
TABLES = 20
KINDS: list[tuple[str, int, int, Json]] = [
    ("duel", 2, 1, {"lives": 3}),
    ("season0", 2, 1, {"campaign": "evening", "concede": "yes"}),
    ("duel", 3, 2, {"lives": 3}),
    ("relay", 3, 1, {}),
    ("krakow", 4, 1, {"years": 3}),
]  # the game, its seats, how many of them people have (of a campaign one has all), options
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
HURRY = ("concede", "agree", "read", "go-on", "spend-no-more")  # a campaign is to come to many games


def plain_client(**more: Any) -> httpx.AsyncClient:
    """Somebody who comes without TLS, whose certificates take a tenth of a second to read."""
    return httpx.AsyncClient(verify=_NO_CERTIFICATES, **more)


class Server:
    """A process of its own that serves one database, and can be killed."""

    def __init__(self, database_url: str, host: str = "127.0.0.1", inside: Sequence[str] = ()) -> None:
        self.database_url = database_url
        self.host = host
        self.inside = inside  # a command that runs another one somewhere else
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://{host}:{self.port}"
        self.workers = 1
        self.log_level = "error"
        self.journal: Path | None = None  # a file for it; none: stderr
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start, and wait until it answers."""
        environment = {
            **os.environ,
            "SPYRING_SHELF": "tests.server.shelf:games",
            "SPYRING_BOT_DELAY": "0",
            "SPYRING_RATE_FACTOR": "0",
            "SPYRING_SWEEP_SECONDS": "0.5",
            "SPYRING_LOG_LEVEL": self.log_level,
        }
        command = ["-m", "spyring", "serve", "--port", str(self.port), "--database-url", self.database_url]
        command += ["--workers", str(self.workers), "--host", self.host, "--host-name", self.host]
        self.process = await asyncio.create_subprocess_exec(
            *self.inside,
            sys.executable,
            *command,
            env=environment,
            cwd=ROOT,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=None if self.journal is None else self.journal.open("ab"),
        )
        async with plain_client() as client:
            for _try in range(4800):
                try:
                    if (await client.get(f"{self.url}/healthz")).status_code == 200:
                        return
                except httpx.TransportError:
                    assert self.process.returncode is None, "the server does not start"
                await asyncio.sleep(0.05)
        raise AssertionError("the server does not answer")

    async def is_listening(self) -> bool:
        """Whether connections are taken, though perhaps nobody answers yet."""
        with socket.socket() as probe:
            return probe.connect_ex((self.host, self.port)) == 0

    async def stop(self) -> None:
        """With a goodbye, which several workers need."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()

    async def kill(self) -> None:
        """No goodbye."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
            await self.process.wait()


@dataclass
class Attempt:
    """A move that was sent; acknowledged or not."""

    number: int
    move: str
    acknowledged: bool


@dataclass
class Player:
    """A scripted person at one table."""

    table: str
    headers: dict[str, str]
    dice: random.Random
    attempts: list[Attempt] = field(default_factory=list)
    acknowledged: int = 0
    finished: int = 0  # games
    went_on: int = 0  # games of a campaign that began where the one before ended


class Load:
    """All tables, all people, and the servers they talk to."""

    def __init__(self, servers: list[Server], tables: int, seed: int) -> None:
        self.servers = servers
        self.tables = tables
        self.dice = random.Random(seed)
        self.client = plain_client(timeout=5.0)
        self.players: list[Player] = []

    async def ask(self, method: str, path: str, headers: Json | None = None, body: Json | None = None) -> Any:
        """One request to any server; None if nobody answered."""
        server = self.dice.choice(self.servers)
        try:
            answer = await self.client.request(
                method, f"{server.url}/api/v1{path}", headers=headers, json=body
            )
        except httpx.TransportError:
            return None
        assert answer.status_code < 500, answer.text
        return answer

    async def set_up(self) -> None:
        """Every kind of table in turn."""
        for index in range(self.tables):
            game, seats, people, options = KINDS[index % len(KINDS)]
            rest = list(range(people, seats))
            others: Json = {"bots": dict.fromkeys(rest, "random")}
            if "campaign" in options:
                others = {"seat": 0, "also": rest}
            table = ""
            for seat in range(people):
                guest = await self.ask("POST", "/guests?token=true", body={"name": f"P{index}"})
                headers = {"Authorization": f"Bearer {guest.json()['token']}"}
                if seat == 0:
                    asked = {"game": game, "seats": seats, "options": options, **others}
                    table = (await self.ask("POST", "/tables", headers, asked)).json()["id"]
                else:
                    await self.ask("POST", f"/tables/{table}/join", headers, {})
                self.players.append(Player(table, headers, random.Random(index * 10 + seat)))

    async def play(self, player: Player, ending: asyncio.Event) -> None:
        """Play on at a table, whatever happens to the servers."""
        path = f"/tables/{player.table}"
        while not ending.is_set():
            answer = await self.ask("GET", f"{path}/position?since=999999", player.headers)
            position = None if answer is None else answer.json()
            if position is None or position["seat"] not in position["deciders"]:
                if position is not None and position["status"] == "over":
                    await self.again(player)
                    path = f"/tables/{player.table}"
                await asyncio.sleep(0.05)
                continue
            moves = [move["text"] for move in position["legal"]]
            hurried = [move for move in moves if move in HURRY and position["game"] == "season0"]
            move = player.dice.choice(hurried or moves)
            attempt = Attempt(position["number"], move, False)
            player.attempts.append(attempt)
            body = {"number": attempt.number, "move": move}
            answer = await self.ask("POST", f"{path}/moves", player.headers, body)
            if answer is not None and answer.status_code == 200:
                attempt.acknowledged = True
                player.acknowledged += 1
            elif answer is not None:
                assert answer.status_code in (409, 422), answer.text
                player.attempts.remove(attempt)
            await asyncio.sleep(player.dice.uniform(0.0, 0.1))

    async def again(self, player: Player) -> None:
        """The game is over: see that nothing of it is missing, and on to the next one."""
        await self.check(player)
        left = await self.campaign(player)
        goes_on = left is not None and left["next"] is not None
        answer = await self.ask(
            "POST", f"/tables/{player.table}/rematch", player.headers, {"campaign": goes_on}
        )
        if answer is not None and answer.status_code == 200:
            player.table = answer.json()["id"]
            player.attempts = []
            player.finished += 1
            if left is not None and goes_on:
                found = await self.campaign(player)
                assert found is not None
                assert found["games"] == left["games"] + 1
                assert [found["month"], found["attempt"]] == left["next"]
                if found["month"] != left["month"]:  # the objectives of a month go with it
                    gone = left["destroyed"]["objectives"]
                    assert found["destroyed"]["objectives"][: len(gone)] == gone
                    found["destroyed"]["objectives"] = gone
                # The prologue is evaluated, and written down nowhere.
                left["calendar"] = [row for row in left["calendar"] if row["month"] != "prologue"]
                for part in ("opened", "calendar", "destroyed", "funding", "aliases"):
                    assert found[part] == left[part], f"{part} did not outlive the game"
                player.went_on += 1

    async def campaign(self, player: Player) -> Json | None:
        """What everybody sees of the campaign at a table, if it is one."""
        for _try in range(1200):
            answer = await self.ask("GET", f"/tables/{player.table}/position", player.headers)
            if answer is not None:
                found: Json | None = answer.json()["view"]["table"].get("campaign")
                return found
            await asyncio.sleep(0.05)
        raise AssertionError("nobody answers")

    async def check(self, player: Player) -> None:
        """Nothing acknowledged is lost, nothing is there twice."""
        answer = None
        while answer is None:
            table, attempts = player.table, player.attempts
            acknowledged = [attempt for attempt in attempts if attempt.acknowledged]
            answer = await self.ask("GET", f"/tables/{table}/position", player.headers)
        log = answer.json()["log"]
        assert [entry["number"] for entry in log] == list(range(len(log)))
        stored = {entry["number"] - 1: entry["move"] for entry in log if entry["yours"]}
        for attempt in acknowledged:
            assert stored.get(attempt.number) == attempt.move, f"lost: {attempt}"
        sent = {(attempt.number, attempt.move) for attempt in attempts}
        for item in stored.items():
            has_subscribers = item[1] == "agree"  # with another seat of the same person
            assert item in sent or has_subscribers, f"nobody sent this: {item}"


@asynccontextmanager
async def running(database_url: str, count: int) -> AsyncIterator[list[Server]]:
    """Servers that are gone afterwards, whatever happens."""
    servers = [Server(database_url) for _server in range(count)]
    try:
        for server in servers:
            await server.start()
        yield servers
    finally:
        for server in servers:
            await server.kill()


async def soak(database_url: str, times: int, count: int, tables: int = TABLES, seed: int = 1) -> str:
    """Kill ``times`` times one of ``count`` servers; returns one line about what was seen."""
    async with running(database_url, count) as servers:
        load = Load(servers, tables, seed)
        await load.set_up()
        ending = asyncio.Event()
        people = [asyncio.create_task(load.play(player, ending)) for player in load.players]
        try:
            for _kill in range(times):
                await asyncio.sleep(load.dice.uniform(0.2, 1.5))
                victim = load.dice.choice(servers)
                await victim.kill()
                await victim.start()
                for player in load.players:
                    await load.check(player)
                for task in people:
                    if task.done():
                        task.result()
            await goes_on(load)
        finally:
            ending.set()
            await asyncio.gather(*people)
            for player in load.players:
                await load.check(player)
            await load.client.aclose()
    acknowledged = sum(player.acknowledged for player in load.players)
    finished = sum(player.finished for player in load.players)
    went_on = sum(player.went_on for player in load.players)
    return (
        f"{times} kills, {acknowledged} moves acknowledged, none lost or doubled; "
        f"{finished} games finished, {went_on} of a campaign followed by the next, "
        f"all {tables} tables went on"
    )


async def goes_on(load: Load) -> None:
    """At every table another move is made, or another game begins."""
    before = [(player.acknowledged, player.finished) for player in load.players]
    until = time.monotonic() + 600  # a starved machine is no fault of a server
    standing = len(load.players)
    while standing and time.monotonic() < until:
        await asyncio.sleep(0.1)
        now = [(player.acknowledged, player.finished) for player in load.players]
        standing = sum(old == new for old, new in zip(before, now, strict=True))
    assert not standing, f"{standing} people wait in vain"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.postgresql:
            from tests.server.conftest import a_postgresql

            with a_postgresql() as url:
                print("PostgreSQL:", asyncio.run(soak(url, given.times, 2, seed=given.seed)))
        else:
            url = f"sqlite:///{folder}/table.db"
            print("SQLite:", asyncio.run(soak(url, given.times, 1, seed=given.seed)))


if __name__ == "__main__":
    main()
