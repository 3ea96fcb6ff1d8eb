"""Leagues; tables that share a deal, and tables that stay sealed after their end."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0028"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

FLOAT, NUMBER, FLAG, ID, TEXT = sa.Float(), sa.Integer(), sa.Boolean(), sa.String(22), sa.Text()


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal", ID))
    op.add_column("tables", sa.Column("sealed", FLAG, nullable=False, server_default=sa.false()))
    op.create_table(
        "leagues",
        *_needed(id=ID, name=sa.String(60), status=sa.String(8), public=FLAG, invitation=sa.String(32)),
        *_needed(terms=TEXT, seed=sa.String(32), round=NUMBER, revision=NUMBER, made_at=FLOAT),
        sa.Column("club", ID),
        sa.Column("starts_at", FLOAT),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sa.UniqueConstraint("invitation", name="uq_leagues_invitation"),
    )
    _part("league_people", ["person"], *_needed(person=ID, host=FLAG, plays=FLAG, joined_at=FLOAT))
    rounds = _needed(number=NUMBER, began_at=FLOAT, deadline=FLOAT)
    _part("league_rounds", ["number"], *rounds, sa.Column("ended_at", FLOAT))
    _part(
        "league_seats",
        ["round", "number", "seat"],
        *_needed(round=NUMBER, number=NUMBER, seat=NUMBER, state=sa.String(8)),
        *(sa.Column(name, ID) for name in ("person", "table_id", "fixed_by")),
        *(sa.Column(name, kind) for name, kind in (("place", NUMBER), ("achieved", FLOAT))),
        sa.Column("fixed_why", TEXT),
    )
    for table, column in (("leagues", "club"), ("leagues", "status"), ("league_seats", "table_id")):
        op.create_index(f"ix_{table}_{column}", table, [column])


def _needed(**columns: Any) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name, kind in columns.items()]


def _part(name: str, keys: list[str], *columns: sa.Column[Any]) -> None:
    """A table of rows that belong to an event, and perhaps to a person."""
    owners = {"league": "leagues", "person": "people"}
    here = [*_needed(league=ID), *columns]
    op.create_table(
        name,
        *here,
        *(
            sa.ForeignKeyConstraint([own], [f"{of}.id"], name=f"fk_{name}_{own}", ondelete="CASCADE")
            for own, of in owners.items()
            if own in [column.name for column in here]
        ),
        sa.PrimaryKeyConstraint("league", *keys, name=f"pk_{name}"),
    )
