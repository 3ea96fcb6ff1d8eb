"""What people did and think of each other: results, ratings, friends, blocks, reports, vacations."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NEW = ("vacations", "reports", "invitations", "ties", "boxes", "ratings", "results")


def upgrade() -> None:
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("away_until", sa.Float(), nullable=True))
    _add_games()
    _add_ties()


def _person(table: str, column: str = "person") -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    """A column for a person, whose rows go with that person."""
    key = sa.ForeignKeyConstraint(
        [column], ["people.id"], name=op.f(f"fk_{table}_{column}"), ondelete="CASCADE"
    )
    return sa.Column(column, sa.String(length=22), nullable=False), key


def _table(table: str, nullable: bool = False) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(
        ["table_id"],
        ["tables.id"],
        name=op.f(f"fk_{table}_table_id"),
        ondelete="SET NULL" if nullable else "CASCADE",
    )
    return sa.Column("table_id", sa.String(length=22), nullable=nullable), key


def _add_games() -> None:
    op.create_table(
        "results",
        *_table("results"),
        *_person("results"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("achieved", sa.Float(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("gained", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_results")),
    )
    op.create_index("ix_results_person_ended_at", "results", ["person", "ended_at"])
    skill = ("mu", sa.Float()), ("sigma", sa.Float()), ("games", sa.Integer())
    op.create_table(
        "ratings",
        *_person("ratings"),
        sa.Column("game", sa.String(length=40), nullable=False),
        *(sa.Column(name, kind, nullable=False) for name, kind in skill),
        sa.PrimaryKeyConstraint("person", "game", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_game", "ratings", ["game"])
    op.create_table(
        "boxes",
        sa.Column("game", sa.String(length=40), nullable=False),
        *(sa.Column(name, kind, nullable=False) for name, kind in skill),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_boxes")),
    )


def _add_ties() -> None:
    op.create_table(
        "ties",
        *_person("ties"),
        *_person("ties", "other"),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", "kind", name=op.f("pk_ties")),
    )
    op.create_index("ix_ties_other_kind", "ties", ["other", "kind"])
    op.create_table(
        "invitations",
        *_table("invitations"),
        *_person("invitations"),
        *_person("invitations", "by"),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=22), nullable=False),
        *_person("reports", "by"),
        *_person("reports", "about"),
        *_table("reports", nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("closed_at", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(length=22), nullable=False),
        *_person("vacations"),
        sa.Column("from_at", sa.Float(), nullable=False),
        sa.Column("until_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
    )
    op.create_index("ix_vacations_person", "vacations", ["person"])


def downgrade() -> None:
    for table in NEW:
        op.drop_table(table)
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.drop_column("away_until")
