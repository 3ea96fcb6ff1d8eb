"""The tables of the core; packages declare their own tables on the same ``metadata``.

The log of a table is authoritative; everything else about a running game follows from it.

Times are seconds since 1970. Secrets that give access (sessions, tokens) are stored as digests only. Every
column declares whose data it holds: :mod:`spyring.server.core.storage.personal`.
"""

from typing import Any, Final

import sqlalchemy as sa

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

metadata: Final = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

TABLE: Final = exported("table")


def person_column(name: str, info: Info, **more: Any) -> sa.Column[str]:
    """A person; the row is deleted with them."""
    return sa.Column(name, sa.String(22), sa.ForeignKey("people.id", ondelete="CASCADE"), info=info, **more)


def table_column(info: Info, **more: Any) -> sa.Column[str]:
    """A table; the row is deleted with it."""
    return sa.Column(
        "table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), info=info, **more
    )


people: Final = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True, info=owner("", "id", kept="finished games refer to it")),
    sa.Column("name", sa.String(40), nullable=False, info=exported(becomes="")),
    sa.Column("login", sa.String(40), unique=True, info=EMPTIED),  # None: a guest
    sa.Column(
        "called", sa.String(40), unique=True, index=True, info=withheld("the name, folded", becomes=None)
    ),
    sa.Column("password", sa.Text, info=withheld("secret", becomes=None)),  # argon2
    sa.Column("language", sa.String(8), info=EMPTIED),
    sa.Column("face", sa.String(16), info=EMPTIED),  # chosen; None: derived from the name
    sa.Column("away_until", sa.Float, info=EMPTIED),  # on vacation until then: clocks over days are stopped
    sa.Column("role", sa.String(8), info=EMPTIED),  # admin: sees the operator's page
    sa.Column("banned_at", sa.Float, info=EMPTIED),  # nobody can sign in as this person since then
    sa.Column("made_at", sa.Float, nullable=False, index=True, info=exported(kept="age of an unused row")),
    sa.Index("ix_people_name", "name"),
)

credentials: Final = sa.Table(  # sessions of browsers, and tokens of programs
    "credentials",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True, info=SECRET),
    sa.Column("id", sa.String(22), nullable=False, unique=True, info=SERVER),
    person_column("person", owner("keys"), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False, info=EXPORTED),  # session, token
    sa.Column("name", sa.String(40), nullable=False, info=EXPORTED),
    sa.Column("made_at", sa.Float, nullable=False, info=EXPORTED),
    sa.Column("ends_at", sa.Float, index=True, info=EXPORTED),
    sa.Column("confirmed_at", sa.Float, info=EXPORTED),  # the owner signed in again, in this session
)

tables: Final = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True, info=exported("table", kept=RECORD)),
    sa.Column("game", sa.String(40), nullable=False, info=GAME),
    sa.Column("rules_version", sa.Integer, nullable=False, info=GAME),
    sa.Column("box", sa.Text, nullable=False, info=GAME),
    sa.Column("seat_count", sa.Integer, nullable=False, info=GAME),
    sa.Column("box_digest", sa.String(64), info=GAME),
    sa.Column("seed", sa.String(40), info=GAME),  # of games from before chance was sealed
    sa.Column("secret", sa.String(64), info=GAME),  # of the server, for chance: hidden until the end
    sa.Column("deal", sa.String(22), info=GAME),  # tables with the same one have the same chance
    # only its players see it, and nothing opens at its end
    sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false(), info=GAME),
    sa.Column("scheme", sa.Integer, nullable=False, server_default="1", info=GAME),  # of the commitment
    sa.Column("branches", sa.Text, info=GAME),  # other keys for the first entries of a copied log
    sa.Column("options", sa.Text, nullable=False, info=GAME),
    sa.Column("legacy", sa.Text, info=GAME),
    sa.Column("status", sa.String(8), nullable=False, info=GAME),  # open, playing, over
    sa.Column("public", sa.Boolean, nullable=False, info=GAME),
    sa.Column("pace", sa.String(8), nullable=False, info=GAME),
    sa.Column("clock", sa.Text, info=GAME),
    sa.Column(
        "owner", sa.String(22), sa.ForeignKey("people.id"), nullable=False, info=owner("hosted", kept=RECORD)
    ),
    sa.Column("origin", sa.String(8), info=EMPTIED),  # the network it was made from
    sa.Column("invitation", sa.String(32), nullable=False, unique=True, info=GAME),
    sa.Column("length", sa.Integer, nullable=False, info=GAME),  # of the log
    sa.Column("revision", sa.Integer, nullable=False, info=GAME),  # of the public part of the table
    sa.Column("offer", sa.Text, info=GAME),  # to undo
    sa.Column("next_table", sa.String(22), info=GAME),
    sa.Column("previous_table", sa.String(22), info=GAME),  # the table that this one follows
    sa.Column("made_at", sa.Float, nullable=False, index=True, info=RECORDED),
    sa.Column("moved_at", sa.Float, nullable=False, info=GAME),
    sa.Column("wake_at", sa.Float, info=SERVER),  # when the server must act by itself
    sa.Column("worker", sa.String(22), info=SERVER),  # the worker that acts,
    sa.Column("worker_until", sa.Float, info=SERVER),  # and until when no other should
    sa.Column("ended_at", sa.Float, info=GAME),  # by the operator: the game is frozen
    # since then a spectator watches a private game of one person
    sa.Column("watched_at", sa.Float, info=GAME),
    sa.Index("ix_tables_owner_status", "owner", "status"),
    sa.Index("ix_tables_origin_status", "origin", "status"),
)


def _some_tables(column: sa.Column[Any], which: sa.ColumnElement[bool]) -> sa.Index:
    """An index of only the rows that are looked up by it, because every move rewrites index pages."""
    name = f"ix_tables_status_{column.name}"
    return sa.Index(name, tables.c.status, column, sqlite_where=which, postgresql_where=which)


_some_tables(tables.c.wake_at, tables.c.wake_at.is_not(None))
_some_tables(tables.c.moved_at, tables.c.public == sa.true())

seats: Final = sa.Table(
    "seats",
    metadata,
    table_column(exported("table", kept=RECORD), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, info=RECORDED),
    sa.Column("person", sa.String(22), sa.ForeignKey("people.id"), info=owner("tables", kept=RECORD)),
    # of the bot that plays here, perhaps in a person's place
    sa.Column("level", sa.String(32), info=RECORDED),
    sa.Column("held", sa.String(8), nullable=False, info=RECORDED),  # no, time, resigned, asked
    sa.Column("bank", sa.Float, info=RECORDED),  # seconds left when the clock last stopped
    sa.Column("since", sa.Float, info=RECORDED),  # when it started, None while it is stopped
    sa.Column("passes", sa.Text, nullable=False, info=RECORDED),
    sa.Column("nonce", sa.String(64), info=RECORDED),  # the person's contribution to chance
    sa.Column("over_at", sa.Float, info=RECORDED),  # None until the game is over: an index of few seats
    sa.Index("ix_seats_person_over_at", "person", "over_at"),
)

entries: Final = sa.Table(  # the log
    "entries",
    metadata,
    table_column(GAME, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, info=GAME),
    # move, drop (one), back (and all later), quit
    sa.Column("kind", sa.String(4), nullable=False, info=GAME),
    sa.Column("seat", sa.Integer, nullable=False, info=GAME),
    sa.Column("text", sa.String(200), nullable=False, info=GAME),
    sa.Column("noticed", sa.BigInteger, nullable=False, info=GAME),  # mask of the readers who noticed it
    sa.Column("barrier", sa.Boolean, nullable=False, info=GAME),
    sa.Column("at", sa.Float, nullable=False, info=GAME),
    # a bot's reason, for the replay: a message key and its numbers, as JSON
    sa.Column("why", sa.Text, info=GAME),
    sa.Column("clocks", sa.Text, info=GAME),  # the time of every seat before a move, in case it is taken back
)

commitments: Final = sa.Table(  # secrets that were committed to before their table was made
    "commitments",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True, info=SERVER),
    sa.Column("table_id", sa.String(22), nullable=False, info=SERVER),  # of the future table
    sa.Column("secret", sa.String(64), nullable=False, info=SERVER),
    sa.Column("made_at", sa.Float, nullable=False, index=True, info=SERVER),
)

secrets: Final = sa.Table(  # of the server itself
    "secrets",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True, info=SERVER),
    sa.Column("value", sa.Text, nullable=False, info=SERVER),
)

rate_limits: Final = sa.Table(  # how many requests are left, shared by several workers
    "rate_limits",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True, info=SERVER),  # a digest of the kind and the sender
    sa.Column("level", sa.Float, nullable=False, info=SERVER),
    sa.Column("at", sa.Float, nullable=False, info=SERVER),
    sa.Column("taken", sa.Integer, nullable=False, info=SERVER),  # by the last taker
    # after that the row is not needed
    sa.Column("full_at", sa.Float, nullable=False, index=True, info=SERVER),
)

heartbeat: Final = sa.Table(  # one row: the last sign of life of a server
    "heartbeat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, info=SERVER),
    sa.Column("at", sa.Float, nullable=False, info=SERVER),
)

external_changes: Final = sa.Table(  # for the server of an SQLite file: changes by another process
    "external_changes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True, info=SERVER),
    sa.Column("topic", sa.String(40), nullable=False, info=SERVER),
)
