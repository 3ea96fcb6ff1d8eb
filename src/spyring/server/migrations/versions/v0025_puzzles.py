"""Answers to puzzles."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        _person("puzzle_answers"),
        sa.Column("puzzle", sa.String(60), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("gained", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_answers"),
    )
    for table, name, column in (
        ("puzzle_ratings", "person", _person("puzzle_ratings")),
        ("puzzle_strengths", "puzzle", sa.Column("puzzle", sa.String(60), nullable=False)),
    ):
        op.create_table(
            table,
            column,
            sa.Column("mu", sa.Float(), nullable=False),
            sa.Column("sigma", sa.Float(), nullable=False),
            sa.Column("games", sa.Integer(), nullable=False),
            sa.PrimaryKeyConstraint(name, name=f"pk_{table}"),
        )


def _person(table: str) -> sa.Column[str]:
    people = sa.ForeignKey("people.id", name=f"fk_{table}_person", ondelete="CASCADE")
    return sa.Column("person", sa.String(22), people, nullable=False)
