"""The OpenSpiel door, by OpenSpiel's own means."""

import json
import pickle
import random
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import spyring

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    tabular_qlearner,
)

from spyring.engine.chance import Chance  # noqa: E402
from spyring.engine.errors import BadBox, BadMove, SpyringError  # noqa: E402
from spyring.research import openspiel  # noqa: E402
from spyring.research.batch import Games  # noqa: E402
from spyring.research.openspiel import TooLarge, ends_within, flat  # noqa: E402
from tests.night import NIGHT  # noqa: E402
from tests.toys import COIN, RELAY  # noqa: E402

MANUAL = Path(__file__).parents[2] / "docs" / "research-reference.md"
SHORT = {"krakow": "years=1", "estoril": "players=2,cubes=_6-5-4"}


def load(name: str) -> openspiel.SpielGame:
    game = pyspiel.load_game(f"python_spyring_{name}({SHORT.get(name, '')})")
    assert isinstance(game, openspiel.SpielGame)
    return game


LONG = ("spies",)  # so many decisions that replaying every history takes minutes


@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_random_simulation(name: str) -> None:
    if name not in LONG or NIGHT:
        pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", LONG)
def test_the_beginning_of_a_long_game(name: str) -> None:
    game, dice = load(name), random.Random(4)
    state = game.new_initial_state()
    for _move in range(60):
        state.apply_action(dice.choice(state.legal_actions()))
    text = pyspiel.serialize_game_and_state(game, state)
    assert str(pyspiel.deserialize_game_and_state(text)[1]) == str(state)


def test_chance_is_drawn_where_it_is_due_and_cannot_be_foreseen() -> None:
    state = load("krakow").new_initial_state()
    assert state.is_chance_node()
    state.apply_action(3)
    nodes = 0
    while not state.is_terminal():
        if state.is_chance_node():
            nodes += 1
            hands = set()
            for lot in (1, 2, 3):
                child = state.child(lot)
                hands.add(str(child.now.view(0)["table"]["hand"]))
            assert len(hands) == 3, "every lot deals anew"
        state.apply_action(state.legal_actions()[0])
    assert nodes == 3, "three more deals, no other chance"


@pytest.mark.parametrize("lot", [openspiel.DEFAULT_LOTS, 5000])
def test_an_invalid_lot_is_refused(lot: int) -> None:
    state = load("krakow").new_initial_state()
    with pytest.raises(BadMove, match="0 to 1023"):
        state.apply_action(lot)
    assert state.is_chance_node()
    assert state.history() == []


def test_games_and_states_pickle() -> None:
    game = pickle.loads(pickle.dumps(load("estoril")))
    assert str(game) == str(load("estoril"))
    assert game.num_players() == 2
    state = game.new_initial_state()
    for action in (5, None, None):
        state.apply_action(state.legal_actions()[0] if action is None else action)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.history() == state.history()


def test_a_state_says_where_it_stands() -> None:
    state = load("krakow").new_initial_state()
    assert str(state) == "before the deal"
    state.apply_action(3)
    assert state.now is not None
    name = spyring.game("krakow").seat_names(4)[state.current_player()]
    frame = type(state.now.stack[-1]).__name__
    assert str(state).startswith(f"krakow: {name} to decide, {frame} [")


def test_nobody_can_tell_a_resampled_world_apart() -> None:
    dice = random.Random(4)
    game = load("krakow")
    state = game.new_initial_state()
    for _move in range(60):
        state.apply_action(dice.choice(state.legal_actions()))
        if state.is_chance_node() or state.is_terminal():
            continue
        for player in range(4):
            world = state.resample_from_infostate(player, dice.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.legal_actions(player) == state.legal_actions(player)


@pytest.mark.parametrize("information", [False, True])
def test_their_searches_play_here(information: bool) -> None:
    game = load("krakow")
    rng = np.random.RandomState(7)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if information:
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=rng)
    else:
        bot = mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=rng)
    state = game.new_initial_state()
    for _move in range(6):
        if state.is_chance_node():
            state.apply_action(11)
        else:
            state.apply_action(bot.step(state))
    assert state.move_number() == 6


def test_their_regret_learning_runs_here() -> None:
    """Outcome-sampling Monte Carlo CFR, a few rounds of it."""
    np.random.seed(3)
    game = load("estoril")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy()
    learnt = solver._infostates  # by information state: regrets, and the average strategy
    assert len(learnt) > 20
    state = game.new_initial_state()
    state.apply_action(3)
    odds = policy.action_probabilities(state)
    assert sorted(odds) == state.legal_actions()
    assert sum(odds.values()) == pytest.approx(1)


def test_their_q_learner_runs_here() -> None:
    """In OpenSpiel's own environment for reinforcement learning, two learners to the end of a game."""
    np.random.seed(3)
    env = rl_environment.Environment(
        load("estoril"), chance_event_sampler=rl_environment.ChanceEventSampler(seed=5)
    )
    agents = [tabular_qlearner.QLearner(player, env.action_spec()["num_actions"]) for player in range(2)]
    now = env.reset()
    for _decision in range(1000):
        if now.last():
            break
        now = env.step([agents[now.observations["current_player"]].step(now).action])
    for agent in agents:
        agent.step(now)
    assert now.last()
    assert sum(now.rewards) == pytest.approx(1)
    assert max(value for values in agents[0]._q_values.values() for value in values.values()) >= 0


SMALL = {"lots": 2, "takebacks": False, "interruptions": False}
ENDGAMES = [game.name for game in spyring.shelf() if files(game.home).joinpath("endgame.json").is_file()]


@pytest.mark.parametrize("name", ENDGAMES)
def test_a_small_game_is_solved(name: str) -> None:
    """Its tree goes into OpenSpiel's own form once; then their CFR+ and best responses take seconds."""
    small = pyspiel.load_game(f"python_spyring_{name}", {"position": "endgame", **SMALL})
    tree = flat(small)
    blind = pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree))
    solver = pyspiel.CFRPlusSolver(tree)
    for _iteration in range(100):
        solver.evaluate_and_update_policy()
    assert blind > 0.05
    assert pyspiel.nash_conv(tree, solver.average_policy()) < blind / 10


LOTS = {"krakow": 16, "estoril": 4, "spies": 8, "season0": 4}  # at night, for the small boxes


@pytest.mark.parametrize("name", LOTS if NIGHT else [name for name in LOTS if name != "season0"])
def test_a_game_with_a_small_box_is_solved(name: str) -> None:
    """A whole game from its deal: CFR+ brings what best responses can gain down to next to nothing."""
    options = {"years": 1} if name == "krakow" else {"players": 2}
    lots = {"lots": LOTS[name] if NIGHT else 1}
    small = pyspiel.load_game(f"python_spyring_{name}", {"box": "small", **options, **SMALL, **lots})
    tree = flat(small)
    blind = pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree))
    solver = pyspiel.CFRPlusSolver(tree)
    for _iteration in range(100 if NIGHT else 20):
        solver.evaluate_and_update_policy()
    assert blind > 0.1
    assert pyspiel.nash_conv(tree, solver.average_policy()) < blind / 20


def test_a_tree_that_is_too_large_is_refused_in_a_sentence() -> None:
    small = pyspiel.load_game("python_spyring_krakow", {"box": "small", "years": 1, "lots": 16})
    with pytest.raises(TooLarge, match=r"more than 3000 nodes.*takebacks=False"):
        flat(small, max_nodes=3000)


def test_the_table_of_small_boxes_says_what_makes_them_small() -> None:
    """What a row names is enough: nothing else has to be left out for a tree of that many nodes."""
    row = re.compile(r"^\| (.+?), `(.+)`, (\d+) lots: .*?\| ([\d,]+) \|", re.MULTILINE)
    rows = row.findall(MANUAL.read_text("utf-8"))
    for name, (title, named, lots, nodes) in zip(LOTS, rows, strict=True):
        options = ",".join([*named.split("`, `"), f"lots={lots}", "box=small"])
        tree = pyspiel.load_game(f"python_spyring_{name}({options})")
        count = int(nodes.replace(",", ""))
        assert ends_within(tree, count), title
        assert not ends_within(tree, count - 1), title


def test_a_game_without_a_small_box_says_so() -> None:
    with pytest.raises(BadBox, match="small cannot be read"):
        Games("tests.toys:RELAY", 1, box="small")


def test_their_solver_and_best_response_run_on_the_game_itself() -> None:
    small = pyspiel.load_game("python_spyring_estoril", {"position": "endgame", **SMALL})
    solver = pyspiel.CFRSolver(small)
    solver.evaluate_and_update_policy()
    assert 0 <= pyspiel.nash_conv(small, solver.average_policy()) < 1


def test_there_are_as_many_lots_as_one_wishes() -> None:
    game = pyspiel.load_game("python_spyring_krakow(years=1,lots=3)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(lot, 1 / 3) for lot in range(3)]
    assert game.max_chance_outcomes() == 3
    with pytest.raises(BadMove, match="0 to 2"):
        state.apply_action(3)


def test_where_nothing_is_drawn_there_is_no_chance_node(tmp_path: Path) -> None:
    """A position in which nothing is hidden and nothing is drawn begins with a decision."""
    file = tmp_path / "coin.json"
    known = openspiel.register("tests.toys:COIN")
    file.write_text(json.dumps(COIN.start(seed=1).to_json()))
    state = pyspiel.load_game(known, {"position": str(file)}).new_initial_state()
    drawn = not COIN.from_json(json.loads(file.read_text())).resample(None, 0).same_chance(Chance(0))
    assert state.is_chance_node() == drawn
    dealt = pyspiel.load_game(known).new_initial_state()
    assert dealt.is_chance_node() == (not COIN.start(seed=0).same_chance(Chance(0)))


def test_a_game_of_another_author_has_a_door() -> None:
    known = openspiel.register("tests.toys:RELAY")
    game = pickle.loads(pickle.dumps(pyspiel.load_game(known)))
    assert game.num_distinct_actions() == len(RELAY.moves) + 1
    dice, state, waits = random.Random(1), game.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        waits += len(RELAY.moves) in actions
        assert state.is_chance_node() or state.action_to_string(state.current_player(), actions[-1])
        state.apply_action(dice.choice(actions))
    assert waits, "whoever may act unasked is asked"


def test_a_custom_box_passes_through(tmp_path: Path) -> None:
    box = tmp_path / "mine.toml"
    box.write_text(
        files("spyring.games.krakow").joinpath("box.toml").read_text().replace("standard", "mine", 1)
    )
    game = pyspiel.load_game("python_spyring_krakow", {"box": str(box), "years": 1})
    state = game.new_initial_state()
    state.apply_action(1)
    assert state.now.game.box_name == Games("krakow", 1, box=box).setting.game.box_name == "mine"
    with pytest.raises(BadBox, match="cannot be read"):
        Games("krakow", 1, box=tmp_path / "none.toml")


@pytest.mark.parametrize("wish", ["chess()", "krakow(years=9)", "krakow(colour=red)", "krakow(players=3)"])
def test_invalid_arguments_are_refused(wish: str) -> None:
    with pytest.raises((SpyringError, pyspiel.SpielError)):
        pyspiel.load_game(f"python_spyring_{wish}")
