"""What bots of Spies! state and claim is true."""

from tests.games.advice import claims_come_true, facts_are_true, hints_are_the_same
from tests.games.spies.facts import FACTS


def test_every_fact_that_is_stated_is_true() -> None:
    facts_are_true("spies", FACTS)


def test_what_a_hint_claims_comes_true_in_fresh_worlds() -> None:
    claims_come_true("spies")


def test_a_hint_is_the_same_in_worlds_that_the_seat_cannot_tell_apart() -> None:
    hints_are_the_same("spies")
