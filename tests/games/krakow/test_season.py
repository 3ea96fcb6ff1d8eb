"""KRK-5: a year, its seasons, and what passes from one to the next."""

from itertools import pairwise

import pytest

from spyring.games.krakow import GAME
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, seen, told, who_was_told
from tests.games.krakow.scene import (
    ALL,
    SEASONS,
    SEATS,
    decider,
    fail,
    hand,
    hand_sizes,
    heard,
    leader,
    names,
    player,
    possible,
    random_game,
    scene,
    succeed,
    trick,
)


@rule("KRK-5.1")
def test_a_year_is_four_seasons_and_three_actions_in_this_order() -> None:
    *course, end = random_game(years=1, seed=5)
    assert course
    steps = {
        "season-begins": "season",
        "ready": "gold",
        "district-won": "teams",
        "district-tied": "teams",
        "turned-up": "groups",
    }
    parts: list[str] = []
    for event in end.events_for(None):
        part = event.get("season") if event["kind"] == "season-begins" else steps.get(event["kind"])
        if part and part not in parts[-1:]:
            parts.append(part)
    assert parts == ["spring", "summer", "autumn", "winter", "gold", "teams", "groups"]


@rule("KRK-5.1")
def test_the_turn_marker_moves_on_after_each_season() -> None:
    for now, after in pairwise(SEASONS):
        state = scene(season=now, tricks=6, hands={"white-dagger": "an-arms-deal"})
        assert (seen(state)["season"], seen(state)["trick"]) == (now, 7)
        succeed(state, "an-arms-deal")
        assert (seen(state)["season"], seen(state)["trick"]) == (after, None if after == "year-end" else 1)


@rule("KRK-5.2")
def test_every_season_deals_all_cards_but_the_successful_ones_again() -> None:
    # given the last trick of Spring, with two cards in the success pile
    state = scene(tricks=6, success="axe-3 gift-3", hands={"white-dagger": "an-arms-deal"})
    # when a third one succeeds
    succeed(state, "an-arms-deal")
    # then all others are dealt, nine to each seat, and the rest lies in the discard pile
    assert hand_sizes(state) == [9, 9, 9, 9]
    assert names(state.success) == ["axe-3", "gift-3", "an-arms-deal"]
    cards = [card for pile in (*state.hands, state.discard, state.success) for card in pile]
    assert sorted(cards) == list(range(56))
    assert seen(state)["discard"] == 56 - 3 - 36


@rule("KRK-5.2")
def test_the_cards_are_shuffled_before_each_season() -> None:
    deals = set()
    for seed in range(12):
        state = scene(tricks=6, seed=seed, hands={"white-dagger": "an-arms-deal"})
        fail(state, "an-arms-deal")
        deals.add((*hand(state, "white-dagger"), *names(state.discard)))
    assert len(deals) == 12
    assert {len(set(deal)) for deal in deals} == {9 + 20}


@rule("KRK-5.3")
@pytest.mark.parametrize("season", ["summer", "autumn", "winter"])
def test_the_holder_of_the_season_card_shows_it_and_leads(season: str) -> None:
    holders = ("black-purse", "white-purse", "black-dagger", "white-dagger")
    holder = holders[SEASONS.index(season)]
    # given the last trick of the previous season, when it ends with any winner
    state = scene(season=SEASONS[SEASONS.index(season) - 1], tricks=6, holders=holders)
    assert player(state, holder)["season"] is None
    fail(state, hand(state, "white-dagger")[0])
    # then the card is shown and its holder leads
    assert player(state, holder)["season"] == season
    assert leader(state) == holder
    assert who_was_told(state, "season-begins", season=season, seat=holder) == ALL
    assert not told(state, "leads-next"), "the last trick gives nobody the lead"


@rule("KRK-5.4")
@pytest.mark.parametrize("extra", [{}, {"white": 1}, {"black": -1}, {"white": -1, "black": 1}])
def test_a_season_has_seven_tricks_whatever_the_hand_sizes(extra: dict[str, int]) -> None:
    state = scene(season="summer", tricks=0, extra=extra)
    cards = 0
    while seen(state)["season"] == "summer":
        if frame(state) in ("Lead", "Answer"):
            cards += 1
        seat = state.deciders[0]
        state.play(seat, state.legal(seat)[0])
    assert cards == 7 * 4


@rule("KRK-5.5")
def test_every_seat_must_play_exactly_one_card_in_every_trick() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal"})
    before = hand_sizes(state)
    turns = []
    for card in ("an-arms-deal", "sword-0", "gift-0", "axe-0"):
        seat = decider(state)
        turns.append(seat)
        # nothing but a card of the own hand can be played, and nobody else may play
        assert legal(state, seat) == {f"play {held}" for held in hand(state, seat)}
        assert all(not legal(state, other) for other in SEATS if other != seat)
        assert refused_by(state, f"{seat}: decline")
        trick(state, card)
    assert sorted(turns) == sorted(SEATS)
    assert hand_sizes(state) == [size - 1 for size in before]


@rule("KRK-5.5")
def test_a_card_that_is_not_in_the_hand_cannot_be_played() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal", "black-purse": "axe-3"})
    assert refused_by(state, "white-dagger: play axe-3") == "KRK-5.5"
    trick(state, "an-arms-deal")
    assert refused_by(state, "black-purse: play an-arms-deal") == "KRK-5.5"
    assert refused_by(state, "black-purse: play axe-3") is None


@rule("KRK-5.6")
def test_unused_cards_are_discarded_and_nobody_looks_at_them() -> None:
    # given the last trick of the year, with three cards in every hand
    state = scene(
        season="winter",
        tricks=6,
        chest={"black-purse": 1},
        hands={"white-dagger": "an-arms-deal axe-3 axe-4"},
    )
    discarded = seen(state)["discard"]
    # when it is over
    fail(state, "an-arms-deal")
    # then the two others of every hand lie in the pile
    assert hand_sizes(state) == [0, 0, 0, 0]
    assert seen(state)["discard"] == discarded + 4 + 4 * 2
    assert {"axe-3", "axe-4"} <= set(names(state.discard))
    # and nobody was told which they are; to others they might be any of the cards that they have not seen
    for viewer in ALL:
        assert not any(event.get("card") in ("axe-3", "axe-4") for event in heard(state, viewer))
    assert len(possible(state, "black-purse", lambda t: tuple(names(t.discard[-8:-6])))) > 20
    assert possible(state, "white-dagger", lambda t: set(names(t.discard[-8:-6])) == {"axe-3", "axe-4"}) == {
        True
    }


@rule("KRK-5.7")
def test_after_winter_the_year_end_follows() -> None:
    state = scene(season="winter", tricks=6, chest={"black-purse": 1})
    fail(state, hand(state, "white-dagger")[0])
    assert frame(state) == "AllotGold"
    assert seen(state)["season"] == "year-end"


@rule("KRK-5.8")
def test_a_new_year_starts_in_spring_with_newly_dealt_season_cards() -> None:
    first = set()
    for seed in range(30):
        state = scene(season="year-end", chest={"black-purse": 1}, years=2, seed=seed)
        play(state, "black-purse: allot castle", "black-purse: ready")
        assert (seen(state)["year"], seen(state)["season"], seen(state)["trick"]) == (1326, "spring", 1)
        shown = [seat for seat in SEATS if player(state, seat)["season"]]
        assert shown == [leader(state)], "only Spring is shown"
        assert sorted(player(state, seat, seat)["season"] for seat in SEATS) == sorted(SEASONS[:4])
        first.add(tuple(player(state, seat, seat)["season"] for seat in SEATS))
    assert len(first) > 10
    assert told(state, "year-begins") == [{"year": "1326"}]


@rule("KRK-5.8", "KRK-R21", "KRK-R19")
def test_a_new_year_forgets_hand_sizes_and_successes() -> None:
    state = scene(season="year-end", chest={"black-purse": 1}, extra={"white": 1, "black": -1}, success=12)
    play(state, "black-purse: allot castle", "black-purse: ready")
    assert hand_sizes(state) == [9, 9, 9, 9]
    assert [player(state, seat)["deal"] for seat in SEATS] == [9, 9, 9, 9]
    assert (seen(state)["success"], seen(state)["discard"]) == (0, 20)


@rule("KRK-5.8")
def test_points_stay_on_the_track_from_year_to_year() -> None:
    state = scene(
        season="year-end",
        chest={"black-purse": 1},
        points={"white-purse": 4},
        groups={"red": 3},
        success="axe-0 gift-0",
    )
    play(state, "black-purse: allot castle", "black-purse: ready")
    assert [player(state, seat)["points"] for seat in SEATS] == [0, 3, 4, 3]
    assert seen(state)["groups"] == {"green": 1, "blue": 0, "yellow": 1, "red": 3}


@rule("KRK-5.9")
def test_identities_stay_the_same_and_hidden_all_game() -> None:
    start = GAME.start(years=3, seed=2)
    dealt = {seat: player(start, seat, seat)["identity"] for seat in SEATS}
    years = set()
    for state in random_game(years=3, seed=2):
        if asked(state):
            years.add(seen(state)["year"])
            for seat in SEATS:
                assert player(state, seat, seat)["identity"] == dealt[seat]
                assert player(state, seat)["identity"] is None
    assert years == {1325, 1326, 1327}
