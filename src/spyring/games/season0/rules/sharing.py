"""SZ-10.7, SZ-R51: actions that need consent: Share Intel, and conceding."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import end_game
from spyring.games.season0.rules.events import HandLimit
from spyring.games.season0.rules.steps import Action

# The rows of ``Table.refused``, for refusals in this action step: cards offered to each seat, cards requested
# from each seat, and whether the group refused to concede.
GIVING: Final = 0  # + seat
TAKING: Final = 4  # + seat
CONCEDING: Final = 8
NONE_REFUSED: Final = (0, 0, 0, 0, 0, 0, 0, 0, 0)


def was_refused(t: Table, proposal: int, card: int, city: int) -> bool:
    """Whether this card, for or from this seat, was refused in this action step (SZ-P9)."""
    return t.refused[proposal] >> _subject(t, card, city) & 1 != 0


def refuse(t: Table, proposal: int, card: int, city: int) -> None:
    """Bar this proposal, and no other, for the rest of this action step."""
    t.refused = replaced(t.refused, proposal, t.refused[proposal] | 1 << _subject(t, card, city))


def _subject(t: Table, card: int, city: int) -> int:
    """What a refusal bars: this card. In the first edition, either the card of the current city or all other
    cards.
    """
    if t.config.edition > 1:
        return card
    return 0 if card == city else 1


def add_sharing(t: Table, seat: int, city: int, here: bool, moves: list[int]) -> None:
    """Share Intel with each other seat in the city (SZ-10.7)."""
    if t.pawn.count(city) == 1:
        return  # alone
    dealer = t.ability[seat] == w.RARE_BOOK_DEALER
    for other in range(t.seats):
        if other == seat or t.pawn[other] != city:
            continue
        receives = not t.traits[other] >> w.DISTRUSTED & 1
        if here and receives and not was_refused(t, GIVING + other, city, city):
            moves.append(w.GIVE + other)
        if dealer and receives:
            for card in t.hands[seat]:
                if card < w.CITIES and card != city and not was_refused(t, GIVING + other, card, city):
                    moves.append(w.hand_over(other, card))
        if t.traits[seat] >> w.DISTRUSTED & 1:
            continue
        if not here and city in t.hands[other] and not was_refused(t, TAKING + other, city, city):
            moves.append(w.TAKE + other)
        if t.ability[other] == w.RARE_BOOK_DEALER:
            for card in t.hands[other]:
                if card < w.CITIES and card != city and not was_refused(t, TAKING + other, card, city):
                    moves.append(w.ask_for(other, card))


def shared(t: Table, seat: int, move: int) -> tuple[int, int, int]:
    """The giver, the receiver and the card of a move that shares intel."""
    verb = w.family(move)
    if verb == w.GIVE:
        return seat, move - verb, t.pawn[seat]
    if verb == w.TAKE:
        return move - verb, seat, t.pawn[seat]
    if verb == w.ASK_FOR:
        return w.seat_of_ask_for(move), seat, w.city_of_ask_for(move)
    return seat, w.seat_of_hand_over(move), w.city_of_hand_over(move)


class Share(Action):
    """Share Intel: propose it to the other seat; it costs nothing until that seat agrees."""

    clause: ClassVar[str] = "SZ-10.7"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        giver, receiver, card = shared(t, seat, move)
        taking = receiver == seat
        other = giver if taking else receiver
        if other >= t.seats:
            return w.NO_SEAT
        if other == seat:
            return w.SHARE_WITH_ANOTHER
        if t.pawn[other] != t.pawn[seat]:
            return w.SEAT_ELSEWHERE
        if was_refused(t, (TAKING if taking else GIVING) + other, card, t.pawn[seat]):
            return w.CARD_REFUSED
        if t.traits[receiver] >> w.DISTRUSTED & 1:
            return w.RECEIVER_DISTRUSTED
        if card not in t.hands[giver]:
            return w.CANNOT_TAKE if taking else w.CANNOT_GIVE
        return FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        giver, receiver, card = shared(t, seat, move)
        if giver == seat:
            t.emit(w.INTEL_OFFERED, PUBLIC, seat, receiver, card)
            t.push(ShareIntel(giver, receiver, card, receiver, GIVING + receiver))
        else:
            t.emit(w.INTEL_WANTED, PUBLIC, seat, giver, card)
            t.push(ShareIntel(giver, receiver, card, giver, TAKING + giver))


class Give(Share):
    """Give the card of the city to another seat."""

    name: ClassVar[str] = "give"


class Take(Share):
    """Take the card of the city from another seat."""

    name: ClassVar[str] = "take"


class HandOver(Share):
    """Give any other City card, as a Rare Book Dealer."""

    name: ClassVar[str] = "hand-over"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        fault = super().action_fault(t, seat, move)
        if fault != FINE:
            return fault
        dealer, _receiver, card = shared(t, seat, move)
        if card == t.pawn[seat]:
            return w.CARD_OF_THIS_CITY
        return FINE if t.ability[dealer] == w.RARE_BOOK_DEALER else w.ONLY_THIS_CITY


class AskFor(HandOver):
    """Take any other City card, from a Rare Book Dealer."""

    name: ClassVar[str] = "ask-for"


class AgreeToShare(Verb[Table]):
    """Agree; the card changes hands."""

    name: ClassVar[str] = "agree"
    clause: ClassVar[str] = "SZ-10.7"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(ShareIntel, t.stack[-1])
        t.done()
        t.emit(w.AGREED, PUBLIC, seat)
        t.actions -= 1
        t.hands[frame.giver].remove(frame.card)
        t.hands[frame.receiver].append(frame.card)
        t.emit(w.INTEL_SHARED, PUBLIC, frame.giver, frame.receiver, frame.card)
        t.push(HandLimit(frame.receiver))


class RefuseToShare(Verb[Table]):
    """Refuse. That costs no action, and bars this proposal for the rest of this step."""

    name: ClassVar[str] = "refuse"
    clause: ClassVar[str] = "SZ-P9"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(ShareIntel, t.stack[-1])
        t.done()
        refuse(t, frame.proposal, frame.card, t.pawn[frame.asked])
        t.emit(w.REFUSED, PUBLIC, seat)


class ShareIntel(Frame[Table]):
    """The other seat agrees or refuses. A refusal costs no action, and bars this proposal for the rest of
    this step (SZ-10.7, SZ-P9).
    """

    clause: ClassVar[str] = "SZ-10.7"
    ask: ClassVar[str] = _("{giver} gives {receiver} the {city} card: do you agree?")
    wait: ClassVar[str] = _("{seat} is deciding whether {giver} gives {receiver} the {city} card.")
    verbs: ClassVar[Verbs] = (AgreeToShare(), RefuseToShare())
    data: ClassVar[tuple[str, ...]] = ("giver", "receiver", "card", "asked", "proposal")

    def __init__(self, giver: int, receiver: int, card: int, asked: int, proposal: int) -> None:
        self.giver = giver
        self.receiver = receiver
        self.card = card
        self.asked = asked
        self.proposal = proposal

    def deciders(self, t: Table) -> int:
        return 1 << self.asked

    def other_fault(self, t: Table, seat: int) -> int:
        return w.AGREE_OR_REFUSE

    def places(self, t: Table, seat: int) -> dict[str, str]:
        giver, receiver = w.SEAT.titles[self.giver], w.SEAT.titles[self.receiver]
        return {"giver": giver, "receiver": receiver, "city": str(t.config.box.cities[self.card]["name"])}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        giver, receiver = w.SEAT.label(self.giver), w.SEAT.label(self.receiver)
        return {"giver": giver, "receiver": receiver, "card": t.config.box.ids[self.card]}


class Concede(Action):
    """Ask the group to concede; that is no action."""

    name: ClassVar[str] = "concede"
    clause: ClassVar[str] = "SZ-R51"
    cost: ClassVar[int] = 0

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        if not t.config.concede:
            return w.NO_CONCESSION
        return w.REFUSED_TO_CONCEDE if t.refused[CONCEDING] else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.emit(w.CONCESSION_PROPOSED, PUBLIC, seat)
        t.push(Concession(seat, (seat + 1) % int(t.seats)))


class AgreeToConcede(Verb[Table]):
    """Agree; ask the next seat, and end the game after the last one."""

    name: ClassVar[str] = "agree"
    clause: ClassVar[str] = "SZ-R51"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Concession, t.stack[-1])
        t.emit(w.AGREED, PUBLIC, seat)
        following = (frame.asked + 1) % int(t.seats)
        if following == frame.proposer:
            end_game(t, w.BY_CONCEDED)
        else:
            t.replace(Concession(frame.proposer, following))


class RefuseToConcede(Verb[Table]):
    """Refuse; the game continues."""

    name: ClassVar[str] = "refuse"
    clause: ClassVar[str] = "SZ-R51"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        refuse(t, CONCEDING, 0, 0)
        t.emit(w.REFUSED, PUBLIC, seat)


class Concession(Frame[Table]):
    """The group concedes only if all seats agree (SZ-R51, SZ-R38)."""

    clause: ClassVar[str] = "SZ-R51"
    ask: ClassVar[str] = _("{proposer} proposes giving up: do you agree?")
    wait: ClassVar[str] = _("{seat} is deciding whether to give up.")
    verbs: ClassVar[Verbs] = (AgreeToConcede(), RefuseToConcede())
    data: ClassVar[tuple[str, ...]] = ("proposer", "asked")

    def __init__(self, proposer: int, asked: int) -> None:
        self.proposer = proposer
        self.asked = asked

    def deciders(self, t: Table) -> int:
        return 1 << self.asked

    def other_fault(self, t: Table, seat: int) -> int:
        return w.AGREE_OR_REFUSE

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"proposer": w.SEAT.titles[self.proposer]}
