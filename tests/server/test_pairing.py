"""Draws and standings of leagues, as pure functions."""

import pytest
from benchmarks.leagues import simulate

from spyring.server.leagues.pairing import Meeting, draw, shape
from spyring.server.leagues.scoring import scores, winners


@pytest.mark.parametrize("seed", range(12))
def test_tournaments_do_not_get_stuck(seed: int) -> None:
    """Given people of whom some drop out, then every round is drawn, and byes are shared evenly."""
    found = simulate(seed, people=5 + seed, seats=2 + seed % 4)
    assert found.stuck == 0
    assert found.byes <= 2  # people who stayed; others who left may have had the byes
    if found.format == "swiss" and found.seats == 2 and found.people > 8:
        assert found.repeats == 0


def test_a_draw_follows_from_the_results_and_the_seed() -> None:
    names = [f"p{number}" for number in range(11)]
    given = {"format": "swiss", "seats": 4, "allowed": (2, 3, 4), "fill": "small"}
    first = draw(names, [], seed="x", **given)  # type: ignore[arg-type]
    assert draw(names, [], seed="x", **given) == first  # type: ignore[arg-type]
    assert draw(names, [], seed="y", **given) != first  # type: ignore[arg-type]


def test_nobody_has_a_second_bye_before_everybody_had_one() -> None:
    names, meetings = list("abcde"), list[Meeting]()
    for _round in range(5):
        meetings += draw(names, meetings, format="swiss", seats=2, allowed=(2,), fill="bye", seed="s")
    assert sorted(str(meeting.people[0]) for meeting in meetings if meeting.bye) == names
    assert len({frozenset(meeting.people) for meeting in meetings}) == 15  # ten pairs, five byes


@pytest.mark.parametrize("fill", ["bye", "small", "bots"])
def test_everybody_has_a_table_or_a_bye(fill: str) -> None:
    for count in range(2, 66):
        for seats in range(2, 6):
            for allowed in ((seats,), tuple(range(2, seats + 1))):
                tables = shape(count, seats, allowed, fill)  # type: ignore[arg-type]
                assert tables
                assert all(1 <= people <= chairs and chairs in allowed for people, chairs in tables)
                idle = count - sum(people for people, _chairs in tables)
                assert 0 <= idle < seats


def test_ties_are_broken_in_the_order_that_is_told() -> None:
    """Given equal points, then tables won decide, then opponents, then last places, then the lot."""
    meetings = [
        Meeting(1, ("a", "b"), (1, 2)),
        Meeting(1, ("c", "d"), (1, 2)),
        Meeting(2, ("a", "c"), (1, 2)),
        Meeting(2, ("b", "d"), (1, 2)),
    ]
    shown = scores("abcd", meetings, format="swiss", seats=2, scale="even", together=False, seed="s")
    assert [one.person for one in shown if one.person in "ad"] == ["a", "d"]
    assert [(one.points, one.strength) for one in shown] == [(24, 24), (12, 24), (12, 24), (0, 24)]
    second = [one for one in shown if one.person in "bc"]
    assert second[0].lot < second[1].lot


def test_tables_of_one_deal_compete_with_each_other() -> None:
    meetings = [Meeting(1, ("a", "b"), (1, 1)), Meeting(1, ("c", "d"), (2, 2))]
    shown = scores("abcd", meetings, format="swiss", seats=2, scale="even", together=True, seed="s")
    assert {one.person: one.points for one in shown} == {"a": 12, "b": 12, "c": 0, "d": 0}


def test_a_table_without_a_result_sends_somebody_on_by_lot() -> None:
    found = winners([Meeting(1, ("a", "b"), (None, None)), Meeting(1, ("c",), (), True)], "s")
    assert len(found) == 2
    assert found[1] == "c"
