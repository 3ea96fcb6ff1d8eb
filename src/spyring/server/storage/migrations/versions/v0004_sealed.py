"""Chance is sealed, games know their box, and what is said has a name that tells nothing."""

import secrets
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "promises",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promises")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("box_digest", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("secret", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("branches", sa.Text(), nullable=True))
        batch_op.alter_column("seed", existing_type=sa.String(length=40), nullable=True)
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("nonce", sa.String(length=64), nullable=True))
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("mark", sa.String(length=22), nullable=True))
    _fill()
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.alter_column("mark", existing_type=sa.String(length=22), nullable=False)
        batch_op.create_unique_constraint("uq_chat_mark", ["mark"])


def _fill() -> None:
    """Tables that have not begun get a secret; games that have begun keep their old chance, and stand
    still.
    """
    connection = op.get_bind()
    chat = sa.table("chat", sa.column("id"), sa.column("mark"))
    for (number,) in connection.execute(sa.select(chat.c.id)).all():
        mark = secrets.token_urlsafe(16)
        connection.execute(sa.update(chat).where(chat.c.id == number).values(mark=mark))
    tables = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("secret"))
    for (table,) in connection.execute(sa.select(tables.c.id).where(tables.c.status == "open")).all():
        secret = secrets.token_hex(32)
        connection.execute(sa.update(tables).where(tables.c.id == table).values(secret=secret))


def downgrade() -> None:
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.drop_constraint("uq_chat_mark", type_="unique")
        batch_op.drop_column("mark")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("nonce")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("branches")
        batch_op.drop_column("secret")
        batch_op.drop_column("box_digest")
    op.drop_table("promises")
