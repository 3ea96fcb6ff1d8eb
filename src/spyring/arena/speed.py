"""How fast the games run, compared with OpenSpiel on the same machine in the same run.

The yardstick is OpenSpiel's C++ ``hearts`` with its deal, driven by the same kind of Python loop. Times are
processor times, so other programs do not count. Every figure is the median of several rounds,
and each round measures both.
"""

import random
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

from spyring.bots.playout import playout
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State

Row = dict[str, Any]


class MissingYardstick(SpyringError):
    """OpenSpiel is not installed."""


class Hearts:
    """OpenSpiel's hearts."""

    def __init__(self) -> None:
        try:
            import pyspiel
        except ImportError as error:
            raise MissingYardstick(
                "OpenSpiel is not installed. Install it with: pip install 'spyring[bench]'"
            ) from error
        self.game = pyspiel.load_game("hearts")

    def deal(self, chance: Callable[[], float]) -> Any:
        state = self.game.new_initial_state()
        while state.is_chance_node():
            cards = state.legal_actions()
            state.apply_action(cards[int(chance() * len(cards))])
        return state

    def rate(self, games: int) -> float:
        """Decisions a second of random games."""
        chance = random.Random(1).random
        decisions = 0
        start = process_time()
        for _game in range(games):
            state = self.deal(chance)
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(chance() * len(moves))])
                decisions += 1
        return decisions / (process_time() - start)

    def halfway(self) -> Any:
        state = self.deal(random.Random(1).random)
        for _decision in range(30):
            state.apply_action(state.legal_actions()[0])
        return state


def outside(game: Game, seats: int, games: int, options: Row) -> float:
    """Decisions a second of random games in a Python loop."""
    chance = random.Random(1).random
    decisions = 0
    start = process_time()
    for seed in range(games):
        state = game.start(seats=seats, seed=seed, **options)
        while deciders := state.deciders:
            seat = deciders[0]
            moves = state.legal(seat)
            state.play(seat, moves[int(chance() * len(moves))])
            decisions += 1
    return decisions / (process_time() - start)


def inside(game: Game, seats: int, games: int, options: Row) -> tuple[float, float]:
    """Decisions and games a second of random games in our compiled loop."""
    decisions = 0
    start = process_time()
    for seed in range(games):
        decisions += playout(game.start(seats=seats, seed=seed, **options), seed)
    spent = process_time() - start
    return decisions / spent, games / spent


def halfway(game: Game, seats: int, options: Row) -> State:
    """A position in the middle of a random game."""
    length = playout(game.start(seats=seats, seed=1, **options), 1)
    chance = random.Random(1).random
    state = game.start(seats=seats, seed=1, **options)
    for _decision in range(length // 2):
        seat = state.deciders[0]
        moves = state.legal(seat)
        state.play(seat, moves[int(chance() * len(moves))])
    return state


def nanoseconds(act: Callable[[], object], times: int) -> float:
    """The time of one call."""
    start = process_time()
    for _time in range(times):
        act()
    return (process_time() - start) / times * 1e9


def measure(game: Game, seats: int, options: Row, rounds: int = 5, games: int = 100) -> Row:
    """All figures of one game and their ratios to hearts, each the median of ``rounds``."""
    hearts = Hearts()
    ours, theirs = halfway(game, seats, options), hearts.halfway()
    found: dict[str, list[float]] = {}
    outside(game, seats, 3, options)
    hearts.rate(3)
    for number in range(rounds):
        figures = {
            "outside": outside(game, seats, games, options),
            "hearts": hearts.rate(games),
            "clone_ns": nanoseconds(ours.clone, 4000),
            "hearts_clone_ns": nanoseconds(theirs.clone, 4000),
            "resample_ns": nanoseconds(lambda number=number: ours.resample(0, number), 1000),  # type: ignore[misc]
        }
        figures["inside"], figures["games"] = inside(game, seats, games, options)
        figures["outside_ratio"] = figures["outside"] / figures["hearts"]
        figures["inside_ratio"] = figures["inside"] / figures["hearts"]
        figures["clone_ratio"] = figures["clone_ns"] / figures["hearts_clone_ns"]
        figures["resample_ratio"] = figures["resample_ns"] / figures["hearts_clone_ns"]
        for name, figure in figures.items():
            found.setdefault(name, []).append(figure)
    return {"game": game.name, "seats": seats, "options": options} | {
        name: median(row) for name, row in found.items()
    }
