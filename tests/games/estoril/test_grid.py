"""EST-3: outer and inner spaces, adjacent spaces and boards, out of the real geometry."""

import random

from spyring.games.estoril import GAME
from spyring.games.estoril import words as w
from spyring.games.estoril.box import MUCHAXO
from spyring.games.estoril.grid import BOARD_OF, REWARD, SPACES_OF, Layout, Sites
from spyring.testkit import rule
from spyring.testkit.scene import seen
from tests.games.estoril.scene import at, scene

SITES = Sites(GAME.box)


def layouts(count: int = 200) -> list[Layout]:
    dice = random.Random(7)
    return [
        Layout(SITES, tuple(dice.sample(range(8), 6)), tuple(dice.choices(range(4), k=6)))
        for _layout in range(count)
    ]


def spaces_of(layout: Layout) -> list[int]:
    return [space for space in range(w.SPACES) if layout.cell[space] >= 0]


def neighbours(layout: Layout, space: int) -> set[int]:
    return {other for other in range(w.SPACES) if layout.near(space) >> other & 1}


def boards_beside(layout: Layout, board: int) -> set[int]:
    return {BOARD_OF[place] for place in layout.vicinity[board]} - {board}


@rule("EST-3.1", "EST-D11")
def test_boards_are_two_by_two_and_fill_four_by_six_cells() -> None:
    for layout in layouts():
        cells = [layout.cell[space] for space in spaces_of(layout)]
        assert len(set(cells)) == len(cells)
        assert set(cells) <= set(range(24))
        for spot, board in enumerate(layout.boards):
            rows = {layout.cell[space] // 6 // 2 for space in SPACES_OF[board]}
            columns = {layout.cell[space] % 6 // 2 for space in SPACES_OF[board]}
            assert (rows, columns) == ({spot // 3}, {spot % 3})


@rule("EST-3.2", "EST-3.3")
def test_outer_spaces_lie_on_the_outside_edge() -> None:
    for layout in layouts():
        for space in spaces_of(layout):
            row, column = divmod(layout.cell[space], 6)
            edge = row in (0, 3) or column in (0, 5)
            assert bool(layout.outer >> space & 1) == (edge or BOARD_OF[space] == MUCHAXO)


@rule("EST-3.2", "EST-3.3")
def test_outer_and_inner_in_a_grid_as_printed() -> None:
    state = scene()
    outer = {space["place"] for board in seen(state)["boards"] for space in board["spaces"] if space["outer"]}
    assert outer == {
        "1.I",
        "1.III",
        "2.III",
        "3.II",
        "3.III",
        "4.I",
        "4.III",
        "5.I",
        "5.II",
        "5.III",
        "6.I",
        "6.III",
    }


@rule("EST-3.4", "EST-R38")
def test_adjacent_spaces_share_a_side_and_rewards_link_nothing() -> None:
    for layout in layouts():
        for space in spaces_of(layout):
            row, column = divmod(layout.cell[space], 6)
            for other in spaces_of(layout):
                r, c = divmod(layout.cell[other], 6)
                assert (other in neighbours(layout, space)) == (abs(row - r) + abs(column - c) == 1)


@rule("EST-3.4")
def test_adjacent_on_one_board_and_across_two() -> None:
    layout = Layout(SITES, (0, 1, 2, 3, 4, 5), (0,) * 6)
    names = {w.SPACE_IDS[space] for space in neighbours(layout, w.SPACE_IDS.index("1.II"))}
    assert names == {"1.I", "1.III", "2.II", "4.II"}


@rule("EST-3.5", "EST-D14")
def test_adjacent_boards_share_a_side() -> None:
    for layout in layouts():
        for spot, board in enumerate(layout.boards):
            row, column = divmod(spot, 3)
            expected = {
                layout.boards[other]
                for other in range(6)
                if abs(row - other // 3) + abs(column - other % 3) == 1
            }
            assert boards_beside(layout, board) == expected
            assert len(expected) == (3 if column == 1 else 2)


@rule("EST-X1")
def test_example_board_two_in_the_middle_touches_four_five_and_six() -> None:
    layout = Layout(SITES, (3, 1, 4, 0, 5, 2), (0, 1, 2, 3, 0, 1))
    assert boards_beside(layout, 1) == {3, 4, 5}


@rule("EST-R38", "EST-9.9")
def test_the_four_spaces_of_the_museum_are_a_block() -> None:
    for turn in range(4):
        layout = Layout(SITES, (7, 0, 1, 2, 3, 4), (turn, 0, 0, 0, 0, 0))
        inside = set(SPACES_OF[7])
        for space in inside:
            assert len(neighbours(layout, space) & inside) == 2
    assert at(scene(grid=(8, 1, 2, 3, 4, 5)), "8.reward")["cell"] is None


@rule("EST-9.5", "EST-R39")
def test_muchaxo_is_outer_but_its_neighbours_are_not() -> None:
    layout = Layout(SITES, (0, 4, 2, 3, 1, 5), (0,) * 6)  # Muchaxo in the middle of the upper row
    assert all(layout.outer >> space & 1 for space in SPACES_OF[4])
    inner = [
        s for s in spaces_of(layout) if layout.cell[s] // 6 in (1, 2) and layout.cell[s] % 6 in (1, 2, 3, 4)
    ]
    for space in inner:
        if BOARD_OF[space] != 4:
            assert not layout.outer >> space & 1


@rule("EST-D12")
def test_there_are_eighteen_spaces_or_nineteen_with_the_museum_and_never_too_few() -> None:
    for layout in layouts():
        assert len(spaces_of(layout)) == (19 if 7 in layout.boards else 18)
    for seats in (2, 3, 4):
        for cubes in ("6-4-3", "6-5-4"):
            players = seen(GAME.start(seats=seats, cubes=cubes))["players"]
            assert sum(player["cubes"] for player in players) <= 16


@rule("EST-D13")
def test_at_least_ten_outer_spaces() -> None:
    fewest = 24
    for layout in layouts(2000):
        outer = [space for space in spaces_of(layout) if layout.outer >> space & 1]
        fewest = min(fewest, len(outer))
    assert fewest >= 10
    assert fewest < 12  # fewer than the tiles of a round, so the other rules are needed


def test_turning_a_board_turns_its_cells_clockwise() -> None:
    first = at(scene(), "1.I")["cell"]
    second = at(scene(turns=(1, 0, 0, 0, 0, 0)), "1.I")["cell"]
    assert (first, second) == ([0, 1], [1, 1])
    assert at(scene(turns=(2, 0, 0, 0, 0, 0)), "1.reward")["cell"] == [1, 1]
    assert REWARD == w.SPACES
