"""KRK-11 to KRK-13: gold, team points, group points."""

import pytest

from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, asked, frame, legal, play, refused_by, seen, told, who_was_told
from tests.games.krakow.scene import (
    ALL,
    DISTRICTS,
    GOLD_DISTRICTS,
    GROUPS,
    SEATS,
    end_year,
    gold,
    groups,
    heard,
    points,
    possible,
    scene,
    succeed,
    view,
    year_end,
)


@rule("KRK-11.1", "KRK-P8")
def test_every_seat_divides_all_gold_of_its_chest_among_five_districts() -> None:
    # given three seats with gold and one without
    state = year_end(chest={"white-dagger": 3, "black-purse": 1, "black-dagger": 2})
    # then all who have any are asked at once; who has none has nothing to do
    assert frame(state) == "AllotGold"
    assert asked(state) == ["white-dagger", "black-purse", "black-dagger"]
    for seat in asked(state):
        assert legal(state, seat) == {f"allot {district}" for district in GOLD_DISTRICTS}
    # and each of them continues until all its gold is divided
    play(state, "white-dagger: allot shops", "white-dagger: allot shops")
    assert "white-dagger" in asked(state)
    play(state, "white-dagger: allot castle", "white-dagger: ready")
    assert asked(state) == ["black-purse", "black-dagger"]
    # in any order
    play(state, "black-dagger: allot province")
    play(state, "black-purse: allot harbour", "black-purse: ready")
    play(state, "black-dagger: allot churches", "black-dagger: ready")
    placed = {(event["seat"], event["district"], event["count"]) for event in told(state, "gold-placed")}
    assert placed == {
        ("white-dagger", "shops", "2"),
        ("white-dagger", "castle", "1"),
        ("black-purse", "harbour", "1"),
        ("black-dagger", "churches", "1"),
        ("black-dagger", "province", "1"),
    }
    assert [gold(state, seat) for seat in SEATS] == [0, 0, 0, 0]


@rule("KRK-11.1")
def test_a_division_is_secret() -> None:
    state = year_end(chest={"white-dagger": 2, "black-purse": 1})
    play(state, "white-dagger: allot shops", "white-dagger: allot castle", "white-dagger: ready")
    mine = view(state, "white-dagger")["asked"]
    assert mine["allotted"] == dict.fromkeys(GOLD_DISTRICTS, 0) | {"shops": 1, "castle": 1}
    assert who_was_told(state, "allotted", seat="white-dagger") == {"white-dagger"}
    assert who_was_told(state, "ready", seat="white-dagger") == ALL
    for other in ("black-purse", "white-purse", SPECTATOR):
        assert not any(event.get("district") for event in heard(state, other))
        divisions = possible(state, other, lambda t: str(t.to_json()["stack"][-1][1][0]))
        assert len(divisions) > 10, "for all they know it may be any"


@rule("KRK-11.2", "KRK-R32")
@pytest.mark.parametrize("talk", ["public", "none", "partners_private"])
def test_nobody_may_talk_while_gold_is_divided(talk: str) -> None:
    state = scene(season="winter", tricks=6, hands={"white-dagger": "an-arms-deal"}, talk=talk, years=2)
    assert seen(state)["talk"] == talk
    succeed(state, "an-arms-deal")
    assert (frame(state), seen(state)["talk"]) == ("AllotGold", "none")
    play(state, "white-dagger: allot shops", "white-dagger: allot shops", "white-dagger: ready")
    assert (frame(state), seen(state)["talk"]) == ("Lead", talk)


@rule("KRK-11.3")
def test_a_division_may_be_changed_until_all_are_ready() -> None:
    # given a seat that is ready while others are not
    state = year_end(chest={"white-dagger": 2, "black-purse": 1, "white-purse": 1})
    play(state, "white-dagger: allot shops", "white-dagger: allot shops", "white-dagger: ready")
    assert [SEATS[seat] for seat in state.interrupters] == ["white-dagger"]
    assert legal(state, "white-dagger") == {"reconsider"}
    # when it reconsiders, then it divides all its gold again
    play(state, "white-dagger: reconsider")
    assert "white-dagger" in asked(state)
    assert view(state, "white-dagger")["asked"]["left"] == 2
    assert not list(state.interrupters)
    play(state, "white-dagger: allot castle", "white-dagger: allot castle", "white-dagger: ready")
    # so may one who is ready, or half-way, again and again, until the last one is ready
    play(
        state,
        "black-purse: allot harbour",
        "black-purse: ready",
        "black-purse: reconsider",
        "black-purse: allot shops",
        "black-purse: reconsider",
    )
    play(state, "black-purse: allot province", "black-purse: ready")
    play(state, "white-purse: allot castle", "white-purse: ready")
    placed = {(event["seat"], event["district"], event["count"]) for event in told(state, "gold-placed")}
    assert placed == {
        ("white-dagger", "castle", "2"),
        ("black-purse", "province", "1"),
        ("white-purse", "castle", "1"),
    }
    assert state.outcome is not None


@rule("KRK-11.3")
def test_the_last_seat_may_change_its_division_too() -> None:
    # given all others are ready, and the last one has put down all its gold
    state = year_end(chest={"white-dagger": 1, "black-purse": 2})
    play(state, "white-dagger: allot shops", "white-dagger: ready")
    play(state, "black-purse: allot shops", "black-purse: allot shops")
    # then nothing is final yet
    assert legal(state, "black-purse") == {"ready", "reconsider"}
    assert not told(state, "gold-placed")
    # when it changes its mind, then only the last division counts
    play(state, "black-purse: reconsider", "black-purse: allot castle")
    assert legal(state, "black-purse") == {*(f"allot {d}" for d in GOLD_DISTRICTS), "reconsider"}
    play(
        state,
        "black-purse: reconsider",
        "black-purse: allot castle",
        "black-purse: allot harbour",
        "black-purse: ready",
    )
    placed = [(event["seat"], event["district"]) for event in told(state, "gold-placed")]
    assert placed == [("white-dagger", "shops"), ("black-purse", "harbour"), ("black-purse", "castle")]


@rule("KRK-11.3")
def test_nobody_sees_how_far_the_others_are_or_that_they_start_over_before_they_are_ready() -> None:
    state = year_end(chest={"white-dagger": 2, "black-purse": 1})
    before = view(state, "black-purse"), len(heard(state, "black-purse"))
    play(
        state,
        "white-dagger: allot shops",
        "white-dagger: allot shops",
        "white-dagger: reconsider",
        "white-dagger: allot castle",
    )
    assert (view(state, "black-purse"), len(heard(state, "black-purse"))) == before
    play(state, "white-dagger: allot castle", "white-dagger: ready")
    assert asked(state) == ["black-purse"]
    play(state, "white-dagger: reconsider")
    assert who_was_told(state, "reconsidered", seat="white-dagger") == ALL
    assert asked(state) == ["white-dagger", "black-purse"]


@rule("KRK-11.3", "KRK-R37")
def test_a_mind_is_changed_three_times_at_most() -> None:
    state = year_end(chest={"white-dagger": 1, "black-purse": 1})
    for _time in range(3):
        play(state, "white-dagger: allot shops", "white-dagger: reconsider")
    assert view(state, "white-dagger")["asked"]["changes_left"] == 0
    play(state, "white-dagger: allot castle")
    assert legal(state, "white-dagger") == {"ready"}
    assert refused_by(state, "white-dagger: reconsider") == "KRK-11.3"
    play(state, "white-dagger: ready")
    # that it may not is no news to the others
    assert [SEATS[seat] for seat in state.interrupters] == ["white-dagger"]
    assert legal(state, "white-dagger") == set()


@rule("KRK-11.3")
def test_why_gold_may_not_be_put_down_or_taken_back() -> None:
    def why(seat: str, move: str) -> str:
        refusal = state.why_not(SEATS.index(seat), state.game.moves.parse(move))
        return str(refusal)

    state = year_end(chest={"white-dagger": 1, "black-purse": 2})
    assert why("black-purse", "reconsider") == "You have not chosen anything yet. [KRK-11.3]"
    assert why("white-purse", "allot shops") == "You have no gold to divide. [KRK-11.1]"
    play(state, "black-purse: allot shops")
    assert why("black-purse", "ready") == "You have not chosen everything yet. [KRK-11.3]"
    play(state, "white-dagger: allot shops")
    assert why("white-dagger", "allot shops") == "You have divided all your gold. [KRK-11.1]"
    play(state, "white-dagger: ready")
    assert why("white-dagger", "allot shops") == "You have already confirmed your choice. [KRK-11.3]"


@rule("KRK-11.4")
def test_gold_is_shown_and_placed_in_the_order_of_the_season_cards() -> None:
    holders = ("black-dagger", "white-purse", "black-purse", "white-dagger")
    state = year_end(chest=dict.fromkeys(SEATS, 1), holders=holders)
    for seat in SEATS:
        assert not told(state, "gold-placed"), "nothing shows before all are ready"
        play(state, f"{seat}: allot castle", f"{seat}: ready")
    assert [event["seat"] for event in told(state, "gold-placed")] == list(holders)
    assert all(
        who_was_told(state, "gold-placed", seat=seat, district="castle", count="1") == ALL for seat in SEATS
    )


@rule("KRK-11.5", "KRK-11.4")
@pytest.mark.parametrize(
    ("holders", "placed"),
    [
        (("white-dagger", "black-purse", "white-purse", "black-dagger"), ["7", "5"]),
        (("black-purse", "white-dagger", "white-purse", "black-dagger"), ["7", "5"]),
    ],
)
def test_a_gold_field_holds_twelve_markers_and_later_ones_are_lost(
    holders: tuple[str, ...], placed: list[str]
) -> None:
    # given two seats of different teams with seven gold each for the same field
    state = year_end(chest={"white-dagger": 7, "black-purse": 7}, holders=holders)
    play(state, *["white-dagger: allot castle"] * 7, "white-dagger: ready")
    play(state, *["black-purse: allot castle"] * 7, "black-purse: ready")
    # then the earlier season fills the field, and the later one loses two
    assert [event["count"] for event in told(state, "gold-placed")] == placed
    assert told(state, "placed") == [], "gold is told once"
    assert told(state, "lost") == [
        {"team": holders[1].split("-")[0], "district": "castle", "marker": "gold", "count": "2"}
    ]
    winners = (
        ["white-dagger", "white-purse"] if holders[0] == "white-dagger" else ["black-purse", "black-dagger"]
    )
    assert [SEATS[seat] for seat in range(4) if points(state)[seat] == 3] == sorted(winners, key=SEATS.index)


@rule("KRK-12.1")
def test_markers_of_all_types_are_added_in_each_district() -> None:
    # given 2 fame and 1 gold of White, 2 power of Black: all types together put White ahead
    state = year_end(
        chest={"white-purse": 1}, board={("castle", "fame"): (2, 0), ("castle", "power"): (0, 2)}
    )
    play(state, "white-purse: allot castle", "white-purse: ready")
    assert points(state) == [3, 0, 3, 0]


@rule("KRK-12.2")
@pytest.mark.parametrize("district", DISTRICTS)
@pytest.mark.parametrize("team", ["white", "black"])
def test_the_team_that_leads_gives_each_member_its_points(district: str, team: str) -> None:
    kind = {"slums": "fame", "barracks": "support"}.get(district, "gold")
    markers = (2, 1) if team == "white" else (1, 2)
    state = year_end(board={(district, kind): markers})
    end_year(state)
    worth = 3 if district == "castle" else 2
    assert points(state) == [worth if seat.startswith(team) else 0 for seat in SEATS]
    assert who_was_told(state, "district-won", district=district, team=team, count=str(worth)) == ALL


@rule("KRK-12.3")
def test_equal_totals_give_nothing() -> None:
    state = year_end(
        board={("castle", "fame"): (2, 1), ("castle", "power"): (1, 2), ("slums", "fame"): (4, 4)}
    )
    end_year(state)
    assert points(state) == [0, 0, 0, 0]
    assert [event["district"] for event in told(state, "district-tied")] == list(DISTRICTS), "0 : 0 included"


@rule("KRK-12.4")
def test_afterwards_all_markers_leave_the_board() -> None:
    board = {("castle", "fame"): (2, 1), ("slums", "support"): (4, 4)}
    state = year_end(years=2, board=board)
    end_year(state)
    assert seen(state)["year"] == 1326
    assert state.board == [0] * 56
    assert state.supply == [55, 55]
    assert who_was_told(state, "markers-cleared") == ALL


@rule("KRK-13.1")
def test_the_success_pile_is_turned_up_and_sorted_by_colour() -> None:
    state = year_end(success="an-arms-deal axe-0 shops-fame-2 strong-6 gift-0")
    assert not told(state, "turned-up")
    end_year(state)
    for viewer in (*SEATS, SPECTATOR):
        turned = [
            (event["card"], event["group"], event["count"]) for event in told(state, "turned-up", viewer)
        ]
        assert turned == [
            ("axe-0", "green", "1"),
            ("strong-6", "green", "2"),
            ("shops-fame-2", "blue", "1"),
            ("gift-0", "yellow", "1"),
            ("an-arms-deal", "red", "1"),
        ]


@rule("KRK-13.2")
def test_each_group_scores_the_circles_of_its_successful_cards() -> None:
    # no majority: red and yellow have two cards each
    success = "strong-7 an-arms-deal advertising gift-0 saving-souls strong-6"
    state = year_end(success=success)
    end_year(state)
    assert dict(zip(GROUPS, groups(state), strict=True)) == {
        "green": 2,
        "blue": 2,
        "yellow": 2 + 1,
        "red": 2 + 1,
    }
    scored = [(event["group"], event["cards"], event["count"]) for event in told(state, "group-scored")]
    assert scored == [("green", "1", "2"), ("blue", "1", "2"), ("yellow", "2", "3"), ("red", "2", "3")]


@rule("KRK-13.2")
def test_a_card_scores_for_its_colour_no_matter_who_played_it() -> None:
    state = scene(
        leader="black-purse", season="winter", tricks=6, hands={"black-purse": "an-arms-deal"}, years=1
    )
    succeed(state, "an-arms-deal")
    play(state, "black-purse: allot shops", "black-purse: allot shops", "black-purse: ready")
    assert groups(state) == [-2, 0, 0, 1 + 2]


@rule("KRK-13.3", "KRK-R24")
def test_a_single_group_with_the_most_cards_scores_two_more_and_its_enemy_two_fewer() -> None:
    # given three plain yellow cards, and two blue ones with four circles
    state = year_end(success="gift-0 gift-1 gift-2 saving-souls prophecy-of-war")
    end_year(state)
    assert groups(state) == [0, 4 - 2, 3 + 2, 0]
    assert told(state, "group-majority") == [{"group": "yellow", "enemy": "blue"}]


@rule("KRK-13.4")
@pytest.mark.parametrize(
    ("success", "expected"),
    [
        ("gift-0 gift-1 axe-0 axe-1 an-arms-deal", [2, 0, 2, 1]),
        ("gift-0 axe-0 an-arms-deal shops-fame-2", [1, 1, 1, 1]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_a_shared_majority_changes_nothing(success: str, expected: list[int]) -> None:
    state = year_end(success=success)
    end_year(state)
    assert groups(state) == expected
    assert not told(state, "group-majority")
