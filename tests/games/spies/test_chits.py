"""SPY-11, SPY-12, SPY-15: chits, windows and the cancel graph, spy havens and Cousins."""

from typing import Any

import pytest

from spyring.games.spies.generated import table
from spyring.games.spies.pieces import strength_of
from spyring.testkit import rule
from tests.games.spies.scene import (
    asked,
    at,
    came_back,
    controller,
    frame,
    hand,
    legal,
    money,
    nation,
    pass_all,
    play,
    react,
    record,
    refused_by,
    scene,
    secret,
    seen,
    spy,
    told,
    who_was_told,
)

PRAGUE: dict[str, Any] = {
    "spies": {"germany-1": "prague 5", "france-1": "prague 4", "britain-1": "prague 4"},
    "secrets": {"secret-1": "prague 3"},
}


@rule("SPY-11.1", "SPY-12.6")
def test_intercept_is_never_played_in_the_own_turn() -> None:
    t = scene(**PRAGUE, game="advanced", chits={"germany": "intercept drop drop drop discovery"}, money=99)
    assert not any("intercept" in move for move in legal(t, "germany"))


@rule("SPY-11.2", "SPY-R16", "SPY-12.2")
def test_a_used_chit_returns_to_the_cup_paid_or_cancelled() -> None:
    t = scene(**PRAGUE, chits={"germany": "discovery", "france": "cover"})
    cup = seen(t)["cup"]
    play(t, "germany: discover 1 secret-1")
    react(t, "france cover", "germany pass")
    assert seen(t)["cup"] == cup + 2
    assert (money(t, "germany"), money(t, "france")) == (47, 49)
    assert hand(t, "germany") == hand(t, "france") == {}
    assert controller(t, "secret-1") is None


@rule("SPY-12.11", "SPY-R4", "SPY-R1", "SPY-R2", "SPY-P12")
def test_nations_with_a_spy_there_are_asked_to_cover_in_order() -> None:
    t = scene(
        turn="france",
        spies={"france-1": "prague 4", "germany-1": "prague", "britain-1": "prague", "italy-1": "rome"},
        police={"russia-1": "moscow 5"},
        secrets={"secret-1": "prague 3"},
        chits={"france": "discovery", "germany": "cover"},
    )
    play(t, "france: discover 1 secret-1")
    assert asked(t) == ["britain"], "in turn order after France, whether it holds a Cover or not"
    assert legal(t, "britain") == {"pass"}
    react(t, "britain pass")
    assert asked(t) == ["germany"]
    assert legal(t, "germany") == {"pass", "answer cover"}
    react(t, "germany cover")
    assert asked(t) == ["france"], "the first chit closes the poll"


@rule("SPY-12.12", "SPY-R3", "SPY-X12")
def test_a_second_discovery_cancels_the_cover() -> None:
    t = scene(**PRAGUE, chits={"germany": "discovery discovery", "france": "cover"})
    play(t, "germany: discover 1 secret-1")
    react(t, "france cover", "germany discovery", "france pass", "britain pass")
    assert controller(t, "secret-1") == "germany-1"
    assert (money(t, "germany"), money(t, "france")) == (44, 49)
    again = scene(**PRAGUE, chits={"germany": "discovery discovery", "france": "cover", "britain": "cover"})
    play(again, "germany: discover 1 secret-1")
    react(again, "france cover", "germany discovery", "france pass", "britain cover", "germany pass")
    assert controller(again, "secret-1") is None
    assert {"nation": "germany", "chit": "discovery"} in told(again, "cancelled")


@rule("SPY-12.15", "SPY-R13", "SPY-R14", "SPY-R15", "SPY-R74", "SPY-X6")
def test_only_a_stronger_spy_takes_a_guarded_secret() -> None:
    for strength, wins in ((5, True), (4, False)):
        t = scene(
            turn="britain",
            spies={"britain-1": f"paris {strength}"},
            police={"france-1": "paris 4", "france-2": "paris 3"},
            secrets={"secret-28": "paris 3 by police:france-1"},
            chits={"britain": "discovery"},
        )
        play(t, "britain: discover 1 secret-28")
        assert (controller(t, "secret-28") == "britain-1") == wins
        assert secret(t, "secret-28", "britain")["value"] == (3 if wins else None)
        assert at(t, "britain-1") == "paris"
        assert len([row for row in seen(t)["police"] if row["at"] == "paris"]) == 2
        assert told(t, "guard-numbers", "france") == [
            {"spy": "britain-1", "strength": str(strength), "against": "4"}
        ]
        assert who_was_told(t, "guard-numbers") == {"britain", "france"}


SANCTION: dict[str, Any] = {
    "game": "advanced",
    "spies": {"germany-1": "prague 5", "france-1": "prague 4"},
}


@rule("SPY-12.9", "SPY-12.31", "SPY-R63", "SPY-R40")
def test_sanction_kills_a_spy_in_the_same_city() -> None:
    t = scene(**SANCTION, year=1937, chits={"germany": "sanction"})
    play(t, "germany: sanction 1 france-1")
    assert (frame(t), asked(t)) == ("Sanction", ["france"])
    react(t, "france pass")
    assert at(t, "france-1") == {"box": "sanctioned"}
    assert nation(t, "germany")["markers"] == [0, 0, 0, 0, 1, 0, 0]
    assert spy(t, "france-1", "germany")["strength"] is None
    assert spy(t, "germany-1", "france")["strength"] is None
    assert money(t, "germany") == 30
    assert refused_by(t, "germany: sanction 1 germany-1") == "SPY-12.31"


@rule("SPY-12.26")
def test_escape_cancels_a_sanction() -> None:
    t = scene(**SANCTION, chits={"germany": "sanction", "france": "escape"})
    play(t, "germany: sanction 1 france-1")
    react(t, "france escape", "germany pass")
    assert at(t, "france-1") == "prague"
    assert nation(t, "germany")["markers"] == [0] * 7
    assert told(t, "cancelled") == [{"nation": "germany", "chit": "sanction"}]


@rule("SPY-12.16")
def test_double_cross_turns_a_sanction_round() -> None:
    t = scene(**SANCTION, chits={"germany": "sanction", "france": "double-cross"})
    play(t, "germany: sanction 1 france-1")
    react(t, "france double-cross", "germany pass")
    assert at(t, "germany-1") == {"box": "sanctioned"}
    assert at(t, "france-1") == "prague"
    assert nation(t, "france")["markers"][0] == 1
    assert told(t, "cancelled") == [], "it was turned round"


@rule("SPY-12.13", "SPY-12.25", "SPY-R5", "SPY-X13")
def test_cover_on_a_double_cross_and_escape_on_that_cover() -> None:
    chits = {"germany": "sanction cover", "france": "double-cross escape"}
    covered = scene(**SANCTION, chits=chits)
    play(covered, "germany: sanction 1 france-1")
    react(covered, "france double-cross", "germany cover", "france pass")
    assert frame(covered) == "Sanction", "the Double Cross fell, so the window opens again"
    react(covered, "france pass")
    assert at(covered, "france-1") == {"box": "sanctioned"}
    t = scene(**SANCTION, chits=chits)
    play(t, "germany: sanction 1 france-1")
    react(t, "france double-cross", "germany cover", "france escape", "germany pass", "germany pass")
    assert at(t, "germany-1") == {"box": "sanctioned"}
    assert nation(t, "france")["markers"][0] == 1
    assert (money(t, "germany"), money(t, "france")) == (50 - 20 - 1, 50 - 1 - 10)


@rule("SPY-12.18", "SPY-R6", "SPY-R7")
def test_double_cross_on_an_escape_by_the_injured_or_by_anybody() -> None:
    given: dict[str, Any] = {
        "game": "advanced",
        "step": "searches",
        "spies": {"france-1": "berlin 3"},
        "police": {"germany-1": "berlin 5"},
        "chits": {"france": "escape papers", "germany": "double-cross", "italy": "double-cross"},
    }
    t = scene(**given)
    play(t, "germany: search france-1")
    react(t, "france escape")
    assert asked(t) == ["germany"]
    react(t, "germany double-cross", "france pass")
    assert (frame(t), asked(t)) == ("Search", ["france"]), "the Escape fell, so the window opens again"
    assert legal(t, "france") == {"pass", "answer papers"}
    react(t, "france pass")
    assert frame(t) == "SpyStep", "nothing answers the comparison itself"
    assert at(t, "france-1") == record("germany", 1933)
    t = scene(**given, escape_doublecross="any")
    play(t, "germany: search france-1")
    react(t, "france escape")
    assert asked(t) == ["italy"]
    react(t, "italy double-cross", "france pass", "france pass")
    assert at(t, "france-1") == record("germany", 1933)


ALL_CHITS = "escape escape escape double-cross double-cross double-cross cover cover cover"
SEARCH: dict[str, Any] = {
    "game": "advanced",
    "step": "searches",
    "spies": {"france-1": "berlin 3"},
    "police": {"germany-1": "berlin 5"},
}
FREEING: dict[str, Any] = {
    "game": "advanced",
    "step": "escapes",
    "spies": {"germany-1": "captured france 1933 5"},
}
RICH: dict[str, Any] = {"money": 200, "chits": {"germany": f"sanction {ALL_CHITS}", "france": ALL_CHITS}}


@rule("SPY-R1", "SPY-12.13", "SPY-12.18")
@pytest.mark.parametrize(
    ("given", "deed", "first", "second"),
    [
        (SEARCH, "search france-1", "france", "germany"),
        (SANCTION, "sanction 1 france-1", "france", "germany"),
        (FREEING, "free 1", "germany", "france"),
    ],
    ids=["W1", "W5", "W7"],
)
def test_a_double_cross_that_fell_can_be_played_again(
    given: dict[str, Any], deed: str, first: str, second: str
) -> None:
    """An Escape, a Double Cross on it, a Cover on that: the Escape is open to another Double Cross, in every
    window alike.
    """
    t = scene(**given, **RICH)
    play(t, f"germany: {deed}")
    if first == "france":
        react(t, "france escape")
    react(t, f"{second} double-cross", f"{first} cover", f"{second} pass")
    assert told(t, "cancelled") == [{"nation": second, "chit": "double-cross"}]
    assert asked(t) == [second]
    assert legal(t, second) == {"pass", "answer double-cross"}
    react(t, f"{second} double-cross", f"{first} pass")
    assert told(t, "cancelled")[1:] == [{"nation": first, "chit": "escape"}]


@rule("SPY-R1", "SPY-12.13", "SPY-12.25")
def test_a_cover_that_fell_can_be_played_again() -> None:
    t = scene(**SANCTION, **RICH)
    play(t, "germany: sanction 1 france-1")
    react(t, "france double-cross", "germany cover", "france escape", "germany pass")
    assert told(t, "cancelled") == [{"nation": "germany", "chit": "cover"}]
    assert (asked(t), legal(t, "germany")) == (["germany"], {"pass", "answer cover"})
    react(t, "germany cover", "france escape", "germany double-cross", "france pass")
    assert (asked(t), legal(t, "france")) == (["france"], {"pass", "answer escape"}), "the Escape fell"
    react(t, "france pass")
    assert told(t, "cancelled")[1:] == [
        {"nation": "france", "chit": "escape"},
        {"nation": "france", "chit": "double-cross"},
    ]
    assert legal(t, "france") == {"pass", "answer escape", "answer double-cross"}, "W5 is open again"


@rule("SPY-R1", "SPY-R73")
def test_a_double_cross_that_fell_did_not_turn_a_comparison() -> None:
    t = scene(**GUARDED, chits={"britain": "discovery cover", "france": "double-cross double-cross"})
    play(t, "britain: discover 1 secret-28")
    react(t, "france double-cross", "britain cover", "france pass")
    assert (frame(t), asked(t)) == ("Control", ["france"])
    react(t, "france double-cross", "britain pass")
    assert asked(t) == ["britain"], "now Britain loses, and may turn it round in its turn"
    react(t, "britain pass")
    assert controller(t, "secret-28") == "france-police-1"


@rule("SPY-R1")
def test_nobody_is_asked_twice_for_the_same_cover() -> None:
    t = scene(**PRAGUE, chits={"germany": "discovery discovery", "france": "cover cover"})
    play(t, "germany: discover 1 secret-1")
    react(t, "france cover", "germany discovery", "france pass", "britain pass")
    assert frame(t) == "SpyStep"
    assert controller(t, "secret-1") == "germany-1"


@rule("SPY-R1", "SPY-R2")
def test_who_is_asked_again_does_not_depend_on_hands() -> None:
    for left in ("double-cross", ""):
        t = scene(**SEARCH, chits={"france": "escape cover", "germany": f"double-cross {left}"})
        play(t, "germany: search france-1")
        react(t, "france escape", "germany double-cross", "france cover", "germany pass")
        assert asked(t) == ["germany"]


@rule("SPY-R8")
def test_escape_from_a_turned_sanction_is_an_option() -> None:
    chits = {"germany": "sanction escape", "france": "double-cross"}
    t = scene(**SANCTION, chits=chits, reversed_sanction_escape="yes")
    play(t, "germany: sanction 1 france-1")
    react(t, "france double-cross", "germany pass")
    assert (frame(t), asked(t)) == ("Sanction", ["germany"])
    react(t, "germany escape", "france pass")
    assert (at(t, "germany-1"), at(t, "france-1")) == ("prague", "prague")
    strict = scene(**SANCTION, chits=chits)
    play(strict, "germany: sanction 1 france-1")
    react(strict, "france double-cross")
    assert legal(strict, "germany") == {"pass"}


GUARDED: dict[str, Any] = {
    "game": "advanced",
    "turn": "britain",
    "spies": {"britain-1": "paris 5"},
    "police": {"france-1": "paris 4"},
    "secrets": {"secret-28": "paris 3 by police:france-1"},
}


@rule("SPY-12.17", "SPY-R73")
def test_double_cross_reverses_a_comparison_once_for_each_side() -> None:
    t = scene(**GUARDED, chits={"britain": "discovery double-cross", "france": "double-cross double-cross"})
    play(t, "britain: discover 1 secret-28")
    assert (frame(t), asked(t)) == ("Control", ["france"])
    react(t, "france double-cross", "britain pass")
    assert asked(t) == ["britain"]
    react(t, "britain double-cross", "france pass")
    assert frame(t) == "SpyStep", "France has used its Double Cross"
    assert controller(t, "secret-28") == "britain-1"


@rule("SPY-12.17")
def test_cover_saves_a_comparison_from_a_double_cross() -> None:
    t = scene(**GUARDED, chits={"britain": "discovery cover", "france": "double-cross escape"})
    play(t, "britain: discover 1 secret-28")
    react(t, "france double-cross", "britain cover", "france pass", "france pass")
    assert controller(t, "secret-28") == "britain-1"


@rule("SPY-12.17", "SPY-9.2")
def test_double_cross_saves_a_spy_from_a_counterspy() -> None:
    given: dict[str, Any] = {
        "game": "advanced",
        "turn": "britain",
        "spies": {"britain-1": "munich 5"},
        "secrets": {"secret-9": "munich counterspy 6"},
        "chits": {"britain": "discovery double-cross", "germany": "cover"},
    }
    t = scene(**given)
    play(t, "britain: discover 1 secret-9")
    react(t, "britain double-cross", "germany pass")
    assert at(t, "britain-1") == "munich"
    t = scene(**given)
    play(t, "britain: discover 1 secret-9")
    react(t, "britain double-cross", "germany cover", "britain pass", "britain pass")
    assert at(t, "britain-1") == record("germany", 1933)
    neutral = scene(
        **given | {"spies": {"britain-1": "warsaw 5"}, "secrets": {"secret-9": "warsaw counterspy 6"}}
    )
    play(neutral, "britain: discover 1 secret-9", "britain: answer double-cross")
    assert frame(neutral) == "SpyStep", "in a neutral city nobody covers"


@rule("SPY-12.24", "SPY-R41")
def test_escape_frees_captured_spies_right_after_the_tile() -> None:
    t = scene(
        step="escapes",
        spies={
            "germany-1": "captured britain 1933 5",
            "germany-2": "neutral-box 4",
            "germany-3": "sanctioned 3",
        },
        chits={"germany": "escape escape"},
    )
    assert {"pass", "free 1", "free 2"} == {move for move in legal(t, "germany") if "talk" not in move}
    assert refused_by(t, "germany: free 3") == "SPY-12.24"
    play(t, "germany: free 1")
    at_home = int(came_back(t)[-1])
    (captive,) = (move for move in legal(t, "germany") if move.startswith("free"))
    play(t, f"germany: {captive}")
    assert frame(t) == "MovePolice"
    assert [row["at"] for row in seen(t)["spies"]].count("berlin") == 2
    assert not [row for row in seen(t)["spies"] if row["off"] == record("britain", 1933)]
    play(t, "germany: done")
    assert any(move.startswith(f"step {at_home}") for move in legal(t, "germany"))


@rule("SPY-12.18", "SPY-12.24")
def test_the_captor_may_double_cross_an_escape() -> None:
    given: dict[str, Any] = {
        "game": "advanced",
        "step": "escapes",
        "spies": {"germany-1": "captured britain 1933 5"},
        "chits": {"germany": "escape cover", "britain": "double-cross"},
    }
    t = scene(**given)
    play(t, "germany: free 1")
    assert (frame(t), asked(t)) == ("Freeing", ["britain"])
    react(t, "britain double-cross", "germany pass")
    assert at(t, "germany-1") == record("britain", 1933)
    t = scene(**given)
    play(t, "germany: free 1")
    react(t, "britain double-cross", "germany cover", "britain pass", "britain pass")
    assert at(t, came_back(t)) == "berlin"
    neutral = scene(**given | {"spies": {"germany-1": "neutral-box 5"}})
    play(neutral, "germany: free 1")
    assert at(neutral, came_back(neutral)) == "berlin"


@rule("SPY-12.8", "SPY-12.29", "SPY-12.30", "SPY-R58")
def test_recruit_brings_back_a_killed_spy_at_random() -> None:
    strengths = set()
    for seed in range(1, 12):
        t = scene(
            spies={"germany-1": "sanctioned 5", "germany-2": "sanctioned 3"},
            chits={"germany": "recruit"},
            markers={("france", 1933): 1},
            seed=seed,
        )
        play(t, "germany: recruit")
        recruit = came_back(t)
        assert at(t, recruit) == "berlin"
        strengths.add(spy(t, recruit, "germany")["strength"])
        assert nation(t, "france")["markers"][0] == 1
        assert any(move.startswith(f"step {recruit[-1]}") for move in legal(t, "germany"))
    assert strengths == {5, 3}
    none = scene(spies={"germany-1": "berlin"}, chits={"germany": "recruit"})
    assert refused_by(none, "germany: recruit") == "SPY-R58"


@rule("SPY-12.4", "SPY-12.19", "SPY-12.20", "SPY-R46", "SPY-X11")
def test_a_drop_and_its_price() -> None:
    given: dict[str, Any] = {
        "game": "advanced",
        "chits": {"germany": "drop"},
        "spies": {"germany-1": "prague"},
    }
    for owners, price in (({}, 20), ({"prague": "germany"}, 30), ({"prague": "france"}, 30)):
        t = scene(**given, owners=owners)
        play(t, "germany: drop 1")
        pass_all(t)
        assert money(t, "germany") == 50 - price
        assert seen(t)["drops"] == [{"nation": "germany", "city": "prague"}]
    haven = scene(**given | {"spies": {"germany-1": "istanbul"}})
    assert refused_by(haven, "germany: drop 1") == "SPY-15.1"
    home = scene(**given | {"spies": {"germany-1": "berlin"}})
    assert refused_by(home, "germany: drop 1") == "SPY-12.19"
    poor = scene(**given, owners={"prague": "france"}, money=29)
    assert refused_by(poor, "germany: drop 1") == "SPY-R60"


DROP: dict[str, Any] = {
    "game": "advanced",
    "drops": [("germany", "prague"), ("france", "prague")],
    "spies": {"germany-1": "vienna", "germany-2": "prague", "france-1": "prague"},
    "secrets": {"secret-1": "vienna 3 by germany-1"},
}


@rule("SPY-12.19", "SPY-12.22", "SPY-R26")
def test_foreign_secrets_are_cashed_at_a_drop() -> None:
    t = scene(**DROP)
    play(t, "germany: step 1 prague", "germany: cash secret-1")
    assert (frame(t), asked(t)) == ("CashAtDrop", ["italy"])
    pass_all(t)
    assert money(t, "germany") == 70
    assert len(seen(t)["drops"]) == 2


@rule("SPY-R45", "SPY-12.27")
def test_intercept_at_cashing_ends_the_drop() -> None:
    t = scene(**DROP, chits={"britain": "intercept"})
    cup = seen(t)["cup"]
    play(t, "germany: step 1 prague", "germany: cash secret-1")
    react(t, "italy pass", "russia pass", "france pass", "britain intercept")
    assert seen(t)["drops"] == [{"nation": "france", "city": "prague"}]
    assert (controller(t, "secret-1"), money(t, "germany")) == ("germany-1", 50)
    assert seen(t)["cup"] == cup + 2
    t = scene(**DROP, chits={"britain": "intercept"}, intercept_drop="play_only")
    play(t, "germany: step 1 prague", "germany: cash secret-1")
    assert money(t, "germany") == 70


@rule("SPY-12.21", "SPY-R47")
def test_a_drop_falls_when_the_last_spy_is_gone() -> None:
    t = scene(**DROP)
    cup = seen(t)["cup"]
    play(t, "germany: step 2 leipzig")
    assert seen(t)["drops"] == [{"nation": "france", "city": "prague"}]
    assert seen(t)["cup"] == cup + 1
    t = scene(
        **DROP | {"spies": {"germany-2": "prague 5", "france-1": "prague 4"}, "secrets": {}},
        chits={"germany": "sanction"},
    )
    play(t, "germany: sanction 2 france-1")
    pass_all(t)
    assert seen(t)["drops"] == [{"nation": "germany", "city": "prague"}]


@rule("SPY-12.10", "SPY-12.27", "SPY-R44")
def test_intercept_cancels_drop_and_source_for_no_points() -> None:
    for move in ("drop 1", "source france"):
        t = scene(
            game="advanced",
            spies={"germany-1": "prague"},
            chits={"germany": "drop source", "britain": "intercept"},
        )
        play(t, f"germany: {move}")
        assert (frame(t), asked(t)) == ("Network", ["italy"])
        react(t, "italy pass", "russia pass", "france pass", "britain intercept")
        assert frame(t) == "SpyStep"
        assert seen(t)["drops"] == []
        assert money(t, "britain") == 40


@rule("SPY-12.32", "SPY-12.33", "SPY-R48")
@pytest.mark.parametrize("memory", ["off", "on"])
def test_source_shows_all_pieces_on_the_map_once(memory: str) -> None:
    t = scene(
        game="advanced",
        spies={"france-1": "paris 4", "france-2": "captured britain 1933 3", "france-3": "sanctioned 2"},
        police={"france-1": "paris 4"},
        chits={"germany": "source"},
        source_memory=memory,
    )
    play(t, "germany: source france")
    pass_all(t)
    assert frame(t) == "ReadSource"
    police = next(row for row in seen(t, "germany")["police"] if row["at"] == "paris")
    assert (spy(t, "france-1", "germany")["strength"], police["strength"]) == (4, 4)
    assert spy(t, "france-2", "germany")["strength"] is None
    assert spy(t, "france-3", "germany")["strength"] is None
    assert spy(t, "france-1", "italy")["strength"] is None
    play(t, "germany: done")
    assert spy(t, "france-1", "germany")["strength"] == (4 if memory == "on" else None)
    for seed in range(5):
        assert strength_of(table(t.resample(0, seed)), 18) == 4, "what was seen was seen"


@rule("SPY-15.1")
def test_spy_havens() -> None:
    given: dict[str, Any] = {
        "spies": {"germany-1": "geneva 5", "france-1": "geneva"},
        "secrets": {"secret-1": "geneva 3"},
        "chits": {"germany": "discovery sanction"},
    }
    t = scene(**given, game="advanced")
    for move in ("discover 1 secret-1", "sanction 1 france-1"):
        assert refused_by(t, f"germany: {move}") == "SPY-15.1"
    assert {"discover 1 secret-1", "sanction 1 france-1"} <= legal(scene(**given), "germany")


@rule("SPY-15.2", "SPY-15.3", "SPY-R65")
def test_a_cousin_is_safe_from_counterspies() -> None:
    given: dict[str, Any] = {
        "turn": "italy",
        "spies": {"italy-1": "warsaw 7"},
        "secrets": {"secret-1": "warsaw counterspy 7"},
        "chits": {"italy": "discovery"},
    }
    t = scene(**given, game="advanced")
    assert spy(t, "italy-1", "italy")["cousin"] is True
    play(t, "italy: discover 1 secret-1")
    assert told(t, "unharmed") == [{"spy": "italy-1"}]
    assert spy(t, "italy-1", "france")["strength"] is None
    assert spy(scene(**given), "italy-1", "italy")["cousin"] is False


@rule("SPY-15.4", "SPY-R10", "SPY-X14")
def test_a_cousin_strikes_back() -> None:
    t = scene(
        game="advanced",
        year=1935,
        spies={"germany-1": "prague 5", "france-1": "prague 7"},
        chits={"germany": "sanction"},
    )
    play(t, "germany: sanction 1 france-1")
    pass_all(t)
    assert at(t, "germany-1") == {"box": "sanctioned"}
    assert nation(t, "france")["markers"][2] == 1
    assert spy(t, "france-1")["cousin"] is True, "everybody knows now"
    both = scene(
        game="advanced",
        spies={"germany-1": "prague 8", "france-1": "prague 7"},
        chits={"germany": "sanction"},
    )
    play(both, "germany: sanction 1 france-1")
    pass_all(both)
    assert at(both, "france-1") == {"box": "sanctioned"}


@rule("SPY-R9")
def test_double_cross_on_a_cousins_sanction_works_for_cousins_only() -> None:
    for strength, dies in ((4, "france-1"), (7, "germany-1")):
        t = scene(
            game="advanced",
            spies={"germany-1": "prague 8", "france-1": f"prague {strength}"},
            chits={"germany": "sanction", "france": "double-cross"},
        )
        play(t, "germany: sanction 1 france-1")
        react(t, "france double-cross", "germany pass")
        assert at(t, dies) == {"box": "sanctioned"}


@rule("SPY-R78")
def test_a_cousin_that_comes_back_is_the_cousin() -> None:
    t = scene(
        game="advanced", step="escapes", spies={"germany-1": "neutral-box 8"}, chits={"germany": "escape"}
    )
    play(t, "germany: free 1")
    assert spy(t, came_back(t), "germany")["cousin"] is True


@rule("SPY-R1")
def test_simultaneous_polls_count_the_earliest_answer() -> None:
    t = scene(
        **PRAGUE,
        chits={"germany": "discovery", "france": "cover", "britain": "cover"},
        reaction_poll="simultaneous",
    )
    play(t, "germany: discover 1 secret-1")
    assert asked(t) == ["france", "britain"]
    react(t, "britain cover")
    assert told(t, "chit-played") == [{"nation": "germany", "chit": "discovery", "count": "3"}]
    react(t, "france cover")
    assert hand(t, "britain") == {"cover": 1}, "the later answer stays unseen"
    assert hand(t, "france") == {}
