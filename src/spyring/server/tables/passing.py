"""Which windows can be let pass, and by which move: the standing orders of a seat.

An order is the name of a window's frame: always pass there; with a question mark after it: pass unless
something else can be done.
"""

from typing import Final

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.server.tables.room import Room, frame_of

UNLESS: Final = "?"


def is_pass(game: Game, move: int) -> bool:
    """Whether a move lets a window pass."""
    return game.moves.phrase(move).passes


def passing_move(room: Room, seat: int) -> int | None:
    """The move by which a seat lets this window pass, if it asked for that."""
    return ordered_pass(room.game_on.state, room.chairs[seat].passes, seat)


def ordered_pass(state: State, orders: tuple[str, ...], seat: int) -> int | None:
    """The same for any state and orders."""
    frame = frame_of(state)
    if frame not in orders and frame + UNLESS not in orders:
        return None
    legal = state.legal(seat)
    passes = [move for move in legal if is_pass(state.game, move)]
    if not passes or (frame not in orders and len(passes) < len(legal)):
        return None
    return passes[0]
