"""OpenSpiel's IS-MCTS against our search in Kraków: python examples/openspiel_ismcts.py [games] [iterations]

One team is played by each; the same number of iterations a move.
"""

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import spyring.research.openspiel  # makes the games known to pyspiel
from spyring.bots import make


def play(game: Any, iterations: int, seed: int) -> list[float]:
    """One game; white is theirs, black is ours."""
    rng = np.random.RandomState(seed)
    theirs = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, iterations, random_state=rng)
    ours = {seat: make(f"search:{iterations}", seed + seat) for seat in (1, 3)}
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.randint(spyring.research.openspiel.LOTS)))
        elif state.current_player() in ours:
            seat = state.current_player()
            state.apply_action(ours[seat].choose(state.now, seat))
        else:
            state.apply_action(theirs.step(state))
    return list(state.returns())


def main(games: int = 4, iterations: int = 50, years: int = 1) -> tuple[float, float]:
    """What both teams got, on average."""
    game = pyspiel.load_game(f"python_spyring_krakow(years={years})")
    results = np.array([play(game, iterations, seed) for seed in range(games)])
    return float(results[:, [0, 2]].sum(axis=1).mean()), float(results[:, [1, 3]].sum(axis=1).mean())


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    theirs_got, ours_got = main(*numbers)
    print(f"IS-MCTS of OpenSpiel {theirs_got:.2f}, our search {ours_got:.2f}")
