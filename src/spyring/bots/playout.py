"""Games played to the end without a tree, as fast as the rules allow.

This loop stands behind the gate: it makes only moves that the top frame has just named as legal, so nothing
is asked twice.
"""

from mypy_extensions import i64

from spyring.bots.dice import Dice
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
