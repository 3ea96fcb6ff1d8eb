"""Kraków 1325 AD: four seats, two teams, four secret identities. The rules are in docs/rules/krakow.md."""

from spyring.games.krakow.game import GAME

__all__ = ["GAME"]
