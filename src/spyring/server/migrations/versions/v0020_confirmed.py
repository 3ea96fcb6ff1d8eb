"""A recovery address that must be confirmed again, and the address to which a recovery code was sent."""

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"


def upgrade() -> None:
    op.add_column(
        "recovery_addresses", sa.Column("confirmed", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.add_column("recovery_codes", sa.Column("sent_to", sa.String(length=254)))
