"""The six boards of a round as they lie: which spaces are outer, what is adjacent to what (EST-3)."""

from typing import Final

from mypy_extensions import i64

from spyring.games.estoril import words as w
from spyring.games.estoril.box import IN_GRID, MUCHAXO, MUSEUM, Box

COLUMNS: Final = 6
ROWS: Final = 4
CELLS: Final = 24
SPOTS: Final = ("top left", "top middle", "top right", "bottom left", "bottom middle", "bottom right")
TURNS: Final = ("as printed", "a quarter", "a half", "three quarters")


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

BOARD_OF: Final = [min(space // 3, MUSEUM) for space in range(w.SPACES)] + list(range(w.BOARDS))  # by place
SPACES_OF: Final = [
    [space for space in range(w.SPACES) if BOARD_OF[space] == board] for board in range(w.BOARDS)
]
REWARD: Final = w.SPACES  # the place of a board's reward is REWARD + board
PLACES_OF: Final = [
    [place for place in range(w.PLACES) if BOARD_OF[place] == board] for board in range(w.BOARDS)
]
WHOLE: Final = [sum(1 << space for space in SPACES_OF[board]) for board in range(w.BOARDS)]  # as masks


class Sites:
    """Where the spaces of a board lie, by spot, board and turn; computed once per box."""

    def __init__(self, box: Box) -> None:
        self.cells: list[list[int]] = []
        self.outer: list[int] = []  # masks of spaces
        for spot in range(IN_GRID):
            for board in range(w.BOARDS):
                for turn in range(4):
                    cells = [CELL_OF[spot * 4 + (box.cell[space] + turn & 3)] for space in SPACES_OF[board]]
                    every = board == MUCHAXO or box.in_grid < IN_GRID  # one row is all edge
                    outer = [at for at, cell in enumerate(cells) if every or ON_EDGE[cell]]
                    self.cells.append(cells)
                    self.outer.append(sum(1 << SPACES_OF[board][at] for at in outer))
        self.printed = Layout(self, tuple(box.in_play[: box.in_grid]), (0,) * box.in_grid)


class Layout:
    """Boards by spot, and their clockwise quarter turns. Immutable, so clones share it.

    ``cell[space]`` and ``at[cell]`` say where the spaces lie; ``vicinity[board]`` lists the places of a board
    and of its neighbours; ``whole`` and ``outer`` are masks of spaces.
    """

    def __init__(self, sites: Sites, boards: tuple[int, ...], turns: tuple[int, ...]) -> None:
        self.boards = boards
        self.turns = turns
        self.cell = [-1] * w.SPACES
        self.at = [-1] * CELLS
        self.vicinity: list[list[int]] = [[]] * w.BOARDS
        self.whole = 0
        self.outer = 0
        for spot in range(len(boards)):
            board = boards[spot]
            site = (spot * w.BOARDS + board) * 4 + turns[spot]
            self.outer |= sites.outer[site]
            self.whole |= WHOLE[board]
            space = board * 3
            for cell in sites.cells[site]:
                self.cell[space] = cell
                self.at[cell] = space
                space += 1
            near = PLACES_OF[board]
            for other in NEXT_SPOTS[spot]:
                if other < len(boards):
                    near = near + PLACES_OF[boards[other]]
            self.vicinity[board] = near

    def has(self, board: int) -> bool:
        """Whether a board is in the grid this round."""
        return self.cell[board * 3] >= 0

    def near(self, space: int) -> i64:
        """The adjacent spaces, as a mask (EST-3.4)."""
        mask: i64 = 0
        for cell in BESIDE[self.cell[space]]:
            other = self.at[cell]
            if other >= 0:
                mask |= 1 << other
        return mask

    def places(self) -> list[int]:
        """All spaces and reward spaces in the grid."""
        found: list[int] = []
        for board in self.boards:
            found += PLACES_OF[board]
        return found
