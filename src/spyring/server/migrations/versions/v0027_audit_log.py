"""A log of what administrators do."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, String

from spyring.server.migrations.columns import ID, key, refers, required

revision: str = "0027"
down_revision: str | None = "0026"


def upgrade() -> None:
    op.create_table(
        "audit_log",
        *key(id=ID),
        Column("at", Float, nullable=False, index=True),
        *required(on_page=Boolean),
        refers("people.id", "by", index=True),
        *required(act=String(20)),
        refers("people.id", "person", index=True),
        *required(thing=String(60)),
    )
