"""EST-R: what the rulebooks leave open, and the switches for it."""

from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.games.ledgers import ledger
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, seen, told
from tests.games.estoril.scene import at, finish, hand, scene, strength

LATER = {"6.I": "guedes-red"}


# -- nationalism ---------------------------------------------------------------------------------------------


@rule("EST-R8", "EST-8.3")
def test_nationalism_does_not_count_the_tile_itself() -> None:
    state = scene(board=3, spaces={"3.I": "red:g-green", "3.II": "hans-r-green"})
    assert strength(state, "3.I") == 2


@rule("EST-R9")
def test_face_down_tiles_do_not_feed_nationalism() -> None:
    state = scene(board=3, spaces={"3.I": "red:g-green", "3.II": "hans-r-green", "6.III": "elizabeth-green"})
    assert strength(state, "3.I") == 2


def after_the_assassin(timing: str) -> int:
    """A Portuguese nationalist in I counts a compatriot in III, which II then sends home."""
    spaces = {"3.I": "roque-red", "3.II": "linda-x-green", "3.III": "araujo-red", "6.I": "hans-r-red"}
    state = scene(board=3, spaces=spaces, nationalism_timing=timing)
    play(state, "assassinate 3.III")
    return strength(state, "3.I")


@rule("EST-R10")
def test_compatriots_are_counted_at_the_tile_s_own_turn_and_the_bonus_stays() -> None:
    assert after_the_assassin("snapshot") == 1


@rule("EST-R10")
def test_or_when_strengths_are_compared_where_that_is_agreed() -> None:
    assert after_the_assassin("at_comparison") == 0


@rule("EST-R10")
def test_a_bonus_leaves_with_its_tile() -> None:
    """II sends a nationalist in I home, who has its bonus; III lures a tile to I, which inherits nothing."""
    spaces = {"3.I": "roque-red", "3.II": "green:c-rosa", "3.III": "elizabeth-red", "6.I": "hans-r-green"}
    state = scene(board=3, spaces={**spaces, "5.I": "guedes-red"})
    assert strength(state, "3.I") == 1
    play(state, "assassinate 3.I", "seduce 6.I 3.I")
    assert strength(state, "3.I") == 1


@rule("EST-R11")
def test_two_symbols_give_two_for_each_compatriot() -> None:
    state = scene(board=3, spaces={"3.I": "red:salazar", "3.II": "hans-r-green", "3.III": "araujo-green"})
    assert strength(state, "3.I") == 2 + 2


# -- order of symbols, assassins -----------------------------------------------------------------------------


@rule("EST-R12")
def test_two_different_symbols_in_any_order_and_the_second_may_be_declined() -> None:
    state = scene(board=3, spaces={"3.I": "red:g-rene", "3.II": "araujo-green", **LATER})
    assert legal(state) == {"assassinate 3.II", "conspire", "stop"}
    first = state.clone()
    play(first, "assassinate 3.II")
    assert legal(first) == {"conspire", "stop"}
    second = state.clone()
    play(second, "conspire", "keep")
    assert legal(second) == {"assassinate 3.II", "stop"}
    play(second, "stop")
    assert at(second, "3.II")["tile"] == "araujo-green"


@rule("EST-R13")
def test_an_assassin_may_choose_own_tiles_but_not_itself() -> None:
    spaces = {"3.I": "linda-x-red", "3.II": "araujo-red", **LATER}
    state = scene(board=3, spaces=spaces)
    assert legal(state) == {"assassinate 3.II", "stop"}
    assert refused_by(state, "assassinate 3.I") == "EST-R13"
    state = scene(board=3, spaces=spaces, assassin_self="yes")
    play(state, "assassinate 3.I")
    assert "linda-x-red" in hand(state, "red")
    assert (frame(state), state.view(None)["asked"]["space"]) == ("UseAbilities", "6.I")


@rule("EST-8.9", "EST-R13")
def test_a_marked_assassin_that_might_choose_itself_is_protected_from_itself() -> None:
    spaces = {"3.I": "linda-x-red", "3.II": "araujo-red", **LATER}
    state = scene(board=3, spaces=spaces, marked=["3.I"], assassin_self="yes")
    assert refused_by(state, "assassinate 3.I") == "EST-8.9"


@rule("EST-R14", "EST-R45")
def test_a_tile_removed_before_its_turn_loses_its_abilities_and_is_not_placed_again() -> None:
    state = scene(board=3, spaces={"3.I": "linda-x-red", "3.II": "linda-x-green", "6.III": "guedes-red"})
    play(state, "assassinate 3.II")
    assert "linda-x-green" in hand(state, "green")
    assert (asked(state), state.view(None)["asked"]["space"]) == (["red"], "6.III")


# -- conspiracies --------------------------------------------------------------------------------------------


@rule("EST-R15")
def test_after_the_look_one_of_the_two_goes_under_the_pile() -> None:
    state = scene(board=3, spaces={"3.I": "hans-r-red", **LATER}, rewards={3: "garbo"}, top="pires")
    play(state, "conspire")
    assert legal(state) == {"keep", "exchange"}
    size = len(table(state).pile)
    play(state, "keep")
    known = seen(state, "red")["pile"]["known"]
    assert known[0] == {"tile": "pires", "from_top": size}


@rule("EST-R16")
def test_no_conspiracy_without_a_pile() -> None:
    spaces = {"3.I": "red:g-rene", "3.II": "araujo-green"}
    data = scene(board=3, spaces=spaces).to_json()
    data["table"]["removed"] += data["table"].pop("pile")
    del data["table"]["pile_seen"], data["stack"]
    data["table"]["pile"] = []
    data["table"]["numeral"] = 0
    state = GAME.from_json(data)
    assert legal(state) == {"assassinate 3.II", "stop"}
    assert refused_by(state, "conspire") == "EST-R16"


@rule("EST-R17")
def test_each_conspirator_sees_the_tiles_of_its_moment() -> None:
    spaces = {"3.I": "hans-r-red", "3.II": "hans-r-green", **LATER}
    state = scene(board=3, spaces=spaces, rewards={3: "garbo"}, top="pires amelia")
    play(state, "conspire", "exchange")
    assert asked(state) == ["green"]
    play(state, "conspire")
    assert state.view(1)["asked"]["top"] == "amelia"
    assert at(state, "3.reward", "green")["tile"] == "pires"


# -- seductions ----------------------------------------------------------------------------------------------


@rule("EST-R18")
def test_no_seduction_without_a_free_space_or_without_a_target() -> None:
    full = {"3.I": "elizabeth-red", "3.II": "araujo-green", "3.III": "roque-green", **LATER}
    assert scene(board=3, spaces=full).view(None)["asked"]["space"] == "6.I"
    lonely = {"3.I": "elizabeth-red", "5.I": "guedes-red"}
    assert scene(board=3, spaces=lonely).view(None)["asked"]["space"] == "5.I"


@rule("EST-R19")
def test_a_seduced_tile_feeds_others_but_not_itself() -> None:
    spaces = {
        "3.II": "elizabeth-red",
        "6.I": "green:g-green",
        "2.III": "elizabeth-green",
        "5.I": "guedes-red",
    }
    for timing in ("snapshot", "at_comparison"):
        state = scene(board=3, spaces=spaces, nationalism_timing=timing)
        play(state, "seduce 6.I 3.III")  # a British nationalist beside British tiles
        assert strength(state, "3.III") == 2
    spaces = {"3.II": "elizabeth-red", "3.III": "red:g-green", "6.I": "elizabeth-green", "5.I": "guedes-red"}
    state = scene(board=3, spaces=spaces)
    play(state, "seduce 6.I 3.I")
    assert strength(state, "3.III") == 2 + 2  # its flag is in the open now


@rule("EST-R19", "EST-R32", "EST-9.6")
def test_a_seduced_tile_has_dice_and_hells_mouth_like_others() -> None:
    spaces = {"6.I": "elizabeth-red", "3.I": "araujo-green", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 8, 6), board=6, spaces=spaces)
    play(state, "seduce 3.I 6.II")
    assert [event["space"] for event in told(state, "dice")] == ["6.I", "6.II"]
    spaces = {"7.I": "elizabeth-red", "3.I": "linda-x-green", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 8, 7), board=7, spaces=spaces)
    play(state, "seduce 3.I 7.II")
    assert seen(state)["removed"] == ["linda-x-green"]


@rule("EST-R20")
def test_seduction_obeys_no_placement_rule_and_brings_no_peek() -> None:
    spaces = {"2.III": "elizabeth-red", "1.I": "araujo-green", "5.I": "guedes-red"}
    state = scene(board=2, spaces=spaces)
    assert not at(state, "2.II")["outer"]
    assert at(state, "2.II")["peek"] == "this-board"
    play(state, "seduce 1.I 2.II")
    assert frame(state) == "UseAbilities"
    assert state.view(None)["asked"]["space"] == "5.I"


@rule("EST-R21")
def test_own_tiles_from_unresolved_boards_and_the_same_tile_twice() -> None:
    spaces = {"2.I": "elizabeth-red", "3.II": "red:amelia", "5.I": "araujo-red"}
    state = scene(board=2, spaces=spaces)
    play(state, "seduce 5.I 2.III")
    assert legal(state, verb="seduce") == {
        "seduce 2.I 3.I",
        "seduce 2.I 3.III",
        "seduce 2.III 3.I",
        "seduce 2.III 3.III",
    }
    play(state, "seduce 2.III 3.I")
    assert "araujo-red" in hand(state, "red")


@rule("EST-R22", "EST-6.11")
def test_a_board_emptied_by_seduction_is_still_resolved() -> None:
    spaces = {"2.I": "elizabeth-red", "3.II": "araujo-green", "5.I": "guedes-red"}
    state = scene(board=2, spaces=spaces, rewards={3: "garbo"})
    play(state, "seduce 3.II 2.II")
    assert ("garbo", "3") in [(e["tile"], e["board"]) for e in told(state, "reward-unclaimed")]


@rule("EST-R31", "EST-6.9")
def test_ties_look_at_where_tiles_lie_now() -> None:
    spaces = {"2.II": "elizabeth-red", "3.II": "green:anne-d", "5.I": "guedes-red"}
    state = scene(board=2, spaces=spaces, rewards={2: "garbo"})  # Elizabeth: 1 + 1 in the Palácio
    play(state, "seduce 3.II 2.I")
    assert strength(state, "2.I") == strength(state, "2.II") == 2
    assert "garbo" in hand(state, "green")


# -- diplomacy -----------------------------------------------------------------------------------------------


@rule("EST-R23")
def test_diplomacy_stops_the_owner_too_but_not_hells_mouth() -> None:
    spaces = {"3.I": "linda-x-red", "3.II": "araujo-red", "3.III": "roque-green"}
    state = scene(board=3, spaces=spaces, marked=["3.II"])
    assert refused_by(state, "assassinate 3.II") == "EST-8.9"
    spaces = {"7.I": "araujo-red", "7.II": "linda-x-green", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 8, 7), board=7, spaces=spaces, marked=["7.II"])
    play(state, "stop")
    assert seen(state)["removed"] == ["linda-x-green"]


@rule("EST-R24")
def test_no_mark_on_a_marked_tile() -> None:
    state = scene(board=3, spaces={"3.I": "guedes-red", "3.II": "araujo-red"}, marked=["3.II"])
    assert legal(state) == {"mark 3.I", "stop"}
    assert refused_by(state, "mark 3.II") == "EST-R24"


@rule("EST-R25")
def test_five_white_cubes_where_that_is_agreed() -> None:
    spaces = {
        "3.I": "guedes-red",
        "3.II": "araujo-red",
        "2.I": "araujo-green",
        "2.II": "hans-r-green",
        "2.III": "roque-green",
        "6.I": "linda-x-green",
        "6.II": "guedes-green",
    }
    marked = ["3.II", "2.I", "2.II", "2.III", "6.I"]
    assert legal(scene(board=3, spaces=spaces, marked=marked), verb="mark") == {"mark 3.I", "mark 6.II"}
    state = scene(board=3, spaces=spaces, marked=marked, diplomacy_markers="5")
    assert state.view(None)["asked"]["space"] != "3.I"
    both = {**spaces, "3.I": "red:a-alekhine"}
    state = scene(board=3, spaces=both, marked=[*marked[1:], "6.II"], diplomacy_markers="5")
    assert refused_by(state, "mark 3.I") == "EST-R25"


# -- Hell's Mouth, Church ------------------------------------------------------------------------------------


@rule("EST-R26", "EST-9.8")
def test_ranked_by_strength_then_by_the_lowest_numeral() -> None:
    spaces = {"7.II": "hans-r-red", "7.III": "hans-r-green", "7.I": "araujo-blue", "8.I": "guedes-red"}
    state = scene(seats=3, grid=(1, 2, 3, 4, 8, 7), board=7, spaces=spaces)
    play(state, "stop", "stop")
    assert seen(state)["removed"] == ["hans-r-green"]


@rule("EST-R27")
def test_the_loss_comes_before_the_award_and_never_changes_it() -> None:
    spaces = {"7.I": "araujo-red", "7.II": "hans-r-green", "8.I": "guedes-red"}
    state = scene(grid=(1, 2, 3, 4, 8, 7), board=7, spaces=spaces)
    play(state, "stop")
    kinds = [event["kind"] for event in state.events_for(None)]
    assert kinds.index("lost-at-hells-mouth") < kinds.index("reward-won")
    assert told(state, "reward-won")[0]["seat"] == "red"


@rule("EST-R10", "EST-8.4", "EST-6.8")
def test_the_flag_of_the_reward_counts_when_strengths_are_compared() -> None:
    # given a British nationalist of strength 2 against 2 in the first space, and a British reward
    spaces = {"3.I": "araujo-green", "3.II": "red:g-green", **LATER}
    state = scene(board=3, spaces=spaces, rewards={3: "loreta-b"}, nationalism_timing="at_comparison")
    assert "loreta-b" in hand(state, "red")


@rule("EST-R27", "EST-R10")
def test_strengths_are_compared_before_the_loss_at_hells_mouth() -> None:
    # given Salazar, who is strongest as long as a compatriot is there
    spaces = {
        "7.I": "blue:dusko-p",
        "7.II": "red:salazar",
        "7.III": "araujo-green",
        "8.I": "hans-r-red",
    }
    state = scene(
        seats=3,
        grid=(1, 2, 3, 4, 8, 7),
        board=7,
        spaces=spaces,
        rewards={7: "clark-g"},
        nationalism_timing="at_comparison",
    )
    # when the compatriot is lost
    play(state, "stop")
    assert seen(state)["removed"] == ["araujo-green"]
    # then the announced strengths are those that decided
    shown = {
        event["seat"]: event["count"] for event in told(state, "strength-shown") if event["board"] == "7"
    }
    assert shown == {"blue": "3", "red": "4", "green": "2"}
    assert told(state, "reward-won")[0]["seat"] == "red"


@rule("EST-R28")
def test_a_tile_lost_at_hells_mouth_is_out_of_the_game() -> None:
    spaces = {"7.I": "araujo-red", "7.II": "roque-green", "8.I": "roque-red"}
    state = scene(grid=(1, 2, 3, 4, 8, 7), board=7, spaces=spaces, round=4)
    assert seen(state)["removed"] == ["roque-green"]
    finish(state)
    for player in seen(state)["players"]:
        assert "roque-green" not in player["owns"] + player["discards"]
    # and its flag no longer counts: Roque in the Museum sees Araújo only
    events = [event for event in told(state, "nationalists") if event["space"] == "8.I"]
    assert [event["count"] for event in events] in ([], ["1"])


@rule("EST-R30", "EST-9.1")
def test_the_church_stops_assassins_on_it_and_nothing_else() -> None:
    spaces = {"1.I": "linda-x-red", "1.II": "araujo-green", "2.I": "linda-x-green", "2.II": "araujo-red"}
    state = scene(board=1, spaces=spaces)
    assert (asked(state), legal(state)) == (["green"], {"assassinate 2.II", "stop"})


# -- rewards, peeks, hands -----------------------------------------------------------------------------------


@rule("EST-R43")
def test_a_reward_won_this_round_is_in_hand_and_does_nothing_yet() -> None:
    spaces = {"3.I": "araujo-red", "6.II": "red:a-monteiro", "6.I": "guedes-red"}
    state = scene(board=3, spaces=spaces, rewards={3: "pires"})
    assert "pires" in hand(state, "red")
    assert seen(state)["players"][0]["hand"] == 5
    assert "pires" not in [at(state, space)["tile"] for space in ("3.I", "6.I", "6.II")]


@rule("EST-R37")
def test_a_peek_is_kept_in_view_as_long_as_the_tile_lies_there() -> None:
    state = scene(spaces={"5.I": "araujo-green"})
    play(state, "place araujo-red 5.II", "peek 5.I", "place hans-r-green 3.II")
    assert at(state, "5.I", "red")["tile"] == "araujo-green"


@rule("EST-R37")
def test_or_shown_once_where_that_is_agreed() -> None:
    state = scene(spaces={"5.I": "araujo-green"}, peek_memory="once")
    play(state, "place araujo-red 5.II", "peek 5.I")
    assert at(state, "5.I", "red")["tile"] == "araujo-green"
    play(state, "place hans-r-green 3.II")
    assert at(state, "5.I", "red")["tile"] is None
    assert at(state, "5.II", "red")["tile"] == "araujo-red"
    for seed in range(30):  # the seat itself remembers
        assert GAME.box.ids[table(state.resample(0, seed)).tiles[12]] == "araujo-green"


@rule("EST-R37")
def test_a_peek_that_is_shown_once_is_gone_when_somebody_acts_also_after_the_last_placement() -> None:
    spaces = {"5.I": "araujo-green", "3.I": "guedes-green", "4.I": "green:a-monteiro"}
    state = scene(spaces=spaces, hands={"red": "araujo-red", "green": ""}, peek_memory="once")
    play(state, "place araujo-red 5.II", "peek 5.I")
    assert (frame(state), at(state, "5.I", "red")["tile"]) == ("UseAbilities", "araujo-green")
    play(state, "stop")
    assert (frame(state), at(state, "5.I", "red")["tile"]) == ("UseAbilities", None)


@rule("EST-R37")
def test_a_peek_of_another_brings_nothing_back() -> None:
    state = scene(seats=3, spaces={"5.I": "araujo-blue", "5.III": "roque-green"}, peek_memory="once")
    table(state).known.show(GAME.box.ids.index("araujo-blue"), 0b010)  # green looked at it before
    play(state, "place araujo-red 5.II", "peek 5.I")
    assert at(state, "5.I", "red")["tile"] == "araujo-blue"
    assert at(state, "5.I", "green")["tile"] is None


@rule("EST-R51")
def test_nobody_is_asked_to_peek_at_its_own_tiles() -> None:
    state = scene(spaces={"5.I": "roque-red"}, grid=(1, 2, 3, 4, 5, 6))
    play(state, "place araujo-red 5.II")
    assert (frame(state), asked(state)) == ("Deploy", ["green"])


@rule("EST-R51")
def test_a_peeking_seat_may_look_at_its_own_tile_too() -> None:
    state = scene(spaces={"5.I": "roque-red", "5.III": "roque-green"}, grid=(1, 2, 3, 4, 5, 6))
    play(state, "place araujo-red 5.II")
    assert frame(state) == "Peek"
    assert "peek 5.I" in legal(state)
    assert "its own ones too" in ledger("estoril").clause("EST-R51").text


@rule("EST-1.6")
def test_nobody_is_lured_to_a_taken_space() -> None:
    spaces = {"3.I": "elizabeth-red", "3.II": "araujo-green", "6.I": "guedes-green"}
    state = scene(board=3, spaces=spaces)
    assert refused_by(state, "seduce 6.I 3.II") == "EST-1.6"


@rule("EST-1.6")
def test_a_refusal_begins_with_a_capital() -> None:
    state = scene(board=3, spaces={"3.I": "elizabeth-red", "3.II": "araujo-green", "6.I": "guedes-green"})
    for move in range(len(state.game.moves)):
        refusal = state.why_not(0, move)
        assert refusal is None or refusal.say()[:1].isupper(), refusal


@rule("EST-R44")
def test_hands_are_shown_to_their_owner_only_unless_the_aid_is_on() -> None:
    state = scene(spaces={"3.I": "roque-green"})
    assert "hand" not in seen(state)
    assert "owns" not in seen(state, "red")["players"][1]
    state = scene(spaces={"5.I": "roque-green"}, hand_aid="on")
    owned = [
        "araujo-green",
        "guedes-green",
        "roque-green",
        "hans-r-green",
        "elizabeth-green",
        "linda-x-green",
    ]
    assert seen(state, "red")["players"][1]["owns"] == owned
    assert at(state, "5.I", "red")["tile"] is None
