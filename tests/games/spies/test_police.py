"""SPY-5, SPY-6, SPY-14: police, searches and capture."""

from typing import Any

from spyring.engine.frame import question, refused_end
from spyring.testkit import rule
from tests.games.spies.scene import (
    asked,
    at,
    came_back,
    controller,
    frame,
    legal,
    pass_all,
    play,
    police_in,
    react,
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

BERLIN: dict[str, Any] = {
    "step": "searches",
    "spies": {"france-1": "berlin 4", "france-2": "berlin 2"},
    "police": {"germany-1": "berlin 3", "germany-2": "berlin 2"},
}


@rule("SPY-5.1", "SPY-R19", "SPY-R72")
def test_police_are_rearranged_freely_two_in_a_city() -> None:
    t = scene(
        step="police",
        turn="italy",
        police={"italy-1": "rome 4", "italy-2": "rome 3", "italy-3": "milan 3", "italy-4": "milan 2"},
    )
    assert {"shift 1 tripoli", "shift 1 milan"} <= legal(t, "italy")
    assert refused_by(t, "italy: shift 1 paris") == "SPY-5.1"
    play(t, "italy: shift 1 milan")
    assert refused_by(t, "italy: done") == "SPY-5.1"
    assert refused_by(t, "italy: shift 2 milan") == "SPY-5.1"
    assert "talk france" in legal(t, "italy"), "talks wait for nothing"
    assert refused_by(t, "italy: shift 1 genoa") == "SPY-5.1"
    play(t, "italy: shift 3 rome", "italy: done")
    assert (police_in(t, "rome"), police_in(t, "milan")) == (2, 2)


@rule("SPY-5.1")
def test_a_player_who_cannot_end_the_step_is_told_the_full_city() -> None:
    t = scene(
        step="police",
        turn="italy",
        police={"italy-1": "rome 4", "italy-2": "milan 3", "italy-3": "milan 2"},
    )
    italy, france = (t.game.seat_names(5).index(name) for name in ("italy", "france"))
    assert question(t.view(italy)["asked"]) == "Italy: move police, guard secrets, or continue"
    assert refused_end(t.view(italy)["asked"]) is None
    play(t, "italy: shift 1 milan")
    assert question(t.view(italy)["asked"]) == "Italy: move police out of Milan"
    assert str(refused_end(t.view(italy)["asked"])) == "Milan has 3 police; only 2 may stay. [SPY-5.1]"
    for other in (france, None):
        assert refused_end(t.view(other)["asked"]) is None


@rule("SPY-R19")
def test_one_overseas_is_an_option() -> None:
    for option, clause in (("two", None), ("one", "SPY-5.1")):
        t = scene(
            step="police",
            turn="italy",
            overseas_police=option,
            police={"italy-1": "rome 4", "italy-2": "milan 3"},
        )
        play(t, "italy: shift 1 tripoli")
        assert refused_by(t, "italy: shift 2 tripoli") == clause


@rule("SPY-R20")
def test_police_leave_their_secret_when_they_move() -> None:
    t = scene(
        step="police",
        police={"germany-1": "berlin 5"},
        secrets={"secret-9": "berlin 3 by police:germany-1"},
    )
    play(t, "germany: shift 1 munich")
    assert controller(t, "secret-9") is None
    assert secret(t, "secret-9")["at"] == "berlin"


def test_police_guard_and_leave_secrets_at_home() -> None:
    t = scene(
        step="police",
        police={"germany-1": "berlin 5"},
        secrets={"secret-9": "berlin 3", "secret-10": "berlin 2", "secret-34": "berlin 2"},
    )
    play(t, "germany: guard 1 secret-9")
    assert refused_by(t, "germany: guard 1 secret-10") == "SPY-8.4"
    assert refused_by(t, "germany: guard 1 secret-34") == "SPY-8.5"
    play(t, "germany: leave secret-9", "germany: guard 1 secret-9")
    assert refused_by(t, "germany: leave secret-9") == "SPY-R67"


@rule("SPY-5.2")
def test_searching_where_there_are_police() -> None:
    t = scene(**BERLIN | {"spies": {"france-1": "berlin", "france-2": "munich", "france-3": "prague"}})
    assert legal(t, "germany") == {
        "search france-1",
        "done",
        *(f"talk {n}" for n in ("italy", "russia", "france", "britain")),
    }
    assert refused_by(t, "germany: search france-2") == "SPY-5.2"
    play(t, "germany: search france-1")
    assert told(t, "searches") == [{"nation": "germany", "spy": "france-1", "city": "berlin"}]


@rule("SPY-5.3", "SPY-5.4", "SPY-R76", "SPY-X5")
def test_all_police_in_the_city_must_be_stronger() -> None:
    equal = scene(
        step="searches",
        turn="italy",
        spies={"germany-1": "rome 5", "britain-1": "rome 4"},
        police={"italy-1": "rome 3", "italy-2": "rome 2"},
        secrets={"secret-16": "rome 3 by police:italy-1"},
    )
    play(equal, "italy: search germany-1")
    pass_all(equal)
    assert at(equal, "germany-1") == "rome"
    assert told(equal, "search-failed") == [{"spy": "germany-1"}]
    play(equal, "italy: search britain-1")
    pass_all(equal)
    assert at(equal, "britain-1") == record("italy", 1933)
    assert told(equal, "search-numbers", "britain") == [{"spy": "britain-1", "strength": "4", "against": "5"}]
    assert who_was_told(equal, "search-numbers") == {"italy", "germany", "britain"}


@rule("SPY-5.5", "SPY-R56")
def test_each_spy_once_a_turn_even_if_it_got_away() -> None:
    t = scene(**BERLIN, chits={"france": "papers"})
    play(t, "germany: search france-1")
    react(t, "france papers")
    assert refused_by(t, "germany: search france-1") == "SPY-5.5"
    assert "search france-2" in legal(t, "germany")


@rule("SPY-5.6")
def test_a_city_is_paid_for_once() -> None:
    t = scene(**BERLIN, game="advanced", points=1)
    play(t, "germany: search france-1")
    pass_all(t)
    assert seen(t)["action_points"] == 0
    play(t, "germany: search france-2")
    broke = scene(**BERLIN, game="advanced", points=0)
    assert frame(broke) == "SpyStep", "without a point nothing can be searched"


@rule("SPY-5.7", "SPY-12.23", "SPY-12.28")
def test_papers_and_escape_end_a_search_before_the_comparison() -> None:
    for chit, price in (("papers", 2), ("escape", 10)):
        t = scene(**BERLIN, chits={"france": chit})
        play(t, "germany: search france-2")
        react(t, f"france {chit}")
        assert at(t, "france-2") == "berlin"
        assert who_was_told(t, "search-numbers") == set()
        assert seen(t)["nations"][3]["money"] == 50 - price


@rule("SPY-6.1")
def test_a_captured_spy_goes_to_the_record_of_the_year() -> None:
    t = scene(**BERLIN, year=1936)
    play(t, "germany: search france-2")
    pass_all(t)
    assert at(t, "france-2") == record("germany", 1936)
    assert spy(t, "france-2", "germany")["strength"] == 2
    assert spy(t, "france-2", "italy")["strength"] is None


@rule("SPY-6.3", "SPY-P5")
def test_a_captured_spy_comes_back_by_escape() -> None:
    t = scene(step="escapes", chits={"germany": "escape"}, spies={"germany-1": "captured britain 1933 5"})
    play(t, "germany: free 1")
    assert at(t, came_back(t)) == "berlin"


@rule("SPY-R11", "SPY-R12", "SPY-P10")
def test_police_may_take_over_the_secret_of_a_captured_spy() -> None:
    given: dict[str, Any] = {
        **BERLIN,
        "secrets": {"secret-9": "berlin 3 by france-2", "secret-1": "berlin 2 by france-1"},
    }
    t = scene(**given)
    play(t, "germany: search france-2")
    pass_all(t)
    assert frame(t) == "TakeOver"
    assert legal(t, "germany") == {"pass", "guard 1 secret-9", "guard 2 secret-9"}
    play(t, "germany: guard 2 secret-9")
    assert secret(t, "secret-9")["control"] == "germany"
    play(t, "germany: search france-1")
    pass_all(t)
    assert frame(t) == "SpyStep", "a Foreign secret needs a Discovery"
    assert (controller(t, "secret-1"), secret(t, "secret-1")["at"]) == (None, "berlin")


@rule("SPY-14.1", "SPY-P9", "SPY-R18", "SPY-R70")
def test_police_search_a_spy_that_enters_every_time() -> None:
    t = scene(
        spies={"germany-1": "brussels 5"},
        police={"france-1": "paris 4", "france-2": "strasbourg 2"},
        secrets={"secret-28": "paris 3"},
        chits={"germany": "discovery"},
    )
    play(t, "germany: step 1 paris")
    assert (frame(t), asked(t)) == ("EntrySearch", ["france"])
    assert legal(t, "germany") == set()
    play(t, "france: search germany-1")
    pass_all(t)
    assert at(t, "germany-1") == "paris"
    play(t, "germany: step 1 brussels", "germany: step 1 paris")
    assert frame(t) == "EntrySearch", "it enters again"
    play(t, "france: pass")
    assert "discover 1 secret-28" in legal(t, "germany")


@rule("SPY-14.2")
def test_only_the_entering_spy_is_searched() -> None:
    t = scene(
        spies={"germany-1": "brussels 2", "germany-2": "paris 3"},
        police={"france-1": "paris 4"},
    )
    play(t, "germany: step 1 paris")
    assert legal(t, "france") == {"pass", "search germany-1"}
    assert refused_by(t, "france: search germany-2") == "SPY-14.2"
    play(t, "france: search germany-1")
    pass_all(t)
    assert at(t, "germany-1") == record("france", 1933)
    assert verbs(t, "germany") == {"step", "end", "talk"}, "the next spy may move"


@rule("SPY-14.3", "SPY-12.1", "SPY-12.3", "SPY-12.5", "SPY-12.7")
def test_answers_in_another_nations_turn() -> None:
    t = scene(**BERLIN, game="advanced", chits={"france": "escape cover", "germany": "double-cross"})
    play(t, "germany: search france-2")
    assert legal(t, "france") == {"pass", "answer escape"}
    assert refused_by(t, "france: answer cover") == "SPY-14.3"
    react(t, "france escape", "germany double-cross", "france cover", "germany pass")
    assert at(t, "france-2") == "berlin"
    assert seen(t)["nations"][3]["money"] == 50 - 10 - 1
    assert seen(t)["nations"][0]["money"] == 50 - 1
