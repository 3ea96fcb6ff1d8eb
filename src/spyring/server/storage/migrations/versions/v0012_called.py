"""No two accounts are called alike, also after one of them has changed its name."""

import unicodedata
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

LONGEST = 40
people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("login"), sa.column("called"))


def upgrade() -> None:
    """Of accounts that are called alike, the one that signs in by this name has it."""
    op.add_column("people", sa.Column("called", sa.String(length=LONGEST)))
    accounts = op.get_bind().execute(sa.select(people).where(people.c.login.is_not(None))).mappings().all()
    taken: set[str] = set()
    for row in sorted(accounts, key=lambda row: (_folded(row["name"]) != row["login"], row["id"])):
        called = _folded(row["name"])
        if called not in taken and len(called) <= LONGEST:
            taken.add(called)
            op.execute(sa.update(people).where(people.c.id == row["id"]).values(called=called))
    op.create_index(op.f("ix_people_called"), "people", ["called"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_people_called"), "people")
    op.drop_column("people", "called")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
