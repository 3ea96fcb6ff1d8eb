"""SPY-3, SPY-4, SPY-16: the order of a turn, action points, tiles and their effects."""

from typing import Any

import pytest

from spyring.engine.rows import replaced
from spyring.testkit import rule
from tests.games.spies.scene import (
    asked,
    end_turn,
    frame,
    hand,
    legal,
    money,
    nation,
    pass_all,
    play,
    refused_by,
    scene,
    secret,
    seen,
    told,
    who_was_told,
)


@rule("SPY-3.1", "SPY-P3", "SPY-P6", "SPY-P7", "SPY-P8")
def test_the_steps_of_a_turn() -> None:
    t = scene(
        step="tile",
        spies={"germany-1": "captured france 1933 2", "germany-2": "prague", "france-1": "berlin"},
        police={"germany-1": "berlin 2"},
    )
    steps = []
    for move in ("discard ge1", "pass", "done", "done", "end"):
        steps.append((seen(t)["step"], frame(t)))
        assert any(other.startswith("talk") for other in legal(t, "germany"))
        play(t, f"germany: {move}")
    assert steps == [
        ("tile", "ChooseTile"),
        ("escapes", "FreeSpies"),
        ("police", "MovePolice"),
        ("searches", "SearchStep"),
        ("spies", "SpyStep"),
    ]
    assert seen(t)["turn"] == "italy"


@rule("SPY-3.2", "SPY-3.3", "SPY-3.6", "SPY-3.8")
def test_twelve_points_none_kept_police_and_captures_free() -> None:
    t = scene(
        step="tile",
        game="advanced",
        points=12,
        spies={"germany-1": "prague", "france-1": "berlin 2"},
        police={"germany-1": "munich 5"},
    )
    assert seen(t)["action_points"] == 12
    play(t, "germany: discard ge1", "germany: shift 1 berlin", "germany: done")
    assert seen(t)["action_points"] == 12
    play(t, "germany: search france-1")
    pass_all(t)
    assert seen(t)["action_points"] == 11
    play(t, "germany: end")
    assert seen(t)["action_points"] == 12


@rule("SPY-3.3", "SPY-7.3")
def test_no_more_points_can_be_spent_than_there_are() -> None:
    t = scene(game="advanced", points=1, spies={"germany-1": "berlin", "germany-2": "berlin"})
    play(t, "germany: step 1 leipzig", "germany: rest")
    assert refused_by(t, "germany: step 2 leipzig") == "SPY-3.3"
    assert legal(t, "germany") == {"end"}


@rule("SPY-3.4", "SPY-R17")
def test_reactions_cost_points_in_the_own_turn_only() -> None:
    given: dict[str, Any] = {
        "game": "advanced",
        "spies": {"germany-1": "prague 5", "france-1": "prague"},
        "secrets": {"secret-1": "prague 3"},
        "chits": {"germany": "discovery discovery", "france": "cover"},
    }
    t = scene(points=2, **given)
    play(t, "germany: discover 1 secret-1")
    play(t, "france: answer cover")
    assert seen(t)["action_points"] == 1
    play(t, "germany: answer discovery")
    assert seen(t)["action_points"] == 0
    t = scene(points=1, **given)
    play(t, "germany: discover 1 secret-1")
    play(t, "france: answer cover")
    assert legal(t, "germany") == {"pass"}
    assert refused_by(t, "germany: answer discovery") == "SPY-3.3"


@rule("SPY-3.5", "SPY-3.7", "SPY-11.3")
def test_prices_in_points_come_on_top_of_money() -> None:
    t = scene(
        game="advanced",
        turn="italy",
        spies={
            "italy-1": "prague 5",
            "france-1": "prague",
            "italy-2": "sanctioned",
        },
        secrets={"secret-1": "prague 3"},
        chits={"italy": "discovery sanction recruit source drop"},
        money=200,
    )
    spent = []
    for move in (
        "talk france",
        "withdraw",
        "discover 1 secret-1",
        "recruit",
        "source france",
        "drop 1",
        "sanction 1 france-1",
    ):
        before = seen(t)["action_points"], money(t, "italy")
        play(t, f"italy: {move}")
        pass_all(t)
        if frame(t) == "ReadSource":
            play(t, "italy: done")
        spent.append((before[0] - seen(t)["action_points"], before[1] - money(t, "italy")))
    assert spent == [(1, 0), (0, 0), (1, 3), (1, 4), (2, 4), (2, 20), (1, 20)]


@rule("SPY-4.1", "SPY-R55")
def test_a_tile_must_be_played_or_discarded() -> None:
    t = scene(step="tile", year=1935, tiles={"germany": "rn36"}, played="ge4 ge6 rn37 rn38")
    assert {move for move in legal(t, "germany") if not move.startswith(("talk", "discard"))} == set()
    assert "discard ge1" in legal(t, "germany")
    assert refused_by(t, "germany: done") == "SPY-4.1"
    assert refused_by(t, "germany: discard it8") == "SPY-4.1"


@rule("SPY-4.2", "SPY-X1")
def test_a_tile_is_valid_in_its_years() -> None:
    for year, valid in ((1933, False), (1934, True), (1935, True), (1936, False)):
        t = scene(step="tile", year=year)
        assert ("play ge4" in legal(t, "germany")) == valid
        assert "discard ge4" in legal(t, "germany")
        assert refused_by(t, "germany: play ge4") == (None if valid else "SPY-4.2")


@rule("SPY-4.3")
def test_playing_costs_a_point_discarding_none() -> None:
    t = scene(step="tile", game="advanced", year=1934)
    play(t, "germany: play ge4")
    assert seen(t)["action_points"] == 11
    t = scene(step="tile", game="advanced", year=1934, points=0)
    assert refused_by(t, "germany: play ge4") == "SPY-3.3"
    play(t, "germany: discard ge4")


@rule("SPY-4.4")
def test_a_played_tile_is_shown_to_all_a_discarded_one_is_not() -> None:
    t = scene(step="tile", year=1934)
    play(t, "germany: play ge4")
    assert seen(t)["played"] == ["ge4"]
    assert "spectator" in who_was_told(t, "tile-played")
    t = scene(step="tile", year=1934)
    play(t, "germany: discard ge4")
    assert who_was_told(t, "tile-discarded") == {"germany"}
    assert nation(t, "germany")["discards"] == ["ge4"]
    assert nation(t, "germany", "italy")["discards"] is None
    assert nation(t, "germany", "italy")["discarded"] == 1


CZECH: dict[str, Any] = {
    "step": "tile",
    "year": 1938,
    "tiles": {"germany": "ge1"},
    "money": 10,
    "spies": {
        "germany-1": "berlin",
        "germany-2": "prague",
        "italy-1": "vienna",
        "italy-2": "vienna",
        "france-1": "prague",
    },
}


@rule("SPY-4.5", "SPY-4.6", "SPY-4.7", "SPY-4.8", "SPY-X4")
def test_everybody_with_a_spy_in_a_named_city_earns() -> None:
    t = scene(**CZECH)
    play(t, "germany: play ge1")
    assert [nation(t, name)["chits"] for name in ("germany", "italy", "france", "britain")] == [3, 0, 3, 0]
    assert [money(t, name) for name in ("germany", "italy", "france")] == [10, 12, 10]
    assert who_was_told(t, "chit-drawn") == {"germany", "france"}
    assert who_was_told(t, "chits-drawn") == set(), "what a tile brings says how many"
    assert told(t, "chits-earned") == [
        {"nation": "germany", "city": "prague", "count": "3"},
        {"nation": "france", "city": "prague", "count": "3"},
    ]


@rule("SPY-4.9", "SPY-R31")
def test_special_effects_belong_to_the_advanced_game_and_come_last() -> None:
    t = scene(**CZECH)
    play(t, "germany: play ge1")
    assert seen(t)["territory"] == {}
    t = scene(**CZECH, game="advanced")
    play(t, "germany: play ge1")
    assert seen(t)["territory"] == {"prague": "germany", "bratislava": "germany"}
    assert nation(t, "germany")["chits"] == 3, "Prague was still foreign when it paid"


@rule("SPY-4.10", "SPY-P4", "SPY-X17")
def test_a_surplus_goes_back_in_the_standard_game() -> None:
    hands = {
        "germany": "cover cover cover papers papers papers",
        "france": "cover cover discovery discovery recruit recruit",
    }
    t = scene(**CZECH, chits=hands)
    play(t, "germany: play ge1")
    assert frame(t) == "ReturnSurplus"
    assert asked(t) == ["germany"]
    assert nation(t, "france")["chits"] == 6, "it draws when Germany has returned its surplus"
    play(t, "germany: return cover", "germany: return papers")
    assert asked(t) == ["france"]
    assert nation(t, "germany")["chits"] == 7
    assert who_was_told(t, "returned") == {"germany"}
    play(t, "france: return recruit", "france: return recruit")
    assert frame(t) == "MovePolice"


@rule("SPY-4.10", "SPY-R33")
def test_what_one_nation_returns_the_next_may_draw() -> None:
    t = scene(**CZECH, chits={"germany": "papers " * 6})
    t.cup[:] = [3, *[0] * 9]
    play(t, "germany: play ge1", "germany: return papers", "germany: return papers")
    assert hand(t, "germany") == {"papers": 4, "cover": 3}
    assert hand(t, "france") == {"papers": 2}


@rule("SPY-4.11", "SPY-X17")
def test_no_limit_in_the_advanced_game() -> None:
    t = scene(**CZECH, game="advanced", chits={"germany": "cover cover cover papers papers papers"})
    play(t, "germany: play ge1")
    assert nation(t, "germany")["chits"] == 9


ANNEXED: dict[str, Any] = {
    "step": "tile",
    "game": "advanced",
    "year": 1938,
    "secrets": {
        "secret-1": "prague 3",
        "secret-2": "prague 4 by france-1",
        "secret-3": "bratislava 2 by germany-2",
    },
    "spies": {"france-1": "prague", "germany-2": "bratislava", "germany-1": "prague"},
}


@rule("SPY-16.1", "SPY-R35", "SPY-R36", "SPY-R77")
def test_czechoslovakia_becomes_german() -> None:
    t = scene(**ANNEXED, police={"germany-1": "berlin 5"})
    play(t, "germany: play ge1")
    assert secret(t, "secret-1")["national"] == ["germany"]
    assert secret(t, "secret-2")["national"] == []
    assert secret(t, "secret-3")["national"] == ["germany"]
    assert secret(t, "secret-1", "germany")["face"] is None
    play(t, "germany: shift 1 prague", "germany: guard 1 secret-1")
    assert secret(t, "secret-1", "germany")["value"] == 3
    assert secret(t, "secret-1", "france")["value"] is None


@rule("SPY-R37")
def test_spies_and_drops_in_an_annexed_city_stay() -> None:
    t = scene(**ANNEXED, police={"germany-1": "berlin 5"}, drops=[("france", "prague")])
    play(t, "germany: play ge1", "germany: shift 1 prague", "germany: done")
    assert {"nation": "france", "city": "prague"} in seen(t)["drops"]
    assert "search france-1" in legal(t, "germany")


@rule("SPY-16.5")
def test_austria_becomes_german() -> None:
    t = scene(step="tile", game="advanced", year=1938, secrets={"secret-1": "vienna 3"})
    play(t, "germany: play ge7")
    assert seen(t)["territory"] == {"vienna": "germany"}
    assert secret(t, "secret-1")["national"] == ["germany"]


@rule("SPY-16.6", "SPY-R38")
def test_albania() -> None:
    given: dict[str, Any] = {
        "step": "tile",
        "turn": "italy",
        "game": "advanced",
        "year": 1939,
        "spies": {"italy-1": "tirana"},
        "police": {"italy-1": "rome 4"},
        "secrets": {"secret-16": "tirana 3"},
    }
    t = scene(**given)
    play(t, "italy: play it14")
    assert seen(t)["territory"] == {"tirana": "italy"}
    assert "shift 1 tirana" in legal(t, "italy")
    t = scene(**given, albania="spies_only")
    play(t, "italy: play it14")
    assert seen(t)["territory"] == {}
    assert refused_by(t, "italy: shift 1 tirana") == "SPY-5.1"
    play(t, "italy: done")
    assert "take 1 secret-16" in legal(t, "italy")
    t = scene(**given | {"step": "tile", "turn": "italy"}, albania="spies_only", played="it14")
    assert "play rn38" not in legal(t, "italy")


@rule("SPY-R38")
def test_tirana_pays_italy_nothing_after_it14() -> None:
    for albania in ("full", "spies_only"):
        t = scene(
            step="tile",
            turn="britain",
            year=1937,
            game="advanced",
            albania=albania,
            played="it14",
            tiles={"britain": "rn46"},
            spies={"italy-1": "tirana"},
            owners={"tirana": "italy"} if albania == "full" else {},
        )
        play(t, "britain: play rn46")
        assert money(t, "italy") == 50


@rule("SPY-16.2", "SPY-16.3", "SPY-X15")
def test_war_ends_the_game_with_the_year() -> None:
    t = scene(step="tile", game="advanced", year=1938, secrets={"secret-9": "berlin 3"})
    play(t, "germany: play ge2")
    assert seen(t)["war"]
    while t.deciders:
        end_turn(t)
    assert seen(t)["year"] == 1938
    assert secret(t, "secret-9")["off"] == {"box": "record", "nation": "germany", "year": 1938}
    assert nation(t, "germany")["points"] == 3 * 3


@pytest.mark.parametrize(
    ("tile", "nation_on_turn", "after", "year", "clause"),
    [
        ("ge5", "germany", "ge2", 1938, "SPY-16.4"),
        ("rs19", "russia", "ge1", 1938, "SPY-16.7"),
        ("br29", "britain", "ge7", 1937, "SPY-16.8"),
        ("br30", "britain", "ge1", 1938, "SPY-16.9"),
    ],
)
@rule("SPY-16.4", "SPY-16.7", "SPY-16.8", "SPY-16.9", "SPY-R34")
def test_tiles_that_others_forbid(tile: str, nation_on_turn: str, after: str, year: int, clause: str) -> None:
    given: dict[str, Any] = {"step": "tile", "game": "advanced", "turn": nation_on_turn, "year": year}
    assert f"play {tile}" in legal(scene(**given), nation_on_turn)
    assert refused_by(scene(**given, played=after), f"{nation_on_turn}: play {tile}") == clause
    discarded = scene(**{**given, "turn": "germany"})
    play(discarded, f"germany: discard {after}")
    at = discarded.tile_at
    assert at.count(5) == 1


@rule("SPY-16.10")
@pytest.mark.parametrize("before", ["rn42", "fr25"])
def test_fr24_needs_the_rising_or_the_popular_front(before: str) -> None:
    given: dict[str, Any] = {"step": "tile", "game": "advanced", "turn": "france", "year": 1937}
    assert refused_by(scene(**given), "france: play fr24") == "SPY-16.10"
    assert "play fr24" in legal(scene(**given, played=before), "france")


@rule("SPY-R32")
def test_overseas_cities_are_own_territory_for_yields() -> None:
    t = scene(
        step="tile",
        year=1936,
        turn="italy",
        tiles={"italy": "it10"},
        spies={"britain-1": "cairo", "france-1": "cairo"},
    )
    play(t, "italy: play it10")
    assert (nation(t, "britain")["chits"], nation(t, "france")["chits"]) == (0, 3)


@rule("SPY-R33")
def test_an_empty_cup_owes_nothing() -> None:
    t = scene(**CZECH)
    t.cup[:] = [0] * 10
    t.cup[0] = 4
    t.hand = replaced(replaced(t.hand, 4 * 10 + 1, 20), 4 * 10 + 4, 8)
    play(t, "germany: play ge1")
    assert hand(t, "germany") == {"cover": 3}
    assert hand(t, "france") == {"cover": 1}
    assert told(t, "cup-empty") == [{"nation": "france", "count": "2"}]
