"""Addresses by which forgotten passwords are recovered, and the codes for that."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0018"
down_revision: str | None = "0017"


def upgrade() -> None:
    op.create_table(
        "recovery_addresses",
        goes_with("people.id", "person", primary_key=True),
        sa.Column("address", sa.String(254), nullable=False, index=True),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(64), primary_key=True),
        goes_with("people.id", "person", nullable=False, index=True),
        sa.Column("address", sa.String(254), nullable=True),
        sa.Column("ends_at", sa.Float, nullable=False, index=True),
    )
