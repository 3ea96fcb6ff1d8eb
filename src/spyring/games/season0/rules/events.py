"""SZ-15: Events, the points where they may be played, and the hand limit."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.box import FORECAST_CARDS
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import discard_card, hand_limit, holds_event
from spyring.games.season0.rules.refusals import NO_EVENT, NOT_IN_HAND
from spyring.games.season0.rules.starting_events import Airlift, PlaceRelics, Withdraw, look_ahead

# Events that a campaign brings: whether one can be played, what it does, and why it cannot be.
LATER_POSSIBLE: Final[dict[int, Callable[[Table], bool]]] = {}
LATER: Final[dict[int, Callable[[Table, int], None]]] = {}
LATER_REFUSED: Final[dict[int, str]] = {}

# -- playing an Event ------------------------------------------------------------------------------------


def can_play(t: Table, card: int) -> bool:
    """Whether an Event can be carried out completely (SZ-15.5, SZ-R70)."""
    if t.config.edition < 2 and card in (w.FORECAST, w.IN_THE_SHADOWS):
        return t.shadows == 0 if card == w.IN_THE_SHADOWS else len(t.threat) > 0
    if card == w.FORECAST:
        return len(t.threat) >= FORECAST_CARDS
    if card == w.WAR_RELICS:
        return t.safe_left > 0 or t.config.event_moves_safehouse
    if card == w.IN_THE_SHADOWS:
        return t.shadows == 0 and (t.step == w.STEP_START or (t.step <= w.STEP_ACTIONS and t.actions > 0))
    if card == w.COUNTERINTELLIGENCE:
        return len(t.threat_discard) > 0
    if card > w.COUNTERINTELLIGENCE:
        return LATER_POSSIBLE[card](t)
    return True


def add_events(t: Table, seat: int, moves: list[int]) -> bool:
    """Add the Events that a seat can play now; whether it holds any at all."""
    held = False
    for card in t.hands[seat]:
        if card >= w.CITIES:
            held = True
            if can_play(t, card):
                moves.append(w.PLAY_EVENT + card - w.CITIES)
    return held


def event_holders(t: Table) -> int:
    """The seats that hold an Event, as a mask."""
    mask = 0
    for seat in range(t.seats):
        if holds_event(t.hands[seat]):
            mask |= 1 << seat
    return mask


def play_event(t: Table, seat: int, card: int) -> None:
    """The card goes to the discard pile, and whoever played it decides everything about it (SZ-15.2,
    SZ-15.4).
    """
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


def why_no_event(t: Table, seat: int, move: int) -> Refusal:
    """Why an Event cannot be played at an open point."""
    card = move - w.PLAY_EVENT + w.CITIES
    if card not in t.hands[seat]:
        return Refusal("SZ-15.2", NOT_IN_HAND)
    if card == w.FORECAST:
        return Refusal("SZ-15.5", _("There are fewer than 6 cards in the Threat deck."))
    if card == w.WAR_RELICS:
        return Refusal("SZ-15.5", _("No safehouse is left."))
    if card == w.IN_THE_SHADOWS:
        if t.shadows:
            return Refusal("SZ-15.5", _("This Event is in force already."))
        return Refusal("SZ-15.5", _("The actions of this turn are over: no pawn drives any more."))
    if card == w.COUNTERINTELLIGENCE:
        return Refusal("SZ-15.5", _("The Threat discard pile is empty."))
    return Refusal("SZ-15.5", LATER_REFUSED[card])


# -- where Events may be played --------------------------------------------------------------------------


def pause(t: Table) -> None:
    """An open point: whoever holds an Event is asked, except those who asked to be passed over (SZ-P19)."""
    if t.watching or not t.config.auto_continue:
        t.push(WAIT)


class Wait(Frame[Table]):
    """An open point between two steps: those who watch play an Event, or let the game go on; they may ask to
    be passed over from now on.
    """

    clause: ClassVar[str] = "SZ-15.3"
    ask: ClassVar[str] = _("Play an Event, or go on.")
    wait: ClassVar[str] = _("{seat} may play an Event.")
    offer: ClassVar[str] = _("You may play an Event.")

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

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == w.CONTINUE:
            t.replace(Wait(self.continued | 1 << seat))
            t.emit(w.CONTINUED, PUBLIC, seat)
        elif move == w.UNWATCH:
            t.watching &= ~(1 << seat)
            t.emit(w.UNWATCHES, PUBLIC, seat)
        else:
            play_event(t, seat, move - w.PLAY_EVENT + w.CITIES)

    def resolve(self, t: Table) -> None:
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.PLAY_EVENT:
            return why_no_event(t, seat, move)
        if move in (w.CONTINUE, w.UNWATCH):
            return Refusal(self.clause, _("The game does not wait for you here."))
        return Refusal(self.clause, _("Between two steps only Events can be played."))

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal(self.clause, NO_EVENT)

    def pack(self) -> list[Any]:
        return [self.continued]


WAIT: Final = Wait(0)


def can_watch(t: Table, seat: int) -> bool:
    """Whether a seat that holds an Event may ask to be waited for."""
    return t.config.auto_continue and not t.watching >> seat & 1


def watch(t: Table, seat: int) -> None:
    """From now on the game waits for this seat at every open point, until it asks to be passed over; in the
    first edition to the next seat's actions.
    """
    t.watching |= 1 << seat
    t.emit(w.WATCHES, PUBLIC, seat)


# -- the hand limit --------------------------------------------------------------------------------------


class HandLimit(Frame[Table]):
    """A seat over its limit discards, or plays Events (SZ-15.1)."""

    clause: ClassVar[str] = "SZ-15.1"
    ask: ClassVar[str] = _("Too many cards: discard one, or play an Event.")
    wait: ClassVar[str] = _("{seat} has too many cards.")

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if len(t.hands[self.seat]) > hand_limit(t, self.seat) else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.DISCARD + card for card in t.hands[seat]]
        add_events(t, seat, moves)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if w.family(move) == w.DISCARD:
            discard_card(t, seat, move - w.DISCARD)
            t.emit(w.CARD_DISCARDED, PUBLIC, seat, move - w.DISCARD)
        else:
            play_event(t, seat, move - w.PLAY_EVENT + w.CITIES)

    def resolve(self, t: Table) -> None:
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.PLAY_EVENT:
            return why_no_event(t, seat, move)
        if w.family(move) == w.DISCARD:
            return Refusal(self.clause, NOT_IN_HAND)
        return Refusal(self.clause, _("First come down to your hand limit."))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"limit": hand_limit(t, self.seat)}

    def pack(self) -> list[Any]:
        return [self.seat]


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (Wait, HandLimit)
