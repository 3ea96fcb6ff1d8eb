"""SPY-11: paying for chits, drawing them from the cup and returning them."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import insiders
from spyring.games.spies.pieces import spies_in

# -- playing -----------------------------------------------------------------------------------------------


def price_of(t: Table, chit: int, city: int = -1) -> int:
    """The price of a chit; a Drop costs more in a nation's country (SPY-12.20)."""
    if chit == w.DROP and city >= 0 and t.owner[city] >= 0:
        return t.config.box.price_abroad
    return t.config.box.price[chit]


def chit_fault(t: Table, nation: int, chit: int, city: int = -1) -> int:
    """Why a nation lacks the chit, the money or the action points to play it (SPY-R17, SPY-R60)."""
    if not t.config.count[chit]:
        return w.STANDARD
    if t.hand[nation * w.CHITS + chit] == 0:
        return w.NO_CHIT
    if t.money[nation] < price_of(t, chit, city):
        return w.NO_MONEY
    if nation == t.turn and t.config.game_advanced and t.points < t.config.box.chit_points[chit]:
        return w.NO_POINTS
    return FINE


def play_chit(t: Table, nation: int, chit: int, city: int = -1) -> None:
    """Show a chit, pay for it, and return it to the cup; it costs action points only in the nation's own turn
    (SPY-3.4).
    """
    price = price_of(t, chit, city)
    t.money[nation] -= price
    hold(t, nation, chit, -1)
    t.cup[chit] += 1
    if nation == t.turn and t.config.game_advanced:
        t.points -= t.config.box.chit_points[chit]
    if t.promised:
        _lessen(t, nation, chit, 1, 0)
    t.emit(w.CHIT_PLAYED, PUBLIC, nation, chit, price)


# -- holding -----------------------------------------------------------------------------------------------


def chits_of(t: Table, nation: int) -> int:
    """How many chits a nation holds."""
    count = 0
    for chit in range(w.CHITS):
        count += t.hand[nation * w.CHITS + chit]
    return count


def hold(t: Table, nation: int, chit: int, more: int) -> None:
    """Change how many chits of a kind a nation holds."""
    at = nation * w.CHITS + chit
    t.hand = replaced(t.hand, at, t.hand[at] + more)


def drop_at(t: Table, nation: int, city: int) -> bool:
    """Whether a nation has a Drop in a city."""
    return bool(t.drops) and w.standing_drop(city, nation) in t.drops


def lift_drop(t: Table, nation: int, city: int) -> None:
    """A Drop ends, and its chit goes back to the cup (SPY-R47)."""
    t.drops = tuple([drop for drop in t.drops if drop != w.standing_drop(city, nation)])
    t.cup[w.DROP] += 1
    t.emit(w.DROP_FALLS, PUBLIC, nation, city)


def check_drop(t: Table, nation: int, city: int) -> None:
    """A Drop ends without a spy of its nation (SPY-12.21)."""
    if drop_at(t, nation, city) and not spies_in(t, city) >> nation & 1:
        lift_drop(t, nation, city)


# -- drawing -----------------------------------------------------------------------------------------------


def draw_chits(t: Table, nation: int, count: int, told: bool = False) -> None:
    """Draw chits from the cup at random; if it runs out, the rest is lost (SPY-4.8, SPY-R33). ``told`` means
    that everyone already knows how many.
    """
    inside = 0
    for chit in range(w.CHITS):
        inside += t.cup[chit]
    drawn = min(count, inside)
    for _draw in range(drawn):
        number = int(t.roll(inside))
        inside -= 1
        chit = 0
        while number >= t.cup[chit]:
            number -= t.cup[chit]
            chit += 1
        t.cup[chit] -= 1
        hold(t, nation, chit, 1)
        t.emit(w.CHIT_DRAWN, insiders(t, nation), nation, chit)
    if drawn and not told:
        t.emit(w.CHITS_DRAWN, PUBLIC & ~insiders(t, nation), nation, drawn)
    if drawn < count:
        t.emit(w.CUP_EMPTY, PUBLIC, nation, count - drawn)


# -- what is known of hands --------------------------------------------------------------------------------


def learn_chit(t: Table, knower: int, holder: int, chit: int, count: int) -> None:
    """A nation learns that another one holds at least this many chits of a kind."""
    known = knows_of(t, knower, holder, chit)
    if known < count:
        none = w.known_chit(knower, holder, chit, 0)
        others = [fact for fact in t.promised if fact != none + known]
        t.promised = tuple(sorted([*others, none + count]))


def knows_of(t: Table, knower: int, holder: int, chit: int) -> int:
    """How many chits of a kind a nation knows in another one's hand."""
    none = w.known_chit(knower, holder, chit, 0)
    for fact in t.promised:
        known = w.count_of_known_chit(fact)
        if fact - known == none:
            return known
    return 0


def left_unseen(t: Table, holder: int, count: int, witnesses: int) -> None:
    """Chits left a hand; nations outside the mask ``witnesses`` do not know which."""
    if t.promised:
        _lessen(t, holder, -1, count, witnesses)


def _lessen(t: Table, holder: int, chit: int, count: int, exempt: int) -> None:
    """Reduce the known chits in a hand, of one kind or of any kind (-1), for all nations but the exempt."""
    kept: list[int] = []
    for fact in t.promised:
        hit = w.holder_of_known_chit(fact) == holder and (chit < 0 or w.chit_of_known_chit(fact) == chit)
        if hit and not exempt >> w.knower_of_known_chit(fact) & 1:
            if w.count_of_known_chit(fact) > count:
                kept.append(fact - count)
        else:
            kept.append(fact)
    t.promised = tuple(kept)


def forget_kind(t: Table, knower: int, holder: int, chit: int, count: int) -> None:
    """A witness saw chits of a kind leave a hand."""
    _lessen(t, holder, chit, count, ~(1 << knower))


EVERY_NATION: Final = -1

# -- the limit ---------------------------------------------------------------------------------------------


def over_limit(t: Table, nation: int) -> bool:
    """Whether a nation holds more chits than it may (SPY-4.10, SPY-4.11)."""
    return not t.config.game_advanced and chits_of(t, nation) > t.config.box.most_chits


def check_limit(t: Table, nation: int) -> None:
    """A nation that gets too many chits returns some before anything else happens."""
    if over_limit(t, nation):
        t.push(ReturnSurplus(nation if t.config.edition > 1 else EVERY_NATION))


class Return(Verb[Table]):
    """Return a chit to the cup, unseen by the others."""

    name: ClassVar[str] = "return"
    clause: ClassVar[str] = "SPY-4.10"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(ReturnSurplus, t.stack[-1])
        held = t.hand[frame.nation_for(t, seat) * w.CHITS + move - w.RETURN]
        return FINE if held else w.NO_SURPLUS_CHIT

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(ReturnSurplus, t.stack[-1])
        nation = frame.nation_for(t, seat)
        chit = move - w.RETURN
        hold(t, nation, chit, -1)
        t.cup[chit] += 1
        left_unseen(t, nation, 1, 0)
        t.emit(w.RETURNED, insiders(t, nation), nation, chit)
        t.emit(w.RETURNED_UNSEEN, PUBLIC & ~insiders(t, nation), nation)


class ReturnSurplus(Frame[Table]):
    """A nation over the limit returns chits of its choice; in the first edition all nations did so at the
    same time (``EVERY_NATION``).
    """

    clause: ClassVar[str] = "SPY-4.10"
    ask: ClassVar[str] = _("{nation}: too many chits; return one to the cup")
    wait: ClassVar[str] = _("{seat} must return chits to the cup.")
    verbs: ClassVar[Verbs] = (Return(),)
    data: ClassVar[tuple[str, ...]] = ("nation",)

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def deciders(self, t: Table) -> int:
        if self.nation >= 0:
            return 1 << t.runner[self.nation] if over_limit(t, self.nation) else 0
        seats = 0
        for nation in range(w.NATIONS):
            if over_limit(t, nation):
                seats |= 1 << t.runner[nation]
        return seats

    def nation_for(self, t: Table, seat: int) -> int:
        """The nation for which a seat returns chits now, or -1."""
        if self.nation >= 0:
            return self.nation
        for nation in range(w.NATIONS):
            if t.runner[nation] == seat and over_limit(t, nation):
                return nation
        return -1

    def resolve(self, t: Table) -> None:
        t.done()

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        return move if insiders(t, self.nation_for(t, seat)) >> observer & 1 else w.RETURN

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        nation = self.nation_for(t, seat)
        return {"nation": w.NATION_IDS[nation] if nation >= 0 else None}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        nation = self.nation_for(t, seat)
        return {"nation": w.NATION.titles[nation] if nation >= 0 else ""}
