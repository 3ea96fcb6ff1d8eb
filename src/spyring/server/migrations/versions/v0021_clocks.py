"""The time of every clock before a move, for when the move is taken back."""

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"


def upgrade() -> None:
    op.add_column("entries", sa.Column("clocks", sa.Text()))
