"""SZ-10.7, SZ-R51: what needs the consent of others: Share Intel, and giving up."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.season0.box import BOOK_DEALER, CITIES, DISTRUSTED
from spyring.games.season0.notation import (
    AGREE,
    AGREED,
    ASK_FOR,
    BY_CONCEDING,
    GIVE,
    HAND_OVER,
    INTEL_OFFERED,
    INTEL_SHARED,
    INTEL_WANTED,
    REFUSE,
    REFUSED,
    SEAT,
    TAKE,
)
from spyring.games.season0.rules.events import HandLimit
from spyring.games.season0.table import Table

# Proposals that were refused in this action step: a bit for each seat and kind.
GIVING: Final = 0
TAKING: Final = 4
HANDING_OVER: Final = 8
CONCEDING: Final = 12
ASKING_FOR: Final = 13


def add_sharing(t: Table, seat: int, city: int, here: bool, moves: list[int]) -> None:
    """Share Intel with each other seat in the city (SZ-10.7)."""
    if t.pawn.count(city) == 1:
        return  # alone
    dealer = t.ability[seat] == BOOK_DEALER
    for other in range(t.seats):
        if other == seat or t.pawn[other] != city:
            continue
        receives = not t.traits[other] >> DISTRUSTED & 1
        if here and receives and not t.refused >> (GIVING + other) & 1:
            moves.append(GIVE + other)
        if dealer and receives and not t.refused >> (HANDING_OVER + other) & 1:
            for card in t.hands[seat]:
                if card < CITIES and card != city:
                    moves.append(HAND_OVER + other * CITIES + card)
        if t.traits[seat] >> DISTRUSTED & 1:
            continue
        if not here and city in t.hands[other] and not t.refused >> (TAKING + other) & 1:
            moves.append(TAKE + other)
        if t.ability[other] == BOOK_DEALER and not t.refused >> (ASKING_FOR + other) & 1:
            for card in t.hands[other]:
                if card < CITIES and card != city:
                    moves.append(ASK_FOR + other * CITIES + card)


def propose_sharing(t: Table, seat: int, move: int) -> None:
    """Ask the other seat."""
    city = t.pawn[seat]
    if move >= ASK_FOR:
        other = (move - ASK_FOR) // CITIES
        card = (move - ASK_FOR) % CITIES
        t.tell(INTEL_WANTED, PUBLIC, seat, other, card)
        t.push(ShareIntel(other, seat, card, other, ASKING_FOR + other))
    elif move >= HAND_OVER:
        other = (move - HAND_OVER) // CITIES
        card = (move - HAND_OVER) % CITIES
        t.tell(INTEL_OFFERED, PUBLIC, seat, other, card)
        t.push(ShareIntel(seat, other, card, other, HANDING_OVER + other))
    elif move >= TAKE:
        other = move - TAKE
        t.tell(INTEL_WANTED, PUBLIC, seat, other, city)
        t.push(ShareIntel(other, seat, city, other, TAKING + other))
    else:
        other = move - GIVE
        t.tell(INTEL_OFFERED, PUBLIC, seat, other, city)
        t.push(ShareIntel(seat, other, city, other, GIVING + other))


class ShareIntel(Frame[Table]):
    """The other seat agrees or refuses; a refusal costs no action, but the proposal is not made again in this
    step (SZ-10.7, SZ-P9).
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
        return [AGREE, REFUSE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move == REFUSE:
            t.refused |= 1 << self.proposal
            t.tell(REFUSED, PUBLIC, seat)
            return
        t.tell(AGREED, PUBLIC, seat)
        t.actions -= 1
        t.hands[self.giver].remove(self.card)
        t.hands[self.receiver].append(self.card)
        t.tell(INTEL_SHARED, PUBLIC, self.giver, self.receiver, self.card)
        if len(t.hands[self.receiver]) > t.limit(self.receiver):
            t.push(HandLimit(self.receiver))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, _("You are asked to agree or to refuse."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {
            "giver": SEAT.titles[self.giver],
            "receiver": SEAT.titles[self.receiver],
            "city": str(t.agreed.box.cities[self.card]["name"]),
        }

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        giver, receiver = SEAT.label(self.giver), SEAT.label(self.receiver)
        return {"giver": giver, "receiver": receiver, "card": t.agreed.box.ids[self.card]}

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
        return [AGREE, REFUSE]

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == REFUSE:
            t.done()
            t.refused |= 1 << CONCEDING
            t.tell(REFUSED, PUBLIC, seat)
            return
        t.tell(AGREED, PUBLIC, seat)
        following = (self.asked + 1) % int(t.seats)
        if following == self.proposer:
            t.end(BY_CONCEDING)
        else:
            t.become(Concession(self.proposer, following))

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, _("You are asked to agree or to refuse."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"proposer": SEAT.titles[self.proposer]}

    def pack(self) -> list[Any]:
        return [self.proposer, self.asked]


def why_no_sharing(t: Table, seat: int, move: int) -> Refusal:
    """Share Intel."""
    city = t.pawn[seat]
    if move >= ASK_FOR:
        other, bit = (move - ASK_FOR) // CITIES, ASKING_FOR
    elif move >= HAND_OVER:
        other, bit = (move - HAND_OVER) // CITIES, HANDING_OVER
    elif move >= TAKE:
        other, bit = move - TAKE, TAKING
    else:
        other, bit = move - GIVE, GIVING
    if other >= t.seats or other == seat or t.pawn[other] != city:
        return Refusal("SZ-10.7", _("You share intel with another seat in your city."))
    if t.refused >> (bit + other) & 1:
        return Refusal("SZ-P9", _("This was refused in this turn."))
    receiver = seat if bit in (TAKING, ASKING_FOR) else other
    if t.traits[receiver] >> DISTRUSTED & 1:
        return Refusal("SZ-7.5", _("A weakness of the receiver's alias forbids it."))
    any_card = bit in (HANDING_OVER, ASKING_FOR)
    if any_card and t.ability[seat if bit == HANDING_OVER else other] != BOOK_DEALER:
        return Refusal("SZ-10.7", _("Only the card of the city where you both are can be shared."))
    if any_card and (move - HAND_OVER) % CITIES == city:
        return Refusal("SZ-10.7", _("The card of this very city is simply given."))
    return Refusal("SZ-10.7", _("Nobody of you holds that card."))


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (ShareIntel, Concession)
