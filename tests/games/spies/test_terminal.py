"""Spies! on a terminal."""

from pathlib import Path

from rich.console import Console

from spyring.cli.client import Client
from spyring.cli.files import SaveFile
from spyring.cli.local_game import LocalGame
from spyring.engine.i18n import english
from tests.games.spies.scene import play, scene


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
