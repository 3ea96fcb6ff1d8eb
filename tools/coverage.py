"""List clauses of the ledgers without a test: ``python -m tools.coverage [GAME ...]``.

Tests are marked ``@rule("KRK-6.7")``. Every clause, ruling, data constraint and worked example of a game on
the shelf needs a test; decisions (KRK-P2) may have one. A mark must name an id of a ledger, and so must every
id in ``src`` and ``docs``. The exit code is 0 if all is well, 1 if a test is missing, 2 without ledgers.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

BULLET_OR_CELL: Final = re.compile(r"^(?:- |\| )\*\*([A-Z][A-Z0-9]*-(?:\d+\.\d+|[DX]\d+))\*\*", re.MULTILINE)
TABLE_ROW: Final = re.compile(r"^\| ([A-Z][A-Z0-9]*-[RP]\d+) \|", re.MULTILINE)
SECTION: Final = re.compile(r"^#+ ([A-Z][A-Z0-9]*-\d+) ", re.MULTILINE)
DECISION: Final = re.compile(r"-P\d+$")
TEXTS: Final = (".py", ".toml", ".html", ".js", ".json", ".md", ".po")  # files that may cite a clause


class Mark:
    """One id in one mark, and its place."""

    def __init__(self, clause: str, test: str, where: str) -> None:
        self.clause = clause
        self.test = test
        self.where = where


def defined(ledger: str) -> list[str]:
    """All ids that a ledger defines, in order; a mere mention does not count.

    >>> defined("- **KRK-5.4** Seven tricks (KRK-D14).\\n| KRK-R1 | Which card? | Grave Robbery |")
    ['KRK-5.4', 'KRK-R1']
    """
    found = [*BULLET_OR_CELL.finditer(ledger), *TABLE_ROW.finditer(ledger)]
    return [match.group(1) for match in sorted(found, key=re.Match.start)]


def marks(source: str, where: str) -> Iterator[Mark]:
    """Every id of every ``@rule(...)`` in the source of a test file."""
    for node in ast.walk(ast.parse(source, where)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call) or not _is_rule(decorator.func):
                continue
            for argument in decorator.args:
                clause = argument.value if isinstance(argument, ast.Constant) else ast.unparse(argument)
                yield Mark(str(clause), node.name, f"{where}:{argument.lineno}")


def _is_rule(name: ast.expr) -> bool:
    return (isinstance(name, ast.Name) and name.id == "rule") or (
        isinstance(name, ast.Attribute) and name.attr == "rule"
    )


def shelf(root: Path) -> list[str]:
    """The games on the shelf, one folder each."""
    room = root / "src" / "spyring" / "games"
    return sorted(path.parent.name for path in room.glob("*/__init__.py"))


def faults(root: Path, games: list[str]) -> list[str]:
    """A sentence for each clause without a test, and for each invalid mark."""
    paths = sorted((root / "docs" / "rules").glob("*.md"))
    ledgers = {path.stem: defined(path.read_text(encoding="utf-8")) for path in paths}
    known = {clause for ids in ledgers.values() for clause in ids}
    found = [*_cited_in_vain(root, known, paths)]
    tested: set[str] = set()
    for path in sorted((root / "tests").rglob("*.py")):
        where = str(path.relative_to(root))
        try:
            marked = list(marks(path.read_text(encoding="utf-8"), where))
        except SyntaxError as error:
            found.append(f"{where}:{error.lineno}: invalid Python: {error.msg}")
            continue
        for mark in marked:
            fault = _fault_of(mark, known, path.name)
            if fault:
                found.append(f"{mark.where}: {mark.test} is marked {mark.clause}, {fault}")
            else:
                tested.add(mark.clause)
    for game in games:
        found += _untested(game, ledgers, tested)
    return found


def _cited_in_vain(root: Path, known: set[str], ledgers: list[Path]) -> Iterator[str]:
    """A sentence for each citation of an unknown clause."""
    sections = {id for path in ledgers for id in SECTION.findall(path.read_text(encoding="utf-8"))}
    prefixes = "|".join(sorted({clause.partition("-")[0] for clause in known}))
    cited = re.compile(rf"\b(?:{prefixes})-(?:[A-Z]+\d+|\d+(?:\.\d+)*)\b")
    for path in sorted(path for folder in ("src", "docs") for path in (root / folder).rglob("*")):
        if path.suffix not in TEXTS:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for clause in cited.findall(line):
                if clause not in known and clause not in sections:
                    yield f"{path.relative_to(root)}:{number}: {clause} is in no ledger"


def _fault_of(mark: Mark, known: set[str], file: str) -> str:
    """Why a mark is invalid; empty if it is valid."""
    if mark.clause not in known:
        return "which is in no ledger"
    if not mark.test.startswith("test") or not file.startswith("test_"):
        return "but is never run as a test"
    return ""


def _untested(game: str, ledgers: dict[str, list[str]], tested: set[str]) -> list[str]:
    """A sentence for each clause of a game that has no test."""
    if game not in ledgers:
        return [f"docs/rules/{game}.md: {game} is on the shelf, but has no ledger"]
    missing = [clause for clause in ledgers[game] if clause not in tested and not DECISION.search(clause)]
    return [f"docs/rules/{game}.md: {clause} has no test" for clause in missing]


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.coverage", description="Names the clauses that have no test."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to check; the whole shelf by default")
    parser.add_argument("--root", type=Path, default=Path(), help="the folder that holds docs and tests")
    given = parser.parse_args(arguments)
    if not (given.root / "docs" / "rules").is_dir():
        print(
            f"There is no folder docs/rules in {given.root.resolve()}. Run this in the project's folder.",
            file=sys.stderr,
        )
        return 2
    games = given.games or shelf(given.root)
    found = faults(given.root, games)
    for fault in found:
        print(fault)
    if found:
        print(
            f"{len(found)} faults. Every clause needs a marked test, and every mark a clause.",
            file=sys.stderr,
        )
        return 1
    print(f"Every clause of {', '.join(games)} has a test.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
