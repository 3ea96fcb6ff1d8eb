"""Answers to puzzles."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with, skill

revision: str = "0025"
down_revision: str | None = "0024"


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        goes_with("people.id", "person", primary_key=True),
        sa.Column("puzzle", sa.String(60), primary_key=True),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("gained", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table("puzzle_ratings", goes_with("people.id", "person", primary_key=True), *skill())
    op.create_table("puzzle_strengths", sa.Column("puzzle", sa.String(60), primary_key=True), *skill())
