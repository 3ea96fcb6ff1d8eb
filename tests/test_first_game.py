"""The page “Your first game” is a game, and keeps the contract."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "first-game.md"


def test_the_game_on_the_page_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("high_card")
    monkeypatch.setitem(sys.modules, "high_card", module)
    samples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(samples) == 3  # the game, the contract, a test of its rules
    assert sum(1 for line in samples[0].splitlines() if line.strip()) <= 80
    for sample in samples:
        exec(compile(sample, str(PAGE), "exec"), module.__dict__)
