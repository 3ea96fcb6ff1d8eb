"""The levels of bots; a client names a level, never a class to load."""

from dataclasses import dataclass
from typing import Final

from spyring.bots import make
from spyring.engine.i18n import _
from spyring.server.core.problems import Refused


@dataclass(frozen=True, slots=True)
class Level:
    """One kind of bot: its title, how it plays, and its thinking time in seconds."""

    name: str
    title: str  # a message key
    says: str  # a message key
    seconds: float

    @property
    def longest(self) -> float:
        """The longest time of a thought in seconds, including overhead."""
        return self.seconds * 1.1


LEVELS: Final = {
    level.name: level
    for level in (
        Level("easy", _("easy bot"), _("makes mistakes, good for a first game"), make("easy").seconds),
        Level("normal", _("normal bot"), _("thinks for a moment"), make("normal").seconds),
        Level(
            "hard",
            _("hard bot"),
            _("thinks for several seconds, and makes few mistakes"),
            make("hard").seconds,
        ),
        Level("heuristic", _("quick bot"), _("plays at once, by rules of thumb"), 0.0),
        Level("random", _("random bot"), _("plays at random, for testing"), 0.0),
    )
}
SUBSTITUTE: Final = "normal"  # plays for people who are away
ADVISER: Final = Level("adviser", "", "", 2.0)  # gives hints; half of its time goes into playouts
QUICK: Final = "heuristic"  # decides for bots that fail


def seconds_of(name: str) -> float:
    """The thinking time of a level, for bots that watch the clock."""
    return ADVISER.seconds if name == ADVISER.name else LEVELS[name].seconds if name in LEVELS else 0.0


def checked(name: str) -> str:
    """The level, if a client may ask for it, or a refusal."""
    if name not in LEVELS:
        text = _("Unknown level: {name}. Known levels: {names}.")
        raise Refused("no-level", text, name=name, names=", ".join(LEVELS))
    return name
