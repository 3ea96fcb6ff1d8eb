"""What bots of Estoril state and claim is true."""

from spyring.games.estoril import reasons
from tests.games.advice import claims_come_true, facts_are_true, hints_are_the_same, some_positions
from tests.games.estoril.facts import FACTS


def test_every_fact_that_is_stated_is_true() -> None:
    facts_are_true("estoril", FACTS)


def test_what_a_hint_claims_comes_true_in_fresh_worlds() -> None:
    claims_come_true("estoril")


def test_a_hint_is_the_same_in_worlds_that_the_seat_cannot_tell_apart() -> None:
    hints_are_the_same("estoril")


def test_a_peek_is_said_to_show_something_only_where_something_is_hidden() -> None:
    for state, seat in some_positions("estoril", 60):
        for move in state.legal(seat):
            reason = state.game.strategy.reason(state, seat, move)
            if reason is not None and reason.text == reasons.LOOKS:
                after = state.clone()
                after.play(seat, move)
                frame = after.stack[-1]
                assert type(frame).__name__ == "Peek", state.game.moves.name(move)
