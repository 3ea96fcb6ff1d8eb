"""The first schema; data of older servers is not carried over."""

import time

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = None


def upgrade() -> None:
    _add_server()
    _add_people()
    _add_tables()
    _add_calls()
    _add_talk()
    _add_history()


def _goes_with(table: str, column: str, owner: str) -> sa.ForeignKeyConstraint:
    """A row of the table is deleted with its owner."""
    return sa.ForeignKeyConstraint([column], [owner], name=op.f(f"fk_{table}_{column}"), ondelete="CASCADE")


def _add_server() -> None:
    """The server itself: its pulse, its secrets, its promises."""
    pulse = op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.bulk_insert(pulse, [{"id": 1, "at": time.time()}])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "promises",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_promises")),
    )
    op.create_table(
        "boxes",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_boxes")),
    )


def _add_people() -> None:
    """People, and their relations to each other."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("login", sa.String(length=40)),
        sa.Column("called", sa.String(length=40)),
        sa.Column("password", sa.Text()),
        sa.Column("language", sa.String(length=8)),
        sa.Column("away_until", sa.Float()),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("login", name=op.f("uq_people_login")),
    )
    op.create_index(op.f("ix_people_called"), "people", ["called"], unique=True)
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float()),
        _goes_with("keys", "person", "people.id"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_keys")),
        sa.UniqueConstraint("id", name=op.f("uq_keys_id")),
    )
    op.create_index(op.f("ix_keys_person"), "keys", ["person"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        _goes_with("ratings", "person", "people.id"),
        sa.PrimaryKeyConstraint("person", "game", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_game", "ratings", ["game"])
    op.create_table(
        "ties",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("other", sa.String(length=22), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        _goes_with("ties", "other", "people.id"),
        _goes_with("ties", "person", "people.id"),
        sa.PrimaryKeyConstraint("person", "other", "kind", name=op.f("pk_ties")),
    )
    op.create_index("ix_ties_other_kind", "ties", ["other", "kind"])
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("from_at", sa.Float(), nullable=False),
        sa.Column("until_at", sa.Float(), nullable=False),
        _goes_with("vacations", "person", "people.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
    )
    op.create_index(op.f("ix_vacations_person"), "vacations", ["person"])


def _add_tables() -> None:
    """Tables, their seats and their log."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("box", sa.Text(), nullable=False),
        sa.Column("seat_count", sa.Integer(), nullable=False),
        sa.Column("box_digest", sa.String(length=64)),
        sa.Column("seed", sa.String(length=40)),
        sa.Column("secret", sa.String(length=64)),
        sa.Column("branches", sa.Text()),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("legacy", sa.Text()),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.String(length=8), nullable=False),
        sa.Column("clock", sa.Text()),
        sa.Column("owner", sa.String(length=22), nullable=False),
        sa.Column("origin", sa.String(length=8)),
        sa.Column("invitation", sa.String(length=32), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("offer", sa.Text()),
        sa.Column("next_table", sa.String(length=22)),
        sa.Column("previous_table", sa.String(length=22)),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("moved_at", sa.Float(), nullable=False),
        sa.Column("wake_at", sa.Float()),
        sa.Column("worker", sa.String(length=22)),
        sa.Column("worker_until", sa.Float()),
        sa.ForeignKeyConstraint(["owner"], ["people.id"], name=op.f("fk_tables_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("invitation", name=op.f("uq_tables_invitation")),
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
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=22)),
        sa.Column("level", sa.String(length=32)),
        sa.Column("held", sa.String(length=8), nullable=False),
        sa.Column("bank", sa.Float()),
        sa.Column("since", sa.Float()),
        sa.Column("passes", sa.Text(), nullable=False),
        sa.Column("nonce", sa.String(length=64)),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_seats_person")),
        _goes_with("seats", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_person"), "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(length=200), nullable=False),
        sa.Column("noticed", sa.BigInteger(), nullable=False),
        sa.Column("barrier", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("why", sa.Text()),
        _goes_with("entries", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_entries")),
    )
    op.create_table(
        "chronicles",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _goes_with("chronicles", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_chronicles")),
    )


def _add_calls() -> None:
    """Notifications."""
    op.create_table(
        "mailboxes",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        _goes_with("mailboxes", "person", "people.id"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_mailboxes")),
        sa.UniqueConstraint("token", name=op.f("uq_mailboxes_token")),
    )
    op.create_table(
        "browsers",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        _goes_with("browsers", "key", "keys.digest"),
        _goes_with("browsers", "person", "people.id"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_browsers")),
    )
    op.create_index(op.f("ix_browsers_person"), "browsers", ["person"])
    op.create_table(
        "summons",
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("push_at", sa.Float()),
        sa.Column("mail_at", sa.Float()),
        _goes_with("summons", "person", "people.id"),
        _goes_with("summons", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("person", "table_id", name=op.f("pk_summons")),
    )


def _add_talk() -> None:
    """Chat and notes."""
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("mark", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("to", sa.String(length=8), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("about", sa.String(length=200)),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_chat_person")),
        _goes_with("chat", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
        sa.UniqueConstraint("mark", name=op.f("uq_chat_mark")),
    )
    op.create_index("ix_chat_table_id_id", "chat", ["table_id", "id"])
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _goes_with("notes", "person", "people.id"),
        _goes_with("notes", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_notes")),
    )


def _add_history() -> None:
    """Results, invitations and reports."""
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("by", sa.String(length=22), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        _goes_with("invitations", "by", "people.id"),
        _goes_with("invitations", "person", "people.id"),
        _goes_with("invitations", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("by", sa.String(length=22), nullable=False),
        sa.Column("about", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22)),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("closed_at", sa.Float()),
        _goes_with("reports", "about", "people.id"),
        _goes_with("reports", "by", "people.id"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_reports_table_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("person", sa.String(length=22), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("achieved", sa.Float()),
        sa.Column("points", sa.Integer()),
        sa.Column("gained", sa.Integer()),
        sa.Column("ended_at", sa.Float(), nullable=False),
        _goes_with("results", "person", "people.id"),
        _goes_with("results", "table_id", "tables.id"),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_results")),
    )
    op.create_index("ix_results_person_ended_at", "results", ["person", "ended_at"])
