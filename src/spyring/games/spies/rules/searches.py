"""SPY-5, SPY-6, SPY-14: searches, in the nation's own turn and when a spy enters; capture."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import pieces
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.deductions import AT_LEAST, WEAKER, conclude
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied, insiders
from spyring.games.spies.places import ALL_SPIES, BY_POLICE, NEUTRAL_BOX, NOBODY, police_of, record_of
from spyring.games.spies.rules.chits import check_drop
from spyring.games.spies.rules.steps import PASS
from spyring.games.spies.rules.windows import OPENING, Reaction


def leave_map(t: Table, spy: int, place: int) -> None:
    """A spy leaves the map; its secrets stay there, uncontrolled, and its Drop may end (SPY-R11)."""
    city = t.spy_at[spy]
    for secret in pieces.secrets_under(t, spy):
        t.secret_by = replaced(t.secret_by, secret, NOBODY)
    t.spy_at = replaced(t.spy_at, spy, place)
    if t.mover == spy:
        t.mover = -1
        t.brought = 0
    check_drop(t, spy // w.SPIES, city)


def capture(t: Table, spy: int, captor: int) -> None:
    """A captured spy goes to the record of its captor, or to the neutral box (SPY-6.1, SPY-6.2)."""
    city = t.spy_at[spy]
    if captor == NEUTRAL:
        t.emit(w.CAPTURED_IN_NEUTRAL, PUBLIC, spy, city)
        leave_map(t, spy, NEUTRAL_BOX)
    else:
        t.emit(w.CAPTURED, PUBLIC, spy, captor, city)
        pieces.show_spy(t, spy, 1 << captor)
        if t.config.record_faces_open:
            pieces.open_spy(t, spy)
        leave_map(t, spy, record_of(captor, int(t.year)))


def begin_search(t: Table, nation: int, spy: int) -> None:
    """A search is declared."""
    t.trail = ()
    t.emit(w.SEARCHES, PUBLIC, nation, spy, t.spy_at[spy])
    t.push(Search(nation, spy, 0, [], OPENING, []))


class Search(Reaction):
    """W1: ``a`` searches spy ``b``; before the comparison its owner may end it with Papers or Escape."""

    window: ClassVar[str] = "W1"
    clause: ClassVar[str] = "SPY-5.7"
    ask: ClassVar[str] = _("{nation}: {searcher} searches {spy} in {city}; answer or pass")
    wait: ClassVar[str] = _("{searcher} searches {spy} in {city}; {seat} may answer.")
    opens: ClassVar[list[int]] = [w.ESCAPE, w.PAPERS]

    def opening(self, t: Table) -> int:
        return 1 << self.b // w.SPIES

    def injured(self, t: Table) -> int:
        return self.a

    def stands(self, t: Table) -> None:
        """SPY-5.3, SPY-5.4: all police in the city together must be stronger (SPY-R76)."""
        nation, spy = self.a, self.b
        city = t.spy_at[spy]
        strength = pieces.strength_of(t, spy)
        total = compare_with_police(t, nation, spy, city)
        t.done()
        if total <= strength:
            t.emit(w.SEARCH_FAILED, PUBLIC, spy)
            return
        carried = pieces.secrets_under(t, spy)
        capture(t, spy, nation)
        for secret in carried:
            t.push(TakeOver(nation, secret))

    def about(self, t: Table) -> dict[str, str]:
        city = t.config.box.city_ids[t.spy_at[self.b]]
        return {"nation": w.NATION_IDS[self.a], "spy": SPY.label(self.b), "city": city}

    def titles(self, t: Table) -> dict[str, str]:
        city = t.config.box.city.title(t.spy_at[self.b])
        return {"searcher": w.NATION.titles[self.a], "spy": SPY.title(self.b), "city": city}


def compare_with_police(t: Table, nation: int, spy: int, city: int) -> int:
    """Both sides learn the spy's strength and the sum of the police; returns the sum."""
    owner = spy // w.SPIES
    here = pieces.police_in(t, nation, city)
    total = sum([pieces.force_of(t, one) for one in here])
    pieces.show_spy(t, spy, 1 << nation)
    police = [ALL_SPIES + one for one in here]
    conclude(t, spy, police, WEAKER if pieces.strength_of(t, spy) < total else AT_LEAST)
    if len(here) == 1:
        pieces.show_police(t, here[0], 1 << owner)
    elif len(here) == 2:
        pieces.learn_sum(t, owner, here[0], here[1])
    both = insiders(t, nation) | insiders(t, owner)
    t.emit(w.SEARCH_NUMBERS, both, spy, pieces.strength_of(t, spy), total)
    return total


def watched(t: Table, nation: int, city: int) -> bool:
    """Whether police may search a spy of ``nation`` that enters a city or a sea zone (SPY-14.1)."""
    owner = t.owner[city] if city < len(t.owner) else NEUTRAL
    if owner in (nation, NEUTRAL) or allied(t, owner, nation):
        return False
    return city in t.police_at[owner * w.POLICE : owner * w.POLICE + w.POLICE]


class SearchEntering(Verb[Table]):
    """Search the spy that has just entered, and no other one."""

    name: ClassVar[str] = "search"
    clause: ClassVar[str] = "SPY-14.1"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-14.2",)

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(EntrySearch, t.stack[-1])
        return FINE if move - w.SEARCH == frame.spy else w.NOT_ENTERED

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(EntrySearch, t.stack[-1])
        t.done()
        begin_search(t, frame.nation, frame.spy)


class EntrySearch(Frame[Table]):
    """A spy has entered a city with police of ``nation``, which may search it immediately (SPY-14.1)."""

    clause: ClassVar[str] = "SPY-14.1"
    ask: ClassVar[str] = _("{nation}: {spy} enters {city}; search it or pass")
    wait: ClassVar[str] = _("{spy} enters {city}; {seat} may search it.")
    verbs: ClassVar[Verbs] = (PASS, SearchEntering())
    data: ClassVar[tuple[str, ...]] = ("nation", "spy")

    def __init__(self, nation: int, spy: int) -> None:
        self.nation = nation
        self.spy = spy

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.nation]

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.PASS, w.SEARCH + self.spy]

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[self.nation], "spy": SPY.label(self.spy)}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        city = t.config.box.city.title(t.spy_at[self.spy])
        return {"nation": w.NATION.titles[self.nation], "spy": SPY.title(self.spy), "city": city}


class PutPolice(Verb[Table]):
    """Put police on the secret that the captured spy carried."""

    name: ClassVar[str] = "guard"
    clause: ClassVar[str] = "SPY-R12"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(TakeOver, t.stack[-1])
        if w.secret_of_guard(move) != frame.secret:
            return w.OTHER_SECRET
        return take_over_fault(t, frame.nation * w.POLICE + w.police_of_guard(move), frame.secret)

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(TakeOver, t.stack[-1])
        t.done()
        stand_guard(t, frame.nation * w.POLICE + w.police_of_guard(move), frame.secret)


class TakeOver(Frame[Table]):
    """Police that captured a spy may take over its National secret immediately (SPY-R12)."""

    clause: ClassVar[str] = "SPY-R12"
    ask: ClassVar[str] = _("{nation}: guard {secret} with police, or pass")
    wait: ClassVar[str] = _("{seat} may guard {secret} with police.")
    verbs: ClassVar[Verbs] = (PASS, PutPolice())
    data: ClassVar[tuple[str, ...]] = ("nation", "secret")

    def __init__(self, nation: int, secret: int) -> None:
        self.nation = nation
        self.secret = secret

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.nation] if self.able(t) else 0

    def able(self, t: Table) -> list[int]:
        """The police that can guard the secret."""
        return [one for one in police_of(self.nation) if not take_over_fault(t, one, self.secret)]

    def resolve(self, t: Table) -> None:
        t.done()

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.PASS, *[w.guard(one % w.POLICE, self.secret) for one in self.able(t)]]

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[self.nation], "secret": SECRET.label(self.secret)}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[self.nation], "secret": SECRET.title(self.secret)}


def allied_national(t: Table, nation: int, secret: int) -> bool:
    """Whether a secret is National to an ally of ``nation`` (SPY-R43)."""
    others = t.national[secret] & ~(1 << nation)
    if not others or not t.config.shared_nations_allies:
        return False
    for other in range(w.NATIONS):
        if others >> other & 1 and allied(t, nation, other):
            return True
    return False


def rival_control(t: Table, nation: int, secret: int) -> int:
    """The fault if another nation controls a secret, depending on whether it is an ally."""
    return w.ALLY_CONTROL if allied(t, nation, pieces.controller_of(t, secret)) else w.ENEMY_CONTROL


def guard_fault(t: Table, one: int, secret: int) -> int:
    """Why police cannot guard a secret (SPY-8.6, SPY-R43)."""
    nation = one // w.POLICE
    if t.police_at[one] < 0:
        return w.NO_SUCH_POLICE
    if t.police_at[one] != t.secret_at[secret]:
        return w.POLICE_ELSEWHERE
    if not t.national[secret] >> nation & 1:
        return w.NOT_NATIONAL
    if t.secret_by[secret] != NOBODY:
        mine = pieces.controller_of(t, secret) == nation
        return w.OWN_CONTROL if mine else rival_control(t, nation, secret)
    if allied_national(t, nation, secret):
        return w.OF_ALLY
    return w.STANDS_GUARD if pieces.carries(t, BY_POLICE + one) else FINE


def take_over_fault(t: Table, one: int, secret: int) -> int:
    """The same after a capture; the first edition did not spare an ally's secret."""
    fault = guard_fault(t, one, secret)
    if fault == w.OF_ALLY and t.config.edition < 2:
        return w.STANDS_GUARD if pieces.carries(t, BY_POLICE + one) else FINE
    return fault


def stand_guard(t: Table, one: int, secret: int) -> None:
    """Put police on a National secret, which shows it to its owner (SPY-8.6, SPY-R36)."""
    nation = one // w.POLICE
    t.secret_by = replaced(t.secret_by, secret, BY_POLICE + one)
    see_face(t, nation, secret)
    t.emit(w.GUARDED, PUBLIC, nation, secret, t.secret_at[secret])


def see_face(t: Table, nation: int, secret: int) -> None:
    """A nation sees the face of a secret; an event tells it if it did not know that."""
    face = t.secret_face[secret]
    if not t.secrets.knows(face, 1 << nation):
        t.secrets.show(face, 1 << nation)
        t.emit(w.FACE_SEEN, insiders(t, nation), nation, secret, face)
