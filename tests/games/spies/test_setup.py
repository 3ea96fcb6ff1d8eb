"""SPY-1, SPY-2 and SPY-18: the frame of the game, the set-up, and who runs which nation."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from spyring.engine.errors import BadSeats
from spyring.games.spies import GAME
from spyring.games.spies.generated import Table, table
from spyring.testkit import rule
from tests.games.spies.fixed_box import FIXED, NATIONS
from tests.games.spies.scene import (
    CITIES,
    asked,
    controller,
    end_turn,
    frame,
    hand,
    legal,
    nation,
    play,
    police_in,
    refused_by,
    scene,
    secret,
    seen,
    spy,
    told,
    verbs,
    who_was_told,
)

NAMES = tuple(NATIONS)


def started(**options: Any) -> Table:
    return table(FIXED.start(events=True, **options))


def placed(**options: Any) -> Table:
    """A game in which everything was placed by chance, at its first tile."""
    state = started(**options)
    while frame(state) != "ChooseTile":
        seat = state.deciders[0]
        moves = {FIXED.moves.name(move): move for move in state.legal(seat)}
        state.play(seat, moves["done"] if "done" in moves else moves["arrange"])
    return state


@rule("SPY-1.1", "SPY-P1")
def test_two_to_five_seats_with_five_nations() -> None:
    for seats in (2, 3, 4, 5):
        assert len(seen(started(seats=seats))["nations"]) == 5
    for seats in (1, 6):
        with pytest.raises(BadSeats):
            FIXED.start(seats=seats)


@rule("SPY-1.2", "SPY-1.3", "SPY-2.13", "SPY-17.1")
def test_turns_go_round_for_seven_years() -> None:
    t = placed(seats=5)
    order = []
    while t.deciders:
        order.append((seen(t)["year"], seen(t)["turn"]))
        end_turn(t)
    assert order == [(year, name) for year in range(1933, 1940) for name in NAMES]


@rule("SPY-1.4")
def test_two_games() -> None:
    assert seen(started())["variant"] == "standard"
    assert seen(started())["action_points"] is None
    assert seen(placed(game="advanced"))["action_points"] == 12


@rule("SPY-1.5", "SPY-1.6")
def test_cities_belong_to_nations_or_are_neutral() -> None:
    t = table(started())
    owners = {city: t.owner[number] for number, city in enumerate(CITIES)}
    assert [owners[city] for city in ("berlin", "rome", "moscow", "paris", "london")] == [0, 1, 2, 3, 4]
    assert owners["prague"] == -1
    assert owners["cairo"] == 4


@rule("SPY-1.7", "SPY-2.2", "SPY-R79")
def test_money_is_open_and_starts_as_the_table_says() -> None:
    t = started()
    assert [nation(t, name, "spectator")["money"] for name in NAMES] == [NATIONS[name][0] for name in NAMES]


@rule("SPY-1.8")
def test_the_standard_game_knows_no_asterisks() -> None:
    t = scene(step="tile", year=1938, played="ge1", turn="britain")
    assert "play br30" in legal(t, "britain")


@rule("SPY-2.1", "SPY-18.1", "SPY-18.2")
@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (5, NAMES),
        (4, ("germany-italy", "russia", "france", "britain")),
        (3, ("germany-italy", "russia", "france-britain")),
        (2, ("germany-italy", "france-britain")),
    ],
)
def test_who_runs_which_nations(seats: int, names: tuple[str, ...]) -> None:
    assert FIXED.seat_names(seats) == names
    assert seen(started(seats=seats))["runners"]["italy"] in names
    assert len(FIXED.seat_titles(seats)) == seats


@rule("SPY-18.3", "SPY-R53")
def test_russia_changes_hands_every_year() -> None:
    runners = []
    t = placed(seats=2, seed=4)
    while t.deciders:
        runners.append(seen(t)["runners"]["russia"])
        end_turn(t)
    years = runners[::5]
    assert len(set(years)) == 2
    assert all(one != other for one, other in pairwise(years))
    first = {seen(started(seats=2, seed=seed))["runners"]["russia"] for seed in range(12)}
    assert first == {"germany-italy", "france-britain"}


@rule("SPY-2.3", "SPY-X2")
def test_ten_tiles_each_and_three_at_the_end() -> None:
    t = placed()
    for name in NAMES:
        assert nation(t, name)["tiles"] == 10
        assert sum(tile.startswith("rn") for tile in nation(t, name)["held"]) == 3
    while t.deciders:
        end_turn(t)
    assert [nation(t, name)["tiles"] for name in NAMES] == [3] * 5


@rule("SPY-2.4", "SPY-2.5", "SPY-X3")
def test_secrets_are_drawn_and_eight_lie_in_neutral_cities() -> None:
    t = started()
    assert [row["national"] for row in seen(t)["secrets"]].count([]) == 8
    neutral = [secret(t, f"secret-{n}") for n in range(1, 9)]
    assert sorted(row["at"] for row in neutral) == sorted(
        ["athens", "brussels", "bucharest", "madrid", "prague", "stockholm", "vienna", "warsaw"]
    )
    for viewer in (*NAMES, "spectator"):
        assert all(secret(t, f"secret-{n}", viewer)["face"] is None for n in range(1, 9))
    assert [len(told(t, "secret-drawn", name)) for name in NAMES] == [7, 5, 7, 6, 7]


@rule("SPY-2.6", "SPY-P2", "SPY-R54")
def test_secrets_police_and_spies_are_placed_in_turn() -> None:
    t = started()
    assert asked(t) == ["germany"]
    assert legal(t, "germany") == {"arrange", *(f"hide {city}" for city in CITIES[:7])}
    assert refused_by(t, "germany: hide paris") == "SPY-2.6"
    play(t, *["germany: hide munich"] * 7)
    assert [row["id"] for row in seen(t)["secrets"] if row["at"] == "munich"] == [
        f"secret-{n}" for n in range(9, 16)
    ]
    for name in NAMES[1:]:
        play(t, f"{name}: arrange")
    assert verbs(t, "germany") == {"post", "arrange"}
    for name in NAMES:
        play(t, f"{name}: arrange")
    assert verbs(t, "germany") == {"send", "hold", "arrange"}


@rule("SPY-2.7")
def test_police_stand_in_cities_with_the_symbol_two_at_the_most() -> None:
    t = started()
    for name in NAMES:
        play(t, f"{name}: arrange")
    play(t, "germany: arrange")
    assert refused_by(t, "italy: post tripoli") == "SPY-2.7"
    assert refused_by(t, "italy: post berlin") == "SPY-2.7"
    play(t, "italy: post rome", "italy: post rome")
    assert refused_by(t, "italy: post rome") == "SPY-2.7"
    assert police_in(t, "rome") == 2


@rule("SPY-2.8")
def test_the_standard_game_leaves_some_spies_out() -> None:
    t = started()
    for _step in range(2):
        for name in NAMES:
            play(t, f"{name}: arrange")
    play(t, "germany: send baghdad", "germany: hold")
    assert refused_by(t, "germany: hold") == "SPY-2.8"
    play(t, *["germany: send oslo"] * 4)
    places = [row["off"] for row in seen(t)["spies"] if row["nation"] == "germany"]
    assert places.count({"box": "unused"}) == 1
    play(t, *["italy: send oslo"] * 4)
    assert asked(t) == ["russia"]
    assert spy(t, "italy-5")["off"] == {"box": "unused"}


@rule("SPY-2.9")
def test_the_advanced_game_uses_all_spies() -> None:
    t = placed(game="advanced")
    assert all(row["at"] for row in seen(t)["spies"])
    assert len(seen(t)["spies"]) == 28


@rule("SPY-2.10", "SPY-2.11", "SPY-2.12")
def test_chits_of_the_two_games() -> None:
    t = placed()
    assert [nation(t, name)["chits"] for name in NAMES] == [4, 4, 4, 3, 3]
    assert seen(t)["cup"] == 63 - 18
    assert seen(placed(game="advanced"))["cup"] == 78 - 18
    for seed in range(6):
        for name in NAMES:
            assert not {"double-cross", "intercept", "drop", "source"} & set(hand(placed(seed=seed), name))


@rule("SPY-2.14", "SPY-R64", "SPY-R80", "SPY-R2", "SPY-R49")
def test_every_option_of_the_ledger_is_one_of_the_game() -> None:
    """And the other way round: there is none for clocks, presets or deals that bind."""
    ledger = (Path(__file__).parents[3] / "docs" / "rules" / "spies.md").read_text(encoding="utf-8")
    rulings = re.findall(r"^\| (SPY-R\d+) \|.*\| `(\w+)` \([^|]*\) \|$", ledger, re.MULTILINE)
    assert {(option.clause, option.name) for option in GAME.options} == {("SPY-1.4", "game"), *rulings}


@rule("SPY-R25")
def test_guards_before_the_first_turn() -> None:
    t = started()
    play(t, *["germany: hide munich"] * 7)
    for name in NAMES[1:]:
        play(t, f"{name}: arrange")
    play(t, "germany: post munich", "germany: post munich", "germany: arrange")
    for name in NAMES[1:]:
        play(t, f"{name}: arrange")
    play(t, "germany: send munich", "germany: arrange")
    for name in NAMES[1:]:
        play(t, f"{name}: arrange")
    assert frame(t) == "SetGuards"
    play(t, "germany: guard 1 secret-9", "germany: take 1 secret-10")
    assert refused_by(t, "germany: guard 1 secret-11") == "SPY-R25"
    assert controller(t, "secret-10") == "germany-1"
    assert secret(t, "secret-9")["control"] == "germany"
    play(t, "germany: done")
    assert asked(t) != ["germany"]


@rule("SPY-R54")
def test_simultaneous_placing_shows_nothing_before_all_are_ready() -> None:
    t = started(setup_placement="simultaneous")
    assert len(t.deciders) == 5
    play(t, *["germany: hide berlin"] * 7)
    assert secret(t, "secret-9")["at"] is None
    assert asked(t) == list(NAMES[1:])
    for name in NAMES[1:-1]:
        play(t, f"{name}: arrange")
    assert told(t, "arranged", NAMES[-1]) == [], "whoever still places does not know how others did"
    play(t, f"{NAMES[-1]}: arrange")
    assert secret(t, "secret-9")["at"] == "berlin"


@rule("SPY-R83")
def test_having_the_rest_placed_tells_others_nothing() -> None:
    held = set()
    for seed in range(20):
        t = started(seed=seed)
        for _step in range(2):
            for name in NAMES:
                play(t, f"{name}: arrange")
        for viewer in (1, None):
            shown = []
            for world in (t, t.resample(viewer, seed), t.resample(viewer, seed + 99)):
                after = world.clone()
                after.seed(seed)
                play(after, "germany: arrange")
                shown.append((after.view(viewer), after.events_for(viewer)))
            assert shown[0] == shown[1] == shown[2], "faces and random tiles make no difference"
        play(t, "germany: arrange")
        (out,) = (row for row in seen(t, "germany")["spies"] if row["off"] == {"box": "unused"})
        held.add(out["strength"])
    assert len(held) > 3, "who stays out is drawn by lot"


@rule("SPY-18.4", "SPY-R51")
def test_hands_of_two_nations_of_one_seat_stay_apart() -> None:
    t = placed(seats=4, seed=2)
    assert nation(t, "germany")["chits"] == 4
    assert refused_by(t, "germany: talk italy") == "SPY-R51"
    assert nation(t, "italy", "germany")["hand"] is not None
    assert nation(t, "italy", "russia")["hand"] is None


def test_set_up_news_reach_their_owners_only() -> None:
    t = placed()
    assert who_was_told(t, "chit-drawn") == set(NAMES)
    assert all(row["nation"] == "italy" for row in told(t, "chit-drawn", "italy"))
    assert {row["nation"] for row in told(t, "chits-drawn", "italy")} == {*NAMES} - {"italy"}, (
        "not told twice"
    )
