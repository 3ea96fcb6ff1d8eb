"""The first schema; data of older servers is not carried over."""

import time

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations import columns as c

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
    pulse = op.create_table("pulse", *c.key(id=sa.Integer), *c.required(at=sa.Float))
    op.bulk_insert(pulse, [{"id": 1, "at": time.time()}])
    op.create_table("secrets", *c.key(name=c.NAME), *c.required(value=sa.Text))
    op.create_table("promises", *c.key(id=c.ID), *c.required(secret=c.DIGEST, made_at=sa.Float))
    op.create_table("boxes", *c.key(game=c.NAME), *c.skill())


def _add_people() -> None:
    """People, and their relations to each other."""
    op.create_table(
        "people",
        *c.key(id=c.ID),
        *c.required(name=c.NAME),
        sa.Column("login", c.NAME, unique=True),
        sa.Column("called", c.NAME, index=True, unique=True),
        *c.optional(password=sa.Text, language=c.WORD, away_until=sa.Float),
        *c.required(made_at=sa.Float),
    )
    op.create_table(
        "keys",
        *c.key(digest=c.DIGEST),
        *c.unique(id=c.ID),
        c.of_person(nullable=False, index=True),
        *c.required(kind=c.WORD, name=c.NAME, made_at=sa.Float),
        *c.optional(ends_at=sa.Float),
    )
    op.create_table(
        "ratings",
        c.of_person(primary_key=True),
        sa.Column("game", c.NAME, primary_key=True, index=True),
        *c.skill(),
    )
    op.create_table(
        "ties",
        c.of_person(primary_key=True),
        c.of_person("other", primary_key=True),
        *c.key(kind=c.WORD),
        *c.required(made_at=sa.Float),
    )
    c.index("ties", "other", "kind")
    op.create_table(
        "vacations",
        *c.key(id=c.ID),
        c.of_person(nullable=False, index=True),
        *c.required(from_at=sa.Float, until_at=sa.Float),
    )


def _add_tables() -> None:
    """Tables, their seats and their log."""
    op.create_table(
        "tables",
        *c.key(id=c.ID),
        *c.required(game=c.NAME, rules_version=sa.Integer, box=sa.Text, seat_count=sa.Integer),
        *c.optional(box_digest=c.DIGEST, seed=c.NAME, secret=c.DIGEST, branches=sa.Text),
        *c.required(options=sa.Text),
        *c.optional(legacy=sa.Text),
        *c.required(status=c.WORD, public=sa.Boolean, pace=c.WORD),
        *c.optional(clock=sa.Text),
        sa.Column("owner", c.ID, sa.ForeignKey("people.id"), nullable=False),
        *c.optional(origin=c.WORD),
        *c.unique(invitation=c.TOKEN),
        *c.required(length=sa.Integer, revision=sa.Integer),
        *c.optional(offer=sa.Text, next_table=c.ID, previous_table=c.ID),
        *c.required(made_at=sa.Float, moved_at=sa.Float),
        *c.optional(wake_at=sa.Float, worker=c.ID, worker_until=sa.Float),
    )
    c.index("tables", "owner", "status")
    c.index_some(
        "ix_tables_status_moved_at", "tables", ["status", "moved_at"], sa.column("public") == sa.true()
    )
    c.index_some("ix_tables_status_wake_at", "tables", ["status", "wake_at"], sa.text("wake_at IS NOT NULL"))
    op.create_table(
        "seats",
        c.of_table(primary_key=True),
        *c.key(seat=sa.Integer),
        sa.Column("person", c.ID, sa.ForeignKey("people.id"), index=True),
        *c.optional(level=c.TOKEN),
        *c.required(held=c.WORD),
        *c.optional(bank=sa.Float, since=sa.Float),
        *c.required(passes=sa.Text),
        *c.optional(nonce=c.DIGEST),
    )
    op.create_table(
        "entries",
        c.of_table(primary_key=True),
        *c.key(number=sa.Integer),
        *c.required(kind=sa.String(4), seat=sa.Integer, text=sa.String(200), noticed=sa.BigInteger),
        *c.required(barrier=sa.Boolean, at=sa.Float),
        *c.optional(why=sa.Text),
    )
    op.create_table("chronicles", c.of_table(primary_key=True), *c.required(text=sa.Text))


def _add_calls() -> None:
    """Notifications."""
    op.create_table(
        "mailboxes",
        c.of_person(primary_key=True),
        *c.required(address=c.ADDRESS, language=c.WORD),
        *c.unique(token=c.TOKEN),
        *c.required(confirmed=sa.Boolean),
    )
    op.create_table(
        "browsers",
        sa.Column("key", c.DIGEST, sa.ForeignKey("keys.digest", ondelete="CASCADE"), primary_key=True),
        c.of_person(nullable=False, index=True),
        *c.required(endpoint=sa.Text, p256dh=sa.String(100), auth=c.NAME, language=c.WORD),
    )
    op.create_table(
        "summons",
        c.of_person(primary_key=True),
        c.of_table(primary_key=True),
        *c.required(turn=sa.Integer),
        *c.optional(push_at=sa.Float, mail_at=sa.Float),
    )


def _add_talk() -> None:
    """Chat and notes."""
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, autoincrement=True, primary_key=True),
        *c.unique(mark=c.ID),
        c.of_table(nullable=False),
        sa.Column("person", c.ID, sa.ForeignKey("people.id"), nullable=False),
        *c.required(name=c.NAME),
        *c.optional(seat=sa.Integer),
        *c.required(to=c.WORD, text=sa.Text),
        *c.optional(about=sa.String(200)),
        *c.required(at=sa.Float),
    )
    c.index("chat", "table_id", "id")
    op.create_table(
        "notes", c.of_table(primary_key=True), c.of_person(primary_key=True), *c.required(text=sa.Text)
    )


def _add_history() -> None:
    """Results, invitations and reports."""
    op.create_table(
        "invitations",
        c.of_table(primary_key=True),
        c.of_person(primary_key=True, index=True),
        c.of_person("by", nullable=False),
        *c.required(made_at=sa.Float),
    )
    op.create_table(
        "reports",
        *c.key(id=c.ID),
        c.of_person("by", nullable=False),
        c.of_person("about", nullable=False),
        c.refers("tables.id", "table_id"),
        *c.required(text=sa.Text, made_at=sa.Float),
        *c.optional(closed_at=sa.Float),
    )
    op.create_table(
        "results",
        c.of_table(primary_key=True),
        c.of_person(primary_key=True),
        *c.required(seat=sa.Integer, side=sa.Integer, place=sa.Integer),
        *c.required(won=sa.Boolean, left=sa.Boolean, score=sa.Integer),
        *c.optional(achieved=sa.Float, points=sa.Integer, gained=sa.Integer),
        *c.required(ended_at=sa.Float),
    )
    c.index("results", "person", "ended_at")
