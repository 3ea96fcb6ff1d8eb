"""Indexes for frequent queries, such as the latest games of a person."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import index

revision: str = "0016"
down_revision: str | None = "0015"

INDEXES = (
    ("people", "name"),
    ("people", "made_at"),
    ("keys", "ends_at"),
    ("tables", "made_at"),
    ("tables", "origin", "status"),
    ("seats", "person", "over_at"),
    ("chat", "person"),
    ("notes", "person"),
    ("promises", "made_at"),
    ("summons", "table_id"),
    ("results", "person", "public", "ended_at"),
    ("ratings", "game", "surely", "person"),
    ("invitations", "by"),
    ("reports", "by"),
    ("reports", "about"),
    ("reports", "table_id"),
    ("reports", "closed_at", "made_at"),
)


def upgrade() -> None:
    op.add_column("seats", sa.Column("over_at", sa.Float()))
    op.execute(
        "UPDATE seats SET over_at = (SELECT moved_at FROM tables WHERE tables.id = seats.table_id)"
        " WHERE table_id IN (SELECT id FROM tables WHERE status = 'over')"
    )
    op.add_column("results", sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE results SET public = (SELECT public FROM tables WHERE tables.id = results.table_id)")
    op.add_column("ratings", sa.Column("surely", sa.Float(), nullable=False, server_default="0"))
    op.execute("UPDATE ratings SET surely = mu - 3 * sigma")
    op.drop_index("ix_seats_person", "seats")
    op.drop_index("ix_ratings_game", "ratings")
    for table, *columns in INDEXES:
        index(table, *columns)
