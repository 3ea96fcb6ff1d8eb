"""Clubs with their evenings, leagues, tables that share a deal, and webhooks that tell of evenings."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

WHOLE, YES, TIME, TEXT = sa.Integer, sa.Boolean, sa.Float, sa.Text
ID, NAME, SECRET, STATE = sa.String(22), sa.String(40), sa.String(32), sa.String(8)
TABLES: dict[str, tuple[str, dict[str, Any]]] = {  # the primary key, the columns, and what they refer to
    "clubs": (
        "id",
        {"id": ID, "name": NAME, "about": TEXT, "public": YES, "invitation": SECRET, "made_at": TIME},
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
    "leagues": (
        "id",
        {"id": ID, "name": NAME, "club": "clubs", "status": STATE, "public": YES, "invitation": SECRET}
        | {"terms": TEXT, "starts_at": TIME, "seed": SECRET, "round": WHOLE, "revision": WHOLE}
        | {"made_at": TIME},
    ),
    "league_people": (
        "league person",
        {"league": "leagues", "person": "people", "host": YES, "plays": YES, "joined_at": TIME},
    ),
    "league_rounds": (
        "league number",
        {"league": "leagues", "number": WHOLE, "began_at": TIME, "deadline": TIME, "ended_at": TIME},
    ),
    "league_seats": (
        "league round number seat",
        {"league": "leagues", "round": WHOLE, "number": WHOLE, "seat": WHOLE, "person": "people"}
        | {"table_id": ID, "state": STATE, "place": WHOLE, "achieved": TIME, "fixed_by": ID}
        | {"fixed_why": TEXT},
    ),
}
OPTIONAL = {
    "evenings": ("ended_at",),
    "evening_people": ("wish", "here_at"),
    "evening_rounds": ("table_id",),
    "leagues": ("club", "starts_at"),
    "league_rounds": ("ended_at",),
    "league_seats": ("person", "table_id", "place", "achieved", "fixed_by", "fixed_why"),
}
UNIQUE = {"club_talk": "mark", "leagues": "invitation"}
INDEXES = {
    "club_members": ("person",),
    "club_talk": ("club_id", "person"),
    "evenings": ("club_id at", "round at"),
    "evening_people": ("person",),
    "evening_rounds": ("table_id",),
    "leagues": ("club", "status"),
    "league_people": ("person",),
    "league_seats": ("person", "table_id"),
}


def upgrade() -> None:
    for table, (key, columns) in TABLES.items():
        made: list[Any] = [_column(table, name, kind) for name, kind in columns.items()]
        if table in UNIQUE:
            made.append(sa.UniqueConstraint(UNIQUE[table], name=f"uq_{table}_{UNIQUE[table]}"))
        op.create_table(table, *made, sa.PrimaryKeyConstraint(*key.split(), name=f"pk_{table}"))
    for table, indexes in INDEXES.items():
        for index in indexes:
            op.create_index(f"ix_{table}_{index.replace(' ', '_')}", table, index.split())
    op.add_column("tables", sa.Column("deal", ID))
    op.add_column("tables", sa.Column("sealed", YES, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("webhook_deliveries") as deliveries:
        deliveries.alter_column("table_id", existing_type=ID, nullable=True)
        deliveries.add_column(sa.Column("about", TEXT, nullable=True))


def _column(table: str, name: str, kind: Any) -> sa.Column[Any]:
    nullable = name in OPTIONAL.get(table, ())
    if not isinstance(kind, str):
        return sa.Column(name, kind, nullable=nullable)
    lost = "SET NULL" if nullable else "CASCADE"
    refers = sa.ForeignKey(f"{kind}.id", name=f"fk_{table}_{name}", ondelete=lost)
    return sa.Column(name, ID, refers, nullable=nullable)
