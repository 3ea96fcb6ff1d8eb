"""What nobody needs any more goes by itself; everything else stays."""

import random

import pytest
from sqlalchemy import Table, func, insert, select, update

from spyring.server.admin.retention import Retention
from spyring.server.community.schema import reports
from spyring.server.conversation.schema import chat
from spyring.server.core.storage.schema import credentials, entries, people, tables
from tests.server.harness import Guest, Harness, play_out

pytestmark = pytest.mark.anyio

DAY = 86400.0


async def count(harness: Harness, table: Table) -> int:
    (row,) = await harness.services.database.rows(select(func.count().label("n")).select_from(table))
    return int(row["n"])


async def sweep_after(harness: Harness, days: float) -> dict[str, int]:
    """What goes if so many days pass in which nobody does anything."""
    await harness.services.retention.stop()  # it would look by itself
    harness.time.move(days * DAY)
    return {what: n for what, n in (await harness.services.retention.sweep()).items() if n}


async def a_report(harness: Harness, by: Guest, about: Guest) -> None:
    told = {"id": "r1", "by": by.person["id"], "about": about.person["id"], "text": "Rude."}
    await harness.services.database.write(insert(reports).values(told | {"made_at": harness.time.now()}))


async def test_unvisited_tables_are_deleted(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2))["id"]
    begun, _guests = await harness.table("duel", "Bob", "Cy")
    assert await sweep_after(harness, 29) == {}
    assert await sweep_after(harness, 2) == {"waiting tables": 1}
    await ann.get(f"/tables/{table}", 404)
    await ann.get(f"/tables/{begun}")
    assert await sweep_after(harness, 365) == {"abandoned games": 1}
    assert await count(harness, tables) == 0


async def test_talk_goes_and_the_game_stays(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    await guests[0].post(f"/tables/{table}/chat", {"text": "Hello."}, 201)
    await play_out(table, guests, random.Random(5))
    length = await count(harness, entries)
    assert await sweep_after(harness, 300) == {}
    assert await sweep_after(harness, 100) == {"talk": 1}
    assert await count(harness, chat) == 0
    assert await count(harness, entries) == length
    assert await guests[0].get(f"/tables/{table}/record")


async def test_guests_without_traces_are_deleted(harness: Harness) -> None:
    database = harness.services.database
    _table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    gone, kept, told = [await harness.guest(name) for name in ("Cy", "Dee", "Eve")]
    await a_report(harness, ann, told)
    away = [guest.person["id"] for guest in (ann, bob, gone, told)]
    await database.write(
        update(credentials).where(credentials.c.person.in_(away)).values(ends_at=harness.time.now() + DAY)
    )
    assert await sweep_after(harness, 80) == {}
    assert await sweep_after(harness, 20) == {"guests": 1}
    names = {row["name"] for row in await database.rows(select(people.c.name))}
    assert names == {"Ann", "Bob", "Dee", "Eve"}
    assert (await kept.get("/me"))["person"]["name"] == "Dee"  # whose key has no end
    await database.write(update(reports).values(closed_at=harness.time.now()))
    assert await sweep_after(harness, 1) == {"guests": 1}


async def test_reports_go_after_they_were_closed(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    await a_report(harness, ann, bob)
    assert await sweep_after(harness, 800) == {}
    await harness.services.database.write(update(reports).values(closed_at=harness.time.now()))
    assert await sweep_after(harness, 366) == {"reports": 1}


async def test_nothing_goes_where_that_is_set(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    await ann.make("duel", seats=2)
    for_ever = {
        name: 0.0 for name in type(harness.services.settings).model_fields if name.startswith("keep_")
    }
    settings = harness.services.settings.model_copy(update=for_ever)
    await harness.services.retention.stop()
    harness.time.move(5000 * DAY)
    kept = Retention(harness.services.database, settings, harness.services.heard)
    assert not any((await kept.sweep()).values())
