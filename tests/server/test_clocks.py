"""Clocks: what fills them, what does not, and that they stand while there is no server."""

import pytest
from sqlalchemy import update

from spyring.games import shelf
from spyring.server.clocks import SeatClock, turned
from spyring.server.payloads import ClockTerms
from spyring.server.schema import pulse, seats
from spyring.server.timeline import Start, Timeline
from tests.server.house import House, open_house, settings_for

pytestmark = pytest.mark.anyio

CLOCK = {"bank": 100, "increment": 30, "cap": 200}
KRAKOW = next(game for game in shelf() if game.name == "krakow")


async def test_stepping_away_fills_no_clock(house: House) -> None:
    table, (ann, _bob) = await house.table("duel", "Ann", "Bob", clock=CLOCK)
    house.hall.pace.factor = 1000.0
    later = house.hall.now() + 95
    house.hall.now = lambda: later
    await ann.post(f"/tables/{table}/away")
    back = await ann.post(f"/tables/{table}/back")
    assert 3 <= back["clocks"][0]["left"] <= 5.5


def test_a_move_made_anew_earns_nothing() -> None:
    timeline = Timeline(KRAKOW, Start(4, 7, KRAKOW.chosen(4, {})))
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
    assert turned(clocks, terms, {1}, 0, True, True, 10.0)[0] == SeatClock(120.0, None)
    assert turned(clocks, terms, {1}, 0, True, False, 10.0)[0] == SeatClock(90.0, None)


async def test_clocks_stand_while_there_is_no_server(database_url: str) -> None:
    outage = 1000.0
    async with open_house(settings_for(database_url)) as house:
        table, (ann, _bob) = await house.table("duel", "Ann", "Bob", clock=CLOCK)
        store = house.hall.store
        await store.write(update(pulse).values(at=pulse.c.at - outage))
        await store.write(
            update(seats).where(seats.c.since.is_not(None)).values(since=seats.c.since - outage)
        )
        person = ann.person["id"]
    async with open_house(settings_for(database_url)) as house:
        room = await house.hall.room(table)
        seat = room.seat_of(person)
        assert seat is not None
        assert room.seats[seat].held == "no"
        assert 80 < room.seats[seat].clock.left(house.hall.now()) <= 100
