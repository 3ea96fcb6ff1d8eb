"""No work of one table stops another: what loading, going back and looking back cost is bounded, counted in
steps of the engine and in turns that others have meanwhile.
"""

import asyncio
import random

import pytest

import spyring
from spyring.engine.state import State
from spyring.server.core.tables.live_tables import ENTRIES_PER_SLICE, replay_entries
from spyring.server.core.tables.timeline import MOVES_BETWEEN_STATES, Entry, Start, Timeline
from spyring.server.replays import scenes
from tests.toys import DUEL

pytestmark = pytest.mark.anyio

KRAKOW = spyring.game("krakow")
PAIRS = 1333


class Steps:
    """Counts the steps that the engine makes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        advance = Timeline.advance

        def counted(timeline: Timeline, state: State, number: int, seat: int, text: str) -> object:
            self.count += 1
            return advance(timeline, state, number, seat, text)

        monkeypatch.setattr(Timeline, "advance", counted)


def played(moves: int, dice: random.Random) -> Timeline:
    """Kraków after some moves."""
    timeline = Timeline(KRAKOW, Start(4, bytes([7]) * 32, KRAKOW.resolve_options(4, {"years": 3})))
    for _move in range(moves):
        seat = timeline.state.deciders[0]
        timeline.commit(timeline.consider(seat, dice.choice(timeline.state.legal(seat)), 0.0))
    return timeline


def to_and_fro(timeline: Timeline, pairs: int) -> None:
    """Somebody moves, takes it back, moves, takes it back ..."""
    for _pair in range(pairs):
        seat = timeline.state.deciders[0]
        timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
        timeline.commit(timeline.consider_undo("back", seat, timeline.length, 0.0))


def stored(timeline: Timeline) -> list[Entry]:
    """The log as it comes out of the database."""
    return [
        Entry(e.number, e.kind, e.seat, e.text, e.observers, e.irreversible, e.at) for e in timeline.entries
    ]


def told(entry: Entry) -> list[tuple[int, ...]]:
    """What an entry made happen, and who heard of it."""
    return [(e.kind, e.audience, e.a, e.b, e.c, e.d) for e in entry.events]


def test_moves_that_were_taken_back_cost_one_step_each(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = played(60, random.Random(1))
    to_and_fro(timeline, PAIRS)
    steps = Steps(monkeypatch)
    loaded = Timeline(KRAKOW, timeline.start, stored(timeline))
    assert steps.count == 60 + PAIRS  # it was 60 more for every pair
    assert loaded.state.fingerprint() == timeline.state.fingerprint()
    assert [told(entry) for entry in loaded.entries] == [told(entry) for entry in timeline.entries]


def test_going_back_replays_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = played(200, random.Random(2))
    steps = Steps(monkeypatch)
    seat = timeline.entries[-1].seat
    timeline.consider_undo("back", seat, 200, 0.0)
    assert steps.count == 0
    timeline.consider_undo("back", seat, 101, 0.0)
    assert steps.count <= MOVES_BETWEEN_STATES


def test_looking_back_replays_few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = played(200, random.Random(3))
    steps = Steps(monkeypatch)
    for step in (0, 1, 63, 64, 65, 150, 199, 200):
        steps.count = 0
        timeline.at(step)
        assert steps.count <= MOVES_BETWEEN_STATES
    steps.count = 0
    number = timeline.number(None)
    scenes.between(timeline, None, None, number - 1, number, range(99), str)
    assert steps.count <= 2  # the scenes of the last move: that one, and what little stands before it


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_taken_back_the_game_is_the_one_that_was_never_left(seed: int) -> None:
    dice = random.Random(seed)
    timeline = played(20, dice)
    for _step in range(150):
        seat = dice.choice(timeline.state.deciders)
        if dice.random() < 0.3:
            target = dice.choice(timeline.moves()[-70:]).number
            timeline.commit(timeline.consider_undo("back", seat, target, 0.0))
        if timeline.state.deciders:
            seat = dice.choice(timeline.state.deciders)
            timeline.commit(timeline.consider(seat, dice.choice(timeline.state.legal(seat)), 0.0))
        if not timeline.state.deciders:
            break
    standing = timeline.moves()
    straight = Timeline(KRAKOW, timeline.start)
    prints = [straight.state.fingerprint()]
    for entry in standing:
        straight.advance(straight.state, entry.number, entry.seat, entry.text)
        prints.append(straight.state.fingerprint())
    assert timeline.state.fingerprint() == prints[-1]
    loaded = Timeline(KRAKOW, timeline.start, stored(timeline))
    for game in (timeline, loaded):
        assert [game.at(step).fingerprint() for step in range(len(standing) + 1)] == prints


def test_a_secret_choice_that_is_dropped_leaves_the_others_standing() -> None:
    timeline = Timeline(DUEL, Start(2, bytes([7]) * 32, DUEL.resolve_options(2, {})))
    before = timeline.state.fingerprint()
    seat = timeline.state.deciders[0]
    timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    timeline.commit(timeline.consider_undo("drop", seat, 1, 0.0))
    assert timeline.state.fingerprint() == before


async def test_others_have_their_turn_while_a_long_log_is_played() -> None:
    timeline = played(60, random.Random(1))
    to_and_fro(timeline, 200)
    turns = 0
    done = False

    async def another() -> None:
        nonlocal turns
        while not done:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(another())
    await replay_entries(Timeline(KRAKOW, timeline.start), stored(timeline))
    done = True
    await other
    assert turns >= timeline.length // ENTRIES_PER_SLICE


def test_earlier_states_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    timeline = played(200, random.Random(4))
    to_and_fro(timeline, 300)
    assert len(timeline._checkpoints._states) <= 200 // MOVES_BETWEEN_STATES + 6
