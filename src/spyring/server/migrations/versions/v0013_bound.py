"""Commitments bind the table, workers share limits, and addresses can refuse letters for good."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, Integer

from spyring.server.migrations.columns import DIGEST, ID, TOKEN, key, required, unique

revision: str = "0013"
down_revision: str | None = "0012"


def upgrade() -> None:
    """Existing tables, started or not, keep the commitment that was shown; promises do not."""
    op.add_column("tables", Column("scheme", Integer, nullable=False, server_default="1"))
    op.drop_table("promises")  # a page with an old promise asks for another
    op.create_table("promises", *key(id=ID), *required(table_id=ID, secret=DIGEST, made_at=Float))
    op.create_table(
        "buckets",
        *key(name=TOKEN),
        *required(level=Float, at=Float, taken=Integer),
        Column("full_at", Float, nullable=False, index=True),
    )
    op.create_table("addressees", *key(address=DIGEST), *unique(token=TOKEN), *required(refused=Boolean))
