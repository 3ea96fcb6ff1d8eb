"""SPY-13: talks of the nation on turn with one opponent at a time.

An offer is built part by part, out of chits, money and promises, then answered: accepted, refused or
countered once. While the other nation answers or builds a counter-offer, the nation on turn may break off
unasked (SPY-13.4). Chits and money change hands at once and whole; promises are only recorded (SPY-R49). What
an offer says is known to its two parties; of a trade everybody learns the number of chits and the money.
"""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.made import Table
from spyring.games.spies.nations import insiders, same_seat
from spyring.games.spies.places import MOST_PARTS
from spyring.games.spies.rules.chits import check_limit, forget_kind, hold, knows_of, learn_chit, left_unseen
from spyring.games.spies.rules.refusals import (
    ALL_ASKED,
    ALL_OFFERED,
    CANNOT_DELIVER,
    EMPTY_OFFER,
    FINE,
    NO_CHIT,
    NO_POINTS,
    NOT_ASKED,
    ONE_COUNTER,
    ONLY_BREAK_OFF,
    OWN_NATION,
    POINTS_FOR_PORT,
    SAID_ALREADY,
    SAME_SEAT,
    STANDARD,
    TALKED_OUT,
    TOO_DEAR,
    TOO_MANY_PARTS,
    refusal,
)

AMOUNTS: Final = [int(amount) for amount in w.AMOUNT_IDS]
PAYMENTS: Final = [list(range(w.PAY, w.PAY + few)) for few in range(len(AMOUNTS) + 1)]  # of the least amounts
CHARGES: Final = [w.CHARGE + amount for amount in range(len(AMOUNTS))]
WORDS: Final = [first + word for first in (w.OFFER_WORD, w.ASK_WORD) for word in range(len(w.PROMISE_IDS))]
CHARGES_AND_WORDS: Final = [*CHARGES, *WORDS]

# -- opening talks -----------------------------------------------------------------------------------------


def is_talk(move: int) -> bool:
    """Whether a move opens talks."""
    return w.family(move) == w.TALK


def talk_fault(t: Table, other: int) -> int:
    """Why the nation on turn cannot talk with another (SPY-13, SPY-R51, SPY-R59, SPY-R67)."""
    if other == t.turn:
        return OWN_NATION
    if same_seat(t, int(t.turn), other):
        return SAME_SEAT
    held = talks_with(t, other)
    if held >= t.config.box.talks:
        return TALKED_OUT
    if t.config.game_advanced and (t.config.diplomacy_ap_per_talk or held == 0):
        if t.points < 1:
            return NO_POINTS
        if t.points < 1 + to_land(t):
            return POINTS_FOR_PORT
    return FINE


def to_land(t: Table) -> int:
    """How many spaces a spy at sea still has to go at the least (SPY-R28)."""
    return t.config.box.to_port[t.spy_at[t.mover]] if t.mover >= 0 else 0


def talks_with(t: Table, other: int) -> int:
    """How often the nation on turn has talked with another, two bits for each."""
    return int(t.talks >> 2 * other & 3)


def talks(t: Table, moves: list[int]) -> list[int]:
    """The moves, and with them all nations that can be talked with, as :func:`talk_fault` sees it."""
    broke = t.config.game_advanced and t.points < 1 + to_land(t)
    if broke and (t.config.diplomacy_ap_per_talk or not t.talks):
        return moves
    runner = t.runner
    own = runner[t.turn]
    held = int(t.talks)
    most = t.config.box.talks
    for other in range(w.NATIONS):
        talked = held & 3
        held >>= 2
        if runner[other] != own and talked < most and (talked or not broke):
            moves.append(w.TALK + other)
    return moves


def talks_anywhere(t: Table, moves: list[int]) -> list[int]:
    """The same in steps in which the first edition knew no talks (SPY-13.1)."""
    return talks(t, moves) if t.config.edition > 1 else moves


def begin_talk(t: Table, other: int) -> None:
    """Talks are opened, and paid for (SPY-13.3)."""
    if t.config.game_advanced and (t.config.diplomacy_ap_per_talk or not talks_with(t, other)):
        t.points -= 1
    t.talks += 1 << 2 * other
    t.emit(w.TALKS, PUBLIC, t.turn, other)
    t.push(BuildOffer(int(t.turn), other, [], 0))


# -- offers ------------------------------------------------------------------------------------------------


def is_part(move: int) -> bool:
    """Whether a move adds a part to an offer."""
    return w.family(move) in (w.GIVE, w.ASK, w.PAY, w.CHARGE, w.OFFER_WORD, w.ASK_WORD)


def given_chits(parts: list[int], first: int) -> list[int]:
    """How many chits of each kind an offer gives (``GIVE``) or asks for (``ASK``)."""
    count = [0] * w.CHITS
    for part in parts:
        if w.family(part) == first:
            count[part - first] += 1
    return count


def given_money(parts: list[int], first: int) -> int:
    """How much money an offer gives (``PAY``) or asks for (``CHARGE``)."""
    total = 0
    for part in parts:
        if w.family(part) == first:
            total += AMOUNTS[part - first]
    return total


def affordable(money: i64) -> i64:
    """How many of the amounts can be paid with so much money."""
    count: i64 = len(AMOUNTS)
    while count and AMOUNTS[count - 1] > money:
        count -= 1
    return count


def part_fault(t: Table, by: int, parts: list[int], part: int) -> int:
    """Why a part cannot be added to an offer."""
    if len(parts) == MOST_PARTS:
        return TOO_MANY_PARTS
    family = w.family(part)
    if family in (w.GIVE, w.ASK) and not t.config.count[part - family]:
        return STANDARD
    if family == w.GIVE:
        held = t.hand[by * w.CHITS + part - w.GIVE]
        if given_chits(parts, w.GIVE)[part - w.GIVE] < held:
            return FINE
        return ALL_OFFERED if held else NO_CHIT
    if family == w.ASK:
        return FINE if given_chits(parts, w.ASK)[part - w.ASK] < t.config.count[part - w.ASK] else ALL_ASKED
    if family == w.PAY:
        return FINE if given_money(parts, w.PAY) + AMOUNTS[part - w.PAY] <= t.money[by] else TOO_DEAR
    if family in (w.OFFER_WORD, w.ASK_WORD) and part in parts:
        return SAID_ALREADY
    return FINE


def can_deliver(t: Table, nation: int, parts: list[int]) -> bool:
    """Whether a nation has what an offer asks it for."""
    asked = given_chits(parts, w.ASK)
    for chit in range(w.CHITS):
        if t.hand[nation * w.CHITS + chit] < asked[chit]:
            return False
    return t.money[nation] >= given_money(parts, w.CHARGE)


class Talk(Frame[Table]):
    """What both frames of a talk share: nation ``by`` makes, builds or has made nation ``to`` an offer of
    ``parts``, which are the moves that added them; ``counter`` is 1 for a counter-offer.
    """

    def __init__(self, by: int, to: int, parts: list[int], counter: int) -> None:
        self.by = by
        self.to = to
        self.parts = parts
        self.counter = counter

    def pack(self) -> list[Any]:
        return [self.by, self.to, self.parts[:], self.counter]

    def witnesses(self, t: Table) -> int:
        """A mask of the seats that may see the parts."""
        raise NotImplementedError

    def interrupters(self, t: Table) -> int:
        """The nation on turn, when the other one is asked; not in the first edition."""
        if t.config.edition < 2:
            return 0
        return 1 << t.runner[t.turn] & ~self.deciders(t)

    def break_off(self, t: Table, seat: int) -> None:
        """The talks are over; told is whose seat ended them."""
        by_host = t.runner[t.turn] == seat
        t.emit(w.WITHDRAWN, PUBLIC, t.turn if by_host else self.by)
        t.done()

    def offer_view(self, t: Table, seat: int) -> dict[str, Any]:
        seen: dict[str, Any] = {
            "by": w.NATION_IDS[self.by],
            "to": w.NATION_IDS[self.to],
            "counter": self.counter == 1,
        }
        if self.witnesses(t) >> seat & 1:
            seen["parts"] = [t.game.moves.name(part) for part in self.parts]
        else:
            seen["parts"] = None
        return seen

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[self.by], "other": w.NATION.titles[self.to]}


class BuildOffer(Talk):
    """An offer is put together; only its maker sees it yet."""

    clause: ClassVar[str] = "SPY-13.1"
    unseen: ClassVar[bool] = True
    ask: ClassVar[str] = _("{nation} and {other}: say what you give and what you want, then propose it")
    wait: ClassVar[str] = _("{nation} and {other} are talking.")
    ends: ClassVar[int] = w.PROPOSE
    offer: ClassVar[str] = _("You may break off the talks.")

    def witnesses(self, t: Table) -> int:
        return insiders(t, self.by)

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.by]

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.WITHDRAW]
        if t.runner[self.by] != seat:
            return moves
        if self.parts:
            moves.append(w.PROPOSE)
        if len(self.parts) < MOST_PARTS:
            self.add_parts(t, moves)
        return moves

    def add_parts(self, t: Table, moves: list[int]) -> None:
        """Every part that can be added, as :func:`part_fault` sees it; nobody asks for more than there is."""
        paid: i64 = 0
        given: i64 = 0  # by chit, three bits: how many are in the offer
        asked: i64 = 0
        said = False
        part: i64
        for part in self.parts:
            family = w.family(int(part))
            if family == w.GIVE:
                given += 1 << 3 * (part - w.GIVE)
            elif family == w.ASK:
                asked += 1 << 3 * (part - w.ASK)
            elif family == w.PAY:
                paid += AMOUNTS[part - w.PAY]
            elif family != w.CHARGE:
                said = True
        hand = t.hand
        first: i64 = self.by * w.CHITS
        chit: i64
        for chit in range(w.CHITS):
            if hand[first + chit] > given & 7:
                moves.append(w.GIVE + chit)
            given >>= 3
        if asked:
            count = t.config.count
            for chit in range(w.CHITS):
                if count[chit] > asked >> 3 * chit & 7:
                    moves.append(w.ASK + chit)
        else:
            moves += t.config.askable
        moves += PAYMENTS[affordable(t.money[self.by] - paid)]
        if not said:
            moves += CHARGES_AND_WORDS
            return
        moves += CHARGES
        moves += [word for word in WORDS if word not in self.parts]

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == w.WITHDRAW:
            self.break_off(t, seat)
        elif move == w.PROPOSE:
            self.propose(t)
        else:
            t.amend(BuildOffer(self.by, self.to, [*self.parts, move], self.counter))

    def propose(self, t: Table) -> None:
        """The other party learns of the offer, and with it what its maker holds."""
        both = insiders(t, self.by) | insiders(t, self.to)
        t.emit(w.PROPOSED, PUBLIC, self.by, self.to)
        for part in self.parts:
            tell_part(t, self.by, self.to, part, both)
        given = given_chits(self.parts, w.GIVE)
        for chit in range(w.CHITS):
            if given[chit]:
                learn_chit(t, self.to, self.by, chit, given[chit])
        t.replace(AnswerOffer(self.by, self.to, self.parts, self.counter))

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return self.offer_view(t, seat)

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        return self if self.witnesses(t) >> seat & 1 else BuildOffer(self.by, self.to, [], self.counter)

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        hidden = is_part(move) and not self.witnesses(t) >> observer & 1
        return UNSEEN if hidden else move

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if t.runner[self.by] != seat:
            return refusal(ONLY_BREAK_OFF)
        if is_part(move):
            return refusal(part_fault(t, self.by, self.parts, move))
        return refusal(EMPTY_OFFER) if move == w.PROPOSE else refusal(NOT_ASKED, self.clause)


def tell_part(t: Table, by: int, to: int, part: int, audience: int) -> None:
    """One part of an offer, from the side of whoever would give it."""
    family = w.family(part)
    if family == w.GIVE:
        t.emit(w.OFFERS_CHIT, audience, by, part - w.GIVE)
    elif family == w.ASK:
        t.emit(w.OFFERS_CHIT, audience, to, part - w.ASK)
    elif family == w.PAY:
        t.emit(w.OFFERS_MONEY, audience, by, AMOUNTS[part - w.PAY])
    elif family == w.CHARGE:
        t.emit(w.OFFERS_MONEY, audience, to, AMOUNTS[part - w.CHARGE])
    elif family == w.OFFER_WORD:
        t.emit(w.OFFERS_WORD, audience, by, part - w.OFFER_WORD)
    else:
        t.emit(w.OFFERS_WORD, audience, to, part - w.ASK_WORD)


class AnswerOffer(Talk):
    """The other party accepts, refuses, or makes a counter-offer (SPY-P11)."""

    clause: ClassVar[str] = "SPY-13.4"
    ask: ClassVar[str] = _("{other}: answer the offer of {nation}")
    wait: ClassVar[str] = _("{other} answers an offer of {nation}.")
    ends: ClassVar[int] = w.ACCEPT
    offer: ClassVar[str] = _("You may break off the talks.")

    def witnesses(self, t: Table) -> int:
        return insiders(t, self.by) | insiders(t, self.to)

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.to]

    def legal(self, t: Table, seat: int) -> list[int]:
        if t.runner[self.to] != seat:
            return [w.WITHDRAW]
        moves = [w.REFUSE]
        if not self.counter:
            moves.append(w.COUNTER)
        if can_deliver(t, self.to, self.parts):
            moves.append(w.ACCEPT)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == w.WITHDRAW:
            self.break_off(t, seat)
            return
        if move == w.COUNTER:
            t.replace(BuildOffer(self.to, self.by, [], 1))
            return
        t.done()
        if move == w.REFUSE:
            t.emit(w.REFUSED, PUBLIC, self.to)
            return
        t.emit(w.ACCEPTED, PUBLIC, self.to, self.by)
        hand_over(t, self.by, self.to, self.parts, w.GIVE, w.PAY, w.OFFER_WORD)
        hand_over(t, self.to, self.by, self.parts, w.ASK, w.CHARGE, w.ASK_WORD)
        check_limit(t, self.by)
        check_limit(t, self.to)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return self.offer_view(t, seat)

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        """To others the offer may as well be a mere promise."""
        seen = self.witnesses(t) >> seat & 1
        return self if seen else AnswerOffer(self.by, self.to, [w.OFFER_WORD], self.counter)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if t.runner[self.to] != seat:
            return refusal(ONLY_BREAK_OFF)
        if move == w.ACCEPT:
            return refusal(CANNOT_DELIVER)
        return refusal(ONE_COUNTER) if move == w.COUNTER else refusal(NOT_ASKED, self.clause)


def hand_over(t: Table, giver: int, taker: int, parts: list[int], chits: int, money: int, words: int) -> None:
    """One side of a trade: its chits and money go over, its promises are recorded."""
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
