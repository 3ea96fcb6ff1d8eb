"""Columns of several steps. Constraints and indexes are named by the convention of the schema."""

from typing import Any

import sqlalchemy as sa


def goes_with(owner: str, name: str, **more: Any) -> sa.Column[str]:
    """The owner of a row, which is deleted with its owner."""
    kind = sa.String(64 if owner == "keys.digest" else 22)
    return sa.Column(name, kind, sa.ForeignKey(owner, ondelete="CASCADE"), **more)


def skill() -> tuple[sa.Column[float], sa.Column[float], sa.Column[int]]:
    """A rating, as it is computed, and the number of games behind it."""
    return (
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
