"""KRK-1 and KRK-2: seats, teams, length; board, markers, groups."""

import pytest

from spyring.engine.errors import BadOption, BadSeats
from spyring.games.krakow import GAME
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, play, seen
from tests.games.krakow.scene import (
    DISTRICTS,
    GROUPS,
    KINDS,
    SEATS,
    gold,
    groups,
    player,
    scene,
    succeed,
    view,
)


@rule("KRK-1.1")
def test_exactly_four_seats_in_two_teams_of_two() -> None:
    state = GAME.start(seed=1)
    teams = [player(state, seat)["team"] for seat in SEATS]
    assert sorted(teams) == ["black", "black", "white", "white"]
    for seats in (2, 3, 5):
        with pytest.raises(BadSeats, match="4"):
            GAME.start(seats=seats)


@rule("KRK-1.2")
def test_partners_sit_opposite_and_the_teams_alternate_clockwise() -> None:
    state = GAME.start(seed=1)
    teams = [player(state, seat)["team"] for seat in view(state)["seats"]]
    assert teams == ["white", "black", "white", "black"]
    turns = []
    for _card in range(4):
        turns += asked(state)
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    first = SEATS.index(turns[0])
    assert turns == [SEATS[(first + step) % 4] for step in range(4)]


@rule("KRK-1.3")
def test_each_team_has_a_dagger_and_a_purse() -> None:
    assert set(view(GAME.start())["seats"]) == {"white-dagger", "white-purse", "black-dagger", "black-purse"}


@rule("KRK-1.4", "KRK-P1")
@pytest.mark.parametrize(("years", "last"), [(1, 1325), (2, 1326), (3, 1327)])
def test_the_game_lasts_as_many_years_as_agreed(years: int, last: int) -> None:
    assert seen(GAME.start(years=years))["last_year"] == last
    # given the end of each year, when the last gold is divided, then only the last year ends the game
    for year in range(1325, last + 1):
        state = scene(season="year-end", year=year, years=years, chest={"white-purse": 1})
        play(state, "white-purse: allot shops", "white-purse: ready")
        assert (state.outcome is not None) == (year == last)
        assert seen(state)["year"] == (year if year == last else year + 1)


@rule("KRK-1.4")
def test_two_years_are_usual_and_four_are_refused() -> None:
    assert seen(GAME.start())["last_year"] == 1326
    for wrong in (0, 4, "long"):
        with pytest.raises(BadOption, match=r"years cannot be .* 1, 2, 3"):
            GAME.start(years=wrong)


@rule("KRK-2.1")
def test_seven_districts() -> None:
    rows = seen(GAME.start())["districts"]
    assert [row["district"] for row in rows] == list(DISTRICTS)
    assert len(rows) == 7


@rule("KRK-2.2")
def test_every_district_has_fields_of_the_four_types() -> None:
    for row in seen(GAME.start())["districts"]:
        assert row["fields"]
        assert set(row["fields"]) <= set(KINDS)
        assert all(markers == {"white": 0, "black": 0} for markers in row["fields"].values())


@rule("KRK-2.3")
def test_markers_of_all_types_are_the_same_cubes() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal"})
    succeed(state, "an-arms-deal")  # two power markers and two gold out of one supply
    assert state.supply == [51, 55]
    assert gold(state, "white-dagger") == 2


@rule("KRK-2.4")
def test_each_team_owns_55_cubes() -> None:
    assert seen(GAME.start())["supply"] == {"white": 55, "black": 55}


@rule("KRK-2.5")
def test_four_groups() -> None:
    assert tuple(seen(GAME.start())["groups"]) == GROUPS
    assert {group["id"]: group["name"] for group in GAME.box.groups} == {
        "green": "Citizens",
        "blue": "Monks and Mystics",
        "yellow": "Secret Societies",
        "red": "Underworld",
    }


@rule("KRK-2.6")
@pytest.mark.parametrize(
    ("group", "card", "enemy"),
    [
        ("green", "harbour-fame-2", "red"),
        ("red", "castle-power-3", "green"),
        ("blue", "shops-fame-2", "yellow"),
        ("yellow", "gift-1", "blue"),
    ],
)
def test_the_enemy_suffers_from_a_majority(group: str, card: str, enemy: str) -> None:
    # given one success of the group, when the year ends, then its enemy and nobody else loses two points
    state = scene(season="year-end", success=card, chest={"white-purse": 1}, years=1)
    assert frame(state) == "AllotGold"
    play(state, "white-purse: allot shops", "white-purse: ready")
    expected = dict.fromkeys(GROUPS, 0) | {group: 1 + 2, enemy: -2}
    assert dict(zip(GROUPS, groups(state), strict=True)) == expected
