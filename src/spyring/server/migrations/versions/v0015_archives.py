"""Archives of finished games; earlier games wait to be archived."""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("data", sa.LargeBinary()),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_archives_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_archives")),
    )
    waiting = sa.text("data IS NULL")
    op.create_index(
        "ix_archives_waiting", "archives", ["table_id"], sqlite_where=waiting, postgresql_where=waiting
    )
    op.execute("INSERT INTO archives (table_id) SELECT id FROM tables WHERE status = 'over'")
