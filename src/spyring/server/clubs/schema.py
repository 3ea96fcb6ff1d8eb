"""Clubs, their members and talk; evenings, who comes, and the tables of each round."""

from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from spyring.server.core.storage.personal import EXPORTED, GAME, SERVER, Info, exported, owner
from spyring.server.core.storage.schema import metadata, person_column


def _of(name: str, info: Info, **more: Any) -> Column[str]:
    """A club or an evening; the row is deleted with it."""
    where = ForeignKey(f"{name}s.id", ondelete="CASCADE")
    return Column(f"{name}_id", String(22), where, nullable=False, info=info, **more)


clubs: Final = Table(
    "clubs",
    metadata,
    Column("id", String(22), primary_key=True, info=SERVER),
    Column("name", String(40), nullable=False, info=SERVER),
    Column("about", Text, nullable=False, info=SERVER),
    Column("public", Boolean, nullable=False, info=SERVER),  # or known to its members only
    Column("invitation", String(32), nullable=False, info=SERVER),
    Column("made_at", Float, nullable=False, info=SERVER),
)

club_members: Final = Table(
    "club_members",
    metadata,
    _of("club", exported("club"), primary_key=True),
    person_column("person", owner("clubs"), primary_key=True, index=True),
    Column("officer", Boolean, nullable=False, info=EXPORTED),
    Column("made_at", Float, nullable=False, info=EXPORTED),
)

club_talk: Final = Table(
    "club_talk",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True, info=SERVER),
    Column("mark", String(22), nullable=False, unique=True, info=SERVER),  # the public id
    _of("club", exported("club"), index=True),
    person_column("person", owner("club_remarks"), nullable=False, index=True),
    Column("text", Text, nullable=False, info=EXPORTED),
    Column("at", Float, nullable=False, info=EXPORTED),
)

evenings: Final = Table(
    "evenings",
    metadata,
    Column("id", String(22), primary_key=True, info=SERVER),
    _of("club", SERVER),
    Column("title", String(40), nullable=False, info=SERVER),
    Column("at", Float, nullable=False, info=SERVER),
    Column("games", Text, nullable=False, info=SERVER),  # as JSON
    Column("draw", Boolean, nullable=False, info=SERVER),  # games are drawn, or else people wish for them
    Column("bots", Boolean, nullable=False, info=SERVER),  # they take the seats of missing people
    Column("round", Integer, nullable=False, info=SERVER),  # the last one that began
    Column("ended_at", Float, info=SERVER),
    Index("ix_evenings_club_id_at", "club_id", "at"),
    Index("ix_evenings_round_at", "round", "at"),
)

evening_people: Final = Table(
    "evening_people",
    metadata,
    _of("evening", exported("evening"), primary_key=True),
    person_column("person", owner("evenings"), primary_key=True, index=True),
    Column("wish", String(40), info=EXPORTED),  # a game; None: any
    Column("here_at", Float, info=EXPORTED),  # when they checked in
    Column("made_at", Float, nullable=False, info=EXPORTED),
)

evening_rounds: Final = Table(  # the key lets only one worker begin a round
    "evening_rounds",
    metadata,
    _of("evening", GAME, primary_key=True),
    Column("round", Integer, primary_key=True, info=GAME),
    Column("number", Integer, primary_key=True, info=GAME),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="SET NULL"), index=True, info=GAME),
)

TABLES: Final = (clubs, club_members, club_talk, evenings, evening_people, evening_rounds)
