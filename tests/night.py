"""By day tests are short; ``make night`` runs longer versions.

The day makes every check, and for each game those of rules, secrets, keyboard, phones and overlap. The night
only repeats them with more seeds, games and browsers. The compiled build runs the long versions. The plain
build only has to show that it does the same, so ``make`` sets ``SPYRING_BRIEF`` for it.
"""

import os
import secrets
from collections.abc import Iterable
from typing import Final

NIGHT: Final = bool(os.environ.get("SPYRING_NIGHT"))
BRIEF: Final = bool(os.environ.get("SPYRING_BRIEF")) and not NIGHT
# Every night deals other games; the workers of one run inherit its seed.
LUCK: Final = os.environ.setdefault("SPYRING_LUCK", secrets.token_hex(4) if NIGHT else "")
# By day every seat count and every value of an option occurs, at night every two of them together, in twenty
# times as many games.
CONTRACT_GAMES: Final = 2 if BRIEF else 6 if NIGHT else 8
# The contract checks this many times fewer decisions.
SELDOM: Final = 4 if BRIEF else 1 if NIGHT else 2


def a_few(games: Iterable[str]) -> list[str]:
    """All of these games at night, and by day half of them: for what every game does in the same way."""
    return list(games)[:: 1 if NIGHT else 2]
