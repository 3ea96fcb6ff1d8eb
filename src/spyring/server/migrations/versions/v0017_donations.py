"""Games that people give to science."""

from alembic import op
from sqlalchemy import Float

from spyring.server.migrations.columns import of_person, of_table, required

revision: str = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    op.create_table(
        "donations",
        of_table(primary_key=True),
        of_person(primary_key=True, index=True),
        *required(made_at=Float),
    )
