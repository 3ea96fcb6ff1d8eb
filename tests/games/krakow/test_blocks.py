"""KRK-9: strong intrigues and the cards that block them.

`strong-7` is red and blocked by `block-of-7`, which yields two fame markers and one gold in the Harbour;
`strong-6` is green and blocked by `block-of-6`.
"""

import pytest

from spyring.games.krakow import GAME
from spyring.testkit import rule
from spyring.testkit.scene import asked, legal, refused_by, seen, told, who_was_told
from tests.games.krakow.scene import (
    ALL,
    SEATS,
    board,
    field,
    gold,
    hand,
    leader,
    names,
    points,
    scene,
    trick,
)
from tests.games.krakow.test_success import USED_UP


@rule("KRK-9.1")
def test_strong_cards_have_strength_6_or_7_and_a_block_card_of_their_own() -> None:
    blocks = []
    for card in GAME.box.cards:
        strength = card["support"][card["group"]]
        assert ("blocked_by" in card) == (strength in (6, 7))
        blocks += [card["blocked_by"]] if "blocked_by" in card else []
    assert len(blocks) == len(set(blocks))
    assert set(blocks) <= {card["id"] for card in GAME.box.cards}


@rule("KRK-9.2", "KRK-P3")
@pytest.mark.parametrize("blocker", ["black-purse", "black-dagger"])
def test_an_opponent_defeats_a_strong_intrigue_with_its_block_card_whatever_the_sums(blocker: str) -> None:
    # given the block card of the led intrigue in the hand of either opponent
    state = scene(hands={"white-dagger": "strong-7", blocker: "block-of-7"})
    # when it is played, while the sums are 12 to 1
    first, second = ("block-of-7", "axe-0") if blocker == "black-purse" else ("sword-0", "block-of-7")
    trick(state, f"strong-7 {first} gift-5 {second}")
    # then the intrigue has not succeeded
    assert field(state, "castle", "power") == (0, 0)
    assert "strong-7" not in names(state.success)
    assert not told(state, "succeeded")
    assert who_was_told(state, "block-played", seat=blocker, card="block-of-7") == ALL
    assert who_was_told(state, "blocked", seat=blocker, card="block-of-7") == ALL


@rule("KRK-9.2")
def test_the_block_card_of_another_strong_intrigue_does_not_block() -> None:
    state = scene(hands={"white-dagger": "strong-7", "black-purse": "block-of-6"})
    trick(state, "strong-7 block-of-6 gift-0 axe-0")
    assert field(state, "castle", "power") == (3, 0)
    assert points(state) == [0, 0, 0, 0]
    assert not told(state, "block-played")


@rule("KRK-9.2")
def test_nobody_must_block() -> None:
    state = scene(hands={"white-dagger": "strong-7", "black-purse": "block-of-7"})
    trick(state, "strong-7")
    assert legal(state, "black-purse") == {f"play {card}" for card in hand(state, "black-purse")}
    trick(state, "sword-0 gift-0 axe-0")
    assert field(state, "castle", "power") == (3, 0)


@rule("KRK-9.3")
def test_seats_that_have_not_played_still_play_a_card_without_effect() -> None:
    # given a blocked intrigue with two seats to come
    state = scene(hands={"white-dagger": "strong-7", "black-purse": "block-of-7"})
    trick(state, "strong-7 block-of-7")
    assert seen(state)["played"][-1]["blocks"] is True
    # then both still play, and neither much support nor much opposition changes anything
    assert asked(state) == ["white-purse"]
    trick(state, "gift-5")
    assert asked(state) == ["black-dagger"]
    trick(state, "axe-5")
    assert leader(state) == "black-purse"
    assert points(state) == [0, 1, 0, 0]


@rule("KRK-9.4")
@pytest.mark.parametrize("first", SEATS)
def test_the_blocker_scores_a_point_and_its_card_succeeds(first: str) -> None:
    blocker = SEATS[(SEATS.index(first) + 1) % 4]
    state = scene(leader=first, hands={first: "strong-7", blocker: "block-of-7"}, success="gift-3")
    trick(state, "strong-7 block-of-7 gift-5 axe-0")
    assert points(state) == [1 if seat == blocker else 0 for seat in SEATS]
    markers = (2, 0) if blocker.startswith("white") else (0, 2)
    assert board(state) == {("harbour", "fame"): markers}
    assert [gold(state, seat) for seat in SEATS] == [1 if seat == blocker else 0 for seat in SEATS]
    assert names(state.success) == ["gift-3", "block-of-7"]


@rule("KRK-9.4", "KRK-7.8", "KRK-R9")
def test_a_block_is_a_success_also_for_a_team_without_cubes() -> None:
    # given Black, who has used all 55 cubes, blocks
    used = {place: (black, white) for place, (white, black) in USED_UP.items()}
    hands = {"white-dagger": "strong-7", "black-purse": "block-of-7"}
    state = scene(hands=hands, board=used, chest={"black-purse": 3, "black-dagger": 4})
    trick(state, "strong-7 block-of-7 gift-0 axe-0")
    # then the blocker has its own point and one for the success, the partner one
    assert points(state) == [0, 1 + 1, 0, 1]
    assert board(state) == used
    assert "block-of-7" in names(state.success)


@rule("KRK-9.5")
def test_the_other_three_cards_are_discarded_the_strong_one_included() -> None:
    state = scene(hands={"white-dagger": "strong-7", "black-purse": "block-of-7"})
    before = seen(state)["discard"]
    trick(state, "strong-7 block-of-7 gift-5 axe-0")
    assert sorted(names(state.discard[-3:])) == ["axe-0", "gift-5", "strong-7"]
    assert (seen(state)["discard"], seen(state)["success"]) == (before + 3, 1)


@rule("KRK-9.6")
@pytest.mark.parametrize("blocker", ["black-purse", "black-dagger"])
def test_the_blocker_leads_next_even_if_its_partner_counted_more(blocker: str) -> None:
    state = scene(hands={"white-dagger": "strong-7", blocker: "block-of-7"})
    first, second = ("block-of-7", "axe-5") if blocker == "black-purse" else ("sword-5", "block-of-7")
    trick(state, f"strong-7 {first} gift-0 {second}")
    assert leader(state) == blocker
    assert told(state, "leads-next") == [{"seat": blocker}]


@rule("KRK-9.7")
def test_the_block_card_may_not_be_played_on_the_partners_strong_intrigue() -> None:
    state = scene(hands={"white-dagger": "strong-7", "white-purse": "block-of-7"})
    trick(state, "strong-7 sword-0")
    others = [card for card in hand(state, "white-purse") if card != "block-of-7"]
    assert legal(state, "white-purse") == {f"play {card}" for card in others}
    assert refused_by(state, "white-purse: play block-of-7") == "KRK-9.7"


@rule("KRK-9.7")
def test_it_is_forbidden_too_when_the_last_trick_leaves_more_cards() -> None:
    only = {"white-dagger": "strong-7", "white-purse": "block-of-7 gift-3"}
    state = scene(tricks=6, only=only)
    trick(state, "strong-7 sword-0")
    assert legal(state, "white-purse") == {"play gift-3"}


@rule("KRK-9.8")
def test_a_block_card_is_an_ordinary_card_everywhere_else() -> None:
    # led, it yields like any other
    state = scene(hands={"white-dagger": "block-of-7"})
    trick(state, "block-of-7 sword-0 gift-0 axe-0")
    assert field(state, "harbour", "fame") == (2, 0)
    assert points(state) == [0, 0, 0, 0]
    # as opposition and as support on a plain intrigue it counts its points
    hands = {"white-dagger": "an-arms-deal", "black-purse": "block-of-7", "white-purse": "gift-0"}
    state = scene(hands=hands)
    trick(state, "an-arms-deal block-of-7 gift-0 axe-0")
    assert told(state, "succeeded") == [{"card": "an-arms-deal", "support": "4", "opposition": "1"}]
    state = scene(hands={"white-dagger": "an-arms-deal", "white-purse": "block-of-7"})
    trick(state, "an-arms-deal sword-0 block-of-7 axe-0")
    assert told(state, "succeeded") == [{"card": "an-arms-deal", "support": "5", "opposition": "0"}]
    # and on another strong intrigue of the partner it may be played too
    state = scene(hands={"white-dagger": "strong-6", "white-purse": "block-of-7"})
    trick(state, "strong-6 sword-0")
    assert refused_by(state, "white-purse: play block-of-7") is None
