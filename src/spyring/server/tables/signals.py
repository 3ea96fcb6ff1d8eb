"""Signals that something happened at a table, for those who look after tables.

They are made before anybody who gives one and anybody who follows them, so that neither need know the other.
"""

from collections.abc import Callable

from spyring.server.tables.live_table import LiveTable


class Signals:
    """Who follows what, within this process."""

    def __init__(self) -> None:
        self._due: list[Callable[[str], None]] = []
        self._changed: list[Callable[[LiveTable], None]] = []

    def follow(
        self,
        due: Callable[[str], None] | None = None,
        changed: Callable[[LiveTable], None] | None = None,
    ) -> None:
        """Call these from now on."""
        self._due += [] if due is None else [due]
        self._changed += [] if changed is None else [changed]

    def due(self, table: str) -> None:
        """Something may be due at a table that the server must do by itself."""
        for follower in self._due:
            follower(table)

    def changed(self, live: LiveTable) -> None:
        """A table has changed: it may be another's turn. Something may be due there as well."""
        self.due(live.id)
        for follower in self._changed:
            follower(live)
