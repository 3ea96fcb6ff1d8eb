"""Fingerprints of seeded games, the same for ever, in both builds and on all machines."""

import json
from pathlib import Path

import pytest

import spyring
from spyring.testkit import golden


@pytest.mark.parametrize("game", spyring.shelf(), ids=lambda game: game.name)
def test_fingerprints_are_as_they_were(game: spyring.Game) -> None:
    path = Path(__file__).parent / game.name / "golden.json"
    rewrite = f"python -m spyring.testkit.golden {game.name} tests/games/{game.name}/golden.json"
    assert path.exists(), f"write them: {rewrite}"
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert golden.golden(game, kept) == kept, f"if so it should be: {rewrite}"


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert golden.main(["chess", "golden.json"]) == 2
    assert capsys.readouterr().err.startswith("Unknown game chess. Known games: estoril")
