"""SZ-15.2 to SZ-15.6 and SZ-P19: Events, where they may be played, what they do."""

from typing import Any

import pytest

from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, asked, frame, legal, play, refused_by, seen, told
from tests.games.season0.scene import (
    EVENTS,
    SEATS,
    begin,
    choices,
    city,
    hand,
    may_act,
    order,
    place,
    scene,
    team,
)

QUIET: dict[str, Any] = {"top": "lima bogota", "threats": "tokyo osaka"}


@rule("SZ-15.2", "SZ-15.4")
def test_any_seat_plays_an_event_in_any_turn_and_it_is_no_action() -> None:
    state = scene(hands={"bravo": "airlift", "alpha": "war-relics"}, pawns="paris rome")
    assert may_act(state) == ["bravo"]
    play(state, "bravo: event airlift")
    assert asked(state) == ["bravo"]  # the seat that plays it decides, even about the pawn of another seat
    play(state, "pawn alpha", "to tokyo")
    assert city(state, "alpha") == "tokyo"
    assert seen(state)["actions"] == 4
    play(state, "event war-relics", "to tokyo")
    assert place(state, "tokyo")["safehouse"]
    assert seen(state)["discard"] == ["airlift", "war-relics"]
    assert refused_by(state, "event airlift") == "SZ-15.2"


@rule("SZ-15.3", "SZ-P19")
def test_before_and_after_each_action_is_an_open_point() -> None:
    state = scene(hands={"bravo": "airlift"}, pawns="paris rome")
    for move in ("drive london", "drive paris", "drive london", "drive paris"):
        assert may_act(state) == ["bravo"]
        assert "event airlift" in legal(state, "bravo")
        play(state, f"alpha: {move}")


def waits(state: State, seat: str) -> list[str]:
    """Let the game run to the next turn's actions; returns the step of every wait for this seat."""
    steps: list[str] = []
    while frame(state) == "Wait":
        assert asked(state) == [seat]
        assert "continue" in legal(state)
        steps.append(seen(state)["step"])
        play(state, "continue")
    return steps


@rule("SZ-15.3", "SZ-P19")
def test_a_watching_seat_is_asked_at_every_open_point_until_it_wants_to_be_skipped() -> None:
    state = scene(hands={"bravo": "counterintelligence"}, **QUIET)
    play(state, "bravo: watch", "alpha: end")
    # before mop up, before the draw, before each of two Threat cards, after the last, before step 1
    assert waits(state, "bravo") == ["actions", "mop-up", "draw", "threat", "threat", "start"]
    assert asked(state) == ["bravo"]
    assert frame(state) == "TakeAction"
    assert "watch" not in legal(state, "bravo")
    play(state, "bravo: end")
    assert frame(state) == "Wait"
    play(state, "bravo: unwatch")
    assert frame(state) == "TakeAction"
    assert asked(state) == ["alpha"]
    assert "watch" in legal(state, "bravo")


@rule("SZ-15.3", "SZ-P19")
def test_an_event_drawn_in_step_4_can_be_played_before_step_5() -> None:
    state = scene(hands={"alpha": "lima"}, top="airlift bogota", threats="tokyo osaka")
    play(state, "end")
    assert frame(state) == "Wait"
    assert asked(state) == ["alpha"]
    assert not told(state, "threat-turned")
    assert legal(state) == {"continue", "unwatch", "event airlift"}
    play(state, "event airlift", "pawn alpha", "to paris")
    assert city(state, "alpha") == "paris"
    assert len(told(state, "threat-turned")) == 2


@rule("SZ-P19")
def test_a_seat_that_asked_to_be_passed_over_is_asked_again_with_a_new_event() -> None:
    state = scene(hands={"alpha": "war-relics"}, top="airlift bogota", threats="tokyo osaka")
    play(state, "alpha: watch", "end", "unwatch")  # at the point before mop up
    assert frame(state) == "Wait"
    assert "airlift" in hand(state, "alpha")
    play(state, "unwatch")
    assert asked(state) == ["bravo"]
    assert frame(state) == "TakeAction"


@rule("SZ-P19", "SZ-8.7")
def test_nobody_has_asked_to_be_passed_over_when_the_game_begins() -> None:
    for seed in range(6):
        state = GAME.start(seats=2, seed=seed)
        while not seen(state)["turn"]:
            state.play(state.deciders[0], state.legal(state.deciders[0])[0])
        holders = [SEATS[seat] for seat in range(2) if set(EVENTS) & set(hand(state, SEATS[seat]))]
        assert asked(state) == (holders or [seen(state)["first"]])


@rule("SZ-P19")
def test_the_game_continues_by_itself_unless_a_seat_watches() -> None:
    state = scene(hands={"bravo": "airlift"}, **QUIET)
    play(state, "end")
    assert frame(state) == "TakeAction"
    assert refused_by(scene(), "watch") == "SZ-15.3"
    always = scene(hands={"bravo": "airlift"}, options={"auto_continue": "no"}, **QUIET)
    assert refused_by(always, "bravo: watch") == "SZ-15.3"
    play(always, "alpha: end")
    assert len(waits(always, "bravo")) == 6
    nobody = scene(options={"auto_continue": "no"}, **QUIET)
    play(nobody, "end")
    assert asked(nobody) == ["bravo"]  # without Events there is nothing to wait for


@rule("SZ-15.3", "SZ-P19")
def test_at_a_wait_events_are_played_by_anybody_first_come() -> None:
    state = scene(
        seats=3, hands={"bravo": "airlift", "charlie": "war-relics"}, pawns="paris rome madrid", **QUIET
    )
    play(state, "bravo: watch", "alpha: end")
    assert asked(state) == ["bravo"]
    assert may_act(state) == ["charlie"]
    play(state, "charlie: event war-relics", "to paris")
    assert frame(state) == "Wait"
    assert refused_by(state, "bravo: drive paris") == "SZ-15.3"
    play(state, "bravo: event airlift", "pawn bravo", "to lima")
    assert asked(state) == ["bravo"]  # no Event is left, so the turn continued to its end
    assert frame(state) == "TakeAction"


@rule("SZ-15.3", "SZ-P19", "SZ-R6")
@pytest.mark.parametrize(
    "stack",
    [
        [["MopUp"], ["TakeAction"], ["LoseCard", 0]],
        [["TurnThreats", 1, 1], ["Abandon", 2]],
        [["MopUp"], ["TakeAction"], ["ShareIntel", 0, 1, 32, 1, 1]],
    ],
)
def test_closed_points(stack: list[Any]) -> None:
    state = scene(
        hands={"alpha": "airlift lima bogota", "bravo": "war-relics paris rome"},
        safehouses="paris rome",
        stack=stack,
    )
    for seat in ("alpha", "bravo"):
        assert not choices(state, "event", seat)
    assert may_act(state) == []


@rule("SZ-15.3", "SZ-R18")
def test_the_whole_of_an_escalation_is_closed_unless_the_option_opens_it() -> None:
    given: dict[str, Any] = {"hands": {"bravo": "airlift"}, "top": "escalation lima", "bottom": "moscow"}
    closed = scene(**given, options={"auto_continue": "no"})
    play(closed, "end", "continue", "continue")
    assert order(closed, "level-rose", "bottom-drawn", "intensified", "continued")[-3:] == [
        "level-rose",
        "bottom-drawn",
        "intensified",
    ]
    opened = scene(**given, options={"auto_continue": "no", "events_between_escalation_steps": "yes"})
    play(opened, "end", *["continue"] * 4)
    assert order(opened, "level-rose", "bottom-drawn", "intensified", "continued")[2:] == [
        "level-rose",
        "continued",
        "bottom-drawn",
        "continued",
        "intensified",
    ]


@rule("SZ-15.3", "SZ-P19", "SZ-R69")
def test_step_1_is_open_between_two_losses_of_cover() -> None:
    given: dict[str, Any] = {
        "pawns": "moscow",
        "hands": {"alpha": "lima bogota sydney", "bravo": "war-relics airlift"},
        "options": {"auto_continue": "no"},
    }
    state = begin(**given)
    play(state, "continue")
    assert frame(state) == "LoseCard"  # a loss is being resolved: closed
    assert may_act(state) == []
    play(state, "discard lima")
    assert frame(state) == "Wait"
    assert seen(state)["step"] == "surveillance"
    play(state, "event war-relics", "to moscow", "continue")
    assert frame(state) == "TakeAction"  # the safehouse shelters from the losses still to come
    assert hand(state, "alpha") == ["bogota", "sydney"]
    moved = begin(**given)
    play(moved, "continue", "discard lima", "event airlift", "pawn alpha", "to paris", "continue")
    assert frame(moved) == "LoseCard"  # the symbols were counted where the turn began


@rule("SZ-15.3")
def test_a_loss_of_cover_in_step_1_is_closed() -> None:
    state = begin(pawns="moscow", hands={"alpha": "lima bogota", "bravo": "airlift"})
    assert frame(state) == "LoseCard"
    assert may_act(state) == []
    before = begin(
        pawns="moscow", hands={"alpha": "lima bogota", "bravo": "airlift"}, options={"auto_continue": "no"}
    )
    assert frame(before) == "Wait"
    play(before, "event airlift", "pawn alpha", "to paris")
    assert frame(before) == "TakeAction"  # out of Moscow in time
    assert hand(before, "alpha") == ["lima", "bogota"]


@rule("SZ-15.3", "SZ-P19", "SZ-15.1")
def test_over_the_hand_limit_only_that_seat_plays_events() -> None:
    seven = "lima bogota sydney tokyo osaka manila airlift"
    state = scene(hands={"alpha": seven, "bravo": "war-relics"}, top="paris rome")
    play(state, "alpha: end")
    assert frame(state) == "HandLimit"
    assert choices(state, "event") == ["airlift"]
    assert may_act(state) == []


@rule("SZ-15.5", "SZ-X14")
def test_an_event_is_played_only_if_it_can_be_carried_out_completely() -> None:
    state = scene(hands={"alpha": "airlift counterintelligence"})
    assert refused_by(state, "event counterintelligence") == "SZ-15.5"  # no card in the Threat discard pile
    play(state, "event airlift")
    assert choices(state, "team") == []
    assert refused_by(state, "team allied-1") == "SZ-15.5"
    eight = "washington rome london madrid lima bogota tokyo osaka"
    none_left = scene(
        hands={"alpha": "war-relics"}, safehouses=eight, options={"event_moves_safehouse": "no"}
    )
    assert refused_by(none_left, "event war-relics") == "SZ-15.5"
    empty = scene(hands={"alpha": "forecast"}, threat_deck="")
    assert refused_by(empty, "event forecast") == "SZ-15.5"
    five = scene(hands={"alpha": "forecast"}, threat_deck="lima bogota tokyo osaka manila")
    assert refused_by(five, "event forecast") == "SZ-15.5"
    twice = scene(hands={"alpha": "in-the-shadows"}, shadows=1)
    assert refused_by(twice, "event in-the-shadows") == "SZ-15.5"


@rule("SZ-15.5", "SZ-R70")
def test_in_the_shadows_is_refused_when_nobody_drives_any_more() -> None:
    state = scene(hands={"bravo": "in-the-shadows"}, options={"auto_continue": "no"}, **QUIET)
    assert "event in-the-shadows" in legal(state, "bravo")
    play(state, "alpha: end")
    for step in ("actions", "mop-up", "draw", "threat", "threat"):
        assert seen(state)["step"] == step
        assert refused_by(state, "bravo: event in-the-shadows") == "SZ-15.5"
        play(state, "continue")
    assert seen(state)["step"] == "start"  # of the next turn
    play(state, "event in-the-shadows")
    assert seen(state)["in_the_shadows"]


@rule("SZ-15.2")
def test_airlift_takes_a_pawn_or_a_team_to_any_other_city() -> None:
    state = scene(hands={"alpha": "airlift"}, teams={"soviet-1": "cairo", "soviet-2": "cairo"})
    play(state, "event airlift")
    assert choices(state, "team") == ["soviet-1"]
    assert choices(state, "pawn") == ["alpha", "bravo"]
    play(state, "team soviet-1")
    assert len(choices(state, "to")) == 47
    assert refused_by(state, "to cairo") == "SZ-R10"
    play(state, "to novosibirsk")
    assert team(state, "soviet-1") == "novosibirsk"


@rule("SZ-R22")
def test_war_relics_move_a_safehouse_when_none_is_left() -> None:
    eight = "washington rome london madrid lima bogota tokyo osaka"
    state = scene(hands={"alpha": "war-relics"}, safehouses=eight)
    play(state, "event war-relics")
    assert refused_by(state, "to rome") == "SZ-10.10"
    play(state, "to paris", "from osaka")
    assert place(state, "paris")["safehouse"]
    assert not place(state, "osaka")["safehouse"]


@rule("SZ-15.2", "SZ-R37", "SZ-15.6")
def test_forecast_orders_the_top_six_threat_cards_before_everybody() -> None:
    six = "tokyo osaka manila jakarta sydney lima"
    state = scene(hands={"alpha": "forecast"}, threats=six + " bogota", top="paris rome")
    play(state, "event forecast")
    assert choices(state, "order") == six.split()
    assert refused_by(state, "order bogota") == "SZ-R37"
    play(state, "order lima", "order sydney", "order tokyo", "order osaka", "order manila")
    assert frame(state) == "TakeAction"
    ordered = ["lima", "sydney", "tokyo", "osaka", "manila", "jakarta"]
    for seat in ("alpha", "bravo", SPECTATOR):
        assert seen(state, seat)["threat"]["known"] == ordered
    play(state, "end")
    assert [event["city"] for event in told(state, "threat-turned")] == ["lima", "sydney"]
    assert seen(state)["threat"]["known"] == ["tokyo", "osaka", "manila", "jakarta"]


@rule("SZ-R37")
def test_by_option_only_the_player_sees_the_forecast() -> None:
    state = scene(
        hands={"alpha": "forecast"},
        threats="tokyo osaka manila jakarta sydney lima",
        options={"look_visible": "player"},
    )
    play(state, "event forecast", *[f"order {c}" for c in ["lima", "sydney", "tokyo", "osaka", "manila"]])
    assert seen(state, "alpha")["threat"]["known"][0] == "lima"
    assert seen(state, "bravo")["threat"]["known"] == []
    assert seen(state)["threat"]["known"] == []
    assert not told(state, "foreseen")


@rule("SZ-15.2")
def test_in_the_shadows_each_city_driven_into_loses_an_agent_this_turn() -> None:
    state = scene(
        hands={"bravo": "in-the-shadows", "alpha": "rome"},
        pawns="paris",
        agents={"london": 2, "madrid": 1, "rome": 1},
        **QUIET,
    )
    play(state, "bravo: event in-the-shadows", "drive london", "drive madrid", "fly rome")
    assert place(state, "london")["agents"] == 1
    assert place(state, "madrid")["agents"] == 0
    assert place(state, "rome")["agents"] == 1  # a flight is no Drive/Ferry
    play(state, "end")
    assert not seen(state)["in_the_shadows"]


@rule("SZ-15.2", "SZ-15.6")
def test_counterintelligence_takes_a_card_out_of_the_threat_discard_pile() -> None:
    state = scene(hands={"alpha": "counterintelligence"}, threat_discard="tokyo osaka")
    play(state, "event counterintelligence")
    assert refused_by(state, "withdraw lima") == "SZ-15.6"
    play(state, "withdraw osaka")
    assert seen(state)["threat"]["discard"] == ["tokyo"]
    assert seen(state)["threat"]["game_end"] == ["osaka"]


@rule("SZ-D3")
def test_there_are_five_starting_events() -> None:
    everything = seen(scene(hands={"alpha": " ".join(EVENTS)}))["players"][0]["hand"]
    assert everything == list(EVENTS)
