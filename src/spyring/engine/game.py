"""A game on the shelf: how to start one, or continue from a saved position."""

import json
import sys
from operator import index
from typing import Any, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from spyring.engine.chance import WORD
from spyring.engine.definition import Definition
from spyring.engine.encoding import Encoding
from spyring.engine.errors import DAMAGE, BadKey, BadPosition, BadSeats
from spyring.engine.frame import Frame
from spyring.engine.growth import FIRST, UPDATE
from spyring.engine.keyed_chance import KEY_BYTES, KeyedChance
from spyring.engine.position import Json
from spyring.engine.state import State, T

POSITION_KEYS: Final = (
    "game",
    "rules",
    "box",
    "seats",
    "options",
    "legacy",
    "chance",
    "stack",
    "table",
    "events",
    "data",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Definition[T]):
    """A game as the rest of the program knows it, played on tables of class ``T``.

    A game's package creates one and calls it ``GAME``.
    """

    _encoding: Encoding[Any] | None = None

    def with_box(self, text: str) -> "Game[T]":
        """The same game with another box, given as the text of its file."""
        raise NotImplementedError

    def edition(self, rules_version: int) -> "Game[T] | None":
        """The same game and box under this version of its rules; None if that is no longer playable."""
        if rules_version == self.rules_version:
            return self
        return self.make_edition(rules_version) if rules_version in self.earlier else None

    def make_edition(self, rules_version: int) -> "Game[T]":
        """The same game under one of its ``earlier`` rules."""
        raise NotImplementedError

    def make_encoding(self) -> Encoding[T]:
        """The layout of what a seat perceives, for machine learning; called once. The default covers what all
        games share.
        """
        return Encoding(self)

    @property
    def encoding(self) -> Encoding[Any]:
        """How :meth:`State.encode` writes what a seat perceives."""
        if self._encoding is None:
            self._encoding = self.make_encoding()
        return self._encoding

    def start(
        self,
        *,
        seats: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
        key: bytes | None = None,
        events: bool = False,
        legacy: Json | None = None,
        draws: list[tuple[int, int]] | None = None,
        **options: Any,
    ) -> State:
        """A new game. Rule options are keywords; ``events`` switches on events.

        Chance follows from ``seed`` in simulations. Where people play, it follows from a secret ``key`` of 32
        bytes, so that nobody can predict it; the list ``draws`` then records every draw: the number of sides,
        and the result.
        """
        count = self.seats[-1] if seats is None else index(seats)
        self._check(count)
        state: State = self.new_state(count, options, legacy)
        if key is None:
            state.seed(index(seed))
        else:
            _check_key(key)
            state.keyed = KeyedChance(key)
            state.keyed.draw_log = draws
        if events:
            state.event_log = []
        table: Any = state
        self.set_up(table)
        state.settle()
        return state

    def new_state(self, seats: int, given: dict[str, Any], legacy: Json | None) -> State:
        """An empty table with its options and legacy."""
        options = self.resolve_options(seats, given)
        state = self.new_table(seats, options, legacy)
        state.options = options
        state.initial_legacy = legacy
        return state

    def from_json(self, saved: object, key: bytes | None = None) -> State:
        """A position from :meth:`State.to_json`, or a scenario with the unimportant parts left out.

        A scenario may have a seed for its ``chance``. A game under a key is restored with its ``key``.
        """
        data = self._checked(saved)
        try:
            state = self._restored(data, key)
            state.clone().view(None)  # a position that cannot be shown is damaged
            return state
        except DAMAGE as error:
            raise BadPosition("The parts of this position do not fit together: it is damaged.") from error

    def _restored(self, data: Json, key: bytes | None) -> State:
        """A position of this game; unexpected damage may raise anything."""
        count = data.get("seats", self.seats[-1])
        if not isinstance(count, int) or isinstance(count, bool):
            raise BadPosition(f"The number of seats must be a whole number, not {json.dumps(count)}.")
        self._check(count)
        options = data.get("options", {})
        if not isinstance(options, dict):
            raise BadPosition("The options of a position are an object: a value by name.")
        state: State = self.new_state(count, options, data.get("legacy"))
        _restore_chance(state, data.get("chance", 0), key)
        table = data.get("table", {})
        if not isinstance(table, dict):
            raise BadPosition("The table of a position is an object.")
        state.unpack(table)
        try:
            self._restore_stack(state, data)
        except DAMAGE as error:
            raise BadPosition("The stack of this position does not fit its table.") from error
        if "events" in data:
            if not isinstance(data["events"], list):
                raise BadPosition("The events of a position are a list.")
            state.event_log = [self.events.unpack(entry) for entry in data["events"]]
        return state

    def validate(self, state: T) -> None:
        """Refuse a position that contradicts itself, stack and table together."""
        there = inventory(state)
        for name, count in self.components(int(state.seats)).items():
            found = there.get(name, 0)
            if found != count:
                raise BadPosition(f"There must be {count} of {name}, but there are {found}.")

    def __reduce__(self) -> Any:
        """A pickle holds only the game's name in the module of its class."""
        for name, thing in vars(sys.modules[type(self).__module__]).items():
            if thing is self:
                return name
        raise TypeError(f"{self.name} has no name in {type(self).__module__}, so it cannot be pickled.")

    def _checked(self, data: object) -> Json:
        """The position, if it claims to be of this game."""
        if not isinstance(data, dict):
            raise BadPosition(f"A position is an object with the keys {', '.join(POSITION_KEYS)}.")
        if data.get("game") != self.name:
            raise BadPosition(f"This position is of {data.get('game')}, not of {self.name}.")
        rules = data.get("rules", self.rules_version)
        if rules != self.rules_version:
            newer = isinstance(rules, int) and rules > self.rules_version
            raise BadPosition(
                f"This position was saved under rules version {rules}; "
                f"this program plays version {self.rules_version}.{f' {UPDATE}' if newer else ''}"
            )
        fault = self.check_data(data.get("data", FIRST), "this position")
        if fault:
            raise BadPosition(fault[0].upper() + fault[1:])
        for key in data:
            if key not in POSITION_KEYS:
                raise BadPosition(f"Unknown key in a position: {key}. Known: {', '.join(POSITION_KEYS)}.")
        if data.get("box", self.box_name) != self.box_name:
            raise BadPosition(f"This position is of the box {data.get('box')}, not of {self.box_name}.")
        return data

    def _restore_stack(self, state: Any, data: Json) -> None:
        """Restore the stack, and check that the game can continue."""
        if "stack" in data:
            if not isinstance(data["stack"], list):
                raise BadPosition("The stack of a position is a list of frames.")
            state.stack = [self._frame(entry) for entry in data["stack"]]
        else:
            self.resume(state)
        self.validate(state)
        state.settle()
        for seat in state.deciders:
            if not state.legal(seat):
                name = self.seat_names(int(state.seats))[seat]
                raise BadPosition(f"In this position {name} is asked, but has nothing to choose from.")

    def _check(self, seats: int) -> None:
        if seats not in self.seats:
            allowed = ", ".join(str(count) for count in self.seats)
            raise BadSeats(f"{self.title} is for {allowed} seats, not {seats}.")

    def _frame(self, entry: object) -> Frame[Any]:
        if not isinstance(entry, list) or not entry or entry[0] not in list(self.frames):
            raise BadPosition(
                f"{json.dumps(entry)} is not a frame of {self.name}. Known frames: {', '.join(self.frames)}."
            )
        try:
            frame = self.frames[entry[0]](*entry[1:])
            whole = frame.pack() == entry[1:]  # a compiled __init__ without parameters ignores arguments
        except (TypeError, ValueError, IndexError, KeyError) as error:
            raise BadPosition(f"The frame {json.dumps(entry)} is damaged.") from error
        if not whole:
            raise BadPosition(f"The frame {json.dumps(entry)} is damaged.")
        return frame


def _restore_chance(state: State, chance: object, key: bytes | None) -> None:
    """Chance as :meth:`State.to_json` saved it, or from a seed."""
    if isinstance(chance, int) and not isinstance(chance, bool):
        state.seed(chance)
    elif isinstance(chance, list) and len(chance) == 2 and all(_is_count(w) and w <= WORD for w in chance):
        state.chance_low, state.chance_high = chance
        if chance == [0, 0]:
            raise BadPosition("The two words of chance cannot both be 0.")
    elif isinstance(chance, dict) and sorted(chance) == ["path", "sealed"] and _is_count(chance["sealed"]):
        if key is None:
            raise BadPosition("This game was played with a key and cannot be restored without it.")
        _check_key(key)
        state.keyed = KeyedChance(key, chance["sealed"], _path(chance["path"]))
    else:
        raise BadPosition("The chance of a position is a seed, or two words of 32 bits, or what was drawn.")


def _path(text: object) -> bytes:
    try:
        path = bytes.fromhex(str(text))
    except ValueError:
        path = b"?"
    if len(path) not in (0, KEY_BYTES):
        raise BadPosition("The path of keyed chance is a digest.")
    return path


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 60


def _check_key(key: object) -> None:
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise BadKey(f"A key has {KEY_BYTES} bytes.")  # does not quote the value: it may be secret


def inventory(state: State) -> dict[str, int]:
    """How many of each component lie on the table and in the frames together."""
    found = state.census()
    for frame in state.stack:
        for name, count in frame.census().items():
            found[name] = found.get(name, 0) + count
    return found
