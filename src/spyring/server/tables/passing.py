"""Which windows can be let pass, and by which move: the standing orders of a seat.

An order is the name of a window's frame: pass there, whatever the seat holds. In every other window its
person is asked. No order depends on the hand: if those who cannot answer passed by themselves and the others
waited for their person, the time that it takes would tell what they hold.
"""

from spyring.engine.definition import Definition
from spyring.engine.state import State
from spyring.server.tables.live_table import LiveTable, frame_of


def is_pass(game: Definition, move: int) -> bool:
    """Whether a move lets a window pass."""
    return game.moves.phrase(move).passes


def passing_move(live: LiveTable, seat: int) -> int | None:
    """The move by which a seat lets this window pass, if it asked for that."""
    return ordered_pass(live.running.state, live.chairs[seat].passes, seat)


def ordered_pass(state: State, orders: tuple[str, ...], seat: int) -> int | None:
    """The same for any state and orders."""
    if frame_of(state) not in orders:
        return None
    return next((move for move in state.legal(seat) if is_pass(state.game, move)), None)
