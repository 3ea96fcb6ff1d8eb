"""Every option of every game passes through every door, whatever it is called."""

from typing import Any

import gymnasium
import pyspiel
import pytest

import spyring
import spyring.research.gymnasium
import spyring.research.openspiel
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.research import pettingzoo
from spyring.research.batch import Games

GAMES = [game.name for game in spyring.shelf()]


def others(game: Game) -> dict[str, Any]:
    """Every option, with the last value that is not its default and goes together with the rest."""
    chosen: dict[str, Any] = {}
    for option in game.options:
        for value in reversed(option.values):
            try:
                game.resolve_options(game.seats[-1], {**chosen, option.name: value})
            except BadOption:
                continue
            if value != option.default:
                chosen[option.name] = value
                break
    return chosen


def by_pettingzoo(name: str, options: dict[str, Any]) -> State:
    env = pettingzoo.env(name, **options)
    env.reset(seed=1)
    state: State = env.unwrapped.state_now
    return state


def by_gymnasium(name: str, options: dict[str, Any]) -> State:
    env: Any = gymnasium.make(f"spyring/{name.capitalize()}-v0", **options)
    assert env.spec.from_json(env.spec.to_json()).kwargs == options
    env.reset(seed=1)
    state: State = env.unwrapped.state
    return state


def by_make_vec(name: str, options: dict[str, Any]) -> State:
    envs: Any = gymnasium.make_vec(
        f"spyring/{name.capitalize()}-v0", 2, vectorization_mode="vector_entry_point", **options
    )
    state: State = envs.games.states[1]
    return state


def by_batch(name: str, options: dict[str, Any]) -> State:
    state: State = Games(name, 2, **options).states[1]
    return state


def by_openspiel(name: str, options: dict[str, Any]) -> State:
    written = {option: spyring.research.openspiel.written(value) for option, value in options.items()}
    spiel: Any = pyspiel.load_game(f"python_spyring_{name}", written).new_initial_state()
    if spiel.is_chance_node():
        spiel.apply_action(0)  # the deal
    state: State = spiel.now
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("door", [by_pettingzoo, by_gymnasium, by_make_vec, by_batch, by_openspiel])
def test_every_option_passes_through_every_door(door: Any, name: str) -> None:
    options = others(spyring.game(name))
    assert len(options) == len(spyring.game(name).options)
    chosen = door(name, options).option_values()
    assert {option: chosen[option] for option in options} == options


@pytest.mark.parametrize("word", ["game", "key", "events", "legacy"])
def test_an_unknown_option_is_refused(word: str) -> None:
    wrong: dict[str, Any] = {word: "estoril"}
    with pytest.raises(BadOption, match=f"Unknown option {word}"):
        gymnasium.make("spyring/Krakow-v0", **wrong)
    with pytest.raises(BadOption, match=f"Unknown option {word}"):
        Games("krakow", 2, **wrong)
