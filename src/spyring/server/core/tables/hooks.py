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


class Calls(list[Callable[P, None]], Generic[P]):
    """Functions that get a notice."""

    def __call__(self, *given: P.args, **named: P.kwargs) -> None:
        """Call all of them."""
        for call in self:
            call(*given, **named)


class Waits(list[Callable[P, Awaitable[object]]], Generic[P]):
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
    due: Calls[[str]] = field(default_factory=Calls)  # the server may have to act at a table
    changed: Calls[[LiveTable]] = field(default_factory=Calls)  # it may be another player's turn
    # For a new table and the end of a game: called in the transaction that stores it.
    made: Waits[[Transaction, str, NewTable]] = field(default_factory=Waits)
    over: Waits[[Transaction, LiveTable, Outcome, float]] = field(default_factory=Waits)
    # Something to tell other programs of: its kind, a path on this server and names. In its transaction, too.
    told: Waits[[Transaction, str, Mapping[str, str]]] = field(default_factory=Waits)
    sweep: Waits[[]] = field(default_factory=Waits)  # every few seconds, while there is a server
    # Refuses a person if another person there has blocked them.
    welcome: Waits[[str, Sequence[str | None]]] = field(default_factory=Waits)
    # For a person who has left a table and could join its rematch, which another player has made.
    rematch: Waits[[str, str, str]] = field(default_factory=Waits)
    # Events about people.
    here: Calls[[str]] = field(default_factory=Calls)  # a person has just sent a request
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
    moved: Calls[[str]] = field(default_factory=Calls)  # at a table of this game
    thought: Calls[[str, float]] = field(default_factory=Calls)  # by a bot of this level, in seconds
    timed_out: Calls[[]] = field(default_factory=Calls)
    answered: Calls[[str, str, int, float]] = field(default_factory=Calls)  # method, route, status, seconds
    numbers: list[Number] = field(default_factory=list)

    def add(self, more: "Hooks") -> None:
        """Add what a package brings."""
        for one in fields(self):
            getattr(self, one.name).extend(getattr(more, one.name))
