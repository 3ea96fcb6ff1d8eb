"""By day tests are short; ``make night`` lets them take their time.

The day makes every check for each game. The night only repeats them: more seeds, more games, other browsers.
What both builds run is proved at length on the compiled one. Beside it the plain build has to show that it is
the same, no more: ``make`` asks for that with ``SPYRING_BRIEF``.
"""

import os
import secrets
from typing import Final

NIGHT: Final = bool(os.environ.get("SPYRING_NIGHT"))
BRIEF: Final = bool(os.environ.get("SPYRING_BRIEF")) and not NIGHT
# Every night deals other games; the workers of one run inherit its seed.
LUCK: Final = os.environ.setdefault("SPYRING_LUCK", secrets.token_hex(4) if NIGHT else "")
# By day every seat count and every value of an option occurs, at night every two of them together.
CONTRACT_GAMES: Final = 2 if BRIEF else None if NIGHT else 8
# At so many times fewer decisions the contract looks around.
SELDOM: Final = 4 if BRIEF else 1 if NIGHT else 2
