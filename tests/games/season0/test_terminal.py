"""The clauses behind a choice, for help in the terminal."""

from spyring.games.season0 import GAME
from tests.games.season0.scene import scene


def test_a_choice_names_its_clauses() -> None:
    state = scene(hands={"alpha": "paris"})
    frame = state.stack[-1]
    assert frame.clauses(state, GAME.moves.parse("fly paris")) == ["SZ-10.2", "SZ-10.3", "SZ-10.4", "SZ-9.4"]
    assert frame.clauses(state, GAME.moves.parse("end")) == ["SZ-9.4"]
