"""SPY-8, SPY-10: taking, leaving, handing over and cashing secrets."""

from typing import ClassVar, Final

from spyring.engine.i18n import _
from spyring.engine.notation import Domain
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import spies_home
from spyring.games.spies.pieces import carries, controller_of
from spyring.games.spies.places import ALL_NATIONS, BY_POLICE, NOBODY, record_of
from spyring.games.spies.rules.chits import check_limit, draw_chits, drop_at, lift_drop
from spyring.games.spies.rules.searches import allied_national, rival_control, see_face
from spyring.games.spies.rules.steps import Act, SpyAct
from spyring.games.spies.rules.windows import OPENING, Reaction

# -- what may be done with a secret ------------------------------------------------------------------------


def is_home(t: Table, nation: int, city: int) -> bool:
    """Whether a city is home territory for the spies of a nation (SPY-R38)."""
    owner = t.owner[city]
    return owner == nation or (owner == NEUTRAL and spies_home(t, nation, city))


def carried(t: Table, secret: int) -> bool:
    """Whether a spy of the nation on turn stands on a secret."""
    by = t.secret_by[secret]
    return 0 <= by < BY_POLICE and by // w.SPIES == t.turn


def touched(t: Table, spy: int, secret: int) -> bool:
    """Whether a spy has changed the status of a secret since the last step (SPY-R67)."""
    return bool(t.touched) and w.touch(spy % w.SPIES, secret) in t.touched


def touch(t: Table, spy: int, secret: int) -> None:
    """Note that a spy has changed the status of a secret."""
    t.touched = (*t.touched, w.touch(spy % w.SPIES, secret))


class Take(SpyAct):
    """Put a spy on a National secret at home (SPY-8.6, SPY-8.7)."""

    name: ClassVar[str] = "take"
    clause: ClassVar[str] = "SPY-8.6"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R67",)

    def spy_of(self, t: Table, move: int) -> int:
        return int(t.turn) * w.SPIES + w.spy_of_take(move)

    def spy_fault(self, t: Table, spy: int, move: int) -> int:
        secret = w.secret_of_take(move)
        nation = int(t.turn)
        city = t.spy_at[spy]
        if t.secret_at[secret] != city:
            return w.HOME_SECRET_ELSEWHERE
        if not t.national[secret] >> nation & 1:
            return w.NOT_NATIONAL
        if not is_home(t, nation, city):
            return w.NOT_AT_HOME
        by = t.secret_by[secret]
        if by != NOBODY:
            if controller_of(t, secret) != nation:
                return rival_control(t, nation, secret)
            if by < BY_POLICE:
                return w.OWN_SPY_ON_IT
        if allied_national(t, nation, secret):
            return w.OF_ALLY
        if not t.config.secrets_per_spy_many and carries(t, spy):
            return w.CARRIES
        return w.ONCE if touched(t, spy, secret) else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        spy = self.spy_of(t, move)
        secret = w.secret_of_take(move)
        t.secret_by = replaced(t.secret_by, secret, spy)
        touch(t, spy, secret)
        see_face(t, spy // w.SPIES, secret)
        t.emit(w.TAKEN, PUBLIC, spy, secret, t.spy_at[spy])


class Leave(SpyAct):
    """A spy leaves a secret behind."""

    name: ClassVar[str] = "leave"
    clause: ClassVar[str] = "SPY-R21"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R67",)

    def act_fault(self, t: Table, move: int) -> int:
        return super().act_fault(t, move) if carried(t, move - w.LEAVE) else w.NOT_STANDING

    def spy_of(self, t: Table, move: int) -> int:
        return t.secret_by[move - w.LEAVE]

    def spy_fault(self, t: Table, spy: int, move: int) -> int:
        return w.ONCE if touched(t, spy, move - w.LEAVE) else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        secret = move - w.LEAVE
        spy = t.secret_by[secret]
        t.secret_by = replaced(t.secret_by, secret, NOBODY)
        t.brought &= ~(1 << secret)
        touch(t, spy, secret)
        t.emit(w.LEFT, PUBLIC, spy, secret, t.spy_at[spy])


class HandOver(Act):
    """The moving spy hands a secret to another one (SPY-10.1, SPY-R71)."""

    name: ClassVar[str] = "hand"
    clause: ClassVar[str] = "SPY-10.1"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-R71",)

    def act_fault(self, t: Table, move: int) -> int:
        secret = w.secret_of_hand(move)
        to = int(t.turn) * w.SPIES + w.spy_of_hand(move)
        giver = int(t.mover)
        if giver < 0:
            return w.NO_GIVER
        if t.secret_by[secret] != giver:
            return w.MOVER_WITHOUT
        if giver == to:
            return w.MOVER_ITSELF
        if t.spy_at[to] != t.spy_at[giver]:
            return w.RECEIVER_ELSEWHERE
        if not t.config.secrets_per_spy_many and carries(t, to):
            return w.CARRIES
        return w.ONCE if touched(t, giver, secret) else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        secret = w.secret_of_hand(move)
        to = int(t.turn) * w.SPIES + w.spy_of_hand(move)
        giver = int(t.mover)
        t.secret_by = replaced(t.secret_by, secret, to)
        t.brought &= ~(1 << secret)
        touch(t, giver, secret)
        t.emit(w.HANDED, PUBLIC, giver, secret, to)


class Cash(Act):
    """Cash a secret; at a Drop others may intercept that (SPY-R26, SPY-R43, SPY-R45)."""

    name: ClassVar[str] = "cash"
    clause: ClassVar[str] = "SPY-10.3"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-10.4", "SPY-10.5")

    def act_fault(self, t: Table, move: int) -> int:
        nation = int(t.turn)
        secret = move - w.CASH
        if not carried(t, secret):
            return w.NOT_STANDING
        spy = t.secret_by[secret]
        city = t.spy_at[spy]
        if city != t.config.box.capital[nation] and not drop_at(t, nation, city):
            return w.NOT_CAPITAL
        if t.national[secret] >> nation & 1:
            return w.IS_NATIONAL
        if allied_national(t, nation, secret):
            return w.OF_ALLY
        if t.config.cash_where_taken:
            return FINE if t.mover < 0 or t.mover == spy else w.ANOTHER_MOVES
        return FINE if t.mover == spy and t.brought >> secret & 1 else w.NOT_BROUGHT

    def play(self, t: Table, seat: int, move: int) -> None:
        secret = move - w.CASH
        spy = t.secret_by[secret]
        city = t.spy_at[spy]
        nation = spy // w.SPIES
        if city == t.config.box.capital[nation] or not t.config.intercept_drop_play_and_cash:
            bank(t, nation, secret, city)
        else:
            t.push(CashAtDrop(spy, secret, city, [], OPENING, []))


TAKE: Final = Take()
LEAVE: Final = Leave()
HAND: Final = HandOver()
CASH: Final = Cash()


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
    ask: ClassVar[str] = _("{nation}: {spy} cashes {secret} at a Drop in {city}; intercept or pass")
    wait: ClassVar[str] = _("{spy} cashes {secret} at a Drop in {city}; {seat} may intercept.")
    opens: ClassVar[list[int]] = [w.INTERCEPT]

    def opening(self, t: Table) -> int:
        return ALL_NATIONS & ~(1 << self.a // w.SPIES)

    def stands(self, t: Table) -> None:
        t.done()
        bank(t, self.a // w.SPIES, self.b, self.c)

    def answered(self, t: Table, chit: int) -> None:
        t.done()
        lift_drop(t, self.a // w.SPIES, self.c)

    def things(self, t: Table) -> dict[str, tuple[Domain, int]]:

        return {"spy": (SPY, self.a), "secret": (SECRET, self.b), "city": (t.config.box.city, self.c)}
