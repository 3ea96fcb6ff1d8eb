"""Moves at different tables go to the disk together, and nobody is answered before it has them."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from spyring.server.core.storage.group_commit import GroupCommit
from tests.server.harness import Harness, new_file, open_harness, settings_for

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


class Writer:
    """Something to write, which notes in which transaction it was."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.with_others = 0

    def __call__(self, connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO lines VALUES (?)", (self.text,))
        self.with_others = connection.execute("SELECT count(*) FROM lines").fetchone()[0]


def impatient(connection: sqlite3.Connection) -> None:
    """From now on nobody is waited for."""
    connection.execute("PRAGMA busy_timeout=0")


async def settled() -> None:
    for _turn in range(20):
        await asyncio.sleep(0)


async def test_what_comes_while_the_disk_is_busy_is_written_together(file: Path) -> None:
    turn = asyncio.Lock()
    group_commit = GroupCommit(file, turn)
    await turn.acquire()  # somebody else writes
    works = [Writer(name) for name in "abcde"]
    writing = [asyncio.create_task(group_commit.write(work)) for work in works]
    await settled()
    assert not any(task.done() for task in writing)  # nobody is answered before the disk has it
    assert lines(file) == []
    commits: list[str] = []
    together = group_commit._commit

    def noted(group: list[Writer]) -> list[Exception | None]:
        commits.append("".join(work.text for work in group))
        return together(group)  # type: ignore[arg-type]

    group_commit._commit = noted  # type: ignore[method-assign, assignment]
    turn.release()
    await asyncio.gather(*writing)
    assert commits == ["abcde"]
    assert lines(file) == ["a", "b", "c", "d", "e"]
    await group_commit.close()


async def test_what_cannot_be_written_is_taken_out_alone(file: Path) -> None:
    group_commit = GroupCommit(file, asyncio.Lock())
    results = await asyncio.gather(
        *(group_commit.write(Writer(name)) for name in ("a", "a", "b")), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), sqlite3.IntegrityError, type(None)]
    assert lines(file) == ["a", "b"]
    await group_commit.close()


async def test_if_the_disk_fails_nobody_is_told_that_it_has_it(file: Path) -> None:
    group_commit = GroupCommit(file, asyncio.Lock())
    await group_commit.write(Writer("a"))
    await group_commit.write(impatient)
    blocked = sqlite3.connect(file, isolation_level=None)
    blocked.execute("BEGIN IMMEDIATE")  # nobody else can write
    results = await asyncio.gather(
        *(group_commit.write(Writer(name)) for name in ("b", "c")), return_exceptions=True
    )
    assert all(isinstance(result, sqlite3.OperationalError) for result in results)
    blocked.execute("ROLLBACK")
    blocked.close()
    await group_commit.write(Writer("d"))  # and it goes on
    assert lines(file) == ["a", "d"]
    await group_commit.close()


async def test_a_connection_that_is_lost_loses_its_group_only(file: Path) -> None:
    def lose(connection: sqlite3.Connection) -> None:
        connection.close()
        raise OSError("the disk is gone")

    group_commit = GroupCommit(file, asyncio.Lock())
    with pytest.raises(OSError, match="the disk is gone"):
        await group_commit.write(lose)
    await group_commit.write(Writer("later"))
    assert lines(file) == ["later"]
    await group_commit.close()


async def test_moves_at_several_tables_are_one_commit(tmp_path: Path) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as harness:
        tables = [await harness.table("duel", "Ann", "Bob") for _table in range(4)]
        group_commit = harness.services.database.group_commit
        assert group_commit is not None
        groups: list[int] = []
        together = group_commit._commit

        def noted(group: list[object]) -> list[Exception | None]:
            groups.append(len(group))
            return together(group)  # type: ignore[arg-type]

        group_commit._commit = noted  # type: ignore[method-assign, assignment]
        await group_commit.turn.acquire()
        playing = [asyncio.create_task(ann.play(table, "draw", 0)) for table, (ann, _bob) in tables]
        await _until_waiting(harness, len(tables))
        assert not any(task.done() for task in playing)
        assert [live.length for live in harness.services.live_tables.cache] == [
            0
        ] * 4  # nor is it shown to anybody
        group_commit.turn.release()
        await asyncio.gather(*playing)
        assert groups == [4]


async def _until_waiting(harness: Harness, count: int) -> None:
    group_commit = harness.services.database.group_commit
    assert group_commit is not None
    while len(group_commit._waiting) < count:
        await asyncio.sleep(0.005)


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
