"""What cannot be stored is not acknowledged: a full disk, a file that was taken away, one that is empty."""

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlalchemy import text

from spyring.server.core.storage.files import BadDatabase
from spyring.server.core.storage.statements import Step
from tests.server.conftest import new_database, statement
from tests.server.harness import Guest, open_harness, settings_for

pytestmark = pytest.mark.anyio

LONGEST_PAUSE = 60.0  # seconds, in which all work in the background comes round


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/table.db"


async def a_move(guests: list[Guest], table: str, status: int = 200) -> str:
    """The deciding player draws; returns the reason of a refusal."""
    position = await guests[0].position(table)
    (seat, *_others) = position["deciders"]
    answer = await guests[seat].play(table, "draw", position["number"], status)
    return str(answer.get("detail", ""))


async def test_a_full_disk_is_reported_to_the_player_and_once_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_harness(settings_for(url(tmp_path))) as harness:
        table, guests = await harness.table("duel", "Ann", "Bob")
        await a_move(guests, table)
        gateway = harness.services.database.gateway
        write = gateway.write

        async def full(steps: Sequence[Step], guarded: bool = False) -> int:
            if guarded:
                raise sqlite3.OperationalError("database or disk is full")
            return await write(steps)

        with monkeypatch.context() as patch:
            patch.setattr(gateway, "write", full)
            for _again in range(3):
                assert "Your move was not made" in await a_move(guests, table, 503)
                await harness.services.table_store.heartbeat()  # for which there is room
        assert (await guests[0].position(table))["number"] == 1
        said = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert [record.message for record in said] == ["the database cannot store"]
        assert said[0].exc_info is None
        await a_move(guests, table)
        assert "the database can store again" in [record.message for record in caplog.records]


async def test_a_database_that_goes_away_is_one_line_and_its_return_another(
    postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    address = new_database(postgresql)
    name = address.partition("?")[0].rpartition("/")[2]
    async with open_harness(settings_for(address)) as harness:
        table, guests = await harness.table("duel", "Ann", "Bob")
        await a_move(guests, table)
        caplog.clear()
        let_in(postgresql, name, False)
        for _round in range(5):  # also for all work in the background
            await guests[0].get(f"/tables/{table}", 503)
            for move in (guests[0].play, guests[1].play):
                await move(table, "draw", 1, 503)
            harness.time.move(LONGEST_PAUSE)
            await asyncio.sleep(0.05)
        assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == [
            "the database cannot store"
        ]
        assert all(record.exc_info is None for record in caplog.records)
        caplog.clear()
        let_in(postgresql, name, True)
        for _round in range(3):
            await a_move(guests, table)
            harness.time.move(harness.services.settings.sweep_seconds)
            await asyncio.sleep(0.05)
        assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == [
            "the database can store again"
        ]


def let_in(server: str, name: str, allowed: bool) -> None:
    """Open a PostgreSQL database, or close it and throw everybody out."""
    statement(server, f"ALTER DATABASE {name} ALLOW_CONNECTIONS {str(allowed).lower()};")
    if not allowed:
        statement(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}';")


def remove(file: Path) -> None:
    os.remove(file)


def move_away(file: Path) -> None:
    os.rename(file, f"{file}.away")


def replace(file: Path) -> None:
    content = file.read_bytes()
    os.remove(file)
    file.write_bytes(content)


@pytest.mark.parametrize("take", [remove, move_away, replace])
@pytest.mark.parametrize("companion", ["", "-wal"], ids=["file", "wal"])
async def test_nothing_is_acknowledged_after_the_file_was_taken_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, take: Callable[[Path], None], companion: str
) -> None:
    async with open_harness(settings_for(url(tmp_path))) as harness:
        table, guests = await harness.table("duel", "Ann", "Bob")
        for _move in range(3):
            await a_move(guests, table)
        take(tmp_path / f"table.db{companion}")
        assert "Your move was not made" in await a_move(guests, table, 503)
        assert "was taken away" in caplog.text
        await guests[0].post(f"/tables/{table}/chat", {"text": "Hello?"}, 503)
        harness.time.move(60)
        assert (await harness.stranger().get("/healthz")).status_code == 503
        assert caplog.text.count("was taken away") <= 2  # what is wrong, and that nothing is stored
    if companion and take is not replace:  # what was acknowledged is in the file
        async with open_harness(settings_for(url(tmp_path))) as harness:
            assert (await harness.services.live_tables.find(table)).length == 3


async def test_an_empty_file_where_games_were_is_no_new_server(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    async with open_harness(settings_for(url(tmp_path))) as harness:
        await harness.guest("Ann")
    kept = file.read_bytes()
    for empty in (lambda: file.write_bytes(b""), file.unlink):
        empty()
        with pytest.raises(BadDatabase, match=r"is (empty|gone), though a server has used it"):
            async with open_harness(settings_for(url(tmp_path))):
                pass
        assert not file.exists() or file.stat().st_size == 0
    file.write_bytes(kept)
    async with open_harness(settings_for(url(tmp_path))):
        pass
    for beside in (file, tmp_path / "table.db.lock"):
        beside.unlink()
    async with open_harness(settings_for(url(tmp_path))):  # as it was told
        pass


async def test_a_first_start_that_was_killed_is_no_loss(tmp_path: Path) -> None:
    for name in ("table.db", "table.db.lock"):
        (tmp_path / name).touch()
    async with open_harness(settings_for(url(tmp_path))) as harness:
        await harness.guest("Ann")
        await asyncio.sleep(0)


WITHOUT_ASYNCPG = """
import asyncio, sys

sys.modules["asyncpg"] = None  # as if it were not installed
from tests.server.harness import open_harness, settings_for

async def play():
    async with open_harness(settings_for(sys.argv[1])) as harness:
        table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
        await ann.play(table, "draw")

asyncio.run(play())
"""


def test_a_server_on_sqlite_needs_no_asyncpg(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_ASYNCPG, url(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": ":".join(sys.path)}
    )
    assert done.returncode == 0, done.stderr


async def test_a_job_that_is_stopped_while_it_writes_ends(postgresql: str) -> None:
    """A cancelled statement closes its connection; undoing its transaction must not hide the cancellation, or
    a server would wait for its jobs for ever.
    """
    async with open_harness(settings_for(new_database(postgresql))) as harness:
        database = harness.services.database
        begun = asyncio.Event()

        async def write() -> None:
            async with database.writing() as connection:
                begun.set()
                await connection.rows(text("SELECT pg_sleep(600)"))

        writing = asyncio.create_task(write())
        await begun.wait()
        await asyncio.sleep(0.1)  # the statement is on its way; also if not, the task must end
        writing.cancel()
        await asyncio.wait([writing])
        assert writing.cancelled()
