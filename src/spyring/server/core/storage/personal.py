"""Personal data: whose data a column holds, how the export shows it, and what happens to it when the account
is deleted. Every column of the schema declares it; export, deletion and the list in the docs follow from
that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Column, Delete, MetaData, Select, Table, Update, delete, or_, select, update

WITH_ROW: Final = object()


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """The declaration of a column. A row belongs to the person in its owner column."""

    whose: Literal["person", "others", "game", "server"]
    names_person: bool = False
    section: str | None = None  # of an owner column: the place of its rows in the export; "": at the top
    export: str | None = None  # the name in the export; "": that of the column
    withheld: str = ""  # why it is not in the export
    becomes: object = WITH_ROW  # its value after the account is deleted
    kept: str = ""  # why it stays after that


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
    """The owner of the row: it is exported to them and deleted with them."""
    return _says(whose="person", names_person=True, section=section, export=name, kept=kept)


def mentions(name: str) -> Info:
    """Another person: the row is deleted with them, too, but only its owner gets it in the export."""
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
    """The declaration of a column."""
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
        """The rows of one person, oldest first if the table has a time."""
        fields = [column.label(name) for name, column in self.fields.items()]
        by_age = [self.table.c[name] for name in ("made_at", "at") if name in self.table.c]
        mine = or_(*(column == person for column in self.owners))
        return select(*fields).where(mine).order_by(*by_age, *self.table.primary_key)


def personal_rows(metadata: MetaData) -> list[PersonalRows]:
    """The personal rows of every table that has any."""
    found: list[PersonalRows] = []
    for table in metadata.sorted_tables:
        said = [(column, declaration(column)) for column in table.c]
        owners = [column for column, says in said if says.section is not None]
        fields = {says.export or column.name: column for column, says in said if says.export is not None}
        if owners:
            found.append(PersonalRows(table, declaration(owners[0]).section or "", owners, fields))
    return found


def deletions(metadata: MetaData, person: str) -> Iterator[Delete | Update]:
    """The statements that delete a person's rows, and empty the ones that stay."""
    for table in metadata.sorted_tables:
        said = [(column, declaration(column)) for column in table.c]
        emptied = {column: says.becomes for column, says in said if says.becomes is not WITH_ROW}
        for column, says in said:
            if says.names_person and not says.kept:
                yield delete(table).where(column == person)
            elif says.names_person and emptied:
                yield update(table).where(column == person).values(emptied)
