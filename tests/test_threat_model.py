"""The threat model names the tests that hold its promises: they must be there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")


def test_every_promise_names_tests_that_exist() -> None:
    rows = re.findall(r"(?m)^\| \*\*.*\|$", PAGE)
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"`(tests/[\w/.]+)`", row)
        assert named, row
        assert [name for name in named if not (ROOT / name).is_file()] == []
