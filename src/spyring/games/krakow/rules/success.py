"""What a trick brings: success, failure and blocks (KRK-7 to KRK-9)."""

from typing import ClassVar

from spyring.engine.frame import Frame
from spyring.engine.seats import PUBLIC
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules.markers import room
from spyring.games.krakow.rules.specials import carry_out


def succeeded(t: Table, next_leader: int) -> None:
    """Discard the other cards, then apply the special effect, then the yield (KRK-7.1 to KRK-7.3)."""
    trick = t.trick
    led = trick[0]
    t.discard.extend(trick[1:])
    t.trick = [led]
    special = t.config.box.special[led]
    empty = t.supply[t.leader & 1] == 0
    if special:
        t.push(Reap(t.leader, next_leader, empty))
        carry_out(t, special)
    else:
        reap(t, t.leader, next_leader, empty)


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
    t.emit(w.BLOCKED, PUBLIC, blocker, block)
    reap(t, blocker, blocker, t.supply[blocker & 1] == 0)


def end_trick(t: Table, next_leader: int) -> None:
    t.leader = next_leader
    t.tricks += 1
    if t.event_log is not None and t.tricks < t.config.box.tricks:
        t.emit(w.LEADS_NEXT, PUBLIC, next_leader)


class Reap(Frame[Table]):
    """The yield of a special intrigue comes after its effect (KRK-7.2); ``empty`` says whether the supply was
    already used up before.
    """

    clause: ClassVar[str] = "KRK-7.3"
    data: ClassVar[tuple[str, ...]] = ("seat", "next_leader", "empty")

    def __init__(self, seat: int, next_leader: int, empty: bool) -> None:
        self.seat = seat
        self.next_leader = next_leader
        self.empty = empty

    def resolve(self, t: Table) -> None:
        t.done()
        reap(t, self.seat, self.next_leader, self.empty)


def reap(t: Table, seat: int, next_leader: int, empty: bool) -> None:
    """The successful card's yield goes to the team of ``seat``, and the card to the success pile (KRK-7.3 to
    KRK-7.8). Only a success that found the supply ``empty`` scores for it, not the one that emptied it
    (KRK-R10).
    """
    team = seat & 1
    card = t.trick.pop()
    if empty and t.supply[team] == 0:
        t.points[team] += 1
        t.points[team + 2] += 1
        t.emit(w.POINT_FOR_EMPTY_SUPPLY, PUBLIC, team)
    else:
        box = t.config.box
        for place, count in box.harvest[card]:
            put_markers(t, place, team, count)
        gold = box.yields[card * w.TYPES + w.GOLD]
        if gold > t.supply[team]:
            t.emit(w.GOLD_WASTED, PUBLIC, seat, gold - t.supply[team])
            gold = t.supply[team]
        if gold:
            t.chest[seat] = t.chest[seat] + gold
            t.supply[team] = t.supply[team] - gold
            t.emit(w.GOLD_GAINED, PUBLIC, seat, gold)
    t.success.append(card)
    end_trick(t, next_leader)


def put_markers(t: Table, place: int, team: int, count: int, gold_of: int = -1) -> None:
    """Place as many as the supply and the field allow; the rest is lost (KRK-7.7, KRK-R10, KRK-R11).
    ``gold_of`` is the seat that paid for them from its chest.
    """
    placed = min(count, t.supply[team])
    placed = min(placed, room(t, place, team))
    # In this form the compiled build adds native integers.
    t.board[place * 2 + team] = t.board[place * 2 + team] + placed
    t.supply[team] = t.supply[team] - placed
    if t.event_log is not None:
        if placed and gold_of >= 0:
            t.emit(w.GOLD_PLACED, PUBLIC, gold_of, place // w.TYPES, placed)
        elif placed:
            t.emit(w.PLACED, PUBLIC, team, place // w.TYPES, place % w.TYPES, placed)
        if placed < count:
            t.emit(w.LOST, PUBLIC, team, place // w.TYPES, place % w.TYPES, count - placed)
