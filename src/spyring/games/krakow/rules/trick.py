"""A trick: the lead, the answers, the comparison (KRK-6)."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules.success import blocked, failed, succeeded


class LeadCard(Verb[Table]):
    """Lead any card; it becomes the intrigue."""

    name: ClassVar[str] = "play"
    clause: ClassVar[str] = "KRK-6.1"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if move - w.PLAY in t.hands[seat] else w.NOT_IN_HAND

    def play(self, t: Table, seat: int, move: int) -> None:
        card = lay(t, seat, move)
        if t.event_log is not None:
            t.emit(w.LED, PUBLIC, seat, card, t.config.box.strength[card], t.config.box.group[card])
        t.replace(ANSWER)


class AnswerCard(Verb[Table]):
    """The partner supports, the opponents oppose."""

    name: ClassVar[str] = "play"
    clause: ClassVar[str] = "KRK-6.2"

    def fault(self, t: Table, seat: int, move: int) -> int:
        hand = t.hands[seat]
        if move - w.PLAY not in hand:
            return w.NOT_IN_HAND
        return w.OWN_PARTNER if move - w.PLAY == held_back(t, hand) else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        card = lay(t, seat, move)
        if t.event_log is not None:
            self.announce(t, seat, card)
        if len(t.trick) == w.SEATS:
            t.done()
            judge_trick(t)

    def announce(self, t: Table, seat: int, card: int) -> None:
        box = t.config.box
        colour = box.group[t.trick[0]]
        if len(t.trick) == 3:
            t.emit(w.SUPPORTED, PUBLIC, seat, card, box.support[card * w.GROUPS + colour])
        elif box.blocked_by[t.trick[0]] == card:
            t.emit(w.BLOCK_PLAYED, PUBLIC, seat, card)
        else:
            t.emit(w.OPPOSED, PUBLIC, seat, card, box.opposition[card * w.GROUPS + colour])


LEAD_CARD: Final = LeadCard()
ANSWER_CARD: Final = AnswerCard()


class Lead(Frame[Table]):
    """The leader plays an intrigue."""

    clause: ClassVar[str] = "KRK-6.1"
    ask: ClassVar[str] = _("You lead: play an intrigue.")
    wait: ClassVar[str] = _("{seat} leads an intrigue.")
    verbs: ClassVar[Verbs] = (LEAD_CARD,)

    def deciders(self, t: Table) -> int:
        return 1 << t.leader

    def legal(self, t: Table, seat: int) -> list[int]:
        return t.hands[seat]  # PLAY is 0, so the move is the number of the card

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        return LEAD_CARD if w.family(move) == w.PLAY else None


class Answer(Frame[Table]):
    """The others play one card each, clockwise."""

    clause: ClassVar[str] = "KRK-6.2"
    ask: ClassVar[str] = _("{card} was led: play a card to {aim}.")
    wait: ClassVar[str] = _("{card} was led: {seat} plays a card to {aim}.")
    verbs: ClassVar[Verbs] = (ANSWER_CARD,)

    def deciders(self, t: Table) -> int:
        return 1 << ((t.leader + len(t.trick)) & 3)

    def legal(self, t: Table, seat: int) -> list[int]:
        hand = t.hands[seat]
        block = held_back(t, hand)
        return hand if block < 0 else [w.PLAY + card for card in hand if card != block]

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        return ANSWER_CARD if w.family(move) == w.PLAY else None

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {
            "card": str(t.config.box.cards[t.trick[0]]["name"]),
            "aim": _("support it") if len(t.trick) == 2 else _("oppose it"),
        }


def held_back(t: Table, hand: list[int]) -> int:
    """The card in the partner's hand that would block the intrigue, unless it is its only card, or -1."""
    if len(t.trick) != 2 or t.config.block_on_partner_plain_support:
        return -1
    block = t.config.box.blocked_by[t.trick[0]]
    return block if block >= 0 and block in hand and len(hand) > 1 else -1


def lay(t: Table, seat: int, move: int) -> int:
    """Play a card openly. The last card of the hand fills its place, because order does not matter."""
    card = move - w.PLAY
    hand = t.hands[seat]
    last = hand.pop()
    if last != card:
        hand[hand.index(card)] = last
    t.trick.append(card)
    t.known.reveal(card)
    return card


def judge_trick(t: Table) -> None:
    """After four cards, compare the sums, unless the intrigue was blocked (KRK-6.4 to KRK-6.7)."""
    box = t.config.box
    trick = t.trick
    led = trick[0]
    block = box.blocked_by[led]
    if block >= 0 and (trick[1] == block or trick[3] == block):
        t.last = (t.leader, 2, led, trick[1], trick[2], trick[3])
        blocked(t, 1 if trick[1] == block else 3)
        return
    colour = box.group[led]
    strength = box.strength[led]
    partner = box.support[trick[2] * w.GROUPS + colour]
    first = box.opposition[trick[1] * w.GROUPS + colour]
    second = box.opposition[trick[3] * w.GROUPS + colour]
    support = strength + partner
    opposition = first + second
    holder = t.holder[t.season]
    success = support > opposition or (support == opposition and (holder ^ t.leader) & 1 == 0)
    t.last = (t.leader, 1 if success else 0, led, trick[1], trick[2], trick[3])
    if t.event_log is not None:
        if support == opposition:
            t.emit(w.TIE_BROKEN, PUBLIC, t.season, holder)
        t.emit(w.SUCCEEDED if success else w.FAILED, PUBLIC, led, support, opposition)
    if success:
        succeeded(t, (t.leader + 2) & 3 if partner > strength else t.leader)
    else:
        failed(t, (t.leader + 3) & 3 if second > first else (t.leader + 1) & 3)


LEAD: Final = Lead()
ANSWER: Final = Answer()
