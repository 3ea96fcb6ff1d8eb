"""Section 8 of the ledger: worked examples of the rulebook that no other file tells."""

from spyring.testkit import rule
from spyring.testkit.scene import play, refused_by, seen, told
from tests.games.season0.scene import choices, city, hand, month, place, scene, statuses, traveller


@rule("SZ-X1")
def test_a_team_becomes_active_by_moving_and_mops_up_in_the_same_turn() -> None:
    state = scene(
        teams={"allied-1": "cairo"},
        agents={"algiers": 2, "cairo": 1},
        top="lima bogota",
        threats="tokyo osaka",
    )
    assert not seen(state)["teams"][0]["active"]
    play(state, "drive-team allied-1 algiers")
    assert seen(state)["teams"][0]["active"]
    play(state, "end")
    assert place(state, "algiers")["agents"] == 0
    assert place(state, "cairo")["agents"] == 1


@rule("SZ-X2")
def test_surveillance_in_cairo() -> None:
    state = traveller(uncovered=3, pawns="cairo", stack=[["BeginTurn"]])
    play(state, "weakness tailed")
    alias = seen(state)["players"][0]["alias"]
    assert alias["uncovered"] == ["", "card", "", "weakness"]
    assert alias["slots"] == ["tailed", None, None, None]


@rule("SZ-X4")
def test_the_novosibirsk_objective() -> None:
    state = scene(teams={"soviet-1": "novosibirsk"})
    play(state, "acquire 2")
    assert told(state, "objective-complete")[0]["entry"] == "214"
    assert refused_by(scene(teams={"allied-1": "novosibirsk"}), "acquire 2") == "SZ-11.1"


@rule("SZ-X5")
def test_identifying_an_african_target() -> None:
    africa = ["cairo", "lagos", "algiers", "khartoum", "johannesburg", "leopoldville"]
    objectives = [
        {"id": "a", "unknown": africa, "complete": 110, "failed": 111},
        {"id": "b", "known": [["lima", 1]], "complete": 112, "failed": 113},
    ]
    state = scene(
        legacy=month(objectives=objectives),
        target="cairo",
        pawns="lagos",
        safehouses="lagos",
        hands={"alpha": "lagos khartoum algiers"},
    )
    play(state, "identify")
    assert seen(state)["objectives"][0]["target"] == "cairo"
    assert statuses(state)[0] == "open"
    assert refused_by(state, "acquire 1") == "SZ-11.1"


@rule("SZ-X6")
def test_covering_two_of_three_possible_cities() -> None:
    for target, status in (("prague", "complete"), ("rome", "complete"), ("paris", "failed")):
        objectives = [
            {"id": "a", "unknown": ["paris", "rome", "prague"], "complete": 110, "failed": 111},
            {"id": "b", "known": [["lima", 1]], "complete": 112, "failed": 113},
        ]
        state = scene(
            legacy=month(objectives=objectives),
            target=target,
            teams={"soviet-1": "prague", "allied-1": "rome"},
        )
        play(state, "acquire 1")
        assert statuses(state)[0] == status


@rule("SZ-X19")
def test_flights_by_affiliation() -> None:
    state = scene(pawns="rome", hands={"alpha": "paris lima moscow rome"})
    assert choices(state, "fly") == ["paris", "lima"]
    assert refused_by(state, "fly moscow") == "SZ-10.4"
    for move, place_now, left in (
        ("fly paris", "paris", ["paris", "lima", "moscow", "rome"]),
        ("fly lima", "lima", ["paris", "moscow", "rome"]),
        ("fly-unrecorded moscow", "moscow", ["paris", "lima", "moscow"]),
    ):
        copy = state.clone()
        play(copy, move)
        assert city(copy, "alpha") == place_now
        assert hand(copy, "alpha") == left
