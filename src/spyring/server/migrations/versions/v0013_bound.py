"""Commitments bind the table, workers share limits, and addresses can refuse letters for good."""

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"


def upgrade() -> None:
    """Existing tables, started or not, keep the commitment that was shown; promises do not."""
    op.add_column("tables", sa.Column("scheme", sa.Integer(), nullable=False, server_default="1"))
    op.drop_table("promises")  # a page with an old promise asks for another
    op.create_table(
        "promises",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "buckets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("level", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("full_at", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "addressees",
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("refused", sa.Boolean, nullable=False),
    )
