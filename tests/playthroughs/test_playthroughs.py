"""A whole game of each kind as a text, kept beside this file: its diff shows any change of behaviour.

The first line of a text is the command that writes it.
"""

import shlex
from difflib import unified_diff
from pathlib import Path

import pytest

import spyring
from spyring.testkit import playthrough

TEXTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])
def test_a_playthrough_is_as_it_was(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = path.read_text(encoding="utf-8")
    command = kept.partition("\n")[0].removeprefix("# ")
    assert playthrough.main(shlex.split(command.removeprefix(playthrough.COMMAND))) == 0
    changes = list(
        unified_diff(kept.splitlines(), capsys.readouterr().out.splitlines(), "kept", "now", n=0, lineterm="")
    )
    shown = "\n".join(changes[:40])
    assert not changes, (
        f"{path.name}: {len(changes)} lines differ. If so it should be: {command} > {path}\n{shown}"
    )


@pytest.mark.parametrize("game", spyring.shelf(), ids=lambda game: game.name)
def test_every_game_has_a_playthrough(game: spyring.Game) -> None:
    names = [path.stem for path in TEXTS]
    assert game.name in names, (
        f"write one: {playthrough.COMMAND} {game.name} > tests/playthroughs/{game.name}.txt"
    )


def test_a_path_that_shows_nothing_any_more_is_gone() -> None:
    before = playthrough.leaves({"asked": {"frame": "Lead"}, "trick": [], "hand": ["a"]})
    after = playthrough.leaves({"asked": None, "trick": [{"card": "a"}]})
    assert list(playthrough.changed(before, after)) == [
        ("asked", "null"),
        ("trick[0].card", '"a"'),
        ("hand", "is gone"),
    ]


def test_bad_input_is_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert playthrough.main(["krakow", "--set", "years=7"]) == 2
    assert capsys.readouterr().err == "Option years cannot be 7. Choose one of 1, 2, 3.\n"
    assert playthrough.main(["krakow", "--seats", "3"]) == 2
    assert "is for 4 seats, not 3." in capsys.readouterr().err
