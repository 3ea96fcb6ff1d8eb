"""Who is ahead, as far as a seat can tell."""

import random

import pytest

import spyring
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.state import State

RIVALS = [game for game in spyring.shelf() if game.kind != COOPERATIVE]
each = pytest.mark.parametrize("game", RIVALS, ids=lambda game: game.name)


def played(game: Game, seats: int, seed: int, share: float) -> State:
    """A game in which this share of what it may take at most has been decided."""
    state, dice = game.start(seats=seats, seed=seed), random.Random(seed)
    for _decision in range(int(share * 600)):
        if not state.deciders:
            break
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
    return state


@each
@pytest.mark.parametrize("share", [0.02, 0.2, 0.5])
def test_every_seat_has_an_estimate_between_its_bounds(game: Game, share: float) -> None:
    for seats in game.seats:
        state = played(game, seats, 5, share)
        for viewer in (*range(seats), None):
            found = game.forecast(state.view(viewer))
            assert [one.seat for one in found] == list(game.seat_names(seats))
            for one in found:
                assert one.low <= one.likely <= one.high
                assert all(low <= likely <= high for _title, low, likely, high in one.parts)


@each
def test_it_tells_nobody_more_than_they_see(game: Game) -> None:
    state = played(game, game.seats[-1], 9, 0.2)
    for viewer in (*range(game.seats[-1]), None):
        said = {
            tuple((one.seat, *one.parts) for one in game.forecast(state.resample(viewer, k).view(viewer)))
            for k in range(6)
        }
        assert len(said) == 1


@each
def test_the_parts_have_names_that_people_read(game: Game) -> None:
    for one in game.forecast(played(game, game.seats[-1], 2, 0.2).view(0)):
        for title, *_points in one.parts:
            assert game.part_title(title)


@each
def test_in_the_end_it_is_the_result(game: Game) -> None:
    seats = game.seats[0]
    state = played(game, seats, 4, 1e9)
    assert state.outcome is not None
    found = game.forecast(state.view(0))
    assert [round(one.likely) for one in found] == list(state.outcome.scores)


@each
def test_what_the_parts_count_stands_under_their_titles(game: Game) -> None:
    for one in game.forecast(played(game, game.seats[-1], 2, 0.2).view(0)):
        titles = {title for title, *_points in one.parts}
        assert all(title in titles and low <= likely <= high for title, low, likely, high in one.counts)
