"""SPY-13: talks of the nation on turn with one opponent at a time.

A nation builds an offer part by part from chits, money and promises. The other one accepts it, refuses it or
counters it once. Meanwhile the nation on turn may break off at any time (SPY-13.4). Chits and money change
hands all at once; promises are only recorded (SPY-R49). Only the two parties know an offer; everyone learns
the number of chits and the money of a trade.
"""

from typing import Any, ClassVar, Final, cast

from mypy_extensions import i64

from spyring.engine.frame import NOT_ASKED, UNSEEN, Frame
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import insiders, same_seat
from spyring.games.spies.places import MAX_PARTS
from spyring.games.spies.rules.chits import check_limit, forget_kind, hold, knows_of, learn_chit, left_unseen

AMOUNTS: Final = [int(amount) for amount in w.AMOUNT_IDS]

PAYMENTS: Final = [list(range(w.PAY, w.PAY + few)) for few in range(len(AMOUNTS) + 1)]  # by affordable()
CHARGES: Final = [w.CHARGE + amount for amount in range(len(AMOUNTS))]
WORDS: Final = [first + word for first in (w.OFFER_WORD, w.ASK_WORD) for word in range(len(w.PROMISE_IDS))]
CHARGES_AND_WORDS: Final = [*CHARGES, *WORDS]

# -- opening talks -----------------------------------------------------------------------------------------


class OpenTalks(Verb[Table]):
    """The nation on turn opens talks with another one, and pays for it (SPY-R51, SPY-R59, SPY-R67)."""

    name: ClassVar[str] = "talk"
    clause: ClassVar[str] = "SPY-13.1"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-13.3",)

    def barred(self, t: Table) -> int:
        """Why no talks are possible now: the first edition did not allow them in some steps (SPY-13.1)."""
        return FINE

    def fault(self, t: Table, seat: int, move: int) -> int:
        other = move - w.TALK
        barred = self.barred(t)
        if barred:
            return barred
        if other == t.turn:
            return w.OWN_NATION
        if same_seat(t, int(t.turn), other):
            return w.SAME_SEAT
        held = talks_with(t, other)
        if held >= t.config.box.talks:
            return w.TALKED_OUT
        if t.config.game_advanced and (t.config.diplomacy_ap_per_talk or held == 0):
            if t.points < 1:
                return w.NO_POINTS
            if t.points < 1 + to_land(t):
                return w.POINTS_FOR_PORT
        return FINE

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        if self.barred(t):
            return
        broke = t.config.game_advanced and t.points < 1 + to_land(t)
        if broke and (t.config.diplomacy_ap_per_talk or not t.talks):
            return
        runner = t.runner
        own = runner[t.turn]
        held = int(t.talks)
        most = t.config.box.talks
        for other in range(w.NATIONS):
            talked = held & 3
            held >>= 2
            if runner[other] != own and talked < most and (talked or not broke):
                moves.append(w.TALK + other)

    def play(self, t: Table, seat: int, move: int) -> None:
        other = move - w.TALK
        if t.config.game_advanced and (t.config.diplomacy_ap_per_talk or not talks_with(t, other)):
            t.points -= 1
        t.talks += 1 << 2 * other
        t.emit(w.TALKS, PUBLIC, t.turn, other)
        t.push(BuildOffer(int(t.turn), other, [], 0))


OPEN_TALKS: Final = OpenTalks()


def to_land(t: Table) -> int:
    """How many more spaces a spy at sea must move at least (SPY-R28)."""
    return t.config.box.to_port[t.spy_at[t.mover]] if t.mover >= 0 else 0


def talks_with(t: Table, other: int) -> int:
    """How often the nation on turn has talked with another nation."""
    return int(t.talks >> 2 * other & 3)


# -- offers ------------------------------------------------------------------------------------------------


def given_chits(parts: list[int], first: int) -> list[int]:
    """How many chits of each kind an offer gives (``GIVE``) or asks for (``ASK``)."""
    return [parts.count(first + chit) for chit in range(w.CHITS)]


def given_money(parts: list[int], first: int) -> int:
    """How much money an offer gives (``PAY``) or asks for (``CHARGE``)."""
    total = 0
    for part in parts:
        if w.family(part) == first:
            total += AMOUNTS[part - first]
    return total


def affordable(money: i64) -> i64:
    """How many of the amounts a nation with this much money can pay."""
    count: i64 = len(AMOUNTS)
    while count and AMOUNTS[count - 1] > money:
        count -= 1
    return count


def can_deliver(t: Table, nation: int, parts: list[int]) -> bool:
    """Whether a nation has what an offer asks it for."""
    asked = given_chits(parts, w.ASK)
    for chit in range(w.CHITS):
        if t.hand[nation * w.CHITS + chit] < asked[chit]:
            return False
    return t.money[nation] >= given_money(parts, w.CHARGE)


class Speech(Verb[Table]):
    """What only the speaking nation may do; the other one can break off the talks."""

    clause: ClassVar[str] = "SPY-P11"

    def fault(self, t: Table, seat: int, move: int) -> int:
        talk = cast(Talk, t.stack[-1])
        return self.speech_fault(t, talk, move) if t.runner[talk.speaker()] == seat else w.ONLY_BREAK_OFF

    def speech_fault(self, t: Table, talk: "Talk", move: int) -> int:
        """Why the speaking nation cannot do this."""
        return FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        talk = cast(Talk, t.stack[-1])
        self.say(t, talk, move)

    def say(self, t: Table, talk: "Talk", move: int) -> None:
        """Carry it out."""
        raise NotImplementedError


class Part(Speech):
    """Add something to an offer."""

    clause: ClassVar[str] = "SPY-13.1"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R49",)

    def speech_fault(self, t: Table, talk: "Talk", move: int) -> int:
        if len(talk.parts) == MAX_PARTS:
            return w.TOO_MANY_PARTS
        return self.part_fault(t, talk, move)

    def part_fault(self, t: Table, talk: "Talk", part: int) -> int:
        """Why this cannot be a part of the offer."""
        return FINE

    def say(self, t: Table, talk: "Talk", move: int) -> None:
        t.amend(BuildOffer(talk.by, talk.to, [*talk.parts, move], talk.counter))


class GiveChit(Part):
    """Offer an own chit."""

    name: ClassVar[str] = "give"

    def part_fault(self, t: Table, talk: "Talk", part: int) -> int:
        chit = part - w.GIVE
        if not t.config.count[chit]:
            return w.STANDARD
        held = t.hand[talk.by * w.CHITS + chit]
        if talk.parts.count(part) < held:
            return FINE
        return w.ALL_OFFERED if held else w.NO_CHIT


class AskForChit(Part):
    """Ask the other nation for a chit, up to the number that exist."""

    name: ClassVar[str] = "ask"

    def part_fault(self, t: Table, talk: "Talk", part: int) -> int:
        count = t.config.count[part - w.ASK]
        if not count:
            return w.STANDARD
        return FINE if talk.parts.count(part) < count else w.ALL_ASKED


class Pay(Part):
    """Offer money."""

    name: ClassVar[str] = "pay"

    def part_fault(self, t: Table, talk: "Talk", part: int) -> int:
        paid = given_money(talk.parts, w.PAY) + AMOUNTS[part - w.PAY]
        return FINE if paid <= t.money[talk.by] else w.TOO_DEAR


class Charge(Part):
    """Ask the other nation for money."""

    name: ClassVar[str] = "charge"


class Promise(Part):
    """Offer a promise."""

    name: ClassVar[str] = "promise"

    def part_fault(self, t: Table, talk: "Talk", part: int) -> int:
        return w.SAID_ALREADY if part in talk.parts else FINE


class Request(Promise):
    """Ask the other nation for a promise."""

    name: ClassVar[str] = "request"


class Propose(Speech):
    """Show the offer to the other nation, which also reveals what its maker holds."""

    name: ClassVar[str] = "propose"

    def speech_fault(self, t: Table, talk: "Talk", move: int) -> int:
        return FINE if talk.parts else w.EMPTY_OFFER

    def say(self, t: Table, talk: "Talk", move: int) -> None:
        both = insiders(t, talk.by) | insiders(t, talk.to)
        t.emit(w.PROPOSED, PUBLIC, talk.by, talk.to)
        for part in talk.parts:
            tell_part(t, talk.by, talk.to, part, both)
        given = given_chits(talk.parts, w.GIVE)
        for chit in range(w.CHITS):
            if given[chit]:
                learn_chit(t, talk.to, talk.by, chit, given[chit])
        t.replace(AnswerOffer(talk.by, talk.to, talk.parts, talk.counter))


class Withdraw(Verb[Table]):
    """End the talks; everyone learns which seat ended them."""

    name: ClassVar[str] = "withdraw"
    clause: ClassVar[str] = "SPY-13.4"

    def play(self, t: Table, seat: int, move: int) -> None:
        talk = cast(Talk, t.stack[-1])
        by_host = t.runner[t.turn] == seat
        t.emit(w.WITHDRAWN, PUBLIC, t.turn if by_host else talk.by)
        t.done()


class BreakOff(Withdraw):
    """The same while the other nation answers an offer; that one can refuse it instead."""

    def fault(self, t: Table, seat: int, move: int) -> int:
        talk = cast(Talk, t.stack[-1])
        return NOT_ASKED if t.runner[talk.speaker()] == seat else FINE


class Refuse(Speech):
    """Refuse the offer."""

    name: ClassVar[str] = "refuse"

    def say(self, t: Table, talk: "Talk", move: int) -> None:
        t.done()
        t.emit(w.REFUSED, PUBLIC, talk.to)


class Counter(Speech):
    """Build a counter-offer, once."""

    name: ClassVar[str] = "counter"

    def speech_fault(self, t: Table, talk: "Talk", move: int) -> int:
        return w.ONE_COUNTER if talk.counter else FINE

    def say(self, t: Table, talk: "Talk", move: int) -> None:
        t.replace(BuildOffer(talk.to, talk.by, [], 1))


class Accept(Speech):
    """Chits and money change hands."""

    name: ClassVar[str] = "accept"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R49",)

    def speech_fault(self, t: Table, talk: "Talk", move: int) -> int:
        return FINE if can_deliver(t, talk.to, talk.parts) else w.CANNOT_DELIVER

    def say(self, t: Table, talk: "Talk", move: int) -> None:
        t.done()
        t.emit(w.ACCEPTED, PUBLIC, talk.to, talk.by)
        hand_over(t, talk.by, talk.to, talk.parts, w.GIVE, w.PAY, w.OFFER_WORD)
        hand_over(t, talk.to, talk.by, talk.parts, w.ASK, w.CHARGE, w.ASK_WORD)
        check_limit(t, talk.by)
        check_limit(t, talk.to)


WITHDRAW: Final = Withdraw()
PROPOSE: Final = Propose()
PARTS: Final[dict[int, Verb[Any]]] = {
    w.GIVE: GiveChit(),
    w.ASK: AskForChit(),
    w.PAY: Pay(),
    w.CHARGE: Charge(),
    w.OFFER_WORD: Promise(),
    w.ASK_WORD: Request(),
}


class Talk(Frame[Table]):
    """What both frames of a talk share: nation ``by`` makes or builds an offer to nation ``to``. ``parts``
    are the moves that built it; ``counter`` is 1 for a counter-offer.
    """

    offer: ClassVar[str] = _("You may break off the talks.")
    data: ClassVar[tuple[str, ...]] = ("by", "to", "parts", "counter")

    def __init__(self, by: int, to: int, parts: list[int], counter: int) -> None:
        self.by = by
        self.to = to
        self.parts = parts
        self.counter = counter

    def witnesses(self, t: Table) -> int:
        """A mask of the seats that may see the parts."""
        raise NotImplementedError

    def speaker(self) -> int:
        """The speaking nation."""
        raise NotImplementedError

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.speaker()]

    def other_fault(self, t: Table, seat: int) -> int:
        return NOT_ASKED if t.runner[self.speaker()] == seat else w.ONLY_BREAK_OFF

    def interrupters(self, t: Table) -> int:
        """The nation on turn, while the other one decides; nobody in the first edition."""
        if t.config.edition < 2:
            return 0
        return 1 << t.runner[t.turn] & ~self.deciders(t)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        seen = self.witnesses(t) >> seat & 1
        return {
            "by": w.NATION_IDS[self.by],
            "to": w.NATION_IDS[self.to],
            "counter": self.counter == 1,
            "parts": [t.game.moves.name(part) for part in self.parts] if seen else None,
        }

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[self.by], "other": w.NATION.titles[self.to]}


class BuildOffer(Talk):
    """A nation builds an offer; only this nation sees it."""

    clause: ClassVar[str] = "SPY-13.1"
    unseen: ClassVar[bool] = True
    ask: ClassVar[str] = _("{nation}: choose what to offer {other} and what to ask for, then make the offer")
    wait: ClassVar[str] = _("{nation} and {other} are talking.")
    ends: ClassVar[int] = w.PROPOSE
    verbs: ClassVar[Verbs] = (WITHDRAW, PROPOSE, *PARTS.values())

    def speaker(self) -> int:
        return self.by

    def witnesses(self, t: Table) -> int:
        return insiders(t, self.by)

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        if move == w.WITHDRAW:
            return WITHDRAW
        return PROPOSE if move == w.PROPOSE else PARTS.get(w.family(move))

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.WITHDRAW]
        if t.runner[self.by] != seat:
            return moves
        if self.parts:
            moves.append(w.PROPOSE)
        if len(self.parts) < MAX_PARTS:
            self.add_parts(t, seat, moves)
        return moves

    def add_parts(self, t: Table, seat: int, moves: list[int]) -> None:
        """Every part that the nation could offer, less those that the offer already uses up."""
        first = self.by * w.CHITS
        moves += [w.GIVE + chit for chit in range(w.CHITS) if t.hand[first + chit]]
        moves += t.config.askable
        moves += PAYMENTS[affordable(t.money[self.by] - given_money(self.parts, w.PAY))]
        moves += CHARGES_AND_WORDS
        for part in self.parts:
            if part in moves and PARTS[w.family(part)].fault(t, seat, part):
                moves.remove(part)

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        return self if self.witnesses(t) >> seat & 1 else BuildOffer(self.by, self.to, [], self.counter)

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        hidden = w.family(move) in PARTS and not self.witnesses(t) >> observer & 1
        return UNSEEN if hidden else move


def tell_part(t: Table, by: int, to: int, part: int, audience: int) -> None:
    """One part of an offer, from the giver's side."""
    family = w.family(part)
    giver = by if family in (w.GIVE, w.PAY, w.OFFER_WORD) else to
    if family in (w.GIVE, w.ASK):
        t.emit(w.OFFERS_CHIT, audience, giver, part - family)
    elif family in (w.PAY, w.CHARGE):
        t.emit(w.OFFERS_MONEY, audience, giver, AMOUNTS[part - family])
    else:
        t.emit(w.OFFERS_WORD, audience, giver, part - family)


class AnswerOffer(Talk):
    """The other party accepts, refuses, or makes a counter-offer (SPY-P11)."""

    clause: ClassVar[str] = "SPY-13.4"
    ask: ClassVar[str] = _("{other}: answer {nation}'s offer")
    wait: ClassVar[str] = _("{other} is answering {nation}'s offer.")
    ends: ClassVar[int] = w.ACCEPT
    verbs: ClassVar[Verbs] = (Refuse(), Counter(), Accept(), BreakOff())

    def speaker(self) -> int:
        return self.to

    def witnesses(self, t: Table) -> int:
        return insiders(t, self.by) | insiders(t, self.to)

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        """To others the offer may be just a promise."""
        seen = self.witnesses(t) >> seat & 1
        return self if seen else AnswerOffer(self.by, self.to, [w.OFFER_WORD], self.counter)


def hand_over(t: Table, giver: int, taker: int, parts: list[int], chits: int, money: int, words: int) -> None:
    """Carry out one side of a trade: its chits and money change hands, its promises are recorded."""
    both = insiders(t, giver) | insiders(t, taker)
    given = given_chits(parts, chits)
    count = 0
    for chit in range(w.CHITS):
        for _one in range(given[chit]):
            hold(t, giver, chit, -1)
            hold(t, taker, chit, 1)
            t.emit(w.CHIT_CHANGED_HANDS, both, giver, taker, chit)
            count += 1
    if count:
        t.emit(w.CHITS_CHANGED_HANDS, PUBLIC & ~both, giver, taker, count)
        left_unseen(t, giver, count, 1 << taker)
        for chit in range(w.CHITS):
            if given[chit]:
                forget_kind(t, taker, giver, chit, given[chit])
                held = knows_of(t, giver, taker, chit)
                learn_chit(t, giver, taker, chit, min(99, held + given[chit]))
    paid = given_money(parts, money)
    if paid:
        t.money[giver] -= paid
        t.money[taker] += paid
        t.emit(w.MONEY_CHANGED_HANDS, PUBLIC, giver, taker, paid)
    for word in range(len(w.PROMISE_IDS)):
        if words + word in parts:
            t.emit(w.PROMISED, both, giver, taker, word)
