"""What a seat perceives, as a vector of fixed length for machine learning.

A game declares its :class:`Encoding` once: named blocks, each with a size that follows from the domains of
the game, and a function that writes them. A vector takes the point of view of one seat: in every block with
one entry per seat, the first is the seat itself and the others follow clockwise. What the seat does not know
is marked as unknown. Numbers are whole and lie between 0 and 255, so that bytes hold them.

>>> import spyring
>>> state = spyring.game("krakow").start(seed=7)
>>> layout = state.game.encoding
>>> out = bytearray(layout.now)
>>> state.encode(0, out)
>>> hand = layout["hand"]
>>> sum(out[hand.at : hand.at + hand.size]) == len(state.view(0)["table"]["hand"])
True

There are two levels, and the length of the buffer chooses one: ``layout.now`` numbers for what lies on the
table, ``layout.size`` for the same followed by what a good memory would add. Its last block holds the last
events that the seat perceived, if the game was started with ``events=True``.

Numbers are written into a ``BytesWriter``, because compiled code sets its bytes without creating objects, and
then copied into the caller's buffer in one go.

A caller that looks at a table after every move keeps an :class:`IncrementalObserver` of it. Little changes
between two moves, and the observer only rewrites segments whose sources have changed.

>>> kept = IncrementalObserver(layout, memory=False)
>>> kept.vector(state, 0) == out
True
"""

import hashlib
import json
import sys
from typing import Any, Final, Generic

from librt.strings import BytesWriter
from mypy_extensions import i64, mypyc_attr, u8

from spyring.engine.definition import Definition
from spyring.engine.errors import SpyringError
from spyring.engine.growth import FIRST
from spyring.engine.notation import Domain
from spyring.engine.state import State, T

MAX_VALUE: Final = 255  # of one number of a vector
EVENTS: Final = 48  # how many of the last events a vector holds
EVENT_SIZE: Final = 5  # the kind, and up to four arguments
FORMATS: Final = ("B", "b", "f", "?")  # of buffers: unsigned and signed bytes, floats, booleans
WHO: Final = ("me", "next", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

NOTHING_LEFT_OUT: Final[dict[str, str]] = {}

# What an argument of an event is:
PLAIN: Final = 0  # a thing or a number
SEAT: Final = 1
TEAM: Final = 2  # one of two teams that sit alternately


class BadBuffer(SpyringError):
    """A buffer with the wrong length or format for a vector."""


class Block:
    """A part of the vector: where it begins, how long it is, what its numbers mean.

    ``axes`` name its entries: one list of labels for each dimension; the last varies fastest. ``level`` is
    "now", or "history" for what a good memory adds.

    >>> Block("hands", 12, (("me", "next"), ("gold", "silver")), "cards", "now")
    <Block hands: 2 × 2 numbers from 12, now>
    """

    def __init__(
        self,
        name: str,
        at: int,
        axes: tuple[tuple[str, ...], ...],
        meaning: str,
        level: str,
        since: int = FIRST,
    ) -> None:
        self.name = name
        self.at = at
        self.axes = axes
        self.meaning = meaning
        self.level = level
        self.since = since  # the data version that added it
        self.codes: dict[str, dict[int, str]] = {}
        """Names by number, for numbers that are neither counts nor marks. The key is a label of the last
        axis, which " if ... is asked" may follow; an empty key stands for the whole block.
        """
        size = 1
        for axis in axes:
            size *= len(axis)
        self.size = size

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of its dimensions."""
        return tuple(len(axis) for axis in self.axes)

    def __repr__(self) -> str:
        shape = " × ".join([str(len(axis)) for axis in self.axes])
        return f"<Block {self.name}: {shape} numbers from {self.at}, {self.level}>"


class Template:
    """The common start of many vectors of a game, valid while ``template_key`` is the same object."""

    def __init__(
        self,
        size: int,
        values: dict[int, int],
        template_key: object,
        now: int,
        segments: "list[Segment]",
    ) -> None:
        whole = bytearray(size)
        for at, value in values.items():
            whole[at] = value
        self.template_key = template_key
        self.whole = bytes(whole)
        self.now = bytes(whole[:now])
        self.segments = [bytes(whole[segment.at : segment.end]) for segment in segments]


class Segment:
    """Consecutive blocks that are written together from the same sources."""

    def __init__(self, at: i64, end: i64, after: i64) -> None:
        self.at = at
        self.end = end
        self.after = after  # the segment whose notes it needs, or -1


class VectorCache:
    """The segments of a vector as one seat last perceived them."""

    def __init__(self) -> None:
        self.template: Template | None = None
        self.whole = b""
        self.edition = -1
        self.editions: list[int] = []  # of the sources that each segment was written from
        self.notes: list[int] = []
        """What the writer of one segment computed, for later segments."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(Generic[T]):
    """The layout of a game's vectors, and how they are written.

    This class handles what all games share: options, the decision and its deciders, the last events. A game
    writes a subclass that declares blocks in :meth:`declare` and :meth:`declare_memory`, and fills them in
    :meth:`write` and :meth:`write_memory`; then it is :attr:`complete`. Where speed matters, it bundles
    blocks that rarely change in a :meth:`segment` with :meth:`sources` and :meth:`write_segment`.
    """

    complete: bool = False
    """Whether the vector holds everything in a view that matters for play, except :attr:`left_out`."""

    left_out: dict[str, str] = NOTHING_LEFT_OUT
    """Parts of a view that are not in the vector, and why: ``{"table.log[].text": "words"}``."""

    def __init__(self, game: Definition[Any]) -> None:
        self.game = game
        self.seats = game.seats
        self.options = game.options
        self.moves = len(game.moves)
        self.no_moves = bytes(self.moves)
        self.names = game.seat_names(game.seats[-1])  # with the most seats
        seats = game.seats
        self.blocks: list[Block] = []
        self.segments: list[Segment] = []
        self.length = 0
        self.level = "now"  # of the blocks that are being declared
        self._templates: dict[tuple[Any, ...], Template] = {}  # by seats and options
        self._by_name: dict[str, Block] = {}
        self.at_seats = self.block("seats", "how many seats there are", tuple(str(n) for n in seats))
        self.at_options: list[int] = []
        for option in self.options:
            axis = tuple(str(value) for value in option.values)
            at = self.block(f"option {option.name}", option.help, axis, since=option.since)
            self.at_options.append(at)
        self.at_frames: dict[object, int] = {}  # by the class of the decision
        for since in sorted({FIRST, *game.later_frames.values()}):
            frames = tuple(name for name in game.frames if game.later_frames.get(name, FIRST) == since)
            name = "asked" if since == FIRST else f"asked since {since}"
            at = self.block(name, "which decision is asked for", frames, since=since)
            for number, frame in enumerate(frames):
                self.at_frames[game.frames[frame]] = int(at) + number
        self.at_deciders = self.block("deciders", "the seats that must decide", self.who())
        self.at_interrupters = self.block("interrupters", "the seats that may act unasked", self.who())
        self.declare()
        self.now = self.length
        self.level = "history"
        self.declare_memory()
        self.roles: list[int] = []  # of the arguments of each kind of event, two bits each
        for kind in game.events.kinds:
            roles = 0
            for number, (_name, domain) in enumerate(kind.arguments):
                roles |= self.role(domain) << 2 * number
            self.roles.append(roles)
        entries = tuple(f"{n} before" for n in range(EVENTS))
        self.at_events = self.block(
            "events",
            "the last events told to me, the latest first: number of the kind, and of each argument plus "
            "one; none without start(events=True)",
            entries,
            ("kind", "a", "b", "c", "d"),
        )
        self.code("events", self._kinds(None), "kind")
        self.size = self.length

    def __getitem__(self, name: str) -> Block:
        return self._by_name[name]

    def blocks_of(self, version: int) -> list[Block]:
        """The blocks of the layout in that data version, each at its place then."""
        found: list[Block] = []
        at = 0
        for block in self.blocks:
            if block.since <= version:
                then = Block(block.name, at, block.axes, block.meaning, block.level, block.since)
                then.codes = {"kind": self._kinds(version)} if block.name == "events" else block.codes
                found.append(then)
                at += block.size
        return found

    def digest(self, version: int | None = None) -> str:
        """A digest of what the numbers of a vector mean (or meant in a data version), so that nobody mixes
        two layouts.
        """
        blocks = self.blocks if version is None else self.blocks_of(version)
        text = json.dumps([(block.name, block.at, block.axes, block.codes) for block in blocks])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    # -- what a game writes ------------------------------------------------------------------------

    def declare(self) -> None:
        """Declare the blocks of what lies on the table, with :meth:`block`."""

    def declare_memory(self) -> None:
        """Declare the blocks of what a good memory adds."""

    def template_key(self, t: T) -> object:
        """The prepared numbers stay valid while this is the same object, such as the layout of a round; None
        if they are valid for the whole game.
        """
        return None

    def prepare(self, t: T, values: dict[int, int]) -> None:
        """The numbers, by place, that all vectors with the same :meth:`template_key` share for all seats."""

    def sources(self, t: T, segment: int) -> list[Any]:
        """Everything that a segment is written from, except the seat and what is prepared: numbers, and lists
        and tuples of them. The segment is reused while they are equal. Comparing is cheap for tuples that
        rules replace, and for things that count their changes: give the thing and the count (``known,
        known.edition``).
        """
        raise NotImplementedError

    def same_for_all(self, t: T, segment: int) -> bool:
        """Whether a segment is now the same for all seats: then it is written once for all, without notes."""
        return False

    def write_segment(self, t: T, segment: int, seat: int, cache: VectorCache, out: BytesWriter) -> None:
        """Set the numbers of a segment that differ from the prepared ones; touch no later segment."""

    def write(self, t: T, seat: int, out: BytesWriter) -> None:
        """Set the numbers of the table that are in no segment and differ from the prepared ones."""

    def write_memory(self, t: T, seat: int, out: BytesWriter) -> None:
        """Set the numbers of what a good memory adds."""

    def role(self, domain: Domain) -> int:
        """Whether an argument of events is a seat or a team, which vectors number relative to a seat."""
        count = len(self.names)
        return SEAT if domain.labels[:count] == self.names else PLAIN

    # -- what games use -----------------------------------------------------------------------------

    def block(self, name: str, meaning: str, *axes: tuple[str, ...], since: int = FIRST) -> i64:
        """Declare a block; returns where it begins."""
        found = Block(name, self.length, axes, meaning, self.level, since)
        if name in self._by_name:
            raise ValueError(f"there are two blocks {name}")
        self.blocks.append(found)
        self._by_name[name] = found
        self.length += found.size
        return found.at

    def number(self, name: str, meaning: str, since: int = FIRST) -> i64:
        """Declare a block of a single number."""
        return self.block(name, meaning, ("count",), since=since)

    def code(self, name: str, codes: dict[int, str], *labels: str) -> None:
        """Say what the numbers of a block stand for: those at these labels of its last axis, or all."""
        for label in labels or ("",):
            self._by_name[name].codes[label] = codes

    def segment(self, at: i64, after: i64 = -1, end: i64 = -1) -> i64:
        """Declare the blocks from ``at`` up to ``end``, or to the last one declared so far, as a segment. It
        is also rewritten when the notes of the segment ``after`` have changed. Returns its number.
        """
        self.segments.append(Segment(at, self.length if end < 0 else end, after))
        return len(self.segments) - 1

    def who(self) -> tuple[str, ...]:
        """The axis of a block with one entry per seat."""
        return WHO[: len(self.names)]

    # -- public ---------------------------------------------------------------------------------------

    def encode(self, t: T, seat: int, out: Any) -> None:
        """Write what ``seat`` perceives into ``out``, a buffer of bytes or floats."""
        if not isinstance(out, memoryview):
            out = memoryview(out)
        length = len(out)
        memory = length == self.size
        if not memory and length != self.now:
            raise BadBuffer(
                f"A vector has {self.now} numbers, or {self.size} with what memory adds; "
                f"the buffer has {length}."
            )
        format = check_format(out)
        out[:] = as_format(self.vector(t, seat, memory), format)

    def mask(self, t: T, seat: int, out: Any) -> None:
        """Write a 1 for every legal move of ``seat`` into ``out``, and a 0 for all others."""
        if not isinstance(out, memoryview):
            out = memoryview(out)
        if len(out) != self.moves:
            raise BadBuffer(f"This game has {self.moves} moves; the buffer of the mask has {len(out)}.")
        format = check_format(out)
        mask = BytesWriter()
        mask.write(self.no_moves)
        for move in t.legal(seat):
            mask[move] = 1
        out[:] = as_format(mask.getvalue(), format)

    def vector(self, t: T, seat: int, memory: bool) -> bytes:
        """What ``seat`` perceives, with or without what memory adds."""
        template = self.template(t)
        out = BytesWriter()
        out.write(template.whole if memory else template.now)
        if self.segments:
            cache = VectorCache()
            for segment in range(len(self.segments)):
                self.write_segment(t, segment, seat, cache, out)
        self.write_rest(t, seat, memory, out)
        return out.getvalue()

    def template(self, t: T) -> Template:
        """The prepared numbers for this table."""
        template: Template | None = t.template
        if template is None or template.template_key is not self.template_key(t):
            template = self.template_of(t)
            t.template = template
        return template

    def write_rest(self, t: T, seat: int, memory: bool, out: BytesWriter) -> None:
        """Write everything that is in no segment."""
        self._write_asked(t, seat, out)
        self.write(t, seat, out)
        if memory:
            self.write_memory(t, seat, out)
            if t.event_log is not None:
                self._write_events(t, seat, out)

    # -- inside -------------------------------------------------------------------------------------

    def _kinds(self, version: int | None) -> dict[int, str]:
        """What the numbers of events stand for, or stood for in a data version."""
        kinds = self.game.events.kinds
        return {kind.base + 1: kind.name for kind in kinds if version is None or kind.since <= version}

    def template_of(self, t: T) -> Template:
        """What all vectors of games with the same seats, options and ``template_key`` share."""
        template_key = self.template_key(t)
        key = (int(t.seats), *t.options.values())
        found = self._templates.get(key)
        if found is None or found.template_key is not template_key:
            values = self._options(t)
            self.prepare(t, values)
            found = Template(self.size, values, template_key, self.now, self.segments)
            self._templates[key] = found
        return found

    def _options(self, t: T) -> dict[int, int]:
        """The numbers of seats and options, by place."""
        values: dict[int, int] = {self.at_seats + self.seats.index(int(t.seats)): 1}
        for at, option in zip(self.at_options, self.options):
            if option.name in t.options:
                values[at + option.values.index(t.options[option.name])] = 1
        return values

    def _write_asked(self, t: T, seat: int, out: BytesWriter) -> None:
        if not t.stack:
            return
        seats: i64 = t.seats
        frame = t.stack[-1]
        out[self.at_frames[type(frame)]] = 1
        for other in t.deciders:
            out[self.at_deciders + (other - seat) % seats] = 1
        free = t.interrupters_mask()
        if free:
            for other in range(int(seats)):
                if free >> other & 1:
                    out[self.at_interrupters + (other - seat) % seats] = 1

    def _write_events(self, t: T, seat: int, out: BytesWriter) -> None:
        event_log = t.event_log
        assert event_log is not None
        bit = 1 << seat
        seats: i64 = t.seats
        at: i64 = self.at_events
        end: i64 = at + EVENTS * EVENT_SIZE
        number = len(event_log)
        while number and at < end:
            number -= 1
            event = event_log[number]
            if event.audience & bit:
                roles = self.roles[event.kind]
                out[at] = event.kind + 1
                if roles:
                    out[at + 1] = argument(event.a, roles & 3, seat, seats)
                    out[at + 2] = argument(event.b, roles >> 2 & 3, seat, seats)
                    out[at + 3] = argument(event.c, roles >> 4 & 3, seat, seats)
                    out[at + 4] = argument(event.d, roles >> 6, seat, seats)
                else:
                    out[at + 1] = count(event.a + 1)
                    out[at + 2] = count(event.b + 1)
                    out[at + 3] = count(event.c + 1)
                    out[at + 4] = count(event.d + 1)
                at += EVENT_SIZE


class IncrementalObserver:
    """What the seats perceive of a table; only rewrites what has changed since the last look.

    It may look at another table of the same game at any time. Observers that take turns may share the
    buffer ``out``, so that only one buffer has to stay in the CPU cache.
    """

    def __init__(self, encoding: Encoding[Any], memory: bool, out: BytesWriter | None = None) -> None:
        self.encoding = encoding
        self.segments = encoding.segments
        self.memory = memory
        self.table: State | None = None
        self.version: i64 = -1
        self.edition = 0  # how often sources have changed
        self.editions = [0] * len(encoding.segments)  # when the sources of each segment last changed
        self.sources: list[list[Any]] = [[] for _segment in encoding.segments]
        self.template: Template | None = None
        self.common = [b""] * len(encoding.segments)  # segments that are the same for all seats
        self.common_editions = [-1] * len(encoding.segments)  # the editions they were written from
        self.caches = [VectorCache() for _seat in range(encoding.seats[-1])]
        self.out = BytesWriter() if out is None else out

    def vector(self, t: State, seat: int) -> bytes:
        """What ``seat`` perceives, the same as ``encoding.vector``."""
        if t is not self.table or t.version != self.version:
            self._compare(t)
        encoding, out, cache = self.encoding, self.out, self.caches[seat]
        template = encoding.template(t)
        if self.template is not template:
            self.template = template
            self.common_editions = [-1] * len(self.segments)
        if cache.template is not template:
            cache.template = template
            cache.whole = template.whole if self.memory else template.now
            cache.edition = -1
            cache.editions = [-1] * len(self.segments)
        out.truncate(0)
        if cache.edition == self.edition:
            out.write(cache.whole)
        else:
            self._renew(t, seat, cache, template)
        encoding.write_rest(t, seat, self.memory, out)
        return out.getvalue()

    def _compare(self, t: State) -> None:
        """Find the sources that have changed since the last look."""
        for number in range(len(self.segments)):
            if keep(self.encoding.sources(t, number), self.sources[number]):
                self.edition += 1
                self.editions[number] = self.edition
        self.table = t
        self.version = t.version

    def _renew(self, t: State, seat: int, cache: VectorCache, template: Template) -> None:
        """Write the segments whose sources have changed, and copy the others."""
        out, whole = self.out, cache.whole
        done: i64 = 0
        noted = 0  # a mask of segments whose notes have changed
        for number in range(len(self.segments)):
            segment = self.segments[number]
            edition = self.editions[number]
            if edition != cache.editions[number] or (segment.after >= 0 and noted >> segment.after & 1):
                if done < segment.at:
                    out.write(whole[done : segment.at])
                done = segment.end
                if self.common_editions[number] == edition:
                    out.write(self.common[number])
                else:
                    notes = cache.notes
                    self._write(t, number, seat, cache, template)
                    if cache.notes is not notes and cache.notes != notes:
                        noted |= 1 << number
                cache.editions[number] = edition
        out.write(whole[done:])
        cache.whole = out.getvalue()
        cache.edition = self.edition

    def _write(self, t: State, number: int, seat: int, cache: VectorCache, template: Template) -> None:
        """Write one segment, and keep it if all seats share it."""
        encoding, out = self.encoding, self.out
        out.write(template.segments[number])
        encoding.write_segment(t, number, seat, cache, out)
        if encoding.same_for_all(t, number):
            segment = self.segments[number]
            self.common[number] = out.getvalue()[segment.at : segment.end]
            self.common_editions[number] = self.editions[number]


def keep(sources: list[Any], kept: list[Any]) -> bool:
    """Remember the current sources; returns whether any of them has changed."""
    if sources == kept:  # usual, and faster than comparing one by one
        return False
    if not kept:
        kept += [None] * len(sources)
    for at in range(len(sources)):
        source = sources[at]
        if not isinstance(source, list):
            kept[at] = source  # even if equal: comparing identical objects is cheap
        elif source != kept[at]:
            kept[at] = source[:]
    return True


def argument(value: int, role: int, seat: int, seats: i64) -> u8:
    """An argument of an event as the vector holds it: plus one, seats and teams as seen from a seat."""
    number: i64 = value
    if role == SEAT and 0 <= number < seats:
        number = (number - seat) % seats
    elif role == TEAM:
        number ^= seat & 1
    return count(number + 1)


# A 32-bit float with a whole value up to 255 has at most two bytes that are not zero. They are listed here by
# value, the higher byte first.
HIGH: Final = bytes([0] + [(126 + n.bit_length()) >> 1 for n in range(1, MAX_VALUE + 1)])
LOW: Final = bytes(
    [0] + [(126 + n.bit_length() & 1) << 7 | (n << 8 - n.bit_length()) & 127 for n in range(1, MAX_VALUE + 1)]
)
AT_HIGH: Final = 3 if sys.byteorder == "little" else 0
AT_LOW: Final = 2 if sys.byteorder == "little" else 1


def as_format(data: bytes, format: str) -> Any:
    """Bytes as a buffer of another format: one of the same width, or floats with the same values.

    >>> list(as_format(bytes([0, 1, 7, 254, 255]), "f"))
    [0.0, 1.0, 7.0, 254.0, 255.0]
    """
    if format == "B":
        return data
    if format != "f":
        return memoryview(data).cast(format)  # type: ignore[call-overload]
    floats = bytearray(4 * len(data))
    floats[AT_HIGH::4] = data.translate(HIGH)
    floats[AT_LOW::4] = data.translate(LOW)
    return memoryview(floats).cast("f")


def check_format(out: Any) -> str:
    """The format of a buffer, if vectors can be written in it."""
    format = str(out.format)
    if format not in FORMATS:
        raise BadBuffer(f"A vector is written into bytes or 32-bit floats, not into a buffer of {format!r}.")
    return format


def numbered(names: list[str], first: int = 1) -> dict[int, str]:
    """Names by number: the first name has this number, and the others follow.

    >>> numbered(["gold", "silver"], 2)
    {2: 'gold', 3: 'silver'}
    """
    return {first + place: name for place, name in enumerate(names)}


def count(value: i64) -> u8:
    """A number as a vector can hold it.

    >>> count(300), count(7)
    (255, 7)
    """
    if value < 0:
        return 0
    return int(value) if value < MAX_VALUE else MAX_VALUE
