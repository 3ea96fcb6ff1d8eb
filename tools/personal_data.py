"""Writes the list of personal data in docs/privacy.md from the schema: `make generated`."""

from pathlib import Path
from typing import Final

from sqlalchemy import Table

from spyring.server.core.storage.personal import WITH_ROW, Declaration, declaration
from spyring.server.schema import metadata

PAGE: Final = Path(__file__).parents[1] / "docs" / "privacy.md"
BEGIN: Final = "<!-- Personal data: written by `make generated`, do not edit. -->\n\n"
END: Final = "\n<!-- End of personal data. -->\n"
HEAD: Final = """\
| stored in | in the export | not in the export | after deletion of the account |
|---|---|---|---|
"""


def page() -> str:
    """The page with the list from the schema."""
    before, _begin, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _old, _end, after = rest.partition(END)
    rows = [row(table) for table in sorted(metadata.tables.values(), key=lambda table: table.name)]
    return before + BEGIN + HEAD + "".join(filter(None, rows)) + END + after


def row(table: Table) -> str:
    """A line about the personal columns of a table, if it has any."""
    said = [(column.name, declaration(column)) for column in table.c]
    said = [(name, says) for name, says in said if says.whose in ("person", "others")]
    if not said:
        return ""
    section = next((f"`{says.section}`: " for _name, says in said if says.section), "")
    shown = [f"`{says.export or name}`" for name, says in said if says.export is not None]
    withheld = [f"`{name}` ({says.withheld})" for name, says in said if says.withheld]
    cells = [f"`{table.name}`", section + ", ".join(shown), ", ".join(withheld), fate(said)]
    return "| " + " | ".join(cells) + " |\n"


def fate(said: list[tuple[str, Declaration]]) -> str:
    """What happens to the columns of a row."""
    if any(says.names_person and not says.kept for _name, says in said):
        return "deleted"
    emptied = ", ".join(f"`{name}`" for name, says in said if says.becomes is not WITH_ROW)
    kept: dict[str, list[str]] = {}
    for name, says in said:
        if says.kept:
            kept.setdefault(says.kept, []).append(f"`{name}`")
    parts = [f"emptied: {emptied}"] if emptied else []
    parts += [f"kept ({why}): {', '.join(names)}" for why, names in kept.items()]
    return "; ".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
