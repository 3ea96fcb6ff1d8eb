"""What others see of time follows from what they see happen: for every frame of every game in which a seat
can act unseen, times, clocks, delays and offers are compared in worlds that differ only in what it does
there.

The hands of the clock are moved by the test; nothing waits.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

from spyring.bots.bot import Bot
from spyring.engine.game import Game
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.games import shelf
from spyring.server.core.bots.bot_pool import BotPool, Job, think
from spyring.server.core.bots.levels import LEVELS
from spyring.server.core.tables.live_table import LiveTable, frame_of
from spyring.server.core.tables.timeline import Timeline
from tests.night import NIGHT
from tests.server.harness import Guest, new_file, open_harness, settings_for
from tests.server.unseen import (
    OPTIONS,
    Moment,
    SameSeal,
    all_unseen_frames,
    begun,
    entries,
    moments,
    table_at,
    unseen_frames,
    unseen_moves,
)

CLOCK: Final = {"bank": 1200, "increment": 20, "cap": 1200}
FINISHING: Final = ("ready", "propose")
TICKS: Final = 4
LONG: Final = 400  # moves of a game, as far as it is looked at

every_game = pytest.mark.parametrize("game", shelf(), ids=lambda game: game.name)
FRAMES = all_unseen_frames()  # to come to each of them takes its time, which collecting tests has not
every_moment = pytest.mark.parametrize("at", range(len(FRAMES)), ids=FRAMES)


@pytest.fixture(autouse=True)
def the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in ("live_table", "seating"):
        monkeypatch.setattr(f"spyring.server.core.tables.{where}.Seal", SameSeal)


# -- which frames --------------------------------------------------------------------------------------------


@every_game
def test_one_acts_unseen_only_where_the_frame_says_so(game: Game) -> None:
    for seed in range(2):
        for timeline, before, entry in entries(game, seed, longest=LONG):
            frame = before.stack[-1]
            unseen = entry.observers != timeline.everybody
            assert frame.unseen or not unseen, entry
            assert frame.unseen_chance or not (unseen and entry.irreversible), entry
            assert not unseen or timeline.state.deciders == before.deciders


# -- people: clocks ------------------------------------------------------------------------------------------


def script(moment: Moment, dice: random.Random, detours: int) -> list[str]:
    """What a seat does until it is no longer asked, or asks another: some moves more or less, all unseen."""
    state, seat, book = moment.state(), moment.seat, moment.game.moves
    made: list[str] = []
    while seat in state.deciders and frame_of(state) == moment.frame:
        unseen = unseen_moves(state, seat)
        onward = [move for move in unseen if not book.name(move).startswith(("reconsider", "arrange"))]
        finish = [move for move in state.legal(seat) if book.name(move).startswith(FINISHING)]
        if len(made) < detours and unseen:
            onward, finish = unseen, []
        move = finish[0] if finish else dice.choice(onward)
        state.play(seat, move)
        made.append(book.name(move))
    return made


async def positions(live: LiveTable, guests: list[Guest], spectator: Guest) -> list[str]:
    """What everybody is shown, without the names that every table has of its own."""
    shown: list[str] = []
    for reader in (*guests, spectator):
        text = json.dumps(await reader.position(live.id), sort_keys=True)
        for name in (live.id, live.invitation, *(guest.person["id"] for guest in guests)):
            text = text.replace(name, "NAME")
        shown.append(text)
    return shown


async def waver(guest: Guest, live: LiveTable, seat: int) -> None:
    """Do something unseen and take it back at once, where that is offered."""
    state = live.running.state
    unseen = unseen_moves(state, seat)
    if unseen and not state.stack[-1].unseen_chance:
        position = await guest.play(live.id, live.game.moves.name(unseen[-1]))
        assert position["undo"]["free"]
        await guest.post(f"/tables/{live.id}/undo", {"number": position["number"]})


async def played_by_a_person(url: str, moment: Moment, seed: int, detours: int) -> list[list[str]]:
    """All that everybody is shown, second by second, while a seat acts unseen, takes back, and is done."""
    dice = random.Random(seed)
    async with open_harness(settings_for(url)) as harness:
        live, guests = await table_at(harness, moment, clock=CLOCK)
        spectator, person = await harness.guest("Eve"), guests[moment.seat]
        *unseen, last = script(moment, dice, detours)
        shown: list[list[str]] = []
        for _tick in range(TICKS):
            harness.time.move(1.0)
            if unseen:
                await person.play(live.id, unseen.pop(0))
            if detours:
                await waver(person, live, moment.seat)
            shown.append(await positions(live, guests, spectator))
        harness.time.move(1.0)
        for text in unseen:
            await person.play(live.id, text)
        if detours:
            await waver(person, live, moment.seat)
        await person.play(live.id, last)
        shown.append(await positions(live, guests, spectator))
        return shown


def alike(moment: Moment, worlds: list[list[str]]) -> list[int]:
    """The readers who cannot tell the worlds apart by what they are shown and told, whenever that was."""
    timelines = []
    for made in worlds:
        timeline = begun(moment.game, moment.moves)
        for text in made:
            move = moment.game.moves.parse(text)
            timeline.commit(timeline.consider(moment.seat, move, 0.0))
        timelines.append(timeline)
    one, other = timelines
    readers = [reader for reader in one.readers() if reader != moment.seat]
    return [reader for reader in readers if known(one, reader) == known(other, reader)]


def known(timeline: Timeline, reader: int) -> tuple[Any, Any]:
    """What a reader sees and was told."""
    told = [(event.kind, event.a, event.b, event.c, event.d) for event in timeline.events_for(reader)]
    return timeline.view(None if reader == SPECTATOR else reader), told


@pytest.mark.anyio
@every_moment
async def test_clocks_and_times_do_not_tell_what_a_person_does_unseen(at: int, tmp_path: Path) -> None:
    moment = moments()[at]
    compared = 0
    worlds = [(1, 0), (3, 9)]  # seeds, and detours
    shown = [
        await played_by_a_person(new_file(tmp_path / f"{seed}.db"), moment, seed, detours)
        for seed, detours in worlds
    ]
    scripts = [script(moment, random.Random(seed), detours) for seed, detours in worlds]
    assert scripts[0] != scripts[1]
    for reader in alike(moment, scripts):
        place = moment.seats if reader == SPECTATOR else reader
        for here, there in zip(*shown, strict=True):
            assert here[place] == there[place]
            compared += 1
    assert compared >= 2 * TICKS


# -- bots: delays --------------------------------------------------------------------------------------------


class Scripted(Bot):
    """A bot that would use all its time, and does what is written."""

    lines: ClassVar[list[str]] = []
    took: ClassVar[float] = 0.0

    def choose(self, state: State, seat: int) -> int:
        Scripted.took += self.seconds
        return state.game.moves.parse(Scripted.lines.pop(0))


def scripted(level: str, seed: int) -> Bot:
    bot = Scripted(seed)
    bot.seconds = LEVELS[level].seconds
    bot.why, bot.values = "Because.", {}
    return bot


async def played_by_a_bot(url: str, moment: Moment, made: list[str], patch: pytest.MonkeyPatch) -> list[Any]:
    """When a bot's moves were made, and who observed them, and the clocks after them."""
    async with open_harness(settings_for(url, bot_delay=1.0)) as harness:
        live, guests = await table_at(harness, moment, clock=CLOCK)
        Scripted.lines = made[:]

        async def ask(_self: BotPool, job: Job) -> Any:
            Scripted.took = 0.0
            thoughts = think(*job)
            harness.time.at += Scripted.took
            return thoughts

        async def waited(due: float, _poke: asyncio.Event) -> bool:
            harness.time.at = max(harness.time.at, due)
            return True

        patch.setattr("spyring.server.core.bots.bot_pool.make", scripted)
        patch.setattr(BotPool, "_ask", ask)
        scheduler = harness.services.scheduler
        patch.setattr(scheduler, "_waited", waited)
        patch.setattr(scheduler, "schedule", lambda _table: None)  # the test does what is due
        patch.setattr(harness.services.hooks, "reschedule", lambda _table: None)
        harness.services.delays.dice = random.Random(5)
        began, length = harness.time.now(), live.length
        await guests[moment.seat].post(f"/tables/{live.id}/away")
        while Scripted.lines:
            action = scheduler.next_action(live)
            assert action is not None
            assert action.kind == "bot"
            await scheduler._decide(live, action, asyncio.Event())
        clocks = (await guests[moment.seat].position(live.id))["clocks"]
        made_at = [(entry.observers, round(entry.at - began, 3)) for entry in live.running.entries[length:]]
        return [made_at, clocks, harness.time.now() - began]


@pytest.mark.anyio
@every_moment
async def test_a_bot_takes_as_long_whatever_it_does_unseen(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = moments()[at]
    found = []
    for seed, detours in ((1, 0), (2, 4), (3, 7)) if NIGHT else ((1, 0), (3, 7)):
        made = script(moment, random.Random(seed), detours)
        url = new_file(tmp_path / f"{seed}.db")
        (made_at, clocks, now) = await played_by_a_bot(url, moment, made, monkeypatch)
        others = ((1 << moment.seats) - 1 | 1 << SPECTATOR) & ~(1 << moment.seat)
        found.append(([when for observers, when in made_at if observers & others], clocks, round(now, 3)))
    assert found[0][0]
    assert found[1:] == found[:1] * (len(found) - 1)


# -- taking back ---------------------------------------------------------------------------------------------


@every_game
def test_what_is_offered_to_be_taken_back_is_granted(game: Game) -> None:
    """Or was never offered: a refusal would tell of what somebody did unseen."""
    granted = 0
    for seats in game.seats:
        for timeline, before, _entry in entries(game, 3, seats, LONG // 2):
            for reader in range(seats) if before.stack[-1].unseen else ():
                free = timeline.free_undo(reader)
                if free is not None:
                    timeline.consider_undo("drop", timeline.mover(free), free, 0.0)
                    granted += 1
    assert granted or not unseen_frames(game)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_an_offer_does_not_depend_on_what_others_did_unseen(seats: int) -> None:
    """While all place their pieces, and chance may arrange them, nobody is offered what might be refused."""
    game = next(game for game in shelf() if game.name == "spies")
    assert OPTIONS["spies"]["setup_placement"] == "simultaneous"
    offered: dict[bool, set[bool]] = {True: set(), False: set()}
    for others_act in (True, False):
        timeline = begun(game, seats=seats)
        book = game.moves
        first = next(move for move in timeline.state.legal(0) if book.name(move).startswith("hide"))
        timeline.commit(timeline.consider(0, first, 0.0))
        if others_act and seats < 5:
            timeline.commit(timeline.consider(1, book.parse("arrange"), 0.0))
        free = timeline.free_undo(0)
        offered[others_act].add(free is not None)
        if free is not None:
            timeline.consider_undo("drop", 0, free, 0.0)
    assert offered[True] == offered[False]


def test_what_is_offered_in_talks_does_not_show_in_how_the_offer_is_taken_back() -> None:
    """Others see whether a proposal vanishes at once or its maker asks first: the same whatever is in it."""
    moment = next(moment for moment in moments() if moment.frame == "BuildOffer")
    book, offered = moment.game.moves, {}
    parts = {book.fields(part)["verb"]: part for part in unseen_moves(moment.state(), moment.seat)}
    for verb, part in parts.items():
        timeline = begun(moment.game, moment.moves)
        for move in (part, book.parse("propose")):
            timeline.commit(timeline.consider(moment.seat, move, 0.0))
        offered[verb] = timeline.free_undo(moment.seat) is not None
    assert len(offered) > 3
    assert len(set(offered.values())) == 1, offered


def test_a_game_continues_after_an_undo() -> None:
    """A move that nobody saw is still taken back at once where no chance is drawn unseen."""
    moment = next(moment for moment in moments() if moment.frame == "AllotGold")
    timeline = begun(moment.game, moment.moves)
    for seat in timeline.state.deciders:
        timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    free = timeline.free_undo(moment.seat)
    assert free is not None
    timeline.commit(timeline.consider_undo("drop", moment.seat, free, 0.0))
    assert timeline.entries[free - 1].undone
