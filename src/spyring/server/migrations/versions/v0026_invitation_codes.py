"""Codes for people who want to create an account."""

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"


def upgrade() -> None:
    op.create_table(
        "invitation_codes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("start", sa.String(4), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("ends_at", sa.Float, nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("role", sa.String(8)),
    )
