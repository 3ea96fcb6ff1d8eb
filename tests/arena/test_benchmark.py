"""The benchmark: the same games for everyone, under names that never change their meaning."""

from pathlib import Path

import gymnasium
import pytest

import spyring as package
import spyring.research.gymnasium  # makes the games known
from spyring.arena.benchmark import SEEDS, BadTask, Score, Task, Trial, pins, task, tasks
from spyring.bots import Bot
from spyring.engine.growth import FIRST
from spyring.engine.state import State

ROOT = Path(__file__).parents[2]


def test_every_game_has_a_task_and_the_pins_are_those_installed() -> None:
    assert {each.game.name for each in tasks().values()} == {game.name for game in package.shelf()}
    for each in tasks().values():
        assert each.pins == pins(each.game, each.data), (
            "other rules, box or encoding: a new task, with the next number"
        )
        each.check()


def test_other_rules_are_refused_under_an_old_name() -> None:
    row = {"game": "krakow", "seats": 4, "options": {}, "rivals": "random", "games": 1, "seconds": 1.0}
    with pytest.raises(BadTask, match="krakow-v9 needs rules 0, but"):
        Task("krakow-v9", row | pins(package.game("krakow"), FIRST) | {"rules": 0}).check()
    with pytest.raises(BadTask, match=r"Unknown task chess-v0\. Choose one of krakow-v0"):
        task("chess-v0")


def test_games_are_even_for_one_of_the_rivals() -> None:
    """All rotations get the same cards, though the candidate is of the same kind as its rivals."""
    trial = Trial("krakow-v0", "heuristic")
    rows = [trial((1, number)) for number in range(8)]
    again = [trial((1, number)) for number in range(8)]
    assert [row["seats"] for row in rows[:4]] == [[0], [3], [2], [1]]
    assert [{**row, "seconds": 0} for row in rows] == [{**row, "seconds": 0} for row in again]
    assert all(row["moves"] > 0 for row in rows)


def test_where_all_win_together_the_candidate_plays_every_seat() -> None:
    assert Trial("season0-v0", "random")((1, 0))["seats"] == [0, 1, 2, 3]


class First(Bot):
    """Always the first legal move of the book; it never interrupts."""

    def choose(self, state: State, seat: int) -> int:
        return min(state.legal(seat))


def test_a_learner_meets_the_same_games_at_the_door() -> None:
    """So a policy can be scored where it was trained, without being made a bot."""
    trial = Trial("krakow-v0", f"{__name__}:First")
    scored = [trial((3, number))["reward"] for number in range(3)]
    env = gymnasium.make("spyring/Krakow-v0", rivals="heuristic", years=1)
    seen, _info = env.reset(seed=3)
    rewards = []
    for _game in range(3):
        over, reward = False, 0.0
        while not over:
            mask = seen["action_mask"]
            move = len(mask) - 1 if mask[-1] else int(mask.argmax())
            seen, brought, over, _cut, _info = env.step(move)
            reward = float(brought)
        rewards.append(reward)
        seen, _info = env.reset()
    assert rewards == pytest.approx(scored)


def test_the_interval_is_that_of_the_seeds() -> None:
    plain = {"won": False, "moves": 2, "seconds": 0.01}
    score = Score([{"seed": seed, "reward": seed / 10, **plain} for seed in SEEDS])
    assert score.reward == pytest.approx(0.3)
    assert score.half == pytest.approx(2.776445 * 0.158114 / 5**0.5, abs=1e-5)
    assert score.milliseconds == pytest.approx(5.0)


def test_the_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {package.__version__}\n" in text
    assert text.startswith("cff-version: 1.2.0\n")
