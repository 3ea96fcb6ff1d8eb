"""What kind of game it is: who wins together, and against whom."""

from typing import Final

FREE_FOR_ALL: Final = "free-for-all"  # everyone for themselves
TEAMS: Final = "teams"  # sides of several seats, see Game.teams
COOPERATIVE: Final = "cooperative"  # all win or lose together
KINDS: Final = (FREE_FOR_ALL, TEAMS, COOPERATIVE)
