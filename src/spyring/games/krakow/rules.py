"""The rules of Kraków as frames, in the order of the ledger."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.krakow import scoring
from spyring.games.krakow.box import (
    A_DEPRESSION,
    ADVERTISING,
    BLACK_DEATH,
    CARDS,
    CUBES,
    DISTRICTS,
    FAME,
    GOLD,
    GRAVE_ROBBERY,
    GROUPS,
    HAND,
    PEASANT_REVOLT,
    POWER,
    PROPHECY_OF_WAR,
    SAVING_SOULS,
    SEASONS,
    SEATS,
    STREET_THUGS_RULE,
    SUPPORT,
    TRICKS,
    TYPES,
)
from spyring.games.krakow.notation import (
    ALLOT,
    ALLOTTED,
    BLOCK_PLAYED,
    BLOCKED,
    DEALT,
    DECLINE,
    DECLINED,
    DISCARD,
    DISCARDED,
    DISCARDED_UNSEEN,
    DISTRICT,
    DREW,
    DREW_UNSEEN,
    FAILED,
    GOLD_GAINED,
    GOLD_LOST,
    GOLD_PLACED,
    HAND_GROWS,
    HAND_SHRINKS,
    IDENTITY,
    IDENTITY_SHOWN,
    LEADS_NEXT,
    LED,
    LOST,
    MARKERS_CLEARED,
    OPPOSED,
    PLACED,
    PLAY,
    POINT_FOR_EMPTY_SUPPLY,
    READY,
    RECONSIDER,
    RECONSIDERED,
    REMOVE,
    REMOVED,
    REPLACE,
    REPLACED,
    ROB,
    SEASON_BEGINS,
    SEASON_CARD,
    SUCCEEDED,
    SUPPORTED,
    TIE_BROKEN,
    YEAR_BEGINS,
)
from spyring.games.krakow.table import Table

ALL_SEATS: Final = 15
NO_SHARE: Final = [0] * DISTRICTS
NOT_ASKED: Final = _("This is not what is asked now.")
NOT_IN_HAND: Final = _("You do not hold this card.")

# -- KRK-3 and KRK-5: setup, years and seasons -----------------------------------------------------


class BeginGame(Frame[Table]):
    """Identities are dealt once, for the whole game (KRK-3.3, KRK-5.9)."""

    clause: ClassVar[str] = "KRK-3.3"

    def resolve(self, t: Table) -> None:
        groups = list(range(GROUPS))
        t.shuffle(groups)
        t.identity = tuple(groups)
        for seat in range(SEATS):
            t.tell(IDENTITY, 1 << seat, seat, groups[seat])
        t.become(BeginYear())


class BeginYear(Frame[Table]):
    """The season cards are dealt anew (KRK-3.4, KRK-5.8)."""

    clause: ClassVar[str] = "KRK-5.8"

    def resolve(self, t: Table) -> None:
        holders = list(range(SEATS))
        t.shuffle(holders)
        t.holder = tuple(holders)
        t.season = 0
        t.extra = [0, 0]
        t.discard += t.success
        t.success = []
        t.tell(YEAR_BEGINS, PUBLIC, 1325 + t.year)
        if t.happened is not None:
            for season in range(SEASONS):
                t.tell(SEASON_CARD, 1 << holders[season], holders[season], season)
        t.become(BEGIN_SEASON)


class BeginSeason(Frame[Table]):
    """All cards but the successful ones are shuffled and dealt; the holder of the season's card leads
    (KRK-5.2, KRK-5.3).
    """

    clause: ClassVar[str] = "KRK-5.2"

    def resolve(self, t: Table) -> None:
        t.shuffle(t.discard)
        t.seen = [0] * CARDS
        for card in t.success:
            t.seen[card] = PUBLIC
        t.leader = t.holder[t.season]
        t.tricks = 0
        t.tell(SEASON_BEGINS, PUBLIC, t.season, t.leader)
        self.deal(t)
        t.become(PLAY_SEASON)

    def deal(self, t: Table) -> None:
        """Nine each, more or fewer by specials. As if dealt one at a time, clockwise from the leader, to
        those who still lack cards: when the cards run out, the last in that order go short (KRK-R18).
        """
        cards = t.discard
        size = [HAND + t.extra[0], HAND + t.extra[1], HAND + t.extra[0], HAND + t.extra[1]]
        short = size[0] + size[1] + size[2] + size[3] - len(cards)
        while short > 0:
            step = 3
            while size[(t.leader + step) & 3] < max(size):
                step -= 1
            size[(t.leader + step) & 3] -= 1
            short -= 1
        for seat in range(SEATS):
            hand = cards[-size[seat] :]
            del cards[-size[seat] :]
            t.hands[seat] = hand
            owner = 1 << seat
            for card in hand:
                t.seen[card] = owner
            if t.happened is not None:
                for card in hand:
                    t.tell(DEALT, owner, seat, card)


class PlaySeason(Frame[Table]):
    """Seven tricks, whatever the hand sizes; then the unused cards go unseen (KRK-5.4, KRK-5.6)."""

    clause: ClassVar[str] = "KRK-5.4"

    def resolve(self, t: Table) -> None:
        if t.tricks < TRICKS:
            t.push(LEAD)
            return
        for hand in t.hands:
            t.discard += hand
            hand.clear()
        t.season += 1
        if t.season < SEASONS:
            t.become(BEGIN_SEASON)
        else:
            t.become(AllotGold([NO_SHARE] * SEATS, t.chest[:]))


# -- KRK-6: a trick --------------------------------------------------------------------------------


class Lead(Frame[Table]):
    """The leader plays any card; it is the intrigue."""

    clause: ClassVar[str] = "KRK-6.1"
    ask: ClassVar[str] = _("{seat} leads: play an intrigue.")

    def deciders(self, t: Table) -> int:
        return 1 << t.leader

    def legal(self, t: Table, seat: int) -> list[int]:
        return t.hands[seat]  # PLAY is 0: to play a card is the number of the card

    def play(self, t: Table, seat: int, move: int) -> None:
        card = move - PLAY
        take(t.hands[seat], card)
        t.trick.append(card)
        t.seen[card] = PUBLIC
        if t.happened is not None:
            t.tell(LED, PUBLIC, seat, card, t.agreed.box.strength[card], t.agreed.box.group[card])
        t.become(ANSWER)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal("KRK-5.5", NOT_IN_HAND) if move < PLAY + CARDS else Refusal(self.clause, NOT_ASKED)


class Answer(Frame[Table]):
    """The others play one card each, clockwise; the partner supports, the opponents oppose."""

    clause: ClassVar[str] = "KRK-6.2"
    ask: ClassVar[str] = _("{seat} answers: play any card.")

    def deciders(self, t: Table) -> int:
        return 1 << ((t.leader + len(t.trick)) & 3)

    def legal(self, t: Table, seat: int) -> list[int]:
        hand = t.hands[seat]
        if len(t.trick) == 2:
            block = t.agreed.box.blocked_by[t.trick[0]]
            if block >= 0 and block in hand and len(hand) > 1 and not t.agreed.block_on_partner:
                return [PLAY + card for card in hand if card != block]
        return hand

    def play(self, t: Table, seat: int, move: int) -> None:
        card = move - PLAY
        take(t.hands[seat], card)
        t.trick.append(card)
        t.seen[card] = PUBLIC
        if t.happened is not None:
            self.announce(t, seat, card)
        if len(t.trick) == SEATS:
            t.done()
            judge_trick(t)

    def announce(self, t: Table, seat: int, card: int) -> None:
        box = t.agreed.box
        colour = box.group[t.trick[0]]
        if len(t.trick) == 3:
            t.tell(SUPPORTED, PUBLIC, seat, card, box.support[card * GROUPS + colour])
        elif box.blocked_by[t.trick[0]] == card:
            t.tell(BLOCK_PLAYED, PUBLIC, seat, card)
        else:
            t.tell(OPPOSED, PUBLIC, seat, card, box.opposition[card * GROUPS + colour])

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if move >= PLAY + CARDS:
            return Refusal(self.clause, NOT_ASKED)
        if move - PLAY in t.hands[seat]:
            return Refusal("KRK-9.7", _("You may not block the strong intrigue of your own partner."))
        return Refusal("KRK-5.5", NOT_IN_HAND)


def take(hand: list[int], card: int) -> None:
    """Take a card out of a hand; its place is filled from the end, because the order of a hand means
    nothing.
    """
    last = hand.pop()
    if last != card:
        for place in range(len(hand)):
            if hand[place] == card:
                hand[place] = last
                return


def judge_trick(t: Table) -> None:
    """Four cards lie there: compare the sums, unless the intrigue was blocked (KRK-6.4 to KRK-6.7)."""
    box = t.agreed.box
    trick = t.trick
    led = trick[0]
    block = box.blocked_by[led]
    if block >= 0 and (trick[1] == block or trick[3] == block):
        blocked(t, 1 if trick[1] == block else 3)
        return
    colour = box.group[led]
    strength = box.strength[led]
    partner = box.support[trick[2] * GROUPS + colour]
    first = box.opposition[trick[1] * GROUPS + colour]
    second = box.opposition[trick[3] * GROUPS + colour]
    support = strength + partner
    opposition = first + second
    holder = t.holder[t.season]
    success = support > opposition or (support == opposition and (holder ^ t.leader) & 1 == 0)
    if t.happened is not None:
        if support == opposition:
            t.tell(TIE_BROKEN, PUBLIC, t.season, holder)
        t.tell(SUCCEEDED if success else FAILED, PUBLIC, led, support, opposition)
    if success:
        succeeded(t, (t.leader + 2) & 3 if partner > strength else t.leader)
    else:
        failed(t, (t.leader + 3) & 3 if second > first else (t.leader + 1) & 3)


# -- KRK-7 and KRK-8: success and failure ----------------------------------------------------------


def succeeded(t: Table, next_leader: int) -> None:
    """The other cards are discarded, then the special effect, then the yield (KRK-7.1 to KRK-7.3)."""
    trick = t.trick
    led = trick[0]
    t.discard.append(trick[1])
    t.discard.append(trick[2])
    t.discard.append(trick[3])
    t.trick = [led]
    special = t.agreed.box.special[led]
    if special:
        t.push(Reap(t.leader, next_leader))
        carry_out(t, special)
    else:
        reap(t, t.leader, next_leader)


def failed(t: Table, next_leader: int) -> None:
    """Nobody receives anything; all four cards are discarded (KRK-8.1, KRK-8.2)."""
    t.discard.extend(t.trick)
    t.trick = []
    end_trick(t, next_leader)


def blocked(t: Table, place: int) -> None:
    """The blocker scores a point, and its card succeeds in place of the strong one (KRK-9.4 to KRK-9.6)."""
    block = t.trick.pop(place)
    blocker = (t.leader + place) & 3
    t.discard.extend(t.trick)
    t.trick = [block]
    t.points[blocker] += 1
    t.tell(BLOCKED, PUBLIC, blocker, block)
    reap(t, blocker, blocker)


def end_trick(t: Table, next_leader: int) -> None:
    t.leader = next_leader
    t.tricks += 1
    if t.happened is not None and t.tricks < TRICKS:
        t.tell(LEADS_NEXT, PUBLIC, next_leader)


class Reap(Frame[Table]):
    """The yield of a special intrigue waits until its effect is carried out (KRK-7.2)."""

    clause: ClassVar[str] = "KRK-7.3"

    def __init__(self, seat: int, next_leader: int) -> None:
        self.seat = seat
        self.next_leader = next_leader

    def resolve(self, t: Table) -> None:
        t.done()
        reap(t, self.seat, self.next_leader)

    def pack(self) -> list[Any]:
        return [self.seat, self.next_leader]


def reap(t: Table, seat: int, next_leader: int) -> None:
    """The successful card's yield goes to the team of ``seat``, and the card to the success pile (KRK-7.3
    to KRK-7.8).
    """
    team = seat & 1
    card = t.trick.pop()
    if t.supply[team] == 0:
        t.points[team] += 1
        t.points[team + 2] += 1
        t.tell(POINT_FOR_EMPTY_SUPPLY, PUBLIC, team)
    else:
        box = t.agreed.box
        for place, count in box.harvest[card]:
            put_markers(t, place, team, count)
        gold = min(box.yields[card * TYPES + GOLD], t.supply[team])
        if gold:
            t.chest[seat] = t.chest[seat] + gold
            t.supply[team] = t.supply[team] - gold
            t.tell(GOLD_GAINED, PUBLIC, seat, gold)
    t.success.append(card)
    end_trick(t, next_leader)


def put_markers(t: Table, place: int, team: int, count: int) -> None:
    """As many as the supply and the field allow; the rest was never placed (KRK-7.7, KRK-R10, KRK-R11)."""
    placed = min(count, t.supply[team])
    placed = min(placed, t.room(place, team))
    t.board[place * 2 + team] = (
        t.board[place * 2 + team] + placed
    )  # in this form the compiled build adds numbers
    t.supply[team] = t.supply[team] - placed
    if t.happened is not None:
        if placed:
            t.tell(PLACED, PUBLIC, team, place // TYPES, place % TYPES, placed)
        if placed < count:
            t.tell(LOST, PUBLIC, team, place // TYPES, place % TYPES, count - placed)


# -- KRK-10: special intrigues ---------------------------------------------------------------------


def carry_out(t: Table, special: int) -> None:
    """Push what a special intrigue asks; later pushes are asked first."""
    if special == BLACK_DEATH:
        opponents = 1 - (t.leader & 1)
        t.extra[opponents] -= 1
        t.tell(HAND_SHRINKS, PUBLIC, opponents)
        t.push(SufferPlague([-1, -1, -1, -1]))
    elif special == PEASANT_REVOLT:
        t.push(Revolt(SUPPORT))
        t.push(Revolt(POWER))
    elif special == SAVING_SOULS:
        t.push(SaveSouls(SUPPORT, 3))
    elif special == PROPHECY_OF_WAR:
        t.push(Prophesy(POWER))
        t.push(Prophesy(FAME))
    elif special == ADVERTISING:
        t.push(Advertise(FAME, 3))
    elif special == A_DEPRESSION:
        t.push(Depress(2))
    elif special == GRAVE_ROBBERY:
        rob_graves(t)
    elif special == STREET_THUGS_RULE:
        t.push(Extort(1))
        t.push(SendThugs(POWER))


class SufferPlague(Frame[Table]):
    """Black Death: both opponents discard one card each, at once and unseen. ``chosen`` holds each seat's
    card, or -1.
    """

    clause: ClassVar[str] = "KRK-10.1"
    ask: ClassVar[str] = _("Black Death: {seat} discards one card unseen.")

    def __init__(self, chosen: list[int]) -> None:
        self.chosen = chosen

    def deciders(self, t: Table) -> int:
        mask = 0
        for seat in range(SEATS):
            if (seat ^ t.leader) & 1 and self.chosen[seat] < 0 and t.hands[seat]:
                mask |= 1 << seat
        return mask

    def legal(self, t: Table, seat: int) -> list[int]:
        return [DISCARD + card for card in t.hands[seat]]

    def play(self, t: Table, seat: int, move: int) -> None:
        chosen = self.chosen[:]
        chosen[seat] = move - DISCARD
        t.become(SufferPlague(chosen))

    def resolve(self, t: Table) -> None:
        t.done()
        for step in range(1, SEATS, 2):
            seat = (t.leader + step) & 3
            card = self.chosen[seat]
            if card < 0:
                continue
            for held in t.hands[seat]:
                t.seen[held] = 1 << seat  # a card that others saw before may be the one that goes now
            t.hands[seat].remove(card)
            t.discard.append(card)
            t.tell(DISCARDED, 1 << seat, seat, card)
            t.tell(DISCARDED_UNSEEN, PUBLIC & ~(1 << seat), seat)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, NOT_IN_HAND if DISCARD <= move < DISCARD + CARDS else NOT_ASKED)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        return move if observer == seat else DISCARD  # that it has chosen

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        card = self.chosen[seat] if seat < SEATS else -1
        return {"chosen": t.agreed.box.ids[card]} if card >= 0 else {}

    def imagine(self, t: Table, seat: int) -> Frame[Table]:
        """What the other one chose may be any card of its hand."""
        chosen = self.chosen[:]
        for other in range(SEATS):
            if chosen[other] >= 0 and other != seat:
                chosen[other] = t.hands[other][t.roll(len(t.hands[other]))]
        return SufferPlague(chosen)

    def pack(self) -> list[Any]:
        return [self.chosen[:]]


class RemoveMarker(Frame[Table]):
    """The leader may remove one marker of a type, whichever card it is that allows it."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def targets(self, t: Table) -> list[int]:
        found: list[int] = []
        enemy = 1 - (t.leader & 1)
        for district in range(DISTRICTS):
            place = district * TYPES + self.kind
            for team in range(2):
                if t.board[place * 2 + team] and (team == enemy or t.agreed.remove_any):
                    found.append(REMOVE + (self.kind * DISTRICTS + district) * 2 + team)
        return found

    def deciders(self, t: Table) -> int:
        return 1 << t.leader if self.targets(t) else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [*self.targets(t), DECLINE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move == DECLINE:
            t.tell(DECLINED, PUBLIC, seat)
            return
        target = move - REMOVE
        team = target & 1
        district = (target >> 1) % DISTRICTS
        t.board[(district * TYPES + self.kind) * 2 + team] -= 1
        t.supply[team] += 1
        t.tell(REMOVED, PUBLIC, seat, self.kind, district, team)

    def resolve(self, t: Table) -> None:
        t.done()  # no target: the part lapses (KRK-R15)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if not REMOVE <= move < REPLACE:
            return Refusal(self.clause, NOT_ASKED)
        target = move - REMOVE
        district = (target >> 1) % DISTRICTS
        if (target >> 1) // DISTRICTS != self.kind:
            return Refusal(self.clause, _("A marker of another type must be removed now."))
        if target & 1 == t.leader & 1 and not t.agreed.remove_any:
            return Refusal("KRK-R13", _("Only markers of the opponents may be removed."))
        return Refusal(
            "KRK-R15", _("There is no such marker in {district}."), {"district": DISTRICT.titles[district]}
        )

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        return {"kind": ("fame", "support", "power")[self.kind]}

    def pack(self) -> list[Any]:
        return [self.kind]


class Revolt(RemoveMarker):
    """Peasant Revolt: a power marker, then a support marker."""

    clause: ClassVar[str] = "KRK-10.2"
    ask: ClassVar[str] = _("Peasant Revolt: {seat} may remove a marker.")


class Prophesy(RemoveMarker):
    """Prophecy of War: a fame marker, then a power marker."""

    clause: ClassVar[str] = "KRK-10.4"
    ask: ClassVar[str] = _("Prophecy of War: {seat} may remove a marker.")


class SendThugs(RemoveMarker):
    """Street Thugs Rule, first part: a power marker."""

    clause: ClassVar[str] = "KRK-10.8"
    ask: ClassVar[str] = _("Street Thugs Rule: {seat} may remove a marker.")


class ReplaceMarkers(Frame[Table]):
    """The leader may replace up to ``left`` opposing markers of a type by own ones, whichever card it is
    that allows it.
    """

    def __init__(self, kind: int, left: int) -> None:
        self.kind = kind
        self.left = left

    def targets(self, t: Table) -> list[int]:
        found: list[int] = []
        team = t.leader & 1
        if self.left == 0 or t.supply[team] == 0:
            return found
        for district in range(DISTRICTS):
            if t.board[(district * TYPES + self.kind) * 2 + 1 - team] and not self.full(t, district):
                found.append(REPLACE + self.kind * DISTRICTS + district)
        return found

    def full(self, t: Table, district: int) -> bool:
        """Whether the team may have no more here: a field's total never changes, a team's own share does
        (KRK-R3, KRK-R17).
        """
        return not t.agreed.shared_fields and t.room(district * TYPES + self.kind, t.leader & 1) == 0

    def deciders(self, t: Table) -> int:
        return 1 << t.leader if self.targets(t) else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [*self.targets(t), DECLINE]

    def play(self, t: Table, seat: int, move: int) -> None:
        if move == DECLINE:
            t.done()
            t.tell(DECLINED, PUBLIC, seat)
            return
        team = seat & 1
        district = (move - REPLACE) % DISTRICTS
        place = (district * TYPES + self.kind) * 2
        t.board[place + 1 - team] -= 1
        t.supply[1 - team] += 1
        t.board[place + team] += 1
        t.supply[team] -= 1
        t.tell(REPLACED, PUBLIC, seat, self.kind, district)
        t.become(type(self)(self.kind, self.left - 1))

    def resolve(self, t: Table) -> None:
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if not REPLACE <= move < ROB:
            return Refusal(self.clause, NOT_ASKED)
        if (move - REPLACE) // DISTRICTS != self.kind:
            return Refusal(self.clause, _("A marker of another type must be replaced now."))
        district = (move - REPLACE) % DISTRICTS
        if self.full(t, district):
            return Refusal(
                "KRK-7.7", _("Your markers fill {district} already."), {"district": DISTRICT.titles[district]}
            )
        return Refusal(
            "KRK-R15", _("There is no such marker in {district}."), {"district": DISTRICT.titles[district]}
        )

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        return {"kind": ("fame", "support", "power")[self.kind], "left": self.left}

    def pack(self) -> list[Any]:
        return [self.kind, self.left]


class SaveSouls(ReplaceMarkers):
    """Saving Souls: support markers."""

    clause: ClassVar[str] = "KRK-10.3"
    ask: ClassVar[str] = _("Saving Souls: {seat} may replace a marker of the opponents.")


class Advertise(ReplaceMarkers):
    """Advertising: fame markers."""

    clause: ClassVar[str] = "KRK-10.5"
    ask: ClassVar[str] = _("Advertising: {seat} may replace a marker of the opponents.")


class ChooseVictim(Frame[Table]):
    """The leader chooses one opponent, who loses up to ``loss`` gold, whichever card demands it."""

    def __init__(self, loss: int) -> None:
        self.loss = loss

    def deciders(self, t: Table) -> int:
        return 1 << t.leader

    def legal(self, t: Table, seat: int) -> list[int]:
        return [ROB + ((seat + 1) & 3), ROB + ((seat + 3) & 3)]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        victim = move - ROB
        lost = min(self.loss, t.chest[victim])
        t.chest[victim] -= lost
        t.supply[victim & 1] += lost
        t.tell(GOLD_LOST, PUBLIC, victim, lost)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if ROB <= move < ROB + SEATS:
            return Refusal(self.clause, _("The one who loses gold must be an opponent."))
        return Refusal(self.clause, NOT_ASKED)

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        return {"loss": self.loss}

    def pack(self) -> list[Any]:
        return [self.loss]


class Depress(ChooseVictim):
    """A Depression: two gold."""

    clause: ClassVar[str] = "KRK-10.6"
    ask: ClassVar[str] = _("A Depression: {seat} chooses the opponent who loses gold.")


class Extort(ChooseVictim):
    """Street Thugs Rule, second part: one gold."""

    clause: ClassVar[str] = "KRK-10.8"
    ask: ClassVar[str] = _("Street Thugs Rule: {seat} chooses the opponent who loses gold.")


def rob_graves(t: Table) -> None:
    """The leader, then the partner, draw one card each from the bottom of the discard pile (KRK-10.7,
    KRK-R20).
    """
    t.extra[t.leader & 1] += 1
    t.tell(HAND_GROWS, PUBLIC, t.leader & 1)
    for seat in (int(t.leader), int(t.leader + 2) & 3):
        card = t.discard.pop(0)
        t.hands[seat].append(card)
        t.seen[card] |= (
            1 << seat
        )  # who saw it being played can remember how deep it lies, and so knows where it goes
        t.tell(DREW, 1 << seat, seat, card)
        t.tell(DREW_UNSEEN, PUBLIC & ~(1 << seat), seat)


# -- KRK-11 to KRK-14: the end of the year ---------------------------------------------------------


class AllotGold(Frame[Table]):
    """All seats divide their gold at once, in secret; whoever is ready may start anew until the last one is
    (KRK-11.1 to KRK-11.3).

    ``shares[seat][district]`` counts the gold put there so far, ``left[seat]`` what is still in hand.
    """

    clause: ClassVar[str] = "KRK-11.1"
    ask: ClassVar[str] = _("{seat} divides its gold among the districts.")

    def __init__(self, shares: list[list[int]], left: list[int]) -> None:
        self.shares = shares
        self.left = left

    def deciders(self, t: Table) -> int:
        left = self.left
        mask = 1 if left[0] else 0
        if left[1]:
            mask |= 2
        if left[2]:
            mask |= 4
        if left[3]:
            mask |= 8
        return mask

    def interrupters(self, t: Table) -> int:
        mask = 0
        for seat in range(SEATS):
            if t.chest[seat] and not self.left[seat]:
                mask |= 1 << seat
        return mask

    def legal(self, t: Table, seat: int) -> list[int]:
        return t.agreed.allotments if self.left[seat] else [RECONSIDER]

    def play(self, t: Table, seat: int, move: int) -> None:
        shares = self.shares[:]
        left = self.left[:]
        if move == RECONSIDER:
            shares[seat] = NO_SHARE
            left[seat] = t.chest[seat]
            t.tell(RECONSIDERED, PUBLIC, seat)
        else:
            share = shares[seat][:]
            share[move - ALLOT] += 1
            shares[seat] = share
            left[seat] -= 1
            if t.happened is not None:
                t.tell(ALLOTTED, 1 << seat, seat, move - ALLOT)
                if left[seat] == 0:
                    t.tell(READY, PUBLIC, seat)
        t.become(AllotGold(shares, left))

    def resolve(self, t: Table) -> None:
        """Shown and placed in the order of the season cards, Spring to Winter (KRK-11.4)."""
        for season in range(SEASONS):
            seat = t.holder[season]
            for district in t.agreed.box.gold_districts:
                count = self.shares[seat][district]
                if count:
                    t.tell(GOLD_PLACED, PUBLIC, seat, district, count)
                    t.supply[seat & 1] += count
                    put_markers(t, district * TYPES + GOLD, seat & 1, count)
            t.chest[seat] = 0
        t.become(SCORE_YEAR)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if ALLOT <= move < RECONSIDER and self.left[seat]:
            return Refusal(
                "KRK-R26", _("{district} has no gold field."), {"district": DISTRICT.titles[move - ALLOT]}
            )
        if ALLOT <= move < RECONSIDER:
            return Refusal(self.clause, _("All your gold is divided."))
        if move == RECONSIDER:
            return Refusal("KRK-11.3", _("You have not divided your gold yet."))
        return Refusal(self.clause, NOT_ASKED)

    def veil(self, t: Table, seat: int, move: int, observer: int) -> int:
        if observer == seat or move == RECONSIDER:
            return move
        return ALLOT if self.left[seat] == 1 else UNSEEN  # others see only who is ready

    def look(self, t: Table, seat: int) -> dict[str, Any]:
        if seat >= SEATS:
            return {}
        mine = self.shares[seat]
        return {
            "left": self.left[seat],
            "allotted": {DISTRICT.label(d): mine[d] for d in t.agreed.box.gold_districts},
        }

    def imagine(self, t: Table, seat: int) -> Frame[Table]:
        """Others have divided in any way; who is not ready may have put down anything short of all."""
        shares = self.shares[:]
        left = self.left[:]
        districts = t.agreed.box.gold_districts
        for other in range(SEATS):
            if other == seat or not t.chest[other]:
                continue
            if left[other]:
                left[other] = 1 + t.roll(t.chest[other])
            share = [0] * DISTRICTS
            for _cube in range(t.chest[other] - left[other]):
                share[districts[t.roll(len(districts))]] += 1
            shares[other] = share
        return AllotGold(shares, left)

    def pack(self) -> list[Any]:
        return [[share[:] for share in self.shares], self.left[:]]


class ScoreYear(Frame[Table]):
    """Team points, group points; then a new year, or the end (KRK-12, KRK-13, KRK-14)."""

    clause: ClassVar[str] = "KRK-12.1"

    def resolve(self, t: Table) -> None:
        scoring.team_points(t)
        self.clear(t)
        scoring.group_points(t)
        if t.year + 1 < t.agreed.years:
            t.year += 1
            t.become(BeginYear())
            return
        t.finish()
        for seat in range(SEATS):
            t.tell(IDENTITY_SHOWN, PUBLIC, seat, t.identity[seat], scoring.total(t, seat))

    def clear(self, t: Table) -> None:
        """All markers leave the board (KRK-12.4); the chests are empty by now, so every cube is in the
        supply.
        """
        t.board = [0] * len(t.board)
        t.supply = [CUBES, CUBES]
        t.tell(MARKERS_CLEARED, PUBLIC)


BEGIN_SEASON: Final = BeginSeason()
PLAY_SEASON: Final = PlaySeason()
LEAD: Final = Lead()
ANSWER: Final = Answer()
SCORE_YEAR: Final = ScoreYear()

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    BeginGame,
    BeginYear,
    BeginSeason,
    PlaySeason,
    Lead,
    Answer,
    Reap,
    SufferPlague,
    Revolt,
    Prophesy,
    SendThugs,
    SaveSouls,
    Advertise,
    Depress,
    Extort,
    AllotGold,
    ScoreYear,
)
