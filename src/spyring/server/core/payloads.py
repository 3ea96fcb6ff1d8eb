"""The types of all answers: each is built field by field, and none can hold a raw state."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from spyring.engine.campaign import MAX_FILE_LETTERS

# No control characters anywhere; PostgreSQL stores no zero byte at all.
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")
]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9:_-]{0,31}$")]
Face = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{0,16}$")]  # "": derived from the name
ASSISTANT: Final = "assistant"  # the face of a language model; nobody can change it
PromiseId = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")]
Nonce = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{2}){1,32}$")]
MoveText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class Payload(BaseModel):
    """The base of all payloads: unknown fields are refused, and values are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Part:
    """The base of all parts of a position. They are plain dataclasses: every move makes many of them, out of
    typed values, and validating each field again would cost more than the move.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)

    def wire(self) -> bytes:
        """The JSON bytes."""
        return orjson.dumps(self)


# -- people --------------------------------------------------------------------------------------------------


class Person(Payload):
    """A person: a guest, or the owner of an account."""

    id: str
    name: str
    kind: Literal["guest", "account"]
    language: str | None = None
    face: str | None = None  # chosen by the person


class Token(Payload):
    """A token for a program that plays in a person's name; ``secret`` is shown once, when it is made."""

    id: str
    name: str
    made_at: float
    secret: str | None = None


# -- the shelf -----------------------------------------------------------------------------------------------


class OptionCard(Payload):
    """One choice before a game."""

    name: str
    kind: Literal["number", "word"]
    values: list[int | str]
    default: int | str
    help: str
    clause: str
    title: str
    titles: list[str]  # of the values


class GameCard(Payload):
    """A game on the shelf."""

    name: str
    title: str
    seats: list[int]
    labels: dict[int, list[str]]
    options: list[OptionCard]
    levels: list[str]
    rules_version: int


# -- tables --------------------------------------------------------------------------------------------------


class ClockTerms(Payload):
    """The thinking time of a seat: ``bank`` seconds, ``increment`` more after each turn (all its decisions
    until another seat must decide), never above ``cap``.
    """

    bank: float = Field(gt=0, le=30 * 86400)
    increment: float = Field(ge=0, le=7 * 86400)
    cap: float = Field(gt=0, le=60 * 86400)


class Promise(Payload):
    """A secret for the chance of a future table, the id of that table, and the commitment to both:
    BLAKE2b-256, in hexadecimal. Without an ``id`` the table exists already.
    """

    id: str | None
    table: str
    commitment: str


class Fairness(Payload):
    """How chance at a table is made. Before the end the server shows only its commitment; then it opens the
    secret and the nonces of the seats, and everybody can check every draw.
    """

    scheme: int  # how all of this is computed
    commitment: str  # shown before any nonce is drawn
    start: str | None  # a digest of the key, from the first move on
    secret: str | None
    nonces: list[str] | None  # by seat, empty where the person added none


class NewTable(Payload):
    """A request for a table; ``bots`` names a level by seat. The host takes ``seat`` (by default the first
    free one), and where all win or lose together the seats ``also``, or only watches. A campaign that
    continues has the options of its ``chronicle``.
    """

    game: Name
    seats: int | None = Field(default=None, ge=1, le=8)
    options: dict[str, int | str] = Field(default_factory=dict, max_length=40)
    public: bool = True
    pace: Literal["free", "live", "days"] = "free"
    clock: ClockTerms | None = None  # replaces the default of the pace
    seat: int | None = Field(default=None, ge=0, le=7)
    also: list[int] = Field(default_factory=list, max_length=8)
    take_seat: bool = True
    promise: PromiseId | None = None  # the promise whose commitment was shown before
    nonce: Nonce | None = None  # the host's contribution to chance
    bots: dict[int, Level] = Field(default_factory=dict, max_length=8)
    chronicle: str | None = Field(default=None, max_length=MAX_FILE_LETTERS)  # the file of a campaign


@dataclass(frozen=True, kw_only=True)
class SeatCard(Part):
    """A seat, as everybody may see it."""

    seat: int
    label: str
    title: str  # the label for people
    kind: Literal["empty", "person", "bot"]
    name: str | None
    level: str | None  # of the bot that plays here now
    held: Literal["no", "time", "resigned", "asked"]  # why a bot plays for a person
    you: bool
    person: str | None = None  # the id
    account: bool = False  # whether they have a profile
    away_until: float | None = None  # on vacation until then, at tables over days
    face: str | None = None  # chosen by the person
    assistant: bool = False  # whether a language model plays here


class TableCard(Payload):
    """A table in a list."""

    id: str
    game: str
    title: str
    chapter: list[str]  # the campaign and its month, if the game is part of one
    imported: bool  # whether it continues a campaign from elsewhere
    status: Literal["open", "playing", "over"]
    public: bool
    pace: Literal["free", "live", "days"]
    clock: ClockTerms | None
    options: dict[str, int | str]
    seats: list[SeatCard]
    yours: bool  # whether you made it
    seat: int | None
    your_turn: bool
    number: int
    made_at: float
    moved_at: float
    frozen: str | None  # the reason, if the game cannot be continued
    invitation: str | None  # the code, for people who sit here
    next_table: str | None  # the rematch
    fairness: Fairness | None  # None for games from before chance was sealed
    names: dict[str, str]  # that players gave, by the title that each replaces


class Tables(Payload):
    """All tables that concern one person."""

    mine: list[TableCard]
    invited: list[TableCard]  # by friends
    open: list[TableCard]
    watchable: list[TableCard]
    damaged: list[str]  # tables whose stored data cannot be read
    more: bool  # whether the public tables have another page


# -- a position ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Move(Part):
    """A legal move: as text, in parts (what to light up), and as a sentence."""

    text: str
    fields: dict[str, str]
    sentence: str


@dataclass(frozen=True, kw_only=True)
class EventText(Part):
    """An event, as one reader may know it."""

    fields: dict[str, str]
    sentence: str


LogKind = Literal["start", "move", "undo", "resign"]


@dataclass(kw_only=True)
class LogEntry(Part):
    """An entry that this reader observed. ``number`` counts for this reader alone."""

    number: int
    at: float
    kind: LogKind
    yours: bool
    move: str | None  # only the reader's own
    undone: bool
    takes_back: list[int]  # numbers of the entries that this one undid
    events: list[EventText]
    reason: str | None = None  # a bot's remark on its move


@dataclass(kw_only=True)
class Clock(Part):
    """The time of a seat: ``left`` seconds at the time of the answer, falling if ``running``."""

    seat: int
    left: float
    running: bool


@dataclass(kw_only=True)
class Asked(Part):
    """The current decision. ``ask`` is the sentence of the rules; ``passable`` is a window that can be passed
    automatically.
    """

    frame: str
    clause: str
    ask: str
    passable: bool


@dataclass(frozen=True, kw_only=True)
class UndoOffer(Part):
    """A request to go back; ``missing`` are the seats that must still agree."""

    id: int  # an answer must name it
    by: int
    agreed: list[int]
    missing: list[int]


@dataclass(kw_only=True)
class Undo(Part):
    """What this reader can take back."""

    free: bool
    by_consent: bool
    offer: UndoOffer | None
    refused: bool  # whether this reader's last request was refused, until the next move


@dataclass(kw_only=True)
class Position(Part):
    """A table as one reader may see it now."""

    table: str
    game: str
    status: Literal["open", "playing", "over"]
    number: int
    revision: int
    frozen: str | None  # the reason, if the game cannot be continued
    seat: int | None
    seats: list[SeatCard]
    deciders: list[int]
    interrupters: list[int]
    sentence: str
    asked: Asked | None
    legal: list[Move]
    view: dict[str, Any] | None  # state.view(seat); None before the start
    log: list[LogEntry]
    clocks: list[Clock]
    undo: Undo
    passes: list[str]
    may_take_win: bool  # the only other person has resigned
    next_table: str | None
    names: dict[str, str]  # that players gave, by the title that each replaces

    def wire(self) -> bytes:
        """The JSON bytes."""
        try:
            return orjson.dumps(self)
        except TypeError:  # the view of a third-party game: with numbers as keys, or very large ones
            return POSITION.dump_json(self, warnings=False)


POSITION = TypeAdapter(Position)


@dataclass(kw_only=True)
class TableNews(Part):
    """A notice that a table has changed for one reader: all that a page needs to request its new
    rendering.
    """

    table: str
    number: int
    revision: int
    your_turn: bool


class WhyNot(Payload):
    """Whether a move is allowed, and if not, by which clause."""

    legal: bool
    clause: str | None
    reason: str | None


class ProblemBody(BaseModel):
    """Why a request was refused (application/problem+json)."""

    model_config = ConfigDict(extra="forbid")

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    clause: str | None = None
    position: Position | None = None

    def wire(self) -> bytes:
        """The refusal in ASCII: it may quote the request, and not every text in JSON is valid Unicode. Empty
        members are left out, but a position is complete.
        """
        told = {name: value for name, value in self.model_dump().items() if value is not None}
        return json.dumps(told).encode()
