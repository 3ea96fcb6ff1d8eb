"""A server that has been played on for years: whatever it is asked, it goes to the rows it needs by an index.

``benchmarks/grown.py`` measures the same with many more games.
"""

import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from benchmarks.grown import fill
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from spyring.server.core.settings import Settings
from spyring.server.core.storage.schema import people, seats, tables
from spyring.server.core.storage.statements import Compiled, Row
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.schema import metadata
from spyring.web import create_app
from tests.server.all_routes import readings
from tests.server.conftest import on_both_by_day
from tests.server.harness import Guest, Harness, open_harness, play_out, with_account
from tests.server.test_profiles import finished

pytestmark = [pytest.mark.anyio, on_both_by_day]

SMALL: Final = {"heartbeat", "secrets", "external_changes", "game_ratings", "alembic_version"}
BY_READERS: Final = {"browsers", "mailboxes"}  # of those who want to be called, all are kept in memory
FOUNDED: Final = {"clubs", "leagues"}  # seldom, within limits, and not by playing
GROWN: Final = {table.name for table in metadata.sorted_tables} - SMALL - BY_READERS - FOUNDED
# What may look at every row, and why.
WHOLE: Final = {
    "GROUP BY tables.status": "the operator's page counts tables",
    "people.login IS NOT NULL": "the operator's page counts accounts",
    "ORDER BY people.made_at DESC": "the newest, by the order of an index",
    "ORDER BY tables.made_at DESC": "the newest, by the order of an index",
    "tables.moved_at <": "what is too old is looked for a few times a day, in the background",
    "archives.data IS NULL": "those that wait to be made, by an index of them alone",
    "turn_reminders.push_at <=": "turns of those who want to be called now; there are few",
}
Said = dict[str, Any]  # statements, with what they were given


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def grow(harness: Harness) -> tuple[str, Guest, Guest]:
    """Some hundred games of one person; the name of a real one that is running, that person, and another."""
    ann, bob = [await harness.guest(name) for name in ("Ann", "Bob")]
    await with_account(harness, ann, bob)
    over = await finished(harness, ann, bob)
    going = (await ann.make("duel", seats=2))["id"]
    await bob.post(f"/tables/{going}/join")
    await ann.put(f"/people/{bob.person['id']}/ties/friend", {}, 204)
    await fill(harness.services, [over], [going], 300, 60, ann.person["id"])
    return going, ann, bob


def whole_reads(plan: str, statement: str) -> set[str]:
    """The grown tables that a plan reads from their beginning to their end."""
    names = re.findall(r"(?:SCAN|Seq Scan on) (\w+)(?: (\w+))?", plan)
    aliases = dict(re.findall(r'(?:FROM|JOIN|,) (\w+) AS "?(\w+)"?', statement))
    known = GROWN | {alias for name, alias in aliases.items() if name in GROWN}
    return {name for name, _alias in names if name in known}


@contextmanager
def noted() -> Iterator[Said]:
    """What the database is asked meanwhile."""
    said = Said()
    in_order = Compiled.in_order

    def note(sql: Compiled, values: Row) -> list[Any]:
        found = in_order(sql, values)
        if sql.text.startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
            said[sql.text] = tuple(found)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compiled, "in_order", note)
        yield said


def connected(harness: Harness) -> AsyncConnection:
    """A connection beside those of the server."""
    return create_async_engine(harness.services.database.url, poolclass=NullPool).connect()


async def ask_everything(harness: Harness, live: LiveTable, ann: Guest, bob: Guest) -> None:
    """Read whatever can be read, and do some of what can be done."""
    table = live.id
    for client in (ann.client, bob.client, harness.stranger()):
        await readings(harness.app, live, client, live.number(None), "no such move")
    for path in ("/tables?page=2", f"/people/{ann.person['id']}/results?before=1e12"):
        await bob.get(path)
    guest = await harness.stranger().post("/api/v1/guests", json={})
    assert guest.status_code == 201
    await ann.make("duel", seats=2)
    await ann.post(f"/tables/{table}/chat", {"text": "Hello."}, 201)
    await play_out(table, [ann, bob], random.Random(3))
    await ann.put("/me/vacation", {"days": 1})
    await ann.client.delete("/api/v1/me/vacation")
    await bob.post("/me/deletion", {}, 403)
    await harness.services.retention.sweep()


async def test_every_question_has_an_index(harness: Harness) -> None:
    table, ann, bob = await grow(harness)
    await harness.services.database.write(
        update(people).where(people.c.id == ann.person["id"]).values(role="admin")
    )
    harness.services.sessions.forget(ann.person["id"])
    live = await harness.services.live_tables.find(table)
    with noted() as said:
        await ask_everything(harness, live, ann, bob)
    assert len(said) > 60
    found: dict[str, set[str]] = {}
    async with connected(harness) as connection:
        shared = harness.services.database.shared
        if shared:
            await connection.exec_driver_sql("SET enable_seqscan = off")
        else:  # what is known of tables that are still small: there it would read the whole one
            await connection.exec_driver_sql("DELETE FROM sqlite_stat1")
            await connection.exec_driver_sql("ANALYZE sqlite_schema")
        explain = "EXPLAIN " if shared else "EXPLAIN QUERY PLAN "
        for statement, given in said.items():
            if any(allowed in statement for allowed in WHOLE) or "pg_" in statement:
                continue
            rows = (await connection.exec_driver_sql(explain + statement, given)).all()
            read = whole_reads("\n".join(str(row[-1]) for row in rows), statement)
            if read:
                found[statement] = read
    assert found == {}


async def test_lists_of_somebody_with_many_games_are_short_and_whole(harness: Harness) -> None:
    table, ann, bob = await grow(harness)
    mine = (await ann.get("/tables"))["mine"]
    assert mine[0]["id"] == table or mine[1]["id"] == table
    assert {card["status"] for card in mine} == {"playing", "over"}
    assert len(mine) < 50
    profile = await bob.get(f"/people/{ann.person['id']}")
    assert len(profile["results"]) == 20
    ended = [result["ended_at"] for result in profile["results"]]
    assert ended == sorted(ended, reverse=True)
    stranger = (await harness.stranger().get(f"/api/v1/people/{ann.person['id']}/results")).json()
    assert len(stranger) == 20
    assert all(result["public"] for result in stranger)


async def test_seats_know_that_their_game_is_over(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob")
    of_table = select(func.count(seats.c.over_at).label("n")).where(seats.c.table_id == table)
    assert (await harness.services.database.rows(of_table))[0]["n"] == 0
    await play_out(table, guests, random.Random(1))
    assert (await harness.services.database.rows(of_table))[0]["n"] == 2
    other, _guests = await harness.table("duel", "Ann", "Bob")
    await harness.services.operator.end(other)
    ended = select(func.count(seats.c.over_at).label("n")).where(seats.c.table_id == other)
    assert (await harness.services.database.rows(ended))[0]["n"] == 2
    await harness.services.operator.unfreeze(other)
    assert (await harness.services.database.rows(ended))[0]["n"] == 0
    (row,) = await harness.services.database.rows(select(tables.c.status).where(tables.c.id == other))
    assert row["status"] == "playing"


async def test_the_database_looks_at_itself(harness: Harness) -> None:
    await grow(harness)
    await harness.services.database.refresh_statistics()
    where = "pg_statistic" if harness.services.database.shared else "sqlite_stat1"
    async with connected(harness) as connection:
        (count,) = (await connection.exec_driver_sql(f"SELECT count(*) FROM {where}")).one()
    assert count > 0
