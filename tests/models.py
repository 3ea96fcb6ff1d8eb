"""Independent models are compared with their games when one of the two changed, and at night.

``build/compared/`` records comparisons that passed, by a digest of what was compared. Without a record, as in
a new clone, a short one runs; after a change, a longer one. Only ``make`` writes records
(``SPYRING_REMEMBER``), because it runs all of them. A comparison that is run by name always runs.
"""

import hashlib
import os
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.night import NIGHT

ROOT: Final = Path(__file__).parents[1]
REMEMBERS: Final = bool(os.environ.get("SPYRING_REMEMBER"))
MEMORY: Final = ROOT / "build" / "compared"
COMPARISON: Final = re.compile(r"tests/games/(\w+)/test_model\.py::")
LONGER: Final = 4  # times as many games after a change


def compared(test: str) -> str:
    """The game that a test compares with its model; none if it is another kind of test."""
    found = COMPARISON.match(test)
    return found.group(1) if found else ""


def games(game: str, by_day: int, at_night: int) -> int:
    """How many games a comparison plays."""
    if NIGHT:
        return at_night
    return by_day * LONGER if has_changed(game) else by_day


@cache
def digest(game: str) -> str:
    """Of all that a comparison depends on."""
    source = ROOT / "src" / "spyring"
    folders = [source / "engine", source / "games" / game, ROOT / "tests" / "games" / game]
    found = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*") if _counts(path)):
        found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _counts(path: Path) -> bool:
    if "tests" in path.relative_to(ROOT).parts:
        return path.name in ("model.py", "test_model.py")
    return path.suffix in (".py", ".toml")


def is_same(game: str) -> bool:
    """Whether exactly this game passed with exactly this model."""
    return REMEMBERS and bool(game) and _remembered(game) == digest(game)


def has_changed(game: str) -> bool:
    """Whether another version of them passed."""
    return _remembered(game) not in ("", digest(game))


@cache
def _remembered(game: str) -> str:
    memory = MEMORY / game
    return memory.read_text("utf-8") if memory.exists() else ""


class Comparisons:
    """Collects the comparisons that passed, and records them when all tests are done."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if game := compared(report.nodeid):
            (self.failed if report.failed else self.passed).add(game)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if REMEMBERS and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            for game in self.passed - self.failed:
                MEMORY.mkdir(parents=True, exist_ok=True)
                (MEMORY / game).write_text(digest(game), "utf-8")
