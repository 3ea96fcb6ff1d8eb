"""Spies walk straight: the most natural sign of a sane bot that a person at the table sees."""

import pytest
from benchmarks.walks import play

from tests.night import BRIEF, NIGHT

DECISIONS = 600 if NIGHT else 150  # of one game; benchmarks/walks.py plays whole games


def test_the_heuristic_walks_straight() -> None:
    walks = play("heuristic", 6)
    assert walks.walks > 300
    assert walks.steps <= 1.1 * walks.needed


@pytest.mark.skipif(BRIEF, reason="the compiled build shows it")
@pytest.mark.parametrize("iterations", [100, 1000] if NIGHT else [100])
def test_a_careful_search_walks_straighter_than_a_careless_one(iterations: int) -> None:
    careful = play(f"search:{iterations}", 1, moves=DECISIONS)
    careless = play(f"search:{iterations}:care=0", 1, moves=DECISIONS)
    assert careful.steps / careful.needed < careless.steps / careless.needed
