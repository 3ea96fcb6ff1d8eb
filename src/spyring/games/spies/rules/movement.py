"""SPY-7: the spy step, with everything that a nation may do during it."""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.made import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import police_in
from spyring.games.spies.places import ALL_SPIES, BY_POLICE, NOBODY
from spyring.games.spies.rules.chits import check_drop, chit_fault
from spyring.games.spies.rules.diplomacy import begin_talk, talk_fault, talks, talks_anywhere
from spyring.games.spies.rules.discovery import discover
from spyring.games.spies.rules.refusals import (
    ANOTHER_MOVES,
    AT_SEA,
    FINE,
    HAS_MOVED,
    NO_POINTS,
    NO_PORT,
    NO_ROUTE,
    NONE_MOVES,
    NOT_ASKED,
    NOT_ON_MAP,
    NOT_STANDING,
    OWN_NATION,
    SECRET_ELSEWHERE,
    TOO_FAR,
    refusal,
)
from spyring.games.spies.rules.sanction import (
    consult,
    drop_fault,
    recruit,
    recruit_fault,
    sanction,
    sanction_fault,
    set_drop,
    source_fault,
)
from spyring.games.spies.rules.searches import EntrySearch
from spyring.games.spies.rules.secrets import (
    cash,
    cash_fault,
    discover_fault,
    hand_fault,
    hand_to,
    leave,
    leave_fault,
    take,
    take_fault,
)


def step_fault(t: Table, spy: int, space: int) -> int:
    """Why a spy cannot move to a space (SPY-7.1 to SPY-7.6, SPY-R28)."""
    box = t.config.box
    at = t.spy_at[spy]
    if at < 0:
        return NOT_ON_MAP
    if t.mover >= 0 and t.mover != spy:
        return ANOTHER_MOVES
    if t.mover < 0 and t.moved >> spy & 1:
        return HAS_MOVED
    if space not in box.near[at]:
        return NO_ROUTE
    left = int(t.spaces) if t.mover == spy else box.reach
    if left < 1:
        return TOO_FAR
    if t.config.game_advanced and t.points < left:
        left = int(t.points)
        if left < 1:
            return NO_POINTS
    return NO_PORT if left - 1 < box.to_port[space] else FINE


def add_steps(t: Table, spy: int, moves: list[int]) -> None:
    """Every space that a spy may move to now."""
    box = t.config.box
    left: i64 = t.spaces if t.mover == spy else box.reach
    if t.config.game_advanced and t.points < left:
        left = t.points
    if left < 1:
        return
    codes = t.config.codes
    base: i64 = codes.step + spy % w.SPIES * codes.spaces  # the step into the first space
    to_port = box.to_port
    space: i64
    for space in box.near[t.spy_at[spy]]:
        if to_port[space] < left:
            moves.append(base + space)


def step(t: Table, spy: int, space: int) -> None:
    """A spy moves a space, with the secrets it stands on; police may search it (SPY-8.8, SPY-14.1)."""
    nation = spy // w.SPIES
    at = t.spy_at[spy]
    if t.mover != spy:
        t.mover = spy
        t.spaces = t.config.box.reach
        t.moved |= 1 << spy
    t.spaces -= 1
    if t.config.game_advanced:
        t.points -= 1
    t.spy_at = replaced(t.spy_at, spy, space)
    t.brought = 0
    t.touched = ()
    mover: i64 = spy
    by: i64
    secret: i64 = -1
    for by in t.secret_by:
        secret += 1
        if by == mover:
            t.secret_at = replaced(t.secret_at, int(secret), space)
            t.brought |= 1 << int(secret)  # of a machine word C would shift 32 bits only
    t.emit(w.STEPPED, PUBLIC, spy, space)
    if at < t.config.codes.cities:
        check_drop(t, nation, at)
    if space < t.config.codes.cities:
        owner = t.owner[space]
        if owner >= 0 and owner != nation and police_in(t, owner, space) and not allied(t, owner, nation):
            t.push(EntrySearch(owner, spy))


class SpyStep(Frame[Table]):
    """One move or action after another, until the nation ends its turn. While a spy moves, only that one acts
    (SPY-7.2, SPY-R57); while it is at sea, it can only go on (SPY-R28).
    """

    clause: ClassVar[str] = "SPY-7.7"
    ask: ClassVar[str] = _("{nation}: move a spy, act, or end the turn")
    wait: ClassVar[str] = _("{nation} moves its spies.")
    ends: ClassVar[int] = w.END
    unfinished: ClassVar[str] = _("{nation}: your spy is at sea; move it on")

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[t.turn]

    def legal(self, t: Table, seat: int) -> list[int]:
        first = int(t.turn) * w.SPIES
        cities = t.config.codes.cities
        moves: list[int] = []
        mover = int(t.mover)
        if mover >= 0:
            add_steps(t, mover, moves)
            if t.spy_at[mover] >= cities:
                return talks_anywhere(t, moves)
            self.add_acts(t, mover, mover + 1, moves)
            moves.append(w.REST)
        else:
            for spy in range(first, first + w.SPIES):
                if t.spy_at[spy] >= 0 and not t.moved >> spy & 1:
                    add_steps(t, spy, moves)
            self.add_acts(t, first, first + w.SPIES, moves)
        if not recruit_fault(t, int(t.turn)):
            moves.append(w.ENLIST)
        if not chit_fault(t, int(t.turn), w.SOURCE):
            for other in range(w.NATIONS):
                if not source_fault(t, other):
                    moves.append(w.CONSULT + other)
        moves.append(w.END)
        return talks(t, moves)

    def add_acts(self, t: Table, first: int, last: int, moves: list[int]) -> None:
        """What the spies from ``first`` to before ``last`` may do in their cities."""
        nation = int(t.turn)
        self.add_secret_acts(t, first, last, moves)
        if not chit_fault(t, nation, w.SANCTION):
            for victim in range(ALL_SPIES):
                city = t.spy_at[victim]
                if city >= 0 and victim // w.SPIES != nation:
                    for spy in range(first, last):
                        if t.spy_at[spy] == city and not sanction_fault(t, spy, victim):
                            moves.append(w.kill(spy % w.SPIES, victim))
        if not chit_fault(t, nation, w.DROP):
            for spy in range(first, last):
                if not drop_fault(t, spy):
                    moves.append(w.SET_DROP + spy % w.SPIES)

    def add_secret_acts(self, t: Table, first: int, last: int, moves: list[int]) -> None:
        nation = int(t.turn)
        spy_at = t.spy_at
        can_discover = chit_fault(t, nation, w.DISCOVERY) == FINE
        start: i64 = first
        end: i64 = last
        only: i64 = spy_at[first] if first + 1 == last else -1  # where the moving spy stands
        at: i64
        secret: i64 = -1
        for at in t.secret_at:
            secret += 1
            if at < 0 or (at != only and only >= 0):
                continue
            by: i64 = t.secret_by[secret]
            if by >= start and by < end:
                self.add_carried(t, int(by), int(secret), moves)
                continue
            national: i64 = t.national[secret]
            own = national & 1 << nation != 0
            if not own and not can_discover:
                continue
            if by != NOBODY and by < BY_POLICE and by // w.SPIES == nation:
                continue  # with a spy of its own that cannot act now
            spy = start
            while spy < end:
                if spy_at[spy] == at:
                    if own and not take_fault(t, int(spy), int(secret)):
                        moves.append(w.take(int(spy % w.SPIES), int(secret)))
                    elif can_discover and not discover_fault(t, int(spy), int(secret)):
                        moves.append(w.discover(int(spy % w.SPIES), int(secret)))
                spy += 1

    def add_carried(self, t: Table, spy: int, secret: int, moves: list[int]) -> None:
        """What a spy may do with a secret that it stands on."""
        if not leave_fault(t, spy, secret):
            moves.append(w.LEAVE + secret)
        if not cash_fault(t, secret):
            moves.append(w.CASH + secret)
        if t.mover == spy:
            own = int(t.turn) * w.SPIES
            for other in range(own, own + w.SPIES):
                if t.spy_at[other] == t.spy_at[spy] and not hand_fault(t, secret, other):
                    moves.append(w.hand(secret, other % w.SPIES))

    def play(self, t: Table, seat: int, move: int) -> None:
        codes = t.config.codes
        first = int(t.turn) * w.SPIES
        family = codes.family(move)
        if family == codes.step:
            step(t, first + codes.spy_of_step(move), codes.space_of_step(move))
        elif family == w.REST:
            t.mover = -1
            t.brought = 0
        elif family == w.END:
            t.mover = -1
            t.brought = 0
            t.done()
        elif family == w.KILL:
            sanction(t, first + w.spy_of_kill(move), w.victim_of_kill(move))
        elif family == w.SET_DROP:
            set_drop(t, first + move - w.SET_DROP)
        elif family == w.TALK:
            begin_talk(t, move - w.TALK)
        elif family == w.CONSULT:
            consult(t, move - w.CONSULT)
        elif family == w.ENLIST:
            recruit(t)
        else:
            self.play_secret(t, first, family, move)

    def play_secret(self, t: Table, first: int, family: int, move: int) -> None:
        if family == w.HAND:
            hand_to(t, w.secret_of_hand(move), first + w.spy_of_hand(move))
        elif family == w.DISCOVER:
            discover(t, first + w.spy_of_discover(move), w.secret_of_discover(move))
        elif family == w.TAKE:
            take(t, first + w.spy_of_take(move), w.secret_of_take(move))
        elif family == w.CASH:
            cash(t, move - w.CASH)
        elif family == w.LEAVE:
            leave(t, t.secret_by[move - w.LEAVE], move - w.LEAVE)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[t.turn]}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[t.turn]}

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        codes = t.config.codes
        first = int(t.turn) * w.SPIES
        family = codes.family(move)
        if family == codes.step:
            return refusal(step_fault(t, first + codes.spy_of_step(move), codes.space_of_step(move)))
        at_sea = t.mover >= 0 and t.spy_at[t.mover] >= codes.cities
        if family == w.TALK and not (at_sea and t.config.edition < 2):
            return refusal(talk_fault(t, move - w.TALK))
        if at_sea:
            return refusal(AT_SEA)
        if family == w.KILL:
            spy = first + w.spy_of_kill(move)
            return refusal(self.acting_fault(t, spy) or sanction_fault(t, spy, w.victim_of_kill(move)))
        if family == w.SET_DROP:
            spy = first + move - w.SET_DROP
            return refusal(self.acting_fault(t, spy) or drop_fault(t, spy))
        if family == w.CONSULT:
            fault = source_fault(t, move - w.CONSULT)
            return refusal(fault, "SPY-12.32" if fault == OWN_NATION else "")
        if family == w.ENLIST:
            return refusal(recruit_fault(t, int(t.turn)))
        return refusal(NONE_MOVES) if family == w.REST else self.why_not_secret(t, first, family, move)

    def why_not_secret(self, t: Table, first: int, family: int, move: int) -> Refusal:
        if family == w.HAND:
            fault = hand_fault(t, w.secret_of_hand(move), first + w.spy_of_hand(move))
            return refusal(fault, "SPY-R71" if fault == NONE_MOVES else "")
        if family == w.DISCOVER:
            spy = first + w.spy_of_discover(move)
            return refusal(self.acting_fault(t, spy) or discover_fault(t, spy, w.secret_of_discover(move)))
        if family == w.TAKE:
            spy = first + w.spy_of_take(move)
            fault = self.acting_fault(t, spy) or take_fault(t, spy, w.secret_of_take(move))
            return refusal(fault, "SPY-8.6" if fault == SECRET_ELSEWHERE else "")
        if family == w.CASH:
            return refusal(cash_fault(t, move - w.CASH))
        if family != w.LEAVE:
            return refusal(NOT_ASKED, self.clause)
        by = t.secret_by[move - w.LEAVE]
        if by < first or by >= first + w.SPIES:
            return refusal(NOT_STANDING)
        return refusal(self.acting_fault(t, by) or leave_fault(t, by, move - w.LEAVE))

    def acting_fault(self, t: Table, spy: int) -> int:
        """Why a spy cannot act now, whatever it wants to do (SPY-R57)."""
        if t.spy_at[spy] < 0:
            return NOT_ON_MAP
        return ANOTHER_MOVES if t.mover >= 0 and t.mover != spy else FINE


SPY_STEP: Final = SpyStep()
