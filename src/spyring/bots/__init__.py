"""Players without a body: random, heuristic, and information-set search.

A bot is asked ``choose(state, seat)`` and sees the game only through worlds that
its seat cannot tell from the real one.

>>> import spyring
>>> from spyring.bots import make
>>> state = spyring.game("krakow").start(seed=7, years=1)
>>> seat = state.deciders[0]
>>> make("heuristic").choose(state, seat) in state.legal(seat)
True
"""

from spyring.bots.bot import Bot, free_seats
from spyring.bots.catalogue import LEVELS, NAMES, UnknownBot, make
from spyring.bots.turns import Turns

__all__ = ["LEVELS", "NAMES", "Bot", "Turns", "UnknownBot", "free_seats", "make"]
