"""Which windows can be let pass, and by which move."""

from spyring.engine.game import Game
from spyring.server.tables.room import Room, frame_of


def is_pass(game: Game, move: int) -> bool:
    """Whether a move lets a window pass."""
    return game.moves.phrase(move).passes


def passing_move(room: Room, seat: int) -> int | None:
    """The move by which a seat lets this window pass, if it asked for that."""
    state = room.game_on.state
    if frame_of(state) not in room.chairs[seat].passes:
        return None
    return next((move for move in state.legal(seat) if is_pass(room.game, move)), None)
