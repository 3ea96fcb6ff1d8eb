"""EST-X: the worked examples of the rulebooks that are not with their clauses."""

from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, seen
from tests.games.estoril.scene import at, breakdown, ending, hand, scene, strength, under

ON_THE_BEACH = {"3.I": "linda-x-red", "3.II": "hans-r-green", "3.III": "yellow:c-lucky-luciano"}


@rule("EST-X4", "EST-8.1")
def test_luciano_is_sent_home_and_green_still_acts() -> None:
    # Red needs a second tile for the tie: there are three spaces, so Red's assassin is of strength 1.
    state = scene(seats=4, board=3, spaces={**ON_THE_BEACH, "3.I": "red:nora-s"})
    play(state, "assassinate 3.III")
    assert "c-lucky-luciano" in hand(state, "yellow")
    assert strength(state, "3.I") == strength(state, "3.II") == 1
    assert (asked(state), legal(state)) == (["green"], {"conspire", "stop"})


@rule("EST-X5", "EST-8.2", "EST-6.9")
def test_green_conspires_and_red_wins_the_new_reward() -> None:
    spaces = {**ON_THE_BEACH, "3.I": "red:nora-s", "6.I": "guedes-blue"}
    state = scene(seats=4, board=3, spaces=spaces, rewards={3: "salazar"}, top="garbo")
    play(state, "assassinate 3.III", "conspire")
    assert (frame(state), asked(state)) == ("Conspire", ["green"])
    play(state, "exchange")
    assert "garbo" in hand(state, "red")
    known = [entry["tile"] for entry in seen(state)["pile"]["known"]]
    assert known[0] == "salazar"
    assert under(state) == known[-1]


@rule("EST-X6", "EST-R8", "EST-R42")
def test_the_nationalist_on_the_beach_counts_four() -> None:
    spaces = {
        "3.I": "araujo-yellow",
        "3.II": "yellow:g-green",
        "3.III": "guedes-red",
        "2.III": "elizabeth-red",
        "6.II": "guedes-blue",
    }
    state = scene(seats=4, board=3, spaces=spaces, rewards={6: "loreta-b"})
    assert strength(state, "3.II") == 2 + 1 + 1
    assert strength(state, "3.I") + strength(state, "3.II") == 6


@rule("EST-X7", "EST-R21", "EST-R31")
def test_two_seductions_and_a_tie_by_the_new_numerals() -> None:
    spaces = {
        "2.II": "yellow:zsa-zsa-g",
        "3.I": "yellow:e-windsor",  # with 1 on board 2 for a British tile: 4 + 1
        "5.I": "red:c-lucky-luciano",
        "6.I": "guedes-blue",
    }
    state = scene(seats=4, board=2, spaces={**spaces, "3.I": "yellow:pires"}, rewards={2: "garbo"})
    assert at(state, "5.I")["face"] == "down"
    play(state, "seduce 3.I 2.I", "seduce 5.I 2.III")
    assert at(state, "2.III")["face"] == "up"
    assert strength(state, "2.III") == 5
    assert strength(state, "2.I") + strength(state, "2.II") == 5
    assert "garbo" in hand(state, "yellow")
    assert (asked(state), state.view(None)["asked"]["space"]) == (
        ["blue"],
        "6.I",
    )  # nothing of what was moved
    assert at(state, "5.I")["face"] is None


@rule("EST-X8", "EST-8.9")
def test_diplomacy_protects_a_tile_in_the_museum() -> None:
    spaces = {"3.I": "guedes-yellow", "8.I": "linda-x-red", "8.II": "araujo-yellow", "8.III": "roque-red"}
    state = scene(seats=4, grid=(1, 2, 3, 4, 5, 8), board=3, spaces=spaces)
    play(state, "mark 8.II")
    assert state.view(None)["asked"]["space"] == "8.I"
    assert legal(state, verb="assassinate") == {"assassinate 8.III"}


@rule("EST-X10", "EST-9.6")
def test_the_casino_turns_the_tables() -> None:
    spaces = {
        "6.I": "blue:c-lucky-luciano",
        "6.II": "hans-r-yellow",
        "6.III": "elizabeth-yellow",
        "8.I": "guedes-red",
    }
    wins = 0
    for chance in range(40):
        state = scene(
            seats=4, grid=(1, 2, 3, 4, 6, 8), board=6, spaces=spaces, rewards={6: "garbo"}, chance=chance
        )
        while state.view(None)["asked"]["space"] != "8.I":
            play(state, "stop")
        added = {space: strength(state, space) for space in ("6.I", "6.II", "6.III")}
        blue, yellow = added["6.I"], added["6.II"] + added["6.III"]
        assert 5 <= blue <= 10
        assert 2 <= yellow <= 12
        assert ("garbo" in hand(state, "blue")) == (blue >= yellow)
        wins += yellow > blue
    assert wins  # as in the example, weak tiles may win


@rule("EST-X11", "EST-9.7", "EST-R27")
def test_yellow_gives_up_the_cheaper_tile_at_hells_mouth() -> None:
    spaces = {
        "7.I": "blue:c-lucky-luciano",
        "7.II": "yellow:zarah-l",
        "7.III": "yellow:s-smith",
        "8.I": "guedes-red",
    }
    state = scene(
        seats=4, grid=(1, 2, 3, 4, 7, 8), board=7, spaces=spaces, rewards={7: "garbo"}, marked=["7.I"]
    )
    while frame(state) == "UseAbilities":
        play(state, "stop")
    assert (frame(state), asked(state)) == ("Sacrifice", ["yellow"])
    play(state, "sacrifice 7.III")
    assert seen(state)["removed"] == ["s-smith"]
    assert "garbo" in hand(state, "blue")
    assert at(state, "7.II")["tile"] == "zarah-l"


@rule("EST-X12", "EST-10.7")
def test_five_assassin_symbols_on_four_tiles() -> None:
    hands = {
        "red": "i-shouwaloff nora-s c-rosa linda-x-red",
        "green": "s-smith a-alekhine g-rene linda-x-green",
    }
    state = ending(hands=hands, missions="assassin women strength conspiracy")
    assert breakdown(state, "red")["mission assassin"] == 6  # five against four


@rule("EST-X14", "EST-10.11")
def test_four_kinds_of_flags_with_france_twice() -> None:
    hands = {
        "red": "g-rene antoine-s-e garbo dusko-p c-lucky-luciano",
        "green": "zsa-zsa-g i-shouwaloff j-bourbon",
    }
    state = ending(hands=hands, missions="many-flags women strength conspiracy")
    assert breakdown(state, "red")["mission many-flags"] == 6  # four against three
