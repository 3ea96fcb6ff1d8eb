"""What bots are sent, how long those take who have nothing to think about, and what becomes of bad ones."""

import asyncio
import threading

import pytest

from spyring.bots import Bot
from spyring.engine.notation import Event
from spyring.engine.state import State
from spyring.games import shelf
from spyring.server.bots.thinking import THOUGHTS_AT_ONCE, Thinking, think
from spyring.server.settings import Settings
from spyring.server.tables.timeline import Start, Timeline
from spyring.server.times import Time
from tests.server.hands import Hands
from tests.server.shelf import games as toys

pytestmark = pytest.mark.anyio

KRAKOW = next(game for game in shelf() if game.name == "krakow")


def begun(moves: int) -> Timeline:
    """Kraków after some moves."""
    timeline = Timeline(KRAKOW, Start(4, bytes([7]) * 32, KRAKOW.chosen(4, {})))
    for _move in range(moves):
        seat = timeline.state.deciders[0]
        timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    return timeline


def words(event: Event) -> tuple[int, int, int, int, int]:
    return event.kind, event.a, event.b, event.c, event.d


class Listener(Bot):
    """Keeps what it was told."""

    heard: tuple[tuple[int, int, int, int, int], ...] = ()

    def choose(self, state: State, seat: int) -> int:
        Listener.heard = tuple(words(event) for event in state.events if event.audience & 1 << seat)
        return state.legal(seat)[0]


def test_a_bot_hears_what_its_seat_was_told_and_nothing_else() -> None:
    timeline = begun(30)
    seat = timeline.state.deciders[0]
    *_address, _world, told, _seat, _level, _seed = Thinking(Settings(), Time())._job(timeline, seat, "hard")
    everything = [*timeline.opening, *(event for entry in timeline.entries for event in entry.events)]
    assert told == [words(event) for event in everything if event.audience & 1 << seat]
    assert len(told) < len(everything)  # some secrets are not for this seat


def test_what_was_taken_back_is_not_told() -> None:
    timeline = begun(30)
    before = [words(event) for event in timeline.told(0)]
    seat = timeline.state.deciders[0]
    timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    assert len(timeline.told(0)) > len(before)
    timeline.commit(timeline.consider_undo("back", seat, timeline.length, 0.0))
    assert [words(event) for event in timeline.told(0)] == before


def test_the_worker_gives_the_bot_its_events() -> None:
    timeline = begun(30)
    seat = timeline.state.deciders[0]
    path, name, world, told, *_rest = Thinking(Settings(), Time())._job(timeline, seat, "hard")
    text, _why = think(path, name, world, told, seat, f"{__name__}:Listener", 1)
    assert KRAKOW.moves.parse(text) == timeline.state.legal(seat)[0]
    assert list(Listener.heard) == told


async def test_whoever_has_no_choice_takes_as_long_as_the_others_lately() -> None:
    duel = next(game for game in toys() if game.name == "duel")
    timeline = Timeline(duel, Start(2, bytes([7]) * 32, duel.chosen(2, {})))
    while len(timeline.state.legal(timeline.state.deciders[0])) > 1:
        seat = timeline.state.deciders[0]
        timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    seat = timeline.state.deciders[0]
    hands = Hands()
    bots = Thinking(Settings(bots="threads"), hands)
    bots._lately["duel", "hard"].append(0.15)
    assert await bots.choose(timeline, seat, "hard", "Ann") == (timeline.state.legal(seat)[0], None)
    assert hands.slept == [0.15]


async def test_how_long_bots_took_in_one_game_says_nothing_about_another() -> None:
    bots = Thinking(Settings(bots="threads"), Time())
    timeline = begun(0)
    await bots.choose(timeline, timeline.state.deciders[0], "random", "Ann")
    assert list(bots._lately) == [("krakow", "random")]


class Silent(Bot):
    """Says nothing before it is allowed to."""

    asked = threading.Event()
    may_speak = threading.Event()

    def choose(self, state: State, seat: int) -> int:
        Silent.asked.set()
        Silent.may_speak.wait()
        return state.legal(seat)[-1]


async def test_a_quick_bot_decides_for_a_silent_one(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Hands()
    bots = Thinking(Settings(bots="threads"), hands)
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    choosing = asyncio.create_task(bots.choose(timeline, seat, f"{__name__}:Silent", "Ann"))
    while not Silent.asked.is_set():
        await asyncio.sleep(0.01)
    hands.move(bots.settings.bot_patience)
    _move, why = await choosing
    Silent.may_speak.set()
    assert why is not None
    assert "At a glance this looked best." in why

    def broken(*_job: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr("spyring.server.bots.thinking.think", broken)
    move, why = await bots.choose(timeline, seat, "hard", "Ann")
    assert move in timeline.state.legal(seat)
    assert why is None
    await bots.close()


async def test_many_tables_of_one_person_do_not_starve_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = Thinking(Settings(bots="threads"), Time())
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    asked: list[object] = []
    go_on = asyncio.Event()

    async def ask(job: tuple[object, ...]) -> tuple[str, str]:
        asked.append(job)
        await go_on.wait()
        return KRAKOW.moves.name(timeline.state.legal(seat)[0]), "[]"

    monkeypatch.setattr(bots, "_ask", ask)
    greedy = [asyncio.create_task(bots.choose(timeline, seat, "hard", "Ann")) for _table in range(9)]
    await asyncio.sleep(0)
    modest = asyncio.create_task(bots.choose(timeline, seat, "hard", "Bob"))
    for _turn in range(20):
        await asyncio.sleep(0)
    assert len(asked) == THOUGHTS_AT_ONCE + 1
    go_on.set()
    assert len(await asyncio.gather(*greedy, modest)) == 10
    assert not bots._turns  # nothing is kept of those who wait for nothing
