"""Clubs and their evenings, and webhooks that tell of them."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

WHOLE, YES, TIME, TEXT = sa.Integer, sa.Boolean, sa.Float, sa.Text
ID, NAME = sa.String(22), sa.String(40)
TABLES: dict[str, tuple[str, dict[str, Any]]] = {  # the primary key, the columns, and what they refer to
    "clubs": (
        "id",
        {"id": ID, "name": NAME, "about": TEXT, "public": YES, "invitation": sa.String(32), "made_at": TIME},
    ),
    "club_members": (
        "club_id person",
        {"club_id": "clubs", "person": "people", "officer": YES, "made_at": TIME},
    ),
    "club_talk": (
        "id",
        {"id": WHOLE, "mark": ID, "club_id": "clubs", "person": "people", "text": TEXT, "at": TIME},
    ),
    "evenings": (
        "id",
        {"id": ID, "club_id": "clubs", "title": NAME, "at": TIME, "games": TEXT, "draw": YES, "bots": YES}
        | {"round": WHOLE, "ended_at": TIME},
    ),
    "evening_people": (
        "evening_id person",
        {"evening_id": "evenings", "person": "people", "wish": NAME, "here_at": TIME, "made_at": TIME},
    ),
    "evening_rounds": (
        "evening_id round number",
        {"evening_id": "evenings", "round": WHOLE, "number": WHOLE, "table_id": "tables"},
    ),
}
OPTIONAL = ("evenings.ended_at", "evening_people.wish", "evening_people.here_at", "evening_rounds.table_id")
INDEXES = {
    "club_members": ("person",),
    "club_talk": ("club_id", "person"),
    "evenings": ("club_id at", "round at"),
    "evening_people": ("person",),
    "evening_rounds": ("table_id",),
}


def upgrade() -> None:
    for table, (key, columns) in TABLES.items():
        made = [_column(table, name, kind) for name, kind in columns.items()]
        if table == "club_talk":
            made.append(sa.UniqueConstraint("mark", name="uq_club_talk_mark"))
        op.create_table(table, *made, sa.PrimaryKeyConstraint(*key.split(), name=f"pk_{table}"))
    for table, indexes in INDEXES.items():
        for index in indexes:
            op.create_index(f"ix_{table}_{index.replace(' ', '_')}", table, index.split())
    with op.batch_alter_table("webhook_deliveries") as deliveries:
        deliveries.alter_column("table_id", existing_type=ID, nullable=True)
        deliveries.add_column(sa.Column("about", sa.Text(), nullable=True))


def _column(table: str, name: str, kind: Any) -> sa.Column[Any]:
    nullable = f"{table}.{name}" in OPTIONAL
    if not isinstance(kind, str):
        return sa.Column(name, kind, nullable=nullable)
    lost = "SET NULL" if nullable else "CASCADE"
    refers = sa.ForeignKey(f"{kind}.id", name=f"fk_{table}_{name}", ondelete=lost)
    return sa.Column(name, ID, refers, nullable=nullable)
