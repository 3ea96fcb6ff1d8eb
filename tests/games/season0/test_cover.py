"""SZ-6 and SZ-7: aliases, cover, weaknesses, burned aliases, assets."""

from typing import Any

import pytest

from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, seen, told
from tests.games.season0.scene import (
    begin,
    choices,
    city,
    hand,
    month,
    order,
    passport,
    place,
    player,
    scene,
    traveller,
)

START: list[Any] = [["BeginTurn"]]


def uncovered(state: State, seat: str = "alpha") -> list[str]:
    return list(player(state, seat)["alias"]["uncovered"])


def slots(state: State, seat: str = "alpha") -> list[str | None]:
    return list(player(state, seat)["alias"]["slots"])


@rule("SZ-6.4", "SZ-P6", "SZ-R6")
def test_a_temporary_alias_discards_a_card_instead_of_losing_cover() -> None:
    state = begin(pawns="cairo", hands={"alpha": "lima airlift"})
    assert legal(state) == {"discard lima", "discard airlift"}
    assert refused_by(state, "event airlift") == "SZ-R6"
    play(state, "discard airlift")
    assert hand(state, "alpha") == ["lima"]
    assert frame(state) == "TakeAction"


@rule("SZ-R6")
def test_by_option_an_event_may_be_played_in_answer() -> None:
    state = begin(pawns="cairo", hands={"alpha": "lima airlift"}, options={"event_in_answer": "yes"})
    play(state, "event airlift", "pawn alpha", "to lima")
    assert hand(state, "alpha") == []  # the loss is a card all the same: the last one goes by itself
    assert seen(state)["discard"] == ["airlift", "lima"]


@rule("SZ-R5", "SZ-7.4")
def test_without_cards_nothing_is_discarded() -> None:
    state = begin(pawns="moscow")
    assert frame(state) == "TakeAction"
    state = traveller(uncovered=1, pawns="cairo", stack=START)  # the second box shows a card
    assert uncovered(state) == ["", "card"]
    assert frame(state) == "TakeAction"


@rule("SZ-6.10", "SZ-7.1", "SZ-7.2", "SZ-7.3", "SZ-1.3")
def test_cover_is_lost_from_the_left_for_good() -> None:
    assert place(scene(), "moscow")["surveillance"] == 3
    state = traveller(pawns="cairo", stack=START)
    assert uncovered(state) == [""]
    assert player(state, "alpha")["alias"]["covered"] == 7
    assert _ended(state)["aliases"][0]["uncovered"] == [""]


def _ended(state: State) -> dict[str, Any]:
    """What a month leaves if given up by the group now."""
    data = state.to_json()
    state = GAME.from_json(data | {"options": data["options"] | {"concede": "yes"}})
    play(state, "concede", "agree")
    left = state.legacy()
    assert left is not None
    return left


@rule("SZ-7.2")
def test_a_safehouse_shelters_from_surveillance() -> None:
    state = traveller(pawns="moscow", safehouses="moscow", stack=START)
    assert uncovered(state) == []


@rule("SZ-7.4", "SZ-P6")
def test_the_card_symbol_costs_a_card_of_the_own_choice() -> None:
    state = traveller(uncovered=1, pawns="cairo", hands={"alpha": "lima bogota"}, stack=START)
    assert choices(state, "discard") == ["lima", "bogota"]
    play(state, "discard bogota")
    assert hand(state, "alpha") == ["lima"]


@rule("SZ-7.5", "SZ-P7", "SZ-X2")
def test_the_weakness_symbol_puts_a_weakness_on_the_alias_in_use() -> None:
    state = traveller(uncovered=3, pawns="cairo", stack=START)
    assert len(choices(state, "weakness")) == 6
    play(state, "weakness grounded")
    assert slots(state) == ["grounded", None, None, None]
    assert slots(state, "bravo") == [None] * 4
    sheltered = traveller(uncovered=3, pawns="cairo", safehouses="cairo", stack=START)
    assert frame(sheltered) == "TakeAction"


@rule("SZ-15.1")
def test_a_weakness_that_lowers_the_hand_limit_lowers_it_at_once() -> None:
    cards = "lima bogota paris rome delhi lagos tokyo"
    state = traveller(uncovered=3, pawns="cairo", hands={"alpha": cards}, stack=START)
    play(state, "weakness known-face")
    assert frame(state) == "HandLimit"
    play(state, "discard lima")
    assert frame(state) == "TakeAction"
    full = ["tailed", "grounded", "distrusted", "false-bottom-case"]
    lost = traveller(full, uncovered=3, pawns="cairo", hands={"alpha": cards + " osaka"}, stack=START)
    play(lost, "weakness photographed")
    assert frame(lost) == "HandLimit"


@rule("SZ-R64")
def test_no_weakness_twice_on_one_alias() -> None:
    state = traveller(["grounded"], uncovered=3, pawns="cairo", stack=START)
    assert refused_by(state, "weakness grounded") == "SZ-R64"
    assert len(choices(state, "weakness")) == 5


@rule("SZ-R34")
def test_without_an_empty_slot_the_weakness_covers_an_asset() -> None:
    full = ["press-pass", "known-face", "station-chief", "false-bottom-case"]
    state = traveller(full, uncovered=3, pawns="leningrad", stack=START)
    play(state, "weakness tailed")
    assert choices(state, "slot") == ["1", "3", "4"]
    play(state, "slot 3")
    assert slots(state) == ["press-pass", "known-face", "tailed", "false-bottom-case"]
    assert told(state, "asset-covered")[0]["asset"] == "station-chief"
    single = traveller(
        ["known-face", "tailed", "grounded", "press-pass"], uncovered=3, pawns="leningrad", stack=START
    )
    play(single, "weakness distrusted")  # there is only one asset to be covered
    assert slots(single)[3] == "distrusted"


@rule("SZ-7.6", "SZ-7.7", "SZ-R8", "SZ-X20", "SZ-R7")
def test_a_burned_alias_costs_the_hand_the_actions_and_the_place() -> None:
    state = traveller(
        active=1,
        uncovered=7,
        pawns="moscow",
        hands={"alpha": "lima bogota"},
        top="rome paris sydney tokyo",
        threats="lagos jakarta osaka manila",
    )
    play(state, "end")
    assert asked(state) == ["bravo"]  # no actions: steps 3 to 5 follow at once
    assert len(told(state, "cover-lost")) == 1  # two more symbols were pending
    assert city(state, "alpha") == "washington"
    assert player(state, "alpha")["alias"] == {"kind": "none"}
    assert hand(state, "alpha") == ["sydney", "tokyo"]
    assert seen(state)["discard"] == ["lima", "bogota"]
    steps = ("alias-burned", "drew", "threat-turned")
    assert order(state, *steps)[4:] == ["alias-burned", "drew", "drew", "threat-turned", "threat-turned"]


@rule("SZ-7.8", "SZ-P5", "SZ-R48")
def test_the_next_turn_begins_with_a_temporary_alias() -> None:
    state = traveller(uncovered=7, pawns="moscow", stack=START, aliases=[0, 101], top="lima bogota")
    play(state, "bravo: end")
    assert frame(state) == "ReplaceAlias"
    assert refused_by(state, "temporary rare-book-dealer") == "SZ-R48"
    play(state, "temporary wire-photographer")
    assert player(state, "alpha")["alias"] == {"kind": "temporary", "occupation": "wire-photographer"}
    assert seen(state)["actions"] == 4
    left = _ended(state)
    assert left["aliases"][0]["burned"] is True


@rule("SZ-R9", "SZ-R55", "SZ-R56")
def test_burned_in_another_seats_turn() -> None:
    legacy = month(aliases=[passport("blue", uncovered=7)])
    state = scene(
        legacy=legacy,
        aliases=[100, 3],
        pawns="washington tokyo",
        hands={"bravo": "lima airlift"},
        agents={"tokyo": 3},
        threats="tokyo osaka",
        bottom="buenos-aires",
        top="sydney manila",
    )
    play(state, "end")
    assert city(state, "bravo") == "washington"
    assert hand(state, "bravo") == []
    assert frame(state) == "ReplaceAlias"
    play(state, "temporary freight-forwarder")
    assert seen(state)["actions"] == 4
    none = scene(
        legacy=month(aliases=[passport("blue", uncovered=8, burned=True)]),
        aliases=[100, -1],
        pawns="washington tokyo",
        hands={"bravo": "lima"},
        agents={"tokyo": 3},
        threats="tokyo osaka",
        bottom="buenos-aires",
        top="sydney manila",
    )
    play(none, "end")
    assert hand(none, "bravo") == ["lima"]  # without an alias a loss does nothing


@rule("SZ-6.8", "SZ-17.4")
def test_only_the_assets_of_the_alias_in_use_count() -> None:
    aliases = [
        passport("black", slots=["silenced-pistol"]),
        passport("black", "soviet", occupation="rare-book-dealer"),
    ]
    legacy = month(aliases=aliases)
    armed = scene(legacy=legacy, aliases=[0, 100], pawns="lima", agents={"lima": 3})
    play(armed, "neutralize", "neutralize")  # a photographer with a pistol
    assert place(armed, "lima")["agents"] == 0
    unarmed = scene(legacy=legacy, aliases=[2, 100], pawns="lima", agents={"lima": 3})
    play(unarmed, "neutralize")
    assert place(unarmed, "lima")["agents"] == 2


@rule("SZ-P18", "SZ-10.6")
def test_a_silenced_pistol_may_remove_one_agent_more() -> None:
    state = traveller(["silenced-pistol"], pawns="lima", agents={"lima": 2})
    play(state, "neutralize")
    assert frame(state) == "OneMore"
    assert legal(state) == {"neutralize", "continue"}
    assert refused_by(state, "drive bogota") == "SZ-P18"
    play(state, "continue")
    assert place(state, "lima")["agents"] == 1
    assert seen(state)["actions"] == 3
    play(state, "neutralize")  # nothing is left to be asked about
    assert frame(state) == "TakeAction"


@rule("SZ-17.3", "SZ-6.8")
def test_an_asset_that_an_alias_has_twice_counts_twice() -> None:
    state = traveller(["station-chief"] * 2, pawns="lima", agents={"tokyo": 3})
    play(state, "call tokyo", "call tokyo")
    assert refused_by(state, "call tokyo") == "SZ-6.8"
    assert player(traveller(["false-bottom-case"] * 2), "alpha")["limit"] == 9
    armed = traveller(["silenced-pistol"] * 2, pawns="lima", agents={"lima": 3}, aliases=[0, 100])
    play(armed, "neutralize")
    assert frame(armed) == "OneMore"
    pressed = traveller(["press-pass"] * 2, pawns="moscow", stack=START)
    assert len(uncovered(pressed)) == 1  # three symbols in Moscow


@rule("SZ-6.9", "SZ-6.8", "SZ-P18")
def test_a_contact_works_from_any_city_once() -> None:
    state = traveller(["station-chief"], pawns="lima", agents={"tokyo": 2, "paris": 1})
    assert choices(state, "call") == ["paris", "tokyo"]
    play(state, "call tokyo")
    assert place(state, "tokyo")["agents"] == 1
    assert refused_by(state, "call tokyo") == "SZ-6.8"
    assert refused_by(scene(agents={"tokyo": 1}), "call tokyo") == "SZ-6.8"


@rule("SZ-6.8")
def test_what_the_other_assets_do() -> None:
    visa = traveller(["diplomatic-visa"], pawns="lima", hands={"alpha": "moscow"})
    play(visa, "fly moscow")
    assert hand(visa, "alpha") == []
    camera = traveller(
        ["miniature-camera"], pawns="paris", safehouses="paris", hands={"alpha": "madrid kiev"}
    )
    play(camera, "identify")
    assert seen(camera)["objectives"][0]["target"] == "london"
    assert player(traveller(["false-bottom-case"]), "alpha")["limit"] == 8
    pressed = traveller(["press-pass"], pawns="leningrad", stack=START)
    assert uncovered(pressed) == [""]


@rule("SZ-7.5")
def test_what_the_weaknesses_do() -> None:
    assert player(traveller(["known-face"]), "alpha")["limit"] == 6
    grounded = traveller(["grounded"], pawns="lima", hands={"alpha": "lima"})
    assert refused_by(grounded, "fly-unrecorded paris") == "SZ-7.5"
    shaking = traveller(["shaking-hands"], pawns="lima", agents={"lima": 3})
    assert refused_by(shaking, "neutralize") == "SZ-7.5"
    distrusted = traveller(["distrusted"], pawns="lima lima", hands={"bravo": "lima"})
    assert refused_by(distrusted, "take bravo") == "SZ-7.5"
    photographed = traveller(["photographed"], pawns="cairo", hands={"alpha": "lima"}, stack=START)
    assert uncovered(photographed) == ["", "card"]


@rule("SZ-D16", "SZ-X3", "SZ-R59")
@pytest.mark.parametrize(
    ("drawn", "lost"), [("moscow kiev", 1), ("moscow paris", 0), ("moscow escalation", 0)]
)
def test_a_weakness_can_watch_the_draw(drawn: str, lost: int) -> None:
    state = traveller(
        ["tailed"], top=drawn, target="rome", safehouses="washington", bottom="tokyo", threats="osaka manila"
    )
    play(state, "end")
    assert len(told(state, "cover-lost")) == lost  # Washington's safehouse does not shelter from it


@rule("SZ-R59")
def test_it_is_resolved_before_the_hand_limit() -> None:
    seven = "lima bogota sydney tokyo osaka manila lagos"
    state = traveller(["tailed"], uncovered=1, hands={"alpha": seven}, top="moscow kiev", target="rome")
    play(state, "end")
    assert frame(state) == "LoseCard"
    play(state, "discard lima")
    assert frame(state) == "HandLimit"


@rule("SZ-6.6", "SZ-6.7")
def test_an_alias_has_the_ability_of_its_occupation_and_looks_do_nothing() -> None:
    assert set(GAME.box.occupations[0]) >= {"id", "text", "temporary"}
    legacy = month(aliases=[passport(occupation="freight-forwarder", specialty="", name="B. Quick")])
    soviet = "moscow kiev prague havana"
    state = scene(
        legacy=legacy,
        aliases=[0, 100],
        pawns="cairo",
        safehouses="cairo",
        hands={"alpha": soviet},
        target="rome",
    )
    play(state, "assemble")
    assert hand(state, "alpha") == []
    assert player(state, "alpha")["alias"]["name"] == "B. Quick"
