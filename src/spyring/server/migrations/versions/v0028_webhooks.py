"""What webhooks tell."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0028"
down_revision: str | None = "0027"


def upgrade() -> None:
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("target", sa.String(16), nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        goes_with("tables.id", "table_id", nullable=False, index=True),
        sa.Column("seats", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False, index=True),
        sa.Column("next_at", sa.Float, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("error", sa.String(200), nullable=False),
    )
    op.create_table(
        "webhook_turns",
        goes_with("tables.id", "table_id", primary_key=True),
        sa.Column("seats", sa.String(40), nullable=False),
    )
