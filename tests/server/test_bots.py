"""What bots are sent, how long those take who have nothing to think about, and what becomes of bad ones."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from spyring.bots import Bot
from spyring.engine.notation import Event
from spyring.engine.state import State
from spyring.games import shelf
from spyring.server.conversation.payloads import Hint
from spyring.server.core.bots.bot_pool import BotPool, Job, Thoughts, think
from spyring.server.core.bots.levels import LEVELS
from spyring.server.core.caller import Caller
from spyring.server.core.fair_queue import FairQueue
from spyring.server.core.payloads import Person
from spyring.server.core.settings import Settings
from spyring.server.core.tables.timeline import Start, Timeline
from spyring.server.core.times import Time
from tests.server.harness import Harness, new_file, open_harness, settings_for
from tests.server.manual_time import ManualTime
from tests.server.shelf import games as toys

pytestmark = pytest.mark.anyio

KRAKOW = next(game for game in shelf() if game.name == "krakow")


def begun(moves: int) -> Timeline:
    """Kraków after some moves."""
    timeline = Timeline(KRAKOW, Start(4, bytes([7]) * 32, KRAKOW.resolve_options(4, {})))
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


def test_pages_and_programs_use_the_same_words_for_levels() -> None:
    plain = {"heuristic": "quick"}  # players need no jargon
    assert {level.title for level in LEVELS.values()} == {f"{plain.get(name, name)} bot" for name in LEVELS}


def test_a_worker_ends_with_its_server_even_if_that_ends_first() -> None:
    server = (
        "import os; from spyring.server.core.bots.bot_pool import BotPool;"
        "from spyring.server.core.settings import Settings; from spyring.server.core.times import Time;"
        "BotPool(Settings(), Time()).warm(); os._exit(7)"
    )
    # The worker has the same output, so this waits until it ends, too.
    ended = subprocess.run([sys.executable, "-c", server], capture_output=True, text=True, timeout=300.0)
    assert (ended.returncode, ended.stdout) == (7, ""), ended.stderr


def test_a_bot_hears_what_its_seat_was_told_and_nothing_else() -> None:
    timeline = begun(30)
    seat = timeline.state.deciders[0]
    *_address, _world, told, _seat, _level, _seed = BotPool(Settings(), Time())._job(timeline, seat, "hard")
    everything = [*timeline.opening, *(event for entry in timeline.entries for event in entry.events)]
    assert told == [words(event) for event in everything if event.audience & 1 << seat]
    assert len(told) < len(everything)  # some secrets are not for this seat


def test_what_was_taken_back_is_not_told() -> None:
    timeline = begun(30)
    before = [words(event) for event in timeline.events_for(0)]
    seat = timeline.state.deciders[0]
    timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    assert len(timeline.events_for(0)) > len(before)
    timeline.commit(timeline.consider_undo("back", seat, timeline.length, 0.0))
    assert [words(event) for event in timeline.events_for(0)] == before


def test_the_worker_gives_the_bot_its_events() -> None:
    timeline = begun(30)
    seat = timeline.state.deciders[0]
    path, name, world, told, *_rest = BotPool(Settings(), Time())._job(timeline, seat, "hard")
    [(text, _why)] = think(path, name, world, told, seat, f"{__name__}:Listener", 1)
    assert KRAKOW.moves.parse(text) == timeline.state.legal(seat)[0]
    assert list(Listener.heard) == told


async def test_a_bot_without_a_choice_takes_as_long_as_others_lately() -> None:
    duel = next(game for game in toys() if game.name == "duel")
    timeline = Timeline(duel, Start(2, bytes([7]) * 32, duel.resolve_options(2, {})))
    while len(timeline.state.legal(timeline.state.deciders[0])) > 1:
        seat = timeline.state.deciders[0]
        timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    seat = timeline.state.deciders[0]
    clock = ManualTime()
    bots = BotPool(Settings(bots="threads"), clock)
    bots._lately["duel", "hard"].append(0.15)
    only = (timeline.state.legal(seat)[0], None)
    assert await bots.plan(timeline, seat, "hard", "Ann") == [only]
    assert clock.slept == [0.15]
    assert await bots.choose(timeline, seat, "hard", "Ann") == only
    assert clock.slept == [0.15]  # a hint does not wait


async def test_how_long_bots_took_in_one_game_says_nothing_about_another() -> None:
    bots = BotPool(Settings(bots="threads"), Time())
    timeline = begun(0)
    await bots.plan(timeline, timeline.state.deciders[0], "random", "Ann")
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
    clock = ManualTime()
    bots = BotPool(Settings(bots="threads"), clock)
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    choosing = asyncio.create_task(bots.choose(timeline, seat, f"{__name__}:Silent", "Ann"))
    while not Silent.asked.is_set():
        await asyncio.sleep(0.01)
    clock.move(bots.settings.bot_patience)
    _move, why = await choosing
    Silent.may_speak.set()
    assert why is not None
    assert "At a glance this looked best." in why

    def broken(*_job: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr("spyring.server.core.bots.bot_pool.think", broken)
    move, why = await bots.choose(timeline, seat, "hard", "Ann")
    assert move in timeline.state.legal(seat)
    assert why is None
    await bots.close()


class Pool:
    """Workers that answer one thought after another, when they are told to."""

    def __init__(self, bots: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs: list[Job] = []
        self._answers: list[asyncio.Future[Thoughts]] = []
        monkeypatch.setattr(bots, "_ask", self.ask)

    async def ask(self, job: Job) -> Thoughts:
        answer: asyncio.Future[Thoughts] = asyncio.get_running_loop().create_future()
        self.jobs.append(job)
        self._answers.append(answer)
        return await answer

    async def answer(self, timeline: Timeline) -> None:
        """The oldest thought is finished."""
        seat = timeline.state.deciders[0]
        self._answers.pop(0).set_result([(KRAKOW.moves.name(timeline.state.legal(seat)[0]), "[]")])
        await settled()

    def answer_first(self) -> None:
        """The oldest thought is finished with the first move that comes to mind."""
        _path, name, world, _told, seat, _level, _seed = self.jobs[-len(self._answers)]
        game = next(game for game in (*shelf(), *toys()) if game.name == name)
        text = game.moves.name(game.from_json(world).legal(seat)[0])
        self._answers.pop(0).set_result([(text, '["Because.", {}]')])


async def settled() -> None:
    """Everybody who can go on has gone on."""
    for _turn in range(20):
        await asyncio.sleep(0)


async def test_fourteen_guests_with_forty_two_tables_starve_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = BotPool(Settings(bots="threads", bot_workers=1), ManualTime())
    pool = Pool(bots, monkeypatch)
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    greedy = [
        asyncio.create_task(bots.choose(timeline, seat, "hard", f"guest {table % 14}", "inn"))
        for table in range(42)
    ]
    await settled()
    modest = asyncio.create_task(bots.choose(timeline, seat, "hard", "Ann", "home"))
    await settled()
    assert len(pool.jobs) == 1  # the others wait here, not in the queue of the workers
    await pool.answer(timeline)
    assert not modest.done()
    await pool.answer(timeline)
    assert modest.done()  # after the one thought that was being thought
    for _table in range(41):
        await pool.answer(timeline)
    assert len(await asyncio.gather(*greedy)) == 42
    assert not bots._queue._all.people or bots._queue._all.idle


async def test_a_share_is_counted_in_time_not_in_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = BotPool(Settings(bots="threads", bot_workers=1), ManualTime())
    pool = Pool(bots, monkeypatch)
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    waiting = [
        asyncio.create_task(bots.choose(timeline, seat, level, level, level))
        for level in ("hard", "easy")
        for _table in range(20)
    ]
    await settled()
    for _thought in range(16):
        await pool.answer(timeline)
    levels = [job[-2] for job in pool.jobs]
    assert levels.count("hard") == 3  # a second each; the easy ones had 14 of 0.2
    for task in waiting:
        task.cancel()


async def test_modest_users_of_a_shared_address_wait_little(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = BotPool(Settings(bots="threads", bot_workers=1), ManualTime())
    pool = Pool(bots, monkeypatch)
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    greedy = [
        asyncio.create_task(bots.choose(timeline, seat, "hard", "Ann", "school")) for _table in range(9)
    ]
    await settled()
    modest = asyncio.create_task(bots.choose(timeline, seat, "hard", "Bob", "school"))
    await settled()
    await pool.answer(timeline)
    await pool.answer(timeline)
    assert modest.done()
    for task in greedy:
        task.cancel()


async def test_a_bot_whose_turn_comes_very_late_thinks_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualTime()
    bots = BotPool(Settings(bots="threads", bot_workers=1, bot_patience=60), clock)
    pool = Pool(bots, monkeypatch)
    timeline = begun(0)
    seat = timeline.state.deciders[0]
    first, second = (asyncio.create_task(bots.choose(timeline, seat, "hard", "Ann")) for _table in range(2))
    await settled()
    clock.at += 61  # the first one is thought through all the same
    await pool.answer(timeline)
    assert [job[-2] for job in pool.jobs] == ["hard", "heuristic"]
    await pool.answer(timeline)
    assert first.done()
    assert second.done()


def rest(harness: Harness, patch: pytest.MonkeyPatch) -> None:
    """Let the bots of all tables rest."""
    patch.setattr(harness.services.scheduler, "schedule", lambda _table: None)
    patch.setattr(harness.services.hooks, "reschedule", lambda _table: None)


async def test_hints_wait_in_the_same_queue_by_the_address_of_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five guests of one inn who ask for hints keep nobody waiting elsewhere."""
    settings = settings_for(new_file(tmp_path / "table.db"), bot_workers=1)
    async with open_harness(settings) as harness:
        pool = Pool(harness.services.bot_pool, monkeypatch)

        async def asking(name: str, address: str) -> asyncio.Task[Hint]:
            guest = await harness.guest(name)
            bots = dict.fromkeys((1, 2, 3), "random")
            table = (await guest.make("krakow", seat=0, bots=bots))["id"]
            live = await harness.services.live_tables.find(table)
            while live.deciders() != (0,):
                seat = live.deciders()[0]
                move = live.running.state.legal(seat)[0]
                async with live.lock:
                    await harness.services.changes.append(
                        live, live.running.consider(seat, move, harness.time.now())
                    )
            caller = Caller(Person(**guest.person), address=address)
            return asyncio.create_task(harness.services.hints.ask(table, caller))

        rest(harness, monkeypatch)
        crowd = [await asking(f"Guest {number}", "inn") for number in range(5)]
        await settled()
        modest = await asking("Bob", "home")
        await settled()
        assert len(pool.jobs) == 1
        for _thought in range(2):
            pool.answer_first()
            await settled()
        assert modest.done()
        for task in crowd:
            task.cancel()


async def test_a_hint_that_is_asked_for_often_is_thought_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as harness:
        pool = Pool(harness.services.bot_pool, monkeypatch)
        ann = await harness.guest("Ann")
        rest(harness, monkeypatch)
        made = await ann.make("relay", seats=2, seat=0, bots={"1": "random"})
        caller = Caller(Person(**ann.person))
        asked = [asyncio.create_task(harness.services.hints.ask(made["id"], caller)) for _time in range(5)]
        while not pool.jobs:
            await asyncio.sleep(0)
        asked.pop().cancel()
        pool.answer_first()
        assert len({(await task).move.text for task in asked}) == 1
        assert len(pool.jobs) == 1


async def test_a_cancelled_wait_leaves_the_queue() -> None:
    turns = FairQueue(1)

    async def think() -> None:
        async with turns.turn("home", "Ann", 1.0):
            await asyncio.sleep(3600)

    thinking, waiting = (asyncio.create_task(think()) for _thought in range(2))
    await settled()
    waiting.cancel()
    thinking.cancel()
    await asyncio.gather(thinking, waiting, return_exceptions=True)
    async with turns.turn("inn", "Bob", 1.0):  # the place is free again
        pass
    assert turns._all.idle
