"""What is stored. The log of a table is the truth; everything else about a running game follows from it.

Times are seconds since 1970. Secrets that give access (sessions, tokens) are stored as digests only.
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
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    true,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people: Final = Table(
    "people",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # None: a guest
    Column("called", String(40), unique=True, index=True),  # the name of an account, folded
    Column("password", Text),  # argon2
    Column("language", String(8)),
    Column("face", String(16)),  # as they chose it; None: by lot from the name
    Column("away_until", Float),  # on vacation until then: clocks over days stand
    Column("role", String(8)),  # admin: sees the operator's page
    Column("banned_at", Float),  # since then nobody can come in as this person
    Column("made_at", Float, nullable=False, index=True),
    Index("ix_people_name", "name"),
)

keys: Final = Table(  # sessions of browsers, and tokens of programs
    "keys",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", String(22), nullable=False, unique=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # session, token
    Column("name", String(40), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("ends_at", Float, index=True),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("box", Text, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("box_digest", String(64)),
    Column("seed", String(40)),  # of games that began before chance was sealed
    Column("secret", String(64)),  # of the server, for chance: nobody's before the end
    Column("scheme", Integer, nullable=False, server_default="1"),  # how the secret was committed to
    Column("branches", Text),  # other keys for the first entries of a log that was taken over
    Column("options", Text, nullable=False),
    Column("legacy", Text),
    Column("status", String(8), nullable=False),  # open, playing, over
    Column("public", Boolean, nullable=False),
    Column("pace", String(8), nullable=False),
    Column("clock", Text),
    Column("owner", String(22), ForeignKey("people.id"), nullable=False),
    Column("origin", String(8)),  # the corner of the network it was made from
    Column("invitation", String(32), nullable=False, unique=True),
    Column("length", Integer, nullable=False),  # of the log
    Column("revision", Integer, nullable=False),  # of what is public about the table
    Column("offer", Text),  # to undo
    Column("next_table", String(22)),
    Column("previous_table", String(22)),  # whose game this one goes on from
    Column("made_at", Float, nullable=False, index=True),
    Column("moved_at", Float, nullable=False),
    Column("wake_at", Float),  # when the server must do something by itself
    Column("worker", String(22)),  # who does it,
    Column("worker_until", Float),  # and until when nobody else should
    Column("ended_at", Float),  # by the operator: it stands still
    Index("ix_tables_owner_status", "owner", "status"),
    Index("ix_tables_origin_status", "origin", "status"),
)


def _some_tables(column: Column[Any], which: ColumnElement[bool]) -> Index:
    """An index of those that are ever looked for by it: every move writes the pages of an index anew."""
    name = f"ix_tables_status_{column.name}"
    return Index(name, tables.c.status, column, sqlite_where=which, postgresql_where=which)


_some_tables(tables.c.wake_at, tables.c.wake_at.is_not(None))
_some_tables(tables.c.moved_at, tables.c.public == true())

chronicles: Final = Table(  # the games of a campaign from elsewhere that a table goes on with
    "chronicles",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(22), ForeignKey("people.id")),
    Column("level", String(32)),  # of the bot that plays here, for good or in somebody's place
    Column("held", String(8), nullable=False),  # no, time, resigned, asked
    Column("bank", Float),  # seconds left when the clock last stopped
    Column("since", Float),  # when it started to run, None while it stands
    Column("passes", Text, nullable=False),
    Column("nonce", String(64)),  # what the person added to chance
    Column("over_at", Float),  # None until the game is over: few of all the seats of a person
    Index("ix_seats_person_over_at", "person", "over_at"),
)

entries: Final = Table(  # the log
    "entries",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(4), nullable=False),  # move, drop (one entry), back (it and all later), quit
    Column("seat", Integer, nullable=False),
    Column("text", String(200), nullable=False),
    Column("noticed", BigInteger, nullable=False),  # mask of those who can tell that something happened
    Column("barrier", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Column("why", Text),  # a bot's reason, for the replay: a message key and its numbers, as JSON
)

archives: Final = Table(  # finished games as they were told
    "archives",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary),  # None: yet to be made
)
_waiting = archives.c.data.is_(None)
Index("ix_archives_waiting", archives.c.table_id, sqlite_where=_waiting, postgresql_where=_waiting)

chat: Final = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),  # counts all talk: for nobody
    Column("mark", String(22), nullable=False, unique=True),  # what readers know it by
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(22), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("seat", Integer),
    Column("to", String(8), nullable=False),
    Column("text", Text, nullable=False),
    Column("about", String(200)),  # instead of a text: what is pointed at, or proposed
    Column("at", Float, nullable=False),
    Index("ix_chat_table_id_id", "table_id", "id"),
)

notes: Final = Table(
    "notes",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)

promises: Final = Table(  # secrets that were committed to before there was a table
    "promises",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("table_id", String(22), nullable=False),  # of the table to come
    Column("secret", String(64), nullable=False),
    Column("made_at", Float, nullable=False, index=True),
)

secrets: Final = Table(  # of the server itself
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

browsers: Final = Table(  # that want to be called by push; they go with their session
    "browsers",
    metadata,
    Column("key", String(64), ForeignKey("keys.digest", ondelete="CASCADE"), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(8), nullable=False),
)

mailboxes: Final = Table(  # to which letters go, once their owner has agreed
    "mailboxes",
    metadata,
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(8), nullable=False),
    Column("token", String(32), nullable=False, unique=True),  # by which its owner agrees, or ends it
    Column("confirmed", Boolean, nullable=False),
)

summons: Final = Table(  # turns of people who want to be called, and when to call them
    "summons",
    metadata,
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("turn", Integer, nullable=False),
    Column("push_at", Float),
    Column("mail_at", Float),
)

addressees: Final = Table(  # of letters that asked whether somebody agrees to more of them
    "addressees",
    metadata,
    Column("address", String(64), primary_key=True),  # a digest
    Column("token", String(32), nullable=False, unique=True),  # by which its owner says: never again
    Column("refused", Boolean, nullable=False),
)

buckets: Final = Table(  # how much is left to whom of what is limited, where several workers count
    "buckets",
    metadata,
    Column("name", String(32), primary_key=True),  # a digest of the kind and of who asks
    Column("level", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("taken", Integer, nullable=False),  # by the last one who took
    Column("full_at", Float, nullable=False, index=True),  # from then on the row says nothing
)

pulse: Final = Table(  # one row: when a server was last alive
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)

notices: Final = Table(  # for the server of an SQLite file: what another process changed there
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("topic", String(40), nullable=False),
)

results: Final = Table(  # how finished games ended, for each person who played
    "results",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("side", Integer, nullable=False),  # equal for those who win or lose together
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),  # whether a bot sat there in the end
    Column("score", Integer, nullable=False),
    Column("achieved", Float),  # of what was asked, where all win or lose together
    Column("points", Integer),  # of the rating after it, None if it was not rated
    Column("gained", Integer),
    Column("ended_at", Float, nullable=False),
    Column("public", Boolean, nullable=False),  # whether everybody may know of the table
    Index("ix_results_person_ended_at", "person", "ended_at"),
    Index("ix_results_person_public_ended_at", "person", "public", "ended_at"),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("surely", Float, nullable=False),  # how good they are at least, by which they are ranked
    Index("ix_ratings_game_surely_person", "game", "surely", "person"),
)

boxes: Final = Table(  # how strong a game itself is, where all play against it
    "boxes",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

ties: Final = Table(  # what one person thinks of another
    "ties",
    metadata,
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(8), primary_key=True),  # friend, mute, block
    Column("made_at", Float, nullable=False),
    Index("ix_ties_other_kind", "other", "kind"),
)

invitations: Final = Table(  # of one person to one table, by somebody who sits there
    "invitations",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("by", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
    Index("ix_invitations_person", "person"),
)

reports: Final = Table(  # what the operator should know
    "reports",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("by", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("about", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    Column("text", Text, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("closed_at", Float),
    Index("ix_reports_closed_at_made_at", "closed_at", "made_at"),
)

donations: Final = Table(  # finished games that somebody who played them gives to science
    "donations",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("made_at", Float, nullable=False),
)

recovery_addresses: Final = Table(  # by which a forgotten password is recovered; their owners confirmed them
    "recovery_addresses",
    metadata,
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("address", String(254), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
)

recovery_codes: Final = Table(  # that are good once, and not for long
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("address", String(254)),  # which it confirms; None: it opens the account
    Column("ends_at", Float, nullable=False, index=True),
)

vacations: Final = Table(
    "vacations",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("person", String(22), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("from_at", Float, nullable=False),
    Column("until_at", Float, nullable=False),
)
