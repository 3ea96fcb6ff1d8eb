"""The examples run, in short form."""

import importlib.util
from pathlib import Path
from typing import Any

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
    theirs, ours = example("openspiel_ismcts").main(1, 2)
    assert abs(theirs + ours - 1) < 1e-6


def test_a_learner_runs() -> None:
    learnt, chance = example("value_learner").main("krakow", 3.0, 64)
    assert 0.0 < learnt < 1.0
    assert 0.0 < chance < 1.0
