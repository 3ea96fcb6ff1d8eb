"""Answers to puzzles."""

from alembic import op
from sqlalchemy import Boolean, Float, Integer, String, Text

from spyring.server.migrations.columns import key, of_person, required, skill

revision: str = "0025"
down_revision: str | None = "0024"


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        of_person(primary_key=True),
        *key(puzzle=String(60)),
        *required(given=Text, solved=Boolean, points=Integer, gained=Integer, made_at=Float),
    )
    op.create_table("puzzle_ratings", of_person(primary_key=True), *skill())
    op.create_table("puzzle_strengths", *key(puzzle=String(60)), *skill())
