"""What bots are sent, and how long those take who have nothing to think about."""

import time

import pytest

from spyring.bots import Bot
from spyring.engine.notation import Event
from spyring.engine.state import State
from spyring.games import games
from spyring.server.bots_at_work import BotsAtWork, think
from spyring.server.settings import Settings
from spyring.server.timeline import Start, Timeline
from tests.server.shelf import games as toys

pytestmark = pytest.mark.anyio

KRAKOW = next(game for game in games() if game.name == "krakow")


def begun(moves: int) -> Timeline:
    """Kraków after some moves."""
    timeline = Timeline(KRAKOW, Start(4, 7, KRAKOW.chosen(4, {})))
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
    *_address, _world, told, _seat, _level, _seed = BotsAtWork(Settings())._job(timeline, seat, "hard")
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
    path, name, world, told, *_rest = BotsAtWork(Settings())._job(timeline, seat, "hard")
    text, _why = think(path, name, world, told, seat, f"{__name__}:Listener", 1)
    assert KRAKOW.moves.parse(text) == timeline.state.legal(seat)[0]
    assert list(Listener.heard) == told


async def test_whoever_has_no_choice_takes_as_long_as_the_others_lately() -> None:
    duel = next(game for game in toys() if game.name == "duel")
    timeline = Timeline(duel, Start(2, 7, duel.chosen(2, {})))
    while len(timeline.state.legal(timeline.state.deciders[0])) > 1:
        seat = timeline.state.deciders[0]
        timeline.commit(timeline.consider(seat, timeline.state.legal(seat)[0], 0.0))
    seat = timeline.state.deciders[0]
    bots = BotsAtWork(Settings(bots="threads"))
    bots._lately["hard"].append(0.15)
    began = time.monotonic()
    assert await bots.choose(timeline, seat, "hard") == (timeline.state.legal(seat)[0], None)
    assert time.monotonic() - began >= 0.15
