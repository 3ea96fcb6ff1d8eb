"""Calling people back: secrets of the server, browsers that listen, mailboxes, turns that are waited for."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "browsers",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        _goes_with("browsers", "key", "keys.digest"),
        _goes_with("browsers", "person", "people.id"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_browsers")),
    )
    op.create_index(op.f("ix_browsers_person"), "browsers", ["person"])
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        _goes_with("mailboxes", "person", "people.id"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_mailboxes")),
        sa.UniqueConstraint("token", name=op.f("uq_mailboxes_token")),
    )
    op.create_table(
        "summons",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("push_at", sa.Float(), nullable=True),
        sa.Column("mail_at", sa.Float(), nullable=True),
        _goes_with("summons", "person", "people.id"),
        _goes_with("summons", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("person", "table_id", name=op.f("pk_summons")),
    )


def _goes_with(table: str, column: str, whom: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [whom], name=op.f(f"fk_{table}_{column}"), ondelete="CASCADE")


def downgrade() -> None:
    for table in ("summons", "mailboxes", "browsers", "secrets"):
        op.drop_table(table)
