"""Whose data a column holds, what its owner gets in the export, and what happens to it when they delete their
account. Every column of the schema declares it; export, deletion and the list in the docs follow from that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Column, Delete, MetaData, Select, Table, Update, delete, or_, select, update

WITH_ROW: Final = object()


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """What a column says. A row belongs to the person whom its owner column names."""

    whose: Literal["person", "others", "game", "server"]
    names_person: bool = False
    section: str | None = None  # of an owner column: where its rows stand in the export; "": at the top
    export: str | None = None  # the name in the export; "": that of the column
    withheld: str = ""  # why it is not in the export
    becomes: object = WITH_ROW  # once the account is deleted
    kept: str = ""  # why it stays then


Info = dict[str, Declaration]  # for Column(info=...)


def _says(**said: Any) -> Info:
    return {"personal": Declaration(**said)}


def exported(name: str = "", *, becomes: object = WITH_ROW, kept: str = "") -> Info:
    """Personal, and in the export by this name or that of the column."""
    return _says(whose="person", export=name, becomes=becomes, kept=kept)


def withheld(why: str, *, becomes: object = WITH_ROW) -> Info:
    """Personal, but not in the export."""
    return _says(whose="person", withheld=why, becomes=becomes)


def owner(section: str, name: str | None = None, *, kept: str = "") -> Info:
    """Names the person to whom the row belongs: it is exported to them and goes with them."""
    return _says(whose="person", names_person=True, section=section, export=name, kept=kept)


def mentions(name: str) -> Info:
    """Names another person: the row goes with them too, but only its owner gets it in the export."""
    return _says(whose="person", names_person=True, export=name)


def others(kept: str) -> Info:
    """About people who need not have an account here."""
    return _says(whose="others", kept=kept)


RECORD: Final = "record of the game"
EXPORTED: Final = exported()
EMPTIED: Final = exported(becomes=None)
RECORDED: Final = exported(kept=RECORD)
SECRET: Final = withheld("secret")
GAME: Final = _says(whose="game", kept=RECORD)
SERVER: Final = _says(whose="server")


def declaration(column: Column[Any]) -> Declaration:
    """What a column says about itself."""
    found = column.info.get("personal")
    if not isinstance(found, Declaration):
        raise TypeError(f"{column} does not declare whose data it holds")
    return found


@dataclass(frozen=True)
class PersonalRows:
    """The rows of a table that belong to a person, as the export shows them."""

    table: Table
    section: str
    owners: list[Column[Any]]
    fields: dict[str, Column[Any]]

    def of(self, person: str) -> Select[Any]:
        """Those of one person, oldest first where the table knows it."""
        fields = [column.label(name) for name, column in self.fields.items()]
        by_age = [self.table.c[name] for name in ("made_at", "at") if name in self.table.c]
        mine = or_(*(column == person for column in self.owners))
        return select(*fields).where(mine).order_by(*by_age, *self.table.primary_key)


def personal_rows(metadata: MetaData) -> list[PersonalRows]:
    """Of every table whose rows belong to people."""
    found: list[PersonalRows] = []
    for table in metadata.sorted_tables:
        said = [(column, declaration(column)) for column in table.c]
        owners = [column for column, says in said if says.section is not None]
        fields = {says.export or column.name: column for column, says in said if says.export is not None}
        if owners:
            found.append(PersonalRows(table, declaration(owners[0]).section or "", owners, fields))
    return found


def deletions(metadata: MetaData, person: str) -> Iterator[Delete | Update]:
    """What deletes a person's rows, and empties those that stay."""
    for table in metadata.sorted_tables:
        said = [(column, declaration(column)) for column in table.c]
        emptied = {column: says.becomes for column, says in said if says.becomes is not WITH_ROW}
        for column, says in said:
            if says.names_person and not says.kept:
                yield delete(table).where(column == person)
            elif says.names_person and emptied:
                yield update(table).where(column == person).values(emptied)
