"""A game in progress: the one gate for moves, the stack of frames, chance, events and knowledge."""

import hashlib
import json
from operator import index
from typing import Any, Final, SupportsIndex

from mypy_extensions import i64, mypyc_attr
from typing_extensions import TypeVar

from spyring.engine.definition import Definition
from spyring.engine.errors import IllegalMove
from spyring.engine.frame import Frame, Refusal
from spyring.engine.growth import FIRST, NONE_LATER, SPARSE, covered
from spyring.engine.i18n import _
from spyring.engine.notation import Event
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.seats import MEMBERS, MOST_SEATS, members, viewer
from spyring.engine.verb import Booked

NO_OPTIONS: Final[dict[str, Value]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Booked):
    """What every game's table shares. A game's ``Table`` adds what lies where and who knows what.

    A subclass writes :meth:`clone`, :meth:`pack` and :meth:`unpack`; everything else is here, or a method of
    its game.
    """

    game: Definition[Any]
    seats: i64
    options: dict[str, Value]  # chosen before the game
    initial_legacy: Json | None  # what an earlier game left to this one
    stack: list[Frame[Any]]
    event_log: list[Event] | None  # None if events are off
    deciders: tuple[int, ...]
    """The seats that must decide now; empty when the game is over."""
    deciders_mask: i64  # the same as a mask
    observer: Any
    """If events are on, ``observer.on_event(state, event)`` is called for every event, in the middle of a
    move. It may look (see :meth:`scene`), but must not change anything. Copies have no observer.
    """
    template: Any  # the common start of this game's vectors, set by its encoding; shared by clones
    version: i64
    """Grows whenever a source of vectors on the table may have changed."""
    _moves_of: int  # the seat whose moves are cached, or -1; no i64, because callers may pass any number
    _moves: tuple[int, ...]
    _interrupters: i64  # cached interrupters, as a mask, or -1

    def __init__(self, game: Definition[Any], seats: int) -> None:
        self.game = game
        self.book = game.moves
        self.seats = seats
        self.options = NO_OPTIONS
        self.initial_legacy = None
        self.chance_low = 0
        self.chance_high = 0
        self.keyed = None
        self.observer = None
        self.template = None
        self.version = 0
        self.stack = []
        self.event_log = None
        self.deciders = ()
        self.deciders_mask = 0
        self._moves_of = -1
        self._moves = ()
        self._interrupters = -1

    # -- what a game writes ------------------------------------------------------------------------

    def clone(self) -> "State":
        """An independent copy: start with ``t = Table(...)`` and ``self.copy_to(t)``."""
        raise NotImplementedError

    def determinize(self, seat: int) -> None:
        """Rearrange everything that ``seat`` (or ``SPECTATOR``) cannot know, at random."""
        self.game.determinize(self, seat)

    def pack(self) -> Json:
        """The table, JSON-ready: everything except the stack and chance."""
        raise NotImplementedError

    def unpack(self, data: Json) -> None:
        """The reverse of :meth:`pack`; raises :class:`BadPosition` for impossible values, and fills in what
        is left out.
        """
        raise NotImplementedError

    def later_entries(self) -> dict[str, int]:
        """The entries of :meth:`pack` added after the first data version, each with its version."""
        return NONE_LATER

    def census(self) -> dict[str, int]:
        """How many of each component are in the game; this never changes."""
        return self.game.census(self)

    def legacy(self) -> Json | None:
        """What this game leaves to the next one, for ``start(legacy=...)``; None for most games."""
        return self.game.legacy(self)

    # -- public ------------------------------------------------------------------------------------

    @property
    def interrupters(self) -> tuple[int, ...]:
        """The seats that may act now, but need not."""
        return members(int(self.interrupters_mask()))

    def interrupters_mask(self) -> i64:
        """The same as a mask."""
        if self._interrupters < 0:
            self._interrupters = self.stack[-1].interrupters(self) if self.stack else 0
        return self._interrupters

    def legal(self, seat: SupportsIndex) -> tuple[int, ...]:
        """Every legal move of ``seat``: never empty for a decider, empty for a seat that may not act. Raises
        :class:`BadSeats` if there is no such seat.
        """
        if not isinstance(seat, int):  # such as a NumPy integer; both builds accept it
            seat = index(seat)
        if seat == self._moves_of and self._moves:  # callers may pass -1, which also means "no seat"
            return self._moves
        if not (0 <= seat < MOST_SEATS and self.deciders_mask >> seat & 1) and not self._asks(seat):
            viewer(seat, self.seats)
            return ()
        moves = tuple(self.stack[-1].legal(self, seat))
        self._moves_of = seat
        self._moves = moves
        return moves

    def play(self, seat: SupportsIndex, move: SupportsIndex) -> None:
        """Make a legal move, or raise :class:`IllegalMove` and change nothing; the only way to move."""
        if not isinstance(seat, int):
            seat = index(seat)
        if not isinstance(move, int):
            move = index(move)
        for legal in self._moves if seat == self._moves_of else self.legal(seat) if self._has(seat) else ():
            if legal == move:  # a loop, so that the compiled build compares numbers, not objects
                break
        else:
            raise self._refused(seat, move)
        if self.keyed is not None:
            self.keyed.absorb(seat, move)
        self.stack[-1].play(self, seat, move)
        self.settle()

    def why_not(self, seat: SupportsIndex, move: SupportsIndex) -> Refusal | None:
        """The clause and the reason why ``seat`` may not make ``move`` now, or None if it may."""
        seat, move = index(seat), index(move)
        if not self._has(seat):
            return Refusal("", _("There is no such seat at this table."))
        if move in self.legal(seat):
            return None
        if not self.stack:
            return Refusal(self.game.end_clause, _("The game is over."))
        if not 0 <= move < len(self.game.moves):
            return Refusal("", _("There is no such move in this game."))
        frame = self.stack[-1]
        if not self._asks(seat):
            return frame.not_asked(self, seat)
        return frame.why_not(self, seat, move)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None before its end."""
        return None if self.stack else self.game.outcome(self)

    def view(self, seat: SupportsIndex | None, public: Json | None = None) -> Json:
        """Everything that ``seat`` (``None`` for a spectator) may see, JSON-ready. Callers that build several
        views of one state pass the result of ``game.public``.
        """
        who = viewer(seat, self.seats)
        seen = self.scene(seat, public)
        names = seen["seats"]
        seen["deciders"] = [names[s] for s in self.deciders]
        seen["interrupters"] = [names[s] for s in self.interrupters]
        if self.stack:
            frame = self.stack[-1]
            seen["asked"] = {
                "frame": type(frame).__name__,
                "clause": frame.clause,
                "ask": frame.ask,
                "wait": frame.wait,
                "offer": frame.offer,
                "places": frame.places(self, who),
                **frame.view(self, who),
                **self._unfinished(frame, who),
            }
        return seen

    def _unfinished(self, frame: Frame[Any], who: int) -> Json:
        """What changes in a question if the step cannot end yet."""
        if frame.ends < 0 or not self.deciders_mask >> who & 1:
            return {}
        refusal = self.why_not(who, frame.ends)
        if refusal is None:
            return {}
        move = self.game.moves.name(frame.ends)
        why = {"move": move, "clause": refusal.clause, "text": refusal.text, "values": refusal.values}
        return {"ask": frame.unfinished or frame.ask, "refused": why}

    def scene(self, seat: SupportsIndex | None, public: Json | None = None) -> Json:
        """Like :meth:`view`, for a moment inside a move: it shows the table and asks no question."""
        who = viewer(seat, self.seats)
        names = self.game.seat_names(self.seats)
        outcome = self.outcome
        return {
            "game": self.game.name,
            "you": None if seat is None else names[who],
            "seats": list(names),
            "deciders": [],
            "interrupters": [],
            "asked": None,
            "outcome": None if outcome is None else self._told_outcome(outcome),
            "table": {**public, **self.game.private(self, who)} if public else self.game.view(self, who),
        }

    def _told_outcome(self, outcome: Outcome) -> Json:
        told = {**outcome.to_json(), "verdicts": self.verdicts(outcome)}
        ties = self.ties(outcome)
        return {**told, "ties": ties} if ties else told

    def ties(self, outcome: Outcome) -> list[list[Any]]:
        """For seats with equal scores but different ranks, a line that says what broke the tie."""
        lines: list[list[Any]] = []
        order = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
        for place in range(1, len(order)):
            ahead, behind = order[place - 1], order[place]
            equal = outcome.scores[ahead] == outcome.scores[behind]
            if equal and outcome.ranks[ahead] != outcome.ranks[behind]:
                line = self.game.tie_breaker(self, ahead, behind)
                if line is not None:
                    lines.append([line.text, dict(line.values)])
        return lines

    def verdicts(self, outcome: Outcome) -> list[list[Any]]:
        """For each seat, lines that say what decided its result: sentences and what fills their places."""
        return [
            [line.line() for line in self.game.verdict(self, outcome, seat)]
            for seat in range(len(outcome.ranks))
        ]

    @property
    def events(self) -> tuple[Event, ...]:
        """All events since the start, for any audience; empty unless switched on at the start."""
        return () if self.event_log is None else tuple(self.event_log)

    def events_for(self, seat: SupportsIndex | None) -> list[dict[str, str]]:
        """The events that ``seat`` (``None`` for a spectator) perceived, as fields, in order."""
        bit = 1 << viewer(seat, self.seats)
        return [self.game.events.fields(event) for event in self.events if event.audience & bit]

    def information(self, seat: SupportsIndex | None) -> str:
        """The information state of ``seat`` as a key: all events that it perceived, in order, and a digest of
        what it sees now. ``None`` is the public state. Start the game with ``events=True`` to have events.
        """
        who = viewer(seat, self.seats)
        bit = 1 << who
        told: list[str] = []
        for event in self.event_log or []:
            if event.audience & bit:
                told.append(f"{event.kind}.{event.a}.{event.b}.{event.c}.{event.d}")
        if seat is not None and self.game.encoding.complete:
            seen = bytearray(self.game.encoding.now)
            self.encode(seat, seen)
        else:
            seen = bytearray(json.dumps(self.view(seat), sort_keys=True).encode())
        name = "public" if seat is None else str(who)
        return f"{name} {' '.join(told)} {hashlib.blake2b(seen, digest_size=8).hexdigest()}"

    def encode(self, seat: SupportsIndex, out: Any) -> None:
        """Write what ``seat`` perceives into a buffer of bytes or 32-bit floats, as ``game.encoding`` lays it
        out: ``encoding.now`` numbers, or ``encoding.size`` with what memory adds.
        """
        self.game.encoding.encode(self, viewer(index(seat), self.seats), out)

    def legal_mask(self, seat: SupportsIndex, out: Any) -> None:
        """Write a 1 for every legal move of ``seat`` into a buffer as long as the move book, else a 0."""
        self.game.encoding.mask(self, viewer(index(seat), self.seats), out)

    def resample(self, seat: SupportsIndex | None, seed: SupportsIndex) -> "State":
        """Another world that ``seat`` cannot tell from this one, with its own chance."""
        who = viewer(seat, self.seats)
        world = self.clone()
        world.seed(seed if isinstance(seed, int) else index(seed))
        if world.event_log is not None:
            bit = 1 << who
            world.event_log = [event for event in world.event_log if event.audience & bit]
        if world.stack:
            world.determinize(who)
            for depth in range(len(world.stack)):
                world.stack[depth] = world.stack[depth].determinize(world, who)
            world._moves_of = -1
            world._moves = ()
            world._interrupters = -1
        return world

    def opened(self) -> "State":
        """A copy with everything visible, as after the end, for readers who may know everything."""
        world = self.clone()
        world.stack = []
        return world

    def to_json(self) -> Json:
        """The whole position, with all events if they are on: a secret of the server."""
        position = self._position()
        position["data"] = self.game.data_version
        if self.event_log is not None:
            position["events"] = [self.game.events.pack(event) for event in self.event_log]
        return position

    def _position(self) -> Json:
        position: Json = {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": self.game.box_name,
            "seats": int(self.seats),
            "options": self.option_values(),
            "chance": self._chance(),
            "stack": [[type(frame).__name__, *frame.pack()] for frame in self.stack],
            "table": self.pack(),
        }
        if self.initial_legacy is not None:
            position["legacy"] = self.initial_legacy
        return position

    def option_values(self) -> dict[str, Value]:
        """The options of this game, by name."""
        return dict(self.options)

    def fingerprint(self, data: int = SPARSE) -> int:
        """A 64-bit digest of the whole position: the same on every machine and in both builds, with and
        without events. Files that store one also name its ``data`` version.
        """
        game = self.game
        position = self._position()
        defaults = {option.name: option.default for option in game.options}
        later = {option.name: option.since for option in game.options if option.since > FIRST}
        position["options"] = covered(position["options"], defaults, later, data)
        blank = game.blank_entries(int(self.seats), self.options, self.initial_legacy)
        position["table"] = covered(position["table"], blank, self.later_entries(), data)
        if self.keyed is not None:
            position["key"] = self.keyed.mark()
        text = json.dumps(position, sort_keys=True, separators=(",", ":"))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def __reduce__(self) -> tuple[Any, ...]:
        key = None if self.keyed is None else self.keyed.key
        return restored, (self.game, self.to_json(), key)

    def __repr__(self) -> str:
        """Only what everyone may know."""
        names = self.game.seat_names(int(self.seats))
        asked = ", ".join([names[seat] for seat in self.deciders])
        return f"<{self.game.name} with {int(self.seats)} seats, {f'asked: {asked}' if asked else 'over'}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    # -- what frames use ---------------------------------------------------------------------------

    def push(self, frame: Frame[Any]) -> None:
        """Ask this first, then come back."""
        self.stack.append(frame)

    def replace(self, frame: Frame[Any]) -> None:
        """Replace the top frame with ``frame``."""
        self.stack[-1] = frame

    def amend(self, frame: Frame[Any]) -> None:
        """The same, after a move that changed only the frame and did not complete the answer."""
        self.stack[-1] = frame
        self.version -= 1

    def done(self) -> None:
        """The top frame is finished."""
        self.stack.pop()

    def finish(self) -> None:
        """The game is over."""
        self.stack.clear()

    def settle(self) -> None:
        """Carry out automatic steps until a seat must decide or the game is over."""
        self._moves_of = -1
        self._moves = ()
        self._interrupters = -1
        self.version += 1
        stack = self.stack
        while stack:
            frame = stack[-1]
            mask = frame.deciders(self)
            if mask:
                self.deciders = MEMBERS[mask]
                self.deciders_mask = mask
                return
            frame.resolve(self)
        self.deciders = ()
        self.deciders_mask = 0

    def emit(self, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        """Report an event; costs nothing if events are off."""
        if self.event_log is not None:
            event = Event(kind, audience, a, b, c, d)
            self.event_log.append(event)
            if self.observer is not None:
                self.observer.on_event(self, event)

    def copy_to(self, t: "State") -> None:
        """The shared part of :meth:`clone`."""
        t.options = self.options
        t.initial_legacy = self.initial_legacy
        t.template = self.template
        t.chance_low = self.chance_low
        t.chance_high = self.chance_high
        if self.keyed is not None:
            t.keyed = self.keyed.copy()
        t.stack = self.stack[:]
        event_log = self.event_log
        if event_log is not None:
            t.event_log = event_log[:]
        t.deciders = self.deciders
        t.deciders_mask = self.deciders_mask
        t._moves_of = self._moves_of
        t._moves = self._moves
        t._interrupters = self._interrupters

    # -- inside ------------------------------------------------------------------------------------

    def _has(self, seat: int) -> bool:
        """Whether there is such a seat; ``seat`` may be any number."""
        return 0 <= seat < int(self.seats)

    def _asks(self, seat: int) -> bool:
        """Whether ``seat`` must or may act now."""
        if not 0 <= seat < MOST_SEATS or not self.stack:
            return False
        return self.deciders_mask >> seat & 1 != 0 or self.interrupters_mask() >> seat & 1 != 0

    def _chance(self) -> Json | list[int]:
        """Chance as a position stores it; for keyed chance the number of draws and a digest of the moves."""
        if self.keyed is not None:
            return {"sealed": int(self.keyed.drawn), "path": self.keyed.path.hex()}
        return [int(self.chance_low), int(self.chance_high)]

    def _refused(self, seat: int, move: int) -> IllegalMove:
        refusal = self.why_not(seat, move)
        assert refusal is not None
        return IllegalMove(seat, move, refusal.clause, refusal.say())


T = TypeVar("T", bound=State, default=Any)  # a game's own table; a plain Game is any game


def restored(game: Definition[Any], data: Json, key: bytes | None) -> State:
    """A state from its pickle."""
    state: State = game.from_json(data, key)
    return state
