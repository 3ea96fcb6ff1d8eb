"""EST-8: the five abilities."""

from importlib.resources import files

from spyring.engine.game import Game
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, asked, frame, legal, play, refused_by, seen, told
from tests.games.estoril.scene import at, hand, scene, strength, under

LATER = {"6.I": "guedes-red"}  # so that the round does not end at once


# -- Assassin ------------------------------------------------------------------------------------------------


@rule("EST-8.1", "EST-P4")
def test_an_assassin_sends_a_character_of_its_board_back_to_its_hand() -> None:
    state = scene(
        board=3, spaces={"3.I": "linda-x-red", "3.II": "araujo-green", "2.I": "roque-green", **LATER}
    )
    assert legal(state) == {"assassinate 3.II", "stop"}
    assert refused_by(state, "assassinate 2.I") == "EST-8.1"
    assert refused_by(state, "assassinate 3.III") == "EST-8.1"
    play(state, "assassinate 3.II")
    assert at(state, "3.II")["face"] is None
    assert "araujo-green" in hand(state, "green")
    assert seen(state)["removed"] == []
    assert seen(state)["players"][1]["discards"] == []
    assert seen(state)["players"][1]["cubes"] == 5  # the cube is back, too; 2.I still has one


# -- Conspiracy ----------------------------------------------------------------------------------------------


@rule("EST-8.2", "EST-P4", "EST-R15")
def test_a_conspirator_keeps_the_reward_and_the_other_tile_goes_under_the_pile() -> None:
    state = scene(board=3, spaces={"3.I": "hans-r-red", **LATER}, rewards={3: "garbo"}, top="pires")
    assert legal(state) == {"conspire", "stop"}
    play(state, "conspire")
    assert (frame(state), asked(state)) == ("Conspire", ["red"])
    assert legal(state) == {"keep", "exchange"}
    assert refused_by(state, "stop") == "EST-R15"
    play(state, "keep")
    assert "garbo" in hand(state, "red")
    assert "pires" in [entry["tile"] for entry in seen(state, "red")["pile"]["known"]]
    assert "pires" not in [entry["tile"] for entry in seen(state, "green")["pile"]["known"]]


@rule("EST-8.2")
def test_or_makes_the_other_tile_the_reward_in_the_open() -> None:
    spaces = {"3.I": "hans-r-red", "3.II": "guedes-red"}
    state = scene(board=3, spaces=spaces, rewards={3: "garbo"}, top="pires")
    play(state, "conspire", "exchange")
    assert frame(state) == "UseAbilities"  # of 3.II
    for who in ("red", "green", SPECTATOR):
        assert (at(state, "3.reward", who)["tile"], at(state, "3.reward", who)["face"]) == ("pires", "up")
        assert {"tile": "garbo", "from_top": len(table(state).pile)} in seen(state, who)["pile"]["known"]
    assert under(state) == "garbo"


@rule("EST-8.2")
def test_the_look_is_secret() -> None:
    state = scene(seats=3, board=3, spaces={"3.I": "hans-r-red", **LATER}, rewards={3: "garbo"}, top="pires")
    play(state, "conspire")
    assert state.view(0)["asked"]["top"] == "pires"
    assert "top" not in state.view(1)["asked"]
    assert "top" not in state.view(None)["asked"]
    assert told(state, "saw-top", "red")
    assert not told(state, "saw-top", "green")


# -- Nationalism ---------------------------------------------------------------------------------------------

ENGLISHMAN = "red:g-green"  # strength 2


def englishman(**more: str) -> int:
    """The strength of a British nationalist of strength 2 on 3.I, with these tiles elsewhere."""
    spaces = {
        "3.I": ENGLISHMAN,
        "3.II": "hans-r-green",
        **LATER,
        **{k.replace("_", "."): v for k, v in more.items()},
    }
    return strength(scene(board=3, spaces=spaces), "3.I")


@rule("EST-8.3", "EST-P4")
def test_one_strength_for_every_other_tile_with_the_flag_here_and_beside() -> None:
    assert englishman() == 2
    assert englishman(**{"3.III": "elizabeth-green"}) == 3
    assert englishman(**{"3.III": "elizabeth-green", "6.III": "red:i-l-fleming"}) == 3  # face down
    spaces = {
        "3.I": ENGLISHMAN,
        "3.II": "hans-r-green",
        "2.III": "elizabeth-red",
        "1.I": "elizabeth-green",
        **LATER,
    }
    assert strength(scene(board=3, spaces=spaces), "3.I") == 3  # board 2 is adjacent, board 1 is not


@rule("EST-8.4")
def test_every_controller_counts_resolved_or_not_and_open_rewards_too() -> None:
    spaces = {"3.I": ENGLISHMAN, "3.II": "hans-r-green", "2.III": "elizabeth-green", **LATER}
    assert strength(scene(board=3, spaces=spaces), "3.I") == 3
    assert strength(scene(board=3, spaces=spaces, rewards={3: "loreta-b", 6: "i-l-fleming"}), "3.I") == 5


def nationalist_who(ability: str) -> Game:
    """A box in which the British nationalist has another ability, too; the standard one has no such tile."""
    text = files("spyring.games.estoril").joinpath("box.toml").read_text(encoding="utf-8")
    start = text.index('id = "g-green"')
    mine = text[:start].replace('name = "standard"', 'name = "mine"')
    return GAME.with_box(mine + text[start:].replace('"nationalism"', f'"nationalism", "{ability}"', 1))


@rule("EST-R12")
def test_a_nationalist_also_counts_tiles_that_its_other_ability_brings() -> None:
    spaces = {"3.I": ENGLISHMAN, "3.II": "hans-r-green", "6.III": "red:i-l-fleming", **LATER}
    state = scene(game=nationalist_who("seduction"), board=3, spaces=spaces)
    assert strength(state, "3.I") == 2
    play(state, "seduce 6.III 3.III")
    assert strength(state, "3.I") == 3

    spaces = {"3.I": ENGLISHMAN, "3.II": "hans-r-green", **LATER}
    state = scene(
        game=nationalist_who("conspiracy"), board=3, spaces=spaces, rewards={3: "pires"}, top="i-l-fleming"
    )
    play(state, "conspire")
    assert strength(state, "3.I") == 2
    play(state, "exchange")
    assert strength(state, "3.I") == 3


# -- Seduction -----------------------------------------------------------------------------------------------


@rule("EST-8.5", "EST-P4")
def test_seduction_moves_a_character_with_its_cube_to_a_free_space_here() -> None:
    spaces = {"3.I": "elizabeth-red", "2.I": "araujo-green", "6.I": "roque-green", "4.I": "hans-r-green"}
    state = scene(board=3, spaces=spaces)
    assert legal(state, verb="seduce") == {
        f"seduce {source} {free}" for source in ("2.I", "6.I") for free in ("3.II", "3.III")
    }
    assert refused_by(state, "seduce 4.I 3.II") == "EST-8.5"
    assert refused_by(state, "seduce 3.I 3.II") == "EST-8.5"
    assert refused_by(state, "seduce 2.II 3.II") == "EST-8.5"
    assert refused_by(state, "seduce 2.I 2.II") == "EST-8.5"
    assert refused_by(state, "seduce 2.I 3.I") == "EST-1.6"
    play(state, "seduce 6.I 3.II")
    face = at(state, "3.II")
    assert (face["tile"], face["seat"], face["face"]) == ("roque-green", "green", "up")
    assert at(state, "6.I")["face"] is None


@rule("EST-8.6", "EST-R21")
def test_from_a_board_already_resolved() -> None:
    state = scene(board=3, spaces={"3.I": "elizabeth-red", "2.I": "araujo-green", **LATER})
    play(state, "seduce 2.I 3.II")
    assert at(state, "3.II")["tile"] == "araujo-green"


@rule("EST-8.7", "EST-R19")
def test_a_seduced_tile_counts_for_its_controller_and_uses_no_ability() -> None:
    spaces = {"3.I": "elizabeth-red", "6.I": "green:g-rene", "6.III": "guedes-red"}
    state = scene(board=3, spaces=spaces, rewards={3: "garbo"})
    play(state, "seduce 6.I 3.II")  # it would have two abilities
    assert at(state, "3.II")["seduced"]
    assert (asked(state), state.view(None)["asked"]["space"]) == (["red"], "6.III")
    assert "garbo" in hand(state, "red")
    stronger = scene(board=3, spaces={**spaces, "6.I": "green:amelia"}, rewards={3: "garbo"})
    play(stronger, "seduce 6.I 3.II")
    assert "garbo" in hand(stronger, "green")


# -- Diplomacy -----------------------------------------------------------------------------------------------


@rule("EST-8.8", "EST-P4")
def test_diplomacy_marks_a_character_here_or_beside_itself_included() -> None:
    spaces = {
        "3.I": "guedes-red",
        "3.II": "araujo-green",
        "2.I": "roque-green",
        "6.I": "hans-r-green",
        "4.I": "araujo-red",
    }
    state = scene(board=3, spaces=spaces)
    assert legal(state, verb="mark") == {"mark 3.I", "mark 3.II", "mark 2.I", "mark 6.I"}
    assert at(state, "6.I")["face"] == "down"
    assert refused_by(state, "mark 4.I") == "EST-8.8"
    assert refused_by(state, "mark 3.III") == "EST-8.8"
    play(state, "mark 6.I")
    assert at(state, "6.I")["marked"]


@rule("EST-8.9")
def test_a_marked_character_cannot_be_chosen_by_assassins_or_seducers() -> None:
    spaces = {"3.I": "linda-x-red", "3.II": "araujo-green", "3.III": "roque-green"}
    state = scene(board=3, spaces=spaces, marked=["3.II"])
    assert legal(state, verb="assassinate") == {"assassinate 3.III"}
    assert refused_by(state, "assassinate 3.II") == "EST-8.9"
    spaces = {"3.I": "elizabeth-red", "2.I": "araujo-green", "6.I": "roque-green"}
    state = scene(board=3, spaces=spaces, marked=["2.I"])
    assert legal(state, verb="seduce") == {"seduce 6.I 3.II", "seduce 6.I 3.III"}
    assert refused_by(state, "seduce 2.I 3.II") == "EST-8.9"


@rule("EST-8.9", "EST-R23")
def test_the_mark_lasts_to_the_end_of_the_round() -> None:
    state = scene(board=3, spaces={"3.I": "guedes-red", "6.I": "linda-x-green", "6.II": "araujo-red"})
    play(state, "mark 6.II")
    assert frame(state) == "UseAbilities" or not legal(state, verb="assassinate")
    while frame(state) != "Deploy":
        seat = state.deciders[0]
        state.play(seat, state.legal(seat)[-1])
    assert table(state).marked == 0


@rule("EST-8.10")
def test_a_character_on_a_resolved_board_may_be_marked() -> None:
    state = scene(board=3, spaces={"3.I": "guedes-red", "2.I": "araujo-green", **{"6.II": "hans-r-red"}})
    play(state, "mark 2.I")
    assert at(state, "2.I")["marked"]


@rule("EST-8.11")
def test_the_woman_symbol_asks_nothing() -> None:
    spaces = {"3.I": "elizabeth-red", "3.II": "araujo-green", "3.III": "roque-green", **LATER}
    state = scene(board=3, spaces=spaces)  # a woman with Seduction, but no free space
    assert state.view(None)["asked"]["space"] == "6.I"
