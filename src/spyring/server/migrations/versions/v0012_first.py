"""The first schema; data of older servers is not carried over."""

import time

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations.columns import goes_with, skill

revision: str = "0012"
down_revision: str | None = None


def upgrade() -> None:
    _add_server()
    _add_people()
    _add_tables()
    _add_calls()
    _add_talk()
    _add_history()


def _add_server() -> None:
    """The server itself: its pulse, its secrets, its promises."""
    pulse = op.create_table(
        "pulse", sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.Float, nullable=False)
    )
    op.bulk_insert(pulse, [{"id": 1, "at": time.time()}])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "promises",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "boxes",
        sa.Column("game", sa.String(40), primary_key=True),
        *skill(),
    )


def _add_people() -> None:
    """People, and their relations to each other."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("login", sa.String(40), unique=True),
        sa.Column("called", sa.String(40), index=True, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("language", sa.String(8)),
        sa.Column("away_until", sa.Float),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(22), nullable=False, unique=True),
        goes_with("people.id", "person", nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("ends_at", sa.Float),
    )
    op.create_table(
        "ratings",
        goes_with("people.id", "person", primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True, index=True),
        *skill(),
    )
    op.create_table(
        "ties",
        goes_with("people.id", "person", primary_key=True),
        goes_with("people.id", "other", primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_index("ix_ties_other_kind", "ties", ["other", "kind"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(22), primary_key=True),
        goes_with("people.id", "person", nullable=False, index=True),
        sa.Column("from_at", sa.Float, nullable=False),
        sa.Column("until_at", sa.Float, nullable=False),
    )


def _add_tables() -> None:
    """Tables, their seats and their log."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("box", sa.Text, nullable=False),
        sa.Column("seat_count", sa.Integer, nullable=False),
        sa.Column("box_digest", sa.String(64)),
        sa.Column("seed", sa.String(40)),
        sa.Column("secret", sa.String(64)),
        sa.Column("branches", sa.Text),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("legacy", sa.Text),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("owner", sa.String(22), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("origin", sa.String(8)),
        sa.Column("invitation", sa.String(32), nullable=False, unique=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("offer", sa.Text),
        sa.Column("next_table", sa.String(22)),
        sa.Column("previous_table", sa.String(22)),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("moved_at", sa.Float, nullable=False),
        sa.Column("wake_at", sa.Float),
        sa.Column("worker", sa.String(22)),
        sa.Column("worker_until", sa.Float),
    )
    op.create_index("ix_tables_owner_status", "tables", ["owner", "status"])
    op.create_index(
        "ix_tables_status_moved_at",
        "tables",
        ["status", "moved_at"],
        sqlite_where=sa.column("public") == sa.true(),
        postgresql_where=sa.column("public") == sa.true(),
    )
    op.create_index(
        "ix_tables_status_wake_at",
        "tables",
        ["status", "wake_at"],
        sqlite_where=sa.text("wake_at IS NOT NULL"),
        postgresql_where=sa.text("wake_at IS NOT NULL"),
    )
    op.create_table(
        "seats",
        goes_with("tables.id", "table_id", primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(22), sa.ForeignKey("people.id"), index=True),
        sa.Column("level", sa.String(32)),
        sa.Column("held", sa.String(8), nullable=False),
        sa.Column("bank", sa.Float),
        sa.Column("since", sa.Float),
        sa.Column("passes", sa.Text, nullable=False),
        sa.Column("nonce", sa.String(64)),
    )
    op.create_table(
        "entries",
        goes_with("tables.id", "table_id", primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("noticed", sa.BigInteger, nullable=False),
        sa.Column("barrier", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("why", sa.Text),
    )
    op.create_table(
        "chronicles",
        goes_with("tables.id", "table_id", primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def _add_calls() -> None:
    """Notifications."""
    op.create_table(
        "mailboxes",
        goes_with("people.id", "person", primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("confirmed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "browsers",
        goes_with("keys.digest", "key", primary_key=True),
        goes_with("people.id", "person", nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
    )
    op.create_table(
        "summons",
        goes_with("people.id", "person", primary_key=True),
        goes_with("tables.id", "table_id", primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("push_at", sa.Float),
        sa.Column("mail_at", sa.Float),
    )


def _add_talk() -> None:
    """Chat and notes."""
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, autoincrement=True, primary_key=True),
        sa.Column("mark", sa.String(22), nullable=False, unique=True),
        goes_with("tables.id", "table_id", nullable=False),
        sa.Column("person", sa.String(22), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("to", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("about", sa.String(200)),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_chat_table_id_id", "chat", ["table_id", "id"])
    op.create_table(
        "notes",
        goes_with("tables.id", "table_id", primary_key=True),
        goes_with("people.id", "person", primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def _add_history() -> None:
    """Results, invitations and reports."""
    op.create_table(
        "invitations",
        goes_with("tables.id", "table_id", primary_key=True),
        goes_with("people.id", "person", primary_key=True, index=True),
        goes_with("people.id", "by", nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(22), primary_key=True),
        goes_with("people.id", "by", nullable=False),
        goes_with("people.id", "about", nullable=False),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("closed_at", sa.Float),
    )
    op.create_table(
        "results",
        goes_with("tables.id", "table_id", primary_key=True),
        goes_with("people.id", "person", primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("achieved", sa.Float),
        sa.Column("points", sa.Integer),
        sa.Column("gained", sa.Integer),
        sa.Column("ended_at", sa.Float, nullable=False),
    )
    op.create_index("ix_results_person_ended_at", "results", ["person", "ended_at"])
