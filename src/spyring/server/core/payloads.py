"""What leaves the server: every type built field by field, none of which can hold a raw state."""

import json
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from spyring.engine.campaign import MAX_FILE_LETTERS

# No control characters anywhere; PostgreSQL stores no zero byte at all.
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")
]
Level = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9:_-]{0,31}$")]
Face = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{0,16}$")]  # "": by lot from the name
PromiseId = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,22}$")]
Nonce = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{2}){1,32}$")]
MoveText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class Payload(BaseModel):
    """What all payloads share: unknown fields are refused, nothing changes after it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Part:
    """What all parts of a position share. They are plain dataclasses: so many are made for every move, out of
    values whose types are known, that checking each field again would cost more than the move.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid", frozen=True)

    def wire(self) -> bytes:
        """As it goes over the wire."""
        return orjson.dumps(self)


# -- people --------------------------------------------------------------------------------------------------


class Person(Payload):
    """Somebody with a name: a guest, or the owner of an account."""

    id: str
    name: str
    kind: Literal["guest", "account"]
    language: str | None = None
    face: str | None = None  # as they chose it


class Token(Payload):
    """A key for a program that plays in somebody's name; ``secret`` is shown once, when it is made."""

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
    """How long a seat may think: ``bank`` seconds, ``increment`` more after each turn (all decisions that it
    makes before another one is asked), never above ``cap``.
    """

    bank: float = Field(gt=0, le=30 * 86400)
    increment: float = Field(ge=0, le=7 * 86400)
    cap: float = Field(gt=0, le=60 * 86400)


class Promise(Payload):
    """A secret for the chance of a table to come, the id that this table will have, and the commitment to
    both: BLAKE2b-256, in hexadecimal. Without an ``id`` the table is there already.
    """

    id: str | None
    table: str
    commitment: str


class Fairness(Payload):
    """How chance at a table comes about. Before the end the server shows only what binds it; after it the
    secret and the nonces of the seats open, and everybody can check every draw.
    """

    scheme: int  # how all of this is computed
    commitment: str  # shown before any nonce is drawn
    start: str | None  # a digest of the key, from the first move on
    secret: str | None
    nonces: list[str] | None  # by seat, empty for whoever added none


class NewTable(Payload):
    """What is asked for; ``bots`` names a level by seat. The maker takes ``seat`` (the first one that is
    free), and where all win or lose together the seats ``also``, or only watches. The options of a campaign
    that goes on are those of its ``chronicle``.
    """

    game: Name
    seats: int | None = Field(default=None, ge=1, le=8)
    options: dict[str, int | str] = Field(default_factory=dict, max_length=40)
    public: bool = True
    pace: Literal["free", "live", "days"] = "free"
    clock: ClockTerms | None = None  # instead of the usual one of the pace
    seat: int | None = Field(default=None, ge=0, le=7)
    also: list[int] = Field(default_factory=list, max_length=8)
    take_seat: bool = True
    promise: PromiseId | None = None  # whose commitment one was shown before
    nonce: Nonce | None = None  # what one adds to chance
    bots: dict[int, Level] = Field(default_factory=dict, max_length=8)
    chronicle: str | None = Field(default=None, max_length=MAX_FILE_LETTERS)  # the file of a campaign


@dataclass(frozen=True, kw_only=True)
class SeatCard(Part):
    """Who sits where, as everybody may know."""

    seat: int
    label: str
    title: str  # the label for people
    kind: Literal["empty", "person", "bot"]
    name: str | None
    level: str | None  # of the bot that plays here now
    held: Literal["no", "time", "resigned", "asked"]  # why a bot plays for a person
    you: bool
    person: str | None = None  # who it is
    account: bool = False  # whether there is a profile of them
    away_until: float | None = None  # on vacation until then, at tables over days
    face: str | None = None  # as the person chose it


class TableCard(Payload):
    """A table in a list."""

    id: str
    game: str
    title: str
    chapter: list[str]  # the campaign and its month, where a game is one of several
    imported: bool  # whether it goes on with a campaign that was played elsewhere
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
    frozen: str | None  # why the game cannot be played on, if so
    invitation: str | None  # the code, for those who sit here
    next_table: str | None  # the rematch
    fairness: Fairness | None  # None for games from before chance was sealed


class Tables(Payload):
    """All tables that concern one person."""

    mine: list[TableCard]
    invited: list[TableCard]  # by friends
    open: list[TableCard]
    watchable: list[TableCard]
    damaged: list[str]  # of these tables what is stored cannot be read
    more: bool  # whether there is another page of the public ones


# -- a position ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Move(Part):
    """A legal move: as text, in parts (what to light up), and as a sentence."""

    text: str
    fields: dict[str, str]
    sentence: str


@dataclass(frozen=True, kw_only=True)
class EventText(Part):
    """An event, as one reader was told it."""

    fields: dict[str, str]
    sentence: str


LogKind = Literal["start", "move", "undo", "resign"]


@dataclass(kw_only=True)
class LogEntry(Part):
    """Something this reader observed. ``number`` counts for this reader alone."""

    number: int
    at: float
    kind: LogKind
    yours: bool
    move: str | None  # only one's own
    undone: bool
    takes_back: list[int]  # numbers of the entries that this one undid
    events: list[EventText]
    reason: str | None = None  # what a bot says of its move


@dataclass(kw_only=True)
class Clock(Part):
    """The time of a seat: ``left`` seconds at the moment of the answer, falling if ``running``."""

    seat: int
    left: float
    running: bool


@dataclass(kw_only=True)
class Asked(Part):
    """What is being decided. ``ask`` is the sentence of the rules; ``passable`` is a window that can be
    passed by itself.
    """

    frame: str
    clause: str
    ask: str
    passable: bool


@dataclass(frozen=True, kw_only=True)
class UndoOffer(Part):
    """Somebody asks to go back; ``missing`` are the seats whose consent is still needed."""

    id: int  # what an answer must name
    by: int
    agreed: list[int]
    missing: list[int]


@dataclass(kw_only=True)
class Undo(Part):
    """What this reader can take back."""

    free: bool
    by_consent: bool
    offer: UndoOffer | None
    refused: bool  # what this reader last asked to take back, until the next move


@dataclass(kw_only=True)
class Position(Part):
    """A table as one reader may see it now."""

    table: str
    game: str
    status: Literal["open", "playing", "over"]
    number: int
    revision: int
    frozen: str | None  # why the game cannot be played on, if so
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
    may_take_win: bool  # the only other person has given up
    next_table: str | None

    def wire(self) -> bytes:
        """As it goes over the wire."""
        try:
            return orjson.dumps(self)
        except TypeError:  # a view of a game of another author: with numbers as keys, or very large ones
            return POSITION.dump_json(self, warnings=False)


POSITION = TypeAdapter(Position)


@dataclass(kw_only=True)
class TableNews(Part):
    """That a table has changed for one reader: all that a page needs to ask for its new rendering."""

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
    """Why something was refused (application/problem+json)."""

    model_config = ConfigDict(extra="forbid")

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    clause: str | None = None
    position: Position | None = None

    def wire(self) -> bytes:
        """The refusal in ASCII: it may quote what was sent, and not every text in JSON is valid Unicode.
        Members that would be empty are left out, but a position is whole.
        """
        told = {name: value for name, value in self.model_dump().items() if value is not None}
        return json.dumps(told).encode()
