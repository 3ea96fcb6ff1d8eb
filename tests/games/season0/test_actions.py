"""SZ-5 and SZ-10: affiliations, teams, the eleven actions."""

from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.games.season0.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, seen, told
from tests.games.season0.scene import CITIES, EUROPE, choices, city, hand, month, place, scene, team

SOVIET_FIVE = "moscow kiev prague havana hanoi"


@rule("SZ-5.1", "SZ-5.9")
def test_every_city_has_an_affiliation_and_a_region() -> None:
    for row in seen(scene())["cities"]:
        assert row["affiliation"] in ("allied", "neutral", "soviet")
        assert row["region"] in ("na", "sa", "eu", "af", "as", "pr")


@rule("SZ-5.6", "SZ-10.16")
def test_any_seat_moves_any_team_wherever_its_own_pawn_is() -> None:
    state = scene(pawns="sydney tokyo", teams={"soviet-1": "cairo"}, top="lima bogota", threats="tokyo osaka")
    play(state, "drive-team soviet-1 algiers", "end")
    assert team(state, "soviet-1") == "algiers"
    play(state, "bravo: drive-team soviet-1 cairo")
    assert team(state, "soviet-1") == "cairo"
    assert refused_by(state, "drive-team soviet-1 paris") == "SZ-10.16"
    assert refused_by(state, "drive-team allied-1 paris") == "SZ-10.16"


@rule("SZ-5.7", "SZ-5.8")
def test_a_team_is_active_in_its_own_affiliation_and_may_enter_any_city() -> None:
    state = scene(teams={"allied-1": "cairo"})
    active = {row["team"]: row["active"] for row in seen(state)["teams"]}
    assert not active["allied-1"]
    play(state, "drive-team allied-1 algiers")
    active = {row["team"]: row["active"] for row in seen(state)["teams"]}
    assert active["allied-1"]
    play(state, "drive-team allied-1 cairo")
    assert team(state, "allied-1") == "cairo"


@rule("SZ-10.1")
def test_drive_along_a_line() -> None:
    state = scene(pawns="paris")
    near = [GAME.box.ids[other] for other in GAME.box.near[CITIES.index("paris")]]
    assert choices(state, "drive") == near
    play(state, "drive madrid")
    assert city(state, "alpha") == "madrid"
    assert refused_by(state, "drive tokyo") == "SZ-10.1"


@rule("SZ-10.2", "SZ-R28")
def test_an_allied_card_is_shown_and_kept_any_number_of_times() -> None:
    state = scene(pawns="rome", hands={"alpha": "paris", "bravo": "toronto"})
    play(state, "fly paris")
    assert city(state, "alpha") == "paris"
    assert hand(state, "alpha") == ["paris"]
    play(state, "drive london", "fly paris")
    assert hand(state, "alpha") == ["paris"]
    assert refused_by(state, "fly toronto") == "SZ-R28"  # only the own hand


@rule("SZ-10.3", "SZ-10.4")
def test_a_neutral_card_is_discarded_and_no_flight_goes_to_a_soviet_city() -> None:
    state = scene(pawns="rome", hands={"alpha": "lima moscow"})
    assert refused_by(state, "fly moscow") == "SZ-10.4"
    play(state, "fly lima")
    assert city(state, "alpha") == "lima"
    assert hand(state, "alpha") == ["moscow"]


@rule("SZ-10.5")
def test_an_unrecorded_flight_goes_anywhere_for_the_card_of_the_city() -> None:
    state = scene(pawns="rome", hands={"alpha": "rome paris"})
    assert len(choices(state, "fly-unrecorded")) == 47
    play(state, "fly-unrecorded moscow")
    assert city(state, "alpha") == "moscow"
    assert hand(state, "alpha") == ["paris"]
    assert refused_by(state, "fly-unrecorded tokyo") == "SZ-10.5"


@rule("SZ-R10")
def test_nobody_moves_to_where_they_are() -> None:
    state = scene(pawns="rome", hands={"alpha": "rome"})
    for move in ("drive rome", "fly rome", "fly-unrecorded rome"):
        assert refused_by(state, move) == "SZ-R10"


@rule("SZ-10.6")
def test_neutralize_removes_one_agent_to_the_supply() -> None:
    state = scene(pawns="paris", agents={"paris": 2})
    play(state, "neutralize")
    assert place(state, "paris")["agents"] == 1
    assert seen(state)["supply"]["agents"] == 35
    play(state, "neutralize")
    assert refused_by(state, "neutralize") == "SZ-10.6"


@rule("SZ-10.7", "SZ-P9")
def test_share_intel_needs_the_same_city_its_card_and_agreement() -> None:
    state = scene(pawns="paris paris", hands={"alpha": "paris rome", "bravo": "toronto"})
    assert refused_by(state, "take bravo") == "SZ-10.7"
    assert refused_by(state, "hand-over bravo rome") == "SZ-10.7"
    play(state, "give bravo")
    assert asked(state) == ["bravo"]
    assert legal(state) == {"agree", "refuse"}
    play(state, "agree")
    assert hand(state, "bravo") == ["toronto", "paris"]
    assert seen(state)["actions"] == 3
    play(state, "take bravo", "bravo: agree")
    assert hand(state, "alpha") == ["rome", "paris"]
    apart = scene(pawns="paris rome", hands={"alpha": "paris"})
    assert refused_by(apart, "give bravo") == "SZ-10.7"
    assert refused_by(apart, "give alpha") == "SZ-10.7"


@rule("SZ-10.7", "SZ-P9")
def test_a_refusal_costs_no_action_and_is_final_for_this_turn() -> None:
    state = scene(pawns="paris paris", hands={"alpha": "paris"}, top="lima bogota")
    play(state, "give bravo", "refuse")
    assert seen(state)["actions"] == 4
    assert hand(state, "alpha") == ["paris"]
    assert refused_by(state, "give bravo") == "SZ-P9"


@rule("SZ-10.7", "SZ-P9")
def test_one_refusal_bars_one_proposal_only() -> None:
    state = scene(
        pawns="paris paris", hands={"alpha": "paris lima rome", "bravo": "kiev"}, aliases=[101, 100]
    )
    play(state, "hand-over bravo lima", "refuse")
    assert refused_by(state, "hand-over bravo lima") == "SZ-P9"
    assert choices(state, "hand-over") == ["bravo rome"]
    assert choices(state, "give") == ["bravo"]
    play(state, "give bravo", "refuse")
    assert refused_by(state, "give bravo") == "SZ-P9"
    assert choices(state, "hand-over") == ["bravo rome"]


@rule("SZ-10.7", "SZ-P9")
def test_a_refusal_in_one_city_does_not_count_in_another() -> None:
    state = scene(
        pawns="paris paris",
        hands={"alpha": "paris lima", "bravo": "airlift"},
        aliases=[103, 100],
        top="osaka manila",
    )
    play(state, "give bravo", "refuse", "fly lima")
    assert hand(state, "alpha") == ["paris"]
    play(state, "bravo: event airlift", "pawn alpha", "to paris")
    assert refused_by(state, "give bravo") == "SZ-P9"  # the same card, for the same seat
    other = scene(pawns="rome rome", hands={"alpha": "paris rome", "bravo": "kiev"}, aliases=[103, 100])
    play(other, "give bravo", "refuse", "fly paris")
    place_pawn(other, 1, "paris")
    play(other, "give bravo", "agree")
    assert hand(other, "bravo") == ["kiev", "paris"]


@rule("SZ-P9")
def test_what_was_refused_is_kept_with_the_position() -> None:
    wanted = scene(pawns="paris paris", hands={"bravo": "rome kiev"}, aliases=[103, 101])
    play(wanted, "ask-for bravo kiev", "refuse")
    assert choices(wanted, "ask-for") == ["bravo rome"]
    assert wanted.to_json()["table"]["refused"][5] == 1 << CITIES.index("kiev")
    again = GAME.from_json(wanted.to_json())
    assert choices(again, "ask-for") == ["bravo rome"]


def place_pawn(state: State, seat: int, name: str) -> None:
    table(state).pawn[seat] = CITIES.index(name)
    state.settle()


@rule("SZ-10.7", "SZ-P18")
def test_the_book_dealer_gives_any_city_card() -> None:
    state = scene(pawns="paris paris", hands={"alpha": "rome airlift"}, aliases=[101, 100])
    play(state, "hand-over bravo rome", "agree")
    assert hand(state, "bravo") == ["rome"]
    wanted = scene(pawns="paris paris", hands={"bravo": "rome kiev"}, aliases=[103, 101])
    play(wanted, "ask-for bravo kiev", "agree")
    assert hand(wanted, "alpha") == ["kiev"]
    assert refused_by(scene(pawns="paris paris", hands={"bravo": "rome"}), "ask-for bravo rome") is None
    other = scene(pawns="paris paris", hands={"bravo": "rome"}, aliases=[101, 100])
    assert refused_by(other, "ask-for bravo rome") == "SZ-10.7"
    held = scene(pawns="paris paris", hands={"alpha": "paris"}, aliases=[101, 100])
    assert refused_by(held, "hand-over bravo paris") == "SZ-10.7"


@rule("SZ-10.8")
def test_a_receiver_above_the_limit_discards_at_once() -> None:
    seven = "lima bogota sydney tokyo osaka manila airlift"
    state = scene(pawns="paris paris", hands={"alpha": "paris", "bravo": seven})
    play(state, "give bravo", "agree")
    assert frame(state) == "HandLimit"
    assert asked(state) == ["bravo"]
    assert choices(state, "event") == ["airlift"]
    play(state, "discard lima")
    assert asked(state) == ["alpha"]


@rule("SZ-10.9", "SZ-P10", "SZ-R24")
def test_build_a_safehouse_or_move_one_when_none_is_left() -> None:
    state = scene(pawns="paris", hands={"alpha": "paris"})
    play(state, "build")
    assert place(state, "paris")["safehouse"]
    assert hand(state, "alpha") == []
    assert seen(state)["supply"]["safehouses"] == 6
    eight = "washington rome london madrid lima bogota tokyo osaka"
    state = scene(pawns="paris", hands={"alpha": "paris"}, safehouses=eight)
    play(state, "build")
    assert set(choices(state, "from")) == set(eight.split())
    play(state, "from washington")
    assert place(state, "paris")["safehouse"]
    assert not place(state, "washington")["safehouse"]


@rule("SZ-10.10", "SZ-R25")
def test_a_city_holds_one_safehouse() -> None:
    state = scene(pawns="paris", hands={"alpha": "paris"}, safehouses="paris")
    assert refused_by(state, "build") == "SZ-10.10"
    assert refused_by(scene(pawns="paris"), "build") == "SZ-10.9"


@rule("SZ-10.11")
def test_there_is_no_flight_between_safehouses() -> None:
    state = scene(pawns="paris", safehouses="paris tokyo")
    moves = [move for move in legal(state) if move.endswith("tokyo")]
    assert moves == []


@rule("SZ-10.12", "SZ-10.13", "SZ-R16", "SZ-R25")
def test_identify_reveals_the_target_of_the_region() -> None:
    three = "paris rome madrid"
    state = scene(pawns="paris", safehouses="paris", hands={"alpha": three}, target="kiev")
    play(state, "identify")
    assert hand(state, "alpha") == []
    objective = seen(state)["objectives"][0]
    assert objective["target"] == "kiev"
    assert objective["status"] == "open"
    assert refused_by(state, "identify") == "SZ-10.12"
    assert refused_by(scene(pawns="paris", hands={"alpha": three}), "identify") == "SZ-10.12"
    two = scene(pawns="paris", safehouses="paris", hands={"alpha": "paris rome lima"})
    assert refused_by(two, "identify") == "SZ-R25"
    elsewhere = scene(pawns="lima", safehouses="lima", hands={"alpha": "lima bogota santiago"})
    assert refused_by(elsewhere, "identify") == "SZ-10.12"


@rule("SZ-P11", "SZ-R25")
def test_the_cards_for_it_are_chosen_one_at_a_time() -> None:
    state = scene(pawns="paris", safehouses="paris", hands={"alpha": "paris rome madrid istanbul lima"})
    play(state, "identify")
    assert set(choices(state, "discard")) == {"paris", "rome", "madrid", "istanbul"}
    assert refused_by(state, "discard lima") == "SZ-R25"
    play(state, "discard paris", "discard rome", "discard istanbul")
    assert hand(state, "alpha") == ["madrid", "lima"]
    assert seen(state)["actions"] == 3


@rule("SZ-10.14")
def test_assemble_a_team_for_five_cards_of_the_affiliation_of_the_city() -> None:
    state = scene(pawns="cairo", safehouses="cairo", hands={"alpha": SOVIET_FIVE})
    play(state, "assemble")
    assert team(state, "soviet-1") == "cairo"
    assert hand(state, "alpha") == []
    assert refused_by(scene(pawns="cairo", hands={"alpha": SOVIET_FIVE}), "assemble") == "SZ-10.14"
    allied = scene(pawns="paris", safehouses="paris", hands={"alpha": SOVIET_FIVE})
    assert refused_by(allied, "assemble") == "SZ-R25"
    four = scene(pawns="cairo", safehouses="cairo", hands={"alpha": "moscow kiev prague havana"})
    assert refused_by(four, "assemble") == "SZ-R25"


@rule("SZ-10.15", "SZ-P10", "SZ-R24")
def test_with_all_teams_on_the_board_one_is_moved() -> None:
    teams = {"soviet-1": "moscow", "soviet-2": "paris", "soviet-3": "moscow"}
    state = scene(pawns="cairo", safehouses="cairo", hands={"alpha": SOVIET_FIVE}, teams=teams)
    play(state, "assemble")
    assert choices(state, "from") == ["moscow", "paris"]
    play(state, "from paris")
    assert team(state, "soviet-2") == "cairo"
    here = {"soviet-1": "cairo", "soviet-2": "cairo", "soviet-3": "cairo"}
    all_here = scene(pawns="cairo", safehouses="cairo", hands={"alpha": SOVIET_FIVE}, teams=here)
    assert refused_by(all_here, "assemble") == "SZ-10.15"


@rule("SZ-10.17")
def test_several_teams_stand_in_one_city_and_like_ones_are_offered_once() -> None:
    state = scene(teams={"soviet-1": "cairo", "soviet-2": "cairo", "allied-1": "cairo"})
    assert place(state, "cairo")["teams"] == ["allied-1", "soviet-1", "soviet-2"]
    assert refused_by(state, "drive-team soviet-2 algiers") == "SZ-10.17"
    play(state, "drive-team soviet-1 algiers", "drive-team soviet-2 algiers")
    assert place(state, "algiers")["teams"] == ["soviet-1", "soviet-2"]


@rule("SZ-10.18")
def test_surveillance_does_not_touch_teams() -> None:
    state = scene(teams={"soviet-1": "moscow"}, top="lima bogota", threats="tokyo osaka")
    play(state, "end")
    assert team(state, "soviet-1") == "moscow"


@rule("SZ-R50")
def test_a_city_with_another_affiliation_follows_it_at_once() -> None:
    legacy = month(affiliation={"cairo": "allied", "lima": "soviet"})
    state = scene(legacy=legacy, target="paris", teams={"allied-1": "cairo"}, hands={"alpha": "cairo lima"})
    assert seen(state)["teams"][0]["active"]
    assert "cairo" in choices(state, "fly")
    assert refused_by(state, "fly lima") == "SZ-10.4"
    play(state, "fly cairo")
    assert "cairo" in hand(state, "alpha")


@rule("SZ-R17")
def test_of_several_unknown_targets_in_a_region_one_is_chosen() -> None:
    objectives = [
        {"id": "a", "unknown": EUROPE[:5], "complete": 110, "failed": 111},
        {"id": "b", "unknown": EUROPE[5:], "complete": 112, "failed": 113},
    ]
    state = scene(
        legacy=month(objectives=objectives),
        target="kiev",
        pawns="washington",
        safehouses="paris",
        hands={"alpha": "paris rome warsaw"},
        targets=["kiev", "prague"],
        top="",
        deck=" ".join(c for c in CITIES if c not in ["kiev", "prague", "paris", "rome", "warsaw"])
        + " escalation" * 5,
    )
    play(state, "drive new-york")
    state = scene(
        legacy=month(objectives=objectives),
        target="kiev",
        pawns="paris",
        safehouses="paris",
        hands={"alpha": "paris rome warsaw"},
        targets=["kiev", "prague"],
        deck=" ".join(c for c in CITIES if c not in ["kiev", "prague", "paris", "rome", "warsaw"])
        + " escalation" * 5,
    )
    play(state, "identify")
    assert choices(state, "objective") == ["1", "2"]
    play(state, "objective 2")
    assert [row["target"] for row in seen(state)["objectives"]] == [None, "prague"]
    assert told(state, "target-identified")[0]["city"] == "prague"


@rule("SZ-9.4")
def test_an_invalid_action_is_refused_as_such() -> None:
    """Not as an action of a rule that a campaign may bring."""
    state = scene()
    assert [refused_by(state, move) for move in ("unwatch", "reader alpha", "agree")] == ["SZ-9.4"] * 3
