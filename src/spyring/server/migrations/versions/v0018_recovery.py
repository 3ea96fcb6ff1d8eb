"""Addresses by which forgotten passwords are recovered, and the codes for that."""

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"


def upgrade() -> None:
    op.create_table(
        "recovery_addresses",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_recovery_addresses_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_recovery_addresses")),
    )
    op.create_index(op.f("ix_recovery_addresses_address"), "recovery_addresses", ["address"])
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=True),
        sa.Column("ends_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_recovery_codes_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_recovery_codes")),
    )
    op.create_index(op.f("ix_recovery_codes_person"), "recovery_codes", ["person"])
    op.create_index(op.f("ix_recovery_codes_ends_at"), "recovery_codes", ["ends_at"])
