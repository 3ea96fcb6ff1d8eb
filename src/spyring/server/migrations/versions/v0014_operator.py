"""For the operator: roles, bans, frozen games, and notices to a server."""

from alembic import op
from sqlalchemy import Column, Float, Integer

from spyring.server.migrations.columns import NAME, WORD, required

revision: str = "0014"
down_revision: str | None = "0013"


def upgrade() -> None:
    op.add_column("people", Column("role", WORD))
    op.add_column("people", Column("banned_at", Float))
    op.add_column("tables", Column("ended_at", Float))
    op.create_table(
        "notices", Column("id", Integer, autoincrement=True, primary_key=True), *required(topic=NAME)
    )
