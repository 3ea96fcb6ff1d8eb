"""The chart of Spies!: nothing lies on anything else, in any position, at any size of a window."""

import random

import pytest

from tests.night import NIGHT
from tools.crowding import LANGUAGES, PANEL, UNITS, WINDOWS, Chart, moments, nearest, positions, stands

GAMES = 40 if NIGHT else 4
EVERY = 40  # positions, between two that are measured whole
CHART = Chart()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("window", WINDOWS)
def test_names_and_pins_never_touch(language: str, window: str) -> None:
    names = CHART.names(language, UNITS[window])
    assert nearest([*names, *CHART.drawn_pins(UNITS[window])]).way >= 0
    for name in names:
        left, top, right, bottom = name.rect
        assert left > 10, name
        assert right < PANEL, name
        assert top > 18, name
        assert bottom < 990, name


@pytest.mark.parametrize("part", range(4))
def test_no_two_things_touch_in_any_position_of_random_games(part: int) -> None:
    for moment in moments("spies", GAMES // 4, seed=part, every=EVERY):
        assert moment.near.way >= 0, moment


def test_there_is_room_for_every_piece_in_any_position() -> None:
    dice = random.Random(7)
    for _game, state in zip(range(GAMES), CHART.games(dice), strict=False):
        before = ""
        for _number, table in positions(state, dice):
            if before != (before := stands(table)):
                assert CHART.homeless(table) == []
