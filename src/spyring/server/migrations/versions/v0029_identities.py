"""How a provider knows the owners of accounts."""

from alembic import op
from sqlalchemy import Column, Float, String, UniqueConstraint

from spyring.server.migrations.columns import of_person, required

revision: str = "0029"
down_revision: str | None = "0028"


def upgrade() -> None:
    op.create_table(
        "identities",
        of_person(primary_key=True),
        *required(issuer=String(255), subject=String(255), made_at=Float),
        UniqueConstraint("issuer", "subject", name="uq_identities_issuer_subject"),
    )
    op.add_column("credentials", Column("confirmed_at", Float))
