"""A comparison with a model is made again when the game, the engine or the model changed, and not before."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from tests import models
from tests.night import NIGHT

FILES: Final = (
    "src/spyring/engine/state.py",
    "src/spyring/games/duel/box.toml",
    "tests/games/duel/model.py",
    "tests/games/duel/test_model.py",
)
TEST: Final = "tests/games/duel/test_model.py::test_the_plain_model_agrees[2]"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one game, where nothing is remembered yet."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old")
    monkeypatch.setattr(models, "ROOT", tmp_path)
    monkeypatch.setattr(models, "MEMORY", tmp_path / "build" / "compared")
    monkeypatch.setattr(models, "REMEMBERS", True)
    forget()
    return tmp_path


def forget() -> None:
    """As in the next run."""
    models.digest.cache_clear()
    models._remembered.cache_clear()


def run(*outcomes: str) -> None:
    """One run whose comparisons ended so."""
    comparisons = models.Comparisons()
    for outcome in outcomes:
        report: Any = SimpleNamespace(nodeid=TEST, failed=outcome == "failed")
        comparisons.pytest_runtest_logreport(report)
    comparisons.pytest_sessionfinish(0 if "failed" not in outcomes else 1)
    forget()


@pytest.fixture(autouse=True)
def _as_it_was() -> Any:
    yield
    forget()


@pytest.mark.skipif(NIGHT, reason="at night all are made at length")
def test_a_new_clone_makes_a_short_comparison(root: Path) -> None:
    assert not models.is_same("duel")
    assert models.games("duel", by_day=3, at_night=400) == 3


def test_what_passed_is_not_compared_again(root: Path) -> None:
    run("passed", "passed")
    assert models.is_same(models.compared(TEST))
    assert not models.is_same(models.compared("tests/games/duel/test_box.py::test_model"))


def test_what_failed_is_compared_again(root: Path) -> None:
    run("passed", "failed")
    assert not models.is_same("duel")


@pytest.mark.skipif(NIGHT, reason="at night all are made at length")
@pytest.mark.parametrize("name", FILES)
def test_after_a_change_the_comparison_is_longer(root: Path, name: str) -> None:
    run("passed")
    (root / name).write_text("new")
    forget()
    assert not models.is_same("duel")
    assert models.games("duel", by_day=3, at_night=400) == 3 * models.LONGER


def test_only_make_remembers(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("passed")
    monkeypatch.setattr(models, "REMEMBERS", False)
    assert not models.is_same("duel")
