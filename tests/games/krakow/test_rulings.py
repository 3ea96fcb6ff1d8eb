"""Section 5 of the ledger: the rulings, and the options that choose otherwise.

A ruling that another file tests more closely is marked there as well.
"""

import pytest

from spyring.engine.errors import BadOption, BadPosition, BadSeats
from spyring.games.krakow import GAME
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, asked, frame, legal, play, refused_by, seen, told
from tests.games.krakow.scene import (
    ALL,
    SEASONS,
    SEATS,
    board,
    end_year,
    fail,
    field,
    gold,
    groups,
    hand,
    hand_sizes,
    heard,
    leader,
    names,
    player,
    points,
    random_game,
    scene,
    succeed,
    trick,
    year_end,
)
from tests.games.krakow.test_success import USED_UP


@rule("KRK-R1")
def test_r1_street_thugs_rule_does_not_cancel_black_death() -> None:
    state = scene(
        leader="black-purse", tricks=6, hands={"black-purse": "street-thugs-rule"}, extra={"black": -1}
    )
    succeed(state, "street-thugs-rule")
    play(state, "black-purse: rob white-dagger")
    assert hand_sizes(state) == [9, 8, 9, 8]


@rule("KRK-R2")
def test_r2_one_season_card_leads_the_first_trick_and_breaks_ties() -> None:
    holders = ("black-purse", "white-dagger", "white-purse", "black-dagger")
    state = scene(tricks=6, hands={"white-dagger": "an-arms-deal"}, holders=holders)
    fail(state, "an-arms-deal")
    assert leader(state) == "white-dagger", "the holder of Summer"
    state = scene(
        season="summer",
        hands={"white-purse": "an-arms-deal", "black-dagger": "sword-4"},
        leader="white-purse",
        holders=holders,
    )
    trick(state, "an-arms-deal sword-4 gift-0 axe-0")
    assert told(state, "tie-broken") == [{"season": "summer", "seat": "white-dagger"}]
    assert told(state, "succeeded")


@rule("KRK-R3")
@pytest.mark.parametrize(("cap", "after"), [("shared", (4, 4)), ("per_team", (5, 4))])
def test_r3_the_room_of_a_field_is_shared_or_each_teams_own(cap: str, after: tuple[int, int]) -> None:
    state = scene(
        hands={"white-dagger": "castle-power-3"}, board={("castle", "power"): (2, 4)}, field_cap=cap
    )
    succeed(state, "castle-power-3")
    assert field(state, "castle", "power") == after


@rule("KRK-R3")
def test_r3_per_team_each_holds_eight_and_twelve() -> None:
    state = scene(
        hands={"white-dagger": "castle-power-3"}, board={("castle", "power"): (7, 8)}, field_cap="per_team"
    )
    succeed(state, "castle-power-3")
    assert field(state, "castle", "power") == (8, 8)
    state = year_end(
        chest={"white-dagger": 13, "black-purse": 2},
        board={("castle", "gold"): (0, 10)},
        field_cap="per_team",
    )
    play(state, *["white-dagger: allot castle"] * 13, "white-dagger: ready")
    play(state, *["black-purse: allot castle"] * 2, "black-purse: ready")
    assert [(event["team"], event["count"]) for event in told(state, "lost")] == [("white", "1")]
    assert points(state) == [0, 0, 0, 0], "12 : 12"


@rule("KRK-R3", "KRK-7.7")
@pytest.mark.parametrize("first", ["white-dagger", "black-purse"])
def test_r3_per_team_a_replacement_needs_own_room(first: str) -> None:
    # given a field with eight markers of the leading team already, and one with seven
    markers = {("harbour", "support"): (8, 2), ("slums", "support"): (7, 2)}
    if first.startswith("black"):
        markers = {place: (white, black) for place, (black, white) in markers.items()}
    state = scene(leader=first, hands={first: "saving-souls"}, board=markers, field_cap="per_team")
    succeed(state, "saving-souls")
    assert legal(state, first) == {"replace support slums", "decline"}
    assert refused_by(state, f"{first}: replace support harbour") == "KRK-7.7"
    play(state, f"{first}: replace support slums")
    assert frame(state) == "Lead", "now no field has room"


@rule("KRK-R3", "KRK-7.7", "KRK-11.5")
@pytest.mark.parametrize(
    ("place", "markers", "cap"),
    [
        (("castle", "power"), (5, 4), "shared"),
        (("castle", "gold"), (6, 7), "shared"),
        (("castle", "power"), (9, 0), "per_team"),
        (("castle", "gold"), (0, 13), "per_team"),
    ],
)
def test_r3_a_position_with_an_overfull_field_is_refused(
    place: tuple[str, str], markers: tuple[int, int], cap: str
) -> None:
    with pytest.raises(BadPosition, match="it has room for"):
        scene(board={place: markers}, field_cap=cap)


@rule("KRK-R3", "KRK-R17")
def test_r3_a_full_shared_field_may_still_change_hands() -> None:
    state = scene(hands={"white-dagger": "saving-souls"}, board={("harbour", "support"): (6, 2)})
    succeed(state, "saving-souls")
    play(state, "white-dagger: replace support harbour", "white-dagger: replace support harbour")
    assert field(state, "harbour", "support") == (8, 0)


@rule("KRK-R4")
def test_r4_the_support_on_an_opponents_card_does_not_make_it_lead() -> None:
    # Gift 5 in the hand of an opponent counts nothing against, and its five for the colour do not matter
    state = scene(hands={"white-dagger": "an-arms-deal", "black-purse": "gift-5", "white-purse": "gift-3"})
    trick(state, "an-arms-deal gift-5 gift-3 axe-0")
    assert told(state, "succeeded")
    assert leader(state) == "white-dagger"


@rule("KRK-R5")
def test_r5_an_opponent_who_plays_the_block_card_blocks() -> None:
    state = scene(hands={"white-dagger": "strong-7", "black-dagger": "block-of-7"})
    trick(state, "strong-7 sword-0 gift-0")
    # there is one way to play it
    assert [move for move in legal(state, "black-dagger") if "block-of-7" in move] == ["play block-of-7"]
    trick(state, "block-of-7")
    assert told(state, "blocked")


@rule("KRK-R6", "KRK-D14")
@pytest.mark.parametrize("option", ["forbidden", "plain_support"])
def test_r6_a_last_card_is_played_as_plain_support(option: str) -> None:
    # given a partner whose last card is the block card
    only = {"white-dagger": "strong-7", "white-purse": "block-of-7"}
    state = scene(season="winter", tricks=6, only=only, chest={"black-purse": 1}, block_on_partner=option)
    trick(state, "strong-7 sword-0")
    assert legal(state, "white-purse") == {"play block-of-7"}
    # then it counts its one point for red and blocks nothing
    trick(state, "block-of-7 axe-0")
    assert told(state, "supported") == [{"seat": "white-purse", "card": "block-of-7", "count": "1"}]
    assert told(state, "succeeded") == [{"card": "strong-7", "support": "8", "opposition": "0"}]
    assert points(state) == [0, 0, 0, 0]


@rule("KRK-R6", "KRK-9.7")
def test_r6_plain_support_allows_the_block_card_on_the_partners_intrigue() -> None:
    hands = {"white-dagger": "strong-7", "white-purse": "block-of-7"}
    state = scene(hands=hands, block_on_partner="plain_support")
    trick(state, "strong-7 sword-0")
    assert refused_by(state, "white-purse: play block-of-7") is None
    trick(state, "block-of-7")
    assert seen(state)["played"][-1]["blocks"] is False
    trick(state, "axe-0")
    assert field(state, "castle", "power") == (3, 0), "it has not blocked"
    assert points(state) == [0, 0, 0, 0]


@rule("KRK-R7")
def test_r7_a_block_goes_point_yield_lead_without_sums_or_season_card() -> None:
    state = scene(hands={"white-dagger": "strong-7", "black-purse": "block-of-7"})
    trick(state, "strong-7 block-of-7 gift-0 axe-5")
    kinds = [event["kind"] for event in heard(state)]
    assert kinds[kinds.index("blocked") :] == ["blocked", "placed", "gold-gained", "leads-next"]
    assert not {"succeeded", "failed", "tie-broken"} & set(kinds)


@rule("KRK-R8")
def test_r8_a_block_brings_no_special_effect() -> None:
    state = scene(
        hands={"white-dagger": "strong-7", "black-purse": "block-of-7"}, chest=dict.fromkeys(SEATS, 2)
    )
    trick(state, "strong-7 block-of-7 gift-0 axe-0")
    assert frame(state) == "Lead"
    specials = {card["id"] for card in GAME.box.cards if "special" in card}
    assert not specials & {card.get("blocked_by") for card in GAME.box.cards}


@rule("KRK-R9")
def test_r9_a_block_counts_for_group_points_and_majority() -> None:
    hands = {"white-dagger": "strong-7", "black-purse": "block-of-7"}
    state = scene(season="winter", tricks=6, hands=hands, success="an-arms-deal axe-3", years=1)
    trick(state, "strong-7 block-of-7 gift-0 axe-0")
    play(state, "black-purse: allot shops", "black-purse: ready")
    assert groups(state) == [2 + 2, 0, 0, 1 - 2], "green: the axe and the block"


@rule("KRK-R10")
@pytest.mark.parametrize(
    ("left", "fame", "support", "coins"),
    [(1, 1, 0, 0), (2, 2, 0, 0), (3, 2, 1, 0), (5, 2, 2, 1), (6, 2, 2, 2)],
)
def test_r10_the_last_cubes_are_placed_as_fame_support_power_gold(
    left: int, fame: int, support: int, coins: int
) -> None:
    # given a yield of two fame, two support and two gold, and fewer cubes than that
    state = scene(hands={"white-dagger": "harbour-plenty"}, board=USED_UP, chest={"white-purse": 7 - left})
    assert state.supply[0] == left
    succeed(state, "harbour-plenty")
    assert field(state, "harbour", "fame") == (fame, 0)
    assert field(state, "harbour", "support") == (support, 0)
    assert gold(state, "white-dagger") == coins
    assert points(state) == [0, 0, 0, 0], "there were cubes before the yield"


@rule("KRK-R10")
def test_r10_an_arms_deal_places_power_before_gold() -> None:
    state = scene(
        hands={"white-dagger": "an-arms-deal"},
        board=USED_UP | {("barracks", "power"): (6, 0)},
        chest={"white-purse": 6},
    )
    assert state.supply[0] == 3
    succeed(state, "an-arms-deal")
    assert field(state, "barracks", "power") == (8, 0)
    assert gold(state, "white-dagger") == 1


@rule("KRK-R10", "KRK-7.8")
def test_r10_a_special_that_uses_up_the_last_cubes_does_not_score_for_that() -> None:
    # given one cube, which replaces a marker before the yield
    board = USED_UP | {("harbour", "support"): (0, 1)}
    hands = {"white-dagger": "saving-souls castle-power-3", "white-purse": "gift-1", "black-dagger": "axe-1"}
    state = scene(hands={**hands, "black-purse": "sword-1"}, board=board, chest={"white-purse": 6})
    assert state.supply[0] == 1
    succeed(state, "saving-souls")
    play(state, "white-dagger: replace support harbour")
    # then nothing is left for the yield, and nobody scores
    assert (state.supply[0], points(state)) == (0, [0, 0, 0, 0])
    # but the next success does
    trick(state, "castle-power-3 sword-1 gift-1 axe-1")
    assert points(state) == [1, 0, 1, 0]


@rule("KRK-R10")
def test_r10_gold_that_the_supply_does_not_have_is_lost_in_words() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal"}, board=USED_UP, chest={"white-purse": 6})
    assert state.supply[0] == 1
    succeed(state, "an-arms-deal")
    assert told(state, "gold-gained") == [{"seat": "white-dagger", "count": "1"}]
    assert told(state, "gold-wasted") == [{"seat": "white-dagger", "count": "1"}]


@rule("KRK-R12", "KRK-R17")
def test_r12_everybody_sees_the_supply_without_the_chests_and_what_lapses_for_want_of_cubes() -> None:
    board = USED_UP | {("harbour", "support"): (0, 2)}
    state = scene(hands={"white-dagger": "saving-souls"}, board=board, chest={"white-purse": 6})
    assert seen(state)["supply"] == {"white": 1, "black": 53}
    succeed(state, "saving-souls")
    play(state, "white-dagger: replace support harbour")
    assert seen(state)["supply"]["white"] == 0
    assert told(state, "lapsed") == [{"card": "saving-souls"}]
    assert leader(state) == "white-dagger"


@rule("KRK-R3")
def test_r3_the_view_says_how_many_markers_a_field_takes() -> None:
    assert seen(scene())["room"] == {"field": 8, "gold": 12, "shared": True}
    assert seen(scene(field_cap="per_team"))["room"]["shared"] is False


@rule("KRK-R11")
def test_r11_surplus_cubes_stay_in_the_supply() -> None:
    state = scene(hands={"white-dagger": "castle-power-3"}, board={("castle", "power"): (7, 0)})
    succeed(state, "castle-power-3")
    assert state.supply == [55 - 8, 55]
    # and so does surplus gold
    state = scene(season="year-end", years=2, chest={"white-dagger": 3}, board={("castle", "gold"): (0, 11)})
    play(state, *["white-dagger: allot castle"] * 3, "white-dagger: ready")
    assert state.supply == [55, 55]


@rule("KRK-R12")
def test_r12_the_supply_is_55_without_the_cubes_on_the_board_and_in_both_chests() -> None:
    state = scene(
        board={("castle", "power"): (3, 2), ("slums", "fame"): (1, 0)},
        chest={"white-dagger": 2, "white-purse": 5, "black-purse": 1},
    )
    assert state.supply == [55 - 4 - 7, 55 - 2 - 1]


@rule("KRK-R13")
def test_r13_removals_take_opponents_markers_or_any() -> None:
    markers = {("slums", "fame"): (1, 1), ("slums", "support"): (1, 1), ("castle", "power"): (1, 0)}
    state = scene(hands={"white-dagger": "prophecy-of-war"}, board=markers)
    succeed(state, "prophecy-of-war")
    assert legal(state, "white-dagger") == {"remove fame slums black", "decline"}
    assert refused_by(state, "white-dagger: remove fame slums white") == "KRK-R13"
    state = scene(hands={"white-dagger": "prophecy-of-war"}, board=markers, removal_targets="any")
    succeed(state, "prophecy-of-war")
    assert legal(state, "white-dagger") == {"remove fame slums black", "remove fame slums white", "decline"}
    play(state, "white-dagger: remove fame slums white")
    assert legal(state, "white-dagger") == {"remove power castle white", "decline"}
    play(state, "white-dagger: remove power castle white")
    assert board(state) == {
        ("slums", "fame"): (0, 1),
        ("slums", "support"): (1, 1),
        ("barracks", "support"): (1, 0),
    }


@rule("KRK-R14")
@pytest.mark.parametrize("card", ["peasant-revolt", "prophecy-of-war"])
def test_r14_each_part_of_a_removal_is_optional_by_itself(card: str) -> None:
    markers = {("slums", "fame"): (0, 1), ("slums", "support"): (0, 1), ("castle", "power"): (0, 1)}
    first, second = {
        "peasant-revolt": ("power castle", "support slums"),
        "prophecy-of-war": ("fame slums", "power castle"),
    }[card]
    for declined, removed in ((first, second), (second, first)):
        state = scene(hands={"white-dagger": card}, board=markers)
        succeed(state, card)
        for part in (first, second):
            play(state, "white-dagger: decline" if part == declined else f"white-dagger: remove {part} black")
        kind, district = removed.split()
        left = {place: there for place, there in markers.items() if place != (district, kind)}
        assert {place: there for place, there in board(state).items() if place in markers} == left
        assert told(state, "declined") == [{"seat": "white-dagger"}]


@rule("KRK-R14")
@pytest.mark.parametrize("count", range(4))
def test_r14_any_number_of_markers_up_to_three_may_be_replaced(count: int) -> None:
    state = scene(hands={"white-dagger": "advertising"}, board={("harbour", "fame"): (0, 5)})
    succeed(state, "advertising")
    play(state, *["white-dagger: replace fame harbour"] * count, *["white-dagger: decline"] * (count < 3))
    assert field(state, "harbour", "fame") == (count, 5 - count)
    assert (
        told(state, "replaced") == [{"seat": "white-dagger", "marker": "fame", "district": "harbour"}] * count
    )
    assert told(state, "declined") == [{"seat": "white-dagger"}] * (count < 3)
    assert frame(state) == "Lead"


@rule("KRK-R14")
def test_r14_choosing_an_opponent_black_death_and_grave_robbery_are_forced() -> None:
    for card in ("a-depression", "street-thugs-rule", "black-death"):
        state = scene(hands={"white-dagger": card})
        succeed(state, card)
        for seat in asked(state):
            assert "decline" not in legal(state, seat)
            assert refused_by(state, f"{seat}: decline")
    state = scene(hands={"white-dagger": "grave-robbery"})
    succeed(state, "grave-robbery")
    assert frame(state) == "Lead", "nobody was asked"
    assert told(state, "drew-unseen")


@rule("KRK-R15")
def test_r15_a_part_without_a_target_lapses() -> None:
    # given no opposing power marker, when Peasant Revolt succeeds, then only the support part is asked
    state = scene(
        hands={"white-dagger": "peasant-revolt"},
        board={("slums", "support"): (0, 1), ("castle", "power"): (2, 0)},
    )
    succeed(state, "peasant-revolt")
    assert legal(state, "white-dagger") == {"remove support slums black", "decline"}
    assert refused_by(state, "white-dagger: remove support harbour black") == "KRK-R15"
    # given nothing at all, then nothing is asked
    for card in ("peasant-revolt", "prophecy-of-war", "saving-souls", "advertising"):
        state = scene(hands={"white-dagger": card})
        succeed(state, card)
        assert frame(state) == "Lead"
    # given one place for a replacement, then no other is allowed
    state = scene(hands={"white-dagger": "saving-souls"}, board={("slums", "support"): (0, 1)})
    succeed(state, "saving-souls")
    assert refused_by(state, "white-dagger: replace support harbour") == "KRK-R15"
    # given no power marker, Street Thugs Rule continues with the gold
    state = scene(hands={"white-dagger": "street-thugs-rule"})
    succeed(state, "street-thugs-rule")
    assert frame(state) == "Extort"


@rule("KRK-R16")
def test_r16_removed_markers_and_lost_gold_return_to_their_owners_supply() -> None:
    state = scene(
        hands={"white-dagger": "street-thugs-rule"},
        board={("castle", "power"): (0, 3)},
        chest={"black-purse": 2},
    )
    assert state.supply == [55, 50]
    succeed(state, "street-thugs-rule")
    play(state, "white-dagger: remove power castle black")
    assert state.supply == [55, 51]
    play(state, "white-dagger: rob black-purse")
    assert state.supply[1] == 52


@rule("KRK-R17")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_r17_no_more_markers_are_replaced_than_the_supply_holds(left: int) -> None:
    markers = USED_UP | {("harbour", "fame"): (0, 5)}
    state = scene(hands={"white-dagger": "advertising"}, board=markers, chest={"white-purse": 7 - left})
    assert state.supply[0] == left
    succeed(state, "advertising")
    for _cube in range(left):
        assert frame(state) == "Advertise"
        play(state, "white-dagger: replace fame harbour")
    # then the supply is empty, nothing more is asked, and there is no yield; who had no cube at all scores
    assert frame(state) == "Lead"
    assert field(state, "harbour", "fame") == (left, 5 - left), "five in the field, as before"
    assert points(state) == ([0, 0, 0, 0] if left else [1, 0, 1, 0])


@rule("KRK-R18", "KRK-D15")
@pytest.mark.parametrize("holder", SEATS)
@pytest.mark.parametrize(
    ("success", "extra", "order"),
    [
        (20, {"white": 1}, [9, 9, 9, 8]),  # 35 cards for 10, 9, 10, 9
        (19, {"white": 1}, [9, 9, 9, 9]),  # 36
        (18, {"white": 1}, None),  # 37: one seat of White has its ten
        (20, {}, [9, 9, 9, 8]),  # 35 for nine each
        (20, {"black": -1}, None),  # 35 for 9, 8, 9, 8: enough
    ],
)
def test_r18_too_few_cards_are_dealt_one_at_a_time_from_the_holder(
    holder: str, success: int, extra: dict[str, int], order: list[int] | None
) -> None:
    # given the last trick of Autumn, one success more, and the holder of Winter
    others = [seat for seat in SEATS if seat != holder]
    state = scene(
        season="autumn",
        tricks=6,
        success=success,
        extra=extra,
        holders=(*others, holder),
        hands={"white-dagger": "an-arms-deal"},
    )
    succeed(state, "an-arms-deal")
    assert seen(state)["season"] == "winter"
    available = 56 - success - 1
    # then they were dealt as by hand: round the table from the holder, skipping who has its number
    wanted = [9 + extra.get(seat.split("-")[0], 0) for seat in SEATS]
    sizes = [0, 0, 0, 0]
    seat = SEATS.index(holder)
    for _card in range(min(available, sum(wanted))):
        while sizes[seat] == wanted[seat]:
            seat = (seat + 1) % 4
        sizes[seat] += 1
        seat = (seat + 1) % 4
    assert hand_sizes(state) == sizes
    assert seen(state)["discard"] == available - sum(sizes)
    assert min(hand_sizes(state)) >= 8
    if order is not None:
        first = SEATS.index(holder)
        assert [sizes[(first + step) % 4] for step in range(4)] == order


@rule("KRK-R19")
def test_r19_successful_cards_return_next_year() -> None:
    state = year_end(years=2, success="an-arms-deal gift-3")
    end_year(state)
    cards = [card for pile in (*state.hands, state.discard) for card in pile]
    assert sorted(cards) == list(range(56))


@rule("KRK-R20")
def test_r20_the_cards_of_the_trick_are_on_the_pile_before_graves_are_robbed() -> None:
    # given an empty discard pile
    state = scene(season="winter", tricks=0, success=20, hands={"white-dagger": "grave-robbery"})
    assert state.discard == []
    # when Grave Robbery succeeds, then the leader and the partner draw from the cards just played
    succeed(state, "grave-robbery")
    assert "sword-0" in hand(state, "white-dagger")
    assert "gift-0" in hand(state, "white-purse")
    assert names(state.discard) == ["axe-0"]


@rule("KRK-R21")
def test_r21_hand_sizes_change_for_the_rest_of_the_year_only() -> None:
    for season, expected in (("autumn", [10, 8, 10, 8]), ("year-end", [9, 9, 9, 9])):
        if season == "year-end":
            state = year_end(years=2, extra={"white": 1, "black": -1})
            end_year(state)
        else:
            state = scene(
                season=season,
                tricks=6,
                hands={"white-dagger": "an-arms-deal"},
                extra={"white": 1, "black": -1},
            )
            fail(state, "an-arms-deal")
        assert hand_sizes(state) == expected


@rule("KRK-R22")
def test_r22_black_death_in_the_seventh_trick_still_takes_a_card() -> None:
    state = scene(season="winter", tricks=6, hands={"white-dagger": "black-death"}, chest={"white-dagger": 1})
    succeed(state, "black-death")
    assert (frame(state), hand_sizes(state)) == ("SufferPlague", [2, 2, 2, 2])
    play(state, "black-purse: discard sword-5", "black-purse: ready")
    play(state, "black-dagger: discard axe-5", "black-dagger: ready")
    assert len(told(state, "discarded-unseen")) == 2
    assert (frame(state), hand_sizes(state)) == ("AllotGold", [0, 0, 0, 0])


@rule("KRK-R22")
def test_r22_grave_robbery_in_the_seventh_trick_still_draws() -> None:
    state = scene(season="winter", tricks=6, hands={"white-dagger": "grave-robbery"}, bottom="axe-3 gift-3")
    succeed(state, "grave-robbery")
    assert told(state, "drew", "white-dagger") == [{"seat": "white-dagger", "card": "axe-3"}]
    assert frame(state) == "AllotGold"
    assert {"axe-3", "gift-3"} <= set(names(state.discard))


@rule("KRK-R23")
@pytest.mark.parametrize(("floor", "green"), [("none", -2), ("zero", 0)])
def test_r23_group_points_may_fall_below_zero_unless_agreed_otherwise(floor: str, green: int) -> None:
    state = year_end(success="an-arms-deal castle-power-3", group_floor=floor)
    end_year(state)
    assert groups(state) == [green, 0, 0, 2 + 2]


@rule("KRK-R24")
def test_r24_the_majority_counts_cards_not_circles() -> None:
    # two strong or special red cards with four circles against three plain yellow ones
    state = year_end(success="strong-7 grave-robbery gift-0 gift-1 gift-2")
    end_year(state)
    assert told(state, "group-majority") == [{"group": "yellow", "enemy": "blue"}]


@rule("KRK-R25")
def test_r25_all_gold_must_be_placed_even_on_full_fields() -> None:
    full = {(district, "gold"): (12, 0) for district in ("shops", "churches", "harbour")} | {
        ("castle", "gold"): (0, 12),
        ("province", "gold"): (0, 12),
    }
    state = year_end(chest={"white-dagger": 1}, board=full, years=2)
    assert "decline" not in legal(state, "white-dagger")
    assert "allot castle" in legal(state, "white-dagger")
    play(state, "white-dagger: allot castle", "white-dagger: ready")
    assert [event["count"] for event in told(state, "lost")] == ["1"]
    assert gold(state, "white-dagger") == 0


@rule("KRK-R26")
def test_r26_gold_comes_from_any_district_but_goes_to_the_five_only() -> None:
    state = scene(season="winter", tricks=6, hands={"white-dagger": "slums-gold-3"}, years=1)
    succeed(state, "slums-gold-3")
    assert gold(state, "white-dagger") == 3
    assert refused_by(state, "white-dagger: allot slums") == "KRK-R26"
    assert refused_by(state, "white-dagger: allot barracks") == "KRK-R26"
    assert len(legal(state, "white-dagger")) == 5


@rule("KRK-R27")
def test_r27_the_discard_pile_may_be_browsed_for_played_cards_if_agreed() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal black-death"}, discard_browse="played_cards")
    fail(state, "an-arms-deal")
    for viewer in ALL:
        assert sorted(seen(state, viewer)["browse"]) == ["an-arms-deal", "axe-5", "gift-0", "sword-5"]
    state = scene(hands={"white-dagger": "an-arms-deal"})
    fail(state, "an-arms-deal")
    for viewer in ALL:
        assert "browse" not in seen(state, viewer)


@rule("KRK-R27")
def test_r27_cards_that_were_not_played_are_never_listed() -> None:
    hands = {"white-dagger": "black-death", "black-purse": "gift-1", "black-dagger": "gift-2"}
    state = scene(
        hands=hands, discard_browse="played_cards", tricks=6, season="winter", chest={"white-dagger": 1}
    )
    succeed(state, "black-death")
    play(state, "black-purse: discard gift-1", "black-purse: ready")
    play(state, "black-dagger: discard gift-2", "black-dagger: ready")
    assert frame(state) == "AllotGold", "the unused cards are in the pile as well"
    for viewer in ALL:
        assert sorted(seen(state, viewer)["browse"]) == ["axe-0", "gift-0", "sword-0"]


@rule("KRK-R28")
@pytest.mark.parametrize(("option", "shown"), [("hidden", False), ("shown", True)])
def test_r28_gold_counts_are_shown_to_all_only_if_agreed(option: str, shown: bool) -> None:
    state = scene(chest={"white-dagger": 4}, gold_counts=option)
    for viewer in ALL:
        expected = 4 if shown or viewer == "white-dagger" else None
        assert player(state, "white-dagger", viewer)["gold"] == expected


@rule("KRK-R29")
@pytest.mark.parametrize(("option", "shown"), [("hidden", False), ("shown", True)])
def test_r29_success_counts_are_shown_before_the_years_end_only_if_agreed(option: str, shown: bool) -> None:
    state = scene(success="an-arms-deal strong-7 gift-0", success_counts=option)
    for viewer in ALL:
        if shown:
            assert seen(state, viewer)["successes"] == {"green": 0, "blue": 0, "yellow": 1, "red": 2}
        else:
            assert "successes" not in seen(state, viewer)
        assert "success_pile" not in seen(state, viewer)


@rule("KRK-R30")
def test_r30_the_year_starts_on_1325_and_the_turn_on_spring() -> None:
    table = seen(GAME.start())
    assert (table["year"], table["season"]) == (1325, "spring")


@rule("KRK-R31")
def test_r31_season_cards_are_face_down_until_their_season() -> None:
    for state in random_game(seed=4, years=1):
        if not state.deciders:
            break
        now = SEASONS.index(seen(state)["season"])
        shown = [player(state, seat)["season"] for seat in SEATS]
        assert sorted(season for season in shown if season) == sorted(SEASONS[: min(now, 3) + 1])


@rule("KRK-R32")
@pytest.mark.parametrize("talk", ["public", "none", "partners_private"])
def test_r32_who_may_talk_is_agreed_before_the_game(talk: str) -> None:
    assert seen(GAME.start(talk=talk))["talk"] == talk
    assert seen(GAME.start())["talk"] == "public"
    with pytest.raises(BadOption, match="talk"):
        GAME.start(talk="whispering")


@rule("KRK-R33", "KRK-P4", "KRK-P5", "KRK-P6")
@pytest.mark.parametrize(
    "card",
    ["peasant-revolt", "prophecy-of-war", "saving-souls", "advertising", "a-depression", "street-thugs-rule"],
)
def test_r33_the_leader_alone_decides_targets(card: str) -> None:
    markers = {("slums", "fame"): (0, 5), ("slums", "support"): (0, 5), ("castle", "power"): (0, 5)}
    state = scene(hands={"white-dagger": card, "white-purse": "gift-5"}, board=markers)
    trick(state, f"{card} sword-0 gift-5 axe-0")  # the partner counted more and leads next
    while frame(state) != "Lead":
        assert asked(state) == ["white-dagger"]
        assert state.interrupters == ()
        play(state, sorted(legal(state, "white-dagger"))[-1])
    assert asked(state) == ["white-purse"]


@rule("KRK-R34")
@pytest.mark.parametrize("holder", ["white-dagger", "white-purse"])
def test_r34_a_tie_succeeds_whether_the_leader_or_the_partner_holds_the_season(holder: str) -> None:
    others = [seat for seat in SEATS if seat != holder]
    state = scene(hands={"white-dagger": "an-arms-deal", "black-purse": "sword-4"}, holders=(holder, *others))
    trick(state, "an-arms-deal sword-4 gift-0 axe-0")
    assert told(state, "succeeded")


@rule("KRK-R35")
def test_r35_there_is_exactly_one_winner() -> None:
    for seed in range(6):
        *_course, state = random_game(seed=seed, years=1)
        assert state.outcome is not None
        assert len(state.outcome.winners) == 1
        assert sorted(state.outcome.ranks) == [1, 2, 3, 4]


@rule("KRK-R36")
def test_r36_there_are_always_four_seats() -> None:
    assert GAME.seats == (4,)
    for seats in (1, 2, 3):
        with pytest.raises(BadSeats):
            GAME.start(seats=seats)
    assert len(seen(GAME.start(), SPECTATOR)["players"]) == 4


@rule("KRK-R3", "KRK-R6", "KRK-R13", "KRK-R23", "KRK-R27", "KRK-R28", "KRK-R29", "KRK-R32")
def test_every_option_names_its_ruling_and_refuses_other_values() -> None:
    options = {option.name: option for option in GAME.options}
    assert {name: (option.clause, option.default) for name, option in options.items()} == {
        "years": ("KRK-1.4", 2),
        "field_cap": ("KRK-R3", "shared"),
        "block_on_partner": ("KRK-R6", "forbidden"),
        "removal_targets": ("KRK-R13", "opponents"),
        "group_floor": ("KRK-R23", "none"),
        "discard_browse": ("KRK-R27", "no"),
        "gold_counts": ("KRK-R28", "hidden"),
        "success_counts": ("KRK-R29", "hidden"),
        "talk": ("KRK-R32", "public"),
    }
    for name in options:
        with pytest.raises(BadOption, match=name):
            GAME.resolve_options(4, {name: "perhaps"})
