"""SPY-17, SPY-18.5: the end, points and winners; the rulings about them."""

from typing import Any

from spyring.testkit import rule
from spyring.testkit.scene import ties
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import end_turn, nation, scene, secret, seen, spy

LAST: dict[str, Any] = {"year": 1939, "turn": "britain"}


def finish(**given: Any) -> Any:
    """The game after Britain's last turn."""
    t = scene(**LAST | given)
    end_turn(t)
    assert t.outcome is not None
    return t


@rule("SPY-17.1", "SPY-P13")
def test_the_game_ends_after_britains_turn() -> None:
    t = finish(secrets={"secret-9": "munich 3"})
    assert not t.deciders
    assert secret(t, "secret-9")["off"] == {"box": "record", "nation": "germany", "year": 1939}


@rule("SPY-17.2", "SPY-R42")
def test_secrets_at_home_count_unless_an_enemy_spy_controls_them() -> None:
    given: dict[str, Any] = {
        "spies": {"france-1": "munich", "germany-1": "munich"},
        "secrets": {
            "secret-9": "munich 3 by france-1",
            "secret-10": "berlin 2",
            "secret-1": "munich 5 by germany-1",
            "secret-11": "berlin counterspy 5",
            "secret-12": "prague 4",
        },
    }
    t = finish(**given)
    assert nation(t, "germany")["points"] == (2 + 5) * 4
    t = finish(**given, final_home_secrets="national_only")
    assert nation(t, "germany")["points"] == 2 * 4


@rule("SPY-17.3", "SPY-X16", "SPY-R81", "SPY-R40")
def test_values_times_factors() -> None:
    t = finish(
        secrets={"secret-1": "captured italy 1937 4"},
        spies={"germany-1": "captured france 1935 5"},
        markers={("britain", 1939): 1},
    )
    assert [nation(t, name)["points"] for name in ("italy", "france", "britain")] == [12, 10, 12]
    assert nation(t, "italy")["breakdown"]["Secrets cashed"] == 12
    assert t.outcome.scores == (0, 12, 0, 10, 12)


@rule("SPY-17.4", "SPY-R61")
def test_most_points_then_money_then_a_shared_victory() -> None:
    secrets = {"secret-1": "captured italy 1937 4", "secret-2": "captured russia 1938 4"}
    assert finish(secrets={"secret-1": "captured italy 1937 4"}).outcome.winners == (1,)
    richer = finish(secrets=secrets, money={"russia": 51})
    assert richer.outcome.winners == (2,)
    assert ties(richer)[0] == "Russia and Italy are level on 12; Russia is richer, £51 to £50 (SPY-17.4)."
    shared = finish(secrets=secrets).outcome
    assert (shared.winners, shared.clause) == ((1, 2), "SPY-R61")


@rule("SPY-18.5", "SPY-R52", "SPY-X18")
def test_the_best_single_nation_wins_for_its_seat() -> None:
    secrets = {
        "secret-1": "captured germany 1935 3",
        "secret-2": "captured italy 1935 3",
        "secret-3": "captured russia 1935 4",
    }
    t = finish(seats=3, secrets=secrets)
    assert t.outcome.scores == (6, 8, 0)
    assert t.outcome.winners == (1,)
    assert seen(t)["runners"] == {
        "germany": "germany-italy",
        "italy": "germany-italy",
        "russia": "russia",
        "france": "france-britain",
        "britain": "france-britain",
    }


@rule("SPY-R53")
def test_with_two_seats_russia_counts_for_nobody() -> None:
    secrets = {"secret-1": "captured russia 1935 5", "secret-2": "captured france 1935 2"}
    t = finish(seats=2, secrets=secrets)
    assert t.outcome.scores == (0, 4)
    assert t.outcome.winners == (1,)
    assert (t.outcome.reason, t.outcome.clause) == (
        "Russia comes first, but scores for neither player. The best other nation decides.",
        "SPY-R53",
    )
    del secrets["secret-1"]
    behind = finish(seats=2, secrets=secrets)
    assert (behind.outcome.reason, behind.outcome.clause) == (
        "The nation with the most points wins.",
        "SPY-17.4",
    )


@rule("SPY-17.4", "SPY-R52")
def test_the_reason_is_true_of_two_nations_of_one_seat() -> None:
    secrets = {"secret-1": "captured germany 1935 3", "secret-2": "captured italy 1935 3"}
    t = finish(seats=4, secrets=secrets, money={"italy": 51})
    assert t.outcome.winners == (0,)
    assert t.outcome.reason == "Level on points, the richest nation wins."


@rule("SPY-R62")
def test_faces_in_the_record_open_at_the_end_or_at_once() -> None:
    given: dict[str, Any] = {
        "spies": {"germany-1": "leipzig"},
        "secrets": {"secret-1": "leipzig 3 by germany-1"},
    }
    for option, value in (("hidden", None), ("open", 3)):
        t = scene(**given, record_faces=option)
        t.play(0, FIXED.moves.parse("step 1 berlin"))
        t.play(0, FIXED.moves.parse("cash secret-1"))
        assert secret(t, "secret-1")["value"] == value
        assert secret(t, "secret-1", "germany")["value"] == 3
    over = finish(secrets={"secret-1": "captured germany 1933 3"}, spies={"italy-1": "prague 5"})
    assert secret(over, "secret-1")["value"] == 3
    assert spy(over, "italy-1")["strength"] == 5
    assert nation(over, "france", "spectator")["held"] is not None


@rule("SPY-17.2", "SPY-17.3")
def test_the_last_count_is_told_as_a_sequence_of_scenes() -> None:
    """Each nation's secrets come in one scene, on a table where they have just left the map; then the points,
    from the fewest to the most.
    """
    t = scene(
        **LAST,
        secrets={"secret-9": "munich 3", "secret-10": "berlin 2", "secret-30": "london 4"},
        money={"italy": 1, "russia": 2, "france": 3},
    )
    kinds = t.game.events.kinds
    lying: list[int] = []

    class Witness:
        def on_event(self, state: Any, event: Any) -> None:
            if kinds[event.kind].name == "home-counted":
                lying.append(len([one for one in seen(state)["secrets"] if one["at"]]))

    t.observer = Witness()
    end_turn(t)
    told = [t.game.events.fields(event) for event in t.events if kinds[event.kind].weight]
    count = next(at for at, fields in enumerate(told) if fields["kind"] == "last-count")
    assert told[count] == {"kind": "last-count", "year": "1939", "factor": "4"}
    assert told[count + 1 :] == [
        {"kind": "home-counted", "nation": "germany", "count": "2", "points": "20"},
        {"kind": "home-counted", "nation": "britain", "count": "1", "points": "16"},
        *({"kind": "scored", "nation": name, "count": "0"} for name in ("italy", "russia", "france")),
        {"kind": "scored", "nation": "britain", "count": "16"},
        {"kind": "scored", "nation": "germany", "count": "20"},
    ]
    assert lying[0] - lying[1] == 1
