"""Campaigns that started elsewhere."""

from typing import Final

from sqlalchemy import Column, String, Table, Text

from spyring.server.core.storage.personal import EXPORTED, GAME, others, owner
from spyring.server.core.storage.schema import TABLE, metadata, person_column, table_column

imported_campaigns: Final = Table(  # the games of a campaign from elsewhere that a table continues
    "imported_campaigns",
    metadata,
    table_column(GAME, primary_key=True),
    Column("text", Text, nullable=False, info=others("the campaign continues from it")),
)

given_names: Final = Table(  # names that players gave to officers and aliases
    "given_names",
    metadata,
    table_column(TABLE, primary_key=True),
    Column("title", String(80), primary_key=True, info=EXPORTED),  # that the name replaces
    Column("name", String(40), nullable=False, info=EXPORTED),
    person_column("person", owner("names_given"), index=True),  # None: from the file of a campaign
)

TABLES: Final = (imported_campaigns, given_names)
