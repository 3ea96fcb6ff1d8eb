"""The log of administrators, and what webhooks tell."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table, Text

from spyring.server.core.storage.personal import SERVER, Declaration, Info, exported, owner
from spyring.server.core.storage.schema import metadata, table_column

KEPT: Final = "log of administrators"
OF_LOG: Final[Info] = {"personal": Declaration(whose="server", kept=KEPT)}


def _person(name: str) -> Column[str]:
    """A person, who may be gone. No name is stored: the log shows the current one."""
    gone = ForeignKey("people.id", ondelete="SET NULL")
    return Column(name, String(22), gone, index=True, info=owner("operated", kept=KEPT))


audit_log: Final = Table(
    "audit_log",
    metadata,
    Column("id", String(22), primary_key=True, info=OF_LOG),
    Column("at", Float, nullable=False, index=True, info=exported(kept=KEPT)),
    Column("on_page", Boolean, nullable=False, info=OF_LOG),  # or else on the command line
    _person("by"),
    Column("act", String(20), nullable=False, info=exported(kept=KEPT)),
    _person("person"),  # the person it was done to
    Column("thing", String(60), nullable=False, info=OF_LOG),  # a table, a report, the start of a code
)

webhook_deliveries: Final = Table(
    "webhook_deliveries",
    metadata,
    Column("id", String(22), primary_key=True, info=SERVER),
    Column("target", String(16), nullable=False, info=SERVER),  # a digest of the address
    Column("event", String(8), nullable=False, info=SERVER),  # opened, turn, ended, evening
    table_column(SERVER, index=True),  # None: about an evening
    Column("about", Text, info=SERVER),  # an evening, as JSON
    Column("seats", String(40), nullable=False, info=SERVER),  # that it is about
    Column("made_at", Float, nullable=False, index=True, info=SERVER),
    Column("next_at", Float, index=True, info=SERVER),  # None: delivered, or given up
    Column("tries", Integer, nullable=False, info=SERVER),
    Column("error", String(200), nullable=False, info=SERVER),
)

webhook_turns: Final = Table(  # the seats whose turn was told last
    "webhook_turns",
    metadata,
    table_column(SERVER, primary_key=True),
    Column("seats", String(40), nullable=False, info=SERVER),
)

TABLES: Final = (audit_log, webhook_deliveries, webhook_turns)
