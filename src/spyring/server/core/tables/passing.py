"""Passing: the windows that a seat lets pass by its standing orders, and the move for it.

An order is the name of a window's frame: pass there, whatever the seat holds. In every other window the
person must decide. No order depends on the hand. If players who cannot answer passed automatically and the
others had to think, the delay would reveal their hands.

There is one exception, where no other person could see the delay: at a private table against bots that nobody
watches, windows that cannot be answered pass by themselves.
"""

from spyring.engine.definition import Definition
from spyring.engine.state import State
from spyring.server.core.tables.live_table import LiveTable, frame_of


def is_pass(game: Definition, move: int) -> bool:
    """Whether a move lets a window pass."""
    return game.moves.phrase(move).passes


def passing_move(live: LiveTable, seat: int) -> int | None:
    """The move with which a seat lets this window pass: by its order, or because it can do nothing else and
    nobody can notice.
    """
    state, orders = live.running.state, live.chairs[seat].passes
    found = ordered_pass(state, orders, seat) if orders else None
    return only_pass(state, seat) if found is None and is_unobserved(live) else found


def is_unobserved(live: LiveTable) -> bool:
    """Whether one person plays at their own table against bots, and nobody else has watched."""
    return not live.public and live.watched_at is None and live.seat_index.seats.keys() == {live.owner}


def only_pass(state: State, seat: int) -> int | None:
    """The pass of a window in which a seat can do nothing else."""
    legal = state.legal(seat)
    return legal[0] if len(legal) == 1 and is_pass(state.game, legal[0]) else None


def ordered_pass(state: State, orders: tuple[str, ...], seat: int) -> int | None:
    """The same for any state and orders."""
    if frame_of(state) not in orders:
        return None
    return next((move for move in state.legal(seat) if is_pass(state.game, move)), None)
