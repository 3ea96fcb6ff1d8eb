"""OpenSpiel's IS-MCTS against our search in Kraków: python examples/openspiel_ismcts.py [games] [iterations]

One team is played by each, the teams in turns; the same number of iterations a move.
"""

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import spyring.research.openspiel  # makes the games known to pyspiel
from spyring.bots import make


def play(game: Any, iterations: int, seed: int) -> list[float]:
    """One game: what their team got, and ours."""
    rng = np.random.RandomState(seed)
    theirs = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, iterations, random_state=rng)
    team = seed % 2  # theirs
    ours = {seat: make(f"search:{iterations}", seed + seat) for seat in (1 - team, 3 - team)}
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.randint(spyring.research.openspiel.DEFAULT_LOTS)))
        elif state.current_player() in ours:
            seat = state.current_player()
            state.apply_action(ours[seat].choose(state.now, seat))
        else:
            state.apply_action(theirs.step(state))
    got = state.returns()
    return [got[team] + got[team + 2], got[1 - team] + got[3 - team]]


def main(games: int = 4, iterations: int = 50, years: int = 1) -> tuple[float, float, float]:
    """What both teams got, on average, and how far that may be from the truth (95 %)."""
    game = pyspiel.load_game(f"python_spyring_krakow(years={years})")
    results = np.array([play(game, iterations, seed) for seed in range(games)])
    theirs, ours = results.mean(axis=0)
    return float(theirs), float(ours), float(1.96 * results[:, 1].std() / np.sqrt(games))


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    theirs_got, ours_got, half = main(*numbers)
    print(f"IS-MCTS of OpenSpiel {theirs_got:.2f}, our search {ours_got:.2f} (± {half:.2f})")
