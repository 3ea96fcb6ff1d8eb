"""Several workers on one PostgreSQL serve the same tables; alone on SQLite, one does."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select, update

from spyring.server.admin.check_games import check_games
from spyring.server.core.caller import Caller
from spyring.server.core.http.stream import Stream
from spyring.server.core.payloads import NewTable, Person
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.schema import entries, seats, tables
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables.live_table import is_unobserved
from spyring.server.core.tables.timeline import Timeline
from tests.server.conftest import new_database, on_both, on_sqlite
from tests.server.harness import Guest, Harness, elsewhere, open_harness, play_out, settings_for, until
from tests.server.test_stream import heard
from tests.toys.duel import Duel

pytestmark = [pytest.mark.anyio, on_both]


async def test_what_one_worker_acknowledges_the_other_knows(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, (ann, bob) = await one.table("duel", "Ann", "Bob")
    ann_there, bob_there = elsewhere(ann, other), elsewhere(bob, other)
    assert (await bob_there.position(table))["number"] == 0
    await ann.play(table, "draw", 0)
    await bob_there.play(table, "draw", 1)
    assert (await ann.position(table))["number"] == 2
    assert (await ann_there.play(table, "draw", 0, 409))["position"]["number"] == 2
    await ann_there.play(table, "draw", 2)
    assert await ann.position(table) == await ann_there.position(table)


async def test_one_click_at_two_workers_counts_once(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, (ann, _bob) = await one.table("duel", "Ann", "Bob")
    there = elsewhere(ann, other)
    await there.position(table)
    body = {"number": 0, "move": "draw"}
    path = f"/api/v1/tables/{table}/moves"
    clients = [ann.client, there.client] * 3
    answers = await asyncio.gather(*(client.post(path, json=body) for client in clients))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    assert (await there.position(table))["number"] == 1


async def test_a_spectator_at_one_worker_is_noticed_at_the_other(pair: tuple[Harness, Harness]) -> None:
    """Also by a window that was about to pass by itself there."""
    one, other = pair
    await one.services.scheduler.stop()
    ann, eve = await one.guest("Ann"), await other.guest("Eve")
    card = await ann.make("duel", seats=2, bots={1: "random"}, public=False)
    live = await one.services.live_tables.find(card["id"])
    assert is_unobserved(live)
    step = live.running.consider(0, live.running.state.legal(0)[0], one.time.now())
    await eve.get(f"/tables/{card['id']}/position", params={"code": card["invitation"]})
    with pytest.raises(WriteConflict):
        await one.services.changes.append(live, step)
    assert not is_unobserved(await one.services.live_tables.find(card["id"]))


async def test_news_crosses_from_worker_to_worker(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, (ann, bob) = await one.table("duel", "Ann", "Bob")
    stream = Stream(other.services, Caller(Person(**bob.person)), None, {}, None).events()
    assert await heard(stream)
    await ann.play(table, "draw", 0)
    assert b'"number":1' in await next_news(stream)


async def test_everybody_at_another_worker_hears_of_a_move(pair: tuple[Harness, Harness]) -> None:
    """This includes people who ask while the table is being refreshed for another request."""
    one, other = pair
    table, guests = await one.table("duel", "Ann", "Bob", "Cy")
    streams = [
        Stream(other.services, Caller(Person(**guest.person)), None, {}, None).events() for guest in guests
    ]
    for stream in streams:
        assert await heard(stream)
    await guests[0].play(table, "draw", 0)
    for news in await asyncio.gather(*map(next_news, streams)):
        assert b'"number":1' in news
    live = await other.services.live_tables.find(table)
    caller = Caller(Person(**guests[1].person))
    assert other.services.live_tables.cached(table, caller) is live
    async with live.lock:
        assert other.services.live_tables.cached(table, caller) is None


async def next_news(stream: AsyncIterator[bytes]) -> bytes:
    """What is heard next, if that is soon."""
    news = b""
    for _try in range(20):
        news = news or await heard(stream)
    return news


async def test_a_worker_follows_what_another_says_without_reading_it(
    pair: tuple[Harness, Harness], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    clock = {"bank": 30, "increment": 10, "cap": 50}
    table, (ann, bob) = await one.table("duel", "Ann", "Bob", clock=clock)
    live, here = await other.services.live_tables.find(table), await one.services.live_tables.find(table)
    await other.services.scheduler.stop()  # which reads what it has not heard of yet
    monkeypatch.setattr(other.services.table_store, "row", None)  # to read it would fail
    for number, guest in enumerate((ann, bob, ann)):
        await guest.play(table, "draw", number)

    async def has_followed() -> bool:
        return live.length == 3

    await until(has_followed)
    assert not live.stale
    assert live.timeline is not None
    assert live.timeline.state.fingerprint() == here.running.state.fingerprint()
    assert [chair.clock for chair in live.chairs] == [chair.clock for chair in here.chairs]
    assert (live.revision, live.moved_at) == (here.revision, here.moved_at)


async def test_a_worker_that_no_word_has_reached_looks_again_before_it_refuses(
    pair: tuple[Harness, Harness],
) -> None:
    one, other = pair
    table, (ann, bob) = await one.table("duel", "Ann", "Bob")
    there = elsewhere(bob, other)
    await there.position(table)
    other.services.database.worker = one.services.database.worker  # whose words it takes for its own
    await ann.play(table, "draw", 0)
    await there.play(table, "draw", 1)
    assert (await there.play(table, "draw", 0, 409))["position"]["number"] == 2


async def test_a_bot_is_not_asked_for_a_seat_that_another_worker_has_just_moved_for(
    pair: tuple[Harness, Harness], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Word of the move comes while a worker waits for the lease by which it wants to make it itself."""
    one, other = pair
    for harness in pair:
        await harness.services.scheduler.stop()
    ann = await one.guest("Ann")
    table = (await ann.make("duel", seats=2, bots={0: "random"}, seat=1))["id"]
    live, here = await other.services.live_tables.find(table), await one.services.live_tables.find(table)
    asked: list[int] = []

    async def has_followed() -> bool:
        return live.length == 1

    async def another_is_faster(_table: str) -> bool:
        move = here.running.state.legal(0)[0]
        async with here.lock:
            await one.services.changes.append(here, here.running.consider(0, move, one.services.time.now()))
        await until(has_followed)
        return True

    async def choose(_timeline: Timeline, seat: int, *_how: str) -> tuple[int, None]:
        asked.append(seat)
        return 0, None

    monkeypatch.setattr(other.services.table_store, "lease", another_is_faster)
    monkeypatch.setattr(other.services.bot_pool, "choose", choose)
    other.services.scheduler._wakeups[table] = asyncio.Event()
    await other.services.scheduler._run(table)
    assert (live.length, live.deciders()) == (1, (1,))
    assert asked == []


async def test_a_dead_workers_bots_are_taken_over(postgresql: str) -> None:
    settings = settings_for(new_database(postgresql))
    async with open_harness(settings) as one:
        await one.services.scheduler.stop()  # this worker's hands are tied
        ann = await one.guest("Ann")
        table = (await ann.make("duel", seats=3, bots={0: "random", 1: "random"}, seat=2))["id"]
        assert (await ann.position(table))["deciders"] == [0]
        async with open_harness(settings) as other:
            there = elsewhere(ann, other)
            for _wait in range(6000):
                if 2 in (await there.position(table))["deciders"]:
                    return
                await asyncio.sleep(0.02)
    raise AssertionError("nobody took over")


async def test_stored_games_are_checked_against_the_current_rules(harness: Harness) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
    await play_out(table, guests, random.Random(5))
    settings = harness.services.settings
    (good,) = [checked async for checked in check_games(settings)]
    assert (good.table, good.fault) == (table, None)

    await harness.services.database.write(update(entries).where(entries.c.number == 2).values(text="retire"))
    (bad,) = [checked async for checked in check_games(settings)]
    assert bad.fault is not None
    assert bad.fault.startswith("entry 2, seat 1, “retire”: ")
    assert "[DUE-" in bad.fault

    await harness.services.database.write(update(tables).values(game="chess"))
    (gone,) = [checked async for checked in check_games(settings)]
    assert gone.fault == "this game is no longer on the shelf"


# -- games that this server cannot play on -------------------------------------------------------------------

OLD_RULES = {"rules_version": 0}
OTHER_BOX = {"box_digest": "0" * 16}


async def stored(harness: Harness) -> str:
    """Everything that is stored of tables."""
    found = [await harness.services.database.rows(select(part)) for part in (tables, seats, entries)]
    return str([[dict(row) for row in rows] for rows in found])


async def nothing_changes(harness: Harness, table: str, ann: Guest) -> None:
    """Whatever is tried at a frozen table, it stays as it is, and nobody looks after it."""
    before = await stored(harness)
    answer: dict[str, object] = {"offer": 1, "agree": True}
    tries: dict[str, dict[str, object]] = {
        "moves": {"number": 0, "move": "draw"},
        "undo": {"number": 0},
        "undo/answer": answer,
        "resign": {},
        "away": {},
        "back": {},
        "rematch": {},
    }
    for path, body in tries.items():
        assert (await ann.post(f"/tables/{table}/{path}", body, 409))["code"] == "frozen"
    harness.time.move(1000)  # whatever clock there is would have run out
    assert await harness.services.scheduler._waiting() == []
    assert harness.services.scheduler.next_action(await harness.services.live_tables.find(table)) is None
    assert await stored(harness) == before


@pytest.mark.parametrize("other", [OLD_RULES, OTHER_BOX], ids=["rules", "box"])
async def test_a_game_of_other_rules_or_another_box_is_frozen(
    harness: Harness, other: dict[str, object]
) -> None:
    clock = {"bank": 30, "increment": 10, "cap": 50}
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", clock=clock)
    await ann.play(table, "draw")
    await harness.services.database.write(update(tables).values(other))
    harness.services.live_tables.cache.forget(table)
    position = await ann.position(table)
    assert position["frozen"] == position["sentence"] != ""
    assert (position["deciders"], position["legal"], position["view"]) == ([], [], None)
    card = await ann.get(f"/tables/{table}")
    assert card["frozen"] == position["frozen"]
    assert [card["id"] for card in (await ann.get("/tables"))["mine"]] == [table]
    for guest, moves in ((ann, ["draw"]), (bob, [])):
        assert [seat["moves"] for seat in (await guest.get("/me/data"))["tables"]] == [moves]
    await nothing_changes(harness, table, ann)


async def test_a_log_that_no_longer_replays_is_read_as_far_as_it_does(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    after_one = (await bob.position(table))["view"]["table"]
    await bob.play(table, "draw")
    await harness.services.database.write(update(entries).where(entries.c.number == 2).values(text="retire"))
    harness.services.live_tables.cache.forget(table)
    position = await bob.position(table)
    assert position["frozen"]
    assert position["view"]["table"] == after_one
    assert (position["number"], position["deciders"], position["asked"]) == (1, [], None)
    await nothing_changes(harness, table, ann)


async def test_an_older_edition_beside_the_new_one_is_played_on() -> None:
    older, newer = Duel(), Duel()
    newer.rules_version = older.rules_version + 1
    shelf = Shelf((newer, older))
    assert [game.rules_version for game in shelf] == [newer.rules_version]
    assert shelf.edition("duel", older.rules_version, older.box_digest()) is older
    assert shelf.edition("duel", older.rules_version, "0" * 16) is None


async def test_rooms_come_and_go(database_url: str) -> None:
    async with open_harness(settings_for(database_url, tables_in_memory=3)) as harness:
        body = NewTable(game="duel", seats=2)
        people = [await harness.services.people.make_guest("Ann") for _table in range(8)]
        made = [await harness.services.seating.make(Caller(person), body) for person in people]
        assert len(harness.services.live_tables.cache) == 3
        for card in made:
            assert (await harness.services.playing.position(card.id, Caller(people[0]))).status == "open"
        assert len(harness.services.live_tables.cache) == 3


async def test_a_game_that_is_over_is_let_go_sooner(harness: Harness) -> None:
    over, guests = await harness.table("duel", "Ann", "Bob")
    await play_out(over, guests, random.Random(1))
    going, _others = await harness.table("duel", "Cleo", "Dan")
    memory = harness.services.live_tables.cache
    for live in memory:
        live.used_at -= 100.0
    memory.sweep()
    assert [live.id for live in memory] == [going]
    assert (await guests[0].position(over))["status"] == "over"


@on_sqlite
async def test_bots_in_processes_of_their_own(database_url: str) -> None:
    async with open_harness(settings_for(database_url, bots="processes")) as harness:
        ann = await harness.guest("Ann")
        card = await ann.make("duel", seats=2, bots={0: "random", 1: "random"}, take_seat=False)
        for _wait in range(6000):
            if (await ann.position(card["id"]))["status"] == "over":
                return
            await asyncio.sleep(0.02)
    raise AssertionError("the bots do not finish")


async def test_a_failing_bot_does_not_stop_the_table(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_job: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr("spyring.server.core.bots.bot_pool.think", broken)
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=2, bots={0: "random", 1: "random"}, take_seat=False)
    for _wait in range(6000):
        if (await ann.position(card["id"]))["status"] == "over":
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the bots do not finish")
