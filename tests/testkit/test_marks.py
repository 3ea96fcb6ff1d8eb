"""Marks leave the test as it is, and go with other decorators.

They name decisions, which need no test: these tests must not count as tests of Kraków.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from spyring.testkit import rule

counted: list[int] = []


@rule("KRK-P1", "KRK-P2")
def test_a_mark_is_an_attribute() -> None:
    assert rules_of(test_a_mark_is_an_attribute) == ("KRK-P1", "KRK-P2")


@rule("KRK-P1")
@pytest.mark.parametrize("number", [1, 2])
@rule("KRK-P2")
def test_marks_add_up_around_parameters(number: int) -> None:
    assert number in (1, 2)
    assert rules_of(test_marks_add_up_around_parameters) == ("KRK-P1", "KRK-P2")


@rule("KRK-P8")
@given(some.integers(0, 9))
def test_a_mark_goes_above_hypothesis(number: int) -> None:
    assert 0 <= number < 10


@given(some.integers(0, 9))
@rule("KRK-P8")
def test_a_mark_goes_below_hypothesis(number: int) -> None:
    counted.append(number)


def test_what_hypothesis_makes_of_a_marked_test_is_run() -> None:
    test_a_mark_goes_below_hypothesis()
    assert len(counted) > 1


@pytest.mark.parametrize("clause", ["6.7", "KRK6.7", "KRK-6", "KRK-Q1", "krk-6.7", "KRK-6.7 ", ""])
def test_an_invalid_clause_is_refused(clause: str) -> None:
    with pytest.raises(ValueError, match="is not a clause"):
        rule(clause)


def test_a_mark_without_a_clause_is_refused() -> None:
    with pytest.raises(ValueError, match="needs at least one clause"):
        rule()


def rules_of(test: object) -> object:
    """The clauses that a test is marked with."""
    return vars(test)["rules"]
