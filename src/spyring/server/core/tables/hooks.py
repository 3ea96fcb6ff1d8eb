"""Hooks: how packages extend the core. Each is a list of functions, called in the order in which they were
added. The core calls them without knowing them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Generic, ParamSpec

from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import NewTable
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.core.tables.live_table import Archive, LiveTable

P = ParamSpec("P")
Gone = Callable[[], Awaitable[bool]]  # whether the client has gone away
TakeUp = Callable[[Caller, NewTable, Gone | None], Awaitable[tuple[NewTable, Json]]]
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
class Number:
    """A number worth watching, read when it is asked for; ``grows`` if it never falls."""

    name: str
    about: str
    read: Reading
    label: str = ""
    grows: bool = False


@dataclass
class Hooks:
    """All hooks."""

    # Events at tables.
    due: Callbacks[[str]] = field(default_factory=Callbacks)  # the server may have to act at a table
    changed: Callbacks[[LiveTable]] = field(default_factory=Callbacks)  # it may be another player's turn
    # For a new table and the end of a game: called in the transaction that stores it.
    made: AsyncCallbacks[[Transaction, str, NewTable]] = field(default_factory=AsyncCallbacks)
    over: AsyncCallbacks[[Transaction, LiveTable, Outcome, float]] = field(default_factory=AsyncCallbacks)
    # Something to tell other programs of: its kind, a path on this server and names. In its transaction, too.
    told: AsyncCallbacks[[Transaction, str, Mapping[str, str]]] = field(default_factory=AsyncCallbacks)
    # Every few seconds, while there is a server.
    sweep: AsyncCallbacks[[]] = field(default_factory=AsyncCallbacks)
    # Refuses a person if another person there has blocked them.
    welcome: AsyncCallbacks[[str, Sequence[str | None]]] = field(default_factory=AsyncCallbacks)
    # For a person who has left a table and could join its rematch, which another player has made.
    rematch: AsyncCallbacks[[str, str, str]] = field(default_factory=AsyncCallbacks)
    # Events about people.
    here: Callbacks[[str]] = field(default_factory=Callbacks)  # a person has just sent a request
    # Questions of the core.
    invited: list[Callable[[str], Awaitable[list[Row]]]] = field(default_factory=list)  # tables for a person
    admits: list[Callable[[str, str], Awaitable[bool]]] = field(default_factory=list)  # a table, a person
    archives: list[Callable[[str], Awaitable[Archive | None]]] = field(default_factory=list)
    named: list[Callable[[str], Awaitable[dict[str, str]]]] = field(default_factory=list)  # see LiveTable
    # The legacy with which a table starts that continues a campaign from elsewhere.
    imported_campaigns: list[TakeUp] = field(default_factory=list)
    # For event streams: the id of the last remark at a table; the id and the JSON of all later ones.
    last_remark: list[Callable[[str, Caller], Awaitable[str]]] = field(default_factory=list)
    remarks: list[Remarks] = field(default_factory=list)
    # Counters.
    moved: Callbacks[[str]] = field(default_factory=Callbacks)  # at a table of this game
    thought: Callbacks[[str, float]] = field(default_factory=Callbacks)  # by a bot of this level, in seconds
    timed_out: Callbacks[[]] = field(default_factory=Callbacks)
    # By method, route, status and seconds.
    answered: Callbacks[[str, str, int, float]] = field(default_factory=Callbacks)
    numbers: list[Number] = field(default_factory=list)

    def add(self, more: "Hooks") -> None:
        """Add what a package brings."""
        for one in fields(self):
            getattr(self, one.name).extend(getattr(more, one.name))
