"""Moves at different tables go to the disk together, and nobody is answered before it has them."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from spyring.server.core.storage.sqlite import SqliteGateway, Work
from spyring.server.core.storage.statements import NO_VALUES, Step, WriteConflict
from tests.server.harness import new_file, open_harness, settings_for

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "lines.db"
    with sqlite3.connect(found) as connection:
        connection.execute("CREATE TABLE lines (text TEXT UNIQUE)")
    connection.close()
    return found


def lines(file: Path) -> list[str]:
    """What another connection finds on the disk."""
    connection = sqlite3.connect(file)
    found = [text for (text,) in connection.execute("SELECT text FROM lines ORDER BY text")]
    connection.close()
    return found


def line(name: str) -> list[Step]:
    """Something to write."""
    return [(text("INSERT INTO lines VALUES (:line)"), {"line": name})]


@pytest.fixture
async def gateway(file: Path) -> AsyncIterator[SqliteGateway]:
    found = SqliteGateway(f"sqlite:///{file}", file, read_only=False)
    yield found
    await found.close()


def noted(gateway: SqliteGateway, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many wrote together, transaction by transaction."""
    groups: list[int] = []
    together = gateway._commit_group

    def commit(works: list[Work]) -> list[int | Exception]:
        groups.append(len(works))
        return together(works)

    monkeypatch.setattr(gateway, "_commit_group", commit)
    return groups


async def settled() -> None:
    for _turn in range(20):
        await asyncio.sleep(0)


async def test_moves_that_arrive_while_the_disk_is_busy_share_a_commit(
    file: Path, gateway: SqliteGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    await gateway.turn.acquire()  # somebody else writes
    writing = [asyncio.create_task(gateway.write(line(name))) for name in "abcde"]
    await settled()
    assert not any(task.done() for task in writing)  # nobody is answered before the disk has it
    assert lines(file) == []
    groups = noted(gateway, monkeypatch)
    gateway.turn.release()
    await asyncio.gather(*writing)
    assert groups == [5]
    assert lines(file) == ["a", "b", "c", "d", "e"]


async def test_a_writer_who_has_gone_takes_nobody_along(file: Path, gateway: SqliteGateway) -> None:
    await gateway.turn.acquire()
    writing = [asyncio.create_task(gateway.write(line(name))) for name in "ab"]
    await settled()
    writing[0].cancel()
    gateway.turn.release()
    assert await writing[1] == 1
    assert "b" in lines(file)


async def test_what_cannot_be_written_is_taken_out_alone(file: Path, gateway: SqliteGateway) -> None:
    results = await asyncio.gather(
        *(gateway.write(line(name)) for name in ("a", "a", "b")), return_exceptions=True
    )
    assert [type(result) for result in results] == [int, IntegrityError, int]
    assert lines(file) == ["a", "b"]


async def test_a_guarded_write_that_touches_no_row_stores_nothing(file: Path, gateway: SqliteGateway) -> None:
    gone = (text("DELETE FROM lines WHERE text = 'gone'"), NO_VALUES)
    with pytest.raises(WriteConflict):
        await gateway.write([*line("a"), gone], guarded=True)
    assert lines(file) == []


async def test_a_failing_disk_acknowledges_nothing(file: Path, gateway: SqliteGateway) -> None:
    await gateway.write([*line("a"), (text("PRAGMA busy_timeout=0"), NO_VALUES)])  # nobody is waited for
    blocked = sqlite3.connect(file, isolation_level=None)
    blocked.execute("BEGIN IMMEDIATE")  # nobody else can write
    results = await asyncio.gather(
        *(gateway.write(line(name)) for name in ("b", "c")), return_exceptions=True
    )
    assert all(isinstance(result, sqlite3.OperationalError) for result in results)
    with pytest.raises(sqlite3.OperationalError):
        async with gateway.transaction():
            pass
    blocked.execute("ROLLBACK")
    blocked.close()
    await gateway.write(line("d"))  # and it still works
    assert lines(file) == ["a", "d"]


async def test_a_connection_that_is_lost_loses_its_group_only(
    file: Path, gateway: SqliteGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose() -> None:
        assert gateway._connection is not None
        gateway._connection.close()
        raise OSError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr(gateway, "_commit", lose)
        with pytest.raises(OSError, match="the disk is gone"):
            await gateway.write(line("lost"))
    await gateway.write(line("later"))
    assert lines(file) == ["later"]


async def test_a_transaction_that_is_given_up_leaves_nothing(file: Path, gateway: SqliteGateway) -> None:
    async def write() -> None:
        async with gateway.transaction() as transaction:
            for statement, values in line("a"):
                await transaction.execute(statement, values)
            await asyncio.Event().wait()

    writing = asyncio.create_task(write())
    while not (gateway._connection and gateway._connection.in_transaction):
        await asyncio.sleep(0.005)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await gateway.write(line("b"))
    assert lines(file) == ["b"]


async def test_moves_at_several_tables_are_one_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as harness:
        tables = [await harness.table("duel", "Ann", "Bob") for _table in range(4)]
        gateway = harness.services.database.gateway
        assert isinstance(gateway, SqliteGateway)
        groups = noted(gateway, monkeypatch)
        await gateway.turn.acquire()
        playing = [asyncio.create_task(ann.play(table, "draw", 0)) for table, (ann, _bob) in tables]
        while len(gateway._waiting) < len(tables):
            await asyncio.sleep(0.005)
        assert not any(task.done() for task in playing)
        shown = [live.length for live in harness.services.live_tables.cache]
        assert shown == [0] * 4  # nor is it shown to anybody
        gateway.turn.release()
        await asyncio.gather(*playing)
        assert groups == [4]


async def test_a_move_writes_few_pages(tmp_path: Path) -> None:
    """The row of its table, its entry and where that is found; no index of all tables."""
    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as harness:
        ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
        made = await ann.make("duel", seats=2, public=False)
        await bob.post(f"/tables/{made['id']}/join", {"code": made["invitation"]})
        grown = []
        for number, guest in enumerate((ann, bob, ann)):
            before = (tmp_path / "table.db-wal").stat().st_size
            await guest.play(made["id"], "draw", number)
            grown.append((tmp_path / "table.db-wal").stat().st_size - before)
        assert 0 < min(grown) <= 3 * (4096 + 24)
