"""SZ-10.7, SZ-R51: what needs the consent of others: Share Intel, and giving up."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import end_game, hand_limit
from spyring.games.season0.rules.events import HandLimit
from spyring.games.season0.rules.refusals import NO_SEAT, NOT_IN_HAND

# The rows of ``Table.refused``, what was refused in this action step: the cards offered to each seat, those
# wanted from each seat, and whether the group was asked to give up.
GIVING: Final = 0  # + seat
TAKING: Final = 4  # + seat
CONCEDING: Final = 8
NONE_REFUSED: Final = (0, 0, 0, 0, 0, 0, 0, 0, 0)


def was_refused(t: Table, proposal: int, card: int, city: int) -> bool:
    """Whether this card, for or from this seat, was refused in this action step (SZ-P9)."""
    return t.refused[proposal] >> _subject(t, card, city) & 1 != 0


def refuse(t: Table, proposal: int, card: int, city: int) -> None:
    """It is not made again in this action step; any other one may be."""
    t.refused = replaced(t.refused, proposal, t.refused[proposal] | 1 << _subject(t, card, city))


def _subject(t: Table, card: int, city: int) -> int:
    """What a refusal bars: this card. In the first edition the card of the city, whichever it is, or all
    others.
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


def propose_sharing(t: Table, seat: int, move: int) -> None:
    """Ask the other seat."""
    city = t.pawn[seat]
    verb = w.family(move)
    if verb == w.ASK_FOR:
        other = w.seat_of_ask_for(move)
        card = w.city_of_ask_for(move)
        t.emit(w.INTEL_WANTED, PUBLIC, seat, other, card)
        t.push(ShareIntel(other, seat, card, other, TAKING + other))
    elif verb == w.HAND_OVER:
        other = w.seat_of_hand_over(move)
        card = w.city_of_hand_over(move)
        t.emit(w.INTEL_OFFERED, PUBLIC, seat, other, card)
        t.push(ShareIntel(seat, other, card, other, GIVING + other))
    elif verb == w.TAKE:
        other = move - w.TAKE
        t.emit(w.INTEL_WANTED, PUBLIC, seat, other, city)
        t.push(ShareIntel(other, seat, city, other, TAKING + other))
    else:
        other = move - w.GIVE
        t.emit(w.INTEL_OFFERED, PUBLIC, seat, other, city)
        t.push(ShareIntel(seat, other, city, other, GIVING + other))


class ShareIntel(Frame[Table]):
    """The other seat agrees or refuses; a refusal costs no action, but this card is not proposed in this way
    again in this step (SZ-10.7, SZ-P9).
    """

    clause: ClassVar[str] = "SZ-10.7"
    ask: ClassVar[str] = _("{giver} gives {receiver} {city}: do you agree?")
    wait: ClassVar[str] = _("{seat} is asked whether {giver} may give {receiver} {city}.")

    def __init__(self, giver: int, receiver: int, card: int, asked: int, proposal: int) -> None:
        self.giver = giver
        self.receiver = receiver
        self.card = card
        self.asked = asked
        self.proposal = proposal

    def deciders(self, t: Table) -> int:
        return 1 << self.asked

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.AGREE, w.REFUSE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move == w.REFUSE:
            refuse(t, self.proposal, self.card, t.pawn[self.asked])
            t.emit(w.REFUSED, PUBLIC, seat)
            return
        t.emit(w.AGREED, PUBLIC, seat)
        t.actions -= 1
        t.hands[self.giver].remove(self.card)
        t.hands[self.receiver].append(self.card)
        t.emit(w.INTEL_SHARED, PUBLIC, self.giver, self.receiver, self.card)
        if len(t.hands[self.receiver]) > hand_limit(t, self.receiver):
            t.push(HandLimit(self.receiver))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, _("You are asked to agree or to refuse."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {
            "giver": w.SEAT.titles[self.giver],
            "receiver": w.SEAT.titles[self.receiver],
            "city": str(t.config.box.cities[self.card]["name"]),
        }

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        giver, receiver = w.SEAT.label(self.giver), w.SEAT.label(self.receiver)
        return {"giver": giver, "receiver": receiver, "card": t.config.box.ids[self.card]}

    def pack(self) -> list[Any]:
        return [self.giver, self.receiver, self.card, self.asked, self.proposal]


class Concession(Frame[Table]):
    """The group gives up only if everybody agrees (SZ-R51, SZ-R38)."""

    clause: ClassVar[str] = "SZ-R51"
    ask: ClassVar[str] = _("{proposer} proposes to give up this game: do you agree?")
    wait: ClassVar[str] = _("{seat} is asked whether the group gives up.")

    def __init__(self, proposer: int, asked: int) -> None:
        self.proposer = proposer
        self.asked = asked

    def deciders(self, t: Table) -> int:
        return 1 << self.asked

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.AGREE, w.REFUSE]

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == w.REFUSE:
            t.done()
            refuse(t, CONCEDING, 0, 0)
            t.emit(w.REFUSED, PUBLIC, seat)
            return
        t.emit(w.AGREED, PUBLIC, seat)
        following = (self.asked + 1) % int(t.seats)
        if following == self.proposer:
            end_game(t, w.BY_CONCEDED)
        else:
            t.replace(Concession(self.proposer, following))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, _("You are asked to agree or to refuse."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"proposer": w.SEAT.titles[self.proposer]}

    def pack(self) -> list[Any]:
        return [self.proposer, self.asked]


def why_no_sharing(t: Table, seat: int, move: int) -> Refusal:
    """Share Intel."""
    city = t.pawn[seat]
    verb = w.family(move)
    taking = verb in (w.ASK_FOR, w.TAKE)
    if verb == w.ASK_FOR:
        other, card = w.seat_of_ask_for(move), w.city_of_ask_for(move)
    elif verb == w.HAND_OVER:
        other, card = w.seat_of_hand_over(move), w.city_of_hand_over(move)
    else:
        other, card = move - verb, city
    if other >= t.seats:
        return Refusal("SZ-1.1", NO_SEAT)
    if other == seat:
        return Refusal("SZ-10.7", _("You share intel with another seat."))
    if t.pawn[other] != city:
        return Refusal("SZ-10.7", _("This seat is in another city."))
    if was_refused(t, (TAKING if taking else GIVING) + other, card, city):
        return Refusal("SZ-P9", _("This card was refused in this turn; others may be proposed."))
    receiver = seat if taking else other
    if t.traits[receiver] >> w.DISTRUSTED & 1:
        return Refusal("SZ-7.5", _("A weakness of the receiver's alias forbids it."))
    if not taking and card not in t.hands[seat]:
        return Refusal("SZ-10.7", NOT_IN_HAND)
    if taking and card not in t.hands[other]:
        return Refusal("SZ-10.7", _("This seat does not hold this card."))
    if card == city:
        return Refusal("SZ-10.7", _("This is the card of the city you are in; that is another move."))
    return Refusal("SZ-10.7", _("Only the card of the city where you both are can be shared."))


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (ShareIntel, Concession)
