"""The log of administrators."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, String, Table

from spyring.server.core.storage.personal import Declaration, Info, exported, owner
from spyring.server.core.storage.schema import metadata

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

TABLES: Final = (audit_log,)
