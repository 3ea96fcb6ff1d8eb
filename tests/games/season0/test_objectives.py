"""SZ-5.3 to SZ-5.5, SZ-10.19 and SZ-11: objectives, known and unknown."""

from spyring.testkit import rule
from spyring.testkit.scene import play, refused_by, seen, told
from tests.games.season0.scene import CITIES, cause, month, passport, scene, statuses

KNOWN = [
    {"id": "a", "known": [["lima", 2]], "complete": 110, "failed": 111},
    {"id": "b", "known": [["tokyo", 1], ["paris", 1]], "complete": 112, "failed": 113},
]


@rule("SZ-5.3", "SZ-10.19", "SZ-11.1", "SZ-11.6", "SZ-18.5", "SZ-16.3")
def test_a_known_target_needs_an_active_team_there() -> None:
    assert refused_by(scene(), "acquire 2") == "SZ-11.1"
    assert refused_by(scene(teams={"allied-1": "novosibirsk"}), "acquire 2") == "SZ-11.1"
    assert refused_by(scene(), "acquire 3") == "SZ-10.19"
    state = scene(teams={"soviet-1": "novosibirsk"}, top="lima bogota", threats="osaka manila")
    play(state, "end", "bravo: acquire 2")
    assert statuses(state) == ["open", "complete"]
    [event] = told(state, "objective-complete")
    assert event == {"seat": "bravo", "objective": "2", "entry": "214"}


@rule("SZ-11.2")
def test_several_teams_in_one_city_or_one_in_each_of_several() -> None:
    legacy = month(objectives=KNOWN)
    state = scene(legacy=legacy, target="", teams={"neutral-1": "lima"})
    assert refused_by(state, "acquire 1") == "SZ-11.1"
    state = scene(legacy=legacy, target="", teams={"neutral-1": "lima", "neutral-2": "lima"})
    play(state, "acquire 1")
    assert statuses(state)[0] == "complete"
    state = scene(legacy=legacy, target="", teams={"neutral-1": "tokyo"})
    assert refused_by(state, "acquire 2") == "SZ-11.1"
    state = scene(legacy=legacy, target="", teams={"neutral-1": "tokyo", "allied-1": "paris"})
    play(state, "acquire 2")
    assert statuses(state)[1] == "complete"


@rule("SZ-5.4", "SZ-11.5", "SZ-11.7", "SZ-R16")
def test_an_unknown_target_is_complete_if_one_active_team_is_in_the_right_city() -> None:
    teams = {"soviet-1": "prague", "allied-1": "rome"}
    state = scene(target="rome", teams=teams)
    assert seen(state)["objectives"][0]["target"] is None
    play(state, "acquire 1")
    assert statuses(state)[0] == "complete"
    wrong = scene(target="paris", teams=teams)
    play(wrong, "acquire 1")
    assert statuses(wrong)[0] == "failed"
    assert seen(wrong)["objectives"][0]["target"] == "paris"  # it stays face up
    assert told(wrong, "objective-failed")[0]["entry"] == "202"


@rule("SZ-11.5")
def test_an_inactive_team_in_the_right_city_does_not_help() -> None:
    state = scene(target="rome", teams={"soviet-1": "rome", "allied-1": "paris"})
    play(state, "acquire 1")
    assert statuses(state)[0] == "failed"


@rule("SZ-11.4", "SZ-R15")
def test_every_listed_card_that_was_seen_is_excluded() -> None:
    state = scene(
        hands={"alpha": "paris", "bravo": "rome"}, discard="madrid", top="kiev lima", threats="osaka manila"
    )
    assert not {"paris", "rome", "madrid"} & set(seen(state)["objectives"][0]["possible"])
    assert "kiev" in seen(state)["objectives"][0]["possible"]
    play(state, "end")
    assert "kiev" not in seen(state)["objectives"][0]["possible"]


@rule("SZ-11.4", "SZ-1.4")
def test_a_destroyed_card_cannot_be_the_target() -> None:
    legacy = month(destroyed={"cities": ["rome"]})
    state = scene(legacy=legacy, target="paris", deck=None, teams={"allied-1": "rome"}, destroyed="rome")
    assert seen(state)["objectives"][0]["possible"] == ["paris", "prague", "london"]
    assert refused_by(state, "acquire 1") == "SZ-R12"


@rule("SZ-R12")
def test_without_an_active_team_in_a_possible_city_there_is_no_attempt() -> None:
    assert refused_by(scene(), "acquire 1") == "SZ-R12"
    excluded = scene(teams={"allied-1": "paris"}, hands={"bravo": "paris"})
    assert refused_by(excluded, "acquire 1") == "SZ-R12"
    assert refused_by(scene(teams={"soviet-1": "paris"}), "acquire 1") == "SZ-R12"
    assert refused_by(scene(teams={"allied-1": "paris"}), "acquire 1") is None


@rule("SZ-R11")
def test_the_pawn_may_be_anywhere_unless_the_option_says_otherwise() -> None:
    teams = {"soviet-1": "novosibirsk", "allied-1": "paris"}
    play(scene(pawns="lima", teams=teams), "acquire 2")
    strict = {"acquire_anywhere": "pawn_in_city"}
    away = scene(pawns="lima", teams=teams, options=strict)
    assert refused_by(away, "acquire 2") == "SZ-R11"
    assert refused_by(away, "acquire 1") == "SZ-R11"
    assert refused_by(scene(pawns="novosibirsk", teams=teams, options=strict), "acquire 2") is None
    assert refused_by(scene(pawns="paris", teams=teams, options=strict), "acquire 1") is None


@rule("SZ-R13")
def test_one_objective_for_an_action_and_none_twice() -> None:
    state = scene(target="paris", teams={"soviet-1": "novosibirsk", "allied-1": "rome"})
    play(state, "acquire 1")
    assert statuses(state) == ["failed", "open"]
    assert seen(state)["actions"] == 3
    assert refused_by(state, "acquire 1") == "SZ-R13"


@rule("SZ-R14")
def test_excluded_down_to_one_city_it_is_still_revealed_only_by_the_attempt() -> None:
    others = [
        c for c in CITIES if c != "london" and seen(scene())["cities"][CITIES.index(c)]["region"] == "eu"
    ]
    state = scene(target="london", discard=" ".join(others), teams={"allied-1": "london"})
    objective = seen(state)["objectives"][0]
    assert objective["possible"] == ["london"]
    assert objective["target"] is None
    play(state, "acquire 1")
    assert statuses(state)[0] == "complete"


@rule("SZ-10.13")
def test_an_identified_target_is_a_known_one() -> None:
    state = scene(target="kiev", revealed=[1, 0], teams={"allied-1": "paris"})
    assert refused_by(state, "acquire 1") == "SZ-11.1"
    state = scene(target="kiev", revealed=[1, 0], teams={"soviet-1": "kiev"})
    play(state, "acquire 1")
    assert statuses(state)[0] == "complete"


@rule("SZ-16.7", "SZ-R32")
def test_what_was_completed_before_is_complete_from_the_start() -> None:
    objectives = [
        {"id": "a", "unknown": ["paris", "rome"], "complete": 110, "failed": 111, "status": "complete"},
        {"id": "b", "known": [["lima", 1]], "complete": 112, "failed": 113},
        {"id": "c", "known": [["tokyo", 1]], "complete": 114, "failed": 115},
    ]
    legacy = month("may", objectives=objectives, attempt=2)
    teams = {"neutral-1": "lima", "neutral-2": "tokyo"}
    state = scene(legacy=legacy, target="", teams=teams, targets=[None, None, None])
    assert statuses(state) == ["complete", "open", "open"]
    assert refused_by(state, "acquire 1") == "SZ-R13"
    play(state, "acquire 2", "acquire 3")
    assert cause(state) == "objectives"
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


@rule("SZ-16.2", "SZ-16.4", "SZ-16.5", "SZ-16.6", "SZ-4.5")
def test_open_objectives_fail_and_the_group_is_evaluated() -> None:
    def ended(*moves: str, target: str = "paris") -> list[str]:
        teams = {"soviet-1": "novosibirsk", "allied-1": "paris"}
        state = scene(target=target, teams=teams, options={"concede": "yes"})
        play(state, *moves)
        if state.deciders:
            play(state, "concede", "agree")
        assert state.outcome is not None
        won = bool(state.outcome.winners)
        assert won == (told(state, "evaluated")[0]["evaluation"] == "success")
        return [told(state, "evaluated")[0]["evaluation"], state.outcome.clause]

    assert ended("acquire 1", "acquire 2") == ["success", "SZ-16.4"]
    assert ended("acquire 2") == ["adequate", "SZ-16.5"]
    assert ended("acquire 1", "acquire 2", target="rome") == ["adequate", "SZ-16.5"]
    assert ended() == ["failing", "SZ-16.6"]


@rule("SZ-16.2", "SZ-R27")
def test_a_month_reports_what_the_steps_after_it_need() -> None:
    legacy = month(aliases=[passport()])
    state = scene(
        legacy=legacy,
        aliases=[0, 100],
        target="paris",
        teams={"neutral-1": "lima", "allied-1": "rome"},
        tokens={"paris": 2},
        safehouses="washington rome",
    )
    play(state, "acquire 2", "acquire 1")
    left = state.legacy()
    assert left is not None
    report = left["report"]
    assert report["evaluation"] == "adequate"
    assert report["cause"] == "objectives"
    assert report["tokens"] == {"paris": 2}
    assert report["safehouses"] == ["rome", "washington"]
    assert report["seats"] == 2
    assert report["objectives"] == [
        {"id": "a", "status": "failed", "entry": 111, "seat": "alpha"},
        {"id": "b", "status": "complete", "entry": 112, "seat": "alpha"},
    ]
