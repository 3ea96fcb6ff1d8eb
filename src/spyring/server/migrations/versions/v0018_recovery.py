"""Addresses by which forgotten passwords are recovered, and the codes for that."""

from alembic import op
from sqlalchemy import Column, Float

from spyring.server.migrations.columns import ADDRESS, DIGEST, key, of_person, optional, required

revision: str = "0018"
down_revision: str | None = "0017"


def upgrade() -> None:
    op.create_table(
        "recovery_addresses",
        of_person(primary_key=True),
        Column("address", ADDRESS, nullable=False, index=True),
        *required(made_at=Float),
    )
    op.create_table(
        "recovery_codes",
        *key(digest=DIGEST),
        of_person(nullable=False, index=True),
        *optional(address=ADDRESS),
        Column("ends_at", Float, nullable=False, index=True),
    )
