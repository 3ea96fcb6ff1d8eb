"""``examples/text_arena.py``: games of the shelf as environments of TextArena, played by its own runner."""

import pytest
import textarena as ta

import spyring
from examples import text_arena


@pytest.fixture(scope="module", autouse=True)
def registered() -> None:
    text_arena.register()


@pytest.mark.parametrize("game", [game.name for game in spyring.shelf()])
def test_a_whole_game(game: str) -> None:
    env = ta.make(f"Spyring-{game}-v0")
    seats = max(spyring.game(game).seats)
    env.reset(num_players=seats, seed=1)
    done = False
    while not done:
        _player, observation = env.get_observation()
        done, _info = env.step(action=text_arena.hasty(observation))
    rewards, info = env.close()
    assert set(rewards) == set(range(seats))
    assert info[0]["reason"]


def test_an_illegal_answer_is_explained_and_then_replaced() -> None:
    env = ta.make("Spyring-krakow-v0")
    env.reset(num_players=4, seed=1)
    player, _observation = env.get_observation()
    for _error in range(text_arena.ERRORS):
        env.step(action="I resign")
        again, observation = env.get_observation()
        assert again == player
        assert "nearest legal moves" in observation
    env.step(action="I resign")
    assert env.state.game_info[player]["invalid_move"]
    assert env.state.turn == 1
    assert env.state.game_info[player]["turn_count"] == 1
