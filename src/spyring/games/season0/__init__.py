"""Pandemic Legacy: Season 0: two to four seats against the cold. The rules are in docs/rules/season0.md."""

from spyring.games.season0.game import GAME

__all__ = ["GAME"]
