"""Names that the players of a campaign give to officers and aliases."""

from alembic import op
from sqlalchemy import String

from spyring.server.migrations.columns import NAME, key, of_person, of_table, required

revision: str = "0030"
down_revision: str | None = "0029"


def upgrade() -> None:
    op.create_table(
        "given_names",
        of_table(primary_key=True),
        *key(title=String(80)),
        *required(name=NAME),
        of_person(index=True),
    )
