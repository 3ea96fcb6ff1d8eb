"""Clocks: what fills them, what does not, and that they stand while there is no server."""

import asyncio

import pytest

from spyring.server.core.payloads import ClockTerms
from spyring.server.core.problems import NotStored
from spyring.server.core.storage.database import MOVE
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.core.tables.chair import SeatClock, restored, turned
from spyring.server.core.times import Time
from spyring.server.services import Services
from tests.server.conftest import new_database, on_both, on_both_by_day
from tests.server.harness import Guest, Harness, Json, elsewhere, open_harness, settings_for, until
from tests.server.manual_time import ManualTime

pytestmark = [pytest.mark.anyio, on_both]

CLOCK = {"bank": 100, "increment": 30, "cap": 200}


async def test_stepping_away_fills_no_clock(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    harness.services.delays.factor = 1000.0
    harness.time.move(95)
    await ann.post(f"/tables/{table}/away")
    back = await ann.post(f"/tables/{table}/back")
    assert back["clocks"][0]["left"] == 5


async def clocks(harness: Harness, table: str, guest: Guest) -> list[tuple[float, bool]]:
    """What all clocks show somebody, and whether they run."""
    position = await elsewhere(guest, harness).position(table)
    return [(clock["left"], clock["running"]) for clock in position["clocks"]]


async def take_back(harness: Harness, table: str, guest: Guest) -> Json:
    """Take somebody's last move back, or ask for that."""
    here = elsewhere(guest, harness)
    number = (await here.position(table))["number"]
    found: Json = await here.post(f"/tables/{table}/undo", {"number": number})
    return found


async def first_move(harness: Harness, table: str, guests: list[Guest]) -> tuple[Guest, str]:
    """Who begins, and with what; it draws nothing, reveals nothing and ends the turn."""
    state = (await harness.services.live_tables.find(table)).running.state
    seat = state.deciders[0]
    for move in state.legal(seat):
        name, after = state.game.moves.name(move), state.clone()
        after.play(seat, move)
        if name.startswith("place") and seat not in after.deciders:
            return guests[seat], name
    raise AssertionError("every space lets the player look at something")


@on_both_by_day
async def test_taking_back_gives_others_the_time_back_that_it_cost_them(database_url: str) -> None:
    settings, time = settings_for(database_url), ManualTime()
    async with open_harness(settings, time=time) as harness:
        table, guests = await harness.table("estoril", "Ann", "Bob", clock=CLOCK)
        red, move = await first_move(harness, table, guests)
        mine = guests.index(red)
        time.move(10)
        await red.play(table, move)
        assert (await clocks(harness, table, red))[mine] == (120, False)
        time.move(19)
        assert (await clocks(harness, table, red))[1 - mine] == (81, True)
        await harness.services.table_store.heartbeat()
    async with open_harness(settings, time=time) as harness:  # it is stored
        assert (await take_back(harness, table, red))["undo"]["free"] is False
        after = await clocks(harness, table, red)
        assert after[1 - mine] == (100, False)
        assert after[mine] == (71, True), "the seat that took it back pays, and has earned nothing yet"
        time.move(1)
        await elsewhere(red, harness).play(table, move)
        after = await clocks(harness, table, red)
        assert (after[mine], after[1 - mine]) == ((100, False), (100, True))


async def test_another_worker_gives_the_time_back(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    table, guests = await one.table("estoril", "Ann", "Bob", clock=CLOCK)
    red, move = await first_move(one, table, guests)
    mine = guests.index(red)
    await other.services.live_tables.find(table)  # which then hears of the move
    await red.play(table, move)
    one.time.move(19)
    await take_back(other, table, red)
    for worker in pair:
        after = await clocks(worker, table, red)
        assert (after[mine], after[1 - mine]) == ((81, True), (100, False))


async def test_going_back_by_consent_restores_all_clocks(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK, options={"lives": 3})
    harness.time.move(10)
    await ann.play(table, "draw")
    harness.time.move(5)
    await bob.play(table, "draw")
    harness.time.move(7)
    assert await clocks(harness, table, ann) == [(113, True), (125, False)]
    offer = (await take_back(harness, table, ann))["undo"]["offer"]["id"]
    harness.time.move(3)
    await bob.post(f"/tables/{table}/undo/answer", {"offer": offer, "agree": True})
    assert await clocks(harness, table, ann) == [(90, True), (100, False)]
    await ann.play(table, "draw")
    assert await clocks(harness, table, ann) == [(120, False), (100, True)], "what was earned is earned once"


def test_time_that_is_given_back_is_paid_for_by_the_seat_that_took_back() -> None:
    running = [SeatClock(130.0), SeatClock(100.0, 10.0), SeatClock()]
    assert restored(running, [100.0, 100.0, 0.0], 29.0, 0) == [SeatClock(81.0), SeatClock(100.0), SeatClock()]
    assert restored(running, [100.0, 100.0, 0.0], 29.0, None)[0] == SeatClock(100.0)
    still_asked = [SeatClock(100.0, 0.0), SeatClock(100.0)]
    assert restored(still_asked, [95.0, 100.0], 29.0, 0)[0] == SeatClock(71.0), "nor is one's own time free"


def test_only_what_is_earned_is_credited() -> None:
    terms = ClockTerms(bank=100, increment=30, cap=200)
    clocks = [SeatClock(100.0, 0.0), SeatClock(100.0, None)]
    assert turned(clocks, terms, {1}, True, 10.0)[0] == SeatClock(120.0, None)
    assert turned(clocks, terms, {1}, False, 10.0)[0] == SeatClock(90.0, None)


def test_a_turn_of_many_decisions_is_credited_once() -> None:
    terms = ClockTerms(bank=100, increment=30, cap=200)
    clocks = [SeatClock(100.0, 0.0), SeatClock(100.0, None)]
    for second in range(1, 11):
        clocks = turned(clocks, terms, {0}, True, float(second))
        assert clocks[0].left(second) == 100 - second
    assert turned(clocks, terms, {1}, True, 11.0)[0] == SeatClock(119.0, None)


async def test_clocks_stand_while_there_is_no_server(database_url: str) -> None:
    outage = 1000.0
    time = ManualTime()
    async with open_harness(settings_for(database_url), time=time) as harness:
        table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
        time.move(10)
        await harness.services.table_store.heartbeat()
        person = ann.person["id"]
    time.move(outage)
    async with open_harness(settings_for(database_url), time=time) as harness:
        live = await harness.services.live_tables.find(table)
        seat = live.seat_of(person)
        assert seat is not None
        assert live.chairs[seat].held == "no"
        assert live.chairs[seat].clock.left(time.now()) == 90


async def left_of(harness: Harness, table: str, guest: Guest) -> float:
    """What the clock of somebody's seat says."""
    live = await harness.services.live_tables.find(table)
    seat = live.seat_of(guest.person["id"])
    assert seat is not None
    assert live.chairs[seat].held == "no"
    return live.chairs[seat].clock.left(harness.time.now())


async def test_a_process_that_was_stopped_costs_nobody_time(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    await harness.services.table_store.heartbeat()
    harness.time.stop(1000)  # at once, as for a process that was stopped, or a laptop that was closed

    async def settled() -> bool:
        return await left_of(harness, table, ann) == 100

    await until(settled)


async def test_a_process_that_is_stopped_while_its_heart_beats_costs_nobody_time(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.services.scheduler.stop()
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    store = harness.services.table_store
    harness.time.move(1)

    async def stopped() -> bool:
        monkeypatch.undo()
        harness.time.stop(1000)
        return True

    monkeypatch.setattr(store.database, "is_writable", stopped)
    assert not await store.heartbeat()
    assert await harness.services.live_tables.settle_clocks()
    assert await left_of(harness, table, ann) == 99


async def test_nobody_sees_a_clock_while_it_is_reloaded(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.services.scheduler.stop()
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    store = harness.services.table_store
    row, asked, go_on = store.row, asyncio.Event(), asyncio.Event()

    async def slow(asked_for: str) -> Row | None:
        asked.set()
        await go_on.wait()
        return await row(asked_for)

    monkeypatch.setattr(store, "row", slow)
    harness.time.stop(1000)
    assert await harness.services.live_tables.settle_clocks()
    both = [asyncio.create_task(left_of(harness, table, ann))]
    await asked.wait()
    both.append(asyncio.create_task(left_of(harness, table, ann)))
    await asyncio.sleep(0)
    go_on.set()
    assert await asyncio.gather(*both) == [100, 100]


async def test_a_table_that_could_not_be_read_is_read_at_the_next_occasion(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.services.scheduler.stop()
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)

    async def lost(asked_for: str) -> Row | None:
        raise NotStored("not-stored", MOVE)

    harness.time.stop(1000)
    assert await harness.services.live_tables.settle_clocks()
    with monkeypatch.context() as outage:
        outage.setattr(harness.services.table_store, "row", lost)
        with pytest.raises(NotStored):
            await left_of(harness, table, ann)
    assert await left_of(harness, table, ann) == 100


async def test_until_clocks_are_moved_a_clock_that_ran_out_is_doubted(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.services.scheduler.stop()
    store = harness.services.table_store
    move_clocks = store._move_clocks
    doubted = []

    async def watched(connection: Transaction, last: float, at: float) -> None:
        await move_clocks(connection, last, at)
        doubted.append(store.missed_a_beat())

    monkeypatch.setattr(store, "_move_clocks", watched)
    harness.time.stop(1000)
    assert await store.heartbeat()
    assert doubted == [True]
    assert not store.missed_a_beat()


async def test_a_move_after_a_stop_is_charged_for_nothing(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.services.scheduler.stop()  # the move comes before anything else
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    harness.time.move(10)
    await harness.services.table_store.heartbeat()
    harness.time.stop(1000)
    await ann.play(table, "draw")
    assert await left_of(harness, table, ann) >= 90


@pytest.mark.parametrize("outage", ["full disk", "lost database"])
async def test_nobody_loses_time_while_no_move_can_be_stored(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, outage: str
) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    harness.time.move(10)
    await harness.services.table_store.heartbeat()
    database = harness.services.database

    async def no(*_asked: object) -> bool:
        if outage == "full disk":  # where there is room for less than a move
            return False
        raise NotStored("not-stored", MOVE)

    with monkeypatch.context() as broken:
        broken.setattr(database, "is_writable", no)
        for _second in range(150):  # longer than Ann has
            harness.time.stop(1)
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)

    async def settled() -> bool:
        return await left_of(harness, table, ann) >= 85  # up to one beat may have been charged

    await until(settled)


async def test_a_clock_that_was_set_before_a_restart_changes_no_clock(database_url: str) -> None:
    for step in (-3600.0, 3600.0):
        time = ManualTime()
        async with open_harness(settings_for(database_url), time=time) as harness:
            table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
            time.move(10)
            await harness.services.table_store.heartbeat()
        time = ManualTime(time.now() + step)
        async with open_harness(settings_for(database_url), time=time) as harness:
            assert await left_of(harness, table, ann) == 90


async def test_workers_whose_clocks_differ_follow_the_database(postgresql: str) -> None:
    url = new_database(postgresql)
    late, early = Time(), Time()
    late.follow(late.now() - 40)
    early.follow(early.now() + 40)
    for time in (late, early):
        services = Services(settings_for(url), time)
        await services.open()
        await services.close()
    assert abs(late.now() - early.now()) < 1
