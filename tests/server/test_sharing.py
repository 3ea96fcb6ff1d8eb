"""Nobody starves anybody: bots rest where nobody is, limits hold while tables run, lists are fair."""

import asyncio
import gc

import httpx
import pytest
from sqlalchemy import select

from spyring.server.core.storage.schema import tables
from spyring.server.core.tables.presence import ABANDONED_SECONDS
from spyring.server.core.tables.seating import (
    MAX_UNATTENDED_GAMES,
    MAX_WAITING_TABLES,
    MAX_WAITING_TABLES_PER_NETWORK,
)
from spyring.server.core.tables.table_store import TABLES_PER_PAGE
from tests.server.conftest import on_both
from tests.server.harness import Guest, Harness, elsewhere, open_harness, settings_for, until
from tests.server.manual_time import ManualTime

pytestmark = [pytest.mark.anyio, on_both]

# -- bots rest where nobody is -------------------------------------------------------------------------------


async def length(harness: Harness, table: str) -> int:
    live = await harness.services.live_tables.find(table)
    return live.length


async def wake_at(harness: Harness, table: str) -> float | None:
    row = await harness.services.database.row(select(tables.c.wake_at).where(tables.c.id == table))
    assert row is not None
    found: float | None = row["wake_at"]
    return found


async def asleep(harness: Harness, table: str) -> None:
    """Wait until nothing is done at a table any more; a bot may begin to wait for its time only now."""

    async def left() -> bool:
        harness.time.move(1)
        return not harness.services.scheduler.is_scheduled(table)

    await until(left)


async def bots_alone(guest: Guest) -> str:
    """A table at which bots play."""
    made = await guest.make("krakow", seats=4, bots=dict.fromkeys(range(4), "heuristic"), take_seat=False)
    found: str = made["id"]
    return found


async def test_bots_rest_at_empty_tables_and_wake_for_visitors(database_url: str) -> None:
    settings = settings_for(database_url, bot_delay=1.0)  # they wait for the hands of the clock
    async with open_harness(settings) as harness:
        ann = await harness.guest("Ann")
        table = await bots_alone(ann)
        harness.time.move(ABANDONED_SECONDS)
        await asleep(harness, table)
        assert await wake_at(harness, table) is None  # nobody looks after it, also after a restart
        stood = await length(harness, table)
        harness.time.move(60)
        assert not harness.services.scheduler.is_scheduled(table)
        await ann.position(table)
        assert harness.services.scheduler.is_scheduled(table)

        async def goes_on() -> bool:
            harness.time.move(1)
            return await length(harness, table) > stood

        await until(goes_on)


async def test_after_a_restart_a_resting_table_wakes_for_a_visitor(database_url: str) -> None:
    settings = settings_for(database_url, bot_delay=1.0)
    time = ManualTime()
    async with open_harness(settings, time=time) as harness:
        ann = await harness.guest("Ann")
        table = await bots_alone(ann)
        harness.time.move(ABANDONED_SECONDS)
        await asleep(harness, table)
    async with open_harness(settings, time=time) as again:
        assert not again.services.scheduler.is_scheduled(table)
        await elsewhere(ann, again).position(table)
        assert again.services.scheduler.is_scheduled(table)


async def given_up(harness: Harness, people: int, game: str, **options: int) -> list[str]:
    """Tables that people have left to bots, two of each person."""
    found: list[str] = []
    for _table in range(2 * people):
        if len(found) % 2 == 0:
            guest = await harness.guest(f"P{len(found)}")
        made = await guest.make(game, seats=3, seat=0, bots={1: "random", 2: "random"}, options=options)
        await guest.post(f"/tables/{made['id']}/resign")
        found.append(made["id"])
    return found


async def test_tables_given_up_to_bots_take_no_more_memory_than_others(database_url: str) -> None:
    settings = settings_for(database_url, bot_delay=1.0, tables_in_memory=6)
    async with open_harness(settings) as harness:
        await given_up(harness, 8, "duel", lives=3)
        gc.collect()
        cache = harness.services.live_tables.cache
        assert len(cache) == len(cache._alive) == 6


async def test_every_table_given_up_to_bots_has_its_turn(database_url: str) -> None:
    async with open_harness(settings_for(database_url, tables_in_memory=4)) as harness:
        tables = await given_up(harness, 3, "duel", lives=1)

        async def all_over() -> bool:
            found = [await harness.services.table_store.row(table) for table in tables]
            return all(row is not None and row["status"] == "over" for row in found)

        await until(all_over)


async def test_a_listener_counts_as_present(database_url: str) -> None:
    settings = settings_for(database_url, bot_delay=1.0)
    async with open_harness(settings) as harness:
        ann = await harness.guest("Ann")
        table = await bots_alone(ann)
        harness.services.topics.subscribe(f"table {table}", lambda _topic: None)  # as an open stream does
        harness.time.move(10 * ABANDONED_SECONDS)
        assert harness.services.live_tables.presence.is_attended(table)


async def test_a_clock_runs_out_also_where_nobody_is(database_url: str) -> None:
    """The bots rest; who is asked loses by the clock all the same."""
    settings = settings_for(database_url, bot_delay=1.0)
    async with open_harness(settings) as harness:
        ann = await harness.guest("Ann")
        clock = {"bank": 3 * ABANDONED_SECONDS, "increment": 0, "cap": 3 * ABANDONED_SECONDS}
        made = await ann.make("duel", seats=2, seat=0, bots={1: "random"}, clock=clock)
        table = made["id"]
        assert (await ann.position(table))["deciders"] == [0]
        harness.time.move(3 * ABANDONED_SECONDS + 1)

        async def held() -> bool:
            live = await harness.services.live_tables.find(table)
            return live.chairs[0].held == "time"

        await until(held)
        await asleep(harness, table)  # then no person is there to play with


async def test_another_worker_with_a_listener_continues(
    pair: tuple[Harness, Harness], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    ann = await one.guest("Ann")
    table = await bots_alone(ann)
    other.services.topics.subscribe(f"table {table}", lambda _topic: None)
    on_return = asyncio.Event()
    schedule = other.services.scheduler.schedule

    def noted(name: str) -> None:
        on_return.set()
        schedule(name)

    monkeypatch.setattr(other.services.scheduler, "schedule", noted)
    await one.services.table_store.pause(await one.services.live_tables.find(table), None)
    await asyncio.wait_for(on_return.wait(), 60)


# -- limits that hold while tables run -----------------------------------------------------------------------


async def test_of_many_tables_left_to_bots_only_a_few_run(database_url: str) -> None:
    settings = settings_for(database_url, bot_delay=1.0)
    async with open_harness(settings) as harness:
        ann = await harness.guest("Ann")
        left = []
        for _table in range(MAX_UNATTENDED_GAMES + 2):
            made = await ann.make("krakow", seats=4, seat=0, bots={1: "random", 2: "random", 3: "random"})
            await ann.post(f"/tables/{made['id']}/resign")
            left.append(made["id"])

        async def few() -> bool:
            harness.time.move(1)  # a bot that has started to think finishes that thought
            return sum(map(harness.services.scheduler.is_scheduled, left)) == MAX_UNATTENDED_GAMES

        await until(few)
        going_on = next(table for table in left if harness.services.scheduler.is_scheduled(table))
        resting = [table for table in left if not harness.services.scheduler.is_scheduled(table)]
        harness.services.scheduler._tasks[going_on].cancel()  # its game is over

        async def next_one() -> bool:
            return any(map(harness.services.scheduler.is_scheduled, resting))

        await until(next_one)


# -- lists of tables -----------------------------------------------------------------------------------------


async def guest_from(harness: Harness, address: str, name: str) -> Guest:
    """Somebody who comes from another address."""
    transport = httpx.ASGITransport(harness.app, client=(address, 4242))
    client = httpx.AsyncClient(transport=transport, base_url="http://table.test")
    harness._clients.append(client)
    session = (await client.post("/api/v1/guests", params={"token": "true"}, json={"name": name})).json()
    client.headers["Authorization"] = f"Bearer {session['token']}"
    return Guest(client, session["person"])


async def test_one_hosts_many_tables_push_no_other_off_the_list(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyring.server.core.tables.table_store.TABLES_PER_PAGE", 6)
    ann = await guest_from(harness, "192.0.2.1", "Ann")
    waiting = (await ann.make("duel", seats=2))["id"]
    harness.time.move(1)
    for name in ("Bob", "Cy", "Di"):
        guest = await guest_from(harness, "198.51.100.7", name)
        for _table in range(MAX_WAITING_TABLES):
            harness.time.move(1)
            await guest.make("duel", seats=2)
    looker = await guest_from(harness, "203.0.113.9", "Eve")
    first = (await looker.get("/tables"))["open"]
    assert waiting in [card["id"] for card in first[:2]]
    owners = [card["seats"][0]["name"] for card in first if card["id"] != waiting]
    assert sorted(owners[:3]) == ["Bob", "Cy", "Di"]  # one of each before the second of anybody
    more = [
        card["id"]
        for page in range(4)
        for card in (await looker.get("/tables", params={"page": page}))["open"]
    ]
    assert len(more) == len(set(more)) == 1 + 3 * MAX_WAITING_TABLES  # every table is on some page


async def test_one_person_has_few_tables_that_wait_for_people(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    for _table in range(MAX_WAITING_TABLES):
        made = await ann.make("duel", seats=2)
    refused = await ann.make("duel", 422, seats=2)
    assert refused["code"] == "too-many-tables"
    assert "waiting for players" in refused["detail"]
    await ann.make("duel", seats=2, public=False)  # who invites friends stands in no list
    await ann.make("duel", seats=2, bots={1: "random"})  # who plays at once neither
    await ann.post(f"/tables/{made['id']}/leave")
    await ann.make("duel", seats=2)


async def test_many_guests_out_of_one_corner_do_not_fill_the_list(harness: Harness) -> None:
    for number in range(MAX_WAITING_TABLES_PER_NETWORK // MAX_WAITING_TABLES):
        guest = await guest_from(harness, "198.51.100.7", f"Guest {number}")
        for _table in range(MAX_WAITING_TABLES):
            await guest.make("duel", seats=2)
    one_more = await guest_from(harness, "198.51.100.7", "Guest")
    await one_more.make("duel", 422, seats=2)
    ann = await guest_from(harness, "192.0.2.1", "Ann")
    await ann.make("duel", seats=2)
    assert MAX_WAITING_TABLES_PER_NETWORK < TABLES_PER_PAGE


async def test_guests_have_fewer_unfinished_tables(database_url: str) -> None:
    async with open_harness(settings_for(database_url, most_tables=4, most_guest_tables=2)) as harness:
        ann = await harness.guest("Ann")
        for _table in range(2):
            await ann.make("duel", seats=2, public=False)
        await ann.make("duel", 422, seats=2, public=False)
