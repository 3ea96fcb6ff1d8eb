"""A game in progress: the one gate for moves, the stack of frames, chance, events and knowledge."""

import hashlib
import json
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr
from typing_extensions import TypeVar

from spyring.engine.chance import INCREMENT, MASK, MULTIPLIER, seeded
from spyring.engine.errors import IllegalMove
from spyring.engine.frame import Frame, Refusal
from spyring.engine.notation import Event
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.seats import MEMBERS, MOST_SEATS, members, viewer
from spyring.engine.words import _

if TYPE_CHECKING:
    from spyring.engine.game import Game

Json = dict[str, Any]
NOT_AGREED: Final[dict[str, Value]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What every game's table shares. A game's ``Table`` adds what lies where and who knows what.

    A subclass writes :meth:`clone`, :meth:`imagine`, :meth:`pack`, :meth:`unpack` and :meth:`census`;
    everything else is here.
    """

    game: "Game[Any]"
    seats: i64
    options: dict[str, Value]  # what was agreed before the game
    inherited: Json | None  # what an earlier game left to this one
    word: i64  # chance
    stack: list[Frame[Any]]
    happened: list[Event] | None  # None: nobody listens, nothing is kept
    deciders: tuple[int, ...]
    """The seats that must decide now; empty when the game is over."""
    deciding: i64  # the same as a mask
    _asked: int  # the seat whose moves are remembered, or -1; no i64, for whoever asks may be no seat at all
    _moves: tuple[int, ...]

    def __init__(self, game: "Game[Any]", seats: int) -> None:
        self.game = game
        self.seats = seats
        self.options = NOT_AGREED
        self.inherited = None
        self.word = 0
        self.stack = []
        self.happened = None
        self.deciders = ()
        self.deciding = 0
        self._asked = -1
        self._moves = ()

    # -- what a game writes ------------------------------------------------------------------------

    def clone(self) -> "State":
        """An independent copy: begin with ``t = Table(...)`` and ``self.copy_to(t)``."""
        raise NotImplementedError

    def imagine(self, seat: int) -> None:
        """Lay everything that ``seat`` cannot know anew, at random (``SPECTATOR`` for somebody without a
        seat).
        """
        raise NotImplementedError

    def pack(self) -> Json:
        """What lies where, JSON-ready; everything but the stack and chance."""
        raise NotImplementedError

    def unpack(self, data: Json) -> None:
        """The reverse of :meth:`pack`; refuses with :class:`BadPosition` what cannot be, fills in what is
        left out.
        """
        raise NotImplementedError

    def census(self) -> dict[str, int]:
        """Every component of the box and how many of it are somewhere; the same at all times."""
        raise NotImplementedError

    def legacy(self) -> Json | None:
        """What outlives this game and is given to ``start(legacy=...)`` of the next one; None for most
        games.
        """
        return None

    # -- the public face ---------------------------------------------------------------------------

    @property
    def interrupters(self) -> tuple[int, ...]:
        """The seats that may act now without being asked."""
        return members(self.stack[-1].interrupters(self)) if self.stack else ()

    def legal(self, seat: int) -> tuple[int, ...]:
        """Every legal move of ``seat``; never empty for a decider, always empty for a seat that is not
        asked.
        """
        if seat == self._asked:
            return self._moves
        if not self._asks(seat):
            return ()
        moves = tuple(self.stack[-1].legal(self, seat))
        self._asked = seat
        self._moves = moves
        return moves

    def play(self, seat: int, move: int) -> None:
        """The one gate: make a legal move, or raise :class:`IllegalMove` and change nothing."""
        for legal in self._moves if seat == self._asked else self.legal(seat):
            if legal == move:  # a loop, because the compiled build then compares numbers, not objects
                break
        else:
            raise self._refused(seat, move)
        self.stack[-1].play(self, seat, move)
        self.settle()

    def why_not(self, seat: int, move: int) -> Refusal | None:
        """The clause and the reason why ``seat`` may not make ``move`` now, or None if it may."""
        if move in self.legal(seat):
            return None
        if not 0 <= seat < int(self.seats):
            return Refusal("", _("There is no such seat at this table."))
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
        """How the game ended, or None while it goes on."""
        return None if self.stack else self.game.judge(self)

    def view(self, seat: int | None) -> Json:
        """All that ``seat`` may see, JSON-ready; ``None`` for a spectator."""
        who = viewer(seat, self.seats)
        names = self.game.seat_names(self.seats)
        outcome = self.outcome
        seen: Json = {
            "game": self.game.name,
            "you": None if seat is None else names[seat],
            "seats": list(names),
            "deciders": [names[s] for s in self.deciders],
            "interrupters": [names[s] for s in self.interrupters],
            "asked": None,
            "outcome": None if outcome is None else outcome.to_json(),
            "table": self.game.look(self, who),
        }
        if self.stack:
            frame = self.stack[-1]
            seen["asked"] = {
                "frame": type(frame).__name__,
                "clause": frame.clause,
                "ask": frame.ask,
                "wait": frame.wait,
                "offer": frame.offer,
                "places": frame.places(self, who),
                **frame.look(self, who),
            }
        return seen

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since the start, told to anybody; empty unless switched on at the start."""
        return () if self.happened is None else tuple(self.happened)

    def told(self, seat: int | None) -> list[dict[str, str]]:
        """The events that ``seat`` was told, as fields, in order; ``None`` for a spectator."""
        bit = 1 << viewer(seat, self.seats)
        return [self.game.events.fields(event) for event in self.events if event.audience & bit]

    def resample(self, seat: int | None, seed: int) -> "State":
        """Another world that ``seat`` cannot tell from this one, with chance of its own."""
        who = viewer(seat, self.seats)
        world = self.clone()
        world.word = seeded(seed)
        if world.happened is not None:
            bit = 1 << who
            world.happened = [event for event in world.happened if event.audience & bit]
        if world.stack:
            world.imagine(who)
            for depth in range(len(world.stack)):
                world.stack[depth] = world.stack[depth].imagine(world, who)
            world._asked = -1
            world._moves = ()
        return world

    def to_json(self) -> Json:
        """The whole position: a secret of the server."""
        return {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": self.game.box_name,
            "seats": int(self.seats),
            "options": self.chosen(),
            "chance": int(self.word),
            "stack": [[type(frame).__name__, *frame.pack()] for frame in self.stack],
            "table": self.pack(),
        }

    def chosen(self) -> dict[str, Value]:
        """The options of this game, by name."""
        return dict(self.options)

    def fingerprint(self) -> int:
        """A 64-bit digest of everything, the same on every machine and in both builds."""
        text = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.to_json(), self.happened is not None)

    # -- what frames use ---------------------------------------------------------------------------

    def push(self, frame: Frame[Any]) -> None:
        """Ask this first, then come back."""
        self.stack.append(frame)

    def become(self, frame: Frame[Any]) -> None:
        """Put ``frame`` in the place of the top one."""
        self.stack[-1] = frame

    def done(self) -> None:
        """The top frame is finished."""
        self.stack.pop()

    def finish(self) -> None:
        """The game is over."""
        self.stack.clear()

    def settle(self) -> None:
        """Carry out every step that asks nobody, until somebody is asked or the game is over."""
        self._asked = -1
        self._moves = ()
        stack = self.stack
        while stack:
            frame = stack[-1]
            mask = frame.deciders(self)
            if mask:
                self.deciders = MEMBERS[mask]
                self.deciding = mask
                return
            frame.resolve(self)
        self.deciders = ()
        self.deciding = 0

    def roll(self, sides: i64) -> i64:
        """A number from 0 to ``sides`` - 1."""
        word: i64 = (self.word * MULTIPLIER + INCREMENT) & MASK
        self.word = word
        return ((word >> 31) * sides) >> 31

    def shuffle(self, things: list[Any]) -> None:
        """Put ``things`` into random order, in place."""
        word: i64 = self.word
        last: i64 = len(things) - 1
        while last > 0:
            word = (word * MULTIPLIER + INCREMENT) & MASK  # as in roll(), without the calls
            other: i64 = ((word >> 31) * (last + 1)) >> 31
            thing = things[last]
            things[last] = things[other]
            things[other] = thing
            last -= 1
        self.word = word

    def tell(self, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        """Say that something happened; costs nothing when nobody listens."""
        if self.happened is not None:
            self.happened.append(Event(kind, audience, a, b, c, d))

    def copy_to(self, t: "State") -> None:
        """The shared part of :meth:`clone`."""
        t.options = self.options
        t.inherited = self.inherited
        t.word = self.word
        t.stack = self.stack[:]
        happened = self.happened
        if happened is not None:
            t.happened = happened[:]
        t.deciders = self.deciders
        t.deciding = self.deciding
        t._asked = self._asked
        t._moves = self._moves

    # -- inside ------------------------------------------------------------------------------------

    def _asks(self, seat: int) -> bool:
        """Whether ``seat`` must or may act now."""
        if not 0 <= seat < MOST_SEATS or not self.stack:
            return False
        return self.deciding >> seat & 1 != 0 or self.stack[-1].interrupters(self) >> seat & 1 != 0

    def _refused(self, seat: int, move: int) -> IllegalMove:
        refusal = self.why_not(seat, move)
        assert refusal is not None
        return IllegalMove(seat, move, refusal.clause, refusal.say())


T = TypeVar("T", bound=State, default=Any)  # a game's own table; Game alone is any game


def restored(game: "Game[Any]", data: Json, listening: bool) -> State:
    """A state out of its pickle."""
    state = game.from_json(data)
    if listening:
        state.happened = []
    return state
