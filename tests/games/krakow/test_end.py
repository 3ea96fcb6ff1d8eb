"""KRK-14: the end of the game."""

from collections.abc import Mapping

import pytest

from spyring.engine.errors import IllegalMove
from spyring.engine.outcome import Outcome
from spyring.games.krakow.generated import Table
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, play, seen, ties, who_was_told
from tests.games.krakow.scene import ALL, GROUPS, SEATS, end_year, player, view, year_end


def finished(own: list[int], groups: Mapping[str, int], identity: tuple[str, ...] = GROUPS) -> Table:
    """The last year is over, and brought nobody anything: these are the final points."""
    state = year_end(points=dict(zip(SEATS, own, strict=True)), groups=groups, identity=identity)
    end_year(state)
    return state


def outcome(state: Table) -> Outcome:
    assert state.outcome is not None
    return state.outcome


def winner(state: Table) -> str:
    (seat,) = outcome(state).winners
    return SEATS[seat]


@rule("KRK-14.1")
def test_after_the_last_year_the_identities_are_shown() -> None:
    identity = ("red", "yellow", "green", "blue")
    state = year_end(identity=identity)
    for seat in SEATS:
        assert player(state, seat)["identity"] is None
    end_year(state)
    for viewer in (*SEATS, SPECTATOR):
        assert tuple(player(state, seat, viewer)["identity"] for seat in SEATS) == identity
    for seat, group in zip(SEATS, identity, strict=True):
        assert who_was_told(state, "identity-shown", seat=seat, group=group) == ALL


@rule("KRK-14.1")
def test_after_the_end_nobody_is_asked_and_every_move_is_refused() -> None:
    state = finished([1, 0, 0, 0], {})
    assert state.deciders == ()
    assert state.interrupters == ()
    assert view(state)["asked"] is None
    with pytest.raises(IllegalMove, match=r"KRK-14\.1"):
        play(state, "white-dagger: allot shops", "white-dagger: ready")


@rule("KRK-14.2")
def test_a_total_is_own_points_and_the_points_of_the_own_group() -> None:
    state = finished(
        [5, 1, 2, 3], {"green": 1, "blue": 2, "yellow": 3, "red": -4}, ("red", "yellow", "green", "blue")
    )
    assert outcome(state).scores == (5 - 4, 1 + 3, 2 + 1, 3 + 2)
    assert outcome(state).breakdown[0] == {"own": 5, "group": -4}
    assert seen(state)["groups"]["red"] == -4
    assert who_was_told(state, "identity-shown", seat="white-dagger", group="red", count="1") == ALL


@rule("KRK-14.3")
@pytest.mark.parametrize("best", range(4))
def test_the_highest_total_wins(best: int) -> None:
    own = [7, 6, 5, 4]
    own[best] = 9
    state = finished(own, dict.fromkeys(GROUPS, 1))
    assert winner(state) == SEATS[best]
    assert outcome(state).clause == "KRK-14.3"
    order = sorted(range(4), key=lambda seat: -outcome(state).scores[seat])
    assert [outcome(state).ranks[seat] for seat in order] == [1, 2, 3, 4]


@rule("KRK-14.3")
def test_a_higher_total_beats_many_group_points() -> None:
    assert winner(finished([0, 31, 0, 0], {"green": 30, "blue": 0})) == "black-purse"
    assert winner(finished([20, 0, 0, 0], {"green": -2, "blue": 17})) == "white-dagger"


@rule("KRK-14.4")
@pytest.mark.parametrize(("own", "expected"), [([4, 6, 0, 0], "white-dagger"), ([6, 4, 0, 0], "black-purse")])
def test_of_equal_totals_more_group_points_win(own: list[int], expected: str) -> None:
    state = finished(own, {"green": 10 - own[0], "blue": 10 - own[1]})
    assert outcome(state).scores[:2] == (10, 10)
    assert winner(state) == expected
    assert outcome(state).clause == "KRK-14.4"
    first, second = ("White Dagger", "Black Purse") if own[0] == 4 else ("Black Purse", "White Dagger")
    reason = f"Tied at 10: {first} beats {second} on group points, 6 to 4 (KRK-14.4)."
    assert ties(state)[0] == reason


@rule("KRK-14.5", "KRK-R35")
@pytest.mark.parametrize(
    ("tied", "first"),
    [
        (("yellow", "green", "blue", "red"), "yellow"),
        (("green", "blue", "red"), "green"),
        (("blue", "red"), "blue"),
        (("yellow", "red"), "yellow"),
    ],
)
@pytest.mark.parametrize("identity", [GROUPS, ("red", "yellow", "blue", "green")])
def test_a_full_tie_goes_by_the_order_of_the_groups(
    tied: tuple[str, ...], first: str, identity: tuple[str, ...]
) -> None:
    state = finished([3 if group in tied else 0 for group in identity], dict.fromkeys(GROUPS, 2), identity)
    assert winner(state) == SEATS[identity.index(first)]
    assert outcome(state).clause == "KRK-14.5"
    assert "by group order" in ties(state)[0]
    assert sorted(outcome(state).ranks) == [1, 2, 3, 4]
