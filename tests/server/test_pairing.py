"""Draws and standings of leagues, as pure functions."""

from collections import Counter
from time import process_time
from typing import Final

import pytest
from benchmarks.leagues import simulate

from spyring.server.leagues.pairing import NEW_PEOPLE, Meeting, choose_games, draw, met_before, shape, split
from spyring.server.leagues.scoring import scores, winners

MOST_SECONDS: Final = 20.0  # for a draw; usually less than one


@pytest.mark.parametrize("seed", range(12))
def test_tournaments_do_not_get_stuck(seed: int) -> None:
    """Given people who drop out, then every round is drawn, and byes are shared evenly."""
    found = simulate(seed, people=5 + seed, seats=2 + seed % 4)
    assert found.stuck == 0
    assert found.byes <= 2  # people who stayed; others who left may have had the byes
    if found.format == "swiss" and found.seats == 2 and found.people > 8:
        assert found.repeats == 0


def test_a_draw_follows_from_the_results_and_the_seed() -> None:
    names = [f"p{number}" for number in range(11)]
    tables = shape(11, 4, (2, 3, 4), "small")
    first = draw(names, [], tables, format="swiss", seed="x")
    assert draw(names, [], tables, format="swiss", seed="x") == first
    assert draw(names, [], tables, format="swiss", seed="y") != first


def test_nobody_has_a_second_bye_before_everybody_had_one() -> None:
    names, meetings = list("abcde"), list[Meeting]()
    for _round in range(5):
        meetings += draw(names, meetings, ((2, 2), (2, 2)), format="swiss", seed="s")
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
    shown = scores("abcd", meetings, "swiss", 2, together=False, seed="s")
    assert [one.person for one in shown if one.person in "ad"] == ["a", "d"]
    assert [(one.points, one.strength) for one in shown] == [(24, 24), (12, 24), (12, 24), (0, 24)]
    second = [one for one in shown if one.person in "bc"]
    assert second[0].lot < second[1].lot


def test_tables_of_one_deal_compete_with_each_other() -> None:
    meetings = [Meeting(1, ("a", "b"), (1, 1)), Meeting(1, ("c", "d"), (2, 2))]
    shown = scores("abcd", meetings, "swiss", 2, together=True, seed="s")
    assert {one.person: one.points for one in shown} == {"a": 12, "b": 12, "c": 0, "d": 0}


def test_a_table_without_a_result_sends_somebody_on_by_lot() -> None:
    found = winners([Meeting(1, ("a", "b"), (None, None)), Meeting(1, ("c",), (), True)], "s")
    assert len(found) == 2
    assert found[1] == "c"


# -- evenings ------------------------------------------------------------------------------------------------

GAMES = {"krakow": (4,), "estoril": (2, 3, 4)}


def test_tables_divide_any_number_of_people() -> None:
    for count in range(1, 30):
        for seats in ((4,), (2, 3, 4), (2, 5)):
            found = split(count, seats, bots=False)
            assert found.left + sum(people for people, _chairs in found.sizes) == count
            assert found.bots == 0
            assert {chairs for _people, chairs in found.sizes} <= set(seats)
            assert split(count, seats, bots=True).left == 0


def test_wishes_are_granted_as_far_as_tables_fill() -> None:
    wishes = dict.fromkeys("abc", "krakow") | dict.fromkeys("defgh", "estoril")
    chosen = choose_games(wishes, GAMES, bots=False, seed="s")
    assert Counter(chosen.values()) == {"krakow": 4, "estoril": 4}
    assert all(chosen[name] == "krakow" for name in "abc")
    assert choose_games(wishes, GAMES, bots=True, seed="s") == wishes
    anything = choose_games(dict.fromkeys("abcdef"), GAMES, bots=False, seed="s")
    assert Counter(anything.values())["krakow"] in (0, 4)


def test_people_meet_others_as_long_as_there_are_others() -> None:
    """Given eight people at tables for two, then seven rounds repeat few of the 28 meetings."""
    meetings = list[Meeting]()
    for _round in range(7):
        meetings += draw("abcdefgh", meetings, ((2, 2),) * 4, format=NEW_PEOPLE, seed="s")
    met = met_before(meetings)
    assert max(met.values()) <= 2
    assert len(met) >= 22


def test_people_who_block_each_other_sit_apart() -> None:
    apart = [frozenset("ab"), frozenset("cd")]
    for seed in "xyz":
        found = draw("abcdef", [], ((3, 3), (3, 3)), format=NEW_PEOPLE, seed=seed, apart=apart)
        assert not set(apart) & met_before(found).keys()


def test_a_large_evening_is_drawn_at_once() -> None:
    """Given sixty people and tables of three to five, then six rounds repeat no more meetings than they must,
    and each draw takes a moment.
    """
    names, meetings = [f"p{number}" for number in range(60)], list[Meeting]()
    began = process_time()
    for number in range(6):
        chosen = choose_games(dict.fromkeys(names), {"many": (3, 4, 5)}, bots=False, seed=str(number))
        assert set(chosen.values()) == {"many"}
        sizes = split(60, (3, 4, 5), bots=False).sizes
        meetings += draw(names, meetings, sizes, format=NEW_PEOPLE, seed=str(number))
    assert process_time() - began < 6 * MOST_SECONDS
    assert max(met_before(meetings).values()) == 1
