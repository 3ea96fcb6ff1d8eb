"""SPY-5: the police step and the search step of a turn."""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from spyring.engine.frame import NOT_ASKED
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import forget_police, police_in, secrets_under
from spyring.games.spies.places import BY_POLICE, NOBODY, police_of
from spyring.games.spies.rules import searches
from spyring.games.spies.rules.diplomacy import OPEN_TALKS, OpenTalks
from spyring.games.spies.rules.steps import DONE, TurnStep


class Shift(Verb[Table]):
    """Move police to another city, off any secret; they get a new back (SPY-R19)."""

    name: ClassVar[str] = "shift"
    clause: ClassVar[str] = "SPY-5.1"

    def fault(self, t: Table, seat: int, move: int) -> int:
        nation = int(t.turn)
        number = t.config.codes.police_of_shift(move)
        city = t.config.codes.city_of_shift(move)
        at = t.police_at[nation * w.POLICE + number]
        if at < 0:
            return w.NO_SUCH_POLICE
        if t.owner[city] != nation:
            return w.NOT_HOME
        if t.shifted >> number & 1:
            return w.SHIFTED
        if at == city:
            return w.STANDS_THERE
        return FINE if has_room(t, nation, city, len(police_in(t, nation, city))) else w.FULL

    def play(self, t: Table, seat: int, move: int) -> None:
        nation = int(t.turn)
        number = t.config.codes.police_of_shift(move)
        city = t.config.codes.city_of_shift(move)
        one = nation * w.POLICE + number
        for secret in secrets_under(t, BY_POLICE + one):
            t.secret_by = replaced(t.secret_by, secret, NOBODY)
        t.shifted |= 1 << number
        t.emit(w.POLICE_MOVED, PUBLIC, nation, t.police_at[one], city)
        t.police_at = replaced(t.police_at, one, city)
        forget_police(t, one)
        t.backs.renew([one])


class Settled(Verb[Table]):
    """A move that is not possible while a city is overfull; without a name, every other move."""

    def fault(self, t: Table, seat: int, move: int) -> int:
        nation = int(t.turn)
        if overfull_city(t, nation, count_police(t, nation)) >= 0:
            return w.OVERFULL
        return self.settled_fault(t, move)

    def settled_fault(self, t: Table, move: int) -> int:
        """Why it is not possible otherwise either."""
        return NOT_ASKED

    def places(self, t: Table, seat: int, move: int) -> dict[str, str]:
        return overfull_places(t)


class EndPolice(Settled):
    """End the police step."""

    name: ClassVar[str] = "done"

    def settled_fault(self, t: Table, move: int) -> int:
        return FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()


class Guard(Settled):
    """Put police on a National secret."""

    name: ClassVar[str] = "guard"
    clause: ClassVar[str] = "SPY-8.6"

    def settled_fault(self, t: Table, move: int) -> int:
        one = int(t.turn) * w.POLICE + w.police_of_guard(move)
        return searches.guard_fault(t, one, w.secret_of_guard(move))

    def play(self, t: Table, seat: int, move: int) -> None:
        searches.stand_guard(t, int(t.turn) * w.POLICE + w.police_of_guard(move), w.secret_of_guard(move))


class Relieve(Settled):
    """Take police off a secret, once per turn."""

    name: ClassVar[str] = "leave"
    clause: ClassVar[str] = "SPY-R72"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R67",)

    def settled_fault(self, t: Table, move: int) -> int:
        secret = move - w.LEAVE
        by = t.secret_by[secret] - BY_POLICE
        if by < 0 or by // w.POLICE != t.turn:
            return w.NOT_GUARDING
        return w.RELIEVED_ONCE if t.relieved >> secret & 1 else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        secret = move - w.LEAVE
        t.secret_by = replaced(t.secret_by, secret, NOBODY)
        t.relieved |= 1 << secret
        t.emit(w.RELIEVED, PUBLIC, t.turn, secret)


class TalkWhenSettled(OpenTalks):
    """In the first edition, no talks were possible then."""

    def barred(self, t: Table) -> int:
        nation = int(t.turn)
        waits = t.config.edition < 2 and overfull_city(t, nation, count_police(t, nation)) >= 0
        return w.OVERFULL if waits else FINE

    def places(self, t: Table, seat: int, move: int) -> dict[str, str]:
        return overfull_places(t)


def overfull_places(t: Table) -> dict[str, str]:
    """What fills the places of the refusal for an overfull city."""
    count = count_police(t, int(t.turn))
    city = overfull_city(t, int(t.turn), count)
    if city < 0:
        return {}
    title = t.config.box.city.title(city)
    return {"city": title, "count": str(count[city]), "room": str(t.config.room[city])}


SHIFT: Final = Shift()
TALK: Final = TalkWhenSettled()
RELIEVE: Final = Relieve()
OTHER: Final = Settled()
BY_FAMILY: Final[dict[int, Verb[Any]]] = {
    w.DONE: EndPolice(),
    w.LEAVE: RELIEVE,
    w.GUARD: Guard(),
    w.TALK: TALK,
}


class MovePolice(TurnStep):
    """The nation rearranges its police in its territory and puts them on National secrets (SPY-5.1, SPY-R72).

    Each piece may move once. A city may hold one too many for a moment if one of its police can still leave:
    so every arrangement is possible, and the step can always end.
    """

    clause: ClassVar[str] = "SPY-5.1"
    ask: ClassVar[str] = _("{nation}: move police, guard secrets, or continue")
    wait: ClassVar[str] = _("{nation} moves its police.")
    ends: ClassVar[int] = w.DONE
    unfinished: ClassVar[str] = _("{nation}: move police out of {city}")
    verbs: ClassVar[Verbs] = (SHIFT, *BY_FAMILY.values())

    def legal(self, t: Table, seat: int) -> list[int]:
        nation = int(t.turn)
        count = count_police(t, nation)
        settled = overfull_city(t, nation, count) < 0
        moves = [w.DONE] if settled else []
        self.add_shifts(t, nation, count, moves)
        if settled:
            self.add_guards(t, nation, count, moves)
        TALK.add(t, seat, moves)
        return moves

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        family = t.config.codes.family(move)
        return SHIFT if family == t.config.codes.shift else BY_FAMILY.get(family, OTHER)

    def add_shifts(self, t: Table, nation: int, count: list[int], moves: list[Any]) -> None:
        """Every city to which each unmoved police piece can go. The moves are shared objects from the codes,
        which saves time.
        """
        room = t.config.room
        open_cities: list[int] = []
        for city in t.homes[nation]:
            if count[city] < room[city] or has_room(t, nation, city, count[city]):
                open_cities.append(city)
        police_at = t.police_at
        one: i64 = nation * w.POLICE
        shifted = t.shifted
        for to_city in t.config.codes.shifts:
            at = police_at[one]
            if at >= 0 and not shifted & 1:
                moves += [to_city[city] for city in open_cities if city != at]
            shifted >>= 1
            one += 1

    def add_guards(self, t: Table, nation: int, count: list[int], moves: list[int]) -> None:
        """Every secret that police can leave or guard."""
        guarding = [by - BY_POLICE for by in t.secret_by if by >= BY_POLICE]
        free = [one for one in police_of(nation) if t.police_at[one] >= 0 and one not in guarding]
        own: i64 = 1 << nation
        national: i64
        secret = -1
        for national in t.national:
            secret += 1
            if not national & own:
                continue
            city = t.secret_at[secret]
            if t.secret_by[secret] >= BY_POLICE:
                if not RELIEVE.settled_fault(t, w.LEAVE + secret):
                    moves.append(w.LEAVE + secret)
            elif t.secret_by[secret] == NOBODY and 0 <= city < len(count) and count[city]:
                for one in free:
                    if t.police_at[one] == city and not searches.allied_national(t, nation, secret):
                        moves.append(w.guard(one % w.POLICE, secret))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        nation = int(t.turn)
        city = overfull_city(t, nation, count_police(t, nation))
        filled = super().places(t, seat)
        return filled if city < 0 else {**filled, "city": t.config.box.city.title(city)}


def count_police(t: Table, nation: int) -> list[int]:
    """How many police of a nation stand in each city."""
    count = [0] * t.config.codes.cities
    first = nation * w.POLICE
    city: i64
    for city in t.police_at[first : first + w.POLICE]:
        if city >= 0:
            count[city] = count[city] + 1
    return count


def overfull_city(t: Table, nation: int, count: list[int]) -> int:
    """A city with more police of a nation than may stay there, or -1."""
    room = t.config.room
    first = nation * w.POLICE
    city: i64
    for city in t.police_at[first : first + w.POLICE]:
        if city >= 0 and count[city] > room[city]:
            return int(city)
    return -1


def has_room(t: Table, nation: int, city: int, here: int) -> bool:
    """Whether a city has room for one more police piece, at least for a moment."""
    room = t.config.room[city]
    if here != room:
        return here < room
    for one in police_in(t, nation, city):
        if not t.shifted >> one % w.POLICE & 1:
            return True
    return False


# -- searching in one's own turn ---------------------------------------------------------------------------


class SearchSpy(Verb[Table]):
    """Police search an enemy spy in their city (SPY-5.2, SPY-5.5, SPY-5.6)."""

    name: ClassVar[str] = "search"
    clause: ClassVar[str] = "SPY-5.2"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-5.5", "SPY-5.6")

    def fault(self, t: Table, seat: int, move: int) -> int:
        spy = move - w.SEARCH
        nation = int(t.turn)
        city = t.spy_at[spy]
        if spy // w.SPIES == nation:
            return w.OWN_SUSPECT
        if city < 0:
            return w.SUSPECT_OFF_MAP
        if t.owner[city] != nation or not police_in(t, nation, city):
            return w.NO_POLICE
        if allied(t, nation, spy // w.SPIES):
            return w.ALLY
        if t.searched >> spy & 1:
            return w.SEARCHED
        if t.config.game_advanced and t.points < 1 and city not in t.paid:
            return w.NO_POINTS
        return FINE

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        cities: i64 = t.config.codes.cities
        owner = t.owner
        turn = t.turn
        city: i64
        move: i64 = w.SEARCH - 1
        for city in t.spy_at:
            move += 1
            if city >= 0 and city < cities and owner[city] == turn and not self.fault(t, seat, int(move)):
                moves.append(move)

    def play(self, t: Table, seat: int, move: int) -> None:
        spy = move - w.SEARCH
        t.searched |= 1 << spy
        city = t.spy_at[spy]
        if t.config.game_advanced and city not in t.paid:
            t.points -= 1
            t.paid = (*t.paid, city)
        searches.begin_search(t, int(t.turn), spy)


SEARCH_SPY: Final = SearchSpy()


class SearchStep(TurnStep):
    """The nation may search spy by spy; asked only while there is a spy that it may search."""

    clause: ClassVar[str] = "SPY-5.2"
    ask: ClassVar[str] = _("{nation}: search an enemy spy, or continue")
    wait: ClassVar[str] = _("{nation} may search enemy spies.")
    verbs: ClassVar[Verbs] = (DONE, SEARCH_SPY, OPEN_TALKS)

    def deciders(self, t: Table) -> int:
        targets: list[int] = []
        SEARCH_SPY.add(t, 0, targets)
        return 1 << t.runner[t.turn] if targets else 0


MOVE_POLICE: Final = MovePolice()
SEARCH_STEP: Final = SearchStep()
