"""Options take what is in their range, typed or as text, and nothing else."""

import pytest

import spyring
from spyring.engine.errors import BadOption, BadSeats, UnknownGame
from spyring.engine.options import Option, choose

YEARS = Option("years", (1, 2, 3), 2, "How long.", "KRK-1.4")
TALK = Option("talk", ("public", "none"), "public", "Who talks.", "KRK-R32")


def test_a_value_may_be_typed_in() -> None:
    assert YEARS.read(3) == 3
    assert YEARS.read(" 3 ") == 3
    assert TALK.read("None") == "none"


def test_the_kind_follows_the_default() -> None:
    assert (YEARS.kind, TALK.kind) == ("number", "word")


@pytest.mark.parametrize("value", [0, 4, -1, "4", "", "two", 2.5, None, True, [2], 10**30])
def test_anything_else_is_refused_with_what_is_allowed(value: object) -> None:
    with pytest.raises(BadOption) as refusal:
        YEARS.read(value)
    assert str(refusal.value) == f"Option years cannot be {value}. Choose one of 1, 2, 3."


def test_what_is_not_given_has_its_default() -> None:
    assert choose((YEARS, TALK), {"talk": "none"}) == {"years": 2, "talk": "none"}


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match=r"^Unknown option month. This game has years, talk\.$"):
        choose((YEARS, TALK), {"month": 1})
    with pytest.raises(BadOption, match=r"^Unknown option month. This game has none\.$"):
        choose((), {"month": 1})


def test_a_game_refuses_options_seats_and_names_alike() -> None:
    krakow = spyring.game("krakow")
    with pytest.raises(BadOption, match=r"^Option years cannot be 9. Choose one of 1, 2, 3\.$"):
        krakow.start(years=9)
    with pytest.raises(BadSeats, match=r"^Kraków 1325 AD is for 4 seats, not 5\.$"):
        krakow.start(seats=5)
    with pytest.raises(UnknownGame, match=r"^Unknown game chess. Known games: .*krakow.*\.$"):
        spyring.game("chess")
