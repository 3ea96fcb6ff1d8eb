"""Several workers on one PostgreSQL serve the same tables; alone on SQLite, one does."""

import asyncio
import random

import pytest
from sqlalchemy import update

from spyring.server.caller import Caller
from spyring.server.http.stream import Stream
from spyring.server.payloads import NewTable, Person
from spyring.server.storage.schema import entries, tables
from spyring.server.tables.check_games import check_games
from tests.server.conftest import new_database
from tests.server.house import House, elsewhere, open_house, play_out, settings_for
from tests.server.test_stream import heard

pytestmark = pytest.mark.anyio


async def test_what_one_worker_acknowledges_the_other_knows(pair: tuple[House, House]) -> None:
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


async def test_one_click_at_two_workers_counts_once(pair: tuple[House, House]) -> None:
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


async def test_news_crosses_from_worker_to_worker(pair: tuple[House, House]) -> None:
    one, other = pair
    table, (ann, bob) = await one.table("duel", "Ann", "Bob")
    stream = Stream(other.hall, Caller(Person(**bob.person)), None, {}, None).events()
    assert await heard(stream)
    await ann.play(table, "draw", 0)
    news = b""
    for _try in range(20):
        news = news or await heard(stream)
    assert b'"number":1' in news


async def test_a_dead_workers_bots_are_taken_over(postgresql: str) -> None:
    settings = settings_for(new_database(postgresql))
    async with open_house(settings) as one:
        await one.hall.steward.end()  # this worker's hands are tied
        one.hall.changes.attend = lambda _table: None
        ann = await one.guest("Ann")
        table = (await ann.make("duel", seats=3, bots={0: "random", 1: "random"}, seat=2))["id"]
        assert (await ann.position(table))["deciders"] == [0]
        async with open_house(settings) as other:
            there = elsewhere(ann, other)
            for _wait in range(500):
                if 2 in (await there.position(table))["deciders"]:
                    return
                await asyncio.sleep(0.02)
    raise AssertionError("nobody took over")


async def test_stored_games_are_checked_against_the_rules_of_now(house: House) -> None:
    table, guests = await house.table("duel", "Ann", "Bob", options={"lives": 1})
    await play_out(table, guests, random.Random(5))
    settings = house.hall.settings
    (good,) = [checked async for checked in check_games(settings)]
    assert (good.table, good.fault) == (table, None)
    assert good.entries == (await house.hall.rooms.find(table)).length

    await house.hall.store.write(update(entries).where(entries.c.number == 2).values(text="retire"))
    (bad,) = [checked async for checked in check_games(settings)]
    assert bad.entries == 1
    assert bad.fault is not None
    assert bad.fault.startswith("entry 2, seat 1, “retire”: ")
    assert "[DUE-" in bad.fault

    await house.hall.store.write(update(tables).values(game="chess"))
    (gone,) = [checked async for checked in check_games(settings)]
    assert gone.fault == "this game is no longer on the shelf"


async def test_a_game_of_older_rules_is_refused_not_guessed(house: House) -> None:
    table, (ann, _bob) = await house.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    await house.hall.store.write(update(entries).values(text="retire"))
    house.hall.rooms.memory.forget(table)
    assert (await ann.get(f"/tables/{table}/position", 409))["code"] == "old-rules"
    assert (await ann.play(table, "draw", 1, 409))["code"] == "old-rules"


async def test_rooms_come_and_go(database_url: str) -> None:
    async with open_house(settings_for(database_url, rooms_in_memory=3)) as house:
        person = await house.hall.people.make_guest("Ann")
        ann, asked = Caller(person), NewTable(game="duel", seats=2)
        made = [await house.hall.seating.make(ann, asked) for _table in range(8)]
        assert len(house.hall.rooms.memory) == 3
        for card in made:
            assert (await house.hall.playing.position(card.id, Caller(person))).status == "open"
        assert len(house.hall.rooms.memory) == 3


async def test_bots_in_processes_of_their_own(database_url: str) -> None:
    async with open_house(settings_for(database_url, bots="processes")) as house:
        ann = await house.guest("Ann")
        card = await ann.make("duel", seats=2, bots={0: "random", 1: "random"}, take_seat=False)
        for _wait in range(1500):
            if (await ann.position(card["id"]))["status"] == "over":
                return
            await asyncio.sleep(0.02)
    raise AssertionError("the bots do not finish")


async def test_a_failing_bot_does_not_stop_the_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_job: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr("spyring.server.bots.thinking.think", broken)
    ann = await house.guest("Ann")
    card = await ann.make("duel", seats=2, bots={0: "random", 1: "random"}, take_seat=False)
    for _wait in range(1500):
        if (await ann.position(card["id"]))["status"] == "over":
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the bots do not finish")
