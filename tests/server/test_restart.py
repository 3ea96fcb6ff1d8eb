"""A server that restarts while people play: no acknowledged move and no event is lost."""

import asyncio
import json
import os
import signal
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import httpx
import pytest
import uvicorn
from uvicorn.supervisors.multiprocess import SIGNALS, Process

from spyring.cli.listening import serve_on
from spyring.cli.reloading import RELOAD
from spyring.cli.serve import reread
from spyring.cli.supervising import Supervisor
from spyring.server.core.settings import Settings
from tests.server.conftest import new_database
from tests.server.harness import new_file, until
from tests.server.killing import Server, plain_client, running

pytestmark = pytest.mark.anyio


async def fresh(method: str, url: str, **asked: Any) -> Any:
    """One request on a connection of its own, which must be taken; None if a bot was faster. Who has come and
    not asked yet when the server ends is hung up on without an answer, and asks again as browsers do.
    """
    async with plain_client(timeout=60.0) as client:
        try:
            answer = await client.request(method, url, **asked)
        except (httpx.ReadError, httpx.RemoteProtocolError):
            answer = await client.request(method, url, **asked)
    assert answer.status_code in (200, 201, 409), answer.text
    return None if answer.status_code == 409 else answer.json()


class Listener:
    """A page that listens, and comes back with what it heard last; what it heard of one table."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.url, self.headers = url, headers
        self.heard: list[int] = []
        self.opened = 0
        self.refused = 0
        self.patience = 60.0  # with a stream that is silent

    async def listen(self) -> None:
        last: dict[str, str] = {}
        while True:
            try:
                async with (
                    plain_client(timeout=self.patience) as client,
                    client.stream("GET", f"{self.url}/api/v1/stream", headers=self.headers | last) as answer,
                ):
                    self.opened += 1
                    async for line in answer.aiter_lines():
                        name, _colon, value = line.partition(": ")
                        if name == "id":
                            last = {"Last-Event-ID": value}
                        elif name == "data" and "number" in value:
                            self.note(json.loads(value))
            except httpx.ConnectError:
                self.refused += 1
            except httpx.TransportError:
                pass
            await self.try_next()

    async def try_next(self) -> None:
        """Where to listen now."""

    def note(self, position: Any) -> None:
        self.heard += [entry["number"] for entry in position.get("log", ())]


async def play_through(server: Server, restart: Any) -> tuple[list[str], list[str], Listener]:
    """Make moves one after another while the server restarts; returns the acknowledged moves, the stored
    moves, and the listener.
    """
    api = f"{server.url}/api/v1"
    people = [await fresh("POST", f"{api}/guests?token=true", json={"name": name}) for name in ("Ann", "Bob")]
    headers = [{"Authorization": f"Bearer {person['token']}"} for person in people]
    asked = {"game": "krakow", "seats": 4, "bots": {"2": "random", "3": "random"}, "options": {"years": 3}}
    table = (await fresh("POST", f"{api}/tables", json=asked, headers=headers[0]))["id"]
    await fresh("POST", f"{api}/tables/{table}/join", json={}, headers=headers[1])
    listener = Listener(server.url, headers[0])
    listening = asyncio.create_task(listener.listen())
    restarting = asyncio.create_task(restart())
    acknowledged: list[str] = []
    while not restarting.done() or len(acknowledged) < 12:
        for mine in headers:
            here = await fresh("GET", f"{api}/tables/{table}/position?since=999999", headers=mine)
            if here["seat"] in here["deciders"]:
                body = {"number": here["number"], "move": here["legal"][0]["text"]}
                if await fresh("POST", f"{api}/tables/{table}/moves", json=body, headers=mine) is not None:
                    acknowledged.append(body["move"])
        await asyncio.sleep(0.1)
    await restarting
    whole = await fresh("GET", f"{api}/tables/{table}/position", headers=headers[0])
    other = await fresh("GET", f"{api}/tables/{table}/position", headers=headers[1])
    stored = [entry["move"] for seen in (whole, other) for entry in seen["log"] if entry["yours"]]
    for _wait in range(600):
        if whole["log"][-1]["number"] in listener.heard:
            break
        await asyncio.sleep(0.05)
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening
    assert set(range(2, whole["log"][-1]["number"])) <= set(listener.heard)  # it has missed nothing
    return acknowledged, stored, listener


async def test_a_single_worker_restarts_in_place(tmp_path: Path) -> None:
    async with running(new_file(tmp_path / "table.db"), 1) as (server,):
        process = server.process
        assert process is not None

        async def restart() -> None:
            await asyncio.sleep(0.5)
            process.send_signal(signal.SIGHUP)
            for _wait in range(1200):  # its streams are closed first
                if layout_of(process.pid) != before:
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("it is not started again")

        before = layout_of(process.pid)
        acknowledged, stored, listener = await play_through(server, restart)
        assert process.returncode is None
        assert not Counter(acknowledged) - Counter(stored)
        assert (listener.refused, listener.opened > 1) == (0, True)


async def test_a_reload_during_a_start_or_a_reload_happens_afterwards(tmp_path: Path) -> None:
    server = Server(new_file(tmp_path / "table.db"))
    journal = server.journal = tmp_path / "journal"
    server.log_level = "info"

    async def starts(count: int) -> bool:
        assert process is not None
        assert process.returncode is None
        return journal.read_text().count("Started server process") == count

    starting = asyncio.create_task(server.start())
    try:
        await until(server.is_listening)  # but it does not serve yet
        process = server.process
        assert process is not None
        process.send_signal(signal.SIGHUP)
        await until(lambda: starts(2))
        before = layout_of(process.pid)
        await starting
        process.send_signal(signal.SIGHUP)
        await until(lambda: is_replaced(process.pid, before))
        process.send_signal(signal.SIGHUP)
        await until(lambda: starts(4))
        async with plain_client(timeout=60.0) as client:
            assert (await client.get(f"{server.url}/livez")).status_code == 200
    finally:
        starting.cancel()
        await server.kill()


async def test_a_reload_takes_new_settings_and_refuses_invalid_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "spyring.toml"
    file.write_text('banner = "Old banner."\n')
    monkeypatch.setenv("SPYRING_SETTINGS", str(file))
    server = Server(new_file(tmp_path / "table.db"))
    journal = server.journal = tmp_path / "journal"
    try:
        await server.start()
        process = server.process
        assert process is not None

        async def shown() -> str:
            async with plain_client(timeout=60.0) as client:
                return (await client.get(f"{server.url}/")).text

        async def is_new() -> bool:
            with suppress(httpx.TransportError):  # of the old server, which ends
                return "New banner." in await shown()
            return False

        async def is_refused() -> bool:
            said = [
                json.loads(line)["message"] for line in journal.read_text().splitlines() if line[:1] == "{"
            ]
            return any(
                "spyring.toml: guests cannot be “maybe”. The server continues" in line for line in said
            )

        assert "Old banner." in await shown()
        file.write_text('banner = "New banner."\nclub_notice = "Fridays."\nregistration = "closed"\n')
        process.send_signal(signal.SIGHUP)
        await until(is_new)
        assert "Fridays." in await shown()
        async with plain_client(timeout=60.0) as client:
            known = await client.get(f"{server.url}/api/v1/registration")
        assert known.json()["registration"] == "closed"
        before = layout_of(process.pid)
        file.write_text('guests = "maybe"\n')
        process.send_signal(signal.SIGHUP)
        await until(is_refused)
        assert await is_new()
        assert layout_of(process.pid) == before
    finally:
        await server.kill()


def test_several_workers_take_new_settings_and_name_those_that_need_a_restart(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    used = Settings(database_url="postgresql://one/db")
    before = {**os.environ, "SPYRING_DATABASE_URL": "postgresql://two/db", "SPYRING_BANNER": "Soon."}
    monkeypatch.setattr(os, "environ", dict(os.environ))
    caplog.set_level("WARNING", "spyring.server")
    assert reread(Settings.given, before, used)
    assert os.environ["SPYRING_DATABASE_URL"] == used.database_url
    assert os.environ["SPYRING_BANNER"] == "Soon."
    assert caplog.messages == ["database_url has changed. Restart the server to use it."]
    assert not reread(Settings.given, before | {"SPYRING_GUESTS": "maybe"}, used)
    assert "SPYRING_GUESTS cannot be “maybe”. The server continues" in caplog.messages[-1]


def test_workers_stay_if_the_new_settings_are_invalid(supervisor: Supervisor) -> None:
    restarted = supervisor.restart_all = Mock()  # type: ignore[method-assign]
    supervisor._reread = lambda: False
    supervisor.handle_hup()
    assert not restarted.called
    supervisor._reread = lambda: True
    supervisor.handle_hup()
    assert restarted.called


@pytest.mark.parametrize("asked", [False, True])
def test_workers_reload_after_a_start_during_which_that_was_asked(
    asked: bool, supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = [0]
    monkeypatch.setattr(RELOAD, "asked", asked)
    monkeypatch.setattr(Supervisor, "run", lambda self: queued.append(len(self.signal_queue)))
    with socket.socket() as listening:
        serve_on(listening, "nowhere:app", workers=2, before={}, reread=lambda: True)
    assert queued[-1] == asked


async def is_replaced(pid: int, before: str) -> bool:
    return layout_of(pid) != before


def layout_of(pid: int) -> str:
    """What tells a program from the one before in the same process: where the system has laid it out."""
    return Path(f"/proc/{pid}/auxv").read_bytes().hex()


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    """One whose workers never answer: they are starting, or were killed when they were asked."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    found = Supervisor(uvicorn.Config("nowhere:app", workers=2, timeout_worker_healthcheck=300), [])
    found.processes = [Process(found.config, []) for _worker in range(2)]
    for pid, worker in enumerate(found.processes):
        worker.process = Mock(pid=pid, exitcode=None)
    yield found
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_dead_worker_is_replaced_while_another_one_does_not_answer(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent, dead = supervisor.processes
    monkeypatch.setattr(dead.process, "is_alive", lambda: False)
    waited = Mock(return_value=True)  # as if an answer had come in the end
    monkeypatch.setattr(Process, "ping", waited)
    monkeypatch.setattr(Process, "start", Mock())
    supervisor.keep_subprocess_alive()
    assert supervisor.processes[0] is silent
    assert supervisor.processes[1] is not dead
    assert not waited.called


def test_a_worker_that_hangs_is_replaced_when_its_time_is_up(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lively, hanging = supervisor.processes
    monkeypatch.setattr(Process, "start", Mock())
    supervisor.keep_subprocess_alive()
    assert supervisor.processes[1] is hanging
    supervisor.config.timeout_worker_healthcheck = 0
    supervisor.keep_subprocess_alive()
    assert supervisor.processes[1] is not hanging


async def test_several_workers_restart_one_after_another(postgresql: str) -> None:
    server = Server(new_database(postgresql))
    server.workers = 2
    try:
        await server.start()
        process = server.process
        assert process is not None

        def workers() -> set[int]:
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
            return {int(child) for child in children.split()}

        before = workers()

        async def restart() -> None:
            process.send_signal(signal.SIGHUP)
            for _wait in range(12000):
                if len(workers() - before) >= 2 and not any(
                    os.path.exists(f"/proc/{p}") for p in before - keep
                ):
                    return
                await asyncio.sleep(0.05)
            raise AssertionError("they are not started again")

        keep = {pid for pid in before if b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()}
        acknowledged, stored, listener = await play_through(server, restart)
        assert not Counter(acknowledged) - Counter(stored)
        assert listener.refused == 0
    finally:
        await server.stop()
