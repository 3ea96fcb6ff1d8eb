"""Names that the players of a campaign give to officers and aliases."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "given_names",
        goes_with("tables.id", "table_id", nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        goes_with("people.id", "person"),
        sa.PrimaryKeyConstraint("table_id", "title", name="pk_given_names"),
    )
    op.create_index("ix_given_names_person", "given_names", ["person"])
