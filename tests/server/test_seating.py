"""Coming and going: rematches, tables that everybody left, and who may have how many."""

import asyncio
import random
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from spyring.server.core.problems import NotFound
from spyring.server.core.storage.schema import seats, tables
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables.live_table import LiveTable
from tests.server.conftest import on_both
from tests.server.harness import Guest, Harness, elsewhere, open_harness, play_out, settings_for

pytestmark = pytest.mark.anyio

QUICK = {"lives": 1}


async def finished(harness: Harness, *names: str, **asked: Any) -> tuple[str, list[Guest]]:
    """A table at which a duel is over; by link, if it is private."""
    guests = [await harness.guest(name) for name in names]
    card = await guests[0].make("duel", seats=len(names), options=QUICK, **asked)
    for guest in guests[1:]:
        await guest.post(f"/tables/{card['id']}/join", {"code": card["invitation"]})
    await play_out(card["id"], guests, random.Random(1))
    return card["id"], guests


# -- rematches -----------------------------------------------------------------------------------------------


async def test_a_rematch_at_a_private_table_is_for_all_who_sat_there(harness: Harness) -> None:
    table, (ann, bob) = await finished(harness, "Ann", "Bob", public=False)
    first = await ann.post(f"/tables/{table}/rematch")
    second = await bob.post(f"/tables/{table}/rematch")
    assert second["id"] == first["id"]
    assert (second["public"], second["status"]) == (False, "playing")
    assert [seat["name"] for seat in second["seats"]] == ["Ann", "Bob"]


@on_both
async def test_a_rematch_that_everybody_left_is_offered_again(harness: Harness) -> None:
    table, (ann, bob) = await finished(harness, "Ann", "Bob")
    gone = (await ann.post(f"/tables/{table}/rematch"))["id"]
    await ann.post(f"/tables/{gone}/leave")
    again = await bob.post(f"/tables/{table}/rematch")
    assert again["id"] != gone
    assert (await ann.post(f"/tables/{table}/rematch"))["id"] == again["id"]
    assert (await ann.position(table))["next_table"] == again["id"]


async def test_nobody_waits_for_those_who_gave_up(harness: Harness) -> None:
    table, (ann, bob, cy) = await harness.table("duel", "Ann", "Bob", "Cy", options=QUICK)
    await bob.post(f"/tables/{table}/resign")
    dice = random.Random(1)
    for _turn in range(3000):
        position = await ann.position(table)
        if position["status"] == "over":
            break
        for seat, guest in ((0, ann), (2, cy)):
            if seat in position["deciders"]:
                mine = await guest.position(table)
                await guest.play(table, dice.choice(mine["legal"])["text"], mine["number"])
                break
        else:
            await asyncio.sleep(0.002)
    card = await ann.post(f"/tables/{table}/rematch")
    assert [seat["kind"] for seat in card["seats"]] == ["person", "bot", "empty"]
    assert card["seats"][1]["level"] == "normal"

    back = await bob.post(f"/tables/{table}/rematch")  # before the start the bot makes way
    assert [seat["name"] for seat in back["seats"]] == ["Ann", "Bob", None]
    assert (await cy.post(f"/tables/{table}/rematch"))["status"] == "playing"


async def test_an_immediate_rematch_leaves_out_players_who_left(harness: Harness) -> None:
    table, (ann, bob) = await finished(harness, "Ann", "Bob")
    live = await harness.services.live_tables.find(table)
    await harness.services.database.write(
        update(seats).where(seats.c.table_id == table, seats.c.seat == 1).values(held="time", level="normal")
    )
    live.sit(await harness.services.table_store.chairs(table))
    assert (await ann.post(f"/tables/{table}/rematch"))["status"] == "playing"
    assert (await bob.post(f"/tables/{table}/rematch", {}, 409))["code"] == "begun"


async def test_two_who_ask_at_two_workers_meet_at_one_table(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, (ann, bob) = await finished(one, "Ann", "Bob", public=False)
    there = elsewhere(bob, other)
    await there.position(table)
    path = f"/api/v1/tables/{table}/rematch"
    answers = await asyncio.gather(ann.client.post(path, json={}), there.client.post(path, json={}))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert len(await one.services.database.rows(select(tables))) == 2


# -- the last one out ----------------------------------------------------------------------------------------


async def come_and_go(table: str, leaver: httpx.AsyncClient, comer: httpx.AsyncClient) -> list[int]:
    path = f"/api/v1/tables/{table}"
    answers = await asyncio.gather(
        leaver.post(f"{path}/leave", json={}),
        comer.post(f"{path}/join", json={}),
        comer.post(f"{path}/chat", json={"text": "Wait!"}),
    )
    return [answer.status_code for answer in answers]


@on_both
async def test_leaving_while_another_comes(harness: Harness) -> None:
    bob = await harness.guest("Bob")
    for _time in range(10):
        ann = await harness.guest("Ann")
        table = (await ann.make("duel", seats=3))["id"]
        left, came, _said = await come_and_go(table, ann.client, bob.client)
        assert (left, came) in ((200, 200), (200, 404), (200, 409), (409, 200))


async def test_leaving_while_another_comes_to_another_worker(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    bob = elsewhere(await one.guest("Bob"), other)
    for _time in range(20):
        ann = await one.guest("Ann")
        table = (await ann.make("duel", seats=3))["id"]
        await bob.position(table)
        left, came, _said = await come_and_go(table, ann.client, bob.client)
        assert (left, came) in ((200, 200), (200, 404), (200, 409), (409, 200))
        if came == 200:
            assert (await bob.get(f"/tables/{table}"))["seat"] is not None
        else:
            assert (await bob.get(f"/tables/{table}", 404))["code"] == "no-table"


@on_both
async def test_a_table_to_which_somebody_came_is_not_removed(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=3))["id"]
    before = await harness.services.live_tables.find(table)
    await harness.services.database.write(update(tables).values(revision=7))  # as another worker would
    with pytest.raises(WriteConflict):
        await harness.services.table_store.remove(before)
    assert len(await harness.services.table_store.chairs(table)) == 3
    harness.services.live_tables.cache.forget(table)
    await ann.post(f"/tables/{table}/leave")
    assert await harness.services.table_store.chairs(table) == []


async def test_a_room_whose_table_is_gone_is_forgotten(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=3))["id"]
    live = await harness.services.live_tables.find(table)
    await harness.services.table_store.remove(live)  # as another worker would
    with pytest.raises(NotFound):
        await harness.services.live_tables.refresh(live)
    assert (await ann.post(f"/tables/{table}/join", {}, 404))["code"] == "no-table"
    assert not harness.services.live_tables._loading


async def test_a_host_who_only_watches_can_remove_an_empty_table(harness: Harness) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("duel", seats=3, take_seat=False))["id"]
    assert (await bob.post(f"/tables/{table}/leave", {}, 403))["code"] == "not-seated"
    await bob.post(f"/tables/{table}/join")
    assert (await ann.post(f"/tables/{table}/leave", {}, 403))["code"] == "not-seated"
    await bob.post(f"/tables/{table}/leave")
    table = (await ann.make("duel", seats=3, take_seat=False))["id"]
    await ann.post(f"/tables/{table}/leave")
    assert (await ann.get("/tables"))["mine"] == []


# -- beginning -----------------------------------------------------------------------------------------------


@on_both
async def test_a_start_that_fails_shows_no_deal(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    table = (await ann.make("duel", seats=2))["id"]

    async def overtaken(_room: LiveTable, *_chairs: object, **_values: object) -> None:
        raise WriteConflict

    with monkeypatch.context() as patch:
        patch.setattr(harness.services.table_store, "change", overtaken)
        assert (await bob.post(f"/tables/{table}/join", {}, 409))["code"] == "changed"
    position = await ann.position(table)
    assert (position["status"], position["view"], position["deciders"]) == ("open", None, [])
    assert (await bob.post(f"/tables/{table}/join"))["status"] == "playing"


@on_both
async def test_what_a_start_leaves_to_do_is_stored_with_it(harness: Harness) -> None:
    await harness.services.scheduler.stop()
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    at_once = (await ann.make("duel", seats=2, bots={0: "random"}, seat=1))["id"]
    later = (await ann.make("duel", seats=3, bots={0: "random"}))["id"]
    await bob.post(f"/tables/{later}/join")
    assert set(await harness.services.scheduler._waiting()) == {at_once, later}


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"seat": 1, "bots": {1: "random"}}, 409, "seat-taken"),
        ({"bots": {0: "random", 1: "random"}}, 409, "seat-taken"),
        ({"seat": 5}, 404, "no-seat"),
        ({"bots": {5: "random"}}, 404, "no-seat"),
        ({"bots": {1: "nobody"}}, 422, "no-level"),
    ],
)
@on_both
async def test_a_refused_table_leaves_no_ghost(
    harness: Harness, asked: dict[str, Any], status: int, code: str
) -> None:
    ann = await harness.guest("Ann")
    assert (await ann.make("duel", status, seats=2, **asked))["code"] == code
    assert await harness.services.database.rows(select(tables)) == []


# -- how many ------------------------------------------------------------------------------------------------


async def test_every_way_to_a_new_table_is_counted(database_url: str) -> None:
    async with open_harness(settings_for(database_url, most_tables=2)) as harness:
        table, (ann, bob) = await finished(harness, "Ann", "Bob")
        for _table in range(2):
            await ann.make("duel", seats=2)
        too_many = "too-many-tables"
        assert (await ann.make("duel", 422, seats=2))["code"] == too_many
        assert (await ann.post(f"/tables/{table}/rematch", {}, 422))["code"] == too_many
        assert (await ann.post(f"/tables/{table}/play-on", {"step": 0, "seat": 0}, 422))["code"] == too_many
        made = await bob.post(f"/tables/{table}/rematch")
        assert (await ann.post(f"/tables/{table}/rematch"))["id"] == made["id"]  # coming to it is not making


@on_both
async def test_one_person_has_few_games_of_bots_alone(harness: Harness) -> None:
    await harness.services.scheduler.stop()  # the bots take all the time they want
    ann = await harness.guest("Ann")
    bots = {0: "random", 1: "random"}
    for _table in range(2):
        await ann.make("duel", seats=2, bots=bots, take_seat=False)
    refused = await ann.make("duel", 422, seats=2, bots=bots, take_seat=False)
    assert refused["code"] == "too-many-tables"
    table = (await ann.make("duel", seats=2, take_seat=False, bots={0: "random"}))["id"]
    seat = f"/tables/{table}/seats/1/bot"
    assert (await ann.put(seat, {"level": "random"}, 422))["code"] == "too-many-tables"
    assert (await ann.make("duel", seats=2, bots={1: "random"}))["status"] == "playing"
    bob = await harness.guest("Bob")
    assert (await bob.make("duel", seats=2, bots=bots, take_seat=False))["status"] == "playing"
