"""EST-6 and EST-7: resolving the boards, the end of a round."""

import random
from typing import Any

import pytest

from spyring.engine.errors import IllegalMove
from spyring.engine.state import State
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, asked, frame, legal, play, refused_by, seen, told
from tests.games.estoril.scene import DISCARDS, at, finish, hand, pass_abilities, scene, under

# -- EST-6: resolving the boards -----------------------------------------------------------------------------


@rule("EST-6.1")
def test_the_boards_are_resolved_by_their_numbers() -> None:
    state = GAME.start(seats=2, seed=11, events=True)
    finish(state)
    order = [int(event["board"]) for event in told(state, "board-resolves")]
    rounds = [order[at : at + 6] for at in range(0, 24, 6)]
    assert all(boards == sorted(boards) for boards in rounds)


@rule("EST-6.2")
def test_a_board_is_turned_up_at_its_turn_and_others_stay() -> None:
    state = scene(board=1, spaces={"1.I": "elizabeth-red", "2.I": "hans-r-red", "4.I": "araujo-green"})
    assert at(state, "1.I")["face"] == "up"
    assert at(state, "4.I")["face"] == at(state, "2.I")["face"] == at(state, "2.reward")["face"] == "down"
    play(state, "stop")
    assert (frame(state), table(state).board) == ("UseAbilities", 1)
    assert at(state, "2.I")["face"] == at(state, "2.reward")["face"] == "up"
    assert at(state, "4.I")["face"] == "down"
    assert ("2.reward", "j-bourbon") in [(e["place"], e["tile"]) for e in told(state, "revealed")]


@rule("EST-6.3")
def test_abilities_are_used_in_roman_order() -> None:
    spaces = {"3.III": "guedes-red", "3.I": "guedes-green", "3.II": "hans-r-red"}
    state = scene(board=3, spaces=spaces)
    order = []
    while frame(state) == "UseAbilities":
        order.append(state.view(None)["asked"]["space"])
        play(state, "stop")
    assert order == ["3.I", "3.II", "3.III"]


@rule("EST-6.4", "EST-P4")
def test_every_ability_is_optional_for_the_controller() -> None:
    state = scene(board=3, spaces={"3.I": "linda-x-green", "3.II": "araujo-red", "6.I": "guedes-red"})
    assert asked(state) == ["green"]
    assert legal(state) == {"assassinate 3.II", "stop"}
    play(state, "stop")
    assert at(state, "3.II")["tile"] == "araujo-red"


@rule("EST-6.5")
def test_each_symbol_is_used_once_and_both_may_be_used() -> None:
    spaces = {"3.I": "red:i-shouwaloff", "3.II": "araujo-green", "3.III": "roque-green"}
    state = scene(board=3, spaces=spaces)
    play(state, "assassinate 3.II")
    assert frame(state) == "UseAbilities"
    play(state, "assassinate 3.III")
    assert frame(state) != "UseAbilities"
    assert {"araujo-green", "roque-green"} <= set(hand(state, "green"))
    once = scene(board=3, spaces={**spaces, "3.I": "linda-x-red"})
    play(once, "assassinate 3.II")
    assert frame(once) != "UseAbilities"
    assert (
        refused_by(scene(board=3, spaces={"3.I": "linda-x-red", "3.II": "araujo-green"}), "conspire")
        == "EST-6.5"
    )


@rule("EST-6.6")
def test_the_board_s_own_rule_comes_after_the_abilities() -> None:
    state = scene(board=6, spaces={"6.I": "linda-x-red", "6.II": "araujo-green"})
    assert not told(state, "dice")
    play(state, "assassinate 6.II")
    assert [event["space"] for event in told(state, "dice")] == ["6.I"]


def winner(spaces: dict[str, str]) -> str:
    """Who wins the reward of board 3, with abilities left unused."""
    state = scene(board=3, rewards={3: "c-lucky-luciano"}, spaces={**spaces, "6.I": "guedes-red"})
    pass_abilities(state)
    return next(colour for colour in ("red", "green") if "c-lucky-luciano" in hand(state, colour))


@rule("EST-6.7")
def test_strength_is_the_sum_of_all_tiles() -> None:
    assert winner({"3.I": "araujo-red", "3.II": "hans-r-green", "3.III": "green:a-monteiro"}) == "green"
    assert winner({"3.I": "araujo-red", "3.II": "elizabeth-red", "3.III": "green:walser-s"}) == "green"
    assert winner({"3.I": "red:garbo", "3.II": "araujo-red", "3.III": "green:e-windsor"}) == "red"


@rule("EST-6.8")
def test_the_strongest_seat_takes_the_reward_into_its_hand() -> None:
    spaces = {"3.I": "roque-red", "3.II": "araujo-green", "6.I": "guedes-red"}
    state = scene(board=3, rewards={3: "garbo"}, spaces=spaces)
    assert "garbo" in hand(state, "green")
    assert at(state, "3.reward")["face"] is None
    assert seen(state)["players"][1]["hand"] == 6


@rule("EST-6.9", "EST-X3")
def test_a_tie_goes_to_the_lowest_space() -> None:
    assert winner({"3.I": "araujo-green", "3.II": "araujo-red"}) == "green"
    assert winner({"3.III": "elizabeth-green", "3.II": "araujo-red", "3.I": "hans-r-green"}) == "green"
    assert winner({"3.II": "araujo-green", "3.III": "araujo-red"}) == "green"


@rule("EST-6.9")
def test_the_log_names_what_breaks_a_tie() -> None:
    spaces = {"3.I": "linda-x-red", "3.II": "araujo-green", "3.III": "araujo-red", "6.I": "guedes-red"}
    state = scene(board=3, spaces=spaces)
    pass_abilities(state)
    line = {"seat": "red", "space": "3.I", "count": "2"}
    assert told(state, "strength-tied") == [line]
    said = GAME.events.retell({"kind": "strength-tied", **line})
    assert said == "Tied at strength 2: Red wins with the lowest numeral, Tamariz I (EST-6.9)."
    clear = scene(board=3, spaces=spaces | {"3.III": "hans-r-red"})
    pass_abilities(clear)
    assert told(clear, "strength-tied") == []


@rule("EST-6.10")
def test_strength_zero_counts() -> None:
    assert winner({"3.II": "linda-x-green"}) == "green"
    assert winner({"3.II": "linda-x-green", "3.III": "linda-x-red"}) == "green"


@rule("EST-6.11", "EST-R22")
def test_an_unclaimed_reward_goes_under_the_pile_known_to_all() -> None:
    state = scene(board=3, rewards={3: "garbo"}, spaces={"6.I": "guedes-red"})
    size = len(table(state).pile)
    known = seen(state)["pile"]["known"]
    assert known[0] == {"tile": "garbo", "from_top": size - 2}  # those of boards 4 and 5 came after it
    assert under(state) == known[-1]["tile"]


@rule("EST-6.12", "EST-7.1")
def test_all_tiles_stay_until_every_board_is_resolved() -> None:
    state = scene(board=3, spaces={"3.I": "araujo-red", "3.II": "roque-green", "6.I": "guedes-red"})
    assert table(state).board == 5
    assert at(state, "3.I")["tile"] == "araujo-red"
    assert "araujo-red" not in hand(state, "red")
    play(state, "stop")
    assert (frame(state), asked(state)) == ("ChooseDiscards", ["red"])
    assert {"araujo-red", "guedes-red"} <= set(hand(state, "red"))
    assert seen(state)["players"][0]["cubes"] == 6


# -- EST-7: the end of a round -------------------------------------------------------------------------------

EIGHT = "araujo-red guedes-red roque-red hans-r-red elizabeth-red linda-x-red garbo pires"
SEVEN = "araujo-green guedes-green roque-green hans-r-green elizabeth-green linda-x-green amelia"


def discarding(**given: Any) -> State:
    return scene(
        at_end=True,
        stack=DISCARDS,
        hands={"red": EIGHT, "green": SEVEN},
        **given,
    )


@rule("EST-7.2", "EST-P6", "EST-R36")
def test_down_to_exactly_six() -> None:
    state = discarding()
    assert asked(state) == ["red", "green"]
    play(state, "green: discard amelia", "green: ready", "red: discard garbo")
    assert asked(state) == ["red"]
    assert refused_by(state, "discard garbo") == refused_by(state, "discard amelia") == "EST-7.2"
    play(state, "red: discard araujo-red", "red: ready")
    for player in seen(state)["players"]:
        assert player["hand"] == 6
    assert seen(state)["players"][0]["discards"] == ["garbo", "araujo-red"]


@rule("EST-7.2")
def test_six_or_fewer_discard_nothing() -> None:
    state = scene(at_end=True, stack=DISCARDS, hands={"red": EIGHT})
    assert asked(state) == ["red"]


@rule("EST-7.3")
def test_nothing_shows_until_all_have_chosen_and_a_ready_seat_may_start_over() -> None:
    state = discarding()
    play(state, "green: discard amelia", "green: ready")
    for who in ("red", SPECTATOR):
        assert seen(state, who)["players"][1]["discards"] == []
        assert not told(state, "chose-discard", who)
        assert told(state, "ready", who)
    assert state.view(1)["asked"]["chosen"] == ["amelia"]
    assert state.interrupters == (1,)
    play(state, "green: reconsider")
    assert asked(state) == ["red", "green"]
    play(state, "green: discard roque-green", "green: ready")
    play(
        state,
        "red: discard pires",
        "red: reconsider",
        "red: discard pires",
        "red: discard garbo",
        "red: ready",
    )
    shown = [(e["seat"], e["tile"]) for e in told(state, "discarded")]
    assert shown == [("red", "pires"), ("red", "garbo"), ("green", "roque-green")]


@rule("EST-R50", "EST-7.3")
def test_reconsidering_needs_a_choice() -> None:
    state = discarding()
    with pytest.raises(IllegalMove, match=r"EST-R50"):
        play(state, "red: reconsider")


@rule("EST-7.4")
def test_everybody_can_read_the_discards_at_any_time() -> None:
    state = scene(discards={"red": "garbo pires", "green": "amelia"}, hands={"red": "araujo-red"})
    for who in ("red", "green", SPECTATOR):
        assert [player["discards"] for player in seen(state, who)["players"]] == [
            ["garbo", "pires"],
            ["amelia"],
        ]


@rule("EST-7.5")
def test_the_first_player_tile_passes_to_the_left_except_after_round_four() -> None:
    state = scene(seats=3, at_end=True, round=1, first=2)
    assert (seen(state)["first"], seen(state)["round"], asked(state)) == ("red", 2, ["red"])
    last = scene(seats=3, at_end=True, round=4, first=2)
    assert (seen(last)["first"], last.deciders) == ("blue", ())


@rule("EST-10.1", "EST-R36")
def test_round_four_ends_with_discards_too() -> None:
    state = discarding(round=4)
    assert asked(state) == ["red", "green"]
    play(state, "red: discard garbo", "red: discard pires", "red: ready")
    play(state, "green: discard amelia", "green: ready")
    assert state.outcome is not None


@rule("EST-D16")
def test_no_tile_is_ever_lost() -> None:
    dice = random.Random(5)
    for seats in (2, 3, 4):
        state = GAME.start(seats=seats, seed=seats)
        while state.deciders:
            seat = dice.choice(state.deciders)
            state.play(seat, dice.choice(state.legal(seat)))
            assert state.census() == GAME.components(seats)
