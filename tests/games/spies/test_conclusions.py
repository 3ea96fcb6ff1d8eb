"""What everyone can deduce from public results, and what is lost when spies are mixed."""

from collections.abc import Callable
from typing import Any

import pytest

from spyring.engine.errors import BadPosition
from spyring.games.spies.generated import Table, table
from spyring.games.spies.pieces import force_of, is_cousin, open_spy, show_spy, strength_of
from spyring.games.spies.rules.police import MOVE_POLICE
from spyring.games.spies.rules.sanction import look_at
from spyring.games.spies.rules.searches import capture
from spyring.testkit import reaches, rule
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import (
    at,
    came_back,
    pass_all,
    play,
    react,
    record,
    scene,
    spy,
    told,
)
from tests.night import NIGHT

WORLDS = 1000 if NIGHT else 100
GERMANY, ITALY, RUSSIA, FRANCE, BRITAIN = range(5)
PRISON: dict[str, Any] = {
    "step": "escapes",
    "spies": {
        "germany-1": "oslo 8",
        "germany-2": "sanctioned 2",
        "germany-3": "captured britain 1933 5",
        "germany-4": "captured britain 1933 3",
        "germany-5": "oslo 6",
    },
    "chits": {"germany": "escape"},
}
GRAVE: dict[str, Any] = {
    "spies": {"germany-1": "oslo", "germany-2": "sanctioned 5", "germany-3": "sanctioned 3"},
    "chits": {"germany": "recruit"},
}


def number(name: str) -> int:
    nation, _dash, one = name.rpartition("-")
    return ("germany", "italy", "russia", "france", "britain").index(nation) * 6 + int(one) - 1


def boxed(t: Table) -> int:
    """The strength of the spy that stayed in the British record."""
    (left,) = (spy for spy, place in enumerate(t.spy_at) if place == -10 - BRITAIN * 7)
    return strength_of(t, left)


# -- coming back ---------------------------------------------------------------------------------------------


@rule("SPY-R82")
def test_others_cannot_tell_which_spy_was_freed() -> None:
    numbers = set()
    for seed in range(1, 30):
        shown = []
        for captive in (3, 4):
            t = scene(**PRISON, seed=seed)
            show_spy(t, 2, 1 << FRANCE)
            show_spy(t, 2, 1 << BRITAIN)
            show_spy(t, 3, 1 << BRITAIN)
            play(t, f"germany: free {captive}")
            assert at(t, came_back(t)) == "berlin"
            assert spy(t, came_back(t), "germany")["strength"] == {3: 5, 4: 3}[captive]
            shown.append([(t.view(viewer), t.events_for(viewer)) for viewer in (1, 2, 3, 4, None)])
            numbers.add(came_back(t))
        assert shown[0] == shown[1]
    assert numbers == {"germany-2", "germany-3", "germany-4", "germany-6"}, "any number off the map"


@rule("SPY-R82")
def test_what_was_known_of_mixed_spies_is_known_of_them_together() -> None:
    t = scene(**PRISON)
    show_spy(t, 2, 1 << FRANCE)
    show_spy(t, 2, 1 << BRITAIN)
    show_spy(t, 3, 1 << BRITAIN)
    play(t, "germany: free 4")
    back = came_back(t)
    assert spy(t, back, "britain")["strength"] is None
    known = [row["strength"] for row in t.view(BRITAIN)["table"]["spies"] if row["nation"] == "germany"]
    assert not any(known)

    def both(world: Any) -> tuple[int, int]:
        return strength_of(table(world), number(back)), boxed(table(world))

    reaches(t, BRITAIN, both, [(5, 3), (3, 5)])
    seen = {both(t.resample(FRANCE, seed)) for seed in range(WORLDS)}
    assert all(5 in pair for pair in seen), "France knew one of the two"
    assert {min(pair) for pair in seen} == {2, 3, 4, 5}
    assert {(5 in both(t.resample(ITALY, seed))) for seed in range(60)} == {True, False}


@rule("SPY-R82")
def test_the_only_spy_in_a_box_is_known_when_it_comes_back() -> None:
    given = PRISON | {"spies": PRISON["spies"] | {"germany-4": "sanctioned 3"}}
    t = scene(**given)
    show_spy(t, 2, 1 << BRITAIN)
    play(t, "germany: free 3")
    assert spy(t, came_back(t), "britain")["strength"] == 5
    assert spy(t, came_back(t), "france")["strength"] is None


@rule("SPY-R82", "SPY-R62")
def test_all_see_which_spy_leaves_a_record_that_lies_open() -> None:
    t = scene(**PRISON, record_faces="open")
    open_spy(t, 2)
    open_spy(t, 3)
    play(t, "germany: free 4")
    assert spy(t, came_back(t))["strength"] == 3
    (left,) = (row for row in t.view(None)["table"]["spies"] if row["off"] == record("britain", 1933))
    assert left["strength"] == 5


@rule("SPY-R82", "SPY-12.29")
def test_worlds_that_look_alike_bring_equal_news_of_a_recruit() -> None:
    for seed in range(1, 40):
        t = scene(**GRAVE, seed=seed)
        show_spy(t, 1, 1 << ITALY)
        for viewer in (1, 2, 3, 4, None):
            news = []
            for world in (t, t.resample(viewer, seed), t.resample(viewer, seed + 99)):
                after = table(world.clone())
                after.hand, after.cup = t.hand[:], t.cup[:]  # the chit is played in each of them
                after.event_log = []
                after.seed(seed)
                play(after, "germany: recruit")
                news.append((after.view(viewer), after.events_for(viewer)))
            assert news[0] == news[1] == news[2]
        play(t, "germany: recruit")
        known = [row["strength"] for row in t.view(ITALY)["table"]["spies"] if row["nation"] == "germany"]
        assert not any(known), "nor does what Italy knew say which one stayed"


# -- what is open is open to all -----------------------------------------------------------------------------


@rule("SPY-R84")
def test_a_cousin_that_struck_back_is_seen_by_those_who_had_only_glimpsed_it() -> None:
    t = scene(
        game="advanced",
        spies={"germany-1": "prague 5", "france-1": "prague 7"},
        chits={"germany": "source sanction"},
    )
    play(t, "germany: source france")
    pass_all(t)
    play(t, "germany: done", "germany: sanction 1 france-1")
    pass_all(t)
    for viewer in (GERMANY, ITALY, FRANCE, None):
        (row,) = (row for row in t.view(viewer)["table"]["spies"] if row["id"] == "france-1")
        assert (row["strength"], row["cousin"]) == (7, True)


@rule("SPY-R84", "SPY-R62")
def test_an_open_record_is_open_to_those_who_had_only_glimpsed_it() -> None:
    t = scene(game="advanced", record_faces="open", spies={"france-1": "prague 6"})
    look_at(t, GERMANY, FRANCE)
    t.sourced = -1
    assert spy(t, "france-1", "germany")["strength"] is None
    capture(t, number("france-1"), BRITAIN)
    assert spy(t, "france-1", "germany")["strength"] == 6


# -- results bind imagined worlds ----------------------------------------------------------------------------


def always(t: Table, true: Callable[[Table], bool], *viewers: int | None) -> None:
    """It is true in every world that the viewers imagine."""
    assert true(t)
    for viewer in viewers or (RUSSIA, None):
        wrong = [seed for seed in range(WORLDS) if not true(table(t.resample(viewer, seed)))]
        assert not wrong, f"{len(wrong)} of {WORLDS} worlds of {viewer} contradict what was seen"


def sometimes(t: Table, true: Callable[[Table], bool]) -> None:
    """Italy cannot exclude it."""
    assert any(true(table(t.resample(ITALY, seed))) for seed in range(WORLDS))


@rule("SPY-R85", "SPY-15.4")
def test_a_spy_killed_by_a_cousin_is_not_a_cousin() -> None:
    t = scene(
        game="advanced",
        spies={"germany-1": "prague 5", "france-1": "prague 7"},
        chits={"germany": "sanction"},
    )
    play(t, "germany: sanction 1 france-1")
    pass_all(t)
    always(t, lambda w: not is_cousin(w, 0) and is_cousin(w, 18))


@rule("SPY-R85", "SPY-15.4")
def test_a_cousin_has_been_killed_by_a_cousin_only() -> None:
    t = scene(
        game="advanced",
        spies={"germany-1": "prague 5", "france-1": "prague 4"},
        chits={"germany": "sanction"},
    )
    play(t, "germany: sanction 1 france-1")
    pass_all(t)
    always(t, lambda w: is_cousin(w, 0) or not is_cousin(w, 18))
    sometimes(t, lambda w: is_cousin(w, 0) and is_cousin(w, 18))
    plain = scene(spies={"germany-1": "prague 5", "france-1": "prague 4"}, chits={"germany": "sanction"})
    play(plain, "germany: sanction 1 france-1")
    pass_all(plain)
    sometimes(plain, lambda w: strength_of(w, 18) == 7 and strength_of(w, 0) != 8)


@rule("SPY-R85", "SPY-9.2", "SPY-15.3")
@pytest.mark.parametrize(
    ("game", "strength", "counterspy", "fits"),
    [
        ("advanced", 2, 3, {2}),
        ("advanced", 3, 7, {2, 3, 4, 5, 6}),
        ("advanced", 6, 6, {6, 8}),
        ("advanced", 8, 7, {8}),
        ("standard", 3, 6, {2, 3, 4, 5}),
    ],
)
def test_a_counterspy_bounds_the_spy_that_met_it(
    game: str, strength: int, counterspy: int, fits: set[int]
) -> None:
    t = scene(
        game=game,
        spies={"germany-1": f"prague {strength}"},
        secrets={"secret-1": f"prague counterspy {counterspy}"},
        chits={"germany": "discovery"},
    )
    play(t, "germany: discover 1 secret-1")
    pass_all(t)
    always(t, lambda w: strength_of(w, 0) in fits)
    reaches(t, ITALY, lambda w: strength_of(table(w), 0), fits)


@rule("SPY-R85")
def test_a_counterspy_that_was_double_crossed_had_still_been_stronger() -> None:
    t = scene(
        game="advanced",
        spies={"germany-1": "prague 2"},
        secrets={"secret-1": "prague counterspy 3"},
        chits={"germany": "discovery double-cross"},
    )
    play(t, "germany: discover 1 secret-1")
    react(t, "germany double-cross")
    assert told(t, "unharmed")
    always(t, lambda w: strength_of(w, 0) == 2)


@rule("SPY-R85", "SPY-5.4")
@pytest.mark.parametrize("strength", [7, 2])
@pytest.mark.parametrize("police", [["4"], ["4", "2"]])
def test_a_search_bounds_spy_and_police(strength: int, police: list[str]) -> None:
    t = scene(
        step="searches",
        turn="italy",
        spies={"france-1": f"rome {strength}"},
        police={f"italy-{n}": f"rome {force}" for n, force in enumerate(police, 1)},
    )
    play(t, "italy: search france-1")
    pass_all(t)
    caught = bool(told(t, "captured"))

    def fits(w: Table) -> bool:
        return (sum(force_of(w, 10 + n) for n in range(len(police))) > strength_of(w, 18)) == caught

    always(t, fits, GERMANY, FRANCE, None)


@rule("SPY-R85")
def test_police_that_moved_leave_a_bound_behind() -> None:
    t = scene(step="searches", turn="italy", spies={"france-1": "rome 2"}, police={"italy-1": "rome 3"})
    play(t, "italy: search france-1")
    pass_all(t)
    t.push(MOVE_POLICE)
    t.settle()
    play(t, "italy: shift 1 milan")
    always(t, lambda w: strength_of(w, 18) < 4, GERMANY, None)
    sometimes(t, lambda w: force_of(w, 10) == 2 or strength_of(w, 18) == 2)


@rule("SPY-R85", "SPY-12.15")
@pytest.mark.parametrize("strength", [3, 5, 8])
@pytest.mark.parametrize("guard", ["germany-2", "police:france-1"])
def test_a_comparison_for_control_bounds_both_sides(strength: int, guard: str) -> None:
    t = scene(
        turn="britain",
        spies={"britain-1": f"paris {strength}", "germany-2": "paris 4", "russia-1": "oslo"},
        police={"france-1": "paris 4"},
        secrets={"secret-28": f"paris 3 by {guard}"},
        chits={"britain": "discovery"},
    )
    play(t, "britain: discover 1 secret-28")
    pass_all(t)
    won = bool(told(t, "control-won"))

    def fits(w: Table) -> bool:
        against = strength_of(w, 1) if guard == "germany-2" else force_of(w, 30)
        return (strength_of(w, 24) > against) == won

    always(t, fits, ITALY, None)


@rule("SPY-R85")
def test_many_results_together_bind_imagined_worlds() -> None:
    t = scene(
        step="searches",
        turn="italy",
        game="advanced",
        spies={
            "france-1": "rome 6",
            "france-2": "rome 3",
            "france-3": "milan 2",
            "germany-1": "rome 5",
            "britain-1": "milan 8",
            "russia-1": "genoa 4",
        },
        police={"italy-1": "rome 4", "italy-2": "milan 3", "italy-3": "genoa 4", "italy-4": "genoa 3"},
    )
    for name in ("france-1", "france-2", "france-3", "germany-1", "britain-1", "russia-1"):
        play(t, f"italy: search {name}")
        pass_all(t)

    def fits(w: Table) -> bool:
        rome, milan, genoa = force_of(w, 10), force_of(w, 11), force_of(w, 12) + force_of(w, 13)
        return (strength_of(w, 18) >= rome and strength_of(w, 19) < rome and strength_of(w, 20) < milan) and (
            strength_of(w, 0) >= rome and strength_of(w, 24) >= milan and strength_of(w, 12) < genoa
        )

    always(t, fits, RUSSIA, FRANCE, None)


@rule("SPY-R85")
def test_conclusions_are_part_of_a_position() -> None:
    t = scene(
        spies={"germany-1": "prague 2"},
        secrets={"secret-1": "prague counterspy 3"},
        chits={"germany": "discovery"},
    )
    play(t, "germany: discover 1 secret-1")
    pass_all(t)
    saved = t.to_json()
    assert table(FIXED.from_json(saved)).can == t.can
    saved["table"]["spy_face"][:6] = [0, 1, 2, 3, 4, 5]
    with pytest.raises(BadPosition):
        FIXED.from_json(saved)
    saved = scene(spies={"germany-1": "rome 8"}, police={"italy-1": "rome 4"}).to_json()
    for broken in ((0 * 81 + 40) * 81 + 80) * 5, (0 * 81 + 80) * 81 * 5, (0 * 81 + 40) * 81 * 5 + 4:
        saved["table"]["compared"] = [broken]
        with pytest.raises(BadPosition):
            FIXED.from_json(saved)
