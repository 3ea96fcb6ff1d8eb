"""SZ-15: Events, when they may be played, and the hand limit."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame, Refusal, SeatFrame
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.box import FORECAST_CARDS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import discard_card, hand_limit, holds_event
from spyring.games.season0.rules.starting_events import Airlift, PlaceRelics, Withdraw, look_ahead

# Events of a campaign: why one cannot be played, and what it does.
LATER_FAULT: Final[dict[int, Callable[[Table], int]]] = {}
LATER: Final[dict[int, Callable[[Table, int], None]]] = {}

# -- playing an Event ------------------------------------------------------------------------------------


def event_fault(t: Table, card: int) -> int:
    """Why an Event cannot be carried out completely (SZ-15.5, SZ-R70)."""
    if card == w.FORECAST:
        least = FORECAST_CARDS if t.config.edition > 1 else 1
        return FINE if len(t.threat) >= least else w.THREATS_FEW
    if card == w.WAR_RELICS:
        return FINE if t.safe_left > 0 or t.config.event_moves_safehouse else w.NO_SAFEHOUSE_LEFT
    if card == w.IN_THE_SHADOWS:
        if t.shadows:
            return w.IN_FORCE
        driving = t.step == w.STEP_START or (t.step <= w.STEP_ACTIONS and t.actions > 0)
        return FINE if driving or t.config.edition < 2 else w.NO_MORE_DRIVING
    if card == w.COUNTERINTELLIGENCE:
        return FINE if t.threat_discard else w.NO_THREAT_DISCARDS
    return LATER_FAULT[card](t) if card > w.COUNTERINTELLIGENCE else FINE


def add_events(t: Table, seat: int, moves: list[int]) -> bool:
    """Add the Events that a seat can play now; returns whether it holds any."""
    held = False
    for card in t.hands[seat]:
        if card >= w.CITIES:
            held = True
            if event_fault(t, card) == FINE:
                moves.append(w.PLAY_EVENT + card - w.CITIES)
    return held


def can_play_event(t: Table, seat: int) -> bool:
    """Whether a seat holds an Event that it can play now."""
    moves: list[int] = []
    add_events(t, seat, moves)
    return bool(moves)


def event_holders(t: Table) -> int:
    """The seats that hold an Event, as a mask."""
    mask = 0
    for seat in range(t.seats):
        if holds_event(t.hands[seat]):
            mask |= 1 << seat
    return mask


def play_event(t: Table, seat: int, card: int) -> None:
    """Discard the card; the seat that played it decides everything about it (SZ-15.2, SZ-15.4)."""
    discard_card(t, seat, card)
    t.emit(w.EVENT_PLAYED, PUBLIC, seat, card - w.CITIES)
    if card == w.AIRLIFT:
        t.push(Airlift(seat))
    elif card == w.FORECAST:
        look_ahead(t, seat)
    elif card == w.WAR_RELICS:
        t.push(PlaceRelics(seat))
    elif card == w.IN_THE_SHADOWS:
        t.shadows = 1
    elif card == w.COUNTERINTELLIGENCE:
        t.push(Withdraw(seat))
    else:
        LATER[card](t, seat)


class PlayEvent(Verb[Table]):
    """Play an Event from the hand, at an open point or during the own actions."""

    name: ClassVar[str] = "event"
    clause: ClassVar[str] = "SZ-15.2"
    see_also: ClassVar[tuple[str, ...]] = ("SZ-15.3",)

    def fault(self, t: Table, seat: int, move: int) -> int:
        card = move - w.PLAY_EVENT + w.CITIES
        return event_fault(t, card) if card in t.hands[seat] else w.NOT_IN_HAND

    def play(self, t: Table, seat: int, move: int) -> None:
        play_event(t, seat, move - w.PLAY_EVENT + w.CITIES)


PLAY_EVENT: Final = PlayEvent()


# -- where Events may be played --------------------------------------------------------------------------


def pause(t: Table) -> None:
    """An open point: ask the seats that hold an Event, except those that want to be skipped (SZ-P19)."""
    if t.watching or not t.config.auto_continue:
        t.push(WAIT)


class Continue(Verb[Table]):
    """Stop waiting for this seat at this open point."""

    name: ClassVar[str] = "continue"
    clause: ClassVar[str] = "SZ-15.3"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if t.deciders_mask >> seat & 1 else w.NOT_WAITED_FOR

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Wait, t.stack[-1])
        t.replace(Wait(frame.continued | 1 << seat))
        t.emit(w.CONTINUED, PUBLIC, seat)


class Unwatch(Continue):
    """Stop waiting for this seat at all open points, until it has a new Event."""

    name: ClassVar[str] = "unwatch"

    def fault(self, t: Table, seat: int, move: int) -> int:
        if not t.config.auto_continue or t.config.edition < 2:
            return w.NOT_WAITED_FOR
        return super().fault(t, seat, move)

    def play(self, t: Table, seat: int, move: int) -> None:
        t.watching &= ~(1 << seat)
        t.emit(w.UNWATCHES, PUBLIC, seat)


class Wait(Frame[Table]):
    """An open point between two steps: watching seats play an Event, or let the game continue. They may ask
    to be skipped from now on.
    """

    clause: ClassVar[str] = "SZ-15.3"
    ask: ClassVar[str] = _("Play an Event or continue.")
    wait: ClassVar[str] = _("{seat} may play an Event.")
    offer: ClassVar[str] = _("You may play an Event.")
    verbs: ClassVar[Verbs] = (Continue(), Unwatch(), PLAY_EVENT)
    data: ClassVar[tuple[str, ...]] = ("continued",)

    def __init__(self, continued: int) -> None:
        self.continued = continued

    def deciders(self, t: Table) -> int:
        watching = -1 if not t.config.auto_continue else int(t.watching)
        return event_holders(t) & watching & ~self.continued

    def interrupters(self, t: Table) -> int:
        return event_holders(t) & ~self.deciders(t)

    def legal(self, t: Table, seat: int) -> list[int]:
        moves: list[int] = []
        if self.deciders(t) >> seat & 1:
            moves.append(w.CONTINUE)
            if t.config.auto_continue and t.config.edition > 1:
                moves.append(w.UNWATCH)
        add_events(t, seat, moves)
        return moves

    def resolve(self, t: Table) -> None:
        t.done()

    def other_fault(self, t: Table, seat: int) -> int:
        return w.EVENTS_ONLY

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal(self.clause, _("You have no Event."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= 0 and self.deciders(t) >> seat & 1 and not can_play_event(t, seat):
            return {"ask": _("None of your Events can be played now. Continue.")}
        return {}


WAIT: Final = Wait(0)


class Watch(Verb[Table]):
    """Wait for this seat at every open point, until it asks to be skipped; in the first edition, until the
    next seat's actions.
    """

    name: ClassVar[str] = "watch"
    clause: ClassVar[str] = "SZ-15.3"

    def fault(self, t: Table, seat: int, move: int) -> int:
        if not holds_event(t.hands[seat]):
            return w.NO_EVENT
        if not t.config.auto_continue:
            return w.ASKED_ANYWAY
        return w.WAITED_FOR if t.watching >> seat & 1 else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.watching |= 1 << seat
        t.emit(w.WATCHES, PUBLIC, seat)


WATCH: Final = Watch()


# -- the hand limit --------------------------------------------------------------------------------------


class Discard(Verb[Table]):
    """Discard a card from the hand."""

    name: ClassVar[str] = "discard"
    clause: ClassVar[str] = "SZ-15.1"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if move - w.DISCARD in t.hands[seat] else w.NOT_HELD

    def play(self, t: Table, seat: int, move: int) -> None:
        discard_card(t, seat, move - w.DISCARD)
        t.emit(w.CARD_DISCARDED, PUBLIC, seat, move - w.DISCARD)


class HandLimit(SeatFrame[Table]):
    """A seat over its limit discards, or plays Events (SZ-15.1)."""

    clause: ClassVar[str] = "SZ-15.1"
    ask: ClassVar[str] = _("Too many cards: discard one or play an Event.")
    wait: ClassVar[str] = _("{seat} has too many cards.")
    verbs: ClassVar[Verbs] = (Discard(), PLAY_EVENT)

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(t.hands[self.seat]) > hand_limit(t, self.seat) else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.DISCARD + card for card in t.hands[seat]]
        add_events(t, seat, moves)
        return moves

    def resolve(self, t: Table) -> None:
        t.done()

    def other_fault(self, t: Table, seat: int) -> int:
        return w.HAND_LIMIT_FIRST

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = {"limit": hand_limit(t, self.seat)}
        if seat == self.seat and not can_play_event(t, seat):  # the others do not know what this hand allows
            found["ask"] = _("Too many cards: discard one.")
        return found
