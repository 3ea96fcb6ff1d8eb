"""SPY-7: the spy step, and everything that a nation may do during it."""

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from spyring.engine.frame import NOT_ASKED
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.pieces import secrets_under
from spyring.games.spies.places import ALL_SPIES
from spyring.games.spies.rules.chits import check_drop, chit_fault
from spyring.games.spies.rules.diplomacy import OpenTalks
from spyring.games.spies.rules.discovery import DISCOVER
from spyring.games.spies.rules.sanction import CONSULT, ENLIST, KILL, SET_DROP
from spyring.games.spies.rules.searches import EntrySearch, watched
from spyring.games.spies.rules.secrets import CASH, HAND, LEAVE, TAKE
from spyring.games.spies.rules.steps import Act, TurnStep, at_sea


class Step(Verb[Table]):
    """Move a spy one space with the secrets it stands on; police may search it (SPY-8.8, SPY-14.1)."""

    name: ClassVar[str] = "step"
    clause: ClassVar[str] = "SPY-7.1"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-7.3", "SPY-7.4", "SPY-7.5", "SPY-7.6")

    def fault(self, t: Table, seat: int, move: int) -> int:
        box = t.config.box
        spy = int(t.turn) * w.SPIES + t.config.codes.spy_of_step(move)
        space = t.config.codes.space_of_step(move)
        at = t.spy_at[spy]
        if at < 0:
            return w.NOT_ON_MAP
        if t.mover >= 0 and t.mover != spy:
            return w.ANOTHER_MOVES
        if t.mover < 0 and t.moved >> spy & 1:
            return w.HAS_MOVED
        if space not in box.near[at]:
            return w.NO_ROUTE
        left = int(t.spaces) if t.mover == spy else box.reach
        if left < 1:
            return w.TOO_FAR
        if t.config.game_advanced and t.points < left:
            left = int(t.points)
            if left < 1:
                return w.NO_POINTS
        return w.NO_PORT if left - 1 < box.to_port[space] else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        nation = int(t.turn)
        spy = nation * w.SPIES + t.config.codes.spy_of_step(move)
        space = t.config.codes.space_of_step(move)
        at = t.spy_at[spy]
        t.trail = (*t.trail, space) if t.trail and t.mover == spy else (at, space)
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
        for secret in secrets_under(t, spy):
            t.secret_at = replaced(t.secret_at, secret, space)
            t.brought |= 1 << secret
        t.emit(w.STEPPED, PUBLIC, spy, space)
        if at < t.config.codes.cities:
            check_drop(t, nation, at)
        if watched(t, nation, space):
            t.push(EntrySearch(t.owner[space], spy))


class Rest(Act):
    """The moving spy stops."""

    name: ClassVar[str] = "rest"
    clause: ClassVar[str] = "SPY-7.2"

    def act_fault(self, t: Table, move: int) -> int:
        return FINE if t.mover >= 0 else w.NONE_MOVES

    def play(self, t: Table, seat: int, move: int) -> None:
        t.mover = -1
        t.brought = 0


class End(Act):
    """End the turn."""

    name: ClassVar[str] = "end"
    clause: ClassVar[str] = "SPY-3.1"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.mover = -1
        t.brought = 0
        t.done()


class TalkAshore(OpenTalks):
    """In the first edition, no talks were possible while a spy was at sea."""

    def barred(self, t: Table) -> int:
        return w.AT_SEA if t.config.edition < 2 and at_sea(t) else FINE


STEP: Final = Step()
TALK: Final = TalkAshore()
BY_FAMILY: Final[dict[int, Verb[Any]]] = {  # in the order in which choices are listed, after the steps
    w.LEAVE: LEAVE,
    w.CASH: CASH,
    w.HAND: HAND,
    w.TAKE: TAKE,
    w.DISCOVER: DISCOVER,
    w.KILL: KILL,
    w.SET_DROP: SET_DROP,
    w.REST: Rest(),
    w.ENLIST: ENLIST,
    w.CONSULT: CONSULT,
    w.END: End(),
    w.TALK: TALK,
}


def add_steps(t: Table, spy: int, moves: list[int]) -> None:
    """Every space that a spy may move to now."""
    box = t.config.box
    left: i64 = t.spaces if t.mover == spy else box.reach
    if t.config.game_advanced and t.points < left:
        left = t.points
    if left < 1:
        return
    codes = t.config.codes
    base: i64 = codes.step + spy % w.SPIES * codes.spaces  # the step to the first space
    to_port = box.to_port
    space: i64
    for space in box.near[t.spy_at[spy]]:
        if to_port[space] < left:
            moves.append(base + space)


class SpyStep(TurnStep):
    """Moves and actions, until the nation ends its turn. While a spy is moving, only that one acts (SPY-7.2,
    SPY-R57); at sea it can only move (SPY-R28).
    """

    clause: ClassVar[str] = "SPY-7.7"
    ask: ClassVar[str] = _("{nation}: move a spy, act, or end the turn")
    wait: ClassVar[str] = _("{nation} moves its spies.")
    ends: ClassVar[int] = w.END
    unfinished: ClassVar[str] = _("{nation}: your spy is at sea; move it on")
    verbs: ClassVar[Verbs] = (STEP, *BY_FAMILY.values())

    def legal(self, t: Table, seat: int) -> list[int]:
        first = int(t.turn) * w.SPIES
        moves: list[int] = []
        mover = int(t.mover)
        if mover >= 0:
            add_steps(t, mover, moves)
            if at_sea(t):
                TALK.add(t, seat, moves)
                return moves
            self.add_acts(t, mover, mover + 1, moves)
            moves.append(w.REST)
        else:
            for spy in range(first, first + w.SPIES):
                if t.spy_at[spy] >= 0 and not t.moved >> spy & 1:
                    add_steps(t, spy, moves)
            self.add_acts(t, first, first + w.SPIES, moves)
        if not ENLIST.act_fault(t, w.ENLIST):
            moves.append(w.ENLIST)
        if not chit_fault(t, int(t.turn), w.SOURCE):
            CONSULT.add(t, seat, moves)
        moves.append(w.END)
        TALK.add(t, seat, moves)
        return moves

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        family = t.config.codes.family(move)
        return STEP if family == t.config.codes.step else BY_FAMILY.get(family)

    def play(self, t: Table, seat: int, move: int) -> None:
        family = t.config.codes.family(move)
        if family == t.config.codes.step:
            STEP.play(t, seat, move)
        else:
            t.trail = ()
            BY_FAMILY[family].play(t, seat, move)

    def other_fault(self, t: Table, seat: int) -> int:
        return w.AT_SEA if at_sea(t) else NOT_ASKED

    def add_acts(self, t: Table, first: int, last: int, moves: list[int]) -> None:
        """What the spies from ``first`` up to (not including) ``last`` may do in their cities."""
        nation = int(t.turn)
        self.add_secret_acts(t, first, last, moves)
        if not chit_fault(t, nation, w.SANCTION):
            for victim in range(ALL_SPIES):
                city = t.spy_at[victim]
                if city >= 0 and victim // w.SPIES != nation:
                    for spy in range(first, last):
                        if t.spy_at[spy] == city:
                            move = w.kill(spy % w.SPIES, victim)
                            if not KILL.spy_fault(t, spy, move):
                                moves.append(move)
        if not chit_fault(t, nation, w.DROP):
            for spy in range(first, last):
                if not SET_DROP.act_fault(t, w.SET_DROP + spy % w.SPIES):
                    moves.append(w.SET_DROP + spy % w.SPIES)

    def add_secret_acts(self, t: Table, first: int, last: int, moves: list[int]) -> None:
        nation = int(t.turn)
        spy_at = t.spy_at
        can_discover = chit_fault(t, nation, w.DISCOVERY) == FINE
        only: i64 = spy_at[first] if first + 1 == last else -1  # where the moving spy stands
        at: i64
        secret = -1
        for at in t.secret_at:
            secret += 1
            if at < 0 or (at != only and only >= 0):
                continue
            by = t.secret_by[secret]
            if first <= by < last:
                self.add_carried(t, by, secret, moves)
            elif can_discover or t.national[secret] >> nation & 1:
                for spy in range(first, last):
                    if spy_at[spy] == at:
                        self.add_taking(t, spy, secret, can_discover, moves)

    def add_taking(self, t: Table, spy: int, secret: int, can_discover: bool, moves: list[int]) -> None:
        """Take an own secret, or discover one that cannot be taken."""
        move = w.take(spy % w.SPIES, secret)
        if not TAKE.spy_fault(t, spy, move):
            moves.append(move)
        move = w.discover(spy % w.SPIES, secret)
        if can_discover and not DISCOVER.spy_fault(t, spy, move):
            moves.append(move)

    def add_carried(self, t: Table, spy: int, secret: int, moves: list[int]) -> None:
        """What a spy may do with a secret that it stands on."""
        if not LEAVE.spy_fault(t, spy, w.LEAVE + secret):
            moves.append(w.LEAVE + secret)
        if not CASH.act_fault(t, w.CASH + secret):
            moves.append(w.CASH + secret)
        if t.mover == spy:
            own = int(t.turn) * w.SPIES
            for other in range(own, own + w.SPIES):
                if t.spy_at[other] == t.spy_at[spy]:
                    move = w.hand(secret, other % w.SPIES)
                    if not HAND.act_fault(t, move):
                        moves.append(move)


SPY_STEP: Final = SpyStep()
