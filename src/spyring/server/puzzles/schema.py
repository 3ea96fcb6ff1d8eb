"""Answers to puzzles, and the skills of people and puzzles."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, Integer, String, Table, Text

from spyring.server.community.schema import skill
from spyring.server.core.storage.personal import EXPORTED, GAME, owner
from spyring.server.core.storage.schema import metadata, person_column

puzzle_answers: Final = Table(  # the first answer of a person to a puzzle
    "puzzle_answers",
    metadata,
    person_column("person", owner("puzzles"), primary_key=True),
    Column("puzzle", String(60), primary_key=True, info=EXPORTED),
    Column("given", Text, nullable=False, info=EXPORTED),
    Column("solved", Boolean, nullable=False, info=EXPORTED),
    Column("points", Integer, nullable=False, info=EXPORTED),  # the rating after it
    Column("gained", Integer, nullable=False, info=EXPORTED),
    Column("made_at", Float, nullable=False, info=EXPORTED),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",
    metadata,
    person_column("person", owner("puzzle_skill"), primary_key=True),
    *skill(EXPORTED),
)

puzzle_strengths: Final = Table(  # of the puzzles themselves
    "puzzle_strengths",
    metadata,
    Column("puzzle", String(60), primary_key=True, info=GAME),
    *skill(GAME),
)

TABLES: Final = (puzzle_answers, puzzle_ratings, puzzle_strengths)
