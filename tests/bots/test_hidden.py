"""``benchmarks/hidden.py``: worlds with a part of the truth, or drawn by what was learned, stay possible."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from benchmarks import hidden

import spyring
from spyring.bots import Turns, make
from spyring.engine.game import inventory
from spyring.engine.state import State


def positions(name: str, count: int, every: int) -> Iterator[tuple[State, int]]:
    """Some positions of a game between heuristics, and who decides."""
    turns = Turns(spyring.game(name).start(seed=3, events=True, **hidden.OPTIONS[name]))
    bot = make("heuristic", 1)
    for number in range(count * every):
        if number % every == every - 1:
            yield turns.state, turns.seat
        turns.act(bot)


def same_to(state: State, seat: int, imagine: hidden.Imagine) -> State:
    """A world that was finished in this way; the seat sees no difference."""
    table = state.clone()
    table.game = hidden.Imagining(state.game, imagine)
    world = table.resample(seat, 5)
    world.game = state.game
    assert world.view(seat) == state.view(seat)
    assert world.legal(seat) == state.legal(seat)
    assert inventory(world) == inventory(state)
    return world


@pytest.mark.parametrize("part", [*hidden.PARTS, hidden.everything])
def test_a_part_is_as_it_really_is(part: Callable[[Any, Any], None]) -> None:
    for state, seat in positions("spies", 4, 25):
        world: Any = same_to(state, seat, hidden.copying(part)(state, seat))
        again = world.clone()
        part(again, state)
        assert again.pack() == world.pack()


@pytest.mark.parametrize("name", hidden.KINDS)
def test_drawn_worlds_are_possible(name: str) -> None:
    kind = hidden.KINDS[name]
    for state, seat in positions(name, 6, 9):
        size = kind.features(state, seat, []).shape[1]
        weights = np.random.default_rng(1).normal(size=size)
        same_to(state, seat, hidden.drawing(name, weights)(state, seat))


def test_likelier_arrangements_are_drawn_more_often() -> None:
    lot = random.Random(1)
    scores = {(thing, place): 3.0 * (thing == place) for thing in range(3) for place in range(3)}
    drawn = [hidden.arrangements([2, 0, 1], [0, 1, 2], scores, [0] * 3, lot) for _run in range(20)]
    right = sum(found == [0, 1, 2] for run in drawn for found in run) / sum(map(len, drawn))
    # e⁹ to e³ three times, and to 1 twice
    assert right == pytest.approx(1 / (1 + 3 * np.exp(-6) + 2 * np.exp(-9)), abs=0.02)


def test_what_can_be_learned_is_learned() -> None:
    lot = np.random.default_rng(2)
    cases = []
    for game in range(400):
        features = lot.normal(size=(3, 2))
        odds = np.exp(features @ [1.0, 0.0])
        first = lot.choice(3, p=odds / odds.sum())
        order = [first, *({0, 1, 2} - {first})]
        cases.append(hidden.Case(game, np.ones(3), np.ones(3), features[order]))
    weights = hidden.fitted(cases)
    assert weights == pytest.approx([1.0, 0.0], abs=0.25)
