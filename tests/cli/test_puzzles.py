"""``spyring puzzles make``: adds what it finds to a file that keeps what it has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spyring as package
from spyring.cli import puzzles as command
from spyring.puzzles import Puzzle, puzzles_of
from spyring.puzzles.puzzle import unpacked
from tests.cli.conftest import Spyring

GAME = package.game("krakow")


class Pool:
    """Finds one puzzle more in every game."""

    def __init__(self, miner: object, processes: int) -> None:
        self.miner = miner

    def run(self, games: list[int], seconds: float) -> Iterator[list[Puzzle]]:
        return iter([[puzzle] for puzzle in puzzles_of(GAME)[: len(games)]])


@pytest.fixture(autouse=True)
def _found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "WorkerPool", Pool)


def names(file: Path) -> set[str]:
    return {puzzle.id for puzzle in unpacked(GAME, file.read_text())}


def test_new_puzzles_are_added_to_the_file(spyring: Spyring, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    make: tuple[Any, ...] = ("puzzles", "make", "krakow", "--to", file, "--games")
    assert spyring(*make, 2).code == 0
    first = names(file)
    told = spyring(*make, 5)
    assert (told.code, len(first), len(names(file))) == (0, 2, 5)
    assert first < names(file)
    assert told.out.startswith("3 new puzzles: ")


def test_a_file_without_puzzles_is_refused_with_a_sentence(spyring: Spyring, tmp_path: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_text('{"notes": []}')
    refused = spyring("puzzles", "make", "krakow", "--to", file)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "holds no puzzles" in refused.err
    assert file.read_text() == '{"notes": []}'
