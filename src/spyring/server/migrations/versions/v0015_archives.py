"""Archives of finished games; earlier games wait to be archived."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    op.create_table(
        "archives", goes_with("tables.id", "table_id", primary_key=True), sa.Column("data", sa.LargeBinary)
    )
    waiting = sa.text("data IS NULL")
    op.create_index(
        "ix_archives_waiting", "archives", ["table_id"], sqlite_where=waiting, postgresql_where=waiting
    )
    op.execute("INSERT INTO archives (table_id) SELECT id FROM tables WHERE status = 'over'")
