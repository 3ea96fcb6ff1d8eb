"""A table in memory: its seats, its clocks, its timeline. A cache; the database is the truth."""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal
from weakref import WeakValueDictionary

from sqlalchemy import RowMapping

from spyring.engine.game import Game
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.server.clocks import SeatClock
from spyring.server.payloads import ClockTerms
from spyring.server.timeline import Start, Timeline

Status = Literal["open", "playing", "over"]
Held = Literal["no", "time", "resigned", "asked"]


@dataclass(slots=True)
class Seat:
    """One chair: a person, a bot, a bot in a person's place, or nobody."""

    seat: int
    person: str | None = None
    name: str | None = None
    level: str | None = None
    held: Held = "no"
    clock: SeatClock = field(default_factory=SeatClock)
    passes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None

    @property
    def bot_plays(self) -> bool:
        """Whether a bot decides here now."""
        return self.level is not None and (self.person is None or self.held != "no")

    @property
    def present(self) -> bool:
        """Whether a person decides here now."""
        return self.person is not None and self.held == "no"


@dataclass(frozen=True, slots=True)
class Offer:
    """To go back to before entry ``target``."""

    by: int
    target: int
    agreed: tuple[int, ...]

    def to_text(self) -> str:
        """The offer as it is stored."""
        return json.dumps([self.by, self.target, list(self.agreed)])

    @classmethod
    def from_text(cls, text: str | None) -> "Offer | None":
        """The offer that was stored."""
        if text is None:
            return None
        by, target, agreed = json.loads(text)
        return cls(by, target, tuple(agreed))


def frame_of(state: State) -> str:
    """The name of the decision that is asked for, by which windows are passed; all can see it."""
    return type(state.stack[-1]).__name__


def start_of(row: RowMapping) -> Start:
    """What a stored game began with."""
    legacy = None if row["legacy"] is None else json.loads(row["legacy"])
    return Start(row["seat_count"], int(row["seed"]), json.loads(row["options"]), legacy)


class Room:
    """One table. Whoever changes it holds ``lock``, stores the change, and only then changes what is here."""

    def __init__(self, game: Game, row: RowMapping, chairs: list[Seat]) -> None:
        self.id: str = row["id"]
        self.game = game
        self.start = start_of(row)
        self.rules_version: int = row["rules_version"]
        self.public: bool = row["public"]
        self.pace: Literal["free", "live", "days"] = row["pace"]
        self.terms = None if row["clock"] is None else ClockTerms.model_validate_json(row["clock"])
        self.owner: str = row["owner"]
        self.invitation: str = row["invitation"]
        self.made_at: float = row["made_at"]
        self.lock = asyncio.Lock()
        self.timeline: Timeline | None = None
        self.asked_at: dict[
            int, float
        ] = {}  # since when each decider has been asked, as far as this worker knows
        self.due: dict[int, float] = {}  # when those who do not think will have thought
        self.stale = False  # another worker has changed something
        self.used_at = time.monotonic()
        self.update(row, chairs)

    def update(self, row: RowMapping, chairs: list[Seat]) -> None:
        """Take over what can change, all but the log."""
        self.status: Status = row["status"]
        self.revision: int = row["revision"]
        self.offer = Offer.from_text(row["offer"])
        self.next_table: str | None = row["next_table"]
        self.moved_at: float = row["moved_at"]
        self.seats = chairs

    # -- who -------------------------------------------------------------------------------------------------

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        if person is None:
            return None
        for chair in self.seats:
            if chair.person == person:
                return chair.seat
        return None

    def people(self) -> list[int]:
        """The seats where a person decides now."""
        return [chair.seat for chair in self.seats if chair.present]

    # -- how it stands ---------------------------------------------------------------------------------------

    @property
    def game_on(self) -> Timeline:
        """The timeline of a table that has started."""
        assert self.timeline is not None
        return self.timeline

    @property
    def length(self) -> int:
        """How many entries of the log are here."""
        return 0 if self.timeline is None else self.timeline.length

    def number(self, seat: int | None) -> int:
        """The count of this reader."""
        return 0 if self.timeline is None else self.timeline.number(seat)

    def noticed_by_all(self, noticed: int) -> bool:
        """Whether no reader missed it."""
        everybody = (1 << self.start.seats) - 1 | 1 << SPECTATOR
        return noticed & everybody == everybody

    def deciders(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return () if self.timeline is None else self.timeline.state.deciders

    def ask(self, at: float, again: int | None = None) -> None:
        """Remember since when each decider is asked; ``again`` is a seat that has visibly decided and may be
        asked anew.
        """
        if again is not None:
            self.asked_at.pop(again, None)
        deciders = self.deciders()
        self.asked_at = {seat: self.asked_at.get(seat, at) for seat in deciders}
        self.due = {seat: due for seat, due in self.due.items() if seat in deciders and seat != again}

    def touch(self) -> None:
        """Somebody needs this room."""
        self.used_at = time.monotonic()


class Rooms:
    """The rooms in memory, the longest unused first; only an unlocked room is ever let go.

    Whoever still works with a room that was let go keeps it findable, so that a table never has two rooms.
    """

    def __init__(self, most: int, idle_seconds: float) -> None:
        self.most = most
        self.idle_seconds = idle_seconds
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def get(self, table: str) -> Room | None:
        """A room that is here."""
        room = self._rooms.get(table) or self._alive.get(table)
        if room is not None:
            room.touch()
            self._rooms[table] = room
            self._rooms.move_to_end(table)
        return room

    def put(self, room: Room) -> None:
        """Keep a room, and let go of others if there are too many."""
        self._rooms[room.id] = self._alive[room.id] = room
        for table in list(self._rooms):
            if len(self._rooms) <= self.most:
                break
            self._let_go(table)

    def forget(self, table: str) -> None:
        """Let go of a room, whoever uses it."""
        self._rooms.pop(table, None)
        self._alive.pop(table, None)

    def sweep(self) -> None:
        """Let go of rooms that nobody has needed for long."""
        limit = time.monotonic() - self.idle_seconds
        for room in self:
            if room.used_at < limit:
                self._let_go(room.id)

    def door(self, table: str) -> asyncio.Lock:
        """Held by whoever loads a room, so that it is loaded once."""
        return self._loading.setdefault(table, asyncio.Lock())

    def close_door(self, table: str) -> None:
        """The room is loaded."""
        self._loading.pop(table, None)

    def _let_go(self, table: str) -> None:
        if not self._rooms[table].lock.locked():
            del self._rooms[table]
