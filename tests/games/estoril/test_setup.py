"""EST-1, EST-2 and EST-4: pieces, setup, the start of a round."""

from collections import Counter

import pytest

from spyring.engine.errors import BadSeats
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, play, refused_by, seen, told
from tests.games.estoril.scene import CHARACTERS, COLOURS, STARTERS, at, ending, finish, hand, scene, scores

SEATS = (2, 3, 4)


@rule("EST-1.1")
def test_two_three_or_four_seats() -> None:
    assert GAME.seats == SEATS
    for seats in SEATS:
        assert len(seen(GAME.start(seats=seats))["players"]) == seats
    for seats in (1, 5):
        with pytest.raises(BadSeats, match="2, 3, 4"):
            GAME.start(seats=seats)


@rule("EST-1.2", "EST-10.1")
def test_four_rounds_then_the_highest_total_wins() -> None:
    state = GAME.start(seats=3, seed=4, events=True)
    finish(state)
    assert [event["count"] for event in told(state, "round-begins")] == ["1", "2", "3", "4"]
    assert state.outcome is not None
    best = max(scores(state))
    assert all(scores(state)[seat] == best for seat in state.outcome.winners)


@rule("EST-1.3")
def test_what_a_tile_has() -> None:
    for tile in GAME.box.tiles:
        assert {"name", "flag", "strength", "vp", "abilities", "woman"} <= set(tile)
        assert len(tile["abilities"]) <= 2


@rule("EST-1.4", "EST-D1")
def test_only_starting_tiles_carry_a_colour() -> None:
    coloured = [f"{name}-{colour}" for colour in COLOURS for name in STARTERS]
    assert GAME.box.ids == [*coloured, *CHARACTERS]


@rule("EST-1.5", "EST-9.9")
def test_three_spaces_a_board_and_four_in_the_museum() -> None:
    for entry in seen(scene(grid=(8, 1, 2, 3, 4, 5)))["boards"]:
        assert len(entry["spaces"]) == (4 if entry["id"] == "museum" else 3)
        assert entry["reward"]["face"] is not None


@rule("EST-1.6")
def test_a_space_holds_one_tile() -> None:
    state = scene(spaces={"3.II": "araujo-green"})
    assert refused_by(state, "place araujo-red 3.II") == "EST-1.6"


@rule("EST-1.7")
def test_numerals_and_numbers() -> None:
    for board in GAME.box.boards:
        assert [space["numeral"] for space in board["spaces"]] == ["I", "II", "III", "IV"][
            : len(board["spaces"])
        ]
    assert [board["number"] for board in GAME.box.boards] == [1, 2, 3, 4, 5, 6, 7, 8]


@rule("EST-1.8", "EST-5.4", "EST-R40")
def test_top_secret_spaces_take_tiles_face_down_and_others_face_up() -> None:
    state = scene(spaces={"2.III": "roque-red"})
    for space in ("3.II", "1.I", "2.II"):  # open; Top Secret outer; Top Secret inner beside 2.III
        world = state.clone()
        play(world, f"place araujo-red {space}")
        if frame(world) == "Peek":
            play(world, "decline")
        face = at(world, space)
        assert face["face"] == ("up" if space == "3.II" else "down")
        assert face["top_secret"] == (space != "3.II")
    assert at(state, "2.reward")["face"] == "down"
    assert at(state, "1.reward")["face"] == "up"


@rule("EST-1.9")
def test_the_cube_tells_who_controls_a_tile() -> None:
    state = scene(seats=3)
    play(state, "place araujo-red 3.II", "place linda-x-green 3.III")
    assert at(state, "3.II")["seat"] == "red"
    assert at(state, "3.III")["seat"] == "green"


@rule("EST-2.1", "EST-2.5")
def test_each_seat_has_the_six_tiles_of_its_colour_and_other_sets_leave_the_game() -> None:
    for seats in SEATS:
        state = GAME.start(seats=seats, seed=1)
        for colour in COLOURS[:seats]:
            assert hand(state, colour) == [f"{name}-{colour}" for name in STARTERS]
        for colour in COLOURS[seats:]:
            assert f"araujo-{colour}" not in state.census()


@rule("EST-2.2", "EST-R2")
def test_cubes_by_the_number_of_seats() -> None:
    for option, counts in (("6-4-3", (6, 4, 3)), ("6-5-4", (6, 5, 4))):
        for seats, cubes in zip(SEATS, counts, strict=True):
            state = GAME.start(seats=seats, cubes=option)
            assert {player["cubes"] for player in seen(state)["players"]} == {cubes}


@rule("EST-2.3")
def test_four_random_missions_for_all_and_eight_leave_the_game() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(60):
        missions = seen(GAME.start(seed=seed))["missions"]
        assert len(set(missions)) == 4
        drawn.update(missions)
    assert set(drawn) == set(GAME.box.mission_ids)


@rule("EST-2.4", "EST-4.3")
def test_all_other_characters_are_shuffled_and_become_rewards_one_after_another() -> None:
    first: Counter[str] = Counter()
    for seed in range(200):
        state = GAME.start(seed=seed)
        t = table(state)
        assert seen(state)["pile"] == {"size": 21, "known": []}
        assert sorted(t.pile + [tile for tile in t.tiles if tile >= 0]) == list(range(24, 51))
        first[GAME.box.ids[t.pile[-1]]] += 1
    assert set(first) == set(CHARACTERS)


@rule("EST-2.6", "EST-R41", "EST-4.4")
def test_the_first_player_is_drawn_and_takes_the_first_turn() -> None:
    begins: Counter[str] = Counter()
    for seed in range(60):
        state = GAME.start(seats=4, seed=seed, events=True)
        assert asked(state) == [seen(state)["first"]]
        assert told(state, "first-player")[0]["seat"] == asked(state)[0]
        begins.update(asked(state))
    assert set(begins) == set(COLOURS)


@rule("EST-4.4")
def test_play_goes_clockwise() -> None:
    state = scene(seats=3, turn=1)
    order = []
    for space in ("3.II", "3.III", "1.I"):
        order += asked(state)
        play(state, f"place araujo-{asked(state)[0]} {space}")
    assert order == ["green", "blue", "red"]


@rule("EST-2.7")
def test_the_game_begins_in_round_one() -> None:
    assert seen(GAME.start())["round"] == 1


@rule("EST-4.1", "EST-4.2", "EST-3.1")
def test_six_of_all_eight_boards_at_random_spots_and_turns_every_round() -> None:
    spots: Counter[tuple[int, int]] = Counter()
    turns: Counter[tuple[int, int]] = Counter()
    for seed in range(120):
        state = GAME.start(seats=2, seed=seed)
        boards = seen(state)["boards"]
        assert len({entry["board"] for entry in boards}) == 6
        assert sorted([entry["board"] for entry in boards] + seen(state)["sitting_out"]) == list(range(1, 9))
        spots.update((entry["board"], entry["spot"]) for entry in boards)
        turns.update((entry["board"], entry["turned"]) for entry in boards)
    assert len(spots) == 8 * 6
    assert len(turns) == 8 * 4


@rule("EST-4.1")
def test_the_boards_of_the_last_round_are_shuffled_in_again() -> None:
    state = GAME.start(seats=2, seed=5, events=True)
    finish(state)
    laid = [int(event["board"]) for event in told(state, "board-laid")]
    rounds = [set(laid[at : at + 6]) for at in range(0, 24, 6)]
    assert all(len(boards) == 6 for boards in rounds)
    assert rounds[0] & rounds[1]


@rule("EST-4.3")
def test_rewards_lie_as_their_spaces_say() -> None:
    state = scene(grid=(8, 2, 3, 4, 5, 6))
    for entry in seen(state)["boards"]:
        assert entry["reward"]["face"] == ("down" if entry["board"] in (2, 8) else "up")
        assert (entry["reward"]["tile"] is None) == (entry["board"] in (2, 8))


@rule("EST-10.1")
def test_after_the_end_nothing_can_be_played() -> None:
    state = ending()
    assert state.deciders == ()
    assert not any(state.legal(seat) for seat in range(2))
    refusal = state.why_not(0, 0)
    assert refusal is not None
    assert refusal.clause == "EST-10.1"
