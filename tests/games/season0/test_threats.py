"""SZ-12.4 to SZ-12.9 and SZ-13: Escalations, Threat cards, incidents and their effects."""

from typing import Any

import pytest

from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, play, refused_by, seen, told
from tests.games.season0.scene import cause, choices, hand, month, order, passport, place, player, scene, team

# Bottom cards by what their incident does.
NOTHING_TO_LOSE = "pyongyang"  # a safehouse of Europe
SLEEPERS_IN_EUROPE = "jakarta"
TEAMS_COMPROMISED = "sydney"
RECOGNIZED_NA_SA = "new-york"
SAFEHOUSE_NA = "peking"


@rule("SZ-5.2", "SZ-13.1", "SZ-13.3")
def test_each_threat_card_puts_an_agent_in_its_city_and_nowhere_else() -> None:
    state = scene(top="lima bogota", threats="tokyo osaka manila")
    play(state, "end")
    assert place(state, "tokyo")["agents"] == place(state, "osaka")["agents"] == 1
    assert sum(row["agents"] for row in seen(state)["cities"]) == 2
    assert seen(state)["threat"]["discard"] == ["tokyo", "osaka"]


@rule("SZ-12.4", "SZ-12.5", "SZ-12.6", "SZ-12.7", "SZ-12.9", "SZ-R65")
def test_an_escalation_raises_reinforces_and_intensifies() -> None:
    state = scene(top="escalation lima", bottom="moscow", threat_discard="tokyo osaka manila")
    play(state, "end")
    assert seen(state)["threat"]["space"] == 1
    assert place(state, "moscow")["agents"] == 3
    kinds = ("escalated", "level-rose", "bottom-drawn", "intensified", "threat-turned")
    assert order(state, *kinds) == [
        "escalated",
        "level-rose",
        "bottom-drawn",
        "intensified",
        "threat-turned",
        "threat-turned",
    ]
    turned = {event["city"] for event in told(state, "threat-turned")}
    assert turned < {"tokyo", "osaka", "manila", "moscow"}  # they lie on top again, that card included
    assert hand(state, "alpha") == ["lima"]
    assert seen(state)["discard"] == ["escalation"]


@rule("SZ-12.8", "SZ-X13")
def test_two_escalations_one_after_the_other() -> None:
    state = scene(top="escalation escalation lima", bottom="moscow kiev")
    play(state, "end")
    kinds = ("level-rose", "bottom-drawn", "intensified")
    assert order(state, *kinds) == ["level-rose", "bottom-drawn", "intensified"] * 2
    assert [event["city"] for event in told(state, "bottom-drawn")] == ["moscow", "kiev"]
    assert seen(state)["threat"]["space"] == 2
    assert hand(state, "alpha") == []


@rule("SZ-12.9", "SZ-R65")
def test_each_escalation_is_discarded_when_it_is_resolved() -> None:
    state = scene(
        top="escalation escalation lima",
        bottom="moscow kiev",
        hands={"bravo": "forecast"},
        options={"events_between_escalation_steps": "yes", "auto_continue": "no"},
    )
    play(state, "end")
    found = []
    while len(seen(state)["discard"]) < 2:
        table = seen(state)
        if table["set_aside"]:
            piles = (len(told(state, "intensified")), table["discard"], table["set_aside"])
            found += [piles] if piles not in found else []
            assert table["deck"]["escalations"] == 2
        play(state, "continue")
    one = ["escalation"]
    assert found == [(0, [], one * 2), (1, one, one)]
    assert seen(state)["set_aside"] == []


@rule("SZ-R1", "SZ-X12")
def test_what_does_not_fit_is_one_incident() -> None:
    state = scene(agents={"moscow": 2}, top="escalation lima", bottom=f"moscow {NOTHING_TO_LOSE}")
    play(state, "end")
    kinds = ("agents-placed", "incident", "incident-card", "intensified")
    assert order(state, *kinds)[:4] == list(kinds)  # the third agent, then one incident for two too many
    assert seen(state)["threat"]["game_end"][0] == NOTHING_TO_LOSE
    assert told(state, "intensified")[0]["count"] == "1"  # only the Escalation's own card is shuffled back
    assert told(state, "threat-turned")[0]["city"] == "moscow"
    each = scene(
        agents={"moscow": 2},
        top="escalation lima",
        bottom=f"moscow {NOTHING_TO_LOSE} havana istanbul",
        options={"escalation_surplus": "each"},
    )
    play(each, "end")
    assert order(each, *kinds)[:6] == ["agents-placed", *["incident", "incident-card"] * 2, "intensified"]


@rule("SZ-13.2", "SZ-13.4", "SZ-13.6", "SZ-13.7", "SZ-R3")
def test_a_fourth_agent_is_an_incident_instead() -> None:
    state = scene(agents={"tokyo": 3}, threats="tokyo osaka", bottom=NOTHING_TO_LOSE, top="lima bogota")
    play(state, "end")
    assert place(state, "tokyo")["agents"] == 3
    assert place(state, "tokyo")["tokens"] == 1
    assert place(state, NOTHING_TO_LOSE)["agents"] == 0
    assert seen(state)["threat"]["game_end"] == [NOTHING_TO_LOSE]
    assert NOTHING_TO_LOSE not in seen(state)["threat"]["discard"]
    assert place(state, "osaka")["agents"] == 1
    cities = [row["city"] for row in seen(state)["cities"] if row["city"] not in ("tokyo", "osaka")]
    full = {"tokyo": 3} | dict.fromkeys(cities[:11], 3)
    empty = scene(agents=full, threats="tokyo osaka", bottom=NOTHING_TO_LOSE, top="lima bogota")
    play(empty, "end")
    assert place(empty, "tokyo")["tokens"] == 1  # an incident, no end
    assert cause(empty) == "agents"  # that is Osaka's


@rule("SZ-13.4")
def test_any_number_of_tokens_may_lie_in_a_city() -> None:
    state = scene(
        agents={"tokyo": 3},
        tokens={"tokyo": 5},
        threats="tokyo osaka",
        bottom=NOTHING_TO_LOSE,
        top="lima bogota",
    )
    play(state, "end")
    assert place(state, "tokyo")["tokens"] == 6


@rule("SZ-13.5", "SZ-R49")
def test_everybody_in_the_city_loses_cover_unless_a_safehouse_is_there() -> None:
    given: dict[str, Any] = {
        "seats": 3,
        "pawns": "tokyo tokyo lima",
        "hands": {"alpha": "kiev moscow", "bravo": "rome", "charlie": "cairo"},
        "agents": {"tokyo": 3},
        "threats": "tokyo osaka",
        "bottom": NOTHING_TO_LOSE,
        "top": "lima bogota",
    }
    state = scene(**given)
    play(state, "end")
    assert asked(state) == ["alpha"]
    play(state, "discard kiev")
    assert hand(state, "bravo") == []
    assert hand(state, "charlie") == ["cairo"]
    sheltered = scene(**given, safehouses="tokyo")
    play(sheltered, "end")
    assert hand(sheltered, "bravo") == ["rome"]
    lost = scene(
        **(given | {"bottom": "kiev"}), safehouses="tokyo"
    )  # the card takes Tokyo's safehouse, but the loss is over
    play(lost, "end")
    assert not place(lost, "tokyo")["safehouse"]
    assert hand(lost, "bravo") == ["rome"]


@rule("SZ-13.8", "SZ-X7")
def test_an_effect_without_an_object_does_nothing() -> None:
    state = scene(agents={"paris": 3}, threats="paris osaka", bottom="johannesburg", top="lima bogota")
    play(state, "end")
    assert place(state, "paris")["tokens"] == 1
    assert seen(state)["threat"]["game_end"] == ["johannesburg"]
    assert place(state, "johannesburg")["agents"] == 0
    assert told(state, "no-effect")


@rule("SZ-13.9", "SZ-X8", "SZ-R4", "SZ-R47", "SZ-R58")
def test_several_incidents_at_once_draw_one_card() -> None:
    state = scene(
        agents={"paris": 3, "prague": 3},
        tokens={"paris": 1, "prague": 1},
        threats="paris osaka",
        bottom=f"{SLEEPERS_IN_EUROPE} {NOTHING_TO_LOSE} tokyo",
        top="lima bogota",
    )
    play(state, "end")
    assert place(state, "paris")["tokens"] == 3
    assert place(state, "prague")["tokens"] == 2
    assert seen(state)["threat"]["game_end"] == [SLEEPERS_IN_EUROPE, NOTHING_TO_LOSE]


@rule("SZ-X9", "SZ-R4", "SZ-R47")
def test_agents_that_fit_are_placed_first() -> None:
    state = scene(
        agents={"paris": 3, "prague": 2},
        tokens={"paris": 1, "prague": 1},
        threats="paris osaka",
        bottom=f"{SLEEPERS_IN_EUROPE} {NOTHING_TO_LOSE} tokyo",
        top="lima bogota",
    )
    play(state, "end")
    assert place(state, "prague") | {"agents": 3, "tokens": 1} == place(state, "prague")
    assert place(state, "paris")["tokens"] == 3
    assert len(seen(state)["threat"]["game_end"]) == 2


@rule("SZ-R4")
def test_tokens_that_run_out_midway_end_the_game() -> None:
    state = scene(
        agents={"paris": 3, "prague": 3},
        tokens={"paris": 4, "prague": 1},
        threats="paris osaka",
        bottom=f"{SLEEPERS_IN_EUROPE} {NOTHING_TO_LOSE}",
        top="lima bogota",
    )
    play(state, "end")
    assert cause(state) == "tokens"
    assert place(state, "paris")["tokens"] == 6
    assert place(state, "prague")["tokens"] == 1
    assert seen(state)["supply"]["tokens"] == 0


@rule("SZ-R4")
def test_losses_go_in_turn_order_from_the_active_seat() -> None:
    state = scene(
        seats=3,
        active=1,
        pawns="tokyo tokyo tokyo",
        hands={"alpha": "kiev moscow", "bravo": "rome madrid", "charlie": "cairo lagos"},
        agents={"tokyo": 3},
        threats="tokyo osaka",
        bottom=NOTHING_TO_LOSE,
        top="lima bogota",
    )
    play(state, "end")
    for seat in ("bravo", "charlie", "alpha"):
        assert asked(state) == [seat]
        play(state, f"discard {choices(state, 'discard')[0]}")


@rule("SZ-R58")
def test_sleeper_cells_wake_only_where_tokens_lay_before() -> None:
    state = scene(
        agents={"paris": 3, "rome": 1},
        tokens={"prague": 1},
        threats="paris osaka",
        bottom=SLEEPERS_IN_EUROPE,
        top="lima bogota",
    )
    play(state, "end")  # the token of this incident lies in Paris before the card is drawn
    assert place(state, "prague")["agents"] == 1
    assert place(state, "rome")["agents"] == 1
    assert place(state, "paris")["tokens"] == 2


@rule("SZ-P14", "SZ-R23")
def test_of_several_safehouses_the_active_seat_gives_one_up() -> None:
    given: dict[str, Any] = {
        "agents": {"tokyo": 3},
        "threats": "tokyo osaka",
        "bottom": SAFEHOUSE_NA,
        "top": "lima bogota",
    }
    state = scene(**given, safehouses="washington toronto paris")
    play(state, "end")
    assert frame(state) == "Abandon"
    assert choices(state, "abandon") == ["toronto", "washington"]
    assert refused_by(state, "abandon paris") == "SZ-R23"
    play(state, "abandon washington")
    assert not place(state, "washington")["safehouse"]
    assert place(state, "washington")["permanent"]  # missing in this game only
    assert seen(state)["supply"]["safehouses"] == 6
    only = scene(**given)
    play(only, "end")
    assert not place(only, "washington")["safehouse"]


@rule("SZ-R41")
def test_recognized_costs_cover_in_two_regions() -> None:
    given: dict[str, Any] = {
        "seats": 3,
        "pawns": "washington lima paris",
        "hands": {"alpha": "kiev", "bravo": "rome", "charlie": "cairo"},
        "agents": {"tokyo": 3},
        "threats": "tokyo osaka",
        "bottom": RECOGNIZED_NA_SA,
        "top": "bogota manila",
    }
    state = scene(**given)
    play(state, "end")
    assert [len(hand(state, seat)) for seat in ("alpha", "bravo", "charlie")] == [3, 0, 1]
    bare = scene(**given, options={"recognized_shelter": "no"})
    play(bare, "end")
    if frame(bare) == "LoseCard":
        play(bare, "discard kiev")
    assert "kiev" not in hand(bare, "alpha")


@rule("SZ-R42", "SZ-10.18")
def test_teams_in_watched_cities_are_compromised() -> None:
    given: dict[str, Any] = {
        "teams": {"soviet-1": "moscow", "allied-1": "cairo", "soviet-2": "prague", "soviet-3": "kiev"},
        "agents": {"tokyo": 3},
        "threats": "tokyo osaka",
        "bottom": TEAMS_COMPROMISED,
        "top": "lima bogota",
        "safehouses": "kiev",
    }
    state = scene(**given)
    play(state, "end")
    assert team(state, "soviet-1") is None
    assert team(state, "allied-1") is None
    assert team(state, "soviet-2") == "prague"
    assert team(state, "soviet-3") == "kiev"
    assert seen(state)["supply"]["teams"] == {"allied": 3, "neutral": 3, "soviet": 1}
    spared = scene(**given, options={"teams_compromised": "none"})
    play(spared, "end")
    assert team(spared, "soviet-1") == "moscow"


@rule("SZ-R43")
@pytest.mark.parametrize(("option", "africa", "asia"), [("eu_af", 0, 1), ("eu_as", 1, 0)])
def test_the_regions_of_moscows_card(option: str, africa: int, asia: int) -> None:
    state = scene(
        seats=3,
        active=2,
        pawns="lagos delhi lima",
        hands={"alpha": "kiev", "bravo": "rome"},
        agents={"tokyo": 3},
        threats="tokyo osaka",
        bottom="moscow",
        top="bogota manila",
        options={"moscow_recognized": option},
    )
    play(state, "end")
    assert [len(hand(state, "alpha")), len(hand(state, "bravo"))] == [africa, asia]


@rule("SZ-R44")
def test_printed_surveillance_in_paris_is_an_option() -> None:
    assert place(scene(), "paris")["surveillance"] == 0
    assert place(scene(options={"paris_surveillance": 1}), "paris")["surveillance"] == 1


@rule("SZ-R20")
def test_an_empty_threat_deck_is_refilled_or_gives_no_card() -> None:
    state = scene(threat_deck="", threat_discard="tokyo osaka manila", top="lima bogota")
    play(state, "end")
    assert len(told(state, "threat-turned")) == 2
    assert told(state, "reshuffled")
    bare = scene(threat_deck="", top="lima bogota")
    play(bare, "end")
    assert asked(bare) == ["bravo"]
    assert not told(bare, "threat-turned")


@rule("SZ-R57")
def test_a_card_drawn_with_an_escalation_is_out_of_reach_meanwhile() -> None:
    state = scene(
        legacy=month(aliases=[passport("black", uncovered=7)]),
        aliases=[0, 100],
        target="rome",
        pawns="moscow",
        agents={"moscow": 1},
        hands={"alpha": "kiev"},
        top="escalation lima",
        bottom=f"moscow {NOTHING_TO_LOSE}",
        threats="osaka manila",
    )
    play(state, "end")
    assert player(state, "alpha")["alias"] == {"kind": "none"}
    assert hand(state, "alpha") == ["lima"]


@rule("SZ-R46")
def test_the_first_cause_is_the_one_that_counts() -> None:
    state = scene(
        agents=dict.fromkeys(("tokyo", "osaka", "manila", "jakarta", "sydney", "lima", "bogota", "lagos"), 3)
        | {"cairo": 3, "delhi": 3, "hanoi": 3, "kiev": 3},
        tokens={"paris": 7},
        threats="rome tokyo",
        top="madrid bombay",
    )
    play(state, "end")
    assert [event["cause"] for event in told(state, "game-ends")] == ["agents"]
