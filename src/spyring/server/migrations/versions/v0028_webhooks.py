"""What webhooks tell."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("target", sa.String(16), nullable=False),
        sa.Column("event", sa.String(8), nullable=False),
        _table("webhook_deliveries"),
        sa.Column("seats", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("next_at", sa.Float(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhook_deliveries"),
    )
    for column in ("table_id", "made_at", "next_at"):
        op.create_index(f"ix_webhook_deliveries_{column}", "webhook_deliveries", [column])
    op.create_table(
        "webhook_turns",
        _table("webhook_turns"),
        sa.Column("seats", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_webhook_turns"),
    )


def _table(name: str) -> sa.Column[str]:
    tables = sa.ForeignKey("tables.id", name=f"fk_{name}_table_id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(22), tables, nullable=False)
