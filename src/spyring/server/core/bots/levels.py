"""How strong a bot can be asked for; nobody on the network names a class to load."""

from dataclasses import dataclass
from typing import Final

from spyring.bots import make
from spyring.engine.i18n import _
from spyring.server.core.problems import Refused


@dataclass(frozen=True, slots=True)
class Level:
    """One kind of bot: what it is called, and for how many seconds it thinks at most."""

    name: str
    title: str  # a message key
    seconds: float

    @property
    def longest(self) -> float:
        """The most seconds that a thought takes, with what surrounds it."""
        return self.seconds * 1.1


LEVELS: Final = {
    level.name: level
    for level in (
        Level("easy", _("easy bot"), make("easy").seconds),
        Level("normal", _("normal bot"), make("normal").seconds),
        Level("hard", _("hard bot"), make("hard").seconds),
        Level("heuristic", _("heuristic bot"), 0.0),
        Level("random", _("random bot"), 0.0),
    )
}
SUBSTITUTE: Final = "normal"  # plays for people who are away
ADVISER: Final = Level("adviser", "", 2.0)  # gives hints; half of its time goes into playouts
QUICK: Final = "heuristic"  # decides for bots that do not


def seconds_of(name: str) -> float:
    """How long a bot thinks at most, if it looks at a clock."""
    return ADVISER.seconds if name == ADVISER.name else LEVELS[name].seconds if name in LEVELS else 0.0


def checked(name: str) -> str:
    """The level of a bot that may be asked for, or a refusal."""
    if name not in LEVELS:
        text = _("There is no level {name}; there are: {names}.")
        raise Refused("no-level", text, name=name, names=", ".join(LEVELS))
    return name
