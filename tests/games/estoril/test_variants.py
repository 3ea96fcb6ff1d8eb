"""EST-11: Secret Missions, Secret Recruiting Agenda, Mission Scoring; the editions."""

from itertools import product
from typing import Any

import pytest

from spyring.engine.errors import BadOption
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, seen, told
from tests.games.estoril.scene import COLOURS, breakdown, ending, finish

NAMES = GAME.box.mission_ids
SECRET: dict[str, Any] = {"secret_missions": "on"}
AGENDA: dict[str, Any] = {"recruiting_agenda": "on"}
SECOND: dict[str, Any] = {"second_place": "on"}

# -- Secret Missions -----------------------------------------------------------------------------------------


@rule("EST-11.1")
def test_secret_missions_are_for_three_or_four_seats() -> None:
    with pytest.raises(BadOption, match=r"EST-11\.1"):
        GAME.start(seats=2, **SECRET)
    for seats in (3, 4):
        GAME.start(seats=seats, **SECRET)


@rule("EST-11.2", "EST-X17")
def test_one_mission_for_all_and_one_between_each_two_neighbours() -> None:
    for seats in (3, 4):
        state = GAME.start(seats=seats, seed=2, **SECRET)
        assert len(seen(state)["missions"]) == 1
        between = [tuple(entry["between"]) for entry in seen(state)["secret_missions"]]
        assert between == [(COLOURS[seat], COLOURS[(seat + 1) % seats]) for seat in range(seats)]
        t = table(state)
        assert len({*t.missions, *t.between}) == seats + 1


@rule("EST-11.3", "EST-X17", "EST-R47")
def test_a_seat_sees_the_two_beside_it_at_any_time_and_no_other() -> None:
    state = GAME.start(seats=4, seed=2, events=True, **SECRET)
    for step in range(60):
        for colour in COLOURS:
            for entry in seen(state, colour)["secret_missions"]:
                assert (entry["mission"] is not None) == (colour in entry["between"])
        assert all(entry["mission"] is None for entry in seen(state)["secret_missions"])
        seat = state.deciders[0]
        state.play(seat, state.legal(seat)[step % len(state.legal(seat))])
    assert len(told(state, "mission-beside", "red")) == 2


@rule("EST-11.4", "EST-X17")
def test_at_the_end_all_are_turned_up_and_everybody_scores_them() -> None:
    for seats in (3, 4):
        state = GAME.start(seats=seats, seed=6, events=True, **SECRET)
        finish(state)
        assert all(entry["mission"] for entry in seen(state)["secret_missions"])
        for colour in COLOURS[:seats]:
            missions = [key for key in breakdown(state, colour) if key.startswith("mission ")]
            assert len(missions) == seats + 1
        assert len({event["mission"] for event in told(state, "mission-shown")}) == seats + 1


# -- Secret Recruiting Agenda --------------------------------------------------------------------------------


@rule("EST-11.5", "EST-R7", "EST-R46")
def test_each_seat_gets_one_of_the_remaining_missions_and_never_strength() -> None:
    dealt: set[str] = set()
    for seed in range(40):
        for seats, secret in ((2, "off"), (4, "off"), (4, "on")):
            t = table(GAME.start(seats=seats, seed=seed, secret_missions=secret, **AGENDA))
            everything = [*t.missions, *t.between, *t.agendas]
            assert len(set(everything)) == len(everything)
            assert len(t.agendas) == seats
            dealt.update(NAMES[mission] for mission in t.agendas)
    assert dealt == set(NAMES) - {"strength"}


@rule("EST-11.5")
def test_only_its_owner_knows_an_agenda() -> None:
    state = GAME.start(seats=3, seed=1, events=True, **AGENDA)
    for who in (*COLOURS[:3], SPECTATOR):
        for player in seen(state, who)["players"]:
            assert (player["agenda"] is not None) == (player["seat"] == who)
        assert len(told(state, "agenda", who)) == (who != SPECTATOR)
    finish(state)
    assert all(player["agenda"] for player in seen(state)["players"])


@rule("EST-11.6", "EST-X18")
def test_one_point_for_each_symbol_in_hand_or_discarded() -> None:
    given: dict[str, Any] = {
        "hands": {"red": "linda-x-red i-shouwaloff"},
        "discards": {"red": "nora-s"},
        "agendas": "assassin women",
        "missions": "conspiracy seduction diplomacy strength",
    }
    assert breakdown(ending(**given, **AGENDA), "red")["agenda"] == 3
    assert breakdown(ending(**given, **AGENDA, edition="polish"), "red")["agenda"] == 4


@rule("EST-11.7", "EST-R6")
def test_the_many_flags_agenda() -> None:
    given: dict[str, Any] = {
        "hands": {"red": "g-rene garbo"},
        "discards": {"red": "antoine-s-e dusko-p"},
        "agendas": "many-flags women",
        "missions": "conspiracy seduction diplomacy strength",
        **AGENDA,
    }
    assert breakdown(ending(**given), "red")["agenda"] == 3
    assert breakdown(ending(**given, edition="polish"), "red")["agenda"] == 4
    assert breakdown(ending(**given, agenda_many_flags="per_tile"), "red")["agenda"] == 4
    assert breakdown(ending(**given, edition="polish", agenda_many_flags="per_kind"), "red")["agenda"] == 3


@rule("EST-11.8", "EST-R5")
def test_starting_tiles_and_agendas() -> None:
    given: dict[str, Any] = {
        "hands": {"red": "linda-x-red", "green": "linda-x-green"},
        "agendas": "women assassin",
        "missions": "conspiracy seduction diplomacy strength",
        **AGENDA,
    }
    assert breakdown(ending(**given), "red")["agenda"] == 0
    assert breakdown(ending(**given, agenda_starters="yes"), "green")["agenda"] == 1
    assert breakdown(ending(**given, edition="polish"), "red")["agenda"] == 1
    assert breakdown(ending(**given, edition="polish", agenda_starters="no"), "red")["agenda"] == 0


# -- Mission Scoring -----------------------------------------------------------------------------------------


def assassin_points(counts: tuple[int, ...], **options: Any) -> tuple[int, ...]:
    """What seats with so many assassin symbols score for that mission."""
    singles = iter(["nora-s", "c-rosa", "s-smith", "a-alekhine", "g-rene"])
    hands = {}
    for colour, count in zip(COLOURS, counts, strict=False):
        tiles = ["i-shouwaloff"] * (count == 4) + [f"linda-x-{colour}"] * (count > 0)
        while len(tiles) + (count == 4) < count:
            tiles.append(next(singles))
        hands[colour] = " ".join([*tiles, f"araujo-{colour}"])
    state = ending(
        seats=len(counts), hands=hands, missions="assassin conspiracy seduction diplomacy", **options
    )
    return tuple(breakdown(state, colour)["mission assassin"] for colour in COLOURS[: len(counts)])


@rule("EST-11.9")
def test_second_places_get_three() -> None:
    assert assassin_points((2, 1), **SECOND) == (6, 3)
    assert assassin_points((3, 2, 1), **SECOND) == (6, 3, 0)


@rule("EST-11.10", "EST-X16")
def test_tied_first_places_divide_nine_and_nobody_is_second() -> None:
    assert assassin_points((1, 1, 0), **SECOND) == (5, 5, 0)
    assert assassin_points((2, 2, 1), **SECOND) == (5, 5, 0)
    assert assassin_points((1, 1, 0), **SECOND, edition="polish") == (4, 4, 0)
    assert (
        assassin_points((1, 1, 1), **SECOND)
        == assassin_points((1, 1, 1), **SECOND, edition="polish")
        == (3, 3, 3)
    )
    assert assassin_points((1, 1, 1, 1), **SECOND) == (3, 3, 3, 3)
    assert assassin_points((1, 1, 1, 1), **SECOND, edition="polish") == (2, 2, 2, 2)


@rule("EST-11.11", "EST-X16")
def test_tied_second_places_divide_three() -> None:
    assert assassin_points((2, 1, 1), **SECOND) == (6, 2, 2)
    assert assassin_points((2, 1, 1), **SECOND, edition="polish") == (6, 1, 1)
    assert assassin_points((2, 1, 1, 1), **SECOND) == assassin_points(
        (2, 1, 1, 1), **SECOND, edition="polish"
    )
    assert assassin_points((2, 1, 1, 1), **SECOND) == (6, 1, 1, 1)


@rule("EST-10.6", "EST-11.10", "EST-11.11")
@pytest.mark.parametrize("options", [{}, SECOND], ids=["first", "second"])
def test_the_log_names_the_rule_that_divides_a_mission(options: dict[str, Any]) -> None:
    kinds = ("first-place-tied", "second-place-tied") if options else ("mission-tied",)
    found = set()
    for seed in range(12):
        state = GAME.start(seats=4, seed=seed, events=True, **options)
        finish(state)
        assert state.outcome is not None
        for mission in seen(state)["missions"]:
            points = [row[f"mission {mission}"] for row in state.outcome.breakdown]
            places = sorted({point for point in points if point}, reverse=True)
            for kind, place in zip(kinds, [*places, -1, -1], strict=False):
                lines = [line["count"] for line in told(state, kind) if line["mission"] == mission]
                assert lines == ([str(points.count(place))] if points.count(place) > 1 else [])
                found |= {kind for _line in lines}
    assert found == set(kinds)


@rule("EST-11.12", "EST-R4")
def test_rounding_follows_the_edition_or_the_switch() -> None:
    assert assassin_points((1, 1), **SECOND, second_place_rounding="down") == (4, 4)
    assert assassin_points((1, 1), **SECOND, edition="polish", second_place_rounding="up") == (5, 5)


@rule("EST-R35")
def test_a_second_place_with_nothing_gets_nothing() -> None:
    assert assassin_points((1, 0), **SECOND) == (6, 0)
    assert assassin_points((1, 0), **SECOND, mission_zero="shared") == (6, 3)


# -- together ------------------------------------------------------------------------------------------------


@rule("EST-R46")
def test_all_variants_go_together() -> None:
    for seats, secret, agenda, second in product((2, 3, 4), ("off", "on"), ("off", "on"), ("off", "on")):
        if seats == 2 and secret == "on":
            continue
        state = GAME.start(seats=seats, secret_missions=secret, recruiting_agenda=agenda, second_place=second)
        finish(state)
        assert state.outcome is not None
