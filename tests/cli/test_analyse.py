"""``spyring analyse``: a look back from the terminal, as text, as JSON and as a page."""

import json
from pathlib import Path

import pytest

from spyring.analysis.effort import Effort
from spyring.cli.files import read_record
from tests.cli.conftest import Spyring


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that costs little, and is worth as much."""
    small = Effort(60, 30, 2, 4, 4, 4, 6, 8, 1, 12)
    monkeypatch.setattr("spyring.analysis.analysis.effort_of", lambda _game: small)


def test_the_terminal_tells_chances_luck_and_turning_points(spyring: Spyring, record: Path) -> None:
    told = spyring("analyse", record, "--seat", 1)
    assert told.code == 0, told.err
    for words in ("chance to win", "luck", "own decisions", "White Dagger", "Turning points"):
        assert words in told.out


def test_json_and_page_are_written(spyring: Spyring, record: Path, tmp_path: Path) -> None:
    data, page = tmp_path / "found.json", tmp_path / "found.html"
    told = spyring(
        "analyse", record, "--seat", "black-purse", "--json", data, "--html", page, "--language", "pl"
    )
    assert (told.code, told.out) == (0, ""), told.err
    found = json.loads(data.read_text())
    assert {"curve", "turning_points", "luck", "decisions"} <= set(found)
    assert len(found["curve"]) == len(read_record(record).entries) + 1
    assert set(found["curve"][3]) == {"number", "true", "known"}
    assert "Punkty zwrotne" in page.read_text()


def test_the_same_command_writes_the_same_file(spyring: Spyring, record: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.json", "two.json")]
    for file in files:
        spyring("analyse", record, "--seat", 2, "--seed", 3, "--json", file)
    assert files[0].read_text() == files[1].read_text()


def test_bad_input_gets_one_sentence(spyring: Spyring, record: Path, tmp_path: Path) -> None:
    text = record.read_text()
    open_game = tmp_path / "open.record"
    spyring("play", "krakow", "--seed", 3, "--save", open_game, keys="1\n1\n")
    bad = {
        "missing.record": (None, "cannot be read"),
        "changed.record": (text.replace("seed 5", "seed 6"), "line"),
        "box.record": (text.replace("box standard ", "box mine 0"), "box"),
        "game.record": (text.replace("game krakow", "game chess"), "chess"),
        "cut.record": (text[: len(text) // 2], "breaks off"),
    }
    for name, (content, said) in bad.items():
        file = tmp_path / name
        if content is not None:
            file.write_text(content)
        refused = spyring("analyse", file)
        assert refused.code == 2, name
        assert said in refused.err.lower(), (name, refused.err)
        assert refused.err.count("\n") == 1
    refused = spyring("analyse", open_game)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "not over" in refused.err
    assert spyring("analyse", record, "--seat", "nobody").code == 2
