"""SPY-5: the police step and the search step of a turn."""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.made import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import forget_police, police_in
from spyring.games.spies.places import BY_POLICE, NOBODY
from spyring.games.spies.rules.diplomacy import begin_talk, talk_fault, talks, talks_anywhere
from spyring.games.spies.rules.refusals import (
    ALLY,
    FINE,
    FULL,
    NO_POINTS,
    NO_POLICE,
    NO_SUCH_POLICE,
    NOT_ASKED,
    NOT_GUARDING,
    NOT_HOME,
    NOT_ON_MAP,
    OVERFULL,
    OWN_SPY,
    RELIEVED_ONCE,
    SEARCHED,
    SHIFTED,
    STANDS_THERE,
    refusal,
)
from spyring.games.spies.rules.searches import (
    allied_national,
    begin_search,
    city_title,
    guard_fault,
    stand_guard,
)


class MovePolice(Frame[Table]):
    """The nation rearranges its police in its territory and puts them on National secrets (SPY-5.1, SPY-R72).

    Each piece may be moved once. For the time being one too many may stand in a city, if one of those there
    can still go: so any arrangement can be reached, and the step can always be ended.
    """

    clause: ClassVar[str] = "SPY-5.1"
    ask: ClassVar[str] = _("{nation}: move police, put them on secrets, or go on")
    wait: ClassVar[str] = _("{nation} moves its police.")
    ends: ClassVar[int] = w.DONE
    unfinished: ClassVar[str] = _("{nation}: move police out of {city}")

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[t.turn]

    def legal(self, t: Table, seat: int) -> list[int]:
        nation = int(t.turn)
        count = count_police(t, nation)
        settled = overfull_city(t, nation, count) < 0
        moves = [w.DONE] if settled else []
        self.add_shifts(t, nation, count, moves)
        if not settled:
            return talks_anywhere(t, moves)  # nothing else before all stand as they may
        self.add_guards(t, nation, count, moves)
        return talks(t, moves)

    def add_shifts(self, t: Table, nation: int, count: list[int], moves: list[Any]) -> None:
        """Every city to which each of the police can go that has not moved yet. The moves stay objects all
        the way: they are made once, in the codes.
        """
        room = t.config.room
        open_cities: list[int] = []
        city: i64
        for city in t.homes[nation]:
            if count[city] < room[city] or has_room(t, nation, int(city), count[city]):
                open_cities.append(city)
        police_at = t.police_at
        one: i64 = nation * w.POLICE
        shifted = t.shifted
        for to_city in t.config.codes.shifts:
            at: i64 = police_at[one]
            if at >= 0 and not shifted & 1:
                for city in open_cities:
                    if city != at:
                        moves.append(to_city[city])
            shifted >>= 1
            one += 1

    def add_guards(self, t: Table, nation: int, count: list[int], moves: list[int]) -> None:
        """Every secret on which police can be put, as :func:`guard_fault` sees it, or that they can leave."""
        cities: i64 = len(count)
        own: i64 = 1 << nation
        first: i64 = nation * w.POLICE
        ours: i64 = BY_POLICE + first
        police_at = t.police_at
        guarding: i64 = -1  # a mask of the police that stand on secrets, once it is needed
        number: i64
        national: i64
        secret: i64 = -1
        for national in t.national:
            secret += 1
            if not national & own:
                continue
            by: i64 = t.secret_by[secret]
            city: i64 = t.secret_at[secret]
            if by >= ours and by < ours + w.POLICE and not t.relieved >> secret & 1:
                moves.append(w.LEAVE + secret)
            if by != NOBODY or city < 0 or city >= cities or not count[city] or t.owner[city] != nation:
                continue
            if guarding < 0:
                guarding = guarding_police(t, nation)
            if not allied_national(t, nation, int(secret)):
                for number in range(w.POLICE):
                    if police_at[first + number] == city and not guarding >> number & 1:
                        moves.append(w.guard(int(number), int(secret)))

    def play(self, t: Table, seat: int, move: int) -> None:
        first = int(t.turn) * w.POLICE
        codes = t.config.codes
        family = codes.family(move)
        if family == w.DONE:
            t.done()
        elif family == codes.shift:
            move_police(t, first + codes.police_of_shift(move), codes.city_of_shift(move))
        elif family == w.GUARD:
            stand_guard(t, first + w.police_of_guard(move), w.secret_of_guard(move))
        elif family == w.LEAVE:
            secret = move - w.LEAVE
            t.secret_by = replaced(t.secret_by, secret, NOBODY)
            t.relieved |= 1 << secret
            t.emit(w.RELIEVED, PUBLIC, t.turn, secret)
        else:
            begin_talk(t, move - w.TALK)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[t.turn]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        nation = int(t.turn)
        city = overfull_city(t, nation, count_police(t, nation))
        filled = {"nation": w.NATION.titles[nation]}
        return filled if city < 0 else {**filled, "city": city_title(t, city)}

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        codes = t.config.codes
        first = int(t.turn) * w.POLICE
        nation = int(t.turn)
        family = codes.family(move)
        count = count_police(t, nation)
        city = overfull_city(t, nation, count)
        if family == w.TALK and not (city >= 0 and t.config.edition < 2):
            return refusal(talk_fault(t, move - w.TALK))
        if city >= 0 and family != codes.shift:
            values = {
                "city": city_title(t, city),
                "count": str(count[city]),
                "room": str(t.config.room[city]),
            }
            return refusal(OVERFULL, values=values)
        if family == codes.shift:
            return refusal(shift_fault(t, first + codes.police_of_shift(move), codes.city_of_shift(move)))
        if family == w.GUARD:
            return refusal(guard_fault(t, first + w.police_of_guard(move), w.secret_of_guard(move)))
        if family == w.LEAVE:
            by = t.secret_by[move - w.LEAVE]
            own = BY_POLICE + first <= by < BY_POLICE + first + w.POLICE
            return refusal(RELIEVED_ONCE if own else NOT_GUARDING)
        return refusal(NOT_ASKED, self.clause)


def count_police(t: Table, nation: int) -> list[int]:
    """How many police of a nation stand in each city."""
    count = [0] * t.config.codes.cities
    police_at = t.police_at
    one: i64 = nation * w.POLICE
    end: i64 = one + w.POLICE
    while one < end:
        city: i64 = police_at[one]
        if city >= 0:
            count[city] = count[city] + 1
        one += 1
    return count


def guarding_police(t: Table, nation: int) -> int:
    """A mask of the police of a nation that stand on secrets."""
    found: i64 = 0
    first: i64 = BY_POLICE + nation * w.POLICE
    by: i64
    for by in t.secret_by:
        if by >= first and by < first + w.POLICE:
            found |= 1 << by - first
    return int(found)


def overfull_city(t: Table, nation: int, count: list[int]) -> int:
    """A city with more police of a nation than may stay there, or -1."""
    police_at = t.police_at
    room = t.config.room
    one: i64 = nation * w.POLICE
    end: i64 = one + w.POLICE
    while one < end:
        city: i64 = police_at[one]
        if city >= 0 and count[city] > room[city]:
            return int(city)
        one += 1
    return -1


def has_room(t: Table, nation: int, city: int, here: int) -> bool:
    """Whether one more police piece may come to a city, at least for the time being."""
    room = t.config.room[city]
    if here != room:
        return here < room
    police_at = t.police_at
    first: i64 = nation * w.POLICE
    number: i64
    place: i64 = city
    for number in range(w.POLICE):
        if police_at[first + number] == place and not t.shifted >> number & 1:
            return True
    return False


def shift_fault(t: Table, one: int, city: int) -> int:
    """Why police cannot be moved to a city (SPY-5.1, SPY-R19)."""
    if t.police_at[one] < 0:
        return NO_SUCH_POLICE
    if t.owner[city] != one // w.POLICE:
        return NOT_HOME
    if t.shifted >> one % w.POLICE & 1:
        return SHIFTED
    return STANDS_THERE if t.police_at[one] == city else FULL


def move_police(t: Table, one: int, city: int) -> None:
    """Police leave a city, and whatever secret they stood on, for another; they get a new back."""
    nation = one // w.POLICE
    guard: i64 = BY_POLICE + one
    by: i64
    secret: i64 = -1
    for by in t.secret_by:
        secret += 1
        if by == guard:
            t.secret_by = replaced(t.secret_by, int(secret), NOBODY)
    t.shifted |= 1 << one % w.POLICE
    t.emit(w.POLICE_MOVED, PUBLIC, nation, t.police_at[one], city)
    t.police_at = replaced(t.police_at, one, city)
    forget_police(t, one)
    t.backs.renew([one])


# -- searching in one's own turn ---------------------------------------------------------------------------


def search_fault(t: Table, spy: int) -> int:
    """Why the nation on turn cannot search a spy (SPY-5.2, SPY-5.5, SPY-5.6)."""
    nation = int(t.turn)
    city = t.spy_at[spy]
    if spy // w.SPIES == nation:
        return OWN_SPY
    if city < 0:
        return NOT_ON_MAP
    if t.owner[city] != nation or police_in(t, nation, city) == 0:
        return NO_POLICE
    if allied(t, nation, spy // w.SPIES):
        return ALLY
    if t.searched >> spy & 1:
        return SEARCHED
    if t.config.game_advanced and t.points < 1 and city not in t.paid:
        return NO_POINTS
    return FINE


class SearchStep(Frame[Table]):
    """The nation searches as it likes, spy by spy; asked only while there is a spy that it may search."""

    clause: ClassVar[str] = "SPY-5.2"
    ask: ClassVar[str] = _("{nation}: search an enemy spy, or go on")
    wait: ClassVar[str] = _("{nation} may search for spies with its police.")

    def targets(self, t: Table) -> list[int]:
        """The spies that may be searched."""
        found: list[int] = []
        cities: i64 = t.config.codes.cities
        owner = t.owner
        turn = t.turn
        city: i64
        spy: i64 = -1
        for city in t.spy_at:
            spy += 1
            if city >= 0 and city < cities and owner[city] == turn and not search_fault(t, int(spy)):
                found.append(spy)
        return found

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[t.turn] if self.targets(t) else 0

    def resolve(self, t: Table) -> None:
        t.done()

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.DONE]
        for spy in self.targets(t):
            moves.append(w.SEARCH + spy)
        return talks(t, moves)

    def play(self, t: Table, seat: int, move: int) -> None:
        family = w.family(move)
        if family == w.DONE:
            t.done()
        elif family == w.SEARCH:
            spy = move - w.SEARCH
            t.searched |= 1 << spy
            city = t.spy_at[spy]
            if t.config.game_advanced and city not in t.paid:
                t.points -= 1
                t.paid = (*t.paid, city)
            begin_search(t, int(t.turn), spy)
        else:
            begin_talk(t, move - w.TALK)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[t.turn]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[t.turn]}

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        family = w.family(move)
        if family == w.SEARCH:
            fault = search_fault(t, move - w.SEARCH)
            return refusal(fault, self.clause if fault in (OWN_SPY, NOT_ON_MAP) else "")
        if family == w.TALK:
            return refusal(talk_fault(t, move - w.TALK))
        return refusal(NOT_ASKED, self.clause)


MOVE_POLICE: Final = MovePolice()
SEARCH_STEP: Final = SearchStep()
