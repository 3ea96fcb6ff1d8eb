"""A log of what administrators do."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "audit_log",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("on_page", sa.Boolean(), nullable=False),
        _person("by"),
        sa.Column("act", sa.String(20), nullable=False),
        _person("person"),
        sa.Column("thing", sa.String(60), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_log"),
    )
    for column in ("at", "by", "person"):
        op.create_index(f"ix_audit_log_{column}", "audit_log", [column])


def _person(name: str) -> sa.Column[str]:
    people = sa.ForeignKey("people.id", name=f"fk_audit_log_{name}", ondelete="SET NULL")
    return sa.Column(name, sa.String(22), people, nullable=True)
