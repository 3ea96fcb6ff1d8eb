"""SZ-19: the rules and the Events that a campaign adds during the year."""

import json
from typing import Any

import pytest

from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.box import EVENT_IDS
from spyring.games.season0.generated import table
from spyring.games.season0.stickers import STICKERS
from spyring.testkit import rule
from spyring.testkit.scene import legal, play, refused_by, seen, told
from tests.games.season0.scene import begin, choices, city, hand, month, place, scene, statuses, team


def ruled(name: str, facts: dict[str, Any] | None = None, of: str = "january", **given: Any) -> Any:
    """A scene under an added rule."""
    return scene(legacy=month(of, rules=[[name, facts or {}]]), **given)


def started(name: str, facts: dict[str, Any], of: str = "january", seed: int = 1) -> Any:
    """A month set up under an added rule."""
    return GAME.start(seats=2, seed=seed, events=True, legacy=month(of, rules=[[name, facts]]))


# -- rules ---------------------------------------------------------------------------------------------------


@rule("SZ-19.1")
def test_shuttle_leads_from_safehouse_to_safehouse() -> None:
    state = ruled("shuttle", pawns="washington", safehouses="washington lima")
    assert choices(state, "shuttle") == ["lima"]
    play(state, "shuttle lima")
    assert city(state, "alpha") == "lima"
    assert seen(state)["actions"] == 3
    assert not choices(ruled("shuttle", pawns="paris", safehouses="washington lima"), "shuttle")
    assert not choices(scene(pawns="washington", safehouses="washington lima"), "shuttle")


@rule("SZ-19.1", "SZ-8.4")
def test_mirrors_watch_two_cities_for_one_game() -> None:
    state = started("mirrors", {"cities": 2})
    watched = [event["city"] for event in told(state, "symbol-added")]
    assert len(watched) == 2
    printed = {row["id"]: row["surveillance"] for row in GAME.box.cities}
    assert all(place(state, name)["surveillance"] > printed[name] for name in watched)


@rule("SZ-19.1", "SZ-8.4")
def test_mirrors_name_two_different_cities_always() -> None:
    watched = {row["id"]: 3 for row in GAME.box.cities if row["id"] not in ("lima", "tokyo")}
    legacy = month(rules=[["mirrors", {"cities": 2}]], surveillance={**watched, "lima": 0, "tokyo": 0})
    for seed in range(8):
        state = GAME.start(seats=2, seed=seed, events=True, legacy=legacy)
        assert {event["city"] for event in told(state, "symbol-added")} == {"lima", "tokyo"}


@rule("SZ-19.1", "SZ-11.4")
def test_scissors_strike_a_city_that_is_not_the_target() -> None:
    state = ruled("scissors", hands={"alpha": "paris"}, target="rome")
    assert choices(state, "strike-out") == ["1 paris"]
    play(state, "strike-out 1 paris")
    struck = told(state, "struck-out")[0]["city"]
    assert struck in ("prague", "london")
    assert hand(state, "alpha") == []
    assert struck not in seen(state)["objectives"][0]["possible"]
    assert "rome" in seen(state)["objectives"][0]["possible"]
    for seed in range(20):
        assert GAME.box.ids[table(state.resample(0, seed)).target[0]] != struck


@rule("SZ-19.1")
def test_scissors_need_two_cities_that_are_possible() -> None:
    state = ruled("scissors", hands={"alpha": "paris prague london"}, target="rome")
    assert not choices(state, "strike-out")


@rule("SZ-19.1")
def test_cold_grows_after_an_incident() -> None:
    state = ruled(
        "cold",
        {"city": "novosibirsk"},
        agents={"lima": 3},
        threats="lima tokyo",
        bottom="bangkok",
        top="osaka manila",
    )
    play(state, "end")
    assert place(state, "lima")["tokens"] == 1
    assert place(state, "novosibirsk")["agents"] == 1


@rule("SZ-19.1", "SZ-14.6")
def test_at_midnight_the_game_is_over_in_its_month_only() -> None:
    facts = {"turns": 1, "month": "july"}
    july = ruled("midnight", facts, "july", turn=1, top="osaka manila", threats="tokyo jakarta")
    play(july, "end")
    assert seen(july)["cause"] == "rule"
    january = ruled("midnight", facts, turn=1, top="osaka manila", threats="tokyo jakarta")
    play(january, "end")
    assert seen(january)["cause"] is None


@rule("SZ-19.1", "SZ-12.2")
def test_two_cards_of_one_region_clear_the_way() -> None:
    given: dict[str, Any] = {"pawns": "lagos", "agents": {"lagos": 2}, "threats": "tokyo jakarta"}
    state = ruled("dance-card", top="lima bogota", **given)
    play(state, "end")
    assert place(state, "lagos")["agents"] == 1
    other = ruled("dance-card", top="lima osaka", **given)
    play(other, "end")
    assert place(other, "lagos")["agents"] == 2


@rule("SZ-19.1", "SZ-9.1")
def test_the_bookbinder_moves_towards_agents_and_talks_to_teams() -> None:
    near = GAME.box.near[GAME.box.index["saigon"]]
    busy = GAME.box.ids[near[-1]]
    facts = {"start": "saigon", "month": "september"}
    side = GAME.box.cities[near[-1]]["affiliation"]
    state = begin(
        legacy=month("september", rules=[["bookbinder", facts]]),
        agents={busy: 2},
        teams={f"{side}-1": busy},
        top="osaka manila",
        threats="tokyo jakarta lagos",
    )
    assert table(state).notes["bookbinder"] == near[-1]
    play(state, "end")
    assert told(state, "bookbinder-talked")
    assert [event["city"] for event in told(state, "threat-turned")] == ["tokyo"]


@rule("SZ-19.1", "SZ-12.1")
def test_double_exposure_watches_a_crowded_city() -> None:
    given: dict[str, Any] = {
        "agents": {"lima": 3, "osaka": 2},
        "top": "osaka manila",
        "threats": "tokyo jakarta",
    }
    state = ruled("double-exposure", {"month": "october"}, "october", **given)
    play(state, "end")
    assert [event["city"] for event in told(state, "symbol-added")] == ["lima"]


@rule("SZ-19.1", "SZ-10.16")
def test_desk_lamps_clear_where_a_team_arrives() -> None:
    state = ruled("desk-lamps", teams={"allied-1": "cairo"}, agents={"algiers": 2})
    play(state, "drive-team allied-1 algiers")
    assert place(state, "algiers")["agents"] == 1


@rule("SZ-19.1", "SZ-8.4")
def test_the_gorgon_fills_leningrad_in_december() -> None:
    facts = {"city": "leningrad", "agents": 3, "month": "december"}
    assert place(started("gorgon", facts, "december"), "leningrad")["agents"] == 3


@rule("SZ-19.1", "SZ-8.7")
def test_a_marked_deck_deals_one_card_more() -> None:
    state = started("marked-deck", {"cards": 1})
    assert sorted(len(row["hand"]) for row in seen(state)["players"]) == [4, 5]


@rule("SZ-19.1", "SZ-13.1")
def test_patience_leaves_a_card_unturned_once_a_game() -> None:
    state = ruled("patience", top="osaka manila", threats="tokyo jakarta lagos")
    play(state, "be-patient")
    assert "be-patient" not in legal(state)
    play(state, "end")
    assert [event["city"] for event in told(state, "threat-turned")] == ["tokyo"]


@rule("SZ-19.1")
def test_no_added_rule_is_without_a_test_of_its_own() -> None:
    """The names are those that a file may switch on; each has its scene above or in the single game."""
    assert len(STICKERS) == 14
    assert [rule.__name__ for rule in STICKERS] == [name.title().replace("-", "") for name in w.RULE_IDS]


# -- Events --------------------------------------------------------------------------------------------------


def holding(event: str, **given: Any) -> Any:
    """Alpha holds an Event of the campaign."""
    legacy = month(events=[*EVENT_IDS[:5], event])
    hands = {"alpha": f"{event} {given.pop('cards', '')}", **given.pop("more", {})}
    state = scene(legacy=legacy, hands=hands, **given)
    play(state, f"event {event}")
    return state


@rule("SZ-15.2", "SZ-15.4")
def test_night_porter_brings_a_pawn_to_a_safehouse() -> None:
    state = holding("night-porter", pawns="paris tokyo", safehouses="washington lima")
    play(state, "pawn bravo")
    assert choices(state, "to") == ["lima", "washington"]
    play(state, "to lima")
    assert city(state, "bravo") == "lima"
    assert "night-porter" in seen(state)["discard"]


@rule("SZ-15.2")
def test_dead_drop_gives_a_card_across_the_world() -> None:
    state = holding("dead-drop", more={"bravo": "lima osaka"}, pawns="paris tokyo")
    assert choices(state, "pawn") == ["bravo"]
    play(state, "pawn bravo", "hand-over alpha lima")
    assert hand(state, "alpha") == ["lima"]


@rule("SZ-15.2", "SZ-15.5")
def test_night_train_needs_a_team_and_brings_it_three_lines() -> None:
    state = holding("night-train", teams={"allied-1": "paris"})
    play(state, "team allied-1")
    far = GAME.box.distance[GAME.box.index["paris"]]
    assert all(0 < far[GAME.box.index[name]] <= 3 for name in choices(state, "to"))
    play(state, "to madrid")
    assert team(state, "allied-1") == "madrid"
    bare = scene(legacy=month(events=[*EVENT_IDS[:5], "night-train"]), hands={"alpha": "night-train"})
    assert refused_by(bare, "event night-train") == "SZ-15.5"


@rule("SZ-15.2")
def test_burn_bag_removes_a_token() -> None:
    state = holding("burn-bag", tokens={"lima": 2})
    play(state, "from lima")
    assert place(state, "lima")["tokens"] == 1
    assert seen(state)["supply"]["tokens"] == 6


@rule("SZ-15.2")
def test_false_alarm_removes_up_to_two_agents() -> None:
    state = holding("false-alarm", agents={"lima": 3, "osaka": 1})
    play(state, "from lima")
    assert place(state, "lima")["agents"] == 1


@rule("SZ-15.2")
def test_going_twice_relieves_up_to_three_cities() -> None:
    state = holding("going-twice", agents={"lima": 3, "osaka": 1, "tokyo": 2, "lagos": 1})
    play(state, "from lima", "from osaka")
    assert choices(state, "from") == ["lagos", "tokyo"]
    play(state, "continue")
    assert [place(state, name)["agents"] for name in ("lima", "osaka", "tokyo")] == [2, 0, 2]


@rule("SZ-15.2", "SZ-15.6")
def test_old_friends_bring_a_card_back() -> None:
    state = holding("old-friends", discard="lima osaka")
    assert choices(state, "recover") == ["lima", "osaka"]
    play(state, "recover osaka")
    assert hand(state, "alpha") == ["osaka"]


@rule("SZ-15.2")
def test_open_line_and_stage_door_bring_pawns_together_or_across() -> None:
    state = holding("open-line", pawns="paris tokyo")
    play(state, "pawn alpha", "pawn bravo")
    assert (city(state, "alpha"), city(state, "bravo")) == ("tokyo", "paris")
    door = holding("stage-door", pawns="paris tokyo")
    play(door, "pawn bravo", "to paris")
    assert city(door, "bravo") == "paris"


@rule("SZ-15.2", "SZ-9.4")
def test_expense_account_pays_for_two_actions() -> None:
    assert seen(holding("expense-account"))["actions"] == 6


@rule("SZ-15.2", "SZ-13.1")
def test_three_candles_leave_one_threat_card() -> None:
    state = holding("three-candles", top="osaka manila", threats="tokyo jakarta lagos")
    play(state, "end")
    assert [event["city"] for event in told(state, "threat-turned")] == ["tokyo"]


def waiting(event: str, **given: Any) -> Any:
    """Alpha holds an Event of the campaign and is asked at every open point."""
    legacy = month(events=[*EVENT_IDS[:5], event])
    return scene(legacy=legacy, hands={"alpha": event}, options={"auto_continue": "no"}, **given)


@rule("SZ-15.5", "SZ-R70", "SZ-13.1")
def test_three_candles_count_up_to_the_first_threat_card() -> None:
    given: dict[str, Any] = {"top": "osaka manila", "threats": "tokyo jakarta lagos lima", "space": 3}
    before = waiting("three-candles", **given)
    play(before, "end", "continue", "continue")
    assert seen(before)["step"] == "draw"  # the cards are taken, no Threat card is turned
    play(before, "event three-candles")
    assert [event["city"] for event in told(before, "threat-turned")] == ["tokyo"]
    after = waiting("three-candles", **given)
    play(after, "end", *["continue"] * 3)
    assert [event["city"] for event in told(after, "threat-turned")] == ["tokyo"]
    play(after, "event three-candles")
    assert [event["city"] for event in told(after, "threat-turned")] == ["tokyo"]
    assert seen(after)["active"] == "bravo"
    late = waiting("three-candles", **given)
    play(late, "end", *["continue"] * 4)
    assert len(told(late, "threat-turned")) == 2
    assert refused_by(late, "event three-candles") == "SZ-15.5"


@rule("SZ-15.5", "SZ-R70", "SZ-9.4")
def test_an_expense_account_is_paid_before_step_1_and_after_the_last_action() -> None:
    legacy = month(events=[*EVENT_IDS[:5], "expense-account"])
    state = begin(legacy=legacy, hands={"bravo": "expense-account"}, options={"auto_continue": "no"})
    assert seen(state)["step"] == "start"
    play(state, "event expense-account")
    assert seen(state)["actions"] == 6
    spent = waiting("expense-account", pawns="paris", actions=1, top="osaka manila", threats="tokyo jakarta")
    play(spent, "drive london")
    assert seen(spent)["actions"] == 0
    play(spent, "event expense-account", "drive paris", "drive london")
    assert city(spent, "alpha") == "london"
    late = waiting("expense-account", top="osaka manila", threats="tokyo jakarta")
    play(late, "end", "continue")
    assert seen(late)["step"] == "mop-up"
    assert refused_by(late, "event expense-account") == "SZ-15.5"


BARE: dict[str, tuple[str, dict[str, Any]]] = {  # why not, and what has to be there
    "night-porter": (
        "No pawn can go to another city with a safehouse.",
        {"safehouses": "washington lima"},
    ),
    "dead-drop": ("Nobody has a City card.", {"hands": {"alpha": "dead-drop", "bravo": "lima"}}),
    "night-train": ("No team is on the board.", {"teams": {"allied-1": "paris"}}),
    "burn-bag": ("No incident token is on the board.", {"tokens": {"lima": 1}}),
    "false-alarm": ("No agent is on the board.", {"agents": {"lima": 1}}),
    "old-friends": ("The player discard pile has no City card.", {"discard": "lima"}),
    "open-line": ("All pawns are in the same city.", {"pawns": "lima"}),
    "expense-account": ("This turn's actions are over.", {"step": "actions"}),
    "going-twice": ("No agent is on the board.", {"agents": {"lima": 1}}),
    "three-candles": (
        "It is too late to limit this turn's Threat cards.",
        {"stack": [["TurnThreats", 2, 1], ["Wait", 0]]},
    ),
    "stage-door": ("All pawns are in the same city.", {"pawns": "lima"}),
}


@pytest.mark.parametrize("event", EVENT_IDS[5:])
@rule("SZ-15.5", "SZ-R70")
def test_an_event_is_refused_for_what_is_missing_and_for_nothing_else(event: str) -> None:
    reason, missing = BARE[event]
    legacy = month(events=[*EVENT_IDS[:5], event])
    stack = [["TurnThreats", 1, 2], ["Wait", 0]]
    given: dict[str, Any] = {"hands": {"alpha": event}, "step": "threat", "stack": stack, "watching": 1}
    bare = scene(legacy=legacy, **given)
    move = GAME.moves.parse(f"event {event}")
    refusal = bare.why_not(0, move)
    assert refusal is not None
    assert (refusal.clause, refusal.text) == ("SZ-15.5", reason)
    assert move in scene(legacy=legacy, **(given | missing)).legal(0)


@pytest.mark.parametrize("event", EVENT_IDS[5:])
@rule("SZ-D25")
def test_every_later_event_can_be_saved_in_the_middle(event: str) -> None:
    state = holding(
        event,
        pawns="paris tokyo",
        safehouses="washington lima",
        teams={"allied-1": "paris"},
        agents={"lima": 3, "osaka": 1},
        tokens={"lima": 1},
        discard="lagos",
        more={"bravo": "bogota"},
    )
    again = GAME.from_json(json.loads(json.dumps(state.to_json())))
    assert again.fingerprint() == state.fingerprint()
    assert statuses(again) == ["open", "open"]
