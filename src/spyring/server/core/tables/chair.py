"""A chair: the holder of a seat, and the clock that limits the seat's thinking time.

A clock runs while its seat must decide, which everybody can see. It is credited when the seat has made all
its decisions: once for a turn, however many small decisions the rules make of it. So nobody can fill a clock
by placing pieces one by one, and secret decisions on the way show on no clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal

from spyring.server.core.bots.levels import SUBSTITUTE
from spyring.server.core.payloads import ClockTerms

DEFAULT_CLOCKS: Final = {
    "free": None,
    "live": ClockTerms(bank=15 * 60, increment=20, cap=20 * 60),
    "days": ClockTerms(bank=3 * 86400, increment=86400, cap=5 * 86400),
}
GRACE_SECONDS: Final = 30.0  # the least that a player gets who comes back after time ran out


@dataclass(slots=True)
class SeatClock:
    """``bank`` seconds were left when the clock last stopped. It runs from ``since``, which may be in the
    future; without ``since`` it is stopped.
    """

    bank: float | None = None  # None: this seat has no clock
    since: float | None = None

    def left(self, at: float) -> float:
        """Seconds left at that moment, never below zero."""
        if self.bank is None:
            return 0.0
        return max(0.0, self.bank if self.since is None else self.bank - max(0.0, at - self.since))

    def deadline(self) -> float | None:
        """When the time will run out, if the clock is running."""
        return None if self.bank is None or self.since is None else self.since + self.bank

    def started(self, at: float) -> "SeatClock":
        """The clock, started now."""
        return SeatClock(self.bank, at) if self.bank is not None and self.since is None else self

    def standing(self, at: float, until: float) -> "SeatClock":
        """A running clock, stopped until then: it keeps the time that is left now."""
        return self if self.since is None else SeatClock(self.left(at), until)

    def stopped(self, at: float, terms: ClockTerms, credit: bool) -> "SeatClock":
        """The clock, stopped now, with the increment if it is earned."""
        if self.bank is None or self.since is None:
            return self
        left = self.left(at) + (terms.increment if credit else 0.0)
        return SeatClock(min(left, terms.cap), None)


def turned(
    clocks: list[SeatClock],
    terms: ClockTerms | None,
    asked: set[int],
    credit: bool,
    at: float,
    away: Mapping[int, float] = MappingProxyType({}),
) -> list[SeatClock]:
    """All clocks after a step. ``asked`` are the seats of people who must decide now. ``credit`` is False for
    taking back, or players could fill clocks that way. ``away`` gives the time before which some seats'
    clocks do not run.
    """
    if terms is None:
        return clocks
    after: list[SeatClock] = []
    for seat, clock in enumerate(clocks):
        if clock.since is not None and seat not in asked:
            clock = clock.stopped(at, terms, credit)
        if seat in asked:
            clock = clock.started(max(at, away.get(seat, at)))
        after.append(clock)
    return after


def restored(
    clocks: list[SeatClock], before: Sequence[float], at: float, payer: int | None
) -> list[SeatClock]:
    """All clocks, stopped, with the time they had ``before`` a move that is taken back: they regain the time
    since then, and lose the increments. The ``payer`` took it back without asking, and pays for that time.
    """
    after = [
        clock if clock.bank is None else SeatClock(had) for clock, had in zip(clocks, before, strict=True)
    ]
    if payer is not None and clocks[payer].bank is not None:
        passed = max(0.0, *(had - clock.left(at) for clock, had in zip(clocks, before, strict=True)))
        after[payer] = SeatClock(max(0.0, before[payer] - passed))
    return after


Held = Literal["no", "time", "resigned", "asked"]


@dataclass(slots=True)
class Chair:
    """A person, a bot, a bot in a person's place, or nobody."""

    seat: int
    person: str | None = None
    name: str | None = None
    level: str | None = None
    held: Held = "no"
    clock: SeatClock = field(default_factory=SeatClock)
    passes: tuple[str, ...] = ()
    nonce: str = ""  # the person's contribution to chance, in hexadecimal
    account: bool = False  # whether the person has one
    away_until: float | None = None  # the end of the person's vacation
    face: str | None = None  # chosen by the person

    @property
    def empty(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.level is None

    @property
    def bot_plays(self) -> bool:
        """Whether a bot decides here now."""
        return self.level is not None and (self.person is None or self.held != "no")

    @property
    def present(self) -> bool:
        """Whether a person decides here now."""
        return self.person is not None and self.held == "no"

    @property
    def consents(self) -> bool:
        """Whether a person holds this seat and has not resigned, even if they are away."""
        return self.person is not None and self.held != "resigned"

    @property
    def gave_up(self) -> bool:
        """Whether the person at this seat has resigned."""
        return self.person is not None and self.held == "resigned"

    def runs_from(self, at: float, pace: str) -> float:
        """When a clock that is started now begins to run: in games over days, not before a vacation ends."""
        return max(at, self.away_until or at) if pace == "days" else at

    def substituted(self, held: Held, at: float) -> "Chair":
        """The chair with a bot in its person's place, and its clock stopped."""
        bank = None if self.clock.bank is None else self.clock.left(at)
        return replace(self, level=SUBSTITUTE, held=held, clock=replace(self.clock, bank=bank, since=None))
