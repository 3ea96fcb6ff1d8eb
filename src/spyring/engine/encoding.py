"""What a seat can perceive as a vector of fixed length, for whoever teaches machines to play.

A game declares its :class:`Encoding` once: named blocks, each with a size that follows from the domains of
the game, and a function that writes them. Everything is told from the point of view of one seat: in every
block that goes by seats, the first is the seat itself and the others follow clockwise. What the seat does not
know is marked as unknown. Numbers are whole and lie between 0 and 255, so that bytes hold them.

>>> import spyring
>>> state = spyring.game("krakow").start(seed=7)
>>> layout = state.game.encoding
>>> out = bytearray(layout.now)
>>> state.encode(0, out)
>>> hand = layout["hand"]
>>> sum(out[hand.at : hand.at + hand.size]) == len(state.view(0)["table"]["hand"])
True

There are two levels, and the length of the buffer says which one is wanted: ``layout.now`` numbers for what
lies on the table, ``layout.size`` for the same followed by what a good memory would add. Its last block holds
the last events the seat was told; they are there if the game was started with ``events=True``.

Numbers are written into a ``BytesWriter``, the one buffer whose bytes compiled code sets without making
objects of them, and copied into the caller's buffer at once.

Whoever looks at a table after every move keeps a :class:`Perceived` of it. Little changes from one move to
the next, and only those parts of a vector are written again whose sources are no longer what they were.

>>> kept = Perceived(layout, memory=False)
>>> kept.vector(state, 0) == out
True
"""

import sys
from typing import Any, Final, Generic

from librt.strings import BytesWriter
from mypy_extensions import i64, mypyc_attr, u8

from spyring.engine.definition import Definition
from spyring.engine.errors import SpyringError
from spyring.engine.notation import Domain
from spyring.engine.state import State, T

MOST: Final = 255  # what one number of a vector holds
EVENTS: Final = 48  # so many of the last events are told
EVENT_SIZE: Final = 5  # the kind, and up to four arguments
FORMATS: Final = ("B", "b", "f", "?")  # of buffers: bytes of any kind, floats, truth values
WHO: Final = ("me", "next", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

NOTHING_LEFT_OUT: Final[dict[str, str]] = {}

PLAIN: Final = 0  # what an argument of an event is: a thing or number,
SEAT: Final = 1  # a seat,
TEAM: Final = 2  # one of two teams that sit in turn


class BadBuffer(SpyringError):
    """A buffer of another length or format than a vector needs."""


class Block:
    """A part of the vector: where it begins, how long it is, what its numbers mean.

    ``axes`` name its entries: one list of labels for each dimension, the last varies fastest. ``level`` is
    "now", or "history" for what a good memory adds.

    >>> Block("hands", 12, (("me", "next"), ("gold", "silver")), "cards", "now")
    <Block hands: 2 × 2 numbers from 12, now>
    """

    def __init__(
        self, name: str, at: int, axes: tuple[tuple[str, ...], ...], meaning: str, level: str
    ) -> None:
        self.name = name
        self.at = at
        self.axes = axes
        self.meaning = meaning
        self.level = level
        self.codes: dict[str, dict[int, str]] = {}
        """What numbers stand for that are neither counts nor marks: names by number. By the label of the
        last axis, which " if ... is asked" may follow; an empty one for the whole block.
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


class Blank:
    """What many vectors of a game begin with; it holds as long as ``lasting`` is the same."""

    def __init__(
        self, agreed: bytes, values: dict[int, int], lasting: object, now: int, parts: "list[Part]"
    ) -> None:
        whole = bytearray(agreed)
        for at, value in values.items():
            whole[at] = value
        self.agreed = agreed  # seats and options alone
        self.lasting = lasting
        self.whole = bytes(whole)
        self.now = bytes(whole[:now])
        self.parts = [bytes(whole[part.at : part.end]) for part in parts]


class Part:
    """A run of blocks that are written together, out of the same sources."""

    def __init__(self, at: i64, end: i64, after: i64) -> None:
        self.at = at
        self.end = end
        self.after = after  # the part whose notes it needs, or -1


class Sheet:
    """A vector as one seat last perceived it, without what is in no part."""

    def __init__(self) -> None:
        self.blank: Blank | None = None
        self.whole = b""
        self.edition = -1
        self.editions: list[int] = []  # of the sources that each part was written from
        self.notes: list[int] = []
        """What the writing of one part found out, for those that come after it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding(Generic[T]):
    """The layout of a game's vectors, and how they are written.

    This one holds what is true of all games: options, who is asked and what for, the last events. A game
    writes a subclass that declares blocks in :meth:`declare` and :meth:`declare_memory`, and fills them in
    :meth:`write` and :meth:`write_memory`; then it is :attr:`complete`. Where speed matters it bundles blocks
    that seldom change in a :meth:`part` with :meth:`sources` and :meth:`write_part`.
    """

    complete: bool = False
    """Whether everything in a view that matters for play is in the vector, but for :attr:`left_out`."""

    left_out: dict[str, str] = NOTHING_LEFT_OUT
    """Parts of a view that are not in the vector, and why: ``{"table.log[].text": "words"}``."""

    def __init__(self, game: Definition[Any]) -> None:
        self.game = game
        self.seats = game.seats
        self.options = game.options
        self.moves = len(game.moves)
        self.no_moves = bytes(self.moves)
        self.names = game.seat_names(game.seats[-1])  # of the most seats
        seats = game.seats
        frames = tuple(game.frames)
        self.blocks: list[Block] = []
        self.parts: list[Part] = []
        self.length = 0
        self.level = "now"  # of the blocks that are being declared
        self._blanks: dict[tuple[Any, ...], Blank] = {}  # by seats and options
        self._by_name: dict[str, Block] = {}
        self.at_seats = self.block("seats", "how many seats there are", tuple(str(n) for n in seats))
        self.at_options: list[int] = []
        for option in self.options:
            axis = tuple(str(value) for value in option.values)
            self.at_options.append(self.block(f"option {option.name}", option.help, axis))
        self.frame_index: dict[object, int] = {
            game.frames[name]: number for number, name in enumerate(frames)
        }
        self.at_frame = self.block("asked", "which decision is asked for", frames)
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
        self.code("events", numbered([kind.name for kind in game.events.kinds]), "kind")
        self.size = self.length

    def __getitem__(self, name: str) -> Block:
        return self._by_name[name]

    # -- what a game writes ------------------------------------------------------------------------

    def declare(self) -> None:
        """Declare the blocks of what lies on the table, with :meth:`block`."""

    def declare_memory(self) -> None:
        """Declare the blocks of what a good memory adds."""

    def lasting(self, t: T) -> object:
        """As long as this object is the same one, what is prepared stays (a layout of a round, say); None if
        it stays for the whole game.
        """
        return None

    def prepare(self, t: T, values: dict[int, int]) -> None:
        """What most vectors of this game, or while :meth:`lasting` lasts, hold anyway: a number by its place,
        the same for all seats.
        """

    def sources(self, t: T, part: int) -> list[Any]:
        """All that a part is written from, but for the seat and what is prepared: numbers, and lists and
        tuples of them. The part stays as it is while they are equal to what they were.
        """
        raise NotImplementedError

    def write_part(self, t: T, part: int, seat: int, sheet: Sheet, out: BytesWriter) -> None:
        """Set the numbers of a part that are not as prepared, and none of later ones."""

    def write(self, t: T, seat: int, out: BytesWriter) -> None:
        """Set the numbers of what lies on the table that are not as prepared, and in no part."""

    def write_memory(self, t: T, seat: int, out: BytesWriter) -> None:
        """Set the numbers of what a good memory adds."""

    def role(self, domain: Domain) -> int:
        """Whether an argument of events is a seat or a team, which are told as seen from a seat."""
        count = len(self.names)
        return SEAT if domain.labels[:count] == self.names else PLAIN

    # -- what games use -----------------------------------------------------------------------------

    def block(self, name: str, meaning: str, *axes: tuple[str, ...]) -> i64:
        """Declare a block; returns where it begins."""
        found = Block(name, self.length, axes, meaning, self.level)
        if name in self._by_name:
            raise ValueError(f"there are two blocks {name}")
        self.blocks.append(found)
        self._by_name[name] = found
        self.length += found.size
        return found.at

    def number(self, name: str, meaning: str) -> i64:
        """Declare a block of a single number."""
        return self.block(name, meaning, ("count",))

    def code(self, name: str, codes: dict[int, str], *labels: str) -> None:
        """Say what the numbers of a block stand for: of these labels of its last axis, or of all."""
        for label in labels or ("",):
            self._by_name[name].codes[label] = codes

    def part(self, at: i64, after: i64 = -1, end: i64 = -1) -> i64:
        """Declare the blocks from ``at`` up to ``end``, or to the last one declared so far, as a part, which
        is written anew also when the notes of the part ``after`` are others; returns its number.
        """
        self.parts.append(Part(at, self.length if end < 0 else end, after))
        return len(self.parts) - 1

    def who(self) -> tuple[str, ...]:
        """The axis of a block that goes by seats."""
        return WHO[: len(self.names)]

    # -- the public face ----------------------------------------------------------------------------

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
        sheet = BytesWriter()
        sheet.write(self.no_moves)
        for move in t.legal(seat):
            sheet[move] = 1
        out[:] = as_format(sheet.getvalue(), format)

    def vector(self, t: T, seat: int, memory: bool) -> bytes:
        """What ``seat`` perceives, with what memory adds or without."""
        blank = self.blank(t)
        out = BytesWriter()
        out.write(blank.whole if memory else blank.now)
        if self.parts:
            sheet = Sheet()
            for part in range(len(self.parts)):
                self.write_part(t, part, seat, sheet, out)
        self.write_loose(t, seat, memory, out)
        return out.getvalue()

    def blank(self, t: T) -> Blank:
        """What is prepared for this table."""
        blank: Blank | None = t.blank
        if blank is None or blank.lasting is not self.lasting(t):
            blank = self.blank_of(t)
            t.blank = blank
        return blank

    def write_loose(self, t: T, seat: int, memory: bool, out: BytesWriter) -> None:
        """All that is in no part."""
        self._write_asked(t, seat, out)
        self.write(t, seat, out)
        if memory:
            self.write_memory(t, seat, out)
            if t.happened is not None:
                self._write_events(t, seat, out)

    # -- inside -------------------------------------------------------------------------------------

    def blank_of(self, t: T) -> Blank:
        """What all vectors of games with the same seats and options share, or more while that lasts."""
        lasting = self.lasting(t)
        key = (int(t.seats), *t.options.values())
        found = self._blanks.get(key)
        if found is None or found.lasting is not lasting:
            values: dict[int, int] = {}
            self.prepare(t, values)
            agreed = self._agreed(t) if found is None else found.agreed
            found = Blank(agreed, values, lasting, self.now, self.parts)
            self._blanks[key] = found
        return found

    def _agreed(self, t: T) -> bytes:
        """Seats and options."""
        whole = bytearray(self.size)
        whole[self.at_seats + self.seats.index(int(t.seats))] = 1
        for at, option in zip(self.at_options, self.options):
            if option.name in t.options:
                whole[at + option.values.index(t.options[option.name])] = 1
        return bytes(whole)

    def _write_asked(self, t: T, seat: int, out: BytesWriter) -> None:
        if not t.stack:
            return
        seats: i64 = t.seats
        frame = t.stack[-1]
        out[self.at_frame + self.frame_index[type(frame)]] = 1
        for other in t.deciders:
            out[self.at_deciders + (other - seat) % seats] = 1
        free = frame.interrupters(t)
        if free:
            for other in range(int(seats)):
                if free >> other & 1:
                    out[self.at_interrupters + (other - seat) % seats] = 1

    def _write_events(self, t: T, seat: int, out: BytesWriter) -> None:
        happened = t.happened
        assert happened is not None
        bit = 1 << seat
        seats: i64 = t.seats
        at: i64 = self.at_events
        end: i64 = at + EVENTS * EVENT_SIZE
        number = len(happened)
        while number and at < end:
            number -= 1
            event = happened[number]
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


class Perceived:
    """What the seats perceive of a table, written anew only where something has changed between two looks.

    It may look at another table of the same game at any time.
    """

    def __init__(self, encoding: Encoding[Any], memory: bool) -> None:
        self.encoding = encoding
        self.parts = encoding.parts
        self.memory = memory
        self.table: State | None = None
        self.stirred: i64 = -1
        self.edition = 0  # how often sources have changed
        self.editions = [0] * len(encoding.parts)  # when those of each part have changed last
        self.sources: list[list[Any]] = [[] for _part in encoding.parts]
        self.sheets = [Sheet() for _seat in range(encoding.seats[-1])]
        self.out = BytesWriter()

    def vector(self, t: State, seat: int) -> bytes:
        """What ``seat`` perceives, the same as ``encoding.vector``."""
        if t is not self.table or t.stirred != self.stirred:
            self._compare(t)
        encoding, out, sheet = self.encoding, self.out, self.sheets[seat]
        blank = encoding.blank(t)
        if sheet.blank is not blank:
            sheet.blank = blank
            sheet.whole = blank.whole if self.memory else blank.now
            sheet.edition = -1
            sheet.editions = [-1] * len(self.parts)
        out.truncate(0)
        if sheet.edition == self.edition:
            out.write(sheet.whole)
        else:
            self._renew(t, seat, sheet, blank)
        encoding.write_loose(t, seat, self.memory, out)
        return out.getvalue()

    def _compare(self, t: State) -> None:
        """Find out which sources have changed since the last look."""
        for number in range(len(self.parts)):
            if keep(self.encoding.sources(t, number), self.sources[number]):
                self.edition += 1
                self.editions[number] = self.edition
        self.table = t
        self.stirred = t.stirred

    def _renew(self, t: State, seat: int, sheet: Sheet, blank: Blank) -> None:
        """Write the parts whose sources have changed, between those that are as they were."""
        out, whole = self.out, sheet.whole
        done: i64 = 0
        noted = 0  # a mask of parts whose notes are no longer the same
        for number in range(len(self.parts)):
            part = self.parts[number]
            edition = self.editions[number]
            if edition != sheet.editions[number] or (part.after >= 0 and noted >> part.after & 1):
                if done < part.at:
                    out.write(whole[done : part.at])
                done = part.end
                out.write(blank.parts[number])
                notes = sheet.notes
                self.encoding.write_part(t, number, seat, sheet, out)
                if sheet.notes is not notes and sheet.notes != notes:
                    noted |= 1 << number
                sheet.editions[number] = edition
        out.write(whole[done:])
        sheet.whole = out.getvalue()
        sheet.edition = self.edition


def keep(sources: list[Any], kept: list[Any]) -> bool:
    """Keep sources as they are now; whether any of them is another one than was kept."""
    if not kept:
        kept += [None] * len(sources)
    changed = False
    for at in range(len(sources)):
        source, before = sources[at], kept[at]
        if source is not before and source != before:
            kept[at] = copied(source)
            changed = True
    return changed


def copied(source: Any) -> Any:
    """What stays as it is when the table changes."""
    return source[:] if isinstance(source, list) else source


def argument(value: int, role: int, seat: int, seats: i64) -> u8:
    """An argument of an event as the vector holds it: plus one, seats and teams as seen from a seat."""
    number: i64 = value
    if role == SEAT and 0 <= number < seats:
        number = (number - seat) % seats
    elif role == TEAM:
        number ^= seat & 1
    return count(number + 1)


# A float of 32 bits that is a whole number up to 255 has two bytes that are not zero; these are they, by the
# number, the higher one first.
HIGH: Final = bytes([0] + [(126 + n.bit_length()) >> 1 for n in range(1, MOST + 1)])
LOW: Final = bytes(
    [0] + [(126 + n.bit_length() & 1) << 7 | (n << 8 - n.bit_length()) & 127 for n in range(1, MOST + 1)]
)
AT_HIGH: Final = 3 if sys.byteorder == "little" else 0
AT_LOW: Final = 2 if sys.byteorder == "little" else 1


def as_format(sheet: bytes, format: str) -> Any:
    """Bytes as a buffer of another format: of the same width, or floats of the same values.

    >>> list(as_format(bytes([0, 1, 7, 254, 255]), "f"))
    [0.0, 1.0, 7.0, 254.0, 255.0]
    """
    if format == "B":
        return sheet
    if format != "f":
        return memoryview(sheet).cast(format)  # type: ignore[call-overload]
    floats = bytearray(4 * len(sheet))
    floats[AT_HIGH::4] = sheet.translate(HIGH)
    floats[AT_LOW::4] = sheet.translate(LOW)
    return memoryview(floats).cast("f")


def check_format(out: Any) -> str:
    """The format of a buffer, if it is one that vectors are written in."""
    format = str(out.format)
    if format not in FORMATS:
        raise BadBuffer(f"A vector is written into bytes or 32-bit floats, not into a buffer of {format!r}.")
    return format


def numbered(names: list[str], first: int = 1) -> dict[int, str]:
    """What numbers stand for, if the first name has this number and the others follow.

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
    return int(value) if value < MOST else MOST
