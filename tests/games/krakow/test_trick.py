"""KRK-6: a trick, from the lead to the comparison of the sums."""

import pytest

from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, seen, told, who_was_told
from tests.games.krakow.scene import ALL, SEATS, decider, fail, hand, leader, scene, trick

WHITE_HOLDS_SPRING = ("white-purse", "black-purse", "white-dagger", "black-dagger")
BLACK_HOLDS_SPRING = ("black-purse", "white-purse", "white-dagger", "black-dagger")


@rule("KRK-6.1", "KRK-P2")
@pytest.mark.parametrize(
    ("card", "group", "strength"),
    [("an-arms-deal", "red", 4), ("fast-foods", "blue", 3), ("strong-6", "green", 6)],
)
def test_the_leader_plays_a_card_face_up_and_announces_colour_and_strength(
    card: str, group: str, strength: int
) -> None:
    state = scene(leader="white-purse", hands={"white-purse": card})
    assert leader(state) == "white-purse"
    trick(state, card)
    assert who_was_told(state, "led", seat="white-purse", card=card, group=group, count=str(strength)) == ALL
    assert seen(state)["played"] == [
        {"seat": "white-purse", "card": card, "support": strength, "opposition": 0, "blocks": False}
    ]


@rule("KRK-6.2", "KRK-P3")
@pytest.mark.parametrize("first", SEATS)
def test_the_others_play_one_card_each_clockwise_face_up(first: str) -> None:
    state = scene(leader=first, hands={first: "an-arms-deal"})
    order = [SEATS[(SEATS.index(first) + step) % 4] for step in range(4)]
    for seat, card in zip(order, ("an-arms-deal", "sword-0", "gift-0"), strict=False):
        assert asked(state) == [seat]
        trick(state, card)
        assert (seen(state)["played"][-1]["seat"], seen(state)["played"][-1]["card"]) == (seat, card)
    assert asked(state) == [order[3]]
    trick(state, "axe-0")
    assert [event["seat"] for event in told(state, "opposed")] == [order[1], order[3]]
    assert [event["seat"] for event in told(state, "supported")] == [order[2]]


@rule("KRK-6.3")
def test_any_card_may_be_played_without_following_colour() -> None:
    # given a red intrigue, and an opponent and a partner who hold red cards among others
    state = scene(
        hands={
            "white-dagger": "an-arms-deal",
            "black-purse": "campaign-finance fast-foods",
            "white-purse": "castle-power-3 gift-1",
        }
    )
    for card in ("an-arms-deal", "fast-foods", "gift-1", "axe-0"):
        seat = decider(state)
        # then every card of the hand is allowed
        assert legal(state, seat) == {f"play {held}" for held in hand(state, seat)}
        trick(state, card)


@rule("KRK-6.4")
def test_the_leader_counts_strength_and_the_partner_its_support_for_the_led_colour() -> None:
    # Witch Hunting counts four for red, but its own strength is one
    state = scene(hands={"white-dagger": "an-arms-deal", "white-purse": "witch-hunting"})
    trick(state, "an-arms-deal sword-0 witch-hunting")
    assert (seen(state)["played"][-1]["support"], seen(state)["played"][-1]["opposition"]) == (4 + 4, 0)
    trick(state, "axe-0")
    assert told(state, "succeeded") == [{"card": "an-arms-deal", "support": "8", "opposition": "0"}]
    # and the same card counts nothing for green
    state = scene(hands={"white-dagger": "harbour-fame-2", "white-purse": "witch-hunting"})
    trick(state, "harbour-fame-2 sword-0 witch-hunting axe-0")
    assert told(state, "succeeded") == [{"card": "harbour-fame-2", "support": "4", "opposition": "0"}]


@rule("KRK-6.5")
def test_each_opponent_counts_its_opposition_to_the_led_colour() -> None:
    # The Night Watch counts five against red and nothing against blue; Campaign Finance six against blue
    hands = {"black-purse": "the-night-watch", "black-dagger": "campaign-finance"}
    state = scene(hands={**hands, "white-dagger": "an-arms-deal"})
    trick(state, "an-arms-deal the-night-watch gift-0 campaign-finance")
    assert told(state, "opposed") == [
        {"seat": "black-purse", "card": "the-night-watch", "count": "5"},
        {"seat": "black-dagger", "card": "campaign-finance", "count": "0"},
    ]
    assert told(state, "failed") == [{"card": "an-arms-deal", "support": "4", "opposition": "5"}]
    state = scene(hands={**hands, "white-dagger": "true-blue-magic"})
    trick(state, "true-blue-magic the-night-watch gift-0 campaign-finance")
    assert told(state, "failed") == [{"card": "true-blue-magic", "support": "4", "opposition": "6"}]


@rule("KRK-6.6")
@pytest.mark.parametrize(
    ("answers", "succeeds"),
    [
        ("sword-3 gift-0 axe-0", True),  # 4 : 3
        ("sword-5 gift-0 axe-0", False),  # 4 : 5
        ("sword-4 gift-5 axe-4", True),  # 9 : 8
        ("sword-3 gift-1 axe-3", False),  # 5 : 6
    ],
)
@pytest.mark.parametrize("holders", [WHITE_HOLDS_SPRING, BLACK_HOLDS_SPRING])
def test_the_larger_sum_decides_with_any_holder_of_the_season(
    answers: str, succeeds: bool, holders: tuple[str, ...]
) -> None:
    sword, gift, axe = answers.split()
    hands = {"white-dagger": "an-arms-deal", "black-purse": sword, "white-purse": gift, "black-dagger": axe}
    state = scene(hands=hands, holders=holders)
    trick(state, f"an-arms-deal {answers}")
    assert bool(told(state, "succeeded")) == succeeds
    assert bool(told(state, "failed")) != succeeds
    assert not told(state, "tie-broken")


@rule("KRK-6.7", "KRK-R2")
@pytest.mark.parametrize(("holders", "succeeds"), [(WHITE_HOLDS_SPRING, True), (BLACK_HOLDS_SPRING, False)])
@pytest.mark.parametrize("first", SEATS)
def test_equal_sums_are_decided_by_the_season_card(
    holders: tuple[str, ...], succeeds: bool, first: str
) -> None:
    sword_holder = SEATS[(SEATS.index(first) + 1) % 4]
    state = scene(leader=first, hands={first: "an-arms-deal", sword_holder: "sword-4"}, holders=holders)
    trick(state, "an-arms-deal sword-4 gift-0 axe-0")  # 4 : 4
    expected = succeeds if first.startswith("white") else not succeeds
    assert bool(told(state, "succeeded")) == expected
    assert bool(told(state, "failed")) != expected
    assert told(state, "tie-broken") == [{"season": "spring", "seat": holders[0]}]


@rule("KRK-6.7")
def test_only_the_card_of_the_current_season_counts() -> None:
    # given Summer, held by Black, and Spring, held by White
    holders = ("white-dagger", "black-dagger", "white-purse", "black-purse")
    state = scene(
        season="summer", hands={"white-dagger": "an-arms-deal", "black-purse": "sword-4"}, holders=holders
    )
    trick(state, "an-arms-deal sword-4 gift-0 axe-0")
    assert told(state, "failed")
    assert frame(state) == "Lead"


@rule("KRK-6.4", "KRK-6.5", "KRK-6.6")
def test_the_last_trick_stays_in_view_with_its_sums_until_the_next_one_is_over() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal castle-power-3"})
    assert seen(state)["last_trick"] is None
    fail(state, "an-arms-deal")
    last = seen(state)["last_trick"]
    assert [(row["seat"], row["card"]) for row in last["cards"]] == [
        ("white-dagger", "an-arms-deal"),
        ("black-purse", "sword-5"),
        ("white-purse", "gift-0"),
        ("black-dagger", "axe-5"),
    ]
    assert [(row["support"], row["opposition"]) for row in last["cards"]] == [(4, 0), (4, 5), (4, 5), (4, 10)]
    assert (last["leader"], last["support"], last["opposition"]) == ("white-dagger", 4, 10)
    assert (last["success"], last["blocked"]) == (False, False)
    trick(state, "sword-0")
    assert seen(state)["last_trick"] == last
