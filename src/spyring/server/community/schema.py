"""Relations between people, and their results, ratings and reports."""

from typing import Any, Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from spyring.server.core.storage.personal import EXPORTED, GAME, SERVER, Info, exported, mentions, owner
from spyring.server.core.storage.schema import TABLE, metadata, person_column, table_column


def skill(info: Info) -> list[Column[Any]]:
    """A rating, as it is computed, and the number of games or answers behind it."""
    kinds = {"mu": Float, "sigma": Float, "games": Integer}
    return [Column(name, kind, nullable=False, info=info) for name, kind in kinds.items()]


results: Final = Table(  # how finished games ended, for each person who played
    "results",
    metadata,
    table_column(TABLE, primary_key=True),
    person_column("person", owner("results"), primary_key=True),
    Column("seat", Integer, nullable=False, info=EXPORTED),
    Column("side", Integer, nullable=False, info=EXPORTED),  # equal for people who win or lose together
    Column("place", Integer, nullable=False, info=EXPORTED),
    Column("won", Boolean, nullable=False, info=EXPORTED),
    Column("left", Boolean, nullable=False, info=EXPORTED),  # whether a bot sat there at the end
    Column("score", Integer, nullable=False, info=EXPORTED),
    Column("achieved", Float, info=EXPORTED),  # of the common goal, where all win or lose together
    Column("points", Integer, info=EXPORTED),  # the rating after it, None if it was not rated
    Column("gained", Integer, info=EXPORTED),
    Column("ended_at", Float, nullable=False, info=EXPORTED),
    Column("public", Boolean, nullable=False, info=EXPORTED),  # whether everybody may see the table
    Index("ix_results_person_ended_at", "person", "ended_at"),
    Index("ix_results_person_public_ended_at", "person", "public", "ended_at"),
)

ratings: Final = Table(
    "ratings",
    metadata,
    person_column("person", owner("skills"), primary_key=True),
    Column("game", String(40), primary_key=True, info=EXPORTED),
    *skill(EXPORTED),
    Column("surely", Float, nullable=False, info=EXPORTED),  # the least skill, for ranking
    Index("ix_ratings_game_surely_person", "game", "surely", "person"),
)

game_ratings: Final = Table(  # the strength of a game itself, where all play against it
    "game_ratings",
    metadata,
    Column("game", String(40), primary_key=True, info=GAME),
    *skill(GAME),
)

relations: Final = Table(  # of one person to another
    "relations",
    metadata,
    person_column("person", owner("people"), primary_key=True),
    person_column("other", mentions("person"), primary_key=True),
    Column("kind", String(8), primary_key=True, info=EXPORTED),  # friend, mute, block
    Column("made_at", Float, nullable=False, info=EXPORTED),
    Index("ix_relations_other_kind", "other", "kind"),
)

invitations: Final = Table(  # of one person to one table, by a person who sits there
    "invitations",
    metadata,
    table_column(TABLE, primary_key=True),
    person_column("person", owner("invitations", "person"), primary_key=True),
    person_column("by", owner("invitations", "by"), nullable=False, index=True),
    Column("made_at", Float, nullable=False, info=EXPORTED),
    Index("ix_invitations_person", "person"),
)

reports: Final = Table(  # for the operator
    "reports",
    metadata,
    Column("id", String(22), primary_key=True, info=SERVER),
    person_column("by", owner("reports"), nullable=False, index=True),
    person_column("about", mentions("about"), nullable=False, index=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="SET NULL"), index=True, info=TABLE),
    Column("text", Text, nullable=False, info=EXPORTED),
    Column("made_at", Float, nullable=False, info=exported("at")),
    Column("closed_at", Float, info=SERVER),
    Index("ix_reports_closed_at_made_at", "closed_at", "made_at"),
)

vacations: Final = Table(
    "vacations",
    metadata,
    Column("id", String(22), primary_key=True, info=SERVER),
    person_column("person", owner("vacations"), nullable=False, index=True),
    Column("from_at", Float, nullable=False, info=EXPORTED),
    Column("until_at", Float, nullable=False, info=EXPORTED),
)

TABLES: Final = (results, ratings, game_ratings, relations, invitations, reports, vacations)
