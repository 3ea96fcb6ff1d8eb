"""A log of what administrators do."""

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"


def upgrade() -> None:
    op.create_table(
        "audit_log",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("on_page", sa.Boolean, nullable=False),
        _person("by"),
        sa.Column("act", sa.String(20), nullable=False),
        _person("person"),
        sa.Column("thing", sa.String(60), nullable=False),
    )


def _person(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(22), sa.ForeignKey("people.id", ondelete="SET NULL"), index=True)
