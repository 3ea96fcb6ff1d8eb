"""How the steps declare their tables. Constraints and indexes are named by the convention of the schema."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

ID: Final = sa.String(22)
NAME: Final = sa.String(40)
WORD: Final = sa.String(8)
TOKEN: Final = sa.String(32)
DIGEST: Final = sa.String(64)
ADDRESS: Final = sa.String(254)

Columns = list[sa.Column[Any]]


def key(**kinds: Any) -> Columns:
    """Columns of the primary key."""
    return [sa.Column(name, kind, primary_key=True) for name, kind in kinds.items()]


def required(**kinds: Any) -> Columns:
    """Columns that always have a value."""
    return [sa.Column(name, kind, nullable=False) for name, kind in kinds.items()]


def unique(**kinds: Any) -> Columns:
    """Columns whose values are all different."""
    return [sa.Column(name, kind, nullable=False, unique=True) for name, kind in kinds.items()]


def optional(**kinds: Any) -> Columns:
    """Columns that may be empty."""
    return [sa.Column(name, kind) for name, kind in kinds.items()]


def goes_with(owner: str, name: str, **more: Any) -> sa.Column[str]:
    """The owner of a row, which is deleted with its owner."""
    return sa.Column(name, ID, sa.ForeignKey(owner, ondelete="CASCADE"), **more)


def of_person(name: str = "person", **more: Any) -> sa.Column[str]:
    """A person; the row is deleted with them."""
    return goes_with("people.id", name, **more)


def of_table(**more: Any) -> sa.Column[str]:
    """A table; the row is deleted with it."""
    return goes_with("tables.id", "table_id", **more)


def refers(owner: str, name: str, **more: Any) -> sa.Column[str]:
    """Something that may be gone: then the column is empty."""
    return sa.Column(name, ID, sa.ForeignKey(owner, ondelete="SET NULL"), **more)


def skill() -> Columns:
    """A rating, as it is computed, and the number of games behind it."""
    return required(mu=sa.Float, sigma=sa.Float, games=sa.Integer)


def index(table: str, *columns: str) -> None:
    """An index of all rows."""
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)


def index_some(
    name: str, table: str, columns: list[str], which: sa.ColumnElement[bool] | sa.TextClause
) -> None:
    """An index of the rows that are looked up by it."""
    op.create_index(name, table, columns, sqlite_where=which, postgresql_where=which)
