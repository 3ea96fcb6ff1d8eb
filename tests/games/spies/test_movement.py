"""SPY-7, SPY-8, SPY-9, SPY-10: moving spies, controlling secrets, counterspies, handing over and cashing."""

from typing import Any

from spyring.testkit import rule
from tests.games.spies.scene import (
    at,
    controller,
    end_turn,
    frame,
    legal,
    money,
    nation,
    pass_all,
    play,
    record,
    refused_by,
    scene,
    secret,
    seen,
    spy,
    told,
    verbs,
    who_was_told,
)


@rule("SPY-7.1")
def test_five_spaces_a_turn() -> None:
    t = scene(spies={"germany-1": "berlin"})
    for city in ("leipzig", "prague", "vienna", "budapest", "belgrade"):
        play(t, f"germany: step 1 {city}")
    assert refused_by(t, "germany: step 1 sofia") == "SPY-7.1"
    play(t, "germany: rest")
    assert refused_by(t, "germany: step 1 sofia") == "SPY-7.1"


@rule("SPY-7.2", "SPY-R57")
def test_one_spy_after_another() -> None:
    t = scene(
        spies={"germany-1": "berlin 5", "germany-2": "prague 4", "france-1": "prague"},
        secrets={"secret-1": "prague 3"},
        chits={"germany": "discovery"},
    )
    assert "discover 2 secret-1" in legal(t, "germany")
    play(t, "germany: step 1 leipzig")
    assert refused_by(t, "germany: step 2 vienna") == "SPY-7.2"
    assert refused_by(t, "germany: discover 2 secret-1") == "SPY-7.2"
    play(t, "germany: rest", "germany: discover 2 secret-1")
    pass_all(t)
    assert controller(t, "secret-1") == "germany-2"
    assert refused_by(t, "germany: step 1 berlin") == "SPY-7.1"
    play(t, "germany: step 2 leipzig")


@rule("SPY-7.4", "SPY-R29")
def test_rail_air_and_sea_in_one_move() -> None:
    t = scene(turn="britain", spies={"britain-1": "london"})
    play(
        t,
        "britain: step 1 amsterdam",
        "britain: step 1 north-sea",
        "britain: step 1 hamburg",
        "britain: step 1 berlin",
    )
    assert at(t, "britain-1") == "berlin"
    assert refused_by(scene(spies={"germany-1": "berlin"}), "germany: step 1 paris") == "SPY-7.4"


@rule("SPY-7.5", "SPY-7.6", "SPY-R28", "SPY-R30", "SPY-X9")
def test_by_sea_from_port_to_zone_to_port() -> None:
    t = scene(spies={"germany-1": "hamburg", "germany-2": "copenhagen"})
    play(t, "germany: step 1 north-sea")
    assert verbs(t, "germany") == {"step", "talk"}
    assert refused_by(t, "germany: rest") == "SPY-7.6"
    assert refused_by(t, "germany: end") == "SPY-7.6"
    play(t, "germany: step 1 channel", "germany: step 1 biscay", "germany: step 1 atlantic")
    assert refused_by(t, "germany: step 1 western-med") == "SPY-R28"
    play(t, "germany: step 1 lisbon", "germany: rest")
    assert at(t, "germany-1") == "lisbon"
    assert {"step 2 north-sea", "step 2 baltic"} <= legal(t, "germany"), "a port on two zones serves both"
    poor = scene(game="advanced", points=1, spies={"germany-1": "hamburg"})
    assert refused_by(poor, "germany: step 1 north-sea") == "SPY-R28"


@rule("SPY-X9")
def test_port_zone_zone_port_city_is_four_spaces() -> None:
    t = scene(spies={"germany-1": "hamburg"})
    play(
        t,
        "germany: step 1 north-sea",
        "germany: step 1 channel",
        "germany: step 1 le-havre",
        "germany: step 1 paris",
    )
    assert seen(t)["spaces"] == 1


@rule("SPY-7.7", "SPY-11.1", "SPY-R58")
def test_what_may_be_done_in_the_spy_step() -> None:
    given: dict[str, Any] = {
        "spies": {"germany-1": "prague 5", "france-1": "prague", "germany-2": "sanctioned"},
        "secrets": {"secret-1": "prague 3"},
        "chits": {"germany": "discovery sanction recruit"},
    }
    t = scene(**given)
    assert verbs(t, "germany") == {"step", "discover", "sanction", "recruit", "talk", "end"}
    before = scene(**given, step="police")
    assert refused_by(before, "germany: recruit") == "SPY-5.1"
    assert refused_by(before, "germany: discover 1 secret-1") == "SPY-5.1"


@rule("SPY-8.1", "SPY-8.2")
def test_national_and_foreign_secrets_stay_so() -> None:
    t = scene(
        spies={"france-1": "paris 6"},
        turn="france",
        secrets={"secret-9": "paris 3 by france-1", "secret-1": "madrid 2"},
    )
    assert secret(t, "secret-9")["national"] == ["germany"]
    assert secret(t, "secret-1")["national"] == []
    assert secret(t, "secret-9")["control"] == "france"


@rule("SPY-8.3", "SPY-8.4")
def test_the_piece_on_a_secret_controls_it() -> None:
    t = scene(
        spies={"germany-1": "prague", "germany-2": "prague"},
        secrets={"secret-1": "prague 3 by germany-1", "secret-2": "prague 2"},
    )
    assert (secret(t, "secret-1")["by"], secret(t, "secret-1")["control"]) == ("germany-1", "germany")
    assert (secret(t, "secret-2")["by"], secret(t, "secret-2")["control"]) == (None, None)


@rule("SPY-8.5", "SPY-12.14", "SPY-12.15")
def test_a_foreign_secret_needs_a_spy_and_a_discovery() -> None:
    t = scene(spies={"germany-1": "prague"}, secrets={"secret-1": "prague 3"}, chits={"germany": "discovery"})
    assert refused_by(t, "germany: take 1 secret-1") == "SPY-8.5"
    play(t, "germany: discover 1 secret-1")
    assert controller(t, "secret-1") == "germany-1"
    assert money(t, "germany") == 47
    far = scene(
        spies={"germany-1": "berlin"}, secrets={"secret-1": "prague 3"}, chits={"germany": "discovery"}
    )
    assert refused_by(far, "germany: discover 1 secret-1") == "SPY-12.14"


@rule("SPY-8.6")
def test_a_national_secret_at_home_is_simply_taken() -> None:
    t = scene(spies={"germany-1": "munich"}, secrets={"secret-9": "munich 3"}, chits={"germany": "discovery"})
    assert refused_by(t, "germany: discover 1 secret-9") == "SPY-8.6"
    play(t, "germany: take 1 secret-9")
    assert controller(t, "secret-9") == "germany-1"


@rule("SPY-8.7")
def test_a_national_secret_abroad_or_in_enemy_hands_needs_a_discovery() -> None:
    t = scene(
        spies={"germany-1": "prague 5", "germany-2": "munich 6", "france-1": "munich 4"},
        secrets={"secret-9": "prague 3", "secret-10": "munich 2 by france-1"},
        chits={"germany": "discovery discovery"},
    )
    assert refused_by(t, "germany: take 1 secret-9") == "SPY-8.7"
    assert refused_by(t, "germany: take 2 secret-10") == "SPY-8.7"
    play(t, "germany: discover 1 secret-9", "germany: discover 2 secret-10")
    pass_all(t)
    assert (controller(t, "secret-9"), controller(t, "secret-10")) == ("germany-1", "germany-2")


@rule("SPY-8.8", "SPY-R23")
def test_a_spy_carries_its_secret_along_even_bait_abroad() -> None:
    t = scene(spies={"germany-1": "munich"}, secrets={"secret-9": "munich counterspy 6 by germany-1"})
    play(t, "germany: step 1 vienna")
    assert secret(t, "secret-9")["at"] == "vienna"
    assert controller(t, "secret-9") == "germany-1"


@rule("SPY-9.1", "SPY-9.2", "SPY-9.3", "SPY-X7")
def test_a_counterspy_catches_weaker_spies_and_is_discarded() -> None:
    for strength, caught in ((6, False), (5, True)):
        t = scene(
            spies={"germany-1": f"warsaw {strength}"},
            secrets={"secret-1": "warsaw counterspy 6"},
            chits={"germany": "discovery"},
        )
        play(t, "germany: discover 1 secret-1")
        assert at(t, "germany-1") == ({"box": "neutral"} if caught else "warsaw")
        assert secret(t, "secret-1")["off"] == {"box": "discarded"}
        assert secret(t, "secret-1")["counterspy"] == 6
        assert "spectator" in who_was_told(t, "counterspy-met")


@rule("SPY-6.2", "SPY-9.4", "SPY-R39", "SPY-R69", "SPY-X7")
def test_whose_record_a_counterspys_capture_enters() -> None:
    def met(city: str, discoverer: str) -> Any:
        t = scene(
            turn=discoverer,
            spies={f"{discoverer}-1": f"{city} 3"},
            secrets={"secret-1": f"{city} counterspy 6"},
            chits={discoverer: "discovery"},
        )
        play(t, f"{discoverer}: discover 1 secret-1")
        return t

    munich = met("munich", "france")
    assert at(munich, "france-1") == record("germany", 1933)
    assert spy(munich, "france-1", "germany")["strength"] == 3
    assert at(met("warsaw", "france"), "france-1") == {"box": "neutral"}
    assert spy(met("warsaw", "france"), "france-1", "britain")["strength"] is None
    assert at(met("paris", "france"), "france-1") == {"box": "neutral"}, "nobody captures its own spy"


@rule("SPY-R24")
def test_a_nation_knows_its_own_bait() -> None:
    t = scene(
        spies={"germany-1": "prague 2"},
        secrets={"secret-9": "prague counterspy 7"},
        chits={"germany": "discovery"},
    )
    play(t, "germany: discover 1 secret-9")
    assert controller(t, "secret-9") == "germany-1"
    assert secret(t, "secret-9")["counterspy"] is None, "others still do not know"
    assert not secret(t, "secret-9")["proven"]


HANDING: dict[str, Any] = {
    "spies": {"germany-1": "prague", "germany-2": "vienna", "germany-3": "vienna"},
    "secrets": {"secret-1": "prague 3 by germany-1", "secret-2": "vienna 2 by germany-3"},
}


@rule("SPY-10.1", "SPY-10.2", "SPY-R22", "SPY-R71")
def test_handing_over_on_entering_and_carrying_on() -> None:
    t = scene(**HANDING)
    assert refused_by(t, "germany: hand secret-2 2") == "SPY-R71"
    play(t, "germany: step 1 vienna")
    assert refused_by(t, "germany: hand secret-2 1") == "SPY-R71"
    assert refused_by(t, "germany: hand secret-1 3") == "SPY-R21"
    play(t, "germany: hand secret-1 2", "germany: rest")
    assert controller(t, "secret-1") == "germany-2"
    play(t, "germany: step 2 munich")
    assert secret(t, "secret-1")["at"] == "munich"


@rule("SPY-10.3", "SPY-10.4", "SPY-X8")
def test_cashing_in_the_capital() -> None:
    t = scene(year=1936, spies={"germany-1": "prague"}, secrets={"secret-1": "prague 3 by germany-1"})
    assert refused_by(t, "germany: cash secret-1") == "SPY-10.3"
    play(t, "germany: step 1 leipzig", "germany: step 1 berlin", "germany: cash secret-1")
    assert (money(t, "germany"), nation(t, "germany")["chits"]) == (70, 1)
    assert secret(t, "secret-1")["off"] == record("germany", 1936)
    assert told(t, "cashed") == [{"nation": "germany", "secret": "secret-1", "city": "berlin", "count": "20"}]


@rule("SPY-10.5")
def test_national_secrets_are_not_cashed_but_score_at_the_end() -> None:
    t = scene(
        year=1939,
        turn="germany",
        spies={"germany-1": "leipzig"},
        secrets={"secret-9": "leipzig 3 by germany-1"},
    )
    play(t, "germany: step 1 berlin")
    assert refused_by(t, "germany: cash secret-9") == "SPY-10.5"
    play(t, "germany: end")
    while t.deciders:
        end_turn(t)
    assert nation(t, "germany")["points"] == 3 * 4
    assert money(t, "germany") == 50


@rule("SPY-R26")
def test_a_secret_taken_in_the_capital_must_leave_and_come_back() -> None:
    given: dict[str, Any] = {
        "spies": {"germany-1": "berlin"},
        "secrets": {"secret-1": "berlin 3"},
        "chits": {"germany": "discovery"},
    }
    t = scene(**given)
    play(t, "germany: discover 1 secret-1")
    assert refused_by(t, "germany: cash secret-1") == "SPY-R26"
    play(t, "germany: step 1 leipzig", "germany: step 1 berlin", "germany: cash secret-1")
    t = scene(**given, cash_where_taken="yes")
    play(t, "germany: discover 1 secret-1", "germany: cash secret-1")
    assert money(t, "germany") == 50 - 3 + 20


@rule("SPY-R27")
def test_cashing_is_free_and_the_spy_may_move_on() -> None:
    t = scene(spies={"germany-1": "leipzig"}, secrets={"secret-1": "leipzig 3 by germany-1"})
    play(t, "germany: step 1 berlin")
    assert {"cash secret-1", "rest", "step 1 hamburg"} <= legal(t, "germany")
    play(t, "germany: cash secret-1", "germany: step 1 hamburg")
    assert at(t, "germany-1") == "hamburg"


@rule("SPY-R21")
def test_one_secret_a_spy_or_many() -> None:
    given: dict[str, Any] = {
        "spies": {"germany-1": "munich"},
        "secrets": {"secret-9": "munich 3 by germany-1", "secret-10": "munich 2"},
    }
    t = scene(**given)
    assert refused_by(t, "germany: take 1 secret-10") == "SPY-R21"
    play(t, "germany: leave secret-9", "germany: take 1 secret-10")
    assert (controller(t, "secret-9"), controller(t, "secret-10")) == (None, "germany-1")
    t = scene(**given, secrets_per_spy="many")
    play(t, "germany: take 1 secret-10", "germany: step 1 vienna")
    assert {secret(t, "secret-9")["at"], secret(t, "secret-10")["at"]} == {"vienna"}


@rule("SPY-R67")
def test_a_secret_changes_its_status_once_a_spy_between_two_spaces() -> None:
    t = scene(spies={"germany-1": "munich"}, secrets={"secret-9": "munich 3"})
    play(t, "germany: take 1 secret-9")
    assert refused_by(t, "germany: leave secret-9") == "SPY-R67"
    play(t, "germany: step 1 leipzig", "germany: leave secret-9")
    assert refused_by(t, "germany: take 1 secret-9") == "SPY-R67"


@rule("SPY-R75")
def test_a_spy_that_carries_must_leave_its_secret_first() -> None:
    t = scene(
        spies={"germany-1": "prague"},
        secrets={"secret-1": "prague 3", "secret-2": "prague 2 by germany-1"},
        chits={"germany": "discovery"},
    )
    assert refused_by(t, "germany: discover 1 secret-1") == "SPY-R21"
    play(t, "germany: leave secret-2", "germany: discover 1 secret-1")
    assert frame(t) == "SpyStep"
    assert controller(t, "secret-1") == "germany-1"


@rule("SPY-R26", "SPY-R11")
def test_what_a_captured_spy_brought_is_no_longer_brought() -> None:
    t = scene(
        spies={"germany-1": "brussels 2"},
        secrets={"secret-1": "brussels 3 by germany-1"},
        police={"france-1": "paris 4"},
    )
    play(t, "germany: step 1 paris")
    assert secret(t, "secret-1")["brought"] is True
    play(t, "france: search germany-1", "germany: pass")
    assert at(t, "germany-1") == record("france", 1933)
    assert secret(t, "secret-1")["brought"] is False
