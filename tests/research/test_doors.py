"""The doors pass the tests that their own libraries bring."""

import importlib
import itertools
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import spyring
from spyring.engine.errors import BadOption, IllegalMove, SpyringError
from spyring.research import MissingExtra, pettingzoo
from spyring.research import gymnasium as gym_door
from spyring.research.batch import Games

SHORT: dict[str, dict[str, Any]] = {"krakow": {"years": 1}, "estoril": {"seats": 2}}
GAMES = [game.name for game in spyring.shelf()]


def options(name: str) -> dict[str, Any]:
    return SHORT.get(name, {})


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(name, **options(name)), num_cycles=60)
        seed_test(lambda: pettingzoo.env(name, **options(name)), num_cycles=30)
        render_test(lambda render_mode=None: pettingzoo.env(name, render_mode=render_mode, **options(name)))


def test_pettingzoo_measures_our_speed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PettingZoo plays until five seconds are over; here a second passes whenever it looks at its clock."""
    seconds = itertools.count()
    measuring = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(measuring, "time", SimpleNamespace(time=lambda: float(next(seconds))))
    performance_benchmark(pettingzoo.env("krakow", years=1))
    assert "turns per second" in capsys.readouterr().out


def test_an_agent_may_have_its_view() -> None:
    env = pettingzoo.env("krakow", views=True)
    env.reset(seed=1)
    agent = env.agent_selection
    assert env.last()[4]["view"]["you"] == agent


def test_a_game_can_be_cut_off() -> None:
    env = pettingzoo.env("krakow", max_cycles=3)
    env.reset(seed=1)
    while not env.truncations[env.agent_selection]:
        env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
    assert env.cycles == 12


def test_a_forbidden_move_is_refused_with_its_clause() -> None:
    env = pettingzoo.env("krakow")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="KRK"):
        env.step(188)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name: str) -> None:
    env = gymnasium.make(f"spyring/{name.capitalize()}-v0", **options(name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)


def test_a_forbidden_move_ends_the_episode() -> None:
    env = gym_door.Seat("krakow")
    env.reset(seed=3)
    _seen, reward, over, _cut, info = env.step(188)
    assert over
    assert reward == -1.0
    assert "KRK" in info["refusal"]


def test_many_seats_learn_side_by_side() -> None:
    envs = gymnasium.make_vec(
        "spyring/Krakow-v0", num_envs=3, vectorization_mode="vector_entry_point", years=1
    )
    seen, _info = envs.reset(seed=5)
    rng = np.random.default_rng(0)
    ended = 0.0
    for _step in range(100):
        moves = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, _cut, _info = envs.step(moves)
        ended += over.sum()
        assert ((rewards > 0) <= over).all()
    assert ended >= 3
    again, _info = envs.reset(seed=5)
    first, _info = envs.reset(seed=5)
    assert (again["observation"] == first["observation"]).all()


@pytest.mark.parametrize("name", ["krakow", "estoril"])
@pytest.mark.parametrize("level", ["now", "history"])
def test_a_batch_plays_the_same_games_as_states_do(name: str, level: str) -> None:
    games = Games(name, 3, level=level, seed=2, dtype=np.float32, **options(name))
    layout = games.setting.game.encoding
    for _step in range(80):
        moves = games.random_moves()
        games.step(moves)
    for at, state in enumerate(games.batch.states):
        seat = state.deciders[0]
        assert games.movers[at] == seat
        assert np.flatnonzero(games.masks[at]).tolist() == sorted(state.legal(seat))
        out = np.zeros(layout.size if level == "history" else layout.now, np.float32)
        state.encode(seat, out)
        assert (games.observations[at] == out).all()


def test_a_batch_may_be_spread_over_processes() -> None:
    games = Games("krakow", 4, seed=2, years=1, processes=2)
    alone = Games("krakow", 2, seed=2, years=1)
    try:
        for _step in range(20):
            moves = [int(np.flatnonzero(mask)[0]) for mask in games.masks]
            games.step(np.array(moves))
            alone.step(moves[:2])
            assert (games.observations[:2] == alone.observations).all(), "the first half is as in one process"
            assert (games.movers[:2] == alone.movers).all()
        assert (games.observations[2:] != alone.observations).any()
        with pytest.raises(IllegalMove):
            games.step([188] * 4)
    finally:
        games.close()


def test_a_batch_says_when_a_game_ends_and_what_it_brought() -> None:
    games = Games("krakow", 4, seed=2, years=1)
    ended = 0
    for _step in range(200):
        games.step(games.random_moves())
        ended += int(games.dones.sum())
        sums = games.rewards.sum(axis=1)
        assert np.allclose(sums, games.dones), "all rewards of a game add up to one, and come at its end"
    assert ended == games.finished > 0


def test_bad_wishes_are_refused_in_a_sentence() -> None:
    for wish in (
        lambda: pettingzoo.env("chess"),
        lambda: pettingzoo.env("krakow", years=9),
        lambda: pettingzoo.env("krakow", level="all"),
        lambda: gym_door.Seat("krakow", seat=7),
        lambda: gym_door.Seat("krakow", rivals=("random",)),
        lambda: gym_door.Seat("krakow", rivals="nobody"),
        lambda: Games("krakow", 2, rivals=["random"] * 4),
    ):
        with pytest.raises(SpyringError):
            wish()
    with pytest.raises(BadOption, match="now or history"):
        pettingzoo.env("krakow", level="all")


@pytest.mark.parametrize(
    ("door", "lacks", "extra"),
    [
        ("pettingzoo", "pettingzoo", "research"),
        ("openspiel", "pyspiel", "bench"),
        ("record", "pyarrow", "record"),
    ],
)
def test_a_door_to_what_is_missing_says_what_to_install(
    door: str, lacks: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, lacks, None)
    monkeypatch.delitem(sys.modules, f"spyring.research.{door}", raising=False)
    with pytest.raises(MissingExtra, match=f"needs {lacks}, which is not installed.*{extra}"):
        importlib.import_module(f"spyring.research.{door}")
