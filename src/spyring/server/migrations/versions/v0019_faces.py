"""The faces that people have chosen."""

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"


def upgrade() -> None:
    op.add_column("people", sa.Column("face", sa.String(length=16)))
