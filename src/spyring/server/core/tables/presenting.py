"""Presents a table to one reader, field by field.

Everything about the game itself comes out of ``view``, ``legal`` and the reader's own entries of the
timeline; nothing here looks into a state.
"""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Final

from spyring.engine import frame
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.notation import Event, EventBook, MoveBook
from spyring.engine.position import Json
from spyring.server.core import payloads
from spyring.server.core.bots.thoughts import from_text
from spyring.server.core.caller import Caller
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.conceding import closed, conceded, may_take_win, told_resigned
from spyring.server.core.tables.live_table import FROZEN, LiveTable
from spyring.server.core.tables.timeline import (
    MAX_ENTRIES_TO_UNDO,
    TAKES_BACK,
    Entry,
    Kind,
    Reader,
    Timeline,
    mask_of,
)

FORMER = _("a former player")
LOG_KINDS: Final[dict[Kind, payloads.LogKind]] = {
    "move": "move",
    "drop": "undo",
    "back": "undo",
    "quit": "resign",
}


def seat_cards(live: LiveTable, caller: Caller, seated: tuple[int, ...]) -> list[payloads.SeatCard]:
    """All seats, as everybody may see them, for a reader who is ``seated`` at some."""
    shown, reader = live.seat_index.cards, (seated, caller.language)
    if reader not in shown:
        shown[reader] = [seat_card(live, chair, caller) for chair in live.chairs]
    return shown[reader]


def seat_card(live: LiveTable, chair: Chair, caller: Caller) -> payloads.SeatCard:
    """One seat, as everybody may see it."""
    game, seats, known = live.game, live.start.seats, chair.name != ""
    return payloads.SeatCard(
        seat=chair.seat,
        label=game.seat_names(seats)[chair.seat],
        title=caller.translate_for(game)(game.seat_titles(seats)[chair.seat]),
        kind="empty" if chair.empty else "bot" if chair.person is None else "person",
        name=chair.name if known else caller.translate(FORMER),
        level=chair.level if chair.bot_plays else None,
        held=chair.held,
        you=chair.person is not None and chair.person == caller.id,
        person=chair.person if known else None,
        account=chair.account,
        away_until=chair.away_until if live.pace == "days" else None,
        face=chair.face if known else None,
        assistant=chair.face == payloads.ASSISTANT,
    )


def table_card(live: LiveTable, caller: Caller) -> payloads.TableCard:
    """A table in a list."""
    seated = live.seats_of(caller.id)
    seat, reader = live.speaker(seated), seated or None
    translate = live.translate_for(caller)
    return payloads.TableCard(
        id=live.id,
        game=live.game.name,
        title=translate(live.game.title),
        chapter=[translate(key) for key in live.game.chapter(live.start.options, live.start.legacy)],
        imported=live.imported,
        status=live.status,
        public=live.public,
        pace=live.pace,
        clock=live.terms,
        options=live.start.options,
        seats=seat_cards(live, caller, seated),
        yours=caller.id is not None and live.owner == caller.id,
        seat=seat,
        your_turn=is_asked(live, seat),
        number=live.number(reader),
        made_at=live.made_at,
        moved_at=last_seen(live, reader),
        frozen=frozen(live, caller),
        invitation=invitation(live, caller),
        next_table=following(live, caller),
        fairness=fairness(live),
        names=live.names,
    )


def is_asked(live: LiveTable, seat: int | None) -> bool:
    """Whether a seat must decide now, and its person is there to decide."""
    return seat is not None and live.chairs[seat].present and seat in live.deciders()


def table_news(live: LiveTable, caller: Caller) -> payloads.TableNews:
    """The notice by which a reader's page learns that a table has changed."""
    seats = live.seats_of(caller.id)
    return payloads.TableNews(
        table=live.id,
        number=live.number(seats or None),
        revision=live.revision,
        your_turn=is_asked(live, live.speaker(seats)),
    )


def invitation(live: LiveTable, caller: Caller) -> str | None:
    """The code by which people at a table invite others."""
    return live.invitation if live.is_member(caller.id) else None


def following(live: LiveTable, caller: Caller) -> str | None:
    """The table that follows this one; for a private one, only its own people learn of it."""
    known = live.next_table is not None and (live.public or live.is_member(caller.id))
    return live.next_table if known else None


def fairness(live: LiveTable) -> payloads.Fairness | None:
    """The server's commitment, and after the end the secret behind it."""
    if live.seal is None:
        return None
    over = live.opened
    return payloads.Fairness(
        scheme=live.seal.scheme,
        table=live.seal.table,
        commitment=live.seal.commitment(),
        start=None if live.status == "open" else live.seal.start(),
        secret=live.seal.secret.hex() if over else None,
        nonces=[nonce.hex() for nonce in live.seal.nonces] if over else None,
    )


def frozen(live: LiveTable, caller: Caller) -> str | None:
    """Why a game is frozen."""
    return None if live.frozen is None or live.archive else caller.translate(FROZEN[live.frozen])


def last_seen(live: LiveTable, reader: Reader) -> float:
    """When this reader last observed an event."""
    if live.archive is not None:
        return live.moved_at
    if live.timeline is not None:
        mine = mask_of(reader)
        for entry in reversed(live.timeline.entries):
            if entry.observers & mine:
                return live.told_at(entry.at, reader)
    elif live.status == "over":  # nothing is hidden any more
        return live.moved_at
    return live.made_at


def position(live: LiveTable, caller: Caller, at: float, since: int) -> payloads.Position:
    """A table as one reader may see it, with the part of the log that is newer than ``since``. A player with
    several seats sees it from the one that they speak for, and may also move for seats that may act.
    """
    translate = live.translate_for(caller)
    seated = live.seats_of(caller.id)
    seat, reader = live.speaker(seated), seated or None
    timeline = live.timeline
    archive = live.archive
    view = view_of(live, seat)
    told = [] if timeline is None else log(live, timeline, reader, since, translate)
    if archive is not None:
        view = archive.view(archive.last, seat)
        told = archive.log(reader, since, live.made_at, caller.language)
    if view is not None and live.status == "over":
        view = closed(view, conceded(live))
    moves: Collection[int] = ()
    deciders: tuple[int, ...] = ()
    interrupters: tuple[int, ...] = ()
    if (playing := live.playing) is not None:
        moves = legal_moves(playing, live.acting(seated))
        deciders, interrupters = playing.state.deciders, playing.state.interrupters
    number, mine = live.number(reader), seat in deciders
    waiting = "" if mine else _names(live.game, live.start.seats, deciders, translate)
    ask = question(view, translate, waiting)
    return payloads.Position(
        table=live.id,
        game=live.game.name,
        status=live.status,
        number=number,
        revision=live.revision,
        frozen=frozen(live, caller),
        seat=seat,
        seats=seat_cards(live, caller, seated),
        deciders=list(deciders),
        interrupters=list(interrupters),
        sentence=sentence(live, view, mine, waiting, ask, translate),
        asked=asked(live, view, moves, ask),
        legal=[move_card(live.game.moves, move, translate) for move in moves],
        view=view,
        log=told,
        clocks=[] if live.terms is None else clocks(live, at),
        undo=undo(live, reader, seat, number),
        passes=[] if seat is None else list(live.chairs[seat].passes),
        may_take_win=may_take_win(live, seated),
        next_table=following(live, caller),
        names=live.names,
    )


def view_of(live: LiveTable, seat: int | None) -> Json | None:
    """What a seat, or a spectator, may see now. At a sealed table that is over, it is what they saw before
    the last move, and who won: after the end the game itself hides nothing.
    """
    timeline = live.timeline
    if timeline is None or live.opened or live.status != "over":
        return None if timeline is None else timeline.view(seat)
    before = timeline.at(max(0, len(timeline.moves()) - 1)).view(seat)
    nothing: Json = {"deciders": [], "interrupters": [], "asked": None}
    outcome = {**timeline.view(None)["outcome"], "verdicts": [[] for _chair in live.chairs]}
    return {**before, **nothing, "outcome": outcome}


def legal_moves(timeline: Timeline, seats: tuple[int, ...]) -> Collection[int]:
    """The legal moves of a person's seats; where several may make the same move, the first one makes it."""
    if len(seats) == 1:
        return timeline.state.legal(seats[0])
    return dict.fromkeys(move for seat in seats for move in timeline.state.legal(seat))


def met(live: LiveTable, caller: Caller) -> Callable[[str], bool]:
    """A test for labels: whether the caller can read one now, on the table or in one of their moves."""

    def seen(label: str) -> bool:
        timeline, seats = live.timeline, live.seats_of(caller.id)
        if timeline is None:
            return False
        if any(_mentions(view_of(live, seat), label) for seat in seats or (None,)):
            return True
        return any(label in live.game.moves.fields(move).values() for move in legal_moves(timeline, seats))

    return seen


def _mentions(data: object, label: str) -> bool:
    if isinstance(data, dict):
        return label in data or any(_mentions(part, label) for part in data.values())
    if isinstance(data, list | tuple):
        return any(_mentions(part, label) for part in data)
    return data == label


@lru_cache(maxsize=4096)
def move_card(book: MoveBook, move: int, translate: Translate) -> payloads.Move:
    """A move in one language, the same at every table: cached, to save wording and JSON."""
    return payloads.Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move, translate))


def asked(live: LiveTable, view: Json | None, legal: Collection[int], ask: str) -> payloads.Asked | None:
    """The current decision, as the reader's own view states it."""
    if view is None or view["asked"] is None or live.frozen is not None:
        return None
    return payloads.Asked(
        frame=view["asked"]["frame"],
        clause=view["asked"]["clause"],
        ask=ask,
        passable=any(live.game.moves.phrase(move).passes for move in legal),
    )


def sentence(
    live: LiveTable, view: Json | None, mine: bool, waiting: str, ask: str, translate: Translate
) -> str:
    """What to do, if the reader must decide, or which players everybody waits for."""
    if live.frozen is not None and live.archive is None:
        return translate(FROZEN[live.frozen])
    if view is None:
        return translate(_("The game starts when every seat is taken."))
    if view["outcome"] is not None:
        winners = _names(live.game, live.start.seats, tuple(view["outcome"]["winners"]), translate)
        reason = translate(view["outcome"]["reason"])
        if live.game.kind == COOPERATIVE:
            won = _("The game is over: won together. {reason}")
            part = _("The game is over: a partial success. {reason}")
            lost = _("The game is over: lost together. {reason}")
            said = won if winners else part if view["outcome"]["achieved"] > 0 else lost
            return translate(said).format(reason=reason)
        if not winners:
            return translate(_("The game is over: nobody wins. {reason}")).format(reason=reason)
        return translate(_("The game is over: won by {winners}. {reason}")).format(
            winners=winners, reason=reason
        )
    if mine:
        return translate(_("Your decision. {question}")).format(question=ask)
    return translate(_("Waiting for {names}. {question}")).format(names=waiting, question=ask)


def question(view: Json | None, translate: Translate, waiting: str = "") -> str:
    """The question for the reader of a view, or else the players that everybody is ``waiting`` for."""
    return "" if view is None or view["asked"] is None else frame.question(view["asked"], translate, waiting)


@lru_cache(maxsize=1024)
def _names(game: Game, count: int, seats: tuple[int, ...], translate: Translate) -> str:
    """The titles of some seats, as people read them."""
    titles = game.seat_titles(count)
    return ", ".join(translate(titles[seat]) for seat in seats)


# -- the log -------------------------------------------------------------------------------------------------


def log(
    live: LiveTable, timeline: Timeline, reader: Reader, since: int, translate: Translate
) -> list[payloads.LogEntry]:
    """What this reader observed after ``since``, with this reader's numbers; number 0 is the start. At a
    sealed table that is over, nobody reads what the last move showed: it may have opened hidden cards.
    """
    secret = timeline.moves()[-1:] if live.status == "over" and not live.opened else []
    shown: list[payloads.LogEntry] = []
    if since < 0:
        events = told(timeline.game, timeline.opening, reader, translate)
        start = payloads.LogEntry(
            number=0,
            at=live.made_at,
            kind="start",
            yours=False,
            move=None,
            undone=False,
            takes_back=[],
            events=events,
        )
        shown.append(start)
    mine = mask_of(reader)
    observed = timeline.observed(reader, since)
    numbers: dict[int, int] = {}
    if not {entry.kind for _number, entry in observed}.isdisjoint(TAKES_BACK):
        known = timeline.observed(reader)
        numbers = {entry.number: number for number, entry in known if entry.kind != "quit"}
    for number, entry in observed:
        own = bool(mine >> entry.seat & 1)
        shown.append(
            payloads.LogEntry(
                number=number,
                at=live.told_at(entry.at, reader),
                kind=LOG_KINDS[entry.kind],
                yours=own,
                move=entry.text if own and entry.kind == "move" else None,
                undone=entry.undone and entry.kind == "move",
                takes_back=_taken_back(entry, numbers) if entry.kind in TAKES_BACK else [],
                events=told(timeline.game, () if entry in secret else entry.events, reader, translate)
                if entry.kind != "quit"
                else [told_resigned(timeline.game, timeline.start.seats, entry.seat, translate)],
                reason=said(entry, reader, translate),
            )
        )
    return shown


def _taken_back(entry: Entry, numbers: dict[int, int]) -> list[int]:
    """The reader's own numbers of the entries that an entry undid; ``numbers`` maps what they observed."""
    last = entry.target if entry.kind == "drop" else entry.number - 1
    return [numbers[gone] for gone in range(entry.target, last + 1) if gone in numbers]


def told(
    game: Game, events: tuple[Event, ...], reader: Reader, translate: Translate, past: bool = False
) -> list[payloads.EventText]:
    """The events that a reader may know, in words; ``past`` uses the wording of a finished game's story."""
    book, mine = game.events, mask_of(reader)
    return [_told(book, e.kind, e.a, e.b, e.c, e.d, translate, past) for e in events if e.audience & mine]


@lru_cache(maxsize=4096)
def _told(
    book: EventBook, kind: int, a: int, b: int, c: int, d: int, translate: Translate, past: bool
) -> payloads.EventText:
    """An event in one language, the same for all its readers: cached, to save wording and JSON."""
    event = Event(kind, 0, a, b, c, d)
    said = book.say_past(event, translate) if past else book.say(event, translate)
    return payloads.EventText(fields=book.fields(event), sentence=said)


def said(entry: Entry, reader: Reader, translate: Translate) -> str | None:
    """A bot's remark on its move, for readers who may hear it at once."""
    if entry.why is None:
        return None
    found = from_text(entry.why).said
    return None if found is None or not found.audience & mask_of(reader) else found.say(translate)


# -- the table -----------------------------------------------------------------------------------------------


def clocks(live: LiveTable, at: float) -> list[payloads.Clock]:
    """Every clock, as all may see it, in tenths of a second."""
    return [
        payloads.Clock(
            seat=chair.seat,
            left=round(chair.clock.left(at), 1),
            running=chair.clock.since is not None and chair.clock.since <= at and not live.frozen,
        )
        for chair in live.chairs
        if chair.clock.bank is not None
    ]


def undo(live: LiveTable, reader: Reader, seat: int | None, number: int) -> payloads.Undo:
    """What this reader can take back at their ``number``."""
    offer, found = None, live.open_offer
    if found is not None:
        missing = [other for other in live.consenting() if other not in found.agreed]
        offer = payloads.UndoOffer(id=found.id, by=found.by, agreed=list(found.agreed), missing=missing)
    refused = live.offer is not None and live.offer.refused and bool(mask_of(reader) >> live.offer.by & 1)
    timeline, present = live.playing, seat is not None and live.chairs[seat].present
    if timeline is None or not present or number >= MAX_ENTRIES_TO_UNDO:
        return payloads.Undo(free=False, by_consent=False, offer=offer, refused=refused)
    free = timeline.free_undo(reader) is not None
    by_consent = not free and not live.sealed and timeline.last_move(reader) is not None
    return payloads.Undo(free=free, by_consent=by_consent, offer=offer, refused=refused)


def option_cards(game: Game, translate: Translate) -> list[payloads.OptionCard]:
    """The options that can be chosen before a game."""
    return [
        payloads.OptionCard(
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
