"""SZ-1 to SZ-4, SZ-6.5, SZ-16 to SZ-18: the campaign, from the prologue to the final score."""

from typing import Any

import pytest

from spyring.engine.errors import BadPosition
from spyring.engine.rows import replaced
from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.campaign.content import campaign
from spyring.games.season0.rules.instructions import read_entry, set_funding
from spyring.games.season0.rules.objectives import possible
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, legal, play, refused_by, told
from tests.games.season0.scene import choices, order, place
from tests.games.season0.year import (
    ACTION,
    GAME_MONTHS,
    begin,
    close,
    complete,
    evaluated,
    fail,
    file_of,
    go_on,
    month,
    opened,
    seen,
    to,
)

EVENING = campaign("evening", GAME.box)
MEDUSA = campaign("medusa", GAME.box)

# -- story cards ---------------------------------------------------------------------------------------------


@rule("SZ-2.3", "SZ-2.1", "SZ-P1")
def test_story_cards_are_turned_one_at_a_time_until_a_stop() -> None:
    state = begin()
    assert asked(state) == ["alpha", "bravo"]
    assert legal(state) == {"read"}
    play(state, "bravo: read")
    assert opened(state) == ["story 00-01"]
    assert frame(state) == "DrawStory"
    play(state, "read")
    assert opened(state) == ["story 00-01", "story 00-02"]
    assert frame(state) == "ChooseCharacters"


@rule("SZ-2.4", "SZ-16.11", "SZ-R62")
def test_drawing_continues_after_the_game_with_a_pause_but_not_with_a_stop() -> None:
    state = month("january")
    assert seen(state)["story"]["top"]["key"] == "story 01-03"
    assert "story 01-04" not in opened(state)
    adequate(state, "Choose")
    assert opened(state)[-1] == "story 01-04"
    stopped = month("february")
    assert seen(stopped)["story"]["top"]["stop"] == "stop"
    fail(stopped)
    to(stopped)
    assert seen(stopped)["story"]["top"]["key"] == "story 02-02"


@pytest.mark.parametrize("name", ["january", "june", "november", "december"])
@rule("SZ-2.4", "SZ-R62", "SZ-16.11")
def test_a_pause_waits_until_the_month_is_over(name: str) -> None:
    """A first game that is FAILING does not end the month, so that the card on the deck stays where it is."""
    number = f"{GAME_MONTHS.index(name):02}"
    first = month(name, "medusa")
    file = evaluated(first, 0)
    assert seen(first)["story"]["top"]["key"] == f"story {number}-03"
    again = to(go_on(file), ACTION)
    assert f"story {number}-04" not in opened(again)
    fail(again)
    to(again)
    assert f"story {number}-04" in opened(again)


@rule("SZ-2.5", "SZ-R52", "SZ-16.7")
def test_a_repeated_month_draws_no_story_cards_but_is_set_up_again() -> None:
    first = month("january")
    rules = list(first.config.stickers)
    file = evaluated(first, 0)
    again = go_on(file)
    assert frame(again) != "DrawStory"
    to(again, ACTION)
    assert [card["id"] for card in again.view(0)["table"]["objectives"]] == ["jan-1", "jan-2"]
    assert again.target[0] >= 0
    assert len(again.config.stickers) == len(rules)
    assert len(again.config.aliases) == 12
    assert sum(alias is not None for alias in again.config.aliases) == 4


@rule("SZ-2.2")
def test_the_second_part_of_the_deck_waits_for_the_first() -> None:
    assert seen(month("february"))["story"]["part"] == 2  # its last card was the last of the first part
    assert seen(month("january"))["story"]["part"] == 1


@rule("SZ-2.6", "SZ-1.7")
def test_a_story_card_has_its_number_and_two_sides_once_it_is_drawn() -> None:
    state = begin()
    assert seen(state)["opened"] == []
    play(state, "read")
    card = seen(state)["opened"][0]
    assert card["label"] == "00-01"
    assert card["front"] == EVENING.story[0]["front"]
    assert card["back"] == EVENING.story[0]["back"]


@rule("SZ-P1", "SZ-R38", "SZ-P15")
def test_a_choice_is_made_by_the_group_and_its_answer_carried_out() -> None:
    state = month("january")
    adequate(state, "Choose")
    assert state.view(0)["asked"]["answers"] == [a["text"] for a in EVENING.items["story 01-04"]["choice"]]
    play(state, "bravo: choose 2")
    assert legal(state, "alpha") == {"agree", "refuse"}
    play(state, "alpha: refuse", "alpha: choose 1", "bravo: agree")
    assert "window 11" in opened(state)
    assert seen(state)["opened"][-2]["chosen"] == 0


def adequate(state: Any, *frames: str) -> None:
    """One objective of two is complete, so that the month is over; on to one of these decisions."""
    complete(state, 2)
    fail(state)
    to(state, *frames)


# -- sealed material -----------------------------------------------------------------------------------------


@rule("SZ-3.2", "SZ-3.3", "SZ-1.8", "SZ-19.1")
def test_a_lettered_window_fills_the_frame_of_its_letter() -> None:
    state = month("february")
    assert {"window A", "frame A"} <= set(opened(state))
    assert [item["place"] for item in seen(state)["frames"]] == ["setup step 5"]
    assert len(state.threat_discard) == 10  # nine of the setup, and the one that the frame adds


@rule("SZ-3.4")
def test_double_letters_are_windows_of_their_own() -> None:
    labels = next(item for item in GAME.events.kinds if item.name == "window-opened").arguments[0][1].labels
    assert labels.index("A") != labels.index("AA")


@rule("SZ-3.1", "SZ-3.5", "SZ-3.6", "SZ-3.7")
def test_boxes_cards_and_entries_open_each_other() -> None:
    state = month("march", "medusa")
    complete(state, 2)
    assert opened(state)[-2:] == ["entry 110", "card 52"]
    fail(state)
    to(state)
    assert {"box 0001", "frame L"} <= set(opened(state))
    assert "night-train" in [event["id"] for event in seen(state)["events"]]


@rule("SZ-3.8")
def test_entries_stay_readable() -> None:
    state = month("january")
    complete(state, 2)
    file = close_with_all_failed(state)
    later = to(go_on(file), ACTION)
    texts = [item["text"] for item in seen(later)["opened"] if item["key"] == "entry 102"]
    assert texts == [EVENING.items["entry 102"]["text"]]


def close_with_all_failed(state: Any) -> dict[str, Any]:
    to(state, ACTION)
    fail(state)
    return close(state)


@rule("SZ-R67", "SZ-16.2")
def test_an_entry_is_obeyed_each_time_its_objective_fails() -> None:
    file = evaluated(month("january"), 0)
    assert file["surveillance"]["lagos"] == 1
    again = to(go_on(file), ACTION)
    second = evaluated(again, 0)
    assert [event["entry"] for event in told(again, "entry-read")] == ["101", "103"]
    assert second["surveillance"]["lagos"] == 2
    assert second["campaign"]["opened"].count("entry 101") == 1  # it stands in the dossier once


@rule("SZ-R67", "SZ-3.6")
def test_what_is_sealed_is_opened_once() -> None:
    state = month("march", "medusa")
    complete(state, 2)
    assert opened(state)[-2:] == ["entry 110", "card 52"]
    read_entry(state, 110, 0)
    state.settle()
    assert len(told(state, "entry-read")) == 2
    assert len(told(state, "operation-taken")) == 1
    assert opened(state).count("card 52") == 1


@rule("SZ-16.2", "SZ-11.6")
def test_the_entry_of_an_attempt_that_failed_is_not_read_again_after_the_game() -> None:
    state = month("january")
    state.status = (w.FAILED, state.status[1])
    state.done_by = (0, state.done_by[1])
    fail(state)
    to(state, "Upgrade")
    assert [event["entry"] for event in told(state, "entry-read")] == ["103"]


@rule("SZ-3.9")
def test_a_protocol_shows_its_rules_when_it_is_activated() -> None:
    state = month("february")
    before = {row["id"]: row for row in seen(state)["protocols"]}
    assert len(before) == 5
    assert not before["lantern"]["active"]
    assert before["lantern"]["text"] is None
    complete(state, 2)
    after = {row["id"]: row for row in seen(state)["protocols"]}
    assert after["lantern"]["active"]
    assert after["lantern"]["text"] == EVENING.items["protocol lantern"]["text"]


@rule("SZ-3.10", "SZ-3.11")
def test_files_and_reserve_are_open_to_everybody() -> None:
    state = month("february")
    assert len(seen(state)["aliases"]) == 0
    assert "track" not in str(seen(month("january"))["aliases"])
    assert len(seen(month("january"))["aliases"]) == 4
    reserve = state.view(None)["table"]["reserve"]
    assert {"false-alarm", "night-train"} & {*reserve, *(c["id"] for c in seen(state)["events"])}
    assert "three-candles" not in reserve


# -- the calendar --------------------------------------------------------------------------------------------


@rule("SZ-1.2", "SZ-4.1", "SZ-16.9")
def test_the_calendar_keeps_months_evaluations_players_and_funding() -> None:
    assert list(MEDUSA.months) == list(range(1, 13))
    file = evaluated(month("january", seats=3), 1)
    row = file["campaign"]["calendar"][0]
    assert (row["month"], row["attempt"], row["evaluation"]) == ("january", 1, "adequate")
    assert (row["seats"], row["funding"]) == (3, 6)
    assert file["month"] == "february"


@pytest.mark.parametrize(
    ("funding", "done", "after"), [(5, 2, 4), (5, 1, 6), (5, 0, 7), (1, 2, 1), (9, 0, 10), (10, 0, 10)]
)
@rule("SZ-X15", "SZ-4.6", "SZ-R31")
def test_the_evaluation_changes_the_funding(funding: int, done: int, after: int) -> None:
    state = month("february", funding=funding)
    file = evaluated(state, done)
    assert file["funding"] == after


@rule("SZ-4.4", "SZ-R31", "SZ-X15")
def test_window_14_opens_the_first_time_funding_would_exceed_ten() -> None:
    state = month("january", funding=9)
    file = evaluated(state, 0)
    assert file["funding"] == 10
    assert "window 14" in file["campaign"]["opened"]
    assert "expense-account" in file["events"]
    again = evaluated(to(go_on(file), ACTION), 0)
    assert again["campaign"]["opened"].count("window 14") == 1
    assert "window 14" not in evaluated(month("january", funding=8), 0)["campaign"]["opened"]


@rule("SZ-4.4", "SZ-R31")
def test_window_14_opens_also_by_a_card_read_after_the_evaluation() -> None:
    state = month("january", "medusa", funding=9)
    complete(state, 2)
    fail(state)
    to(state, "Choose")
    assert seen(state)["funding"] == 10
    assert "window 14" not in opened(state)
    play(state, "choose 1", "agree")  # funding +1
    assert seen(state)["funding"] == 10
    assert "window 14" in opened(state)


@rule("SZ-4.4", "SZ-R31")
def test_funding_that_exceeds_ten_during_a_game_opens_no_window() -> None:
    state = month("january", funding=10)
    set_funding(state, 1)
    state.settle()
    assert "window 14" not in opened(state)


@rule("SZ-5.5", "SZ-16.4", "SZ-16.5", "SZ-16.8")
def test_objectives_of_past_months_are_destroyed() -> None:
    assert evaluated(month("january"), 2)["destroyed"]["objectives"] == ["jan-1", "jan-2"]
    assert evaluated(month("january"), 1)["destroyed"]["objectives"] == ["jan-1", "jan-2"]
    failing = evaluated(month("january"), 0)
    assert failing["destroyed"]["objectives"] == []
    assert evaluated(to(go_on(failing), ACTION), 0)["destroyed"]["objectives"] == ["jan-1", "jan-2"]


@rule("SZ-X18", "SZ-16.7", "SZ-16.8")
def test_may_is_played_again_with_what_was_complete() -> None:
    first = evaluated(month("may", "medusa"), 1)
    assert (first["month"], first["attempt"]) == ("may", 2)
    again = to(go_on(first), ACTION)
    assert [card["status"] for card in again.view(0)["table"]["objectives"]] == ["complete", "open", "open"]
    complete(again, 2)
    second = close_with_all_failed(again)
    assert [row["evaluation"] for row in second["campaign"]["calendar"][-2:]] == ["failing", "adequate"]
    assert (second["month"], second["attempt"]) == ("june", 1)


@rule("SZ-X18", "SZ-16.8")
def test_two_failing_januaries_still_lead_to_february() -> None:
    first = evaluated(month("january"), 0)
    second = evaluated(to(go_on(first), ACTION), 0)
    assert (first["funding"], second["funding"]) == (7, 9)
    assert (second["month"], second["attempt"]) == ("february", 1)


@rule("SZ-16.15", "SZ-4.7")
def test_after_december_comes_the_final_score() -> None:
    failing = month("december", "medusa")
    file = evaluated(failing, 0)
    assert (file["month"], file["attempt"]) == ("december", 2)
    last = to(go_on(file), ACTION)
    fail(last)
    to(last)
    assert last.legacy() is None
    final = seen(last)["final"]
    assert final["parts"]["success"] == 33
    assert final["score"] == sum(final["parts"].values())
    assert final["name"] in [ending["name"] for ending in MEDUSA.endings]
    assert [event["count"] for event in told(last, "final-score")] == [str(final["score"])]


# -- aliases -------------------------------------------------------------------------------------------------


@rule("SZ-6.5", "SZ-R36", "SZ-P4", "SZ-R68")
def test_january_creates_an_alias_for_every_character() -> None:
    state = to(go_on(file_of("january"), seats=2), "CreateAlias")
    assert asked(state) == ["alpha"]
    play(state, "name iris-calloway", "occupation rare-book-dealer")
    assert asked(state) == ["bravo"]
    assert "iris-calloway" not in choices(state, "name")
    play(state, "name vera-standish")
    assert "rare-book-dealer" not in choices(state, "occupation")
    play(state, "occupation wire-photographer")
    assert asked(state) == ["alpha", "bravo"]  # nobody plays pink: the group decides
    play(state, "bravo: name hugh-pemberton", "alpha: agree")
    to(state, ACTION)
    rows = seen(state)["aliases"]
    assert [row["name"] for row in rows[:3]] == ["Iris Calloway", "Vera Standish", "Hugh Pemberton"]
    assert len({row["occupation"] for row in rows}) == 4


@rule("SZ-R36")
def test_occupations_may_be_alike_if_agreed() -> None:
    state = to(go_on(file_of("january"), occupation_unique="no"), "CreateAlias")
    play(state, "name iris-calloway", "occupation rare-book-dealer", "name vera-standish")
    assert "rare-book-dealer" in choices(state, "occupation")


# -- the six steps after a game ------------------------------------------------------------------------------


@rule("SZ-16.1", "SZ-R33", "SZ-R53", "SZ-18.1", "SZ-P17")
def test_the_prologue_leaves_nothing_behind_and_can_be_played_again() -> None:
    state = to(begin(), ACTION)
    state.tokens = replaced(state.tokens, 0, 2)
    state.tokens_left -= 2
    fail(state)
    assert frame(state) == "NextGame"
    assert legal(state) == {"go-on", "again"}
    play(state, "again", "agree")
    file = state.legacy()
    assert file is not None
    assert (file["month"], file["funding"], file["surveillance"]) == ("prologue", 5, {})
    assert file["campaign"]["calendar"] == []
    once_more = go_on(file)
    assert frame(once_more) == "ChooseCharacters"  # no story cards: the deck does not move
    to(once_more, ACTION)
    fail(once_more)
    january = close(once_more)
    assert (january["month"], january["funding"]) == ("january", 5)


@rule("SZ-16.2", "SZ-16.3")
def test_the_entries_of_failed_objectives_are_read_before_the_evaluation() -> None:
    state = month("january")
    fail(state)
    to(state, "Upgrade")
    kinds = order(state, "entry-read", "evaluated")
    assert kinds == ["entry-read", "entry-read", "evaluated"]
    done = month("january")
    reader = done.deciders[0]
    complete(done, 2)
    assert told(done, "entry-read")[0]["seat"] == ("alpha", "bravo")[reader]


@rule("SZ-16.3", "SZ-P15", "SZ-R38")
def test_the_group_chooses_who_reads_the_entries_of_failed_objectives() -> None:
    state = month("january")
    fail(state)
    assert frame(state) == "ChooseReader"
    assert legal(state, "alpha") == {"reader alpha", "reader bravo"}
    assert not told(state, "entry-read")
    play(state, "alpha: reader bravo", "bravo: refuse", "bravo: reader alpha", "alpha: agree")
    assert [event["seat"] for event in told(state, "entry-read")] == ["alpha", "alpha"]
    attempt = month("january")
    target = attempt.target[0]
    other = next(city for city in possible(attempt, 0) if city != target)
    attempt.teams[attempt.side[other] * 3] = other
    attempt.settle()
    play(attempt, "acquire 1")
    assert frame(attempt) == "ChooseReader"
    play(attempt, "alpha: reader bravo", "bravo: agree")
    assert [event["seat"] for event in told(attempt, "entry-read")] == ["bravo"]
    assert frame(attempt) == ACTION


@rule("SZ-16.10", "SZ-X17", "SZ-P16")
def test_a_city_with_incidents_gets_one_sticker() -> None:
    state = month("february", surveillance={"lima": 1, "tokyo": 3})
    for name, tokens in (("lima", 3), ("tokyo", 1)):
        state.tokens = replaced(state.tokens, GAME.box.index[name], tokens)
        state.tokens_left -= tokens
    fail(state)
    to(state, "Upgrade")
    # the entry of the lost banker watches Lima, too
    assert place(state, "lima")["surveillance"] == 3
    assert place(state, "tokyo")["surveillance"] == 3
    play(state, "cover lima", "agree")
    assert place(state, "lima")["surveillance"] == 2
    assert close(state)["surveillance"]["lima"] == 2


@rule("SZ-16.12", "SZ-16.14", "SZ-1.5")
def test_the_board_is_cleared_and_stickers_stay() -> None:
    state = month("february", surveillance={"lima": 2})
    state.game_end.append(state.threat.pop())
    count = len(state.threat_discard)
    fail(state)
    to(state, "Upgrade")
    assert len(state.threat_discard) == count + 1
    to(state)
    assert sum(state.agents) == sum(state.tokens) == sum(state.safe) == 0
    assert state.hands == [[], []]
    assert set(state.teams) == set(state.target) | {-1}
    assert seen(state)["surveillance"]["lima"] == 3


@pytest.mark.parametrize(("seats", "done", "units"), [(3, 2, 4), (3, 1, 3), (2, 0, 2)])
@rule("SZ-X16", "SZ-17.1", "SZ-16.13")
def test_the_budget_counts_seats_and_success(seats: int, done: int, units: int) -> None:
    state = month("january", seats=seats)
    for number in range(1, done + 1):
        to(state, ACTION)
        complete(state, number)
    if done < 2:
        to(state, ACTION)
        fail(state)
    to(state, "Upgrade")
    assert state.view(0)["asked"]["units"] == units
    assert told(state, "budget-granted")[0]["count"] == str(units)


@rule("SZ-17.2", "SZ-17.3", "SZ-17.4", "SZ-R38")
def test_assets_go_onto_empty_slots_of_aliases() -> None:
    state = month("january")
    fail(state)
    to(state, "Upgrade")
    assert refused_by(state, "buy black allied miniature-camera") == "SZ-17.2"  # it costs 3, and there are 2
    assert refused_by(state, "buy black soviet station-chief") == "SZ-17.3"
    play(state, "alpha: buy white allied station-chief", "bravo: agree")
    assert state.view(0)["asked"]["units"] == 1
    play(state, "bravo: spend-no-more", "alpha: agree")
    assert told(state, "budget-spent")[0]["count"] == "1"
    file = state.legacy()
    assert file is not None
    white = next(row for row in file["aliases"] if row["character"] == "white")
    assert white["slots"] == ["station-chief", None, None, None]


@rule("SZ-17.3")
def test_the_same_asset_may_lie_on_an_alias_twice() -> None:
    state = month("january")
    fail(state)
    to(state, "Upgrade")
    for _time in range(2):
        play(state, "buy white allied station-chief", "agree")
    file = close(state)
    white = next(row for row in file["aliases"] if row["character"] == "white")
    assert white["slots"] == ["station-chief", "station-chief", None, None]


@rule("SZ-R40")
def test_burned_aliases_get_no_assets() -> None:
    state = month("january")
    state.burned = 1
    state.uncovered = (state.config.box.tracks["a"], *state.uncovered[1:])
    fail(state)
    to(state, "Upgrade")
    assert refused_by(state, "buy black allied station-chief") == "SZ-R40"
    assert not choices(state, "buy", "alpha")[0].startswith("black")


@rule("SZ-17.5", "SZ-R54")
def test_a_permanent_safehouse_needs_one_that_stands() -> None:
    state = month("january")
    state.safe = replaced(state.safe, GAME.box.index["lima"], 1)
    state.safe_left -= 1
    fail(state)
    to(state, "Upgrade")
    assert choices(state, "mark") == ["lima"]
    assert refused_by(state, "mark washington") == "SZ-17.5"
    play(state, "mark lima", "agree")
    file = close(state)
    assert file["safehouses"] == ["washington", "lima"]
    assert place(to(go_on(file), ACTION), "lima")["safehouse"]
    marks = ["washington", "lima", "tokyo", "osaka", "paris", "rome", "cairo", "lagos"]
    full = month("january", safehouses=marks)
    safe = replaced(full.safe, GAME.box.index["madrid"], 1)
    full.safe = replaced(safe, GAME.box.index["lagos"], 0)
    fail(full)
    to(full, "Upgrade")
    assert refused_by(full, "mark madrid") == "SZ-R54"


@rule("SZ-17.6", "SZ-X17")
def test_counter_surveillance_covers_a_symbol() -> None:
    state = month("january")
    fail(state)
    to(state, "Upgrade")
    assert refused_by(state, "cover washington") == "SZ-17.6"
    symbols = place(state, "cairo")["surveillance"]
    play(state, "cover cairo", "agree")
    assert place(state, "cairo")["surveillance"] == symbols - 1


@rule("SZ-15.8", "SZ-R45")
def test_the_host_may_correct_the_funding_if_agreed() -> None:
    state = go_on(file_of("january"), funding_override="host")
    assert asked(state) == ["alpha"]
    play(state, "raise-funding")
    assert seen(state)["funding"] == 6
    assert frame(go_on(file_of("january"))) == "DrawStory"


@rule("SZ-R39")
def test_the_number_of_seats_may_change() -> None:
    file = evaluated(month("january", seats=2), 2)
    state = to(go_on(file, seats=4), ACTION)
    assert len(state.view(0)["table"]["players"]) == 4
    fail(state)
    to(state, "Upgrade")
    assert state.view(0)["asked"]["units"] == 4


@rule("SZ-1.3", "SZ-1.4")
def test_what_was_destroyed_never_comes_back() -> None:
    state = month("march", "medusa")
    complete(state, 2)  # the manifest strikes a port off
    manila = GAME.box.index["manila"]
    assert manila not in state.threat + state.threat_discard + state.game_end
    GAME.validate(state)
    file = close_with_all_failed(state)
    assert file["destroyed"]["threats"] == ["manila"]
    later = to(go_on(file), ACTION)
    assert manila not in later.threat + later.threat_discard


# -- files that cannot be used -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("month", "march", "out of order"),
        ("id", "minotaur", "unknown campaign minotaur"),
        ("content", "0" * 16, "another version"),
        ("story", 3, "not drawn in order"),
        ("games", -1, "none below 0"),
        ("opened", ["entry 999"], "cannot have been opened"),
        ("calendar", [{"month": "february"}], "calendar is damaged"),
        ("over", True, "it is over"),
    ],
)
@rule("SZ-4.1", "SZ-2.5")
def test_a_file_that_contradicts_itself_is_refused_in_one_sentence(
    key: str, value: object, sentence: str
) -> None:
    changed: dict[str, Any] = {key: value}
    with pytest.raises(BadPosition, match=sentence):
        go_on(file_of("january", **changed))


@rule("SZ-1.3")
def test_an_edited_file_is_refused() -> None:
    file = file_of("january")
    file["funding"] = 10
    with pytest.raises(BadPosition, match="changed after it had been saved"):
        go_on(file)
    with pytest.raises(BadPosition, match="it is evening, not medusa"):
        go_on(file_of("january"), campaign="medusa")
