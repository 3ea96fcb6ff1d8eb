"""SPY-12: Sanction and Recruit; Drop and Source."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.i18n import _
from spyring.engine.notation import Domain
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import Verbs
from spyring.games.spies import places as p
from spyring.games.spies import words as w
from spyring.games.spies.deductions import FELL, conclude, cousin_of, mix, narrow, renumber
from spyring.games.spies.domains import SPY
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied, same_seat
from spyring.games.spies.pieces import is_cousin, open_spy
from spyring.games.spies.rules.chits import chit_fault, drop_at, play_chit
from spyring.games.spies.rules.searches import leave_map
from spyring.games.spies.rules.steps import Act, Done, SpyAct
from spyring.games.spies.rules.windows import OPENING, Reaction

# -- Sanction ----------------------------------------------------------------------------------------------


class Kill(SpyAct):
    """Declare a Sanction and pay for it (SPY-15.1, SPY-R43)."""

    name: ClassVar[str] = "sanction"
    clause: ClassVar[str] = "SPY-12.31"

    def spy_of(self, t: Table, move: int) -> int:
        return int(t.turn) * w.SPIES + w.spy_of_kill(move)

    def spy_fault(self, t: Table, spy: int, move: int) -> int:
        nation = int(t.turn)
        victim = w.victim_of_kill(move)
        city = t.spy_at[spy]
        if victim // w.SPIES == nation:
            return w.OWN_VICTIM
        if t.spy_at[victim] != city:
            return w.VICTIM_ELSEWHERE
        if t.config.game_advanced and t.config.box.haven[city]:
            return w.HAVEN
        if allied(t, nation, victim // w.SPIES):
            return w.ALLY
        return chit_fault(t, nation, w.SANCTION)

    def play(self, t: Table, seat: int, move: int) -> None:
        spy = self.spy_of(t, move)
        victim = w.victim_of_kill(move)
        play_chit(t, spy // w.SPIES, w.SANCTION)
        t.emit(w.SANCTIONS, PUBLIC, spy, victim, t.spy_at[spy])
        t.push(Sanction(spy, victim, 0, [], OPENING, []))


KILL: Final = Kill()


def kill(t: Table, spy: int, killer: int) -> None:
    """A spy is dead; the killer's nation takes a marker for this year (SPY-12.31)."""
    t.emit(w.KILLED, PUBLIC, spy, killer)
    leave_map(t, spy, p.SANCTIONED)
    place = killer * w.YEARS + int(t.year)
    t.markers = replaced(t.markers, place, t.markers[place] + 1)


def strike(t: Table, spy: int, victim: int) -> None:
    """``spy`` kills ``victim``. If only the victim is a Cousin, ``spy`` dies instead (SPY-15.4)."""
    if is_cousin(t, victim) and not is_cousin(t, spy):
        t.emit(w.COUSIN_STRIKES, PUBLIC, victim)
        open_spy(t, victim)
        narrow(t, spy, p.FACES & ~cousin_of(t, spy // w.SPIES))
        kill(t, spy, victim // w.SPIES)
    else:
        if t.config.game_advanced:
            conclude(t, victim, [spy], FELL)
        kill(t, victim, spy // w.SPIES)


class Sanction(Reaction):
    """W5: spy ``a`` attacks spy ``b``, whose owner may Escape or Double Cross. ``c`` is 1 after a Double
    Cross; then the owner of ``a`` may Escape, if the options allow it (SPY-R8).
    """

    window: ClassVar[str] = "W5"
    clause: ClassVar[str] = "SPY-12.9"
    ask: ClassVar[str] = _("{nation}: {spy} tries to kill {victim} in {city}; answer or pass")
    wait: ClassVar[str] = _("{spy} tries to kill {victim} in {city}; {seat} may answer.")

    def opening(self, t: Table) -> int:
        return 1 << (self.a if self.c else self.b) // w.SPIES

    def openers(self, t: Table) -> list[int]:
        return [w.ESCAPE, w.DOUBLE_CROSS] if t.config.game_advanced and not self.c else [w.ESCAPE]

    def injured(self, t: Table) -> int:
        return (self.b if self.c else self.a) // w.SPIES

    def deed(self) -> int:
        """An Escape cancels the Sanction, a Double Cross only reverses it."""
        escaped = bool(self.chain) and w.chit_of_played_chit(self.chain[0]) == w.ESCAPE
        return w.played_chit(self.a // w.SPIES, w.SANCTION) if escaped else -1

    def answered(self, t: Table, chit: int) -> None:
        if chit == w.ESCAPE:
            t.done()
            return
        t.emit(w.REVERSED, PUBLIC)
        turned = Sanction(self.a, self.b, 1, [], OPENING, [])
        if t.config.reversed_sanction_escape:
            t.replace(turned)
        else:
            turned.stands(t)

    def stands(self, t: Table) -> None:
        """A reversed Sanction is one by the victim on the attacker (SPY-12.16, SPY-R9)."""
        t.done()
        if self.c:
            strike(t, self.b, self.a)
        else:
            strike(t, self.a, self.b)

    def things(self, t: Table) -> dict[str, tuple[Domain, int]]:

        city = t.spy_at[self.a]
        return {"spy": (SPY, self.a), "victim": (SPY, self.b), "city": (t.config.box.city, city)}

    def about(self, t: Table) -> dict[str, str]:
        return {**super().about(t), "turned": str(self.c)}


# -- Recruit, and returning to the map ---------------------------------------------------------------------


class Enlist(Act):
    """A random killed spy of the nation returns in its capital (SPY-R58)."""

    name: ClassVar[str] = "recruit"
    clause: ClassVar[str] = "SPY-12.29"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R58",)

    def act_fault(self, t: Table, move: int) -> int:
        nation = int(t.turn)
        return chit_fault(t, nation, w.RECRUIT) if sanctioned(t, nation) else w.NO_RECRUIT

    def play(self, t: Table, seat: int, move: int) -> None:
        nation = int(t.turn)
        play_chit(t, nation, w.RECRUIT)
        dead = sanctioned(t, nation)
        spy = enter_map(t, dead[int(t.roll(len(dead)))])
        t.emit(w.RECRUITED, PUBLIC, spy, t.spy_at[spy])


ENLIST: Final = Enlist()


def sanctioned(t: Table, nation: int) -> list[int]:
    """The spies of a nation in the Sanctioned Spies box."""
    return [spy for spy in p.spies_of(nation) if t.spy_at[spy] == p.SANCTIONED]


def enter_map(t: Table, spy: int) -> int:
    """Return a spy to the map, in its capital; returns its new number.

    The others in its box are mixed with it, and all spies of its nation off the map get new random numbers:
    neither the number nor earlier knowledge tells which one it is (SPY-R82).
    """
    nation = spy // w.SPIES
    capital = t.config.box.capital[nation]
    off = off_map(t, nation)
    if t.config.edition < 2:
        return enter_lowest(t, spy, off)
    mixed = [spy]
    if not face_up(t, t.spy_at[spy]):
        mixed = [other for other in off if t.spy_at[other] == t.spy_at[spy]]
    if len(mixed) > 1:
        mix(t, mixed)
        t.shuffle(mixed)
    t.spy_at = replaced(t.spy_at, spy, capital)
    places = sorted([t.spy_at[other] for other in off])
    t.shuffle(places)
    spies: list[int] = []
    for place in places:
        for other in [*mixed, *off]:
            if t.spy_at[other] == place and other not in spies:
                spies.append(other)
                break
    renumber(t, spies, off)
    for number in off:
        t.moved &= ~(1 << number)
        t.searched &= ~(1 << number)
    t.touched = tuple([fact for fact in t.touched if nation * w.SPIES + w.spy_of_touch(fact) not in off])
    return off[places.index(capital)]


def enter_lowest(t: Table, spy: int, off: list[int]) -> int:
    """The first edition: a spy that returns takes the lowest number ``off`` the map, and the spy with that
    number takes the old one. Others only learn which faces are among the spies in its box.
    """
    number = off[0]
    box = [other for other in off if t.spy_at[other] == t.spy_at[spy]]
    if len(box) > 1 and not face_up(t, t.spy_at[spy]):
        mix(t, box)
    t.spy_at = replaced(t.spy_at, spy, t.config.box.capital[spy // w.SPIES])
    if number != spy:
        renumber(t, [spy, number], [number, spy])
    t.moved &= ~(1 << number)
    return number


def off_map(t: Table, nation: int) -> list[int]:
    """The spies of a nation that are not on the map, in boxes or out of the game."""
    return [spy for spy in p.spies_of(nation) if t.spy_at[spy] < 0 and t.spy_at[spy] != p.ABSENT]


def face_up(t: Table, place: int) -> bool:
    """Whether spies lie face up there, so that everyone sees which one leaves (SPY-R62)."""
    return t.config.record_faces_open and place <= p.RECORD


# -- Drop and Source ---------------------------------------------------------------------------------------


class SetDrop(SpyAct):
    """Play a Drop in the city of a spy; others may intercept it (SPY-15.1, SPY-R46)."""

    name: ClassVar[str] = "drop"
    clause: ClassVar[str] = "SPY-12.19"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-12.20", "SPY-12.21")

    def spy_of(self, t: Table, move: int) -> int:
        return int(t.turn) * w.SPIES + move - w.SET_DROP

    def spy_fault(self, t: Table, spy: int, move: int) -> int:
        nation = int(t.turn)
        city = t.spy_at[spy]
        if not t.config.game_advanced:
            return w.STANDARD
        if city == t.config.box.capital[nation]:
            return w.OWN_CAPITAL
        if t.config.box.haven[city]:
            return w.HAVEN
        if drop_at(t, nation, city):
            return w.DROP_STANDS
        return chit_fault(t, nation, w.DROP, city)

    def play(self, t: Table, seat: int, move: int) -> None:
        spy = self.spy_of(t, move)
        play_chit(t, spy // w.SPIES, w.DROP, t.spy_at[spy])
        t.push(Network(w.DROP, spy // w.SPIES, t.spy_at[spy], [], OPENING, []))


class Consult(Act):
    """Play a Source; others may intercept it."""

    name: ClassVar[str] = "source"
    clause: ClassVar[str] = "SPY-12.32"

    def act_fault(self, t: Table, move: int) -> int:
        nation = int(t.turn)
        other = move - w.CONSULT
        if not t.config.game_advanced:
            return w.STANDARD
        if other == nation:
            return w.OWN_PIECES
        if same_seat(t, nation, other):
            return w.SEEN_ANYWAY
        return chit_fault(t, nation, w.SOURCE)

    def play(self, t: Table, seat: int, move: int) -> None:
        nation = int(t.turn)
        play_chit(t, nation, w.SOURCE)
        t.push(Network(w.SOURCE, nation, move - w.CONSULT, [], OPENING, []))


SET_DROP: Final = SetDrop()
CONSULT: Final = Consult()


class Network(Reaction):
    """W6: nation ``b`` plays chit ``a``, a Drop in city ``c`` or a Source on nation ``c``; all others may
    intercept.
    """

    window: ClassVar[str] = "W6"
    clause: ClassVar[str] = "SPY-12.27"
    ask: ClassVar[str] = _("{nation}: {user} plays {chit} ({target}); intercept or pass")
    wait: ClassVar[str] = _("{user} plays {chit} ({target}); {seat} may intercept.")
    opens: ClassVar[list[int]] = [w.INTERCEPT]

    def opening(self, t: Table) -> int:
        return p.ALL_NATIONS & ~(1 << self.b)

    def deed(self) -> int:
        return w.played_chit(self.b, self.a)

    def stands(self, t: Table) -> None:
        if self.a == w.DROP:
            t.cup[w.DROP] -= 1  # it stays in the city instead (SPY-12.21)
            t.drops = tuple(sorted([*t.drops, w.standing_drop(self.c, self.b)]))
            t.emit(w.DROP_SET, PUBLIC, self.b, self.c)
            t.done()
        else:
            look_at(t, self.b, self.c)
            t.replace(ReadSource(self.b, self.c))

    def about(self, t: Table) -> dict[str, str]:
        target = t.config.box.city_ids[self.c] if self.a == w.DROP else w.NATION_IDS[self.c]
        return {"nation": w.NATION_IDS[self.b], "chit": w.CHIT_IDS[self.a], "target": target}

    def titles(self, t: Table) -> dict[str, str]:
        target = t.config.box.city.title(self.c) if self.a == w.DROP else w.NATION.titles[self.c]
        return {"user": w.NATION.titles[self.b], "chit": w.CHIT.titles[self.a], "target": target}


def look_at(t: Table, nation: int, other: int) -> None:
    """A nation sees all spies and police of another one, but takes no notes (SPY-12.33, SPY-R48)."""
    t.emit(w.SOURCE_USED, PUBLIC, nation, other)
    t.sourced = w.reading(nation, other)
    bit = 1 << nation
    glimpsed = list(t.glimpsed)
    for spy in p.spies_of(other):
        if t.spy_at[spy] >= 0 and not t.spies.knows(t.spy_face[spy], bit):
            t.spies.show(t.spy_face[spy], bit)
            glimpsed[spy] |= bit
    for one in p.police_of(other):
        if t.police_at[one] >= 0 and not t.police.knows(t.police_face[one], bit):
            t.police.show(t.police_face[one], bit)
            glimpsed[p.ALL_SPIES + one] |= bit
    if not t.config.source_memory:
        t.glimpsed = tuple(glimpsed)


class StopReading(Done):
    """Stop looking at the pieces."""

    def play(self, t: Table, seat: int, move: int) -> None:
        t.sourced = -1
        t.done()


class ReadSource(Frame[Table]):
    """The user of a Source looks until it says that it is done (SPY-12.32)."""

    clause: ClassVar[str] = "SPY-12.32"
    ask: ClassVar[str] = _("{nation}: look at {other}'s spies and police, then continue")
    wait: ClassVar[str] = _("{nation} looks at {other}'s spies and police.")
    verbs: ClassVar[Verbs] = (StopReading(),)
    data: ClassVar[tuple[str, ...]] = ("nation", "other")

    def __init__(self, nation: int, other: int) -> None:
        self.nation = nation
        self.other = other

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.nation]

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[self.nation], "other": w.NATION_IDS[self.other]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[self.nation], "other": w.NATION.titles[self.other]}
