"""What webhooks tell."""

from alembic import op
from sqlalchemy import Column, Float, Integer, String

from spyring.server.migrations.columns import ID, NAME, WORD, key, of_table, required

revision: str = "0028"
down_revision: str | None = "0027"


def upgrade() -> None:
    op.create_table(
        "webhook_deliveries",
        *key(id=ID),
        *required(target=String(16), event=WORD),
        of_table(nullable=False, index=True),
        *required(seats=NAME),
        Column("made_at", Float, nullable=False, index=True),
        Column("next_at", Float, index=True),
        *required(tries=Integer, error=String(200)),
    )
    op.create_table("webhook_turns", of_table(primary_key=True), *required(seats=NAME))
