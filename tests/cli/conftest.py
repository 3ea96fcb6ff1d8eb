"""The command run inside the test's own process, with a keyboard made of text and its own data folder."""

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import spyring as package
from spyring.cli import main
from spyring.engine.record import Record


class Run:
    """How a command ended and what it said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


Spyring = Callable[..., Run]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept by themselves."""
    folder = tmp_path / "data"
    monkeypatch.setenv("SPYRING_DATA", str(folder))
    monkeypatch.setenv("LANGUAGE", "en")
    return folder


@pytest.fixture
def spyring(data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Spyring:
    """Run ``spyring`` with these words, typing ``keys``."""

    def run(*words: object, keys: str = "") -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert isinstance(left.value.code, int)
        return Run(left.value.code, out, err)

    return run


@pytest.fixture(scope="session")
def finished() -> str:
    """The record of a whole game of one year, as text."""
    chance = random.Random(5)
    state = package.game("krakow").start(seed=5, years=1)
    moves: list[tuple[int, int]] = []
    while state.deciders:
        seat = state.deciders[0]
        moves.append((seat, chance.choice(state.legal(seat))))
        state.play(*moves[-1])
    return Record.of(state, 5, moves).text()


@pytest.fixture
def record(finished: str, tmp_path: Path) -> Path:
    """A file with the record of a finished game."""
    file = tmp_path / "finished.record"
    file.write_text(finished, encoding="utf-8")
    return file
