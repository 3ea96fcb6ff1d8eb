"""The doors pass the tests that their own libraries bring."""

import importlib
import itertools
import pickle
import subprocess
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_seed_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

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
        parallel_seed_test(lambda: turn_based_aec_to_parallel(pettingzoo.env(name, **options(name))))
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


@pytest.mark.parametrize("wrapped", [False, True])
def test_an_agent_may_observe_the_vector_alone(wrapped: bool) -> None:
    """For wrappers that refuse dictionaries; the mask is in the infos, also for PettingZoo's own wrapper."""
    env = (pettingzoo.env if wrapped else pettingzoo.raw_env)("krakow", years=1, flat=True)
    env.reset(seed=3)
    for agent in env.agent_iter():
        seen, _reward, over, cut, info = env.last()
        assert env.observation_space(agent).contains(seen)
        env.step(None if over or cut else env.action_space(agent).sample(info["action_mask"]))
    assert sum(env.unwrapped.returns.values()) == pytest.approx(1.0)


def test_the_vector_can_have_the_name_that_a_library_expects() -> None:
    wish: dict[str, Any] = {"observation_key": "observations", "years": 1}
    table, seat, seats = (
        pettingzoo.raw_env("krakow", **wish),
        gymnasium.make("spyring/Krakow-v0", **wish),
        gymnasium.make_vec("spyring/Krakow-v0", num_envs=2, vectorization_mode="vector_entry_point", **wish),
    )
    table.reset(seed=1)
    for space, seen in (
        (table.observation_space(table.agent_selection), table.observe(table.agent_selection)),
        (seat.observation_space, seat.reset(seed=1)[0]),
        (seats.observation_space, seats.reset(seed=1)[0]),
    ):
        assert set(seen) == {"observations", "action_mask"}
        assert space.contains(seen)
    assert pickle.loads(pickle.dumps(table.setting)).key == "observations"


def test_a_game_can_be_cut_off() -> None:
    env = pettingzoo.env("krakow", max_cycles=3)
    env.reset(seed=1)
    while not env.truncations[env.agent_selection]:
        env.step(env.action_space(env.agent_selection).sample(env.last()[0]["action_mask"]))
    assert env.cycles == 12


def test_a_table_without_a_game_asks_for_one() -> None:
    env: Any = pettingzoo.raw_env("krakow", max_cycles=1)
    with pytest.raises(AttributeError, match=r"no agent_selection, or none before reset"):
        env.last()
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, _reward, over, cut, _info = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
    with pytest.raises(ResetNeeded):
        env.step(None)


def test_agents_may_answer_side_by_side() -> None:
    env = turn_based_aec_to_parallel(pettingzoo.env("krakow", years=1))
    seen, _infos = env.reset(seed=1)
    for _round in range(4):
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        seen = env.step({agent: int(mask.argmax()) for agent, mask in masks.items()})[0]
    waits = [agent for agent in env.agents if seen[agent]["action_mask"].argmax() == 189]
    assert len(waits) == 3, "whoever is not asked can only wait"


def test_a_forbidden_move_is_refused_with_its_clause() -> None:
    env = pettingzoo.raw_env("krakow")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="KRK"):
        env.step(188)


def test_a_forbidden_move_ends_the_game_as_pettingzoo_wants_it() -> None:
    env = pettingzoo.env("krakow")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(188)
    assert all(env.terminations.values())
    assert {name: env.rewards[name] for name in env.possible_agents} == {
        name: -1.0 if name == agent else 0 for name in env.possible_agents
    }


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name: str) -> None:
    env = gymnasium.make(f"spyring/{name.capitalize()}-v0", **options(name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)


def test_masks_are_where_learners_look_for_them_and_never_empty() -> None:
    """sb3-contrib asks the environment, through any wrappers, for ``action_masks()``."""
    env = gymnasium.make("spyring/Krakow-v0", years=1)
    seen, _info = env.reset(seed=3)
    over = False
    while not over:
        mask = env.get_wrapper_attr("action_masks")()
        assert (mask == seen["action_mask"]).all()
        seen, _reward, over, _cut, _info = env.step(int(env.action_space.sample(mask)))
        assert seen["action_mask"].any()
    assert np.flatnonzero(seen["action_mask"]).tolist() == [189]
    table = pettingzoo.env("krakow")
    table.reset(seed=3)
    assert (table.action_masks() == table.observe(table.agent_selection)["action_mask"]).all()


def test_the_seat_of_the_learner_rotates() -> None:
    env = gym_door.Seat("krakow", years=1)
    seats = []
    for number in range(5):
        _seen, info = env.reset(seed=3 if number == 0 else None)
        seats.append(info["seat"])
    assert seats == [0, 3, 2, 1, 0]
    fixed = gym_door.Seat("krakow", years=1, seat=2)
    assert [fixed.reset(seed=number)[1]["seat"] for number in range(3)] == [2, 2, 2]
    envs = side_by_side(2)
    _seen, infos = envs.reset(seed=[3, 4])
    met = {int(seat) for seat in infos["seat"]}
    for _step in range(250):
        infos = envs.step(envs.games.random_moves())[-1]
        met |= {int(seat) for seat in infos["seat"]}
    assert met == {0, 1, 2, 3}


@pytest.mark.parametrize("name", GAMES)
def test_observations_for_networks(name: str) -> None:
    env = gym_door.Seat(name, observe="floats", **options(name))
    floats = env.setting.floats
    assert floats is not None
    plain = gym_door.Seat(name, **options(name))
    seen, raw = env.reset(seed=2)[0], plain.reset(seed=2)[0]
    assert env.observation_space.contains(seen)
    assert len(floats.names) == len(set(floats.names)) == len(seen["observation"])
    for column in np.random.default_rng(1).integers(floats.size, size=200):
        number, value = int(raw["observation"][floats.sources[column]]), int(floats.at[column]) // 256
        expected = float(number == value) if value else np.log2(1 + number)
        assert seen["observation"][column] == pytest.approx(expected), floats.names[column]
    games = Games(name, 2, observe="floats", **options(name))
    games.restart(seed=[2, 3])
    assert games.observations.dtype == np.float32
    assert games.observations.shape == (2, floats.size)


def test_a_piece_that_a_seat_does_not_know_is_flagged() -> None:
    floats = gym_door.Seat("spies", observe="floats").setting.floats
    assert floats is not None
    for block in ("spies", "police", "secrets", "police met", "spies met"):
        flags = [name for name in floats.names if name.startswith(f"{block} ") and name.endswith(" = 255")]
        assert flags or block.endswith("met"), block


def test_a_game_is_made_without_an_import_by_naming_its_module() -> None:
    """Gymnasium imports what stands before the colon; it has no entry points of its own any more."""
    script = (
        "import gymnasium\n"
        "env = gymnasium.make('spyring.research.gymnasium:spyring/Krakow-v0', years=1)\n"
        "print(env.reset(seed=1)[1]['seat'])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert run.stdout == "0\n", run.stderr


def test_a_forbidden_move_ends_the_episode() -> None:
    env = gym_door.Seat("krakow")
    env.reset(seed=3)
    _seen, reward, over, _cut, info = env.step(188)
    assert over
    assert reward == -1.0
    assert "KRK" in info["refusal"]


def test_after_the_end_a_new_game_must_be_asked_for() -> None:
    env = gym_door.Seat("krakow")
    with pytest.raises(ResetNeeded):
        env.step(0)
    seen, _info = env.reset(seed=3)
    env.step(188)
    with pytest.raises(ResetNeeded):
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    seen, _info = env.reset()
    assert not env.step(int(np.flatnonzero(seen["action_mask"])[0]))[2]


def side_by_side(count: int, **arguments: Any) -> Any:
    return gymnasium.make_vec(
        "spyring/Krakow-v0", count, vectorization_mode="vector_entry_point", years=1, **arguments
    )


def test_many_seats_learn_side_by_side() -> None:
    envs = side_by_side(3, dtype=np.float32)
    seen, _info = envs.reset(seed=5)
    rng = np.random.default_rng(0)
    ended = 0.0
    for _step in range(100):
        assert envs.observation_space.contains(seen)
        moves = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, _cut, info = envs.step(moves)
        ended += over.sum()
        assert ((rewards > 0) <= over).all()
        assert over.any() == ("final_obs" in info)
        for row in np.flatnonzero(over):
            assert info["_final_obs"][row]
            assert envs.single_observation_space.contains(info["final_obs"][row])
            assert (info["final_obs"][row]["observation"] != seen["observation"][row]).any()
            assert np.flatnonzero(info["final_obs"][row]["action_mask"]).tolist() == [189], "only to wait"
    assert ended >= 3


def test_parallel_games_can_be_restarted_at_will() -> None:
    envs = side_by_side(3)
    first = envs.reset(seed=5)[0]["observation"]
    assert (envs.reset(seed=6)[0]["observation"] != first).any()
    assert (envs.reset(seed=5)[0]["observation"] == first).all()
    each = envs.reset(seed=[7, 8, 7])[0]["observation"]
    assert (each[0] == each[2]).all()
    assert (each[0] != each[1]).any()
    only = np.array([False, True, False])
    some = envs.reset(seed=5, options={"reset_mask": only})[0]["observation"]
    assert (some[1] == first[1]).all()
    assert (some[0] == each[0]).all()
    for wrong in ({"seed": [1, 2]}, {"options": {"reset_mask": [1, 0, 0]}}):
        with pytest.raises(SpyringError):
            envs.reset(**wrong)
    envs.close()
    with pytest.raises(SpyringError, match="closed"):
        envs.step(np.zeros(3, np.int64))


def test_a_forbidden_move_ends_its_episode_alone() -> None:
    envs = side_by_side(3)
    before, _info = envs.reset(seed=5)
    moves = before["action_mask"].argmax(axis=1)
    moves[1] = 188
    seen, rewards, over, _cut, info = envs.step(moves)
    assert over.tolist() == [False, True, False]
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert "KRK" in info["final_info"]["refusal"][1]
    assert (info["final_obs"][1]["observation"] == before["observation"][1]).all()
    assert (seen["observation"][1] != before["observation"][1]).any()
    assert not envs.step(seen["action_mask"].argmax(axis=1))[2].any()


@pytest.mark.parametrize("name", ["krakow", "estoril"])
@pytest.mark.parametrize("level", ["now", "history"])
def test_a_batch_plays_the_same_games_as_states_do(name: str, level: str) -> None:
    games = Games(name, 3, level=level, seed=2, dtype=np.float32, **options(name))
    layout = games.setting.game.encoding
    for _step in range(80):
        moves = games.random_moves()
        games.step(moves)
    for at, state in enumerate(games.states):
        seat = int(games.movers[at])
        allowed = np.flatnonzero(games.masks[at]).tolist()
        free = [games.setting.wait] if seat not in state.deciders else []
        assert allowed == sorted(state.legal(seat)) + free
        out = np.zeros(layout.size if level == "history" else layout.now, np.float32)
        state.encode(seat, out)
        assert (games.observations[at] == out).all()


def test_a_batch_says_when_a_game_ends_and_what_it_brought() -> None:
    games = Games("krakow", 4, seed=2, years=1)
    ended = 0
    for _step in range(200):
        games.step(games.random_moves())
        ended += int(games.dones.sum())
        sums = games.rewards.sum(axis=1)
        assert np.allclose(sums, games.dones), "all rewards of a game add up to one, and come at its end"
    assert ended == games.finished > 0


def test_invalid_arguments_are_refused_with_a_sentence() -> None:
    for wish in (
        lambda: pettingzoo.env("chess"),
        lambda: pettingzoo.env("krakow", years=9),
        lambda: pettingzoo.env("krakow", level="all"),
        lambda: pettingzoo.env("krakow", max_cycles=0),
        lambda: pettingzoo.env("krakow", render_mode="xx"),
        lambda: gym_door.Seat("krakow", seat=7),
        lambda: gym_door.Seat("krakow", rivals=("random",)),
        lambda: gym_door.Seat("krakow", rivals="nobody"),
        lambda: gym_door.Seat("krakow", rivals=""),
        lambda: gym_door.Seat("krakow", rivals=("random", "", "random")),
        lambda: gym_door.Seats("krakow", num_envs=2, rivals=""),
        lambda: gym_door.Seats("krakow", num_envs=0),
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
    ],
)
def test_a_door_to_what_is_missing_says_what_to_install(
    door: str, lacks: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, lacks, None)
    monkeypatch.delitem(sys.modules, f"spyring.research.{door}", raising=False)
    with pytest.raises(MissingExtra, match=f"needs {lacks}, which is not installed.*{extra}"):
        importlib.import_module(f"spyring.research.{door}")
