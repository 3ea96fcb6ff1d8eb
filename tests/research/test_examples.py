"""The examples run, in short form."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from tests.night import NIGHT

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_play_through_pettingzoo() -> None:
    assert sum(example("pettingzoo_random").main("krakow", 2).values()) == 2


def test_their_search_against_ours() -> None:
    theirs, ours, _half = example("openspiel_ismcts").main(1, 2)
    assert abs(theirs + ours - 1) < 1e-6


def test_a_learner_foretells_results() -> None:
    """By day a few games, by night long enough to beat random players."""
    wish = (250.0, 600, 1 << 60) if NIGHT else (60.0, 2, 8)
    learner = example("value_learner").main("krakow", *wish)
    rng = np.random.default_rng(0)
    errors = [learner.network.learn(*learner.memory.some(256, rng), 1e-3) for _step in range(60)]
    assert np.mean(errors[-10:]) < np.var(learner.memory.rewards[: learner.memory.noted])
    if NIGHT:
        learnt, half, _games = learner.judge(600)
        assert learnt - half > 1.0 / len(learner.game.seat_names(4))


def test_judging_has_its_share_of_the_time() -> None:
    learner = example("value_learner").Learner("krakow")
    _share, _half, games = learner.judge(10_000, thinking=False, seconds=0.0)
    assert games == 4, "every seat once"
