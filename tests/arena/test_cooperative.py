"""Games in which all win or lose together."""

from pathlib import Path

import pytest

from spyring.arena import cooperative
from spyring.arena.balance import VICTORY_PARTS, Balance
from spyring.cli import main
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.outcome import Outcome
from tests.toys import DUEL

MODULE = """
from spyring import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.outcome import Outcome
from tests.toys.duel import DUEL

class Allies(type(DUEL)):
    def __init__(self):
        super().__init__()
        self.name = "allies"
        self.kind = COOPERATIVE

    def outcome(self, state):
        old = super().outcome(state)
        seats = len(old.scores)
        return Outcome(2**seats - 1, (1,) * seats, old.scores, old.breakdown, old.reason, old.clause)

    __reduce__ = Game.__reduce__

GAME = Allies()
"""


def test_line_ups_are_compared_by_what_they_achieved() -> None:
    rows = [
        {"players": ["a", "b"], "winners": [], "achieved": 0.5},
        {"players": ["b", "a"], "winners": [0, 1], "achieved": 1.0},
        {"players": ["c", "c"], "winners": [], "achieved": 0.25},
    ]
    assert [(row[0], row[1], row[2], row[4]) for row in cooperative.table_rows(rows)] == [
        ("a, b", "2", "50.0 %", "75.0 %"),
        ("2 × c", "1", "0.0 %", "25.0 %"),
    ]


def test_a_common_victory_is_everybodys_and_whole() -> None:
    game = type(DUEL)()
    game.kind = COOPERATIVE
    run = Balance(game, "random", 2, 2, 1, {})
    run.count_result(Outcome(0b11, (1, 1), (3, 3), ({}, {}), "", ""), None, run.counts)
    run.count_result(Outcome(0, (1, 1), (1, 1), ({}, {}), "", "", 0.3), None, run.counts)
    assert run.of("won") == {"0": VICTORY_PARTS, "1": VICTORY_PARTS}


def test_the_arena_plays_each_bot_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "allies.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = ["arena", "--game", "allies:GAME", "--bots", "random,heuristic", "--seats", "2", "--games", "2"]
    with pytest.raises(SystemExit) as left:
        main([*words, "--processes", "1"])
    said = capsys.readouterr()
    assert left.value.code == 0, said.err
    assert "2 × random" in said.out
    assert "achieved" in said.out
