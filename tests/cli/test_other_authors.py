"""All commands support a game in another module just like the games on the shelf."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Spyring

CHICAGO = "chicago_1930:GAME"
MODULE = """
from spyring import Game
from tests.toys.duel import DUEL

class Chicago(type(DUEL)):
    def __init__(self):
        super().__init__()
        self.name = "chicago"
        self.title = "Chicago 1930"

    __reduce__ = Game.__reduce__

GAME = Chicago()
"""


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder with the module in it; the command itself puts it on the path."""
    (tmp_path / "chicago_1930.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "chicago_1930", raising=False)
    return tmp_path


def test_it_is_played_kept_resumed_and_replayed(spyring: Spyring) -> None:
    left = spyring("play", CHICAGO, "--seed", "1", "--save", "game.record", keys="1\nquit\n")
    assert left.code == 0
    assert f"To continue: spyring play {CHICAGO} --resume --save game.record" in left.out
    assert spyring("play", CHICAGO, "--resume", "--save", "game.record", keys="quit\n").code == 0
    assert "Unknown game chicago" in spyring("replay", "game.record", "--verify").err
    assert "Chicago 1930" in spyring("replay", "game.record", "--verify", "--game", CHICAGO).out


def test_its_options_its_rules_and_its_box(spyring: Spyring) -> None:
    assert "Chicago 1930" in spyring("games", CHICAGO).out
    for words in (("rules", CHICAGO), ("box", "show", CHICAGO)):
        refused = spyring(*words)
        assert refused.code == 2
        assert len(refused.err.splitlines()) == 1


def test_bots_play_it_in_the_arena(spyring: Spyring) -> None:
    ran = spyring(
        "arena", "--game", CHICAGO, "--bots", "random,heuristic", "--games", "2", "--out", "out.jsonl"
    )
    assert ran.code == 0, ran.err
    assert "heuristic" in ran.out
    header, *games = Path("out.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["game"] == "chicago"
    assert len(games) >= 2


def test_its_balance_is_counted(spyring: Spyring) -> None:
    ran = spyring("balance", CHICAGO, "--bot", "random", "--games", "30", "--out", "counts.json")
    assert ran.code == 0, ran.err
    counts = json.loads(Path("counts.json").read_text(encoding="utf-8"))
    assert counts["games"] == 30
