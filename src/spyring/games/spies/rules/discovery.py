"""SPY-9, SPY-12: Discovery of a secret, Covers, guards and counterspies."""

from typing import ClassVar, Final

from spyring.engine.i18n import _
from spyring.engine.notation import Domain
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import pieces
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.deductions import AT_MOST, STRONGER, conclude, met_counterspy
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied, insiders
from spyring.games.spies.places import BY_POLICE, DISCARDED, NOBODY
from spyring.games.spies.rules.chits import chit_fault, play_chit
from spyring.games.spies.rules.searches import allied_national, capture, see_face
from spyring.games.spies.rules.secrets import is_home
from spyring.games.spies.rules.steps import SpyAct
from spyring.games.spies.rules.windows import OPENING, Reaction


class TryDiscovery(SpyAct):
    """Declare a Discovery and pay for it (SPY-15.1, SPY-R13, SPY-R43, SPY-R75)."""

    name: ClassVar[str] = "discover"
    clause: ClassVar[str] = "SPY-12.14"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-12.15",)

    def spy_of(self, t: Table, move: int) -> int:
        return int(t.turn) * w.SPIES + w.spy_of_discover(move)

    def spy_fault(self, t: Table, spy: int, move: int) -> int:
        secret = w.secret_of_discover(move)
        nation = int(t.turn)
        city = t.spy_at[spy]
        if t.secret_at[secret] != city:
            return w.SECRET_ELSEWHERE
        controller = pieces.controller_of(t, secret)
        if controller == nation:
            return w.OWN_CONTROL
        if t.config.game_advanced and t.config.box.haven[city]:
            return w.HAVEN
        if allied_national(t, nation, secret):
            return w.OF_ALLY
        if controller >= 0 and allied(t, nation, controller):
            return w.ALLY_CONTROL
        if controller == NEUTRAL and t.national[secret] >> nation & 1 and is_home(t, nation, city):
            return w.NEEDS_NO_DISCOVERY
        if not t.config.secrets_per_spy_many and pieces.carries(t, spy):
            return w.CARRIES
        return chit_fault(t, nation, w.DISCOVERY)

    def play(self, t: Table, seat: int, move: int) -> None:
        spy = self.spy_of(t, move)
        secret = w.secret_of_discover(move)
        play_chit(t, spy // w.SPIES, w.DISCOVERY)
        t.emit(w.DISCOVERS, PUBLIC, spy, secret, t.spy_at[spy])
        t.push(Discover(spy, secret, 0, [], OPENING, []))


DISCOVER: Final = TryDiscovery()


class Discover(Reaction):
    """W2: spy ``a`` tries to discover secret ``b``. Nations with a spy there may Cover; a second Discovery
    cancels the Cover.
    """

    window: ClassVar[str] = "W2"
    clause: ClassVar[str] = "SPY-12.11"
    ask: ClassVar[str] = _("{nation}: {spy} tries to discover {secret} in {city}; answer or pass")
    wait: ClassVar[str] = _("{spy} tries to discover {secret} in {city}; {seat} may answer.")
    opens: ClassVar[list[int]] = [w.COVER]

    def opening(self, t: Table) -> int:
        return pieces.spies_in(t, t.spy_at[self.a]) & ~(1 << self.a // w.SPIES)

    def injured(self, t: Table) -> int:
        return self.a // w.SPIES

    def deed(self) -> int:
        return self.a // w.SPIES * w.CHITS + w.DISCOVERY

    def entitled(self, t: Table) -> int:
        if self.chain and w.chit_of_played_chit(self.chain[-1]) == w.COVER:
            return 1 << self.a // w.SPIES
        return self.opening(t)

    def allowed(self, t: Table) -> list[int]:
        covered = bool(self.chain) and w.chit_of_played_chit(self.chain[-1]) == w.COVER
        return [w.DISCOVERY] if covered else [w.COVER]

    def fell(self, t: Table) -> None:
        self.stands(t)  # the nations that could Cover again have just passed

    def stands(self, t: Table) -> None:
        """SPY-12.15: an enemy's guard must be beaten first."""
        if t.secret_by[self.b] == NOBODY:
            t.done()
            reveal(t, self.a, self.b)
            return
        wins = 1 if compare_with_guard(t, self.a, self.b) else 0
        t.replace(Control(self.a, self.b, wins, [], OPENING, []))

    def things(self, t: Table) -> dict[str, tuple[Domain, int]]:

        city = t.spy_at[self.a]
        return {"spy": (SPY, self.a), "secret": (SECRET, self.b), "city": (t.config.box.city, city)}


def compare_with_guard(t: Table, spy: int, secret: int) -> bool:
    """Only the controlling piece counts (SPY-R14); both sides see both pieces."""
    nation = spy // w.SPIES
    controller = pieces.controller_of(t, secret)
    guard = t.secret_by[secret]
    strength = pieces.strength_of(t, spy)
    if guard < BY_POLICE:
        against = pieces.strength_of(t, guard)
        pieces.show_spy(t, guard, 1 << nation)
    else:
        against = pieces.force_of(t, guard - BY_POLICE)
        pieces.show_police(t, guard - BY_POLICE, 1 << nation)
    pieces.show_spy(t, spy, 1 << controller)
    t.emit(w.GUARD_NUMBERS, insiders(t, nation) | insiders(t, controller), spy, strength, against)
    conclude(t, spy, [guard], STRONGER if strength > against else AT_MOST)
    t.emit(w.CONTROL_WON if strength > against else w.CONTROL_LOST, PUBLIC, spy, secret)
    return strength > against


class Control(Reaction):
    """W3: spy ``a`` and the guard of secret ``b`` were compared. ``c`` is 1 if the spy wins, + 2 if its side
    has reversed the result, + 4 if the other side has (SPY-R73).
    """

    window: ClassVar[str] = "W3"
    clause: ClassVar[str] = "SPY-12.17"
    ask: ClassVar[str] = _("{nation}: {spy} has faced the guard on {secret}; answer or pass")
    wait: ClassVar[str] = _("{spy} has faced the guard on {secret}; {seat} may answer.")
    opens: ClassVar[list[int]] = [w.DOUBLE_CROSS]

    def opening(self, t: Table) -> int:
        """The losing side, if it has not answered yet."""
        if not t.config.game_advanced:
            return 0
        if self.c & 1:
            return 0 if self.c & 4 else 1 << pieces.controller_of(t, self.b)
        return 0 if self.c & 2 else 1 << self.a // w.SPIES

    def injured(self, t: Table) -> int:
        return self.a // w.SPIES if self.c & 1 else pieces.controller_of(t, self.b)

    def answered(self, t: Table, chit: int) -> None:
        t.emit(w.REVERSED, PUBLIC)
        t.replace(Control(self.a, self.b, self.used() ^ 1, [], OPENING, []))

    def fell(self, t: Table) -> None:
        t.replace(Control(self.a, self.b, self.used(), [], OPENING, []))

    def used(self) -> int:
        """``c`` after the losing side has used its Double Cross."""
        return self.c | (4 if self.c & 1 else 2)

    def stands(self, t: Table) -> None:
        t.done()
        if self.c & 1:
            # the guard stays in the city, off the secret (SPY-R74)
            t.secret_by = replaced(t.secret_by, self.b, NOBODY)
            reveal(t, self.a, self.b)

    def things(self, t: Table) -> dict[str, tuple[Domain, int]]:

        return {"spy": (SPY, self.a), "secret": (SECRET, self.b)}

    def about(self, t: Table) -> dict[str, str]:
        return {**super().about(t), "result": "won" if self.c & 1 else "lost"}


def reveal(t: Table, spy: int, secret: int) -> None:
    """The spy looks, and either controls a secret or meets a counterspy (SPY-R13, SPY-R24)."""
    nation = spy // w.SPIES
    face = t.secret_face[secret]
    own = t.national[secret] >> nation & 1
    if t.config.box.counterspy[face] and not own:
        meet_counterspy(t, spy, secret)
        return
    t.secret_by = replaced(t.secret_by, secret, spy)
    if not own:
        t.proven |= 1 << secret
    see_face(t, nation, secret)
    t.emit(w.CONTROLS, PUBLIC, spy, secret, t.spy_at[spy])


def meet_counterspy(t: Table, spy: int, secret: int) -> None:
    """SPY-9: show and discard the counterspy; it catches a weaker spy, but never a Cousin (SPY-15.3)."""
    face = t.secret_face[secret]
    strength = t.config.box.counterspy[face]
    t.secrets.reveal(face)
    t.secret_at = replaced(t.secret_at, secret, DISCARDED)
    t.emit(w.COUNTERSPY_MET, PUBLIC, secret, face, strength)
    caught = strength > pieces.strength_of(t, spy) and not pieces.is_cousin(t, spy)
    met_counterspy(t, spy, strength, caught)
    if not caught:
        t.emit(w.UNHARMED, PUBLIC, spy)
    else:
        t.push(Counterspy(spy, secret, t.spy_at[spy], [], OPENING, []))


class Counterspy(Reaction):
    """W4: counterspy ``b`` has beaten spy ``a`` in city ``c``; the spy's owner may reverse that."""

    window: ClassVar[str] = "W4"
    clause: ClassVar[str] = "SPY-9.2"
    ask: ClassVar[str] = _("{nation}: a counterspy beats {spy} in {city}; answer or pass")
    wait: ClassVar[str] = _("A counterspy beats {spy} in {city}; {seat} may answer.")
    opens: ClassVar[list[int]] = [w.DOUBLE_CROSS]

    def opening(self, t: Table) -> int:
        return 1 << self.a // w.SPIES if t.config.game_advanced else 0

    def injured(self, t: Table) -> int:
        """The nation that owns the city, unless that is the spy's own."""
        owner = t.owner[self.c]
        return NEUTRAL if owner == self.a // w.SPIES else owner

    def answered(self, t: Table, chit: int) -> None:
        t.emit(w.REVERSED, PUBLIC)
        t.emit(w.UNHARMED, PUBLIC, self.a)
        t.done()

    def stands(self, t: Table) -> None:
        """SPY-R39: the nation that owns the city scores the capture."""
        t.done()
        capture(t, self.a, self.injured(t))

    def about(self, t: Table) -> dict[str, str]:
        city = t.config.box.city_ids[self.c]
        return {"spy": SPY.label(self.a), "secret": SECRET.label(self.b), "city": city}

    def titles(self, t: Table) -> dict[str, str]:
        return {"spy": SPY.title(self.a), "city": t.config.box.city.title(self.c)}
