"""KRK-10: the eight special intrigues."""

import pytest

from spyring.engine.errors import IllegalMove
from spyring.games.krakow.generated import Table
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, told, who_was_told
from tests.games.krakow.numbered_box import NUMBERED
from tests.games.krakow.scene import (
    ALL,
    SEASONS,
    SEATS,
    board,
    field,
    gold,
    hand,
    hand_sizes,
    names,
    player,
    scene,
    succeed,
    view,
)

# Both teams have markers of every type, Black in more places.
MIXED = {
    ("slums", "fame"): (1, 2),
    ("slums", "support"): (1, 1),
    ("barracks", "power"): (2, 1),
    ("castle", "power"): (0, 3),
    ("harbour", "fame"): (0, 2),
    ("harbour", "support"): (0, 2),
    ("province", "support"): (3, 0),
}


def deals(state: Table) -> list[tuple[str, list[int]]]:
    """The hands dealt from now on in this year, while nobody plays another card that changes them."""
    changing = [NUMBERED.moves.parse(f"play {card}") for card in ("black-death", "grave-robbery")]
    found = []
    while state.year == 0 and state.season < 4:
        if state.tricks == 0 and not state.trick:
            found.append((SEASONS[state.season], hand_sizes(state)))
        seat = state.deciders[0]
        state.play(seat, next(move for move in state.legal(seat) if move not in changing))
    return found


@rule("KRK-10.1", "KRK-P7")
def test_black_death_takes_a_card_of_its_choice_from_each_opponent() -> None:
    hands = {"white-dagger": "black-death", "black-purse": "gift-1", "black-dagger": "gift-2"}
    state = scene(hands=hands)
    before = hand_sizes(state)
    # when it succeeds, then both opponents are asked at once, for any card of their hands
    succeed(state, "black-death")
    assert asked(state) == ["black-purse", "black-dagger"]
    for seat in asked(state):
        assert legal(state, seat) == {f"discard {card}" for card in hand(state, seat)}
    refusal = state.why_not(1, NUMBERED.moves.parse("discard gift-2"))
    assert str(refusal) == "This card is not in your hand. [KRK-10.1]"
    assert refused_by(state, "black-purse: play gift-1") == "KRK-10.1", "this is not the time to play it"
    # when one has chosen, nothing shows yet
    play(state, "black-dagger: discard gift-2", "black-dagger: ready")
    assert asked(state) == ["black-purse"]
    assert hand_sizes(state) == [size - 1 for size in before]
    assert not told(state, "discarded-unseen")
    # when both have, both cards are gone, unseen
    play(state, "black-purse: discard gift-1", "black-purse: ready")
    assert hand_sizes(state) == [
        size - (1 if seat.startswith("white") else 2) for seat, size in zip(SEATS, before, strict=True)
    ]
    assert names(state.discard[-2:]) == ["gift-1", "gift-2"]
    for seat, card in (("black-purse", "gift-1"), ("black-dagger", "gift-2")):
        assert who_was_told(state, "discarded", seat=seat, card=card) == {seat}
        assert who_was_told(state, "discarded-unseen", seat=seat) == ALL - {seat}
    assert field(state, "slums", "fame") == (1, 0), "then comes the yield"


@rule("KRK-10.1")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_black_death_leaves_the_opponents_a_card_fewer_in_every_later_season(season: str) -> None:
    state = scene(season=season, tricks=6, hands={"white-dagger": "black-death"})
    succeed(state, "black-death")
    assert [player(state, seat)["deal"] for seat in SEATS] == [9, 8, 9, 8]
    assert who_was_told(state, "hand-shrinks", team="black") == ALL
    play(state, "black-purse: discard sword-5", "black-purse: ready")
    play(state, "black-dagger: discard axe-5", "black-dagger: ready")
    seasons = SEASONS[SEASONS.index(season) + 1 : 4]
    assert deals(state) == [(later, [9, 8, 9, 8]) for later in seasons]


@rule("KRK-10.1", "KRK-10.7")
@pytest.mark.parametrize("first", SEATS)
def test_hand_sizes_change_for_the_right_team_with_any_leader(first: str) -> None:
    mine = [9 + (seat.split("-")[0] == first.split("-")[0]) for seat in SEATS]
    state = scene(leader=first, hands={first: "grave-robbery"})
    succeed(state, "grave-robbery")
    assert [player(state, seat)["deal"] for seat in SEATS] == mine
    state = scene(leader=first, hands={first: "black-death"})
    succeed(state, "black-death")
    assert [player(state, seat)["deal"] for seat in SEATS] == [size - 1 for size in mine]
    assert asked(state) == [seat for seat in SEATS if seat.split("-")[0] != first.split("-")[0]]


@rule("KRK-10.2", "KRK-P4")
def test_peasant_revolt_removes_a_power_and_a_support_marker() -> None:
    state = scene(hands={"white-dagger": "peasant-revolt"}, board=MIXED)
    succeed(state, "peasant-revolt")
    assert view(state)["asked"]["clause"] == "KRK-10.2"
    assert asked(state) == ["white-dagger"]
    # first power, of the opponents, in any district
    assert legal(state, "white-dagger") == {
        "remove power barracks black",
        "remove power castle black",
        "decline",
    }
    play(state, "white-dagger: remove power castle black")
    # then support, in another district
    assert view(state)["asked"]["clause"] == "KRK-10.2"
    assert legal(state, "white-dagger") == {
        "remove support slums black",
        "remove support harbour black",
        "decline",
    }
    play(state, "white-dagger: remove support harbour black")
    assert board(state) == MIXED | {("castle", "power"): (0, 2), ("harbour", "support"): (0, 1)}
    assert [event["district"] for event in told(state, "removed")] == ["castle", "harbour"]
    assert frame(state) == "Lead"


@rule("KRK-10.3", "KRK-P5")
def test_saving_souls_replaces_up_to_three_support_markers() -> None:
    state = scene(hands={"white-dagger": "saving-souls"}, board=MIXED)
    supply = state.supply[:]
    succeed(state, "saving-souls")
    assert view(state)["asked"]["clause"] == "KRK-10.3"
    # in one or several districts, where the opponents have any
    assert legal(state, "white-dagger") == {"replace support slums", "replace support harbour", "decline"}
    play(state, "white-dagger: replace support harbour", "white-dagger: replace support slums")
    assert view(state)["asked"]["left"] == 1
    assert legal(state, "white-dagger") == {"replace support harbour", "decline"}
    play(state, "white-dagger: replace support harbour")
    # then by own ones in the same fields, and the yield follows
    replaced = {("slums", "support"): (2, 0), ("harbour", "support"): (2, 0), ("churches", "fame"): (1, 0)}
    assert board(state) == MIXED | replaced
    assert state.supply == [supply[0] - 3 - 1, supply[1] + 3]
    assert frame(state) == "Lead"


@rule("KRK-10.3", "KRK-10.5")
@pytest.mark.parametrize(("card", "kind"), [("saving-souls", "support"), ("advertising", "fame")])
def test_no_more_than_three_markers_are_replaced(card: str, kind: str) -> None:
    state = scene(hands={"white-dagger": card}, board={("harbour", kind): (0, 6)})
    succeed(state, card)
    play(state, *[f"white-dagger: replace {kind} harbour"] * 3)
    assert frame(state) == "Lead"
    assert field(state, "harbour", kind) == (3, 3)


@rule("KRK-10.4", "KRK-P4")
def test_prophecy_of_war_removes_a_fame_and_a_power_marker() -> None:
    state = scene(leader="black-purse", hands={"black-purse": "prophecy-of-war"}, board=MIXED)
    succeed(state, "prophecy-of-war")
    assert view(state)["asked"]["clause"] == "KRK-10.4"
    assert legal(state, "black-purse") == {"remove fame slums white", "decline"}
    play(state, "black-purse: remove fame slums white")
    assert view(state)["asked"]["clause"] == "KRK-10.4"
    assert legal(state, "black-purse") == {"remove power barracks white", "decline"}
    play(state, "black-purse: remove power barracks white")
    changed = {("slums", "fame"): (0, 2), ("barracks", "power"): (1, 1), ("barracks", "support"): (0, 1)}
    assert board(state) == MIXED | changed


@rule("KRK-10.5", "KRK-P5")
def test_advertising_replaces_up_to_three_fame_markers() -> None:
    state = scene(leader="white-purse", hands={"white-purse": "advertising"}, board=MIXED)
    succeed(state, "advertising")
    assert view(state)["asked"]["clause"] == "KRK-10.5"
    assert legal(state, "white-purse") == {"replace fame slums", "replace fame harbour", "decline"}
    play(
        state,
        "white-purse: replace fame slums",
        "white-purse: replace fame slums",
        "white-purse: replace fame harbour",
    )
    assert board(state) == MIXED | {("slums", "fame"): (3, 0), ("harbour", "fame"): (1, 1)}
    assert gold(state, "white-purse") == 1
    assert view(state)["asked"]["clause"] == "KRK-6.1"


@rule("KRK-10.6", "KRK-P6")
@pytest.mark.parametrize(("had", "lost"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_a_depression_costs_one_opponent_two_gold(had: int, lost: int) -> None:
    chest = {"white-purse": 4, "black-purse": 4, "black-dagger": had}
    state = scene(hands={"white-dagger": "a-depression"}, chest=chest)
    succeed(state, "a-depression")
    assert view(state)["asked"]["clause"] == "KRK-10.6"
    # one of the two opponents, and nothing else
    assert legal(state, "white-dagger") == {"rob black-purse", "rob black-dagger"}
    play(state, "white-dagger: rob black-dagger")
    assert [gold(state, seat) for seat in SEATS] == [0, 4, 4, had - lost]
    assert who_was_told(state, "gold-lost", seat="black-dagger", count=str(lost)) == ALL


@rule("KRK-10.7")
def test_grave_robbery_draws_from_the_bottom_of_the_discard_pile() -> None:
    state = scene(hands={"white-dagger": "grave-robbery"}, bottom="axe-3 gift-3 sword-3")
    before = hand_sizes(state)
    succeed(state, "grave-robbery")
    # the leader draws the lowest card, the partner the next one
    assert "axe-3" in hand(state, "white-dagger")
    assert "gift-3" in hand(state, "white-purse")
    assert names(state.discard[:1]) == ["sword-3"]
    # each has played one card and drawn one; the opponents have drawn none
    assert hand_sizes(state) == [before[0], before[1] - 1, before[2], before[3] - 1]
    assert frame(state) == "Lead"
    assert gold(state, "white-dagger") == 1, "and the yield follows"


@rule("KRK-10.7")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
def test_grave_robbery_brings_a_card_more_in_every_later_season(season: str) -> None:
    state = scene(season=season, tricks=6, hands={"white-dagger": "grave-robbery"})
    succeed(state, "grave-robbery")
    assert who_was_told(state, "hand-grows", team="white") == ALL
    assert [player(state, seat)["deal"] for seat in SEATS] == [10, 9, 10, 9]
    seasons = SEASONS[SEASONS.index(season) + 1 : 4]
    assert deals(state) == [(later, [10, 9, 10, 9]) for later in seasons]


@rule("KRK-10.8", "KRK-P4", "KRK-P6")
def test_street_thugs_rule_removes_a_power_marker_and_then_a_gold() -> None:
    state = scene(
        hands={"white-dagger": "street-thugs-rule"}, board=MIXED, chest={"black-purse": 3, "black-dagger": 3}
    )
    succeed(state, "street-thugs-rule")
    assert view(state)["asked"]["clause"] == "KRK-10.8"
    assert legal(state, "white-dagger") == {
        "remove power barracks black",
        "remove power castle black",
        "decline",
    }
    play(state, "white-dagger: remove power barracks black")
    assert view(state)["asked"]["clause"] == "KRK-10.8"
    assert legal(state, "white-dagger") == {"rob black-purse", "rob black-dagger"}
    play(state, "white-dagger: rob black-purse")
    assert [gold(state, seat) for seat in SEATS] == [0, 2, 0, 3]
    assert field(state, "barracks", "power") == (2, 0)
    assert field(state, "slums", "support") == (2, 1), "and the yield follows"


@rule("KRK-10.8")
def test_street_thugs_take_nothing_from_an_empty_chest() -> None:
    state = scene(hands={"white-dagger": "street-thugs-rule"}, chest={"black-dagger": 3})
    succeed(state, "street-thugs-rule")
    play(state, "white-dagger: rob black-purse")
    assert [gold(state, seat) for seat in SEATS] == [0, 0, 0, 3]
    assert told(state, "gold-lost") == [{"seat": "black-purse", "count": "0"}]


@rule("KRK-10.9", "KRK-R1")
def test_a_team_under_black_death_and_grave_robbery_is_dealt_nine_again() -> None:
    # given Black, who suffers from Black Death, when it robs graves in the last trick of Spring
    state = scene(leader="black-purse", tricks=6, hands={"black-purse": "grave-robbery"}, extra={"black": -1})
    assert [player(state, seat)["deal"] for seat in SEATS] == [9, 8, 9, 8]
    succeed(state, "grave-robbery")
    assert hand_sizes(state) == [9, 9, 9, 9]
    # and the other way round
    state = scene(tricks=6, hands={"white-dagger": "black-death"}, extra={"black": 1})
    succeed(state, "black-death")
    play(state, "black-purse: discard sword-5", "black-purse: ready")
    play(state, "black-dagger: discard axe-5", "black-dagger: ready")
    assert hand_sizes(state) == [9, 9, 9, 9]


@rule("KRK-10.2", "KRK-10.3", "KRK-10.4", "KRK-10.5", "KRK-10.6", "KRK-10.8")
@pytest.mark.parametrize(
    ("card", "clause", "wrong"),
    [
        ("peasant-revolt", "KRK-10.2", "remove fame slums black"),
        ("prophecy-of-war", "KRK-10.4", "remove support slums black"),
        ("street-thugs-rule", "KRK-10.8", "remove fame slums black"),
        ("saving-souls", "KRK-10.3", "replace fame slums"),
        ("advertising", "KRK-10.5", "replace support slums"),
        ("a-depression", "KRK-10.6", "rob white-purse"),
        ("a-depression", "KRK-10.6", "decline"),
    ],
)
def test_what_the_card_does_not_allow_is_refused_by_its_clause(card: str, clause: str, wrong: str) -> None:
    state = scene(hands={"white-dagger": card}, board=MIXED, chest={"black-purse": 1})
    succeed(state, card)
    assert refused_by(state, f"white-dagger: {wrong}") == clause
    assert refused_by(state, f"black-purse: {wrong}") == clause, "it is not this seat's decision"
    with pytest.raises(IllegalMove, match=clause):
        play(state, f"white-dagger: {wrong}")
