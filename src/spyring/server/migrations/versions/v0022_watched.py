"""Since when a spectator watches a private table."""

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"


def upgrade() -> None:
    op.add_column("tables", sa.Column("watched_at", sa.Float()))
