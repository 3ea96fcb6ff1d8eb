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


def _beside(cell: int) -> list[int]:
    """The cells that share a side with a cell (EST-3.4)."""
    row, column = divmod(cell, COLUMNS)
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [r * COLUMNS + c for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS]


CELL_OF: Final = [_cell_of(spot, corner) for spot in range(IN_GRID) for corner in range(4)]
BESIDE: Final = [_beside(cell) for cell in range(CELLS)]
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

    ``cell[space]`` and ``at[cell]`` say where the spaces lie; ``vicinity[board]`` lists the places of a board
    and of its neighbours; ``whole`` and ``outer`` are masks of spaces.
    """

    def __init__(self, box: Box, boards: tuple[int, ...], turns: tuple[int, ...]) -> None:
        self.boards = boards
        self.turns = turns
        self.order = sorted(boards)
        self.cell = [-1] * SPACES
        self.at = [-1] * CELLS
        self.spaces: list[int] = []
        self.places: list[int] = []
        self.vicinity: list[list[int]] = [[]] * BOARDS
        whole: i64 = 0
        outer: i64 = 0
        for spot in range(IN_GRID):
            board = boards[spot]
            corner = spot * 4
            for space in SPACES_OF[board]:
                cell = CELL_OF[corner + (box.cell[space] + turns[spot] & 3)]
                self.cell[space] = cell
                self.at[cell] = space
                bit: i64 = 1 << space
                whole |= bit
                if board == MUCHAXO or ON_EDGE[cell]:
                    outer |= bit
            self.spaces += SPACES_OF[board]
            self.places += PLACES_OF[board]
            vicinity = PLACES_OF[board]
            for other in NEXT_SPOTS[spot]:
                vicinity = vicinity + PLACES_OF[boards[other]]
            self.vicinity[board] = vicinity
        self.whole = int(whole)
        self.outer = int(outer)

    def near(self, space: int) -> i64:
        """The adjacent spaces, as a mask (EST-3.4)."""
        mask: i64 = 0
        for cell in BESIDE[self.cell[space]]:
            other = self.at[cell]
            if other >= 0:
                mask |= 1 << other
        return mask
