"""A game as its log: from the start and the entries to the state, and to what each reader observed.

There is no storage, clock or network here: given the same start and entries, every worker gets the same
timeline.

An entry is a move, or takes moves back. ``drop 7`` removes entry 7 alone: its mover changed their mind before
anybody could know. ``back 7`` removes entry 7 and everything after it, by consent. An entry can also say that
a player resigned, which changes nothing on the table. Entries themselves are never removed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from spyring.engine.errors import IllegalMove
from spyring.engine.game import Game
from spyring.engine.i18n import Translate
from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.seats import SPECTATOR, viewer
from spyring.engine.state import State
from spyring.server.core.bots.thoughts import from_text

Kind = Literal["move", "drop", "back", "quit"]
TAKES_BACK: Final = ("drop", "back")
Reader = int | tuple[int, ...] | None  # a seat, the seats of one person, or a spectator
MAX_ENTRIES_TO_UNDO: Final = 3000  # entries that a seat observed; after so many it can only move on
RECENT_STATES: Final = 3  # recent states that are kept, so that little is replayed
MOVES_BETWEEN_STATES: Final = 64  # moves between the older states that are kept
NO_EVENTS: Final[tuple[Event, ...]] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a game; the keys of its chance are secrets.

    A log that was copied from another game had other keys: each of ``branches`` is one, with the last entry
    that it was for (0: the set-up).
    """

    seats: int
    key: bytes
    options: dict[str, int | str]
    legacy: Json | None = None
    branches: tuple[tuple[int, bytes], ...] = ()

    def key_for(self, number: int) -> bytes:
        """The key under which an entry of the log was played."""
        for last, key in self.branches:
            if number <= last:
                return key
        return self.key


@dataclass(slots=True)
class Entry:
    """An entry of the log, and its events."""

    number: int  # from 1
    kind: Kind
    seat: int
    text: str
    observers: int  # mask of the readers who noticed it
    irreversible: bool  # whether it cannot be taken back without asking
    at: float
    events: tuple[Event, ...] = NO_EVENTS
    undone: bool = False
    woke: bool = False  # whether it let another seat act that could not act before
    why: str | None = None  # a bot's reason: secret before the end
    clocks: str | None = None  # what every seat had left before a timed move that all observed, as JSON

    @property
    def target(self) -> int:
        """The number in a drop or a step back."""
        return int(self.text)

    def reason(self, translate: Translate) -> str | None:
        """Why a bot made this move; secret before the game is over."""
        return None if self.why is None else from_text(self.why).why(translate)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state before an entry, after so many moves in force."""

    number: int
    moves: int
    state: State


class Checkpoints:
    """Some earlier states of a game: its opening, the last few, and some in between. Going back, or looking
    back, replays only the moves after one of them. So the cost does not depend on how often players moved and
    took it back.
    """

    def __init__(self, opening: State) -> None:
        self._states = [Checkpoint(1, 0, opening)]

    def keep(self, number: int, moves: int, state: State) -> None:
        """Keep the state before an entry; it must not change any more."""
        kept = self._states
        if kept[-1].moves == moves:
            return
        kept.append(Checkpoint(number, moves, state))
        last = -RECENT_STATES - 1  # of the older ones
        if len(kept) > -last and kept[last].moves - kept[last - 1].moves < MOVES_BETWEEN_STATES:
            del kept[last]

    def before(self, number: int) -> Checkpoint:
        """The last checkpoint up to an entry."""
        for checkpoint in reversed(tuple(self._states)):  # a copy: others may look from a thread
            if checkpoint.number <= number:
                return checkpoint
        raise ValueError(f"no entry has the number {number}")

    def forget(self, number: int) -> None:
        """Drop the states after an entry that was taken back."""
        while self._states[-1].number > number:
            self._states.pop()


class Timeline:
    """A game that moves forward by moves, and back by dropping some of them."""

    def __init__(self, game: Game, start: Start, entries: Iterable[Entry] = ()) -> None:
        self.game = game
        self.start = start
        self.entries: list[Entry] = []
        self.everybody = (1 << start.seats) - 1 | 1 << SPECTATOR
        self._numbers: dict[int, int] = {}  # by the mask of the reader
        self.state, self.opening = self._begin()
        self._views: dict[int, Json] = {}  # current views of some readers, if they were needed
        self._common: Json | None = None  # the common part of all views
        self._in_force = 0  # moves
        self._checkpoints = Checkpoints(self.state.clone())
        for entry in entries:
            self.apply(entry)

    # -- reading the log -------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    def apply(self, entry: Entry) -> None:
        """Apply an entry that is already in the log."""
        if entry.number != self.length + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.length}")
        if entry.kind == "move":
            before = self.state.clone()
            entry.events = self.advance(self.state, entry.number, entry.seat, entry.text)
            entry.woke = _woke(before, self.state, entry.seat)
            self._views, self._common = {}, None
            self._checkpoints.keep(entry.number, self._in_force, before)
        elif entry.kind != "quit":
            gone = self.dropped_by(entry.kind, entry.target)
            self.state = self._without(gone)
            self._views, self._common = {}, None
            self._take_back(gone)
        self._append(entry)

    def dropped_by(self, kind: Kind, target: int) -> list[Entry]:
        """The moves in force that such an entry takes back."""
        if kind == "drop":
            return [e for e in self.entries[target - 1 : target] if not e.undone]
        return [e for e in self.entries[target - 1 :] if e.kind == "move" and not e.undone]

    def moves(self) -> list[Entry]:
        """The moves in force."""
        return [e for e in self.entries if e.kind == "move" and not e.undone]

    def at(self, step: int) -> State:
        """The game after so many of the moves in force."""
        moves = self.moves()
        return self.before(moves[step].number) if step < len(moves) else self.state.clone()

    def before(self, number: int) -> State:
        """The game as the moves in force before an entry make it."""
        checkpoint = self._checkpoints.before(number)
        state = checkpoint.state.clone()
        for entry in self.entries[checkpoint.number - 1 : number - 1]:
            if entry.kind == "move" and not entry.undone:
                self.advance(state, entry.number, entry.seat, entry.text)
        return state

    # -- writing the log -------------------------------------------------------------------------------------

    def consider(self, seat: int, move: int, at: float, why: str | None = None) -> "Step":
        """The entry that ``move`` would make, and the state after it. Changes nothing; raises
        :class:`IllegalMove`.
        """
        after = self.state.clone()
        number, text = self.length + 1, self.game.moves.name(move)
        events = self._make(after, number, seat, move)
        irreversible = not after.same_chance(self.state) or any(map(self.game.events.reveals, events))
        observers = 1 << seat
        for event in events:
            observers |= event.audience
        views: dict[int, Json] = {}
        untold = [reader for reader in self.readers() if not observers >> reader & 1]
        common = self.game.public(after) if untold else None
        for reader in untold:
            views[reader] = seen = after.view(_seat(reader), common)
            if seen != self.view(_seat(reader)) or _legal(after, reader) != _legal(self.state, reader):
                observers |= 1 << reader
        observers &= self.everybody
        woke = _woke(self.state, after, seat)
        entry = Entry(number, "move", seat, text, observers, irreversible, at, events, woke=woke, why=why)
        return Step(entry, after, views, common)

    def consider_undo(self, kind: Kind, seat: int, target: int, at: float) -> "Step":
        """The entry that takes moves back, and the state after it. Raises :class:`IllegalMove` if the other
        moves become illegal.
        """
        gone = self.dropped_by(kind, target)
        if any(e.irreversible for e in self._after(gone)):
            raise IllegalMove(seat, -1, "", "Chance has decided something since.")
        observers = 1 << seat
        for entry in gone:
            observers |= entry.observers
        return Step(Entry(self.length + 1, kind, seat, str(target), observers, True, at), self._without(gone))

    def resignation(self, seats: Sequence[int], at: float) -> list[Entry]:
        """The entries for a player who resigns these seats."""
        return [
            Entry(number, "quit", seat, "", self.everybody, False, at)
            for number, seat in enumerate(seats, self.length + 1)
        ]

    def resigned_after(self, number: int) -> list[int]:
        """The seats that resigned between the move with this number, or the start, and the next move."""
        seats: list[int] = []
        for at in range(number, self.length):
            entry = self.entries[at]
            if entry.kind == "move" and not entry.undone:
                break
            if entry.kind == "quit":
                seats.append(entry.seat)
        return seats

    def commit(self, step: "Step") -> None:
        """Apply a step that was considered and is now stored."""
        if step.entry.kind == "move":
            self._checkpoints.keep(step.entry.number, self._in_force, self.state)
        else:
            self._take_back(self.dropped_by(step.entry.kind, step.entry.target))
        self._append(step.entry)
        self.state = step.after
        self._views, self._common = step.views, step.common

    def free_undo(self, reader: Reader) -> int | None:
        """The number of the entry that a reader may take back without asking. It is their own last move, if
        it was reversible, binds nobody else, and they have noticed nothing since. Secret moves of others do
        not count, or the offer would reveal them; where such a move might be in the way, nothing is offered.
        """
        mine = mask_of(reader)
        for entry in reversed(self.entries):
            own = bool(mine >> entry.seat & 1)
            if own and entry.kind == "move" and not entry.undone:
                kept = entry.irreversible or self._binds(entry, mine) or self._overlaid(entry, mine)
                return None if kept else entry.number
            if entry.observers & mine and not (own and (entry.kind == "drop" or entry.undone)):
                return None
        return None

    def _binds(self, entry: Entry, mine: int) -> bool:
        """Whether a move closed a proposal of other players: then it is theirs as well."""
        book = self.game.moves
        if not book.phrase(book.parse(entry.text)).agrees:
            return False
        earlier = reversed(self.entries[: entry.number - 1])
        proposal = next((e for e in earlier if e.kind == "move" and not e.undone), None)
        return proposal is None or not mine >> proposal.seat & 1

    def _overlaid(self, entry: Entry, mine: int) -> bool:
        """Whether others may have made a hidden move since that depends on this entry or on chance. It
        follows from what all can see: the seats that may act, and the frame.
        """
        state = self.state
        if not state.stack or not state.stack[-1].unseen:
            return False
        others = any(not mine >> seat & 1 for seat in (*state.deciders, *state.interrupters))
        return others and (entry.woke or state.stack[-1].unseen_chance)

    def last_move(self, reader: Reader) -> int | None:
        """The number of a reader's last move in force."""
        mine = mask_of(reader)
        for entry in reversed(self.entries):
            if mine >> entry.seat & 1 and entry.kind == "move" and not entry.undone:
                return entry.number
        return None

    def mover(self, number: int) -> int:
        """The seat that made an entry."""
        return self.entries[number - 1].seat

    # -- what readers observed -------------------------------------------------------------------------------

    def readers(self) -> Sequence[int]:
        """The seats, and the spectator."""
        return (*range(self.start.seats), SPECTATOR)

    def number(self, reader: Reader) -> int:
        """How many entries this reader observed."""
        mine = mask_of(reader)
        if mine not in self._numbers:
            self._numbers[mine] = sum(1 for entry in self.entries if entry.observers & mine)
        return self._numbers[mine]

    def observed(self, reader: Reader, since: int = 0) -> list[tuple[int, Entry]]:
        """The entries this reader observed after ``since``, with this reader's numbers."""
        mine = mask_of(reader)
        number = self.number(reader)
        found: list[tuple[int, Entry]] = []
        for entry in reversed(self.entries):
            if number <= since:
                break
            if entry.observers & mine:
                found.append((number, entry))
                number -= 1
        found.reverse()
        return found

    def view(self, seat: int | None) -> Json:
        """What a seat, or a spectator, may see now. The value is shared, so it must not be changed."""
        found = self._views.get(viewer(seat))
        return self.state.view(seat, self.common()) if found is None else found

    def common(self) -> Json:
        """The part of the table that all readers see now."""
        if self._common is None:
            self._common = self.game.public(self.state)
        return self._common

    def events_for(self, seat: int) -> list[Event]:
        """The events that a seat may know, of all moves in force."""
        bit = 1 << seat
        events = [event for event in self.opening if event.audience & bit]
        for entry in self.moves():
            events += [event for event in entry.events if event.audience & bit]
        return events

    # -- inside ----------------------------------------------------------------------------------------------

    def _append(self, entry: Entry) -> None:
        self.entries.append(entry)
        self._in_force += entry.kind == "move"
        for mine in self._numbers:
            self._numbers[mine] += bool(entry.observers & mine)

    def _begin(self) -> tuple[State, tuple[Event, ...]]:
        start = self.start
        options: dict[str, Any] = dict(start.options)
        key = start.key_for(0)
        state = self.game.start(seats=start.seats, key=key, events=True, legacy=start.legacy, **options)
        return state, _collect(state)

    def advance(self, state: State, number: int, seat: int, text: str) -> tuple[Event, ...]:
        """Make the move of an entry under its key, and return its events. The state itself keeps no history,
        so that clones stay small.
        """
        return self._make(state, number, seat, self.game.moves.parse(text))

    def _make(self, state: State, number: int, seat: int, move: int) -> tuple[Event, ...]:
        key = self.start.key_for(number)
        if state.keyed is not None and state.keyed.key != key:
            state.keyed = state.keyed.under(key)
        state.play(seat, move)
        return _collect(state)

    def _without(self, gone: Sequence[Entry]) -> State:
        """The game as if some moves had never been made."""
        if not gone:
            return self.state.clone()
        state = self.before(gone[0].number)
        for entry in self._after(gone):
            self.advance(state, entry.number, entry.seat, entry.text)
        return state

    def _after(self, gone: Sequence[Entry]) -> list[Entry]:
        """The moves that stay in force after the first one that is taken back."""
        taken = {entry.number for entry in gone}
        later = self.entries[gone[0].number :] if gone else ()
        return [e for e in later if e.kind == "move" and not e.undone and e.number not in taken]

    def _take_back(self, gone: Sequence[Entry]) -> None:
        for entry in gone:
            entry.undone = True
        self._in_force -= len(gone)
        if gone:
            self._checkpoints.forget(gone[0].number)


@dataclass(frozen=True, slots=True)
class Step:
    """A possible next entry with the state after it, and the views of it that were needed."""

    entry: Entry
    after: State
    views: dict[int, Json] = field(default_factory=dict)
    common: Json | None = None


@lru_cache(maxsize=256)
def mask_of(reader: Reader) -> int:
    """The mask of the seats through which a reader sees: a person notices what any of their seats notices.

    >>> mask_of(2), mask_of((0, 1)), mask_of(None) == 1 << SPECTATOR
    (4, 3, True)
    """
    if isinstance(reader, tuple):
        return sum(1 << viewer(seat) for seat in reader)
    return 1 << viewer(reader)


def _collect(state: State) -> tuple[Event, ...]:
    events = state.events
    state.event_log = []
    return events


def _woke(before: State, after: State, seat: int) -> bool:
    could = {seat, *before.deciders, *before.interrupters}
    return not could.issuperset((*after.deciders, *after.interrupters))


def _seat(reader: int) -> int | None:
    return None if reader == SPECTATOR else reader


def _legal(state: State, reader: int) -> tuple[int, ...]:
    return () if reader == SPECTATOR else state.legal(reader)
