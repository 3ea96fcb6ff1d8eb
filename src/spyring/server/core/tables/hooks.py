"""What packages beside the core can add to what it does: lists of functions, called in the order in which
they were added. The core calls them, and knows nothing of who is called.
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
Gone = Callable[[], Awaitable[bool]]  # whether nobody waits for the answer any more
Reading = Callable[[], Mapping[str, float]]  # a value for each value of a label


class Calls(list[Callable[P, None]], Generic[P]):
    """Functions that are told something."""

    def __call__(self, *given: P.args, **named: P.kwargs) -> None:
        """Call all of them."""
        for call in self:
            call(*given, **named)


class Waits(list[Callable[P, Awaitable[None]]], Generic[P]):
    """The same for functions that are waited for; a refusal by one of them ends it."""

    async def __call__(self, *given: P.args, **named: P.kwargs) -> None:
        """Call all of them, one after another."""
        for call in self:
            await call(*given, **named)


@dataclass(frozen=True, slots=True)
class Number:
    """Something worth watching that somebody knows whenever they are asked; ``grows`` if it never falls."""

    name: str
    about: str
    read: Reading
    label: str = ""
    grows: bool = False


@dataclass
class Hooks:
    """Everything that can be added to."""

    # What happens at tables.
    due: Calls[[str]] = field(default_factory=Calls)  # something may be due that the server does itself
    changed: Calls[[LiveTable]] = field(default_factory=Calls)  # another's turn may have begun
    # A table is made, a game ends: in the transaction that stores it.
    made: Waits[[Transaction, str, NewTable]] = field(default_factory=Waits)
    over: Waits[[Transaction, LiveTable, Outcome, float]] = field(default_factory=Waits)
    sweep: Waits[[]] = field(default_factory=Waits)  # every few seconds, while there is a server
    # Refuses a person whom one of some others does not want to meet.
    welcome: Waits[[str, Sequence[str | None]]] = field(default_factory=Waits)
    # A person who has left a table and could come to its rematch, which another has made.
    rematch: Waits[[str, str, str]] = field(default_factory=Waits)
    # What happens to people.
    here: Calls[[str]] = field(default_factory=Calls)  # somebody has just asked for something
    # What the core asks.
    invited: list[Callable[[str], Awaitable[list[Row]]]] = field(default_factory=list)  # tables for a person
    admits: list[Callable[[str, str], Awaitable[bool]]] = field(default_factory=list)  # a table, a person
    archives: list[Callable[[str], Awaitable[Archive | None]]] = field(default_factory=list)
    # What a table begins with that goes on with games from elsewhere.
    imported_campaigns: list[Callable[[Caller, NewTable, Gone | None], Awaitable[tuple[NewTable, Json]]]] = (
        field(default_factory=list)
    )
    # For event streams: the id of the last remark at a table; the id and the JSON of all after one.
    last_remark: list[Callable[[str, Caller], Awaitable[str]]] = field(default_factory=list)
    remarks: list[Callable[[str, Caller, str], Awaitable[list[tuple[str, bytes]]]]] = field(
        default_factory=list
    )
    # What is counted.
    moved: Calls[[str]] = field(default_factory=Calls)  # at a table of this game
    thought: Calls[[str, float]] = field(default_factory=Calls)  # a bot of this level, so long
    timed_out: Calls[[]] = field(default_factory=Calls)
    answered: Calls[[str, str, int, float]] = field(default_factory=Calls)  # method, route, status, seconds
    numbers: list[Number] = field(default_factory=list)

    def add(self, more: "Hooks") -> None:
        """Add what a package brings."""
        for one in fields(self):
            getattr(self, one.name).extend(getattr(more, one.name))
