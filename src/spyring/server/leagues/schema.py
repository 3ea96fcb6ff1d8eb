"""Events, the people in them, and their rounds with all tables."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table, Text

from spyring.server.core.storage.personal import GAME, RECORD, RECORDED, SERVER, Info, owner
from spyring.server.core.storage.schema import metadata, person_column

leagues: Final = Table(
    "leagues",
    metadata,
    Column("id", String(22), primary_key=True, info=GAME),
    Column("name", String(40), nullable=False, info=GAME),
    # Its clubs live in a package above this one.
    Column("club", String(22), ForeignKey("clubs.id", ondelete="SET NULL"), index=True, info=GAME),
    Column("status", String(8), nullable=False, index=True, info=GAME),  # open, playing, over
    Column("public", Boolean, nullable=False, info=GAME),
    Column("invitation", String(32), nullable=False, unique=True, info=GAME),
    Column("terms", Text, nullable=False, info=GAME),  # everything that the host chose, as JSON
    Column("starts_at", Float, info=GAME),
    Column("seed", String(32), nullable=False, info=SERVER),  # of lots and draws
    Column("round", Integer, nullable=False, info=GAME),  # the last one that was drawn
    Column("revision", Integer, nullable=False, info=GAME),
    Column("made_at", Float, nullable=False, info=GAME),
)


def _of_league(info: Info) -> Column[str]:
    key = ForeignKey("leagues.id", ondelete="CASCADE")
    return Column("league", String(22), key, primary_key=True, info=info)


league_people: Final = Table(
    "league_people",
    metadata,
    _of_league(RECORDED),
    person_column("person", owner("leagues", kept=RECORD), primary_key=True, index=True),
    Column("host", Boolean, nullable=False, info=RECORDED),
    Column("plays", Boolean, nullable=False, info=RECORDED),  # False: only a host, or gone
    Column("joined_at", Float, nullable=False, info=RECORDED),
)

league_rounds: Final = Table(
    "league_rounds",
    metadata,
    _of_league(GAME),
    Column("number", Integer, primary_key=True, info=GAME),
    Column("began_at", Float, nullable=False, info=GAME),
    Column("deadline", Float, nullable=False, info=GAME),
    Column("ended_at", Float, info=GAME),
)

league_seats: Final = Table(  # one row for each seat of each table; a bye is a table with one seat
    "league_seats",
    metadata,
    _of_league(RECORDED),
    Column("round", Integer, primary_key=True, info=RECORDED),
    Column("number", Integer, primary_key=True, info=RECORDED),  # of the table in its round
    Column("seat", Integer, primary_key=True, info=RECORDED),
    Column(  # None: a bot
        "person",
        String(22),
        ForeignKey("people.id", ondelete="SET NULL"),
        index=True,
        info=owner("league_games", kept=RECORD),
    ),
    Column("table_id", String(22), index=True, info=RECORDED),  # None: a bye
    Column("state", String(8), nullable=False, info=RECORDED),  # playing, over, none (no result), bye
    Column("place", Integer, info=RECORDED),
    Column("achieved", Float, info=RECORDED),  # where all win or lose together
    Column("fixed_by", String(22), info=RECORDED),  # the host who corrected the result
    Column("fixed_why", Text, info=RECORDED),
)

TABLES: Final = (leagues, league_people, league_rounds, league_seats)
