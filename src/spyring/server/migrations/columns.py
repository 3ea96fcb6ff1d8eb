"""Columns of several steps. Constraints and indexes are named by the convention of the schema."""

from typing import Any

import sqlalchemy as sa


def goes_with(owner: str, name: str, **more: Any) -> sa.Column[str]:
    """The owner of a row, which is deleted with its owner."""
    kind = sa.String(64 if owner == "keys.digest" else 22)
    return sa.Column(name, kind, sa.ForeignKey(owner, ondelete="CASCADE"), **more)
