"""EST-5: placing tiles and peeking."""

from typing import Any

import pytest

from spyring.engine.errors import IllegalMove
from spyring.engine.state import State
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, asked, frame, legal, play, refused_by, seen, told
from tests.games.estoril.scene import at, finish, hand, scene

PRINTED_OUTER = {
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


def spaces_for(state: State, tile: str) -> set[str]:
    return {move.split()[2] for move in legal(state, verb=f"place {tile}")}


@rule("EST-5.1", "EST-P2")
def test_a_turn_places_exactly_one_tile_with_a_cube() -> None:
    state = scene()
    assert legal(state) == legal(state, verb="place")
    play(state, "place araujo-red 3.II")
    assert "araujo-red" not in hand(state, "red")
    assert at(state, "3.II")["seat"] == "red"
    assert seen(state)["players"][0]["cubes"] == 5
    assert asked(state) == ["green"]
    assert refused_by(state, "place araujo-red 3.III") == "EST-5.1"
    assert refused_by(state, "stop") == "EST-5.1"
    assert refused_by(state, "place araujo-green 7.I") == "EST-4.2"


@rule("EST-5.1")
def test_the_gate_refuses_and_changes_nothing() -> None:
    state = scene()
    before = state.fingerprint()
    with pytest.raises(IllegalMove, match=r"EST-5\.3"):
        play(state, "place araujo-red 1.II")
    with pytest.raises(IllegalMove):
        state.play(1, GAME.moves.parse("place araujo-green 3.II"))
    assert state.fingerprint() == before


@rule("EST-5.2")
def test_any_free_outer_space() -> None:
    state = scene(spaces={"3.II": "araujo-green"})
    assert spaces_for(state, "araujo-red") == PRINTED_OUTER - {"3.II"}


@rule("EST-5.3", "EST-X2")
def test_an_inner_space_beside_an_own_tile() -> None:
    state = scene(spaces={"1.I": "roque-red", "6.I": "roque-green"})
    assert spaces_for(state, "araujo-red") == (PRINTED_OUTER | {"1.II"}) - {"1.I", "6.I"}
    assert refused_by(state, "place araujo-red 6.II") == "EST-5.3"


@rule("EST-5.3")
def test_across_the_border_of_two_boards() -> None:
    state = scene(spaces={"2.III": "roque-red"})  # 2.III lies above 2.II, which lies beside 1.II
    assert "2.II" in spaces_for(state, "araujo-red")
    state = scene(spaces={"2.III": "roque-red", "2.II": "araujo-red"})
    assert {"1.II", "2.I"} <= spaces_for(state, "linda-x-red")


@rule("EST-X2")
def test_example_outer_and_inner_top_secret_spaces() -> None:
    state = scene(spaces={"1.I": "roque-red"})
    for space in ("1.III", "1.II"):
        world = state.clone()
        play(world, f"place araujo-red {space}")
        assert (at(world, space)["face"], at(world, space)["seat"]) == ("down", "red")
    assert refused_by(scene(), "place araujo-red 1.II") == "EST-5.3"


FULL_OUTSIDE = {
    "1.I": "green:nora-s",
    "1.III": "yellow:c-rosa",
    "2.III": "green:hedy-l",
    "3.II": "green:garbo",
    "3.III": "green:pires",
    "4.I": "blue:amelia",
    "4.III": "blue:anne-d",
    "5.I": "yellow:loreta-b",
    "5.II": "blue:salazar",
    "5.III": "blue:zarah-l",
    "6.I": "yellow:s-smith",
    "6.III": "yellow:a-ferro",
}


def crowded(**options: Any) -> State:
    """All outer spaces are taken by others; red has cubes but no tile out."""
    return scene(seats=4, spaces=FULL_OUTSIDE, cubes="6-5-4", **options)


@rule("EST-5.5", "EST-R1")
def test_without_outer_or_own_neighbours_any_free_space() -> None:
    state = crowded()
    assert asked(state) == ["red"]
    assert spaces_for(state, "araujo-red") == {"1.II", "2.I", "2.II", "3.I", "4.II", "6.II"}


@rule("EST-R1")
def test_or_the_turn_is_skipped_where_that_is_agreed() -> None:
    state = crowded(no_legal_space="skip")
    assert asked(state) == ["green"]


@rule("EST-5.6", "EST-P3", "EST-R37")
def test_a_peek_is_offered_after_placing_and_may_be_declined() -> None:
    state = scene(spaces={"5.I": "araujo-green"})
    play(state, "place araujo-red 5.II")
    assert (frame(state), asked(state)) == ("Peek", ["red"])
    assert legal(state) == {"peek 5.I", "peek 5.II", "decline"}
    play(state, "decline")
    assert asked(state) == ["green"]
    assert at(state, "5.I", "red")["tile"] is None


@rule("EST-5.6")
def test_no_peek_without_the_symbol_or_without_anything_hidden() -> None:
    state = scene(spaces={"5.II": "araujo-green"})
    play(state, "place araujo-red 5.I")
    assert asked(state) == ["green"]
    state = scene()
    play(state, "place araujo-red 5.II")  # only its own tile lies face down on this board
    assert asked(state) == ["green"]


@rule("EST-5.6")
def test_only_face_down_tiles_can_be_peeked_at() -> None:
    state = scene(spaces={"5.I": "araujo-green", "3.II": "roque-green"})
    play(state, "place araujo-red 5.II")
    assert refused_by(state, "peek 5.III") == "EST-5.6"
    assert refused_by(state, "peek 5.reward") == "EST-5.6"
    assert refused_by(state, "stop") == "EST-5.6"


@rule("EST-5.7")
def test_reach_this_board() -> None:
    state = scene(spaces={"5.I": "araujo-green", "4.I": "roque-green", "1.I": "guedes-green"})
    play(state, "place araujo-red 5.II")
    assert legal(state, verb="peek") == {"peek 5.I", "peek 5.II"}
    assert refused_by(state, "peek 4.I") == "EST-5.7"


@rule("EST-5.7", "EST-5.8")
def test_reach_this_or_an_adjacent_board_rewards_included() -> None:
    state = scene(spaces={"5.I": "araujo-green", "4.I": "roque-green", "1.I": "guedes-green"})
    play(state, "place araujo-red 5.III")
    assert legal(state, verb="peek") == {"peek 5.I", "peek 5.III", "peek 4.I", "peek 2.reward"}
    play(state, "peek 2.reward")
    assert at(state, "2.reward", "red")["tile"] == "j-bourbon"


@rule("EST-5.7", "EST-9.9")
def test_reach_any_board_from_the_museum() -> None:
    state = scene(grid=(1, 2, 3, 4, 5, 8), spaces={"1.I": "guedes-green"})
    play(state, "place araujo-red 8.III")
    play(state, "decline", "place araujo-green 3.II")
    play(state, "place roque-red 8.IV")
    assert {"peek 1.I", "peek 2.reward", "peek 8.reward"} <= legal(state)


@rule("EST-5.8", "EST-R37")
def test_the_aim_is_public_and_the_face_is_not() -> None:
    state = scene(seats=3, spaces={"5.I": "araujo-green"})
    play(state, "place araujo-red 5.II", "peek 5.I")
    for who in ("red", "green", "blue", SPECTATOR):
        assert told(state, "peeked", who) == [{"seat": "red", "place": "5.I"}]
        assert bool(told(state, "saw", who)) == (who == "red")
    assert at(state, "5.I", "red")["tile"] == "araujo-green"
    assert at(state, "5.I", "blue")["tile"] is None
    assert at(state, "5.I")["tile"] is None


@rule("EST-5.9", "EST-4.4")
def test_after_placing_and_peeking_the_seat_to_the_left_is_on_turn() -> None:
    state = scene(seats=3, spaces={"5.I": "araujo-green"}, turn=2)
    play(state, "place araujo-blue 5.II")
    assert asked(state) == ["blue"]
    play(state, "peek 5.I")
    assert asked(state) == ["red"]


@rule("EST-5.10", "EST-5.12")
def test_a_seat_without_cubes_places_no_more_and_deployment_ends() -> None:
    spaces = {"3.II": "araujo-red", "3.III": "roque-red", "5.I": "hans-r-red", "1.I": "araujo-green"}
    state = scene(seats=4, spaces=spaces, turn=0)  # three cubes each
    assert asked(state) == ["green"]
    for _tile in range(8):
        seat = state.deciders[0]
        assert frame(state) == "Deploy"
        state.play(seat, state.legal(seat)[-1])
        if frame(state) == "Peek":
            play(state, "decline")
    assert table(state).board >= 0 or frame(state) != "Deploy"
    assert all(player["cubes"] == 0 or table(state).board > 0 for player in seen(state)["players"])


@rule("EST-5.11", "EST-R29")
def test_a_seat_with_too_few_tiles_is_skipped_until_nobody_can_place() -> None:
    state = scene(hands={"red": "araujo-red", "green": "araujo-green roque-green guedes-green"})
    turns = []
    while frame(state) == "Deploy":
        turns += asked(state)
        play(state, sorted(legal(state, verb="place"))[-1])
        if frame(state) == "Peek":
            play(state, "decline")
    assert turns == ["red", "green", "green", "green"]


@rule("EST-5.12")
def test_deployment_normally_ends_with_twelve_tiles() -> None:
    for seats in (2, 3, 4):
        state = GAME.start(seats=seats, seed=3, events=True)
        finish(state)
        placed = len(told(state, "placed")) + len(told(state, "placed-unseen"))
        assert placed == 48
