"""The page “Your first game” is a game, and keeps the contract."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "first-game.md"


def samples() -> tuple[list[str], list[str]]:
    """The Python on the page: what is saved as ``high_card.py``, and what is said about it afterwards."""
    game, _line, rest = PAGE.read_text(encoding="utf-8").partition("## Is it sound?")
    blocks = re.compile(r"```python\n(.*?)```", re.DOTALL)
    return blocks.findall(game), blocks.findall(rest)


def high_card(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that a reader saves."""
    module = ModuleType("high_card")
    monkeypatch.setitem(sys.modules, "high_card", module)
    exec(compile("\n".join(samples()[0]), str(PAGE), "exec"), module.__dict__)
    return module


def test_the_game_on_the_page_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    module = high_card(monkeypatch)
    checks = samples()[1]
    assert checks
    for check in checks:
        exec(compile(check, str(PAGE), "exec"), module.__dict__)
