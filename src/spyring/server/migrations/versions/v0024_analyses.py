"""Analyses of finished games."""

from alembic import op
from sqlalchemy import Float, Integer, LargeBinary, Text, text

from spyring.server.migrations.columns import index_some, of_table, optional, required

revision: str = "0024"
down_revision: str | None = "0023"


def upgrade() -> None:
    op.create_table(
        "analyses",
        of_table(primary_key=True),
        *required(version=Integer, asked_at=Float, progress=Float, claimed_until=Float),
        *optional(data=LargeBinary, fault=Text),
    )
    index_some("ix_analyses_open", "analyses", ["asked_at"], text("data IS NULL"))
