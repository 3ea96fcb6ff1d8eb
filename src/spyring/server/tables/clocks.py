"""How long a seat may think.

A clock runs while its seat must decide, which everybody can see, and is credited when the seat has decided
all that it was asked: once for a turn, into however many small decisions the rules cut it. So nobody fills a
clock by placing pieces one by one, and what a seat does in secret on the way shows on no clock.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from spyring.server.payloads import ClockTerms

DEFAULT_CLOCKS: Final = {
    "free": None,
    "live": ClockTerms(bank=15 * 60, increment=20, cap=20 * 60),
    "days": ClockTerms(bank=3 * 86400, increment=86400, cap=5 * 86400),
}
GRACE_SECONDS: Final = 30.0  # what a person who comes back after their time ran out gets at least, in seconds


@dataclass(slots=True)
class SeatClock:
    """``bank`` seconds were left when the clock last stopped; it runs ``since`` then (or will, where that is
    yet to come), or stands.
    """

    bank: float | None = None  # None: this seat has no clock
    since: float | None = None

    def left(self, at: float) -> float:
        """Seconds left at that moment, never below zero."""
        if self.bank is None:
            return 0.0
        return max(0.0, self.bank if self.since is None else self.bank - max(0.0, at - self.since))

    def deadline(self) -> float | None:
        """When the time will have run out, if it is running."""
        return None if self.bank is None or self.since is None else self.since + self.bank

    def started(self, at: float) -> "SeatClock":
        """The clock from now on running."""
        return SeatClock(self.bank, at) if self.bank is not None and self.since is None else self

    def standing(self, at: float, until: float) -> "SeatClock":
        """A clock that runs, standing until then: it keeps what is left now."""
        return self if self.since is None else SeatClock(self.left(at), until)

    def stopped(self, at: float, terms: ClockTerms, credit: bool) -> "SeatClock":
        """The clock from now on standing, with the increment if it is earned."""
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
    """All clocks after a step: ``asked`` are the seats of people who must decide now; ``credit`` is False for
    taking back, or clocks could be filled that way; ``away`` says for some seats before when their clocks do
    not run.
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
    """All clocks, standing, with what they had ``before`` a move that is taken back: they get the time since,
    and lose the increments. The ``payer`` took it back without asking, and pays for the time that passed.
    """
    after = [
        clock if clock.bank is None else SeatClock(had) for clock, had in zip(clocks, before, strict=True)
    ]
    if payer is not None and clocks[payer].bank is not None:
        passed = max(0.0, *(had - clock.left(at) for clock, had in zip(clocks, before, strict=True)))
        after[payer] = SeatClock(max(0.0, before[payer] - passed))
    return after
