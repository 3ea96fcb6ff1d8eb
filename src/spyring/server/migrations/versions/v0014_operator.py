"""For the operator: roles, bans, frozen games, and notices to a server."""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"


def upgrade() -> None:
    op.add_column("people", sa.Column("role", sa.String(length=8)))
    op.add_column("people", sa.Column("banned_at", sa.Float()))
    op.add_column("tables", sa.Column("ended_at", sa.Float()))
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, autoincrement=True, primary_key=True),
        sa.Column("topic", sa.String(40), nullable=False),
    )
