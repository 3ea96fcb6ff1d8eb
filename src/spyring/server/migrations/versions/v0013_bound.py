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
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promises")),
    )
    op.create_table(
        "buckets",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.Column("full_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_buckets")),
    )
    op.create_index(op.f("ix_buckets_full_at"), "buckets", ["full_at"])
    op.create_table(
        "addressees",
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_addressees")),
        sa.UniqueConstraint("token", name=op.f("uq_addressees_token")),
    )
