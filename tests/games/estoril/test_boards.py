"""EST-9: what each location board does."""

from collections import Counter

from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.games.estoril.scoring import strongest
from spyring.testkit import rule
from spyring.testkit.scene import frame, legal, play, refused_by, seen, told
from tests.games.estoril.scene import at, hand, scene, strength


@rule("EST-9.1", "EST-R30")
def test_no_assassin_in_the_church_but_other_abilities() -> None:
    state = scene(board=1, spaces={"1.I": "linda-x-red", "1.II": "araujo-green", "1.III": "red:g-rene"})
    assert state.view(None)["asked"]["space"] == "1.III"
    assert legal(state) == {"conspire", "stop"}
    assert refused_by(state, "assassinate 1.II") == "EST-9.1"
    assert "place linda-x-red 1.I" in legal(scene())


@rule("EST-9.2", "EST-R32")
def test_british_characters_gain_one_in_the_palacio() -> None:
    spaces = {"2.I": "elizabeth-red", "2.II": "hans-r-green", "3.I": "red:i-l-fleming", "5.I": "guedes-green"}
    state = scene(board=2, spaces=spaces)
    assert (strength(state, "2.I"), strength(state, "2.II"), strength(state, "3.I")) == (2, 1, 3)


@rule("EST-9.4", "EST-R32")
def test_german_characters_gain_one_in_the_atlantico_seduced_ones_too() -> None:
    spaces = {"4.I": "hans-r-red", "4.II": "araujo-green", "5.I": "green:otto-m", "4.III": "elizabeth-red"}
    state = scene(board=4, spaces=spaces)
    assert (strength(state, "4.I"), strength(state, "4.II")) == (2, 2)
    spaces = {"4.I": "elizabeth-red", "5.I": "green:otto-m", "6.I": "guedes-red"}
    state = scene(board=4, spaces=spaces)
    play(state, "seduce 5.I 4.II")
    assert strength(state, "4.II") == 3


@rule("EST-9.3")
def test_everything_lies_open_on_the_beach() -> None:
    state = scene(spaces={"3.I": "araujo-red", "3.II": "roque-green"})
    assert {entry["face"] for entry in (at(state, "3.I"), at(state, "3.II"), at(state, "3.reward"))} == {"up"}


@rule("EST-9.5", "EST-X9")
def test_muchaxo_can_be_entered_from_anywhere() -> None:
    state = scene(grid=(1, 5, 3, 4, 2, 6))  # 5.I and 5.III lie inside
    assert at(state, "5.I")["cell"][0] == 1
    assert {"place araujo-red 5.I", "place araujo-red 5.II", "place araujo-red 5.III"} <= legal(state)
    assert at(state, "5.I")["outer"]


@rule("EST-9.6", "EST-R48")
def test_the_casino_adds_the_difference_of_two_dice_to_each_character() -> None:
    found: Counter[int] = Counter()
    spaces = {"6.I": "linda-x-red", "6.II": "araujo-green", "8.I": "guedes-red"}
    for chance in range(150):
        state = scene(board=6, spaces=spaces, grid=(1, 2, 3, 4, 6, 8), chance=chance)
        play(state, "stop")
        dice = told(state, "dice")
        assert [event["space"] for event in dice] == ["6.I", "6.II"]  # Roman order
        for event in dice:
            added = abs(int(event["first"]) - int(event["second"]))
            base = 0 if event["space"] == "6.I" else 2
            assert strength(state, event["space"]) == base + added
            found[added] += 1
    assert set(found) == {0, 1, 2, 3, 4, 5}
    assert found[1] > found[4]


@rule("EST-9.7", "EST-P5", "EST-R27", "EST-R28")
def test_the_last_seat_at_hells_mouth_removes_a_tile_of_its_choice() -> None:
    spaces = {"7.I": "green:amelia", "7.II": "linda-x-red", "7.III": "roque-red", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 7, 8), board=7, spaces=spaces, rewards={7: "garbo"})
    play(state, "stop")
    assert (frame(state), state.deciders) == ("Sacrifice", (0,))
    assert legal(state) == {"sacrifice 7.II", "sacrifice 7.III"}
    assert refused_by(state, "sacrifice 7.I") == refused_by(state, "stop") == "EST-9.7"
    play(state, "sacrifice 7.III")
    assert seen(state)["removed"] == ["roque-red"]
    assert at(state, "7.III")["face"] is None
    assert "garbo" in hand(state, "green")
    assert "roque-red" not in hand(state, "red")


@rule("EST-9.7")
def test_only_if_at_least_two_seats_are_there() -> None:
    spaces = {"7.I": "araujo-red", "7.II": "hans-r-red", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 7, 8), board=7, spaces=spaces)
    play(state, "stop")
    assert seen(state)["removed"] == []


@rule("EST-9.8", "EST-R26")
def test_in_a_tie_the_lower_space_is_spared_even_if_all_tie() -> None:
    spaces = {"7.I": "araujo-red", "7.II": "araujo-green", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 7, 8), board=7, spaces=spaces)
    assert seen(state)["removed"] == ["araujo-green"]
    spaces = {"7.III": "araujo-red", "7.I": "hans-r-green", "7.II": "elizabeth-green", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 7, 8), board=7, spaces=spaces)
    while frame(state) == "UseAbilities" and table(state).board == 6:
        play(state, "stop")
    assert seen(state)["removed"] == ["araujo-red"]
    assert told(state, "weakest-tied") == [{"seat": "red", "count": "2"}]


@rule("EST-9.9")
def test_the_museum_has_four_spaces_and_only_its_fourth_looks_everywhere() -> None:
    peeks = {
        (board["number"], space["numeral"]): space["peek"]
        for board in GAME.box.boards
        for space in board["spaces"]
    }
    assert [where for where, peek in peeks.items() if peek == "any-board"] == [(8, "IV")]
    spaces = {"8.IV": "araujo-red", "8.III": "guedes-green"}
    state = scene(grid=(1, 2, 3, 4, 7, 8), board=8, spaces=spaces, rewards={8: "garbo"})
    assert strongest(table(state), 7) == 0
    play(state, "stop")
    assert "garbo" in hand(state, "red")
