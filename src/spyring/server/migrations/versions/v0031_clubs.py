"""Clubs with their evenings, leagues, tables that share a deal, and webhooks that tell of evenings."""

import sqlalchemy as sa
from alembic import op

from spyring.server.migrations import columns as c

revision: str = "0031"
down_revision: str | None = "0030"


def upgrade() -> None:
    _add_clubs()
    _add_leagues()
    op.add_column("tables", sa.Column("deal", c.ID))
    op.add_column("tables", sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("webhook_deliveries") as deliveries:
        deliveries.alter_column("table_id", existing_type=c.ID, nullable=True)
        deliveries.add_column(sa.Column("about", sa.Text))


def _add_clubs() -> None:
    """Clubs of people, their talk and evenings."""
    op.create_table(
        "clubs",
        *c.key(id=c.ID),
        *c.required(name=c.NAME, about=sa.Text, public=sa.Boolean, invitation=c.TOKEN, made_at=sa.Float),
    )
    op.create_table(
        "club_members",
        c.goes_with("clubs.id", "club_id", primary_key=True),
        c.of_person(primary_key=True, index=True),
        *c.required(officer=sa.Boolean, made_at=sa.Float),
    )
    op.create_table(
        "club_talk",
        *c.key(id=sa.Integer),
        *c.unique(mark=c.ID),
        c.goes_with("clubs.id", "club_id", nullable=False, index=True),
        c.of_person(nullable=False, index=True),
        *c.required(text=sa.Text, at=sa.Float),
    )
    op.create_table(
        "evenings",
        *c.key(id=c.ID),
        c.goes_with("clubs.id", "club_id", nullable=False),
        *c.required(
            title=c.NAME, at=sa.Float, games=sa.Text, draw=sa.Boolean, bots=sa.Boolean, round=sa.Integer
        ),
        *c.optional(ended_at=sa.Float),
    )
    c.index("evenings", "club_id", "at")
    c.index("evenings", "round", "at")
    op.create_table(
        "evening_people",
        c.goes_with("evenings.id", "evening_id", primary_key=True),
        c.of_person(primary_key=True, index=True),
        *c.optional(wish=c.NAME, here_at=sa.Float),
        *c.required(made_at=sa.Float),
    )
    op.create_table(
        "evening_rounds",
        c.goes_with("evenings.id", "evening_id", primary_key=True),
        *c.key(round=sa.Integer, number=sa.Integer),
        c.refers("tables.id", "table_id", index=True),
    )


def _add_leagues() -> None:
    op.create_table(
        "leagues",
        *c.key(id=c.ID),
        *c.required(name=c.NAME),
        c.refers("clubs.id", "club", index=True),
        sa.Column("status", c.WORD, nullable=False, index=True),
        *c.required(public=sa.Boolean, invitation=c.TOKEN, terms=sa.Text),
        *c.optional(starts_at=sa.Float),
        *c.required(seed=c.TOKEN, round=sa.Integer, revision=sa.Integer, made_at=sa.Float),
        sa.UniqueConstraint("invitation", name="uq_leagues_invitation"),
    )
    op.create_table(
        "league_people",
        c.goes_with("leagues.id", "league", primary_key=True),
        c.of_person(primary_key=True, index=True),
        *c.required(host=sa.Boolean, plays=sa.Boolean, joined_at=sa.Float),
    )
    op.create_table(
        "league_rounds",
        c.goes_with("leagues.id", "league", primary_key=True),
        *c.key(number=sa.Integer),
        *c.required(began_at=sa.Float, deadline=sa.Float),
        *c.optional(ended_at=sa.Float),
    )
    op.create_table(
        "league_seats",
        c.goes_with("leagues.id", "league", primary_key=True),
        *c.key(round=sa.Integer, number=sa.Integer, seat=sa.Integer),
        c.refers("people.id", "person", index=True),
        sa.Column("table_id", c.ID, index=True),
        *c.required(state=c.WORD),
        *c.optional(place=sa.Integer, achieved=sa.Float, fixed_by=c.ID, fixed_why=sa.Text),
    )
