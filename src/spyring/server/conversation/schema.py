"""The chat of tables, and private notes."""

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, Text

from spyring.server.core.storage.personal import EXPORTED, SERVER, owner
from spyring.server.core.storage.schema import TABLE, metadata, person_column, table_column

chat: Final = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True, info=SERVER),  # secret: it counts all
    Column("mark", String(22), nullable=False, unique=True, info=SERVER),  # the public id
    table_column(TABLE, nullable=False),
    Column("person", String(22), ForeignKey("people.id"), nullable=False, index=True, info=owner("remarks")),
    Column("name", String(40), nullable=False, info=EXPORTED),
    Column("seat", Integer, info=EXPORTED),
    Column("to", String(8), nullable=False, info=EXPORTED),
    Column("text", Text, nullable=False, info=EXPORTED),
    Column("about", String(200), info=EXPORTED),  # instead of a text: the target, or a proposed move
    Column("at", Float, nullable=False, info=EXPORTED),
    Index("ix_chat_table_id_id", "table_id", "id"),
)

notes: Final = Table(
    "notes",
    metadata,
    table_column(TABLE, primary_key=True),
    person_column("person", owner("notes"), primary_key=True, index=True),
    Column("text", Text, nullable=False, info=EXPORTED),
)

TABLES: Final = (chat, notes)
