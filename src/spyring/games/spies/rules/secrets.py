"""SPY-8, SPY-9, SPY-10: discovering, controlling and cashing secrets."""

from typing import ClassVar

from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.spies.box import (
    CHITS,
    COVER,
    DISCOVERY,
    DOUBLE_CROSS,
    INTERCEPT,
    NEUTRAL,
    SPIES,
    YEARS,
)
from spyring.games.spies.notation import (
    CASHED,
    CONTROL_LOST,
    CONTROL_WON,
    CONTROLS,
    COUNTERSPY_MET,
    DISCOVERS,
    GUARD_NUMBERS,
    HANDED,
    LEFT,
    REVERSED,
    SECRET,
    SPY,
    TAKEN,
    UNHARMED,
)
from spyring.games.spies.places import ALL_NATIONS, BY_POLICE, DISCARDED, NOBODY, RECORD
from spyring.games.spies.rules.chits import check_limit, chit_fault, draw_chits, play_chit
from spyring.games.spies.rules.police import allied_national
from spyring.games.spies.rules.refusals import (
    ALLY,
    CARRIES,
    ENEMY_CONTROL,
    FINE,
    HAVEN,
    IS_NATIONAL,
    JUST_ENTERED,
    NEEDS_DISCOVERY,
    NEEDS_NO_DISCOVERY,
    NOT_BROUGHT,
    NOT_CAPITAL,
    NOT_STANDING,
    NOT_THERE,
    ONCE,
    OWN_CONTROL,
)
from spyring.games.spies.rules.searches import capture, city_title, see_face
from spyring.games.spies.rules.windows import OPENING, Reaction
from spyring.games.spies.table import Table

# -- what may be done with a secret ------------------------------------------------------------------------


def is_home(t: Table, nation: int, city: int) -> bool:
    """Whether a city is home territory for the spies of a nation (SPY-R38)."""
    owner = t.owner[city]
    return owner == nation or (owner == NEUTRAL and t.spies_home(nation, city))


def touched(t: Table, spy: int, secret: int) -> bool:
    """Whether a spy has changed the status of a secret since a space was moved (SPY-R67)."""
    return bool(t.touched) and spy % SPIES * len(t.secret_at) + secret in t.touched


def touch(t: Table, spy: int, secret: int) -> None:
    """The status of a secret was changed by a spy."""
    t.touched = (*t.touched, spy % SPIES * len(t.secret_at) + secret)


def take_fault(t: Table, spy: int, secret: int) -> int:
    """Why a spy cannot simply take a secret (SPY-8.6, SPY-8.7)."""
    nation = spy // SPIES
    city = t.spy_at[spy]
    if city < 0 or t.secret_at[secret] != city:
        return NOT_THERE
    if not t.national[secret] >> nation & 1 or not is_home(t, nation, city):
        return NEEDS_DISCOVERY
    by = t.secret_by[secret]
    if by != NOBODY:
        if t.controller(secret) != nation:
            return ENEMY_CONTROL
        if by < BY_POLICE:
            return OWN_CONTROL
    if allied_national(t, nation, secret):
        return ALLY
    if not t.agreed.many and t.carries(spy):
        return CARRIES
    return ONCE if touched(t, spy, secret) else FINE


def discover_fault(t: Table, spy: int, secret: int) -> int:
    """Why a spy cannot try a Discovery on a secret (SPY-8.5, SPY-12.14, SPY-15.1, SPY-R43, SPY-R75)."""
    nation = spy // SPIES
    city = t.spy_at[spy]
    if city < 0 or t.secret_at[secret] != city:
        return NOT_THERE
    controller = t.controller(secret)
    if controller == nation:
        return OWN_CONTROL
    if t.agreed.advanced and t.agreed.box.haven[city]:
        return HAVEN
    if allied_national(t, nation, secret) or (controller >= 0 and t.allied(nation, controller)):
        return ALLY
    if controller == NEUTRAL and t.national[secret] >> nation & 1 and is_home(t, nation, city):
        return NEEDS_NO_DISCOVERY
    if not t.agreed.many and t.carries(spy):
        return CARRIES
    return chit_fault(t, nation, DISCOVERY)


def leave_fault(t: Table, spy: int, secret: int) -> int:
    """Why a spy cannot leave a secret (SPY-R21)."""
    if t.secret_by[secret] != spy:
        return NOT_STANDING
    return ONCE if touched(t, spy, secret) else FINE


def hand_fault(t: Table, secret: int, to: int) -> int:
    """Why the moving spy cannot hand a secret to another spy (SPY-10.1, SPY-R71)."""
    giver = int(t.mover)
    if giver < 0 or giver == to:
        return JUST_ENTERED
    if t.secret_by[secret] != giver:
        return NOT_STANDING
    if t.spy_at[to] != t.spy_at[giver]:
        return JUST_ENTERED
    if not t.agreed.many and t.carries(to):
        return CARRIES
    return ONCE if touched(t, giver, secret) else FINE


def cash_fault(t: Table, secret: int) -> int:
    """Why a secret cannot be cashed now (SPY-10.3, SPY-10.5, SPY-R26, SPY-R43)."""
    nation = int(t.turn)
    spy = t.secret_by[secret]
    if spy < 0 or spy >= BY_POLICE or spy // SPIES != nation:
        return NOT_STANDING
    city = t.spy_at[spy]
    if city != t.agreed.box.capital[nation] and not t.drop_at(nation, city):
        return NOT_CAPITAL
    if t.national[secret] >> nation & 1:
        return IS_NATIONAL
    if allied_national(t, nation, secret):
        return ALLY
    if t.agreed.cash_anywhere:
        return FINE if t.mover < 0 or t.mover == spy else JUST_ENTERED
    return FINE if t.mover == spy and t.brought >> secret & 1 else NOT_BROUGHT


# -- taking, leaving, handing over, cashing ----------------------------------------------------------------


def take(t: Table, spy: int, secret: int) -> None:
    """A spy is put on a National secret at home."""
    t.secret_by[secret] = spy
    touch(t, spy, secret)
    see_face(t, spy // SPIES, secret)
    t.tell(TAKEN, PUBLIC, spy, secret, t.spy_at[spy])


def leave(t: Table, spy: int, secret: int) -> None:
    """A spy leaves a secret behind."""
    t.secret_by[secret] = NOBODY
    t.brought &= ~(1 << secret)
    touch(t, spy, secret)
    t.tell(LEFT, PUBLIC, spy, secret, t.spy_at[spy])


def hand_to(t: Table, secret: int, to: int) -> None:
    """The moving spy hands a secret over."""
    giver = int(t.mover)
    t.secret_by[secret] = to
    t.brought &= ~(1 << secret)
    touch(t, giver, secret)
    t.tell(HANDED, PUBLIC, giver, secret, to)


def cash(t: Table, secret: int) -> None:
    """A secret is cashed; at a Drop others may intercept that (SPY-R45)."""
    spy = t.secret_by[secret]
    city = t.spy_at[spy]
    nation = spy // SPIES
    if city == t.agreed.box.capital[nation] or not t.agreed.intercept_cash:
        bank(t, nation, secret, city)
    else:
        t.push(CashAtDrop(spy, secret, city, [], OPENING, []))


def bank(t: Table, nation: int, secret: int, city: int) -> None:
    """£20 and a chit; the secret goes to the record (SPY-10.3, SPY-10.4)."""
    t.secret_by[secret] = NOBODY
    t.secret_at[secret] = RECORD - nation * YEARS - int(t.year)
    t.brought &= ~(1 << secret)
    if t.agreed.open_record:
        t.secrets.open(t.secret_face[secret])
    t.money[nation] += t.agreed.box.reward_money
    t.tell(CASHED, PUBLIC, nation, secret, city, t.agreed.box.reward_money)
    draw_chits(t, nation, t.agreed.box.reward_chits)
    check_limit(t)


class CashAtDrop(Reaction):
    """W8: spy ``a`` cashes secret ``b`` at the Drop in city ``c``; every other nation may intercept."""

    window: ClassVar[str] = "W8"
    clause: ClassVar[str] = "SPY-R45"
    ask: ClassVar[str] = _("{nation}: {spy} cashes {secret} at a Drop in {city}; intercept, or pass")
    wait: ClassVar[str] = _("{spy} cashes {secret} at a Drop in {city}; {seat} may intercept.")

    def like(self, chain: list[int], left: int, answers: list[int]) -> Reaction:
        return CashAtDrop(self.a, self.b, self.c, chain, left, answers)

    def opening(self, t: Table) -> int:
        return ALL_NATIONS & ~(1 << self.a // SPIES)

    def openers(self, t: Table) -> list[int]:
        return [INTERCEPT]

    def injured(self, t: Table) -> int:
        return NEUTRAL

    def stands(self, t: Table) -> None:
        t.done()
        bank(t, self.a // SPIES, self.b, self.c)

    def answered(self, t: Table, chit: int) -> None:
        t.done()
        t.lift_drop(self.a // SPIES, self.c)

    def about(self, t: Table) -> dict[str, str]:
        city = t.agreed.box.city_ids[self.c]
        return {"spy": SPY.label(self.a), "secret": SECRET.label(self.b), "city": city}

    def titles(self, t: Table) -> dict[str, str]:
        return {"spy": SPY.title(self.a), "secret": SECRET.title(self.b), "city": city_title(t, self.c)}


# -- Discovery ---------------------------------------------------------------------------------------------


def discover(t: Table, spy: int, secret: int) -> None:
    """A Discovery is declared and paid for (SPY-R13)."""
    play_chit(t, spy // SPIES, DISCOVERY)
    t.tell(DISCOVERS, PUBLIC, spy, secret, t.spy_at[spy])
    t.push(Discover(spy, secret, 0, [], OPENING, []))


class Discover(Reaction):
    """W2: spy ``a`` goes after secret ``b``; whoever has a spy there may Cover, a second Discovery cancels
    that.
    """

    window: ClassVar[str] = "W2"
    clause: ClassVar[str] = "SPY-12.11"
    ask: ClassVar[str] = _("{nation}: {spy} goes after {secret} in {city}; answer, or pass")
    wait: ClassVar[str] = _("{spy} goes after {secret} in {city}; {seat} may answer.")

    def like(self, chain: list[int], left: int, answers: list[int]) -> Reaction:
        return Discover(self.a, self.b, self.c, chain, left, answers)

    def opening(self, t: Table) -> int:
        return t.spies_in(t.spy_at[self.a]) & ~(1 << self.a // SPIES)

    def openers(self, t: Table) -> list[int]:
        return [COVER]

    def injured(self, t: Table) -> int:
        return self.a // SPIES

    def entitled(self, t: Table) -> int:
        if self.chain and self.chain[-1] % CHITS == COVER:
            return 1 << self.a // SPIES
        return self.opening(t)

    def allowed(self, t: Table) -> list[int]:
        covered = bool(self.chain) and self.chain[-1] % CHITS == COVER
        return [DISCOVERY] if covered else [COVER]

    def answered(self, t: Table, chit: int) -> None:
        t.done()

    def fell(self, t: Table) -> None:
        """Those who could Cover again have just passed."""
        self.stands(t)

    def stands(self, t: Table) -> None:
        """SPY-12.15: an enemy's guard must be beaten first."""
        if t.secret_by[self.b] == NOBODY:
            t.done()
            reveal(t, self.a, self.b)
            return
        wins = 1 if compare_with_guard(t, self.a, self.b) else 0
        t.become(Control(self.a, self.b, wins, [], OPENING, []))

    def about(self, t: Table) -> dict[str, str]:
        city = t.agreed.box.city_ids[t.spy_at[self.a]]
        return {"spy": SPY.label(self.a), "secret": SECRET.label(self.b), "city": city}

    def titles(self, t: Table) -> dict[str, str]:
        city = city_title(t, t.spy_at[self.a])
        return {"spy": SPY.title(self.a), "secret": SECRET.title(self.b), "city": city}


def compare_with_guard(t: Table, spy: int, secret: int) -> bool:
    """Only the controlling piece counts (SPY-R14); both sides see both pieces."""
    nation = spy // SPIES
    controller = t.controller(secret)
    guard = t.secret_by[secret]
    strength = t.strength(spy)
    if guard < BY_POLICE:
        against = t.strength(guard)
        t.show_spy(guard, 1 << nation)
    else:
        against = t.force(guard - BY_POLICE)
        t.show_police(guard - BY_POLICE, 1 << nation)
    t.show_spy(spy, 1 << controller)
    t.tell(GUARD_NUMBERS, t.insiders(nation) | t.insiders(controller), spy, strength, against)
    t.tell(CONTROL_WON if strength > against else CONTROL_LOST, PUBLIC, spy, secret)
    return strength > against


class Control(Reaction):
    """W3: spy ``a`` and the guard of secret ``b`` were compared; ``c`` is 1 if the spy wins, + 2 if its side
    has used a Double Cross, + 4 if the other side has (SPY-R73).
    """

    window: ClassVar[str] = "W3"
    clause: ClassVar[str] = "SPY-12.17"
    ask: ClassVar[str] = _("{nation}: {spy} was compared with the guard of {secret}; answer, or pass")
    wait: ClassVar[str] = _("{spy} was compared with the guard of {secret}; {seat} may answer.")

    def like(self, chain: list[int], left: int, answers: list[int]) -> Reaction:
        return Control(self.a, self.b, self.c, chain, left, answers)

    def opening(self, t: Table) -> int:
        """The losing side, once."""
        if not t.agreed.advanced:
            return 0
        if self.c & 1:
            return 0 if self.c & 4 else 1 << t.controller(self.b)
        return 0 if self.c & 2 else 1 << self.a // SPIES

    def openers(self, t: Table) -> list[int]:
        return [DOUBLE_CROSS]

    def injured(self, t: Table) -> int:
        return self.a // SPIES if self.c & 1 else t.controller(self.b)

    def used(self) -> int:
        """``c`` after the losing side has played its Double Cross."""
        return self.c | (4 if self.c & 1 else 2)

    def answered(self, t: Table, chit: int) -> None:
        t.tell(REVERSED, PUBLIC)
        t.become(Control(self.a, self.b, self.used() ^ 1, [], OPENING, []))

    def fell(self, t: Table) -> None:
        t.become(Control(self.a, self.b, self.used(), [], OPENING, []))

    def stands(self, t: Table) -> None:
        t.done()
        if self.c & 1:
            t.secret_by[self.b] = NOBODY  # the guard stays in the city, off the secret (SPY-R74)
            reveal(t, self.a, self.b)

    def about(self, t: Table) -> dict[str, str]:
        result = "won" if self.c & 1 else "lost"
        return {"spy": SPY.label(self.a), "secret": SECRET.label(self.b), "result": result}

    def titles(self, t: Table) -> dict[str, str]:
        return {"spy": SPY.title(self.a), "secret": SECRET.title(self.b)}


def reveal(t: Table, spy: int, secret: int) -> None:
    """The discoverer looks: a secret comes under control, a counterspy is met (SPY-R13, SPY-R24)."""
    nation = spy // SPIES
    face = t.secret_face[secret]
    own = t.national[secret] >> nation & 1
    if t.agreed.box.counterspy[face] and not own:
        meet_counterspy(t, spy, secret)
        return
    t.secret_by[secret] = spy
    if not own:
        t.proven |= 1 << secret
    see_face(t, nation, secret)
    t.tell(CONTROLS, PUBLIC, spy, secret, t.spy_at[spy])


def meet_counterspy(t: Table, spy: int, secret: int) -> None:
    """SPY-9: the counterspy is shown and discarded; a weaker spy is caught, a Cousin never (SPY-15.3)."""
    face = t.secret_face[secret]
    strength = t.agreed.box.counterspy[face]
    t.secrets.open(face)
    t.secret_at[secret] = DISCARDED
    t.tell(COUNTERSPY_MET, PUBLIC, secret, face, strength)
    if t.cousin(spy) or strength <= t.strength(spy):
        t.tell(UNHARMED, PUBLIC, spy)
    else:
        t.push(Counterspy(spy, secret, t.spy_at[spy], [], OPENING, []))


class Counterspy(Reaction):
    """W4: counterspy ``b`` has beaten spy ``a`` in city ``c``; the spy's owner may turn that round."""

    window: ClassVar[str] = "W4"
    clause: ClassVar[str] = "SPY-9.2"
    ask: ClassVar[str] = _("{nation}: a counterspy has the better of {spy} in {city}; answer, or pass")
    wait: ClassVar[str] = _("A counterspy has the better of {spy} in {city}; {seat} may answer.")

    def like(self, chain: list[int], left: int, answers: list[int]) -> Reaction:
        return Counterspy(self.a, self.b, self.c, chain, left, answers)

    def opening(self, t: Table) -> int:
        return 1 << self.a // SPIES if t.agreed.advanced else 0

    def openers(self, t: Table) -> list[int]:
        return [DOUBLE_CROSS]

    def injured(self, t: Table) -> int:
        """The nation that owns the city, unless that is the spy's own."""
        owner = t.owner[self.c]
        return NEUTRAL if owner == self.a // SPIES else owner

    def answered(self, t: Table, chit: int) -> None:
        t.tell(REVERSED, PUBLIC)
        t.tell(UNHARMED, PUBLIC, self.a)
        t.done()

    def stands(self, t: Table) -> None:
        """SPY-R39: the nation that owns the city scores the capture."""
        t.done()
        capture(t, self.a, self.injured(t))

    def about(self, t: Table) -> dict[str, str]:
        city = t.agreed.box.city_ids[self.c]
        return {"spy": SPY.label(self.a), "secret": SECRET.label(self.b), "city": city}

    def titles(self, t: Table) -> dict[str, str]:
        return {"spy": SPY.title(self.a), "city": city_title(t, self.c)}
