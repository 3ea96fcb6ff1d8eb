"""Campaigns that started elsewhere."""

from typing import Final

from sqlalchemy import Column, Table, Text

from spyring.server.core.storage.personal import GAME, others
from spyring.server.core.storage.schema import metadata, table_column

imported_campaigns: Final = Table(  # the games of a campaign from elsewhere that a table continues
    "imported_campaigns",
    metadata,
    table_column(GAME, primary_key=True),
    Column("text", Text, nullable=False, info=others("the campaign continues from it")),
)

TABLES: Final = (imported_campaigns,)
