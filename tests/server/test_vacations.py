"""Vacations: clocks over days stand, for so many days a year, and the others can see why."""

import asyncio
from typing import Any

import pytest

from tests.server.harness import Guest, Harness, open_harness, settings_for, until

pytestmark = pytest.mark.anyio

DAY = 86400.0


async def away(guest: Guest, days: float, status: int = 200) -> dict[str, Any]:
    answer = await guest.client.put("/api/v1/me/vacation", json={"days": days})
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def clock(guest: Guest, table: str, seat: int = 0) -> tuple[float, bool]:
    found = (await guest.position(table))["clocks"][seat]
    return found["left"] / DAY, found["running"]


async def test_the_clock_stops_and_runs_again_afterwards(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="days")
    harness.time.move(DAY)
    until_at = (await away(ann, 10))["until"]
    assert await clock(bob, table) == (2.0, False)
    seat = (await bob.position(table))["seats"][0]
    assert seat["away_until"] == until_at == harness.time.now() + 10 * DAY
    harness.time.move(9 * DAY)
    assert await clock(bob, table) == (2.0, False)
    assert (await bob.position(table))["seats"][0]["held"] == "no"
    harness.time.move(2 * DAY)
    assert await clock(bob, table) == (1.0, True)
    harness.time.move(1.5 * DAY)

    async def held() -> bool:
        return bool((await bob.position(table))["seats"][0]["held"] == "time")

    await until(held)


async def test_coming_back_early_keeps_the_days_and_starts_the_clock(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="days")
    await away(ann, 20)
    harness.time.move(5 * DAY)
    back = (await ann.client.delete("/api/v1/me/vacation")).json()
    assert (back["until"], back["days_left"]) == (None, 25)
    assert await clock(bob, table) == (3.0, True)
    assert (await bob.position(table))["seats"][0]["away_until"] is None
    harness.time.move(DAY)
    assert await clock(bob, table) == (2.0, True)


async def test_a_turn_that_comes_during_a_vacation_waits(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="days")
    await away(bob, 10)
    await ann.play(table, "draw")
    assert await clock(ann, table, 1) == (3.0, False)
    harness.time.move(11 * DAY)
    assert await clock(ann, table, 1) == (2.0, True)


async def test_a_player_on_vacation_may_still_play(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", pace="days")
    await away(ann, 10)
    harness.time.move(3 * DAY)
    await ann.play(table, "draw")
    assert await clock(ann, table) == (4.0, False)


async def test_vacations_that_begin_at_once_are_one(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="days")
    await asyncio.gather(*(away(ann, days) for days in (10, 20, 15, 25)))
    (row,) = (await ann.get("/me/data"))["vacations"]
    now = await ann.get("/me/vacation")
    assert now["until"] == row["until_at"] == (await bob.position(table))["seats"][0]["away_until"]
    assert now["days_left"] == 30 - (row["until_at"] - row["from_at"]) / DAY
    harness.time.move(DAY)
    assert (await away(ann, 40, 422))["code"] == "no-vacation"
    assert await ann.get("/me/vacation") == now  # a refusal changes nothing


async def test_days_are_bounded_by_the_year(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    assert (await away(ann, 30))["days_left"] == 0
    harness.time.move(40 * DAY)
    assert (await away(ann, 1, 422))["code"] == "no-vacation"
    harness.time.move(330 * DAY)
    assert (await away(ann, 4))["days_left"] == 1
    assert (await ann.get("/me/vacation"))["days"] == 30


async def test_live_games_know_no_vacation(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="live")
    await away(ann, 10)
    position = await bob.position(table)
    assert position["clocks"][0]["running"]
    assert position["seats"][0]["away_until"] is None


async def test_a_server_that_was_away_does_not_end_a_vacation(database_url: str) -> None:
    async with open_harness(settings_for(database_url)) as harness:
        time = harness.time
        table, (ann, bob) = await harness.table("duel", "Ann", "Bob", pace="days")
        await away(ann, 10)
    time.move(2 * DAY)
    async with open_harness(settings_for(database_url), time=time) as harness:
        again = harness.stranger()
        again.headers.update(bob.client.headers)
        assert await clock(Guest(again, bob.person), table) == (3.0, False)
        time.move(9 * DAY)
        assert await clock(Guest(again, bob.person), table) == (2.0, True)
