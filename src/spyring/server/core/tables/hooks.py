"""Hooks: how packages extend the core. Each is a list of functions, called in the order in which they were
added. The core calls them without knowing them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, ParamSpec

from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import NewTable
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.core.tables.live_table import Archive, LiveTable

P = ParamSpec("P")
Disconnected = Callable[[], Awaitable[bool]]  # whether the client has gone away
TakeUp = Callable[[Caller, NewTable, Disconnected | None], Awaitable[tuple[NewTable, Json]]]
Remarks = Callable[[str, Caller, str], Awaitable[list[tuple[str, bytes]]]]  # at a table, after one of them
Reading = Callable[[], float | Mapping[str, float]]  # or a number for each value of a label


class Callbacks(list[Callable[P, None]], Generic[P]):
    """Functions that get a notice."""

    def __call__(self, *given: P.args, **named: P.kwargs) -> None:
        """Call all of them."""
        for call in self:
            call(*given, **named)


class AsyncCallbacks(list[Callable[P, Awaitable[object]]], Generic[P]):
    """The same for functions that are awaited; a refusal by one of them ends the call."""

    async def __call__(self, *given: P.args, **named: P.kwargs) -> None:
        """Call all of them, one after another."""
        for call in self:
            await call(*given, **named)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number worth watching, read when it is asked for; ``grows`` if it never falls."""

    name: str
    about: str
    read: Reading
    label: str = ""
    grows: bool = False


class Hooks:
    """All hooks."""

    def __init__(self) -> None:
        # Events at tables.
        self.reschedule: Callbacks[[str]] = Callbacks()  # the server may have to act at a table
        self.table_changed: Callbacks[[LiveTable]] = Callbacks()  # it may be another player's turn
        # For a new table and the end of a game: called in the transaction that stores it.
        self.table_created: AsyncCallbacks[[Transaction, str, NewTable]] = AsyncCallbacks()
        self.game_over: AsyncCallbacks[[Transaction, LiveTable, Outcome, float]] = AsyncCallbacks()
        # Something to tell other programs of: its kind, its path here and names. In its transaction, too.
        self.announced: AsyncCallbacks[[Transaction, str, Mapping[str, str]]] = AsyncCallbacks()
        # Every few seconds, while there is a server.
        self.sweep: AsyncCallbacks[[]] = AsyncCallbacks()
        # Refuses a person if another person there has blocked them.
        self.require_welcome: AsyncCallbacks[[str, Sequence[str | None]]] = AsyncCallbacks()
        # For a person who has left a table and could join its rematch, which another player has made.
        self.rematch_offered: AsyncCallbacks[[str, str, str]] = AsyncCallbacks()
        # Events about people.
        self.person_seen: Callbacks[[str]] = Callbacks()  # a person has just sent a request
        # Questions of the core.
        self.invited_tables: list[Callable[[str], Awaitable[list[Row]]]] = []  # tables for a person
        self.admits: list[Callable[[str, str], Awaitable[bool]]] = []  # a table, a person
        self.archives: list[Callable[[str], Awaitable[Archive | None]]] = []
        self.given_names: list[Callable[[str], Awaitable[dict[str, str]]]] = []  # see LiveTable
        # The legacy with which a table starts that continues a campaign from elsewhere.
        self.imported_campaigns: list[TakeUp] = []
        # For event streams: the id of the last remark at a table; the id and the JSON of all later ones.
        self.last_remark: list[Callable[[str, Caller], Awaitable[str]]] = []
        self.remarks: list[Remarks] = []
        # Counters.
        self.move_made: Callbacks[[str]] = Callbacks()  # at a table of this game
        self.bot_thought: Callbacks[[str, float]] = Callbacks()  # by a bot of this level, in seconds
        self.timed_out: Callbacks[[]] = Callbacks()
        # By method, route, status and seconds.
        self.request_answered: Callbacks[[str, str, int, float]] = Callbacks()
        self.measures: list[Measure] = []

    def add(self, more: "Hooks") -> None:
        """Add what a package brings."""
        for name, functions in vars(self).items():
            functions.extend(getattr(more, name))
