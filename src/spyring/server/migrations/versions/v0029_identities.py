"""How a provider knows the owners of accounts."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with

revision: str = "0029"
down_revision: str | None = "0028"


def upgrade() -> None:
    op.create_table(
        "identities",
        goes_with("people.id", "person", primary_key=True),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.UniqueConstraint("issuer", "subject", name="uq_identities_issuer_subject"),
    )
    op.add_column("credentials", sa.Column("confirmed_at", sa.Float))
