"""SZ-6 and SZ-7: losing cover, weaknesses, burned aliases."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import Frame, SeatFrame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NO_ALIAS, TEMPORARY
from spyring.games.season0.box import EMPTY
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import read_passport
from spyring.games.season0.rules.events import Discard, HandLimit, PlayEvent, add_events, pause
from spyring.games.season0.rules.steps import Choice


def in_turn_order(t: Table) -> list[int]:
    """The seats, the active one first (SZ-R4)."""
    return [(int(t.active) + step) % int(t.seats) for step in range(t.seats)]


class LoseCovers(Frame[Table]):
    """Several seats lose one cover each, one after another. The list was fixed before the first loss (SZ-R4,
    SZ-R56).
    """

    clause: ClassVar[str] = "SZ-R4"
    data: ClassVar[tuple[str, ...]] = ("order",)

    def __init__(self, order: list[int]) -> None:
        self.order = order

    def resolve(self, t: Table) -> None:
        seat = self.order[0]
        if len(self.order) > 1:
            t.replace(LoseCovers(self.order[1:]))
        else:
            t.done()
        lose_cover(t, seat)


class LoseCover(Frame[Table]):
    """A seat loses cover ``left`` times, each with its symbol, until its alias is burned (SZ-7.3, SZ-R7).

    In step 1 ``city`` is where the symbols are: a safehouse there protects from all remaining losses (SZ-R49,
    SZ-R69). Otherwise it is -1.
    """

    clause: ClassVar[str] = "SZ-7.2"
    data: ClassVar[tuple[str, ...]] = ("seat", "left", "city")

    def __init__(self, seat: int, left: int, city: int = -1) -> None:
        self.seat = seat
        self.left = left
        self.city = city

    def resolve(self, t: Table) -> None:
        if self.city >= 0 and t.safe[self.city]:
            t.done()
            return
        if self.left > 1:
            t.replace(BetweenLosses(self.seat, self.left - 1, self.city))
        else:
            t.done()
        lose_cover(t, self.seat)


class BetweenLosses(LoseCover):
    """One loss and its symbol are resolved, the next has not started: an open point (SZ-P19)."""

    clause: ClassVar[str] = "SZ-15.3"

    def resolve(self, t: Table) -> None:
        if t.alias[self.seat] == NO_ALIAS:
            t.done()
            return
        t.replace(LoseCover(self.seat, self.left, self.city))
        if t.config.edition > 1:
            pause(t)


def lose_cover(t: Table, seat: int) -> None:
    """One loss: a temporary alias costs a card, any other uncovers the leftmost box (SZ-6.4, SZ-6.10)."""
    alias = t.alias[seat]
    if alias == NO_ALIAS:
        return
    if alias >= TEMPORARY:
        t.push(LoseCard(seat))
        return
    symbol = next_box(t, t.uncovered[alias])
    t.uncovered = replaced(t.uncovered, alias, (*t.uncovered[alias], symbol))
    t.emit(w.COVER_LOST, PUBLIC, seat, symbol)
    if symbol == w.SYMBOL_CARD:
        t.push(LoseCard(seat))
    elif symbol == w.SYMBOL_WEAKNESS:
        t.push(TakeWeakness(seat))
    elif symbol == w.SYMBOL_BURNED:
        burn(t, seat)


def next_box(t: Table, uncovered: tuple[int, ...]) -> int:
    """What the leftmost covered box shows. It is drawn only when it is uncovered, from the tracks that start
    like this one. Each box is as likely as if the whole track had been drawn when the alias was created, and
    no saved file can reveal it (SZ-R71).
    """
    possible = t.config.box.tracks_from(uncovered)
    return possible[t.roll(len(possible))][len(uncovered)]


def burn(t: Table, seat: int) -> None:
    """Discard the hand, forfeit the remaining actions, return the pawn to Washington (SZ-7.6, SZ-7.7)."""
    t.burned |= 1 << t.alias[seat]
    t.alias = replaced(t.alias, seat, NO_ALIAS)
    read_passport(t, seat)
    t.emit(w.ALIAS_BURNED, PUBLIC, seat)
    for card in t.hands[seat]:
        t.discard.append(card)
        t.emit(w.CARD_DISCARDED, PUBLIC, seat, card)
    t.hands[seat] = []
    t.pawn[seat] = t.config.box.washington
    if seat == t.active:
        t.actions = 0


class LoseThis(Discard):
    """Choose the card to lose."""

    clause: ClassVar[str] = "SZ-7.4"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        super().play(t, seat, move)


class AnswerWithEvent(PlayEvent):
    """Play an Event in response to the loss, if that is allowed."""

    def fault(self, t: Table, seat: int, move: int) -> int:
        return super().fault(t, seat, move) if t.config.event_in_answer else w.NO_EVENT_IN_ANSWER


class LoseCard(SeatFrame[Table]):
    """The losing seat discards one player card of its choice, if it has any (SZ-7.4, SZ-R5, SZ-R6)."""

    clause: ClassVar[str] = "SZ-7.4"
    ask: ClassVar[str] = _("You lose cover: discard a card.")
    wait: ClassVar[str] = _("{seat} loses cover and discards a card.")
    verbs: ClassVar[Verbs] = (LoseThis(), AnswerWithEvent())

    def deciders(self, t: Table) -> int:
        hand = t.hands[self.seat]
        if len(hand) > 1 or (t.config.event_in_answer and len(hand) == 1 and hand[0] >= w.CITIES):
            return 1 << self.seat
        return 0

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.DISCARD + card for card in t.hands[seat]]
        if t.config.event_in_answer:
            add_events(t, seat, moves)
        return moves

    def resolve(self, t: Table) -> None:
        hand = t.hands[self.seat]
        if hand:
            self.play(t, self.seat, w.DISCARD + hand[0])
        else:
            t.done()


class GetWeakness(Verb[Table]):
    """Choose a weakness that the alias does not have yet."""

    name: ClassVar[str] = "weakness"
    clause: ClassVar[str] = "SZ-7.5"

    def fault(self, t: Table, seat: int, move: int) -> int:
        has = t.traits[seat] >> (w.TAILED + move - w.TAKE_WEAKNESS) & 1
        return w.WEAK_ALREADY if has else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        weakness = move - w.TAKE_WEAKNESS
        t.emit(w.WEAKNESS_TAKEN, PUBLIC, seat, weakness)
        slots = t.slots[t.alias[seat]]
        if EMPTY in slots:
            t.done()
            stick(t, seat, slots.index(EMPTY), w.TAILED + weakness)
        else:
            t.replace(CoverAsset(seat, weakness))


class TakeWeakness(Choice):
    """The seat chooses a weakness that its alias does not have yet (SZ-7.5, SZ-R64)."""

    clause: ClassVar[str] = "SZ-7.5"
    ask: ClassVar[str] = _("Choose a weakness for your alias.")
    wait: ClassVar[str] = _("{seat} chooses a weakness.")
    verbs: ClassVar[Verbs] = (GetWeakness(),)


class CoverSlot(Verb[Table]):
    """Choose the asset that the weakness covers."""

    name: ClassVar[str] = "slot"
    clause: ClassVar[str] = "SZ-R34"

    def fault(self, t: Table, seat: int, move: int) -> int:
        held = t.slots[t.alias[seat]][move - w.COVER_SLOT]
        return FINE if EMPTY < held <= w.ASSETS else w.NO_ASSET_THERE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(CoverAsset, t.stack[-1])
        t.done()
        slot = move - w.COVER_SLOT
        t.emit(w.ASSET_COVERED, PUBLIC, seat, t.slots[t.alias[seat]][slot] - 1)
        stick(t, seat, slot, w.TAILED + frame.weakness)


class CoverAsset(Choice):
    """No slot is empty: the weakness covers an asset of the seat's choice (SZ-R34)."""

    clause: ClassVar[str] = "SZ-R34"
    ask: ClassVar[str] = _("No empty slot: choose an asset to lose.")
    wait: ClassVar[str] = _("{seat} chooses an asset to lose.")
    verbs: ClassVar[Verbs] = (CoverSlot(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "weakness")

    def __init__(self, seat: int, weakness: int) -> None:
        super().__init__(seat)
        self.weakness = weakness

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        slots = t.slots[t.alias[self.seat]]
        return {"assets": [w.ASSET_IDS[held - 1] if EMPTY < held <= w.ASSETS else None for held in slots]}


def stick(t: Table, seat: int, slot: int, sticker: int) -> None:
    """Put a sticker on the alias in use; a lower hand limit applies immediately (SZ-15.1)."""
    alias = t.alias[seat]
    t.slots = replaced(t.slots, alias, replaced(t.slots[alias], slot, sticker))
    read_passport(t, seat)
    t.push(HandLimit(seat))


def free_occupations(t: Table) -> list[int]:
    """Each temporary alias is one card (SZ-R48)."""
    return [w.TAKE_TEMPORARY + o for o in range(w.OCCUPATIONS) if TEMPORARY + o not in t.alias]


def take_temporary(t: Table, seat: int, occupation: int) -> None:
    """Give the seat a temporary alias."""
    t.alias = replaced(t.alias, seat, TEMPORARY + occupation)
    read_passport(t, seat)
    t.emit(w.TEMPORARY_CHOSEN, PUBLIC, seat, occupation)


class NewAlias(Verb[Table]):
    """Choose a temporary alias that nobody else uses."""

    name: ClassVar[str] = "temporary"
    clause: ClassVar[str] = "SZ-7.8"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if move in free_occupations(t) else w.ALIAS_IN_USE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        take_temporary(t, seat, move - w.TAKE_TEMPORARY)


class ReplaceAlias(SeatFrame[Table]):
    """The seat of a burned alias chooses a temporary one at the start of its turn (SZ-7.8, SZ-P5)."""

    clause: ClassVar[str] = "SZ-7.8"
    ask: ClassVar[str] = _("Your alias is burned: choose a temporary one.")
    wait: ClassVar[str] = _("{seat} chooses a temporary alias.")
    verbs: ClassVar[Verbs] = (NewAlias(),)
