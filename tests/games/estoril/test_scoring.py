"""EST-10: points and winners."""

from spyring.games.estoril import GAME
from spyring.testkit import rule
from spyring.testkit.scene import ties
from tests.games.estoril.scene import breakdown, ending, scores

RED = "araujo-red guedes-red roque-red hans-r-red elizabeth-red linda-x-red"
GREEN = "araujo-green guedes-green roque-green hans-r-green elizabeth-green linda-x-green"
FOUR = "assassin conspiracy women strength"


@rule("EST-10.2")
def test_every_discard_scores_one_point() -> None:
    state = ending(discards={"red": "garbo zarah-l c-lucky-luciano"})
    assert breakdown(state, "red")["discards"] == 3
    assert breakdown(state, "green")["discards"] == 0


@rule("EST-10.3")
def test_tiles_in_hand_score_what_is_printed() -> None:
    state = ending(hands={"red": "garbo zarah-l c-lucky-luciano"})
    assert breakdown(state, "red")["hand"] == 4 + 4 + 1
    assert breakdown(state, "green")["hand"] == 6


@rule("EST-10.4")
def test_missions_look_at_hands_only() -> None:
    state = ending(
        hands={"red": "araujo-red", "green": "linda-x-green"},
        discards={"red": "i-shouwaloff nora-s c-rosa"},
        missions="assassin seduction conspiracy diplomacy",
    )
    assert breakdown(state, "red")["mission assassin"] == 0
    assert breakdown(state, "green")["mission assassin"] == 6


@rule("EST-10.5")
def test_the_most_of_a_symbol_gets_six() -> None:
    state = ending(hands={"red": "nora-s c-rosa", "green": "linda-x-green"}, missions=FOUR)
    assert breakdown(state, "red")["mission assassin"] == 6
    assert breakdown(state, "green")["mission assassin"] == 0


@rule("EST-10.6")
def test_tied_seats_divide_six_rounded_down() -> None:
    for seats, points in ((2, 3), (3, 2), (4, 1)):
        state = ending(seats=seats, missions=FOUR)
        assert {breakdown(state, seat)["mission assassin"] for seat in ("red", "green")} == {points}


@rule("EST-10.7", "EST-X12")
def test_a_double_symbol_counts_twice() -> None:
    state = ending(hands={"red": "i-shouwaloff", "green": "linda-x-green"}, missions=FOUR)
    assert breakdown(state, "red")["mission assassin"] == 6


@rule("EST-10.8")
def test_a_tile_counts_for_several_missions() -> None:
    state = ending(
        hands={"red": "nora-s", "green": "araujo-green"}, missions="assassin women germans conspiracy"
    )
    assert sum(breakdown(state, "red")[f"mission {name}"] for name in ("assassin", "women", "germans")) == 18


@rule("EST-10.9")
def test_abilities_flags_and_women() -> None:
    box = GAME.box
    for name, tile, count in (
        ("conspiracy", "dusko-p", 2),
        ("nationalism", "salazar", 2),
        ("seduction", "zsa-zsa-g", 2),
        ("diplomacy", "j-bourbon", 2),
        ("germans", "otto-m", 1),
        ("americans", "clark-g", 1),
        ("britons", "e-windsor", 1),
        ("portuguese", "pires", 1),
        ("women", "amelia", 1),
        ("women", "pires", 0),
    ):
        assert box.worth[box.mission_ids.index(name)][box.ids.index(tile)] == count


@rule("EST-10.10", "EST-X13")
def test_the_strength_mission_adds_printed_strengths() -> None:
    state = ending(
        hands={"red": "c-lucky-luciano garbo araujo-red linda-x-red e-windsor c-rosa", "green": GREEN},
        missions=FOUR,
    )
    box = GAME.box
    hand = ["c-lucky-luciano", "garbo", "araujo-red", "linda-x-red", "e-windsor", "c-rosa"]
    assert sum(box.worth[box.strength_mission][box.ids.index(tile)] for tile in hand) == 16
    assert breakdown(state, "red")["mission strength"] == 6


@rule("EST-10.11", "EST-X14")
def test_many_flags_counts_kinds_not_repeats() -> None:
    missions = "many-flags assassin women strength"
    state = ending(
        hands={"red": "g-rene antoine-s-e garbo", "green": "c-lucky-luciano dusko-p"}, missions=missions
    )
    assert (
        breakdown(state, "red")["mission many-flags"] == breakdown(state, "green")["mission many-flags"] == 3
    )
    state = ending(hands={"red": "g-rene antoine-s-e", "green": "c-lucky-luciano dusko-p"}, missions=missions)
    assert breakdown(state, "green")["mission many-flags"] == 6
    state = ending(hands={"red": "pires otto-m clark-g", "green": "garbo"}, missions=missions)
    assert breakdown(state, "red")["mission many-flags"] == 0


@rule("EST-10.12")
def test_the_highest_total_wins() -> None:
    state = ending(hands={"red": "garbo zarah-l clark-g", "green": "araujo-green"})
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.ranks) == ((0,), (1, 2))
    assert state.outcome.clause == "EST-10.12"


@rule("EST-10.12", "EST-R34")
def test_a_tie_goes_to_more_missions_then_to_more_points_in_hand_then_it_is_shared() -> None:
    missions = "assassin conspiracy americans germans"
    # Red: 6 in hand and a mission; Green: 12 points, no mission, out of discards and hand.
    state = ending(
        hands={"red": "linda-x-red araujo-red", "green": "garbo c-lucky-luciano"},
        discards={
            "green": "pires amelia e-windsor walser-s salazar i-l-fleming a-ferro a-monteiro j-bourbon"
        },
        missions="assassin conspiracy britons germans",
    )
    assert scores(state) == (8, 14)
    state = ending(
        hands={"red": "linda-x-red", "green": "garbo"},
        discards={"green": "pires amelia e-windsor"},
        missions="assassin conspiracy britons germans",
    )
    assert scores(state) == (7, 7)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.ranks) == ((0,), (1, 2))
    assert state.outcome.reason == "Totals are tied: missions accomplished decide."
    assert ties(state) == ["Tied at 7: Red beats Green on missions accomplished, 1 to 0 (EST-10.12)."]
    by_hand = ending(
        hands={"red": "a-monteiro", "green": "c-lucky-luciano"},
        discards={"green": "pires amelia"},
        missions=missions,
    )
    assert scores(by_hand) == (3, 3)
    assert by_hand.outcome is not None
    assert by_hand.outcome.winners == (0,)
    assert by_hand.outcome.reason == "Totals and missions are tied: points in hand decide."
    assert ties(by_hand) == ["Tied at 3: Red beats Green on points in hand, 3 to 1 (EST-10.12)."]
    shared = ending(missions=missions)
    assert shared.outcome is not None
    assert (shared.outcome.winners, shared.outcome.ranks) == ((0, 1), (1, 1))
    assert ties(shared) == []


@rule("EST-10.12")
def test_a_tie_behind_the_winner_is_explained_too() -> None:
    state = ending(
        seats=3,
        hands={"red": "garbo zarah-l clark-g e-windsor", "green": "linda-x-green", "blue": "c-lucky-luciano"},
        discards={"blue": "pires amelia walser-s salazar i-l-fleming a-ferro"},
        missions="assassin conspiracy britons germans",
    )
    assert state.outcome is not None
    assert state.outcome.ranks == (1, 2, 3)
    assert ties(state) == ["Tied at 7: Green beats Blue on missions accomplished, 1 to 0 (EST-10.12)."]


@rule("EST-X15")
def test_example_seven_discards_thirteen_points_one_mission_and_a_half() -> None:
    state = ending(
        hands={
            "red": "garbo zarah-l j-bourbon nora-s",
            "green": "roque-green guedes-green hans-r-green linda-x-green",
        },
        discards={"red": "pires amelia e-windsor walser-s salazar i-l-fleming a-ferro"},
        missions="seduction assassin britons americans",
    )
    rows = breakdown(state, "red")
    assert rows["discards"] == 7
    assert rows["hand"] == 14
    assert rows["mission seduction"] + rows["mission assassin"] == 6 + 3
    assert scores(state)[0] == 7 + 14 + 6 + 3


@rule("EST-R3")
def test_the_strength_mission_may_be_worth_eight() -> None:
    state = ending(hands={"green": "linda-x-green"}, missions=FOUR, strength_mission_vp=8)
    assert breakdown(state, "red")["mission strength"] == 8
    assert state.view(None)["table"]["mission_vp"]["strength"] == 8
    assert ending(missions=FOUR).view(None)["table"]["mission_vp"]["strength"] == 6


@rule("EST-R33")
def test_a_mission_of_which_nobody_has_anything() -> None:
    hands = {"red": "garbo", "green": "araujo-green"}
    state = ending(hands=hands, missions="assassin seduction women conspiracy")
    assert breakdown(state, "red")["mission assassin"] == 0
    state = ending(hands=hands, missions="assassin seduction women conspiracy", mission_zero="shared")
    assert breakdown(state, "red")["mission assassin"] == 3


@rule("EST-R49")
def test_fewer_than_six_tiles_score_what_is_there() -> None:
    state = ending(hands={"red": "garbo", "green": ""})
    assert breakdown(state, "red")["hand"] == 4
    assert breakdown(state, "green")["hand"] == 0
