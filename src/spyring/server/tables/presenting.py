"""From a room to what one reader may see of it, field by field.

Everything about the game itself comes out of ``view``, ``legal`` and the reader's own entries of the
timeline; nothing here looks into a state.
"""

import json
from collections.abc import Callable, Collection
from functools import lru_cache

from spyring.engine import frame
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.notation import Event, EventBook, MoveBook
from spyring.engine.position import Json
from spyring.engine.words import Translate, _
from spyring.server.caller import Caller
from spyring.server.payloads import (
    Asked,
    Clock,
    Fairness,
    LogEntry,
    Move,
    OptionCard,
    Parts,
    Position,
    SeatCard,
    TableCard,
    Told,
    Undo,
    UndoOffer,
)
from spyring.server.tables.chair import Chair, Held
from spyring.server.tables.room import FROZEN, Room
from spyring.server.tables.timeline import MOST_TO_UNDO, Entry, Reader, Timeline, eyes

FORMER = _("a former player")


def seat_card(room: Room, chair: Chair, caller: Caller) -> SeatCard:
    """One seat as everybody may know it."""
    away_until = chair.away_until if room.pace == "days" else None
    you = chair.person is not None and chair.person == caller.id
    public = (chair.person, chair.name, chair.level, chair.held, chair.account, away_until)
    return _seat_card(room.game, room.start.seats, chair.seat, public, you, caller.language)


def seat_cards(room: Room, caller: Caller, seated: tuple[int, ...]) -> Parts[SeatCard]:
    """All seats, for somebody who sits there; made anew only when somebody comes or goes."""
    if room.chairs is not room.cards_of:
        room.cards_of, room.cards = room.chairs, {}
    reader = (seated, caller.language)
    found = room.cards.get(reader)
    if found is None:
        found = room.cards[reader] = Parts(seat_card(room, chair, caller) for chair in room.chairs)
    return found


@lru_cache(maxsize=512)
def _seat_card(
    game: Game,
    seats: int,
    seat: int,
    public: tuple[str | None, str | None, str | None, Held, bool, float | None],
    you: bool,
    language: str,
) -> SeatCard:
    """The same after every move, until somebody comes or goes."""
    person, name, level, held, account, away_until = public
    chair, caller = Chair(seat, person, name, level, held), Caller(language=language)
    return SeatCard(
        seat=seat,
        label=game.seat_names(seats)[seat],
        title=caller.reads(game)(game.seat_titles(seats)[seat]),
        kind="empty" if chair.empty else "bot" if person is None else "person",
        name=caller.translate(FORMER) if name == "" else name,
        level=level if chair.bot_plays else None,
        held=held,
        you=you,
        person=None if name == "" else person,
        account=account,
        away_until=away_until,
    )


def table_card(room: Room, caller: Caller) -> TableCard:
    """A table in a list."""
    seat, reader = room.seat_of(caller.id), room.reader(caller.id)
    return TableCard(
        id=room.id,
        game=room.game.name,
        title=caller.reads(room.game)(room.game.title),
        status=room.status,
        public=room.public,
        pace=room.pace,
        clock=room.terms,
        options=room.start.options,
        seats=[seat_card(room, chair, caller) for chair in room.chairs],
        yours=caller.id is not None and room.owner == caller.id,
        seat=seat,
        your_turn=seat is not None and room.chairs[seat].present and seat in room.deciders(),
        number=room.number(reader),
        made_at=room.made_at,
        moved_at=last_seen(room, reader),
        frozen=frozen(room, caller),
        invitation=room.invitation if room.belongs(caller.id) else None,
        next_table=following(room, caller),
        fairness=fairness(room),
    )


def following(room: Room, caller: Caller) -> str | None:
    """The table that goes on from this one; of a private one only its own people learn that."""
    known = room.next_table is not None and (room.public or room.belongs(caller.id))
    return room.next_table if known else None


def fairness(room: Room) -> Fairness | None:
    """What binds the server, and after the end what it was bound to."""
    if room.seal is None:
        return None
    over = room.status == "over"
    return Fairness(
        scheme=room.seal.scheme,
        commitment=room.seal.commitment(),
        start=None if room.status == "open" else room.seal.start(),
        secret=room.seal.secret.hex() if over else None,
        nonces=[nonce.hex() for nonce in room.seal.nonces] if over else None,
    )


def frozen(room: Room, caller: Caller) -> str | None:
    """Why a game cannot be played on."""
    return None if room.frozen is None else caller.translate(FROZEN[room.frozen])


def last_seen(room: Room, reader: Reader) -> float:
    """When something happened that this reader noticed."""
    if room.timeline is not None:
        mine = eyes(reader)
        for entry in reversed(room.timeline.entries):
            if entry.noticed & mine:
                return entry.at
    return room.made_at


def position(room: Room, caller: Caller, at: float, since: int) -> Position:
    """A table as one reader may see it; of the log only what is newer than ``since``. Whoever holds several
    seats sees the table from the one that they speak for now, and may move for those that may act, too.
    """
    translate = caller.reads(room.game)
    seated = room.seats_of(caller.id)
    seat, reader = room.speaker(seated), seated or None
    timeline = room.timeline
    view = None if timeline is None else timeline.view(seat)
    still = timeline is None or room.frozen is not None
    moves = () if timeline is None or still else legal_moves(timeline, room.acting(seated))
    number, deciders = room.number(reader), room.deciders()
    question = (
        "" if view is None or view["asked"] is None else _question(room, seat, deciders, view, translate)
    )
    return Position(
        table=room.id,
        game=room.game.name,
        status=room.status,
        number=number,
        revision=room.revision,
        frozen=frozen(room, caller),
        seat=seat,
        seats=seat_cards(room, caller, seated),
        deciders=list(deciders),
        interrupters=list(room.interrupters()),
        sentence=sentence(room, seat, deciders, view, question, translate),
        asked=asked(room, view, moves, question),
        legal=[_move(room.game.moves, move, translate) for move in moves],
        view=view,
        log=[] if timeline is None else log(timeline, reader, since, room.made_at, translate),
        clocks=[] if room.terms is None else clocks(room, at),
        undo=undo(room, reader, seat, number),
        passes=[] if seat is None else list(room.chairs[seat].passes),
        next_table=following(room, caller),
    )


def legal_moves(timeline: Timeline, seats: tuple[int, ...]) -> Collection[int]:
    """What these seats of one person may do; what several of them may do the first one does."""
    if len(seats) == 1:
        return timeline.state.legal(seats[0])
    return dict.fromkeys(move for seat in seats for move in timeline.state.legal(seat))


def met(room: Room, caller: Caller) -> Callable[[str], bool]:
    """Says of a label whether the caller can read it now: somewhere on the table, or in a move of theirs."""

    def seen(label: str) -> bool:
        timeline, seats = room.timeline, room.seats_of(caller.id)
        if timeline is None:
            return False
        if any(_mentions(timeline.view(seat), label) for seat in seats or (None,)):
            return True
        return any(label in room.game.moves.fields(move).values() for move in legal_moves(timeline, seats))

    return seen


def _mentions(data: object, label: str) -> bool:
    if isinstance(data, dict):
        return label in data or any(_mentions(part, label) for part in data.values())
    if isinstance(data, list | tuple):
        return any(_mentions(part, label) for part in data)
    return data == label


@lru_cache(maxsize=4096)
def _move(book: MoveBook, move: int, translate: Translate) -> Move:
    """A move in one language: the same in every game."""
    return Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move, translate))


def asked(room: Room, view: Json | None, legal: Collection[int], question: str) -> Asked | None:
    """What is being decided, as the reader's own view says it."""
    if view is None or view["asked"] is None or room.frozen is not None:
        return None
    return Asked(
        frame=view["asked"]["frame"],
        clause=view["asked"]["clause"],
        ask=question,
        passable=any(room.game.moves.phrase(move).passes for move in legal),
    )


def sentence(
    room: Room,
    seat: int | None,
    deciders: tuple[int, ...],
    view: Json | None,
    question: str,
    translate: Translate,
) -> str:
    """What to do, or whom all are waiting for."""
    if room.frozen is not None:
        return translate(FROZEN[room.frozen])
    if view is None:
        return translate(_("The game begins when every seat is taken."))
    if view["outcome"] is not None:
        winners = _names(room.game, room.start.seats, tuple(view["outcome"]["winners"]), translate)
        reason = translate(view["outcome"]["reason"])
        if room.game.kind == COOPERATIVE:
            won = _("The game is over: won together. {reason}")
            part = _("The game is over: a part of it was reached together. {reason}")
            lost = _("The game is over: lost together. {reason}")
            said = won if winners else part if view["outcome"]["achieved"] > 0 else lost
            return translate(said).format(reason=reason)
        if not winners:
            return translate(_("The game is over: nobody wins. {reason}")).format(reason=reason)
        return translate(_("The game is over: {winners} wins. {reason}")).format(
            winners=winners, reason=reason
        )
    if seat is not None and seat in deciders:
        return translate(_("Your decision. {question}")).format(question=question)
    names = _names(room.game, room.start.seats, deciders, translate)
    return translate(_("Waiting for {names}. {question}")).format(names=names, question=question)


def _question(
    room: Room, seat: int | None, deciders: tuple[int, ...], view: Json, translate: Translate
) -> str:
    asked, mine = view["asked"], seat is not None and seat in deciders
    waiting = "" if mine else _names(room.game, room.start.seats, deciders, translate)
    return _asking(asked["ask"], asked["wait"], tuple(asked["places"].items()), translate, waiting)


@lru_cache(maxsize=256)
def _asking(
    ask: str, wait: str, places: tuple[tuple[str, str], ...], translate: Translate, waiting: str
) -> str:
    """A question in one language: the same for all who wait for the same answer."""
    return frame.question({"ask": ask, "wait": wait, "places": dict(places)}, translate, waiting)


@lru_cache(maxsize=512)
def _names(game: Game, count: int, seats: tuple[int, ...], translate: Translate) -> str:
    """Some seats, as people read them."""
    titles = game.seat_titles(count)
    return ", ".join(translate(titles[seat]) for seat in seats)


# -- the log -------------------------------------------------------------------------------------------------


def log(timeline: Timeline, reader: Reader, since: int, began: float, translate: Translate) -> list[LogEntry]:
    """What this reader noticed after ``since``, with this reader's numbers; number 0 is the start."""
    shown: list[LogEntry] = []
    if since < 0:
        events = told(timeline.game, timeline.opening, reader, translate)
        start = LogEntry(
            number=0,
            at=began,
            kind="start",
            yours=False,
            move=None,
            undone=False,
            takes_back=[],
            events=events,
        )
        shown.append(start)
    mine = eyes(reader)
    noticed = timeline.noticed(reader, since)
    took_back = any(entry.kind != "move" for _number, entry in noticed)
    numbers = {entry.number: number for number, entry in timeline.noticed(reader)} if took_back else {}
    for number, entry in noticed:
        own = bool(mine >> entry.seat & 1)
        shown.append(
            LogEntry(
                number=number,
                at=entry.at,
                kind="move" if entry.kind == "move" else "undo",
                yours=own,
                move=entry.text if own and entry.kind == "move" else None,
                undone=entry.undone and entry.kind == "move",
                takes_back=[] if entry.kind == "move" else _taken_back(entry, numbers),
                events=told(timeline.game, entry.events, reader, translate),
            )
        )
    return shown


def _taken_back(entry: Entry, numbers: dict[int, int]) -> list[int]:
    """The reader's own numbers of what an entry undid; ``numbers`` are theirs of all that they noticed."""
    last = entry.target if entry.kind == "drop" else entry.number - 1
    return [numbers[gone] for gone in range(entry.target, last + 1) if gone in numbers]


def told(
    game: Game, events: tuple[Event, ...], reader: Reader, translate: Translate, past: bool = False
) -> list[Told]:
    """The events that a reader was told, in words; ``past`` as the story of a finished game tells them."""
    mine = eyes(reader)
    return _all_told(game.events, tuple([e for e in events if e.audience & mine]), translate, past)


@lru_cache(maxsize=256)
def _all_told(book: EventBook, events: tuple[Event, ...], translate: Translate, past: bool) -> Parts[Told]:
    """What happened at once, in one language: the same for everybody who is told just these."""
    return Parts(_told(book, e.kind, e.a, e.b, e.c, e.d, translate, past) for e in events)


@lru_cache(maxsize=4096)
def _told(
    book: EventBook, kind: int, a: int, b: int, c: int, d: int, translate: Translate, past: bool
) -> Told:
    """An event in one language: the same for everybody who is told it."""
    event = Event(kind, 0, a, b, c, d)
    said = book.recall(event, translate) if past else book.say(event, translate)
    return Told(fields=book.fields(event), sentence=said)


def reason(entry: Entry, translate: Translate) -> str | None:
    """Why a bot made this move: nothing for anybody before the game is over."""
    if entry.why is None:
        return None
    key, values = json.loads(entry.why)
    return translate(key).format(**values)


# -- the room ------------------------------------------------------------------------------------------------


def clocks(room: Room, at: float) -> list[Clock]:
    """Every clock, as all may see it, in tenths of a second."""
    return [
        Clock(
            seat=chair.seat,
            left=round(chair.clock.left(at), 1),
            running=chair.clock.since is not None and chair.clock.since <= at and not room.frozen,
        )
        for chair in room.chairs
        if chair.clock.bank is not None
    ]


def undo(room: Room, reader: Reader, seat: int | None, number: int) -> Undo:
    """What this reader, who has noticed so much, can take back."""
    offer = None
    if room.offer is not None:
        missing = [other for other in room.consenting() if other not in room.offer.agreed]
        offer = UndoOffer(id=room.offer.id, by=room.offer.by, agreed=list(room.offer.agreed), missing=missing)
    playing = (
        room.status == "playing" and room.frozen is None and seat is not None and room.chairs[seat].present
    )
    if not playing or room.timeline is None or number >= MOST_TO_UNDO:
        return Undo(free=False, by_consent=False, offer=offer)
    free = room.timeline.free_undo(reader) is not None
    return Undo(free=free, by_consent=not free and room.timeline.last_move(reader) is not None, offer=offer)


def option_cards(game: Game, translate: Translate) -> list[OptionCard]:
    """What can be chosen before a game."""
    return [
        OptionCard(
            name=option.name,
            kind="number" if option.kind == "number" else "word",
            values=list(option.values),
            default=option.default,
            help=translate(option.help),
            clause=option.clause,
            title=translate(option.title),
            titles=[translate(title) for title in option.titles],
        )
        for option in game.options
    ]
