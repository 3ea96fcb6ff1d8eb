"""Indexes hold only the tables that are looked for by them, so that most moves change none of them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

WAKE_AT, MOVED_AT, PUBLIC = (
    "ix_tables_status_wake_at",
    "ix_tables_status_moved_at",
    "ix_tables_public_status_moved_at",
)


def upgrade() -> None:
    op.drop_index(WAKE_AT, "tables")
    op.drop_index(PUBLIC, "tables")
    waits, public = sa.column("wake_at").is_not(None), sa.column("public") == sa.true()
    for name, column, some in ((WAKE_AT, "wake_at", waits), (MOVED_AT, "moved_at", public)):
        op.create_index(name, "tables", ["status", column], sqlite_where=some, postgresql_where=some)


def downgrade() -> None:
    op.drop_index(WAKE_AT, "tables")
    op.drop_index(MOVED_AT, "tables")
    op.create_index(WAKE_AT, "tables", ["status", "wake_at"])
    op.create_index(PUBLIC, "tables", ["public", "status", "moved_at"])
