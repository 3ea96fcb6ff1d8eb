#!/usr/bin/env python3
"""Play one game of everything on the shelf with the installed package, and print what is installed."""

import spyring
from spyring.bots import make

for game in spyring.shelf():
    state = game.start(seed=1)
    bot = make("heuristic")
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, bot.choose(state, seat))
    print(f"{game.title}: {state.outcome.reason}")
print(f"Spyring {spyring.__version__}, {spyring.build} build, plays: {spyring.__file__}")
