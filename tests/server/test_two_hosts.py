"""Workers on two hosts with nothing in common but a PostgreSQL: any of them serves any table, streams follow,
and a whole host may go from one moment to the next.

A host is a network namespace of its own with a cable to this one, over which it reaches the database. By day
two servers on this machine stand for them.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.night import NIGHT
from tests.server.conftest import new_database
from tests.server.harness import until
from tests.server.killing import Load, Player, Server, goes_on, running
from tests.server.test_restart import Listener

HAS_NAMESPACES: Final = shutil.which("ip") is not None and hasattr(os, "geteuid") and os.geteuid() == 0
TABLES: Final = 5  # one of each kind
PLAYED_SECONDS: Final = 12.0
SILENCE_SECONDS: Final = 20.0  # after which a listener tries another host; a stream beats more often

pytestmark = pytest.mark.anyio


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


class Host:
    """A machine of its own, as far as the network goes."""

    def __init__(self, number: int) -> None:
        self.name = f"spyring-{os.getpid()}-{number}"
        self.cable = f"spy{os.getpid() % 100_000}n{number}"
        net = f"10.231.{os.getpid() % 120 * 2 + number}"
        self.gateway, self.address = f"{net}.1", f"{net}.2"
        ip("netns", "add", self.name)
        ip("link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("addr", "add", f"{self.gateway}/24", "dev", self.cable)
        ip("link", "set", self.cable, "up")
        ip("-n", self.name, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for device in ("eth0", "lo"):
            ip("-n", self.name, "link", "set", device, "up")

    def server(self, database: str, folder: Path) -> Server:
        """A server here, with temporary files of its own."""
        mine = folder / self.name
        mine.mkdir()
        inside = ["ip", "netns", "exec", self.name, "env", f"TMPDIR={mine}"]
        return Server(database, self.address, inside)

    async def fail(self) -> None:
        """The cable first, so that nobody is told: no connection is closed."""
        ip("link", "set", self.cable, "down")
        self.end()

    def end(self) -> None:
        """Everything that runs here."""
        found = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=True)
        for pid in map(int, found.stdout.split()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def remove(self) -> None:
        """As if it had never been."""
        self.end()
        ip("netns", "del", self.name)  # and its end of the cable, and so the cable


@asynccontextmanager
async def reached(host: Host, socket: str) -> AsyncIterator[int]:
    """A port of the gateway at which a host finds the database that has a socket here."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(1 << 16):
                writer.write(some)
                await writer.drain()
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(socket)
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    relay = await asyncio.start_server(connect, host.gateway, 0)
    yield int(relay.sockets[0].getsockname()[1])
    relay.close()


class Roaming(Listener):
    """A page that comes back to another host when the one it listens to is silent."""

    def __init__(self, urls: list[str], headers: dict[str, str]) -> None:
        super().__init__(urls[0], headers)
        self.urls = cycle(urls)
        self.numbers: defaultdict[str, set[int]] = defaultdict(set)
        self.patience = SILENCE_SECONDS

    def note(self, position: Any) -> None:
        self.numbers[position["table"]] |= {entry["number"] for entry in position.get("log", ())}

    async def try_next(self) -> None:
        self.url = next(self.urls)
        await asyncio.sleep(0.1)


async def has_heard_all(load: Load, player: Player, listener: Roaming) -> bool:
    """Whether a listener has heard of every entry since the first that it heard of at this table."""
    answer = await load.ask("GET", f"/tables/{player.table}/position", player.headers)
    heard = listener.numbers[player.table]
    if answer is None or not heard:
        return False
    last = answer.json()["log"][-1]["number"]
    return set(range(min(heard), last)) <= heard


async def test_one_of_two_servers_may_go_while_games_are_played(postgresql: str) -> None:
    async with running(new_database(postgresql), 2) as servers:
        await play_and_fail(servers[0].kill, servers)


@pytest.mark.skipif(not NIGHT, reason="a silent host is missed after a while")
@pytest.mark.skipif(not HAS_NAMESPACES, reason="namespaces of the network need root")
async def test_a_whole_host_may_go_while_games_are_played(postgresql: str, tmp_path: Path) -> None:
    database = new_database(postgresql)
    socket = str(next(Path(database.partition("host=")[2]).glob(".s.PGSQL.*[0-9]")))
    name = database.partition("?")[0].rpartition("/")[2]
    hosts = [Host(number) for number in range(2)]
    try:
        async with reached(hosts[0], socket) as one, reached(hosts[1], socket) as other:
            urls = [
                f"postgresql://postgres@{host.gateway}:{port}/{name}"
                for host, port in zip(hosts, (one, other), strict=True)
            ]
            with tempfile.TemporaryDirectory(prefix="hosts") as folder:
                servers = [host.server(url, Path(folder)) for host, url in zip(hosts, urls, strict=True)]
                await asyncio.gather(*(server.start() for server in servers))
                await play_and_fail(hosts[0].fail, servers, PLAYED_SECONDS)
    finally:
        for host in hosts:
            host.remove()


async def play_and_fail(
    fail: Callable[[], Awaitable[None]], servers: list[Server], played_seconds: float = 0.0
) -> None:
    """Every request goes to any of the servers; the first of them fails, perhaps with its host."""
    load = Load(list(servers), TABLES, seed=7)
    load.client.timeout = httpx.Timeout(60.0)
    await load.set_up()
    load.client.timeout = httpx.Timeout(10.0)  # for who asks the host that is gone
    ending = asyncio.Event()
    player = load.players[-1]
    listener = Roaming([server.url for server in servers], player.headers)
    listening = asyncio.create_task(listener.listen())
    people = [asyncio.create_task(load.play(player, ending)) for player in load.players]

    async def has_opened() -> bool:
        return listener.opened > 0

    try:
        await goes_on(load)
        await asyncio.sleep(played_seconds)
        await until(has_opened)
        await fail()
        del load.servers[0]
        await goes_on(load)
    finally:
        ending.set()
        await asyncio.gather(*people)
    for one in load.players:
        await load.check(one)
    patience = time.monotonic() + 600
    while not await has_heard_all(load, player, listener):
        assert time.monotonic() < patience, "the stream has not followed"
        await asyncio.sleep(0.2)
    assert listener.opened > 1
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening
    await load.client.aclose()
