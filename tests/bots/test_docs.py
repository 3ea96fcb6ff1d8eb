"""What the manual shows is what happens."""

import doctest
from pathlib import Path

MANUAL = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_samples_of_the_manual_run() -> None:
    found = doctest.testfile(str(MANUAL), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 10
    assert not found.failed
