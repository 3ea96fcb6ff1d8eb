"""The tables of the core; packages declare their own tables on the same ``metadata``.

The log of a table is authoritative; everything else about a running game follows from it.

Times are seconds since 1970. Secrets that give access (sessions, tokens) are stored as digests only. Every
column declares whose data it holds: :mod:`spyring.server.core.storage.personal`.
"""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    true,
)

from spyring.server.core.storage.personal import (
    EMPTIED,
    EXPORTED,
    GAME,
    RECORD,
    RECORDED,
    SECRET,
    SERVER,
    Info,
    exported,
    owner,
    withheld,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

TABLE: Final = exported("table")


def person_column(name: str, info: Info, **more: Any) -> Column[str]:
    """A person; the row is deleted with them."""
    return Column(name, String(22), ForeignKey("people.id", ondelete="CASCADE"), info=info, **more)


def table_column(info: Info, **more: Any) -> Column[str]:
    """A table; the row is deleted with it."""
    return Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), info=info, **more)


people: Final = Table(
    "people",
    metadata,
    Column("id", String(22), primary_key=True, info=owner("", "id", kept="finished games refer to it")),
    Column("name", String(40), nullable=False, info=exported(becomes="")),
    Column("login", String(40), unique=True, info=EMPTIED),  # None: a guest
    Column("called", String(40), unique=True, index=True, info=withheld("the name, folded", becomes=None)),
    Column("password", Text, info=withheld("secret", becomes=None)),  # argon2
    Column("language", String(8), info=EMPTIED),
    Column("face", String(16), info=EMPTIED),  # chosen; None: derived from the name
    Column("away_until", Float, info=EMPTIED),  # on vacation until then: clocks over days are stopped
    Column("role", String(8), info=EMPTIED),  # admin: sees the operator's page
    Column("banned_at", Float, info=EMPTIED),  # nobody can sign in as this person since then
    Column("made_at", Float, nullable=False, index=True, info=exported(kept="age of an unused row")),
    Index("ix_people_name", "name"),
)

credentials: Final = Table(  # sessions of browsers, and tokens of programs
    "credentials",
    metadata,
    Column("digest", String(64), primary_key=True, info=SECRET),
    Column("id", String(22), nullable=False, unique=True, info=SERVER),
    person_column("person", owner("keys"), nullable=False, index=True),
    Column("kind", String(8), nullable=False, info=EXPORTED),  # session, token
    Column("name", String(40), nullable=False, info=EXPORTED),
    Column("made_at", Float, nullable=False, info=EXPORTED),
    Column("ends_at", Float, index=True, info=EXPORTED),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True, info=exported("table", kept=RECORD)),
    Column("game", String(40), nullable=False, info=GAME),
    Column("rules_version", Integer, nullable=False, info=GAME),
    Column("box", Text, nullable=False, info=GAME),
    Column("seat_count", Integer, nullable=False, info=GAME),
    Column("box_digest", String(64), info=GAME),
    Column("seed", String(40), info=GAME),  # of games from before chance was sealed
    Column("secret", String(64), info=GAME),  # of the server, for chance: hidden until the end
    Column("scheme", Integer, nullable=False, server_default="1", info=GAME),  # of the commitment
    Column("branches", Text, info=GAME),  # other keys for the first entries of a copied log
    Column("options", Text, nullable=False, info=GAME),
    Column("legacy", Text, info=GAME),
    Column("status", String(8), nullable=False, info=GAME),  # open, playing, over
    Column("public", Boolean, nullable=False, info=GAME),
    Column("pace", String(8), nullable=False, info=GAME),
    Column("clock", Text, info=GAME),
    Column("owner", String(22), ForeignKey("people.id"), nullable=False, info=owner("hosted", kept=RECORD)),
    Column("origin", String(8), info=EMPTIED),  # the network it was made from
    Column("invitation", String(32), nullable=False, unique=True, info=GAME),
    Column("length", Integer, nullable=False, info=GAME),  # of the log
    Column("revision", Integer, nullable=False, info=GAME),  # of the public part of the table
    Column("offer", Text, info=GAME),  # to undo
    Column("next_table", String(22), info=GAME),
    Column("previous_table", String(22), info=GAME),  # the table that this one follows
    Column("made_at", Float, nullable=False, index=True, info=RECORDED),
    Column("moved_at", Float, nullable=False, info=GAME),
    Column("wake_at", Float, info=SERVER),  # when the server must act by itself
    Column("worker", String(22), info=SERVER),  # the worker that acts,
    Column("worker_until", Float, info=SERVER),  # and until when no other should
    Column("ended_at", Float, info=GAME),  # by the operator: the game is frozen
    Column("watched_at", Float, info=GAME),  # since then a spectator watches a private game of one person
    Index("ix_tables_owner_status", "owner", "status"),
    Index("ix_tables_origin_status", "origin", "status"),
)


def _some_tables(column: Column[Any], which: ColumnElement[bool]) -> Index:
    """An index of only the rows that are looked up by it, because every move rewrites index pages."""
    name = f"ix_tables_status_{column.name}"
    return Index(name, tables.c.status, column, sqlite_where=which, postgresql_where=which)


_some_tables(tables.c.wake_at, tables.c.wake_at.is_not(None))
_some_tables(tables.c.moved_at, tables.c.public == true())

seats: Final = Table(
    "seats",
    metadata,
    table_column(exported("table", kept=RECORD), primary_key=True),
    Column("seat", Integer, primary_key=True, info=RECORDED),
    Column("person", String(22), ForeignKey("people.id"), info=owner("tables", kept=RECORD)),
    Column("level", String(32), info=RECORDED),  # of the bot that plays here, perhaps in a person's place
    Column("held", String(8), nullable=False, info=RECORDED),  # no, time, resigned, asked
    Column("bank", Float, info=RECORDED),  # seconds left when the clock last stopped
    Column("since", Float, info=RECORDED),  # when it started, None while it is stopped
    Column("passes", Text, nullable=False, info=RECORDED),
    Column("nonce", String(64), info=RECORDED),  # the person's contribution to chance
    Column("over_at", Float, info=RECORDED),  # None until the game is over: an index of few seats
    Index("ix_seats_person_over_at", "person", "over_at"),
)

entries: Final = Table(  # the log
    "entries",
    metadata,
    table_column(GAME, primary_key=True),
    Column("number", Integer, primary_key=True, info=GAME),
    Column("kind", String(4), nullable=False, info=GAME),  # move, drop (one), back (and all later), quit
    Column("seat", Integer, nullable=False, info=GAME),
    Column("text", String(200), nullable=False, info=GAME),
    Column("noticed", BigInteger, nullable=False, info=GAME),  # mask of the readers who noticed it
    Column("barrier", Boolean, nullable=False, info=GAME),
    Column("at", Float, nullable=False, info=GAME),
    Column("why", Text, info=GAME),  # a bot's reason, for the replay: a message key and its numbers, as JSON
    Column("clocks", Text, info=GAME),  # the time of every seat before a move, in case it is taken back
)

commitments: Final = Table(  # secrets that were committed to before their table was made
    "commitments",
    metadata,
    Column("id", String(22), primary_key=True, info=SERVER),
    Column("table_id", String(22), nullable=False, info=SERVER),  # of the future table
    Column("secret", String(64), nullable=False, info=SERVER),
    Column("made_at", Float, nullable=False, index=True, info=SERVER),
)

secrets: Final = Table(  # of the server itself
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True, info=SERVER),
    Column("value", Text, nullable=False, info=SERVER),
)

rate_limits: Final = Table(  # how many requests are left, shared by several workers
    "rate_limits",
    metadata,
    Column("name", String(32), primary_key=True, info=SERVER),  # a digest of the kind and the sender
    Column("level", Float, nullable=False, info=SERVER),
    Column("at", Float, nullable=False, info=SERVER),
    Column("taken", Integer, nullable=False, info=SERVER),  # by the last taker
    Column("full_at", Float, nullable=False, index=True, info=SERVER),  # after that the row is not needed
)

heartbeat: Final = Table(  # one row: the last sign of life of a server
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, info=SERVER),
    Column("at", Float, nullable=False, info=SERVER),
)

external_changes: Final = Table(  # for the server of an SQLite file: changes by another process
    "external_changes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True, info=SERVER),
    Column("topic", String(40), nullable=False, info=SERVER),
)
