"""Codes for people who want to create an account."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "invitation_codes",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("start", sa.String(4), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(8), nullable=True),
        sa.PrimaryKeyConstraint("digest", name="pk_invitation_codes"),
    )
