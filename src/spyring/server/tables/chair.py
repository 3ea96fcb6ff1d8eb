"""A chair: who holds a seat, and the clock that stands before it."""

from dataclasses import dataclass, field, replace
from typing import Literal

from spyring.server.bots.levels import SUBSTITUTE
from spyring.server.tables.clocks import SeatClock

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
    nonce: str = ""  # what the person added to chance, in hexadecimal
    account: bool = False  # whether the person has one
    away_until: float | None = None  # the person is on vacation until then
    face: str | None = None  # as the person chose it

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
        """Whether a person sits here who has not given the game up, be they here or away."""
        return self.person is not None and self.held != "resigned"

    @property
    def gave_up(self) -> bool:
        """Whether a person sat here who has given the game up."""
        return self.person is not None and self.held == "resigned"

    def runs_from(self, at: float, pace: str) -> float:
        """When a clock that is started now begins to run: over days not before the end of a vacation."""
        return max(at, self.away_until or at) if pace == "days" else at

    def substituted(self, held: Held, at: float) -> "Chair":
        """The chair with a bot in its person's place, and its clock standing."""
        bank = None if self.clock.bank is None else self.clock.left(at)
        return replace(self, level=SUBSTITUTE, held=held, clock=replace(self.clock, bank=bank, since=None))
