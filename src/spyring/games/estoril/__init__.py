"""City of Spies: Estoril 1942: two to four spy rings on the Portuguese coast (docs/rules/estoril.md)."""

from spyring.games.estoril.game import GAME

__all__ = ["GAME"]
