"""How fast the search thinks: beside bare playouts of the same game, and beside OpenSpiel's on ``euchre``."""

import random
from statistics import median
from time import process_time
from typing import Any

from spyring.arena.speed import MissingYardstick, inside
from spyring.bots.search import Search
from spyring.bots.settings import NO_DECISION_LIMIT, RANDOM, Settings
from spyring.engine.game import Game

Row = dict[str, Any]


def to_the_end() -> Settings:
    """Random playouts to the end: compared with bare ones, only tree, copies and resampling are added."""
    settings = Settings()
    settings.depth = NO_DECISION_LIMIT
    settings.playout = RANDOM
    return settings


def search_rate(
    game: Game, seats: int, options: Row, iterations: int = 1000, settings: Settings | None = None
) -> tuple[float, float]:
    """Iterations and simulated decisions a second, at the first decision of a game."""
    state = game.start(seats=seats, seed=1, **options)
    bot = Search(1, iterations, 0.0, settings)
    start = process_time()
    bot.choose(state, state.deciders[0])
    spent = process_time() - start
    return int(bot.thought) / spent, int(bot.simulated) / spent


def euchre_rate(iterations: int = 200) -> float:
    """Iterations a second of OpenSpiel's Python IS-MCTS, at the first decision of a game of euchre."""
    try:
        import numpy
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts
    except ImportError as error:
        raise MissingYardstick(
            "The yardstick is not installed; get it with: pip install 'spyring[bench]'"
        ) from error
    game = pyspiel.load_game("euchre")
    chance = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, iterations, random_state=numpy.random.RandomState(1))
    start = process_time()
    bot.step(state)
    return iterations / (process_time() - start)


def measure_search(game: Game, options: Row, rounds: int = 3) -> Row:
    """All figures, each as the median of ``rounds``; ours and theirs are measured one after the other.

    ``decisions`` are those that the search simulates in a second when it plays out at random to the end,
    ``share`` is their share of the bare playout's; ``iterations`` are those of the search as it plays.
    """
    seats = game.seats[-1]
    found: dict[str, list[float]] = {}
    search_rate(game, seats, options, 50)
    for _round in range(rounds):
        theirs = euchre_rate()
        iterations, _decisions = search_rate(game, seats, options)
        _iterations, decisions = search_rate(game, seats, options, settings=to_the_end())
        bare, _games = inside(game, seats, 50, options)
        figures = {
            "decisions": decisions,
            "playout_decisions": bare,
            "share": decisions / bare,
            "iterations": iterations,
            "euchre_iterations": theirs,
            "euchre_ratio": iterations / theirs,
        }
        for name, figure in figures.items():
            found.setdefault(name, []).append(figure)
    return {"game": game.name, "seats": seats, "options": options} | {
        name: median(row) for name, row in found.items()
    }
