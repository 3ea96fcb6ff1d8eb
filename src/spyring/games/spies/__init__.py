"""Spies!, standard and advanced: five secret services, seven years. The rules are in docs/rules/spies.md."""

from spyring.games.spies.game import GAME

__all__ = ["GAME"]
