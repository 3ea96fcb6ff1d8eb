"""Archives of finished games; earlier games wait to be archived."""

from alembic import op
from sqlalchemy import LargeBinary, text

from spyring.server.migrations.columns import index_some, of_table, optional

revision: str = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    op.create_table("archives", of_table(primary_key=True), *optional(data=LargeBinary))
    index_some("ix_archives_waiting", "archives", ["table_id"], text("data IS NULL"))
    op.execute("INSERT INTO archives (table_id) SELECT id FROM tables WHERE status = 'over'")
