"""How long a bot takes, or an automatic pass, tells nothing about what it holds: recorded over many games.

What a bot would need is made to depend on its secrets as strongly as can be; what others can measure must
not. The clock is a number here, the dice have seeds: the same delays are recorded in every run.
"""

import asyncio
import math
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import spyring
from spyring.engine.state import State
from spyring.server.core.bots.bot_pool import BotPool
from spyring.server.core.bots.delays import Delays
from spyring.server.core.bots.levels import LEVELS
from spyring.server.core.settings import Settings
from spyring.server.core.tables.timeline import Start, Timeline
from tests.server.harness import new_file, open_harness, settings_for, until
from tests.server.manual_time import ManualTime

GAMES, MOVES = 12, 60
ALPHA = 1.95  # Kolmogorov and Smirnov: one in a thousand of equal distributions differ by more

Held = Callable[[State, int], bool]


def few_choices(state: State, seat: int) -> bool:
    """Whether the seat has hardly anything to think about."""
    return len(state.legal(seat)) < 5


def a_trump(state: State, seat: int) -> bool:
    """Whether something about its own hand that others do not see is so: half of all hands are."""
    hidden = sorted(str(state.view(seat)["table"]))
    return hash(tuple(map(ord, hidden))) % 2 == 0


def needed(state: State, seat: int, level: str, held: Held) -> float:
    """What thinking takes, which tells everything: nothing if it holds it, else all its time."""
    return 0.0 if held(state, seat) else LEVELS[level].seconds


def recorded(
    held: Held, level: str, delays: Delays, busy: float, evenly: bool = True
) -> tuple[list[float], list[float]]:
    """The delays that others could measure, of those that did not hold it and those that did; ``busy`` is how
    long a thought waits at most on a server with much to do. ``evenly``: it counts as long as the longest.
    """
    found: tuple[list[float], list[float]] = ([], [])
    dice = random.Random(11)
    game = spyring.game("krakow")
    for seed in range(GAMES):
        state = game.start(seed=seed, years=1)
        now = 0.0
        for _move in range(MOVES):
            if not state.deciders:
                break
            seat = state.deciders[0]
            thinking = LEVELS[level].longest if evenly else needed(state, seat, level, held)
            thought_at = now + dice.uniform(0.0, busy) + thinking
            shown = delays.shown_at(now + delays.move(level), thought_at)
            found[held(state, seat)].append(shown - now)
            now = shown
            state.play(seat, dice.choice(state.legal(seat)))
    return found


def distance(some: list[float], others: list[float]) -> float:
    """The largest difference of two distributions, in units of what is to be expected of equal ones."""
    values = sorted([(value, 0) for value in some] + [(value, 1) for value in others])
    counts, largest = [0, 0], 0.0
    for at, (value, which) in enumerate(values):
        counts[which] += 1
        if at + 1 == len(values) or values[at + 1][0] != value:
            largest = max(largest, abs(counts[0] / len(some) - counts[1] / len(others)))
    n, m = len(some), len(others)
    return largest / math.sqrt((n + m) / (n * m))


@pytest.mark.parametrize("level", ["hard", "normal", "easy", "heuristic"])
@pytest.mark.parametrize("held", [few_choices, a_trump])
def test_delays_of_bots_are_the_same_whatever_they_hold(held: Held, level: str) -> None:
    """Already by when they are due, if a thought ended when it ends."""
    some, others = recorded(held, level, Delays(1.0, random.Random(7)), busy=0.05, evenly=False)
    assert min(len(some), len(others)) > 50
    assert distance(some, others) < ALPHA


@pytest.mark.parametrize("held", [few_choices, a_trump])
def test_on_a_busy_server_nothing_is_told(held: Held) -> None:
    """Thoughts wait much longer than they take. If they ended when they end, that would tell something, in
    coarse steps too.
    """
    busy = 8.0 / 3.0 * LEVELS["hard"].seconds
    bare = recorded(held, "hard", Delays(1.0, random.Random(7)), busy, evenly=False)
    assert distance(*bare) > ALPHA
    for most in (busy, 8.0, 60.0):
        assert distance(*recorded(held, "hard", Delays(1.0, random.Random(7)), most)) < ALPHA


@pytest.mark.anyio
async def test_a_thought_counts_as_long_as_the_longest_from_its_turn_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However long it took, and however long it waited; a hint is there at once."""
    clock = ManualTime()
    bots = BotPool(Settings(bots="threads"), clock)
    took = 0.0

    async def ask(_self: BotPool, _job: object) -> list[tuple[str, str]]:
        clock.at += took
        return [(krakow.moves.name(state.legal(seat)[0]), "")]

    async def sleep(seconds: float) -> None:
        clock.at += seconds

    monkeypatch.setattr(BotPool, "_ask", ask)
    monkeypatch.setattr(clock, "sleep", sleep)
    krakow = spyring.game("krakow")
    timeline = Timeline(krakow, Start(4, bytes([7]) * 32, krakow.resolve_options(4, {})))
    state = timeline.state
    seat = state.deciders[0]
    for took in (0.0, 0.4, LEVELS["hard"].seconds):
        for ask_for, expected in ((bots.plan, LEVELS["hard"].longest), (bots.choose, took)):
            began = clock.now()
            await ask_for(timeline, seat, "hard", "Ann")
            assert clock.now() - began == pytest.approx(expected)


def test_the_measure_finds_what_a_delay_would_tell() -> None:
    """A server that showed moves as soon as they are thought of would be found out."""
    raw = Delays(1.0, random.Random(7))
    raw.shown_at = lambda due, thought_at: thought_at  # type: ignore[method-assign]
    assert distance(*recorded(few_choices, "hard", raw, busy=0.05, evenly=False)) > 3 * ALPHA


def test_passes_of_people_are_drawn_from_one_distribution() -> None:
    dice = random.Random(3)
    with_cloak: list[float] = []
    without: list[float] = []
    delays = Delays(1.0, random.Random(5))
    for _window in range(2000):
        (with_cloak if dice.random() < 0.3 else without).append(delays.reaction())
    assert distance(with_cloak, without) < ALPHA


@pytest.mark.anyio
async def test_a_move_is_made_when_it_was_due_however_long_it_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler keeps to the drawn time: at once or after all its time of thinking, it moves then. The
    clock moves only while it waits or thinks, however slow the machine is.
    """
    async with open_harness(settings_for(new_file(tmp_path / "table.db"), bot_delay=1.0)) as harness:
        took = [0.0, 2.9, 9.0]  # nothing; nearly all its time; far too long
        drawn: list[float] = []

        async def plan(
            _self: BotPool, timeline: Timeline, seat: int, _level: str, _owner: str, _address: str = ""
        ) -> list[tuple[int, None]]:
            harness.time.at += took[min(len(drawn) - 1, 2)]
            return [(timeline.state.legal(seat)[0], None)]

        def move(level: str) -> float:
            drawn.append(3.5)
            return 3.5

        async def waited_until(due: float, _wakeup: asyncio.Event) -> bool:
            harness.time.at = max(harness.time.at, due)
            return True

        monkeypatch.setattr(BotPool, "plan", plan)
        monkeypatch.setattr(harness.services.delays, "move", move)
        monkeypatch.setattr(harness.services.scheduler, "_waited", waited_until)
        ann = await harness.guest("Ann")
        began = harness.time.now()
        made = await ann.make("duel", seats=2, bots={0: "hard", 1: "hard"}, take_seat=False)
        live = await harness.services.live_tables.find(made["id"])

        async def three() -> bool:
            return live.length >= 3

        await until(three)
        asked = began
        waited = []
        for entry in live.running.entries[:3]:
            waited.append(round(entry.at - asked, 3))
            asked = entry.at
        assert waited == [3.5, 3.5, 9.5]  # 3.5 and three steps of two seconds


@pytest.mark.anyio
async def test_bots_let_people_interrupt_first(tmp_path: Path) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db"), bot_delay=1.0)) as harness:
        ann = await harness.guest("Ann")
        held_back: dict[str, float] = {}
        for game in ("relay", "duel"):  # in a duel nobody can interrupt
            table = (await ann.make(game, seats=2, seat=1, bots={"0": "random"}))["id"]
            live = await harness.services.live_tables.find(table)
            action = harness.services.scheduler.next_action(live)
            assert action is not None
            assert (action.kind, action.seat) == ("bot", 0)
            held_back[game] = action.due - harness.time.now()
        assert held_back["duel"] < 2.0 < held_back["relay"]
