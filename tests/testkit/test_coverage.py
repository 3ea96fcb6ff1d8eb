"""The coverage check reads ledgers and tests, and names what is missing on either side."""

from pathlib import Path

import pytest

from tools import coverage

LEDGER = """
# Hide and Seek — rules ledger (HID)
### HID-1 Hiding
- **HID-1.1** Everybody hides.
- **HID-1.2** One seeks, as **HID-1.1** says.

| **HID-2.1** | Hat | hides the head |

| Id | Point | Who |
|---|---|---|
| HID-P1 | Where to hide | all |

| Id | Question | Ruling adopted |
|---|---|---|
| HID-R1 | Whose hat? | HID-2.1 says it |

- **HID-D1** There is one hat.
- **HID-X1** (§1) Ann hides behind the hat → not found.
"""

TESTS = """
from spyring import testkit
from spyring.testkit import rule

@rule("HID-1.1", "HID-2.1")
def test_all_hide(): ...

class TestHat:
    @testkit.rule("HID-R1")
    @rule("HID-D1")
    async def test_hat(self): ...

@rule("HID-X1")
def test_example(): ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("docs/rules", "tests/games", "src/spyring/games/hide", "src/spyring/games/nothing_yet"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/rules/hide.md").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "src/spyring/games/hide/__init__.py").touch()
    (tmp_path / "tests/games/test_hide.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def add(project: Path, name: str, text: str) -> None:
    (project / "tests" / name).write_text(text, encoding="utf-8")


def test_a_ledger_defines_its_bullets_and_rows_and_nothing_it_only_mentions() -> None:
    expected = ["HID-1.1", "HID-1.2", "HID-2.1", "HID-P1", "HID-R1", "HID-D1", "HID-X1"]
    assert coverage.defined(LEDGER) == expected


def test_a_clause_without_a_test_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.main(["--root", str(project)]) == 1
    assert capsys.readouterr().out == "docs/rules/hide.md: HID-1.2 has no test\n"


def test_all_is_well_when_every_clause_has_a_test(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(project, "test_more.py", '@rule("HID-1.2")\ndef test_seek(): ...\n')
    assert coverage.main(["--root", str(project)]) == 0
    assert capsys.readouterr().out == "Every clause of hide has a test.\n"


def test_a_mark_that_stands_in_no_ledger_is_named(project: Path) -> None:
    add(project, "test_more.py", '@rule("HID-1.2", "HID-1.9")\ndef test_seek(): ...\n')
    fault = "tests/test_more.py:1: test_seek is marked HID-1.9, which is in no ledger"
    assert coverage.faults(project, ["hide"]) == [fault]


def test_a_mark_on_what_is_never_run_does_not_count(project: Path) -> None:
    add(project, "test_more.py", '@rule("HID-1.2")\ndef seek(): ...\n')
    found = coverage.faults(project, ["hide"])
    assert found == [
        "tests/test_more.py:1: seek is marked HID-1.2, but is never run as a test",
        "docs/rules/hide.md: HID-1.2 has no test",
    ]


def test_a_mark_in_a_file_that_is_not_collected_does_not_count(project: Path) -> None:
    add(project, "more.py", '@rule("HID-1.2")\ndef test_seek(): ...\n')
    assert "tests/more.py:1: test_seek is marked HID-1.2, but is never run as a test" in coverage.faults(
        project, ["hide"]
    )


def test_a_computed_mark_is_no_mark(project: Path) -> None:
    add(project, "test_more.py", "@rule(SEEK)\ndef test_seek(): ...\n")
    fault = "tests/test_more.py:1: test_seek is marked SEEK, which is in no ledger"
    assert fault in coverage.faults(project, ["hide"])


def test_a_file_that_cannot_be_read_is_named(project: Path) -> None:
    add(project, "test_more.py", "def test_seek(:\n")
    assert "tests/test_more.py:1: invalid Python: invalid syntax" in coverage.faults(project, ["hide"])


def test_a_game_without_a_ledger_is_named(project: Path) -> None:
    (project / "src/spyring/games/nothing_yet/__init__.py").touch()
    fault = "docs/rules/nothing_yet.md: nothing_yet is on the shelf, but has no ledger"
    assert fault in coverage.faults(project, coverage.shelf(project))


def test_games_can_be_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.main(["seek", "--root", str(project)]) == 1
    assert "seek is on the shelf, but has no ledger" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rules.py", 'return Refusal("HID-1.99", "Not here.")'),
        ("words.toml", 'clause = "HID-1.99"'),
        ("board.html", '<a href="/rules/HID-1.99">'),
        ("pl.po", 'msgid "As HID-1.99 says."'),
    ],
)
def test_a_clause_that_sources_cite_must_stand_in_a_ledger(project: Path, name: str, text: str) -> None:
    add(project, "test_more.py", '@rule("HID-1.2")\ndef test_seek(): ...\n')
    file = project / "src/spyring/games/hide" / name
    file.write_text(f"See HID-1, HID-1.1 and HID-R1.\n{text}\n", encoding="utf-8")
    fault = f"src/spyring/games/hide/{name}:2: HID-1.99 is in no ledger"
    assert coverage.faults(project, ["hide"]) == [fault]


def test_nothing_to_read_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.main(["--root", str(tmp_path)]) == 2
    assert "There is no folder docs/rules in" in capsys.readouterr().err
