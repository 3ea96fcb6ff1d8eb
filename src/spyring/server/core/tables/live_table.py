"""A table in memory: its chairs, its clocks, its timeline. It is a cache; the database is authoritative."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, Protocol, get_args

from spyring.engine.definition import Definition
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.keyed_chance import KEY_BYTES, Seal
from spyring.engine.position import Json
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import ClockTerms, LogEntry, SeatCard
from spyring.server.core.problems import Conflict, Damaged, Forbidden, Problem
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.timeline import Reader, Start, Timeline

Status = Literal["open", "playing", "over"]
FreezeReason = Literal["rules", "box", "chance", "log", "ended"]

FROZEN: Final[dict[FreezeReason, str]] = {
    "rules": _("This game started under rules this server does not have. It is frozen. Nothing is lost."),
    "box": _("This game started with a box this server does not have. It is frozen. Nothing is lost."),
    "chance": _("This game predates verifiable dice and shuffles. It is frozen. Nothing is lost."),
    "log": _("Some moves of this game break this server’s rules. It is frozen. Nothing is lost."),
    "ended": _("This game was stopped before its end. It is frozen. Nothing is lost."),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer to go back to before entry ``target``. Its ``id`` is the revision of the table that it made. A
    ``refused`` offer is kept until the next move, for the player who asked.
    """

    id: int
    by: int
    target: int
    agreed: tuple[int, ...]
    refused: bool = False

    def to_text(self) -> str:
        """The offer as it is stored."""
        return json.dumps([self.id, self.by, self.target, list(self.agreed), self.refused])

    @classmethod
    def from_text(cls, text: str | None) -> "Offer | None":
        """The offer that was stored."""
        if text is None:
            return None
        number, by, target, agreed, *refused = json.loads(text)  # older servers kept no refusal
        return cls(number, by, target, tuple(agreed), *refused)


def frame_of(state: State) -> str:
    """The name of the current decision, by which seats pass windows; all can see it."""
    return type(state.stack[-1]).__name__


def waits_for_people(chairs: list[Chair], state: State) -> bool:
    """Whether one seat decides here for all, and a person can: bots leave it to them."""
    return state.stack[-1].shared(state) and any(chairs[seat].present for seat in state.deciders)


def _edition(shelf: Shelf, row: Row) -> tuple[Game, FreezeReason | None]:
    """The game that a table is played with, and the reason if it cannot be continued."""
    newest = shelf.game(row["game"])
    if row["status"] == "open":  # it will start with the current edition
        return newest, None
    if row["secret"] is None:
        return newest, "chance"
    if row["ended_at"] is not None:
        return newest, "ended"
    game = shelf.edition_for(row)
    if game is not None:
        return game, None
    return newest, "rules" if row["rules_version"] != newest.rules_version else "box"


@contextmanager
def guard_damage(table: str) -> Iterator[None]:
    """Turn any error while reading stored rows into :class:`Damaged` for this table."""
    try:
        yield
    except Problem:
        raise
    except Exception as error:  # a row may hold anything
        raise Damaged(table) from error


def seal_of(row: Row, chairs: list[Chair]) -> Seal | None:
    """How the key of a table is made; None if the game is older than sealed chance."""
    if row["secret"] is None:
        return None
    nonces = [b""] * row["seat_count"]
    for chair in chairs:
        nonces[chair.seat] = bytes.fromhex(chair.nonce)
    return Seal(bytes.fromhex(row["secret"]), row["deal"] or row["id"], tuple(nonces), row["scheme"])


def start_of(game: Game, row: Row, seal: Seal | None) -> Start:
    """The start of a stored game; options that were added later have their defaults."""
    options = {option.name: option.default for option in game.options} | json.loads(row["options"])
    legacy = None if row["legacy"] is None else json.loads(row["legacy"])
    key = bytes(KEY_BYTES) if seal is None else seal.key()
    branches = tuple((last, bytes.fromhex(key)) for last, key in json.loads(row["branches"] or "[]"))
    return Start(row["seat_count"], key, options, legacy, branches)


class SeatIndex:
    """Values that follow from the chairs of a table and are needed often; rebuilt when a chair changes."""

    def __init__(self, chairs: list[Chair]) -> None:
        self.seats: dict[str | None, tuple[int, ...]] = {}  # of each person
        self.cards: dict[tuple[tuple[int, ...], str], list[SeatCard]] = {}  # by reader and language
        self.gave_up = [chair.seat for chair in chairs if chair.gave_up]
        self.by_hand = False  # whether only people act here: no bot, no order, no running clock
        for chair in chairs:
            if chair.person is not None:
                self.seats[chair.person] = (*self.seats.get(chair.person, ()), chair.seat)
        if len(self.seats) > 1:  # a lone player's windows may pass by themselves
            self.by_hand = all(c.present and not c.passes and c.clock.since is None for c in chairs)


class Archive(Protocol):
    """A finished game as it was told, for when its rules are no longer installed."""

    @property
    def last(self) -> int:
        """How many moves there were."""

    def view(self, step: int, seat: int | None) -> Json:
        """What a seat, or a spectator, saw after so many moves."""

    def log(self, reader: Reader, since: int, began: float, language: str) -> list[LogEntry]:
        """What a reader noticed after a step."""


@lru_cache(maxsize=256)
def _named_by_players(translate: Translate, names: tuple[tuple[str, str], ...]) -> Translate:
    """A translation with names for titles; always the same one, because sentences are cached by it."""
    given = dict(names)
    return lambda key: given.get(key) or translate(key)


class LiveTable:
    """One table. To change it, hold ``lock``, store the change, and only then change the fields here.

    A game that was started with other rules or another box than the shelf has is ``frozen``: people can view
    and download it, but nothing changes it.
    """

    def __init__(self, shelf: Shelf, row: Row, chairs: list[Chair]) -> None:
        self.id: str = row["id"]
        self.game, self.frozen = _edition(shelf, row)
        self.rules_version: int = row["rules_version"]
        self.public: bool = row["public"]
        self.pace: Literal["free", "live", "days"] = row["pace"]
        self.terms = None if row["clock"] is None else ClockTerms.model_validate_json(row["clock"])
        self.invitation: str = row["invitation"]
        self.made_at: float = row["made_at"]
        self.lock = asyncio.Lock()
        self.timeline: Timeline | None = None
        self.names: dict[str, str] = {}  # that players gave, by the title that each replaces
        self.archive: Archive | None = None  # of a finished game that can no longer be replayed
        # Since when each decider has had to decide, as far as this worker knows.
        self.asked_at: dict[int, float] = {}
        self.due: dict[int, float] = {}  # when bots and automatic passes will move
        self.stale = False  # another worker has changed something
        self.being_read = False  # that change is being read
        self.listening: dict[int, int] = {}  # by the seat of a bot: its number when it last let people speak
        self.used_at = 0.0
        # To a player's move, for their own event stream: the player, all that it follows from, and itself.
        self.last_answer: tuple[str | None, object, bytes] | None = None
        self.update(row, chairs)

    def update(self, row: Row, chairs: list[Chair]) -> None:
        """Set everything that can change, except the log."""
        if row["status"] not in get_args(Status) or len(chairs) != row["seat_count"]:
            raise Damaged(row["id"])
        self.owner: str = row["owner"]
        self.origin: str | None = row["origin"]  # the network that it was made from
        self.status: Status = row["status"]
        self.revision: int = row["revision"]
        self.sealed: bool = row["sealed"]
        self.offer = Offer.from_text(row["offer"])
        self.next_table: str | None = row["next_table"]
        self.moved_at: float = row["moved_at"]
        self.watched_at: float | None = row["watched_at"]
        self.sit(chairs)
        self.seal = seal_of(row, chairs)
        self.start = start_of(self.game, row, self.seal)
        first = row["previous_table"] is None and not self.start.branches
        self.imported = first and self.start.legacy is not None

    # -- people ----------------------------------------------------------------------------------------------

    def with_chairs(self, changed: Iterable[Chair]) -> list[Chair]:
        """All chairs, some of them changed."""
        new = {chair.seat: chair for chair in changed}
        return [new.get(chair.seat, chair) for chair in self.chairs]

    def sit(self, chairs: list[Chair]) -> None:
        """Replace the chairs, because one has changed; a chair itself never changes."""
        self.chairs = chairs
        self.seat_index = SeatIndex(chairs)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """The seats of a person: one, or several where all win or lose together."""
        return self.seat_index.seats.get(person, ())

    def seat_of(self, person: str | None) -> int | None:
        """The seat that a person speaks for now."""
        return self.speaker(self.seats_of(person))

    def speaker(self, seats: tuple[int, ...]) -> int | None:
        """The seat that one person speaks for now: the first of theirs that must decide, else one that may
        act, else the first.
        """
        if len(seats) < 2:
            return seats[0] if seats else None
        asked, may = self.deciders(), self.interrupters()
        return min(seats, key=lambda seat: (seat not in asked, seat not in may, seat))

    def acting(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """The seats for which a person can move now: the one they speak for, and any that may act without
        being asked.
        """
        if len(seats) < 2:
            return seats
        speaker, may = self.speaker(seats), self.interrupters()
        return tuple(sorted((s for s in seats if s == speaker or s in may), key=lambda s: s != speaker))

    def translate_for(self, caller: Caller) -> Translate:
        """The sentences of the game in the caller's language, with the names that its players gave."""
        plain = caller.translate_for(self.game)
        return _named_by_players(plain, tuple(self.names.items())) if self.names else plain

    def is_member(self, person: str | None) -> bool:
        """Whether a person sits here, or made the table."""
        return person is not None and (person == self.owner or bool(self.seats_of(person)))

    def reader(self, person: str | None) -> Reader:
        """Through which seats a person reads; None for a spectator."""
        return self.seats_of(person) or None

    def consenting(self) -> list[int]:
        """The seats whose people must agree before anything is taken back, including people who are away."""
        return [chair.seat for chair in self.chairs if chair.consents]

    def require_seat(self, caller: Caller, seat: int | None = None) -> Chair:
        """The caller's chair, or a refusal. With several seats it is the one given, or the one they speak
        for.
        """
        found = self.seat_of(caller.require_person().id) if seat is None else seat
        if found is None or found not in self.seats_of(caller.id):
            raise Forbidden("not-seated", _("You have no seat at this table."))
        return self.chairs[found]

    def require_consenting(self, caller: Caller, seat: int | None = None) -> Chair:
        """The caller's chair if their consent counts in a running game, or a refusal."""
        chair = self.require_seat(caller, seat)
        self.require_playable()
        if self.status == "open":
            raise Conflict("not-begun", _("The game has not started."))
        if self.status == "over":
            raise Conflict("over", _("The game is over."), clause=self.game.end_clause)
        if not chair.consents:
            raise Forbidden("resigned", _("You have resigned from this game."))
        return chair

    def require_player(self, caller: Caller, seat: int | None = None) -> Chair:
        """The caller's chair if they decide for themselves in a running game, or a refusal."""
        chair = self.require_consenting(caller, seat)
        if not chair.present:
            raise Conflict("held", _("A bot plays in your place; take your seat back first."))
        return chair

    @property
    def open_offer(self) -> Offer | None:
        """The offer to go back that waits for an answer."""
        return None if self.offer is None or self.offer.refused else self.offer

    # -- state -----------------------------------------------------------------------------------------------

    @property
    def opened(self) -> bool:
        """Whether the game is over and everything about it may be shown. A table that shares its deal with
        others stays sealed until the package that made it has unsealed it.
        """
        return self.status == "over" and not self.sealed

    def require_playable(self) -> None:
        """Refuse if the table is frozen."""
        if self.frozen is not None:
            raise Conflict("frozen", FROZEN[self.frozen])

    @property
    def running(self) -> Timeline:
        """The timeline of a table that has started."""
        assert self.timeline is not None
        return self.timeline

    @property
    def length(self) -> int:
        """How many entries of the log are here."""
        return 0 if self.timeline is None else self.timeline.length

    def number(self, reader: Reader) -> int:
        """This reader's number; 0 while the game is not loaded."""
        if self.archive is not None:
            return self.archive.last
        return 0 if self.timeline is None else self.timeline.number(reader)

    def told_at(self, at: float, reader: Reader) -> float:
        """The time of an event, as a reader may know it. A spectator of a game with one person does not see
        how long anything took before they came: windows may have passed by themselves.
        """
        hidden = reader is None and self.status != "over"
        return max(at, self.watched_at or at) if hidden else at

    def observed_by_all(self, observers: int) -> bool:
        """Whether every reader noticed it."""
        everybody = (1 << self.start.seats) - 1 | 1 << SPECTATOR
        return observers & everybody == everybody

    @property
    def playing(self) -> Timeline | None:
        """The timeline while somebody can act; whatever the rules would ask, nobody can in a frozen game."""
        return None if self.frozen is not None or self.status == "over" else self.timeline

    def deciders(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return () if (playing := self.playing) is None else playing.state.deciders

    def interrupters(self) -> tuple[int, ...]:
        """The seats that may act now without being asked."""
        return () if (playing := self.playing) is None else playing.state.interrupters

    def ask(self, at: float, again: int | None = None) -> None:
        """Remember since when each decider has had to decide; ``again`` is a seat that has visibly decided
        and may have to decide again.
        """
        if again is not None:
            self.asked_at.pop(again, None)
        deciders = self.deciders()
        self.asked_at = {seat: self.asked_at.get(seat, at) for seat in deciders}
        if self.due:
            self.due = {seat: due for seat, due in self.due.items() if seat in deciders and seat != again}


# -- passing: the windows that a seat lets pass by its standing orders, and the move for it ------------------
#
# An order is the name of a window's frame: pass there, whatever the seat holds. In every other window the
# person must decide. No order depends on the hand. If players who cannot answer passed automatically and the
# others had to think, the delay would reveal their hands.
#
# There is one exception, where no other person could see the delay: at a private table against bots that
# nobody watches, windows that cannot be answered pass by themselves.


def is_pass(game: Definition, move: int) -> bool:
    """Whether a move lets a window pass."""
    return game.moves.phrase(move).passes


def passing_move(live: LiveTable, seat: int) -> int | None:
    """The move with which a seat lets this window pass: by its order, or because it can do nothing else and
    nobody can notice.
    """
    state, orders = live.running.state, live.chairs[seat].passes
    found = ordered_pass(state, orders, seat) if orders else None
    return only_pass(state, seat) if found is None and is_unobserved(live) else found


def is_unobserved(live: LiveTable) -> bool:
    """Whether one person plays at their own table against bots, and nobody else has watched."""
    return not live.public and live.watched_at is None and live.seat_index.seats.keys() == {live.owner}


def only_pass(state: State, seat: int) -> int | None:
    """The pass of a window in which a seat can do nothing else."""
    legal = state.legal(seat)
    return legal[0] if len(legal) == 1 and is_pass(state.game, legal[0]) else None


def ordered_pass(state: State, orders: tuple[str, ...], seat: int) -> int | None:
    """The same for any state and orders."""
    if frame_of(state) not in orders:
        return None
    return next((move for move in state.legal(seat) if is_pass(state.game, move)), None)
