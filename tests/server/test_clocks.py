"""Clocks: what fills them, what does not, and that they stand while there is no server."""

import pytest

from spyring.games import shelf
from spyring.server.payloads import ClockTerms
from spyring.server.tables.clocks import SeatClock, turned
from spyring.server.tables.timeline import Start, Timeline
from tests.server.harness import Harness, open_harness, settings_for
from tests.server.manual_time import ManualTime

pytestmark = pytest.mark.anyio

CLOCK = {"bank": 100, "increment": 30, "cap": 200}
KRAKOW = next(game for game in shelf() if game.name == "krakow")


async def test_stepping_away_fills_no_clock(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob", clock=CLOCK)
    harness.services.delays.factor = 1000.0
    harness.time.move(95)
    await ann.post(f"/tables/{table}/away")
    back = await ann.post(f"/tables/{table}/back")
    assert back["clocks"][0]["left"] == 5


def test_a_move_made_anew_earns_nothing() -> None:
    timeline = Timeline(KRAKOW, Start(4, bytes([7]) * 32, KRAKOW.chosen(4, {})))
    seat = timeline.state.deciders[0]
    assert timeline.earned(seat)
    timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    assert timeline.earned(seat)
    timeline.commit(timeline.consider_undo("back", seat, 1, 0.0))
    assert not timeline.earned(seat)
    timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    assert timeline.earned(seat)


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
