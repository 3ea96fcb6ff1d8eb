"""Spies! on a terminal: what matters is drawn, and nothing that a seat may not see."""

from pathlib import Path

from rich.console import Console

from spyring.cli import drawing
from spyring.cli.client import Client
from spyring.cli.files import SaveFile
from spyring.cli.local_game import LocalGame
from spyring.engine.game import Game
from spyring.engine.i18n import english
from spyring.engine.state import State
from spyring.games import with_box
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import play, scene


def drawn(t: State, seat: int | None, game: Game = FIXED) -> str:
    console = Console(record=True, width=100, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(drawing.table(game, t.view(seat), english))
    return console.export_text()


def test_own_strengths_and_neighbours_of_the_moving_spy() -> None:
    t = scene(
        spies={"germany-1": "prague 5", "france-1": "prague 4"}, secrets={"secret-1": "prague 3 by germany-1"}
    )
    play(t, "germany: step 1 vienna")
    mine, others = drawn(t, 0), drawn(t, 1)
    assert "?1=3<G G1(5)" in mine
    assert "Budapest" in mine, "one step on"
    assert "?1<G G1 " in others
    assert "1933 · Germany: spies" in others
    assert "Your spies" in mine
    assert "Your spies" not in others


def test_a_step_that_cannot_be_ended_says_why(tmp_path: Path) -> None:
    t = scene(
        step="police",
        police={"germany-1": "berlin 4", "germany-2": "munich 3", "germany-3": "munich 2"},
    )
    play(t, "germany: shift 1 munich")
    console = Console(record=True, width=100, file=open("/dev/null", "w"))  # noqa: SIM115
    game = LocalGame(t, 0, {}, SaveFile(tmp_path / "game.record"))
    Client(console, game, 0, {}, english, "").show_question(may_pass=False)
    said = console.export_text()
    assert "Germany: move police out of Munich" in said
    assert "Done: Munich has 3 police; only 2 may stay." in said


def test_a_small_map_shows_its_own_routes_only() -> None:
    small = with_box(FIXED, Path("small"))
    mine = drawn(small.start(seats=2, seed=3), 0, small)
    assert "Strasbourg" in mine
    assert "Vienna" not in mine
