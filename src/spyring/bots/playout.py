"""Games played to the end without a tree: as fast as the rules allow, or guided by the game's judgement.

These loops stand behind the gate: they make only moves that the top frame has just named as legal, so
nothing is asked twice.
"""

from mypy_extensions import i64

from spyring.bots.dice import Dice
from spyring.bots.plain import best
from spyring.engine.state import State


def playout(state: State, seed: int = 0) -> int:
    """Play ``state`` to its end with random moves; returns the number of decisions.

    >>> import spyring
    >>> state = spyring.game("krakow").start(seed=7, years=1)
    >>> playout(state, 1) > 100, state.deciders
    (True, ())
    """
    dice = Dice(seed)
    decisions: i64 = 0
    while state.stack:
        frame = state.stack[-1]
        seat = state.deciders[0]
        moves = frame.legal(state, seat)
        frame.play(state, seat, moves[dice.roll(len(moves))])
        state.settle()
        decisions += 1
    return decisions


def guided(state: State, seed: int = 0, epsilon: float = 0.1) -> int:
    """Play ``state`` to its end by the game's judgement, now and then at random; counts the decisions."""
    dice = Dice(seed)
    decisions: i64 = 0
    strategy = state.game.strategy
    while state.stack:
        frame = state.stack[-1]
        seat = state.deciders[0]
        moves = frame.legal(state, seat)
        lot = dice.real()
        if lot < epsilon:
            place = int(lot / epsilon * float(len(moves)))
        else:
            place = best(strategy.priors(state, seat, tuple(moves)), lot)
        frame.play(state, seat, moves[place])
        state.settle()
        decisions += 1
    return decisions
