"""The six boards of a round as they lie: which spaces are outer, what is adjacent to what (EST-3)."""

from typing import Final

from mypy_extensions import i64

from spyring.games.estoril.box import BOARDS, IN_GRID, MUCHAXO, MUSEUM, PLACES, SPACES, Box

COLUMNS: Final = 6
ROWS: Final = 4
CELLS: Final = 24


def _cell_of(spot: int, corner: int) -> int:
    """The cell under a corner (clockwise from the top left) of the board in a spot (row by row)."""
    row = spot // 3 * 2 + (1 if corner >= 2 else 0)
    column = spot % 3 * 2 + (1 if corner in (1, 2) else 0)
    return row * COLUMNS + column


def _sides() -> list[tuple[int, int]]:
    """All pairs of cells that share a side (EST-3.4)."""
    across = [(cell, cell + 1) for cell in range(CELLS) if cell % COLUMNS < COLUMNS - 1]
    return across + [(cell, cell + COLUMNS) for cell in range(CELLS - COLUMNS)]


CELL_OF: Final = [_cell_of(spot, corner) for spot in range(IN_GRID) for corner in range(4)]
FIRST_SIDE: Final = [pair[0] for pair in _sides()]
SECOND_SIDE: Final = [pair[1] for pair in _sides()]
ON_EDGE: Final = [
    cell // COLUMNS in (0, ROWS - 1) or cell % COLUMNS in (0, COLUMNS - 1) for cell in range(CELLS)
]
NEXT_SPOTS: Final = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [1, 3, 5], [2, 4]]  # EST-3.5, EST-D14

BOARD_OF: Final = [min(space // 3, MUSEUM) for space in range(SPACES)] + list(range(BOARDS))  # by place
SPACES_OF: Final = [[space for space in range(SPACES) if BOARD_OF[space] == board] for board in range(BOARDS)]
REWARD: Final = SPACES  # the place of a board's reward is REWARD + board
PLACES_OF: Final = [[place for place in range(PLACES) if BOARD_OF[place] == board] for board in range(BOARDS)]


class Layout:
    """Boards by spot, and by how many quarters each is turned clockwise. Never changed, so clones share it.

    ``near[space]`` is the mask of adjacent spaces, ``vicinity[board]`` lists the places of a board and of its
    neighbours.
    """

    def __init__(self, box: Box, boards: tuple[int, ...], turns: tuple[int, ...]) -> None:
        self.boards = boards
        self.turns = turns
        self.order = sorted(boards)
        self.cell = [-1] * SPACES
        self.spaces: list[int] = []
        self.places: list[int] = []
        self.vicinity: list[list[int]] = [[]] * BOARDS
        self.near = [0] * SPACES
        at = [-1] * CELLS
        outer: i64 = 0
        for spot in range(IN_GRID):
            board = boards[spot]
            turn = turns[spot]
            for space in SPACES_OF[board]:
                cell = CELL_OF[spot * 4 + (box.cell[space] + turn & 3)]
                at[cell] = space
                self.cell[space] = cell
                if ON_EDGE[cell] or board == MUCHAXO:
                    outer |= 1 << space
            self.spaces += SPACES_OF[board]
            self.places += PLACES_OF[board]
            vicinity = PLACES_OF[board][:]
            for other in NEXT_SPOTS[spot]:
                vicinity += PLACES_OF[boards[other]]
            self.vicinity[board] = vicinity
        self.outer = int(outer)
        self._join(at)

    def _join(self, at: list[int]) -> None:
        """Find the adjacent spaces, given the space ``at`` each cell or -1."""
        near = self.near
        for side in range(len(FIRST_SIDE)):
            one = at[FIRST_SIDE[side]]
            other = at[SECOND_SIDE[side]]
            if one >= 0 and other >= 0:
                near[one] |= 1 << other
                near[other] |= 1 << one
