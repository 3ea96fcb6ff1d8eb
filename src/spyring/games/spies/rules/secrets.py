"""SPY-8, SPY-10: taking, leaving, handing over and cashing secrets."""

from typing import ClassVar

from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.made import Table
from spyring.games.spies.nations import allied, spies_home
from spyring.games.spies.pieces import carries, controller_of
from spyring.games.spies.places import ALL_NATIONS, BY_POLICE, NOBODY, record_of
from spyring.games.spies.rules.chits import check_limit, chit_fault, draw_chits, drop_at, lift_drop
from spyring.games.spies.rules.refusals import (
    ALLY_CONTROL,
    ANOTHER_MOVES,
    CARRIES,
    FINE,
    HAVEN,
    IS_NATIONAL,
    MOVER_ITSELF,
    MOVER_WITHOUT,
    NEEDS_NO_DISCOVERY,
    NONE_MOVES,
    NOT_AT_HOME,
    NOT_BROUGHT,
    NOT_CAPITAL,
    NOT_NATIONAL,
    NOT_STANDING,
    OF_ALLY,
    ONCE,
    OWN_CONTROL,
    OWN_SPY_ON_IT,
    RECEIVER_ELSEWHERE,
    SECRET_ELSEWHERE,
)
from spyring.games.spies.rules.searches import allied_national, city_title, rival_control, see_face
from spyring.games.spies.rules.windows import OPENING, Reaction

# -- what may be done with a secret ------------------------------------------------------------------------


def is_home(t: Table, nation: int, city: int) -> bool:
    """Whether a city is home territory for the spies of a nation (SPY-R38)."""
    owner = t.owner[city]
    return owner == nation or (owner == NEUTRAL and spies_home(t, nation, city))


def touched(t: Table, spy: int, secret: int) -> bool:
    """Whether a spy has changed the status of a secret since a space was moved (SPY-R67)."""
    return bool(t.touched) and w.touch(spy % w.SPIES, secret) in t.touched


def touch(t: Table, spy: int, secret: int) -> None:
    """The status of a secret was changed by a spy."""
    t.touched = (*t.touched, w.touch(spy % w.SPIES, secret))


def take_fault(t: Table, spy: int, secret: int) -> int:
    """Why a spy cannot simply take a secret (SPY-8.6, SPY-8.7)."""
    nation = spy // w.SPIES
    city = t.spy_at[spy]
    if city < 0 or t.secret_at[secret] != city:
        return SECRET_ELSEWHERE
    if not t.national[secret] >> nation & 1:
        return NOT_NATIONAL
    if not is_home(t, nation, city):
        return NOT_AT_HOME
    by = t.secret_by[secret]
    if by != NOBODY:
        if controller_of(t, secret) != nation:
            return rival_control(t, nation, secret)
        if by < BY_POLICE:
            return OWN_SPY_ON_IT
    if allied_national(t, nation, secret):
        return OF_ALLY
    if not t.config.secrets_per_spy_many and carries(t, spy):
        return CARRIES
    return ONCE if touched(t, spy, secret) else FINE


def discover_fault(t: Table, spy: int, secret: int) -> int:
    """Why a spy cannot try a Discovery on a secret (SPY-8.5, SPY-12.14, SPY-15.1, SPY-R43, SPY-R75)."""
    nation = spy // w.SPIES
    city = t.spy_at[spy]
    if city < 0 or t.secret_at[secret] != city:
        return SECRET_ELSEWHERE
    controller = controller_of(t, secret)
    if controller == nation:
        return OWN_CONTROL
    if t.config.game_advanced and t.config.box.haven[city]:
        return HAVEN
    if allied_national(t, nation, secret):
        return OF_ALLY
    if controller >= 0 and allied(t, nation, controller):
        return ALLY_CONTROL
    if controller == NEUTRAL and t.national[secret] >> nation & 1 and is_home(t, nation, city):
        return NEEDS_NO_DISCOVERY
    if not t.config.secrets_per_spy_many and carries(t, spy):
        return CARRIES
    return chit_fault(t, nation, w.DISCOVERY)


def leave_fault(t: Table, spy: int, secret: int) -> int:
    """Why a spy cannot leave a secret (SPY-R21)."""
    if t.secret_by[secret] != spy:
        return NOT_STANDING
    return ONCE if touched(t, spy, secret) else FINE


def hand_fault(t: Table, secret: int, to: int) -> int:
    """Why the moving spy cannot hand a secret to another spy (SPY-10.1, SPY-R71)."""
    giver = int(t.mover)
    if giver < 0:
        return NONE_MOVES
    if t.secret_by[secret] != giver:
        return MOVER_WITHOUT
    if giver == to:
        return MOVER_ITSELF
    if t.spy_at[to] != t.spy_at[giver]:
        return RECEIVER_ELSEWHERE
    if not t.config.secrets_per_spy_many and carries(t, to):
        return CARRIES
    return ONCE if touched(t, giver, secret) else FINE


def cash_fault(t: Table, secret: int) -> int:
    """Why a secret cannot be cashed now (SPY-10.3, SPY-10.5, SPY-R26, SPY-R43)."""
    nation = int(t.turn)
    spy = t.secret_by[secret]
    if spy < 0 or spy >= BY_POLICE or spy // w.SPIES != nation:
        return NOT_STANDING
    city = t.spy_at[spy]
    if city != t.config.box.capital[nation] and not drop_at(t, nation, city):
        return NOT_CAPITAL
    if t.national[secret] >> nation & 1:
        return IS_NATIONAL
    if allied_national(t, nation, secret):
        return OF_ALLY
    if t.config.cash_where_taken:
        return FINE if t.mover < 0 or t.mover == spy else ANOTHER_MOVES
    return FINE if t.mover == spy and t.brought >> secret & 1 else NOT_BROUGHT


# -- taking, leaving, handing over, cashing ----------------------------------------------------------------


def take(t: Table, spy: int, secret: int) -> None:
    """A spy is put on a National secret at home."""
    t.secret_by = replaced(t.secret_by, secret, spy)
    touch(t, spy, secret)
    see_face(t, spy // w.SPIES, secret)
    t.emit(w.TAKEN, PUBLIC, spy, secret, t.spy_at[spy])


def leave(t: Table, spy: int, secret: int) -> None:
    """A spy leaves a secret behind."""
    t.secret_by = replaced(t.secret_by, secret, NOBODY)
    t.brought &= ~(1 << secret)
    touch(t, spy, secret)
    t.emit(w.LEFT, PUBLIC, spy, secret, t.spy_at[spy])


def hand_to(t: Table, secret: int, to: int) -> None:
    """The moving spy hands a secret over."""
    giver = int(t.mover)
    t.secret_by = replaced(t.secret_by, secret, to)
    t.brought &= ~(1 << secret)
    touch(t, giver, secret)
    t.emit(w.HANDED, PUBLIC, giver, secret, to)


def cash(t: Table, secret: int) -> None:
    """A secret is cashed; at a Drop others may intercept that (SPY-R45)."""
    spy = t.secret_by[secret]
    city = t.spy_at[spy]
    nation = spy // w.SPIES
    if city == t.config.box.capital[nation] or not t.config.intercept_drop_play_and_cash:
        bank(t, nation, secret, city)
    else:
        t.push(CashAtDrop(spy, secret, city, [], OPENING, []))


def bank(t: Table, nation: int, secret: int, city: int) -> None:
    """£20 and a chit; the secret goes to the record (SPY-10.3, SPY-10.4)."""
    t.secret_by = replaced(t.secret_by, secret, NOBODY)
    t.secret_at = replaced(t.secret_at, secret, record_of(nation, int(t.year)))
    t.brought &= ~(1 << secret)
    if t.config.record_faces_open:
        t.secrets.reveal(t.secret_face[secret])
    t.money[nation] += t.config.box.reward_money
    t.emit(w.CASHED, PUBLIC, nation, secret, city, t.config.box.reward_money)
    draw_chits(t, nation, t.config.box.reward_chits)
    check_limit(t, nation)


class CashAtDrop(Reaction):
    """W8: spy ``a`` cashes secret ``b`` at the Drop in city ``c``; every other nation may intercept."""

    window: ClassVar[str] = "W8"
    clause: ClassVar[str] = "SPY-R45"
    ask: ClassVar[str] = _("{nation}: {spy} cashes {secret} at a Drop in {city}; intercept, or pass")
    wait: ClassVar[str] = _("{spy} cashes {secret} at a Drop in {city}; {seat} may intercept.")

    def like(self, chain: list[int], left: int, answers: list[int]) -> Reaction:
        return CashAtDrop(self.a, self.b, self.c, chain, left, answers)

    def opening(self, t: Table) -> int:
        return ALL_NATIONS & ~(1 << self.a // w.SPIES)

    def openers(self, t: Table) -> list[int]:
        return [w.INTERCEPT]

    def injured(self, t: Table) -> int:
        return NEUTRAL

    def stands(self, t: Table) -> None:
        t.done()
        bank(t, self.a // w.SPIES, self.b, self.c)

    def answered(self, t: Table, chit: int) -> None:
        t.done()
        lift_drop(t, self.a // w.SPIES, self.c)

    def about(self, t: Table) -> dict[str, str]:
        city = t.config.box.city_ids[self.c]
        return {"spy": SPY.label(self.a), "secret": SECRET.label(self.b), "city": city}

    def titles(self, t: Table) -> dict[str, str]:
        return {"spy": SPY.title(self.a), "secret": SECRET.title(self.b), "city": city_title(t, self.c)}
