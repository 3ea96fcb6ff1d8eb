"""Kinds of games: who wins together."""

from typing import Final

FREE_FOR_ALL: Final = "free-for-all"  # each seat plays alone
TEAMS: Final = "teams"  # sides of several seats, see Game.teams
COOPERATIVE: Final = "cooperative"  # all win or lose together
KINDS: Final = (FREE_FOR_ALL, TEAMS, COOPERATIVE)
