"""Analyses of finished games."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0024"
down_revision: str | None = "0023"


def upgrade() -> None:
    op.create_table(
        "analyses",
        goes_with("tables.id", "table_id", primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("asked_at", sa.Float, nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("claimed_until", sa.Float, nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.Column("fault", sa.Text),
    )
    op.create_index(
        "ix_analyses_open",
        "analyses",
        ["asked_at"],
        sqlite_where=sa.text("data IS NULL"),
        postgresql_where=sa.text("data IS NULL"),
    )
