"""What bots of Kraków state and claim is true."""

from spyring.games.krakow import reasons
from tests.games.advice import claims_come_true, facts_are_true, hints_are_the_same, some_positions
from tests.games.krakow.facts import FACTS


def test_every_fact_that_is_stated_is_true() -> None:
    facts_are_true("krakow", FACTS)


def test_what_a_hint_claims_comes_true_in_fresh_worlds() -> None:
    claims_come_true("krakow")


def test_a_hint_is_the_same_in_worlds_that_the_seat_cannot_tell_apart() -> None:
    hints_are_the_same("krakow")


def test_only_the_weakest_card_is_said_to_spare_a_good_one() -> None:
    """The led card would help a rival group: a 7 that goes for it is not said to be no good card."""
    seen = 0
    for state, seat in some_positions("krakow", 200):
        box = state.config.box  # type: ignore[attr-defined]
        strength = {card["name"]: box.strength[number] for number, card in enumerate(box.cards)}
        cards = {move: state.game.moves.say(move) for move in state.legal(seat)}
        for move in cards:
            reason = state.game.strategy.reason(state, seat, move)
            if reason is not None and reason.text == reasons.LET_FAIL:
                seen += 1
                played = [n for name, n in strength.items() if name in cards[move]]
                held = [n for said in cards.values() for name, n in strength.items() if name in said]
                assert min(played) == min(held), cards[move]
    assert seen
