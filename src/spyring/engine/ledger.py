"""A rules ledger: numbered clauses under titled sections, read from its Markdown.

Refusals, questions and options name clauses by id; this module finds the text of an id.
"""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from spyring.engine.errors import UnknownClause

ID: Final = r"[A-Z][A-Z0-9]*-(?:\d+\.\d+|[RDXP]\d+)"
_BULLET: Final = re.compile(rf"- \*\*({ID})\*\* (.*)")
_CELL: Final = re.compile(rf"\*{{0,2}}({ID})\*{{0,2}}")
_CHAPTER: Final = re.compile(r"#+ +([A-Z][A-Z0-9]*-\d+) +(.*)")
_HEADING: Final = re.compile(r"#+ +(?:\d+\. +)?(.*)")
_ABOUT: Final = "The game"  # the heading above the summary
_NOTHING: Final = ("", "—", "-")


class Clause:
    """One rule: its id, its section and its text.

    A clause from a table has several ``parts``, each with the heading of its column; a plain one has a
    single part without a heading.
    """

    def __init__(self, id: str, section: str, parts: list[tuple[str, str]]) -> None:
        self.id = id
        self.section = section
        self.parts = parts

    @property
    def text(self) -> str:
        """The whole clause as one line."""
        return " ".join(f"{heading}: {words}" if heading else words for heading, words in self.parts)


class Ledger:
    """All clauses of a game, by id and in the order of the ledger.

    >>> ledger = Ledger("# Chess (CHS)\\n### CHS-1 Pawns\\n- **CHS-1.1** A pawn moves forward.")
    >>> ledger.title, ledger.clause("chs-1.1").text, ledger.clause("CHS-1.1").section
    ('Chess (CHS)', 'A pawn moves forward.', 'Pawns')
    >>> [clause.id for clause in ledger.chapter("CHS-1")]
    ['CHS-1.1']
    """

    def __init__(self, text: str) -> None:
        self.title = ""
        self.summary = ""  # what the game is about, in one paragraph
        self.clauses: dict[str, Clause] = {}
        self.sections: dict[str, str] = {}  # the titles of numbered sections: KRK-6 is "A trick"
        section = ""
        about: list[str] = []
        columns: list[str] = []
        for line in text.splitlines():
            if line.startswith("#"):
                section = self._heading(line)
                columns = []
            elif line.startswith("|"):
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if not columns:
                    columns = cells
                self._row(columns, cells, section)
            else:
                columns = []
                bullet = _BULLET.match(line)
                if bullet is not None:
                    id, words = bullet.groups()
                    self.clauses.setdefault(id, Clause(id, section, [("", words)]))
                elif section == _ABOUT:
                    about.append(line.strip())
        self.summary = " ".join(line for line in about if line)

    def clause(self, id: str) -> Clause:
        """One clause; the case of the letters does not matter."""
        found = self.clauses.get(id.strip().upper())
        if found is None:
            raise UnknownClause(f"There is no clause {id} in the {self.title}.")
        return found

    def chapter(self, id: str) -> list[Clause]:
        """All clauses of a numbered section such as KRK-6."""
        wanted = id.strip().upper()
        if wanted not in self.sections:
            raise UnknownClause(f"There is no section {id} in the {self.title}.")
        return [clause for clause in self.clauses.values() if clause.id.startswith(wanted + ".")]

    def _heading(self, line: str) -> str:
        chapter = _CHAPTER.match(line)
        if chapter is not None:
            self.sections[chapter.group(1)] = chapter.group(2)
            return chapter.group(2)
        heading = _HEADING.match(line)
        title = heading.group(1) if heading is not None else ""
        if not self.title:
            self.title = title
        return title

    def _row(self, columns: list[str], cells: list[str], section: str) -> None:
        id = _CELL.fullmatch(cells[0])
        if id is None:
            return
        parts = [(heading, cell) for heading, cell in zip(columns, cells) if cell not in _NOTHING]
        self.clauses.setdefault(id.group(1), Clause(id.group(1), section, parts[1:]))


def ledger_text(name: str, home: str = "") -> str | None:
    """The text of a game's ledger, by its name and package; None if it has none."""
    places = [
        files("spyring").joinpath("ledgers", f"{name}.md"),
        Path(__file__).resolve().parents[3] / "docs" / "rules" / f"{name}.md",  # a checkout, not an install
    ]
    if home:
        places.append(files(home).joinpath("ledger.md"))
    for place in places:
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return None
