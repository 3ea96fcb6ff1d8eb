"""Games that people give to science."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    op.create_table(
        "donations",
        goes_with("tables.id", "table_id", primary_key=True),
        goes_with("people.id", "person", primary_key=True, index=True),
        sa.Column("made_at", sa.Float, nullable=False),
    )
