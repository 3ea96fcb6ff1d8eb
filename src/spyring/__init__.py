"""Spyring: espionage board games.

>>> import spyring
>>> game = spyring.game("krakow")
>>> state = game.start(seats=4, seed=7, years=1)
>>> while state.deciders:
...     seat = state.deciders[0]
...     state.play(seat, state.legal(seat)[0])
>>> len(state.outcome.winners)
1
"""

from spyring.engine import state as _state
from spyring.engine.game import Game
from spyring.games import game, shelf

__version__ = "0.1.0"

build = "compiled" if _state.__file__.endswith((".so", ".pyd")) else "plain"

__all__ = ["Game", "build", "game", "shelf"]
