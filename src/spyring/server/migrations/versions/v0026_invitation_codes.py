"""Codes for people who want to create an account."""

from alembic import op
from sqlalchemy import Float, Integer, String

from spyring.server.migrations.columns import DIGEST, WORD, key, optional, required

revision: str = "0026"
down_revision: str | None = "0025"


def upgrade() -> None:
    op.create_table(
        "invitation_codes",
        *key(digest=DIGEST),
        *required(start=String(4), made_at=Float, ends_at=Float, left=Integer),
        *optional(role=WORD),
    )
