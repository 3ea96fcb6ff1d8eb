"""Section 3 of the ledger: who may know what; and the rulings about it."""

from typing import Any

import pytest

from spyring.engine.errors import BadPosition
from spyring.games.spies.generated import table
from spyring.games.spies.pieces import force_of, show_spy, strength_of
from spyring.games.spies.rules.police import MOVE_POLICE
from spyring.testkit import reaches, rule
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import (
    end_turn,
    frame,
    legal,
    nation,
    pass_all,
    play,
    react,
    refused_by,
    scene,
    secret,
    seen,
    spy,
    verbs,
)


@rule("SPY-R68")
def test_who_sees_the_face_of_a_secret() -> None:
    t = scene(
        spies={"germany-1": "paris 5"},
        secrets={"secret-28": "paris 3", "secret-1": "prague 2"},
        chits={"germany": "discovery"},
    )
    assert secret(t, "secret-28", "france")["value"] == 3
    assert secret(t, "secret-28", "germany")["value"] is None
    play(t, "germany: discover 1 secret-28")
    assert secret(t, "secret-28", "germany")["value"] == 3
    assert secret(t, "secret-28", "france")["value"] == 3
    assert secret(t, "secret-28", "italy")["value"] is None
    assert secret(t, "secret-28")["proven"], "everybody knows that it is no counterspy"
    for seed in range(20):
        assert (
            table(t.resample(1, seed)).config.box.counterspy[table(t.resample(1, seed)).secret_face[27]] == 0
        )


@rule("SPY-R50")
def test_the_list_of_tiles() -> None:
    assert seen(scene())["tile_list"] == "open"
    assert seen(scene(tile_list="closed"))["tile_list"] == "closed"


@rule("SPY-R66")
def test_free_actions_cost_no_points() -> None:
    t = scene(
        game="advanced",
        step="tile",
        spies={"germany-1": "leipzig", "germany-2": "berlin"},
        secrets={"secret-9": "leipzig 3", "secret-1": "leipzig 2 by germany-1", "secret-10": "berlin 2"},
    )
    play(t, "germany: discard ge1", "germany: done")
    points = []
    for move in ("leave secret-1", "take 1 secret-9", "step 1 berlin", "hand secret-9 2"):
        play(t, f"germany: {move}")
        points.append(seen(t)["action_points"])
    assert points == [12, 12, 11, 11]
    cashing = scene(
        game="advanced", spies={"germany-1": "leipzig"}, secrets={"secret-1": "leipzig 2 by germany-1"}
    )
    play(cashing, "germany: step 1 berlin", "germany: cash secret-1")
    assert seen(cashing)["action_points"] == 11


@rule("SPY-X10")
def test_a_turn_of_nine_points() -> None:
    t = scene(
        step="tile",
        game="advanced",
        year=1934,
        spies={"germany-1": "vienna 5", "france-1": "berlin", "italy-1": "munich", "britain-1": "bucharest"},
        police={"germany-1": "berlin 2", "germany-2": "munich 2"},
        secrets={"secret-1": "bucharest 3"},
        chits={"germany": "discovery source drop"},
        money=99,
    )
    play(t, "germany: play ge4", "germany: done", "germany: search france-1")
    pass_all(t)
    play(t, "germany: search italy-1")
    pass_all(t)
    for city in ("budapest", "bucharest", "sofia", "bucharest"):
        play(t, f"germany: step 1 {city}")
    play(t, "germany: discover 1 secret-1")
    pass_all(t)
    play(t, "germany: talk italy", "germany: withdraw")
    assert seen(t)["action_points"] == 3
    assert {"source france", "drop 1"} <= legal(t, "germany")
    play(t, "germany: drop 1")
    pass_all(t)
    assert seen(t)["action_points"] == 1
    assert refused_by(t, "germany: source france") == "SPY-3.3"


ALLIES: dict[str, Any] = {
    "seats": 4,
    "spies": {"germany-1": "rome 5", "italy-1": "rome 4", "germany-2": "milan 4"},
    "police": {"italy-1": "milan 4"},
    "secrets": {"secret-16": "rome 3", "secret-1": "rome 2 by italy-1"},
    "chits": {"germany": "discovery sanction"},
}


@rule("SPY-R43")
def test_allies_spare_each_other() -> None:
    t = scene(**ALLIES)
    for move in ("discover 1 secret-16", "discover 1 secret-1", "sanction 1 italy-1"):
        assert refused_by(t, f"germany: {move}") == "SPY-R43"
    play(t, "germany: step 1 milan")
    assert frame(t) == "SpyStep", "an ally's police do not search"
    searching = scene(**ALLIES | {"step": "searches", "turn": "italy"})
    assert frame(searching) == "SpyStep"
    apart = scene(**ALLIES, shared_nations="apart")
    assert {"discover 1 secret-16", "discover 1 secret-1", "sanction 1 italy-1"} <= legal(apart, "germany")
    carried = scene(seats=4, spies={"germany-1": "leipzig"}, secrets={"secret-16": "leipzig 3 by germany-1"})
    play(carried, "germany: step 1 berlin")
    assert refused_by(carried, "germany: cash secret-16") == "SPY-R43"


@rule("SPY-R43", "SPY-R12")
def test_police_that_captured_a_spy_leave_an_allys_secret_alone() -> None:
    """A secret National to Germany and Italy, after Germany annexed the city in which it lay."""
    for seats, step in ((4, "SpyStep"), (5, "TakeOver")):
        t = scene(
            seats=seats,
            step="searches",
            spies={"france-1": "prague 2"},
            police={"germany-1": "prague 5"},
            owners={"prague": "germany"},
            secrets={"secret-16": "prague 3 by france-1 national germany italy"},
        )
        play(t, "germany: search france-1", "france: pass")
        assert frame(t) == step


@rule("SPY-R43")
def test_with_two_seats_russia_is_the_ally_of_its_controller() -> None:
    for lot, clause in ((0, "SPY-R43"), (1, None)):
        t = scene(
            seats=2,
            lot=lot,
            turn="russia",
            spies={"russia-1": "rome", "italy-1": "rome"},
            chits={"russia": "sanction"},
        )
        assert refused_by(t, "russia: sanction 1 italy-1") == clause


@rule("SPY-R53")
@pytest.mark.parametrize(("info", "seen_by_other"), [("controller", False), ("both", True)])
def test_who_sees_russia_with_two_seats(info: str, seen_by_other: bool) -> None:
    t = scene(seats=2, lot=0, chits={"russia": "cover"}, spies={"russia-1": "moscow 5"}, russia_info=info)
    assert nation(t, "russia", "germany")["hand"] == {"cover": 1}
    assert (nation(t, "russia", "france")["hand"] is not None) == seen_by_other
    assert (spy(t, "russia-1", "france")["strength"] == 5) == seen_by_other
    while seen(t)["year"] == 1933:
        end_turn(t)
    assert seen(t)["runners"]["russia"] == "france-britain"
    assert nation(t, "russia", "france")["hand"] == {"cover": 1}
    assert (nation(t, "russia", "germany")["hand"] is not None) == seen_by_other


def test_police_that_moved_are_new_ones_to_others() -> None:
    t = scene(
        step="searches",
        turn="italy",
        spies={"germany-1": "rome 8"},
        police={"italy-1": "rome 4", "italy-2": "milan 3"},
    )

    def in_rome() -> dict[str, Any]:
        return next(row for row in seen(t, "germany")["police"] if row["at"] == "rome")

    play(t, "italy: search germany-1")
    pass_all(t)
    before = in_rome()
    assert before["strength"] == 4, "one police piece is its own sum"
    t.push(MOVE_POLICE)
    t.settle()
    play(t, "italy: shift 1 milan", "italy: shift 2 rome")
    assert in_rome()["strength"] is None
    assert in_rome()["id"] != before["id"]


def test_the_sum_of_two_police_is_remembered() -> None:
    t = scene(
        step="searches",
        turn="italy",
        spies={"germany-1": "rome 8"},
        police={"italy-1": "rome 4", "italy-2": "rome 2", "italy-3": "milan 3"},
    )
    play(t, "italy: search germany-1")
    pass_all(t)
    (known,) = seen(t, "germany")["known_sums"]
    assert known["sum"] == 6
    assert seen(t, "france")["known_sums"] == []
    pairs = set()
    for seed in range(60):
        world = table(t.resample(0, seed))
        pairs.add((force_of(world, 10), force_of(world, 11)))
    assert pairs == {(4, 2), (2, 4), (3, 3)}
    assert {force_of(table(t.resample(3, seed)), 10) for seed in range(40)} == {2, 3, 4}


def test_strengths_are_imagined_evenly() -> None:
    t = scene(spies={"italy-1": "rome 7", "italy-2": "milan 5", "italy-3": "genoa 4"})
    show_spy(t, 8, 1)
    expected = [(a, b) for a in (7, 5, 3, 2) for b in (7, 5, 3, 2) if a != b]
    reaches(t, 0, lambda world: (strength_of(table(world), 6), strength_of(table(world), 7)), expected)


def test_random_tiles_and_discards_of_others_are_unknown() -> None:
    t = scene(step="tile")
    play(t, "germany: discard ge3")
    discarded = {
        tile
        for seed in range(120)
        for tile, place in enumerate(table(t.resample(1, seed)).tile_at)
        if place == 5
    }
    assert set(range(7)) <= discarded
    assert any(tile >= 35 for tile in discarded)
    for seed in range(5):
        assert table(t.resample(0, seed)).tile_at[2] == 5


def test_nothing_of_a_simultaneous_answer_shows_before_all_have_answered() -> None:
    t = scene(
        spies={"germany-1": "prague 5", "france-1": "prague", "britain-1": "prague"},
        secrets={"secret-1": "prague 3"},
        chits={"germany": "discovery", "britain": "cover"},
        reaction_poll="simultaneous",
    )
    play(t, "germany: discover 1 secret-1")
    react(t, "britain cover")
    assert t.view(3)["asked"]["chosen"] == []
    assert t.view(4)["asked"]["chosen"] == ["cover"]
    assert nation(t, "britain", "france")["chits"] == 1


def test_a_position_that_contradicts_itself_is_refused() -> None:
    saved = scene(spies={"germany-1": "prague"}, secrets={"secret-1": "prague 3 by germany-1"}).to_json()
    for key, value in (
        ("secret_at", [3] * 40),
        ("spy_face", [0] * 30),
        ("police_at", [-1] * 50),
        ("mover", 29),
        ("money", [-1] * 5),
        ("police_at", [-2, *saved["table"]["police_at"][1:]]),
    ):
        broken = {**saved, "table": {**saved["table"], key: value}}
        with pytest.raises(BadPosition):
            FIXED.from_json(broken)
    with pytest.raises(BadPosition):
        FIXED.from_json({"game": "spies"})


def test_refusals_at_every_step_name_a_clause() -> None:
    for step in ("tile", "escapes", "police", "searches", "spies"):
        t = scene(
            step=step,
            spies={"germany-1": "prague", "germany-2": "neutral-box", "france-1": "berlin"},
            police={"germany-1": "berlin 2"},
        )
        assert refused_by(t, "germany: hide berlin")
        assert refused_by(t, "italy: pass")
        assert verbs(t, "germany")


@rule("SPY-R82")
def test_the_vector_does_not_tell_which_spy_of_a_box_is_freed() -> None:
    vectors: set[bytes] = set()
    for chosen in ("1", "2"):
        t = scene(
            game="advanced",
            step="escapes",
            spies={"germany-1": "captured britain 1933 5", "germany-2": "captured britain 1933 3"},
            chits={"germany": "escape", "britain": "double-cross"},
        )
        play(t, f"germany: free {chosen}")
        assert frame(t) == "Freeing"
        out = bytearray(t.game.encoding.now)
        t.encode(3, out)
        vectors.add(bytes(out))
    assert len(vectors) == 1
