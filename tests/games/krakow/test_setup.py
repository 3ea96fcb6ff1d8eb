"""KRK-3 and KRK-4: what is dealt before the game, and what stands on a card."""

from collections import Counter

from spyring.games.krakow import GAME
from spyring.games.krakow.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import frame, play, seen, told, who_was_told
from tests.games.krakow.scene import (
    ALL,
    DISTRICTS,
    GROUPS,
    SEASONS,
    SEATS,
    decider,
    groups,
    hand,
    hand_sizes,
    player,
    points,
    scene,
    succeed,
)

SOME_SEEDS = range(40)


@rule("KRK-3.1")
def test_every_seat_has_a_chest_of_its_own_that_is_empty() -> None:
    state = GAME.start(seed=3)
    for seat in SEATS:
        for other in SEATS:
            assert player(state, other, seat)["gold"] == (0 if seat == other else None)


@rule("KRK-3.2")
def test_points_year_and_season_start_at_the_beginning() -> None:
    state = GAME.start(seed=3)
    assert points(state) == [0, 0, 0, 0]
    assert groups(state) == [0, 0, 0, 0]
    assert (seen(state)["year"], seen(state)["season"], seen(state)["trick"]) == (1325, "spring", 1)


@rule("KRK-3.3")
def test_identities_are_shuffled_and_dealt_secretly_one_of_each_group() -> None:
    found = set()
    for seed in SOME_SEEDS:
        state = GAME.start(seed=seed, events=True)
        identities = [player(state, seat, seat)["identity"] for seat in SEATS]
        assert sorted(identities) == sorted(GROUPS)
        found |= set(zip(SEATS, identities, strict=True))
    assert len(found) == 16, "every seat can be of every group"
    for seat, group in zip(SEATS, identities, strict=True):
        assert who_was_told(state, "identity", seat=seat, group=group) == {seat}


@rule("KRK-3.4")
def test_season_cards_are_shuffled_and_dealt_one_to_each_seat() -> None:
    found = set()
    for seed in SOME_SEEDS:
        state = GAME.start(seed=seed, events=True)
        cards = [player(state, seat, seat)["season"] for seat in SEATS]
        assert sorted(cards) == sorted(SEASONS[:4])
        found |= set(zip(SEATS, cards, strict=True))
    assert len(found) == 16, "every seat can hold every season"
    for seat, card in zip(SEATS, cards, strict=True):
        assert who_was_told(state, "season-card", seat=seat, season=card) == {seat}


@rule("KRK-3.5")
def test_nine_cards_each_and_the_rest_is_the_discard_pile() -> None:
    deals = set()
    for seed in SOME_SEEDS:
        state = table(GAME.start(seed=seed))
        assert hand_sizes(state) == [9, 9, 9, 9]
        assert seen(state)["discard"] == 20
        cards = sorted(card for pile in (*state.hands, state.discard) for card in pile)
        assert cards == list(range(56)), "every card is somewhere, once"
        deals.add(tuple(hand(state, "white-dagger")))
    assert len(deals) == len(SOME_SEEDS), "no two deals are alike"


@rule("KRK-3.6")
def test_the_holder_of_spring_shows_it_and_leads() -> None:
    leaders = set()
    for seed in SOME_SEEDS:
        state = GAME.start(seed=seed, events=True)
        first = decider(state)
        leaders.add(first)
        assert player(state, first, first)["season"] == "spring"
        assert player(state, first)["season"] == "spring", "all see it"
        assert who_was_told(state, "season-begins", season="spring", seat=first) == ALL
        assert frame(state) == "Lead"
    assert leaders == set(SEATS)


@rule("KRK-4.1")
def test_a_card_has_a_name_a_colour_eight_values_a_district_and_a_yield() -> None:
    for card in GAME.box.cards:
        assert card["name"]
        assert card["group"] in GROUPS
        assert set(card["support"]) == set(card["opposition"]) == set(GROUPS)
        assert card["district"] in DISTRICTS
        assert sum(card["yields"].values()) >= 1


@rule("KRK-4.2")
def test_the_strength_of_a_card_is_its_support_for_its_own_colour() -> None:
    state = scene(hands={"white-dagger": "gift-3"})  # yellow, counts three for every colour
    succeed(state, "gift-3")
    assert told(state, "led") == [{"seat": "white-dagger", "card": "gift-3", "count": "3", "group": "yellow"}]
    for number, card in enumerate(GAME.box.cards):
        assert GAME.box.strength[number] == card["support"][card["group"]]


@rule("KRK-4.3")
def test_two_circles_on_special_and_strong_cards_one_on_all_others() -> None:
    for card in GAME.box.cards:
        strong = card["support"][card["group"]] >= 6
        assert card["circles"] == (2 if strong or "special" in card else 1)
    # and they are what a group scores
    state = scene(
        season="year-end",
        success="strong-6 axe-0 saving-souls shops-fame-2 shops-gold-2",
        chest={"white-purse": 1},
        years=1,
    )
    play(state, "white-purse: allot shops", "white-purse: ready")
    green, blue = 2 + 1, 2 + 1 + 1
    assert groups(state)[:2] == [green, blue + 2]  # blue has the most cards


@rule("KRK-4.4")
def test_fourteen_cards_of_each_colour() -> None:
    assert Counter(card["group"] for card in GAME.box.cards) == dict.fromkeys(GROUPS, 14)
