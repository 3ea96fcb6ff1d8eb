"""KRK-7 and KRK-8: what success brings, and failure."""

import pytest

from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, play, seen, told, who_was_told
from tests.games.krakow.numbered_box import SPECIALS
from tests.games.krakow.scene import (
    ALL,
    SEATS,
    board,
    fail,
    field,
    gold,
    hand,
    leader,
    names,
    points,
    scene,
    succeed,
    trick,
)

FULL_OF_TARGETS = {("slums", "fame"): (2, 2), ("slums", "support"): (2, 2), ("barracks", "power"): (2, 2)}


@rule("KRK-7.1")
def test_first_the_three_other_cards_are_discarded() -> None:
    # given a special intrigue that asks the leader something
    state = scene(hands={"white-dagger": "a-depression"})
    before = seen(state)["discard"]
    # when it succeeds, then while the leader chooses the others lie in the discard pile already
    succeed(state, "a-depression")
    assert frame(state) == "Depress"
    assert names(state.discard[-3:]) == ["sword-0", "gift-0", "axe-0"]
    assert seen(state)["discard"] == before + 3
    assert [row["card"] for row in seen(state)["played"]] == ["a-depression"]


@rule("KRK-7.2")
def test_the_special_effect_comes_before_the_yield() -> None:
    # given a special intrigue that asks the leader something, and yields a fame marker on the Shops
    state = scene(hands={"white-dagger": "a-depression"}, board={("shops", "fame"): (1, 0)})
    succeed(state, "a-depression")
    assert field(state, "shops", "fame") == (1, 0), "the yield waits"
    play(state, "white-dagger: rob black-purse")
    assert field(state, "shops", "fame") == (2, 0)
    kinds = [event["kind"] for event in state.events_for(None)]
    assert kinds.index("gold-lost") < kinds.index("placed")


@rule("KRK-7.3")
@pytest.mark.parametrize("first", SEATS)
def test_markers_of_the_leaders_team_go_to_the_field_of_the_cards_district(first: str) -> None:
    state = scene(leader=first, hands={first: "castle-power-3"})
    succeed(state, "castle-power-3")
    white = first.startswith("white")
    assert board(state) == {("castle", "power"): (3, 0) if white else (0, 3)}
    assert (
        who_was_told(state, "placed", team=first.split("-")[0], district="castle", marker="power", count="3")
        == ALL
    )


@rule("KRK-7.3")
def test_each_type_goes_to_its_own_field() -> None:
    state = scene(hands={"white-dagger": "harbour-plenty"})
    succeed(state, "harbour-plenty")
    assert board(state) == {("harbour", "fame"): (2, 0), ("harbour", "support"): (2, 0)}


@rule("KRK-7.4")
def test_gold_goes_into_the_leaders_own_chest_and_not_on_the_board() -> None:
    state = scene(hands={"white-dagger": "castle-gold-3"}, chest={"white-dagger": 1, "white-purse": 5})
    succeed(state, "castle-gold-3")
    assert (gold(state, "white-dagger"), gold(state, "white-purse")) == (4, 5)
    assert board(state) == {}


@rule("KRK-7.4")
def test_the_leader_gets_the_gold_even_if_the_partner_counted_more() -> None:
    state = scene(hands={"white-dagger": "castle-gold-3"})
    trick(state, "castle-gold-3 sword-0 gift-5 axe-0")
    assert [gold(state, seat) for seat in SEATS] == [3, 0, 0, 0]


@rule("KRK-7.5")
def test_the_led_card_goes_to_the_success_pile() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal"}, success="gift-3 axe-3")
    succeed(state, "an-arms-deal")
    assert names(state.success) == ["gift-3", "axe-3", "an-arms-deal"]
    # face down: the view counts the pile and names none of its cards
    assert seen(state)["success"] == 3
    for seat in SEATS:
        view = {**seen(state, seat), "last_trick": None}
        assert not {"gift-3", "axe-3", "an-arms-deal"} & set(_words(view))


def _words(thing: object) -> list[str]:
    """Every text in a JSON-ready thing."""
    if isinstance(thing, dict):
        return [word for part in (*thing.keys(), *thing.values()) for word in _words(part)]
    if isinstance(thing, list):
        return [word for part in thing for word in _words(part)]
    return [thing] if isinstance(thing, str) else []


@rule("KRK-7.6")
@pytest.mark.parametrize(
    ("gift", "next_leader"),
    [("gift-5", "white-purse"), ("gift-4", "white-dagger"), ("gift-3", "white-dagger")],
)
def test_the_member_of_the_team_who_counted_more_leads_next(gift: str, next_leader: str) -> None:
    state = scene(hands={"white-dagger": "an-arms-deal", "white-purse": gift})
    trick(state, f"an-arms-deal sword-0 {gift} axe-0")  # 4 and 5, 4 or 3
    assert leader(state) == next_leader
    assert told(state, "leads-next") == [{"seat": next_leader}]


@rule("KRK-7.7", "KRK-R11")
@pytest.mark.parametrize("kind", ["fame", "support"])
@pytest.mark.parametrize(("there", "after"), [((5, 0), (8, 0)), ((2, 4), (4, 4)), ((3, 5), (3, 5))])
def test_a_field_holds_eight_markers_and_further_ones_are_lost(
    kind: str, there: tuple[int, int], after: tuple[int, int]
) -> None:
    state = scene(hands={"white-dagger": f"slums-{kind}-3"}, board={("slums", kind): there})
    supply = state.supply[0]
    succeed(state, f"slums-{kind}-3")
    assert field(state, "slums", kind) == after
    placed = after[0] - there[0]
    assert state.supply[0] == supply - placed, "what is lost was never placed"
    assert [event["count"] for event in told(state, "lost")] == ([str(3 - placed)] if placed < 3 else [])


@rule("KRK-7.7")
def test_a_power_field_holds_eight_markers_too() -> None:
    state = scene(hands={"white-dagger": "castle-power-3"}, board={("castle", "power"): (1, 6)})
    succeed(state, "castle-power-3")
    assert field(state, "castle", "power") == (2, 6)


# 55 White cubes in use: 48 on the board, 7 in the chests.
USED_UP = {
    ("slums", "fame"): (8, 0),
    ("slums", "support"): (8, 0),
    ("barracks", "support"): (8, 0),
    ("barracks", "power"): (8, 0),
    ("shops", "fame"): (8, 0),
    ("churches", "fame"): (8, 0),
}


@rule("KRK-7.8")
def test_without_cubes_each_member_scores_a_point_for_every_further_success() -> None:
    chest = {"white-dagger": 3, "white-purse": 4}
    hands = {
        "white-dagger": "castle-power-3 an-arms-deal",
        "black-purse": "sword-1",
        "white-purse": "gift-1",
        "black-dagger": "axe-1",
    }
    state = scene(hands=hands, board=USED_UP, chest=chest)
    assert state.supply[0] == 0
    succeed(state, "castle-power-3")
    assert points(state) == [1, 0, 1, 0]
    assert board(state) == USED_UP
    assert gold(state, "white-dagger") == 3
    assert who_was_told(state, "point-for-empty-supply", team="white") == ALL
    assert "castle-power-3" in names(state.success), "it is a success all the same"
    # and again
    trick(state, "an-arms-deal sword-1 gift-1 axe-1")
    assert points(state) == [2, 0, 2, 0]


@rule("KRK-7.8")
def test_the_last_cube_still_counts_as_a_cube() -> None:
    chest = {"white-dagger": 3, "white-purse": 3}
    state = scene(hands={"white-dagger": "castle-power-3"}, board=USED_UP, chest=chest)
    assert state.supply[0] == 1
    succeed(state, "castle-power-3")
    assert points(state) == [0, 0, 0, 0]
    assert field(state, "castle", "power") == (1, 0)


@rule("KRK-7.8")
def test_the_other_team_scores_nothing_for_its_successes() -> None:
    chest = {"white-dagger": 3, "white-purse": 4}
    state = scene(leader="black-purse", hands={"black-purse": "castle-power-3"}, board=USED_UP, chest=chest)
    succeed(state, "castle-power-3")
    assert points(state) == [0, 0, 0, 0]
    assert field(state, "castle", "power") == (0, 3)


@rule("KRK-8.1")
def test_a_failed_intrigue_gives_nobody_anything_and_all_four_cards_are_discarded() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal"})
    before = seen(state)["discard"]
    fail(state, "an-arms-deal")
    assert board(state) == {}
    assert [gold(state, seat) for seat in SEATS] == [0, 0, 0, 0]
    assert points(state) == [0, 0, 0, 0]
    assert sorted(names(state.discard[-4:])) == sorted(["an-arms-deal", "sword-5", "gift-0", "axe-5"])
    assert (seen(state)["discard"], seen(state)["success"]) == (before + 4, 0)


@rule("KRK-8.2")
@pytest.mark.parametrize(
    ("sword", "axe", "next_leader"),
    [
        ("sword-5", "axe-4", "black-purse"),
        ("sword-4", "axe-5", "black-dagger"),
        ("sword-5", "axe-5", "black-purse"),  # equal: who played first
    ],
)
def test_the_opponent_who_counted_more_leads_next(sword: str, axe: str, next_leader: str) -> None:
    state = scene(hands={"white-dagger": "an-arms-deal", "black-purse": sword, "black-dagger": axe})
    trick(state, f"an-arms-deal {sword} gift-0 {axe}")
    assert leader(state) == next_leader
    assert told(state, "leads-next") == [{"seat": next_leader}]


@rule("KRK-8.3")
@pytest.mark.parametrize("card", SPECIALS)
def test_a_special_intrigue_that_fails_has_no_effect(card: str) -> None:
    state = scene(hands={"white-dagger": card}, board=FULL_OF_TARGETS, chest=dict.fromkeys(SEATS, 3))
    before = [len(hand(state, seat)) for seat in SEATS]
    fail(state, card)
    assert frame(state) == "Lead"
    assert board(state) == FULL_OF_TARGETS
    assert [gold(state, seat) for seat in SEATS] == [3, 3, 3, 3]
    assert [len(hand(state, seat)) for seat in SEATS] == [size - 1 for size in before]
    assert [row["deal"] for row in seen(state)["players"]] == [9, 9, 9, 9]


@rule("KRK-8.3")
@pytest.mark.parametrize("card", SPECIALS)
@pytest.mark.parametrize("helper", ["black-purse", "white-purse", "black-dagger"])
def test_a_special_card_played_on_another_intrigue_has_no_effect(card: str, helper: str) -> None:
    # given a special card in the hand of any other seat, when a plain intrigue succeeds with it
    state = scene(
        hands={"white-dagger": "castle-gold-3", helper: card},
        board=FULL_OF_TARGETS,
        chest=dict.fromkeys(SEATS, 3),
    )
    answers = {"black-purse": "sword-0", "white-purse": "gift-0", "black-dagger": "axe-0", helper: card}
    trick(state, f"castle-gold-3 {answers['black-purse']} {answers['white-purse']} {answers['black-dagger']}")
    # then nothing happens but its yield
    assert asked(state) == ["white-dagger"]
    assert board(state) == FULL_OF_TARGETS
    assert [gold(state, seat) for seat in SEATS] == [6, 3, 3, 3]
    assert [row["deal"] for row in seen(state)["players"]] == [9, 9, 9, 9]
