"""The command run inside the test's own process, with a keyboard made of text and its own data folder."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from spyring.cli import main


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


@pytest.fixture
def record(spyring: Spyring, tmp_path: Path) -> Path:
    """The record of a finished game of one year."""
    file = tmp_path / "finished.record"
    watched = spyring(
        "play",
        "krakow",
        "--people",
        "none",
        "--bots",
        "random",
        "--seed",
        5,
        "--option",
        "years=1",
        "--save",
        file,
    )
    assert watched.code == 0
    return file
