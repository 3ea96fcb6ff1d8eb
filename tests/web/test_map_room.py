"""What the map room of Spies! says and offers, without a browser."""

import re
from typing import Any

import pytest

import spyring
from spyring.engine.frame import question
from spyring.engine.state import State
from spyring.languages import translation
from spyring.server.core.payloads import EventText
from spyring.web.look import Look, look_of
from spyring.web.screen import Line
from tests.games.spies.scene import play, scene, told
from tests.web.test_saying import WORDS, decisions, screen_of

SPIES = spyring.game("spies")


def look() -> Look:
    return look_of(SPIES, WORDS)


def board_of(state: State, seat: int) -> str:
    return look().board(screen_of(state, state.view(seat), seat))


def tags(text: str, kind: str) -> list[str]:
    """The opening tags whose class begins with a word."""
    return re.findall(rf'<[a-z]+ class="{kind}[ "][^>]*>', text)


POLICE = {"germany-1": "berlin 3", "italy-1": "naples 2", "russia-1": "moscow 2"}


def test_only_the_police_of_the_nation_that_acts_can_be_chosen() -> None:
    t = scene(step="police", seats=2, police=POLICE)
    seat = t.deciders[0]
    assert t.view(seat)["table"]["runners"]["italy"] == t.view(seat)["you"]
    found = tags(board_of(t, seat), "police")
    chosen = [tag for tag in found if "data-police=" in tag]
    assert len(chosen) == 1
    assert "nation--germany" in chosen[0]
    (italian,) = [tag for tag in found if "nation--italy" in tag]
    assert "Germany is acting; this piece belongs to Italy." in italian


@pytest.mark.parametrize(
    ("language", "spy", "secret"), [("it", "Francia 1", "Segreto 2"), ("pl", "Francja 1", "Tajemnica 2")]
)
def test_a_question_names_spies_and_secrets_in_the_language_of_the_reader(
    language: str, spy: str, secret: str
) -> None:
    t = scene(
        turn="france",
        spies={"france-1": "prague", "germany-1": "prague"},
        secrets={"secret-2": "prague 3"},
        chits={"france": "discovery", "germany": "cover"},
    )
    play(t, "france: discover 1 secret-2")
    view = t.view(t.deciders[0])
    translate = translation(language, SPIES).gettext
    for said in (question(view["asked"], translate), question(view["asked"], translate, waiting="Ada")):
        assert "France" not in said
        assert "Secret" not in said
    assert spy in question(view["asked"], translate)
    assert secret in question(view["asked"], translate)


def test_a_tile_that_is_played_shows_what_each_nation_gets() -> None:
    spies = {"germany-1": "vienna", "germany-2": "prague", "france-1": "paris", "france-2": "prague"}
    t = scene(step="tile", spies=spies, tiles={"germany": "ge3"})
    before = t.view(None)
    shown = look().prop(screen_of(t, before), "tile-played", {"nation": "germany", "tile": "ge3"})
    play(t, "germany: play ge3")
    gains = {}
    for then, now in zip(before["table"]["nations"], t.view(None)["table"]["nations"], strict=True):
        gains[then["nation"]] = (now["money"] - then["money"], now["chits"] - then["chits"])
    assert gains["germany"] == (2, 3)
    assert gains["france"] == (0, 3)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", shown))
    assert words.endswith("Germany +£2 +3 chits France +3 chits ")
    assert SPIES.events["tile-played"].weight == 2  # a climax: always staged


def answered(state: State, *kinds: str) -> str:
    """The board when these events were told last."""
    screen = screen_of(state, state.view(0), 0)
    fields = {"nation": "italy", "other": "germany", "chit": "cover", "count": "1"}
    for kind in kinds:
        screen.log.append(
            Line(SPIES, 7, 0, EventText(fields={"kind": kind, **fields}, sentence=f"Said: {kind}."))
        )
    return look().board(screen)


def test_how_talks_ended_stays_on_the_board() -> None:
    t = scene()
    assert "reply" not in answered(t)
    assert "Said: refused." in answered(t, "refused")
    assert "Said: money-changed-hands." in answered(t, "accepted", "money-changed-hands")
    assert "reply" not in answered(t, "stepped")


COVERED: dict[str, Any] = {
    "spies": {"germany-1": "prague", "france-1": "prague"},
    "secrets": {"secret-2": "prague 3"},
    "chits": {"germany": "discovery", "france": "cover cover"},
}


def test_the_covered_player_is_asked_about_the_cover() -> None:
    t = scene(**COVERED)
    play(t, "germany: discover 1 secret-2", "france: answer cover")
    said = question(t.view(0)["asked"])
    assert said == "Germany: France answers with Cover; you cannot play Discovery against it"
    assert "France answers with Cover; Germany may play" in question(t.view(1)["asked"], waiting="Germany")
    t = scene(**COVERED | {"chits": {"germany": "discovery discovery", "france": "cover"}})
    play(t, "germany: discover 1 secret-2", "france: answer cover")
    assert question(t.view(0)["asked"]).endswith("; play Discovery against it or pass")


def test_each_chit_that_falls_is_told_once() -> None:
    t = scene(**COVERED)
    play(t, "germany: discover 1 secret-2", "france: answer cover", "germany: pass")
    assert told(t, "cancelled") == [{"nation": "germany", "chit": "discovery"}]
    t = scene(**COVERED | {"chits": {"germany": "discovery discovery", "france": "cover cover"}})
    play(t, "germany: discover 1 secret-2", "france: answer cover", "germany: answer discovery")
    play(t, "france: answer cover", "germany: pass")
    assert told(t, "cancelled") == [{"nation": "germany", "chit": "discovery"}] * 2  # answer and first


def test_choices_of_police_say_which_and_their_cities_are_named() -> None:
    t = scene(step="police", police=POLICE)
    screen = screen_of(t, t.view(0), 0)
    (choice,) = [one for one in screen.choices if one.text == "shift 1 hamburg"]
    assert look().says(screen, choice) == "Move police (strength 3) from Berlin to Hamburg"
    board = look().board(screen)
    named = {tag for tag in tags(board, "place") if "place--named" in tag}
    assert {"hamburg", "munich"} <= {re.findall(r'data-city="([^"]*)', tag)[0] for tag in named}
    assert "paris" not in str(named)


def test_with_two_seats_it_is_said_that_russia_changes_sides() -> None:
    t = scene(seats=2)
    screen = screen_of(t, t.view(0), 0)
    assert "this year" in "".join(look().player(screen, seat) for seat in screen.seats)
    assert "Russia" in look().seating[2]


def test_an_envelope_bears_the_number_by_which_sentences_call_it() -> None:
    t = scene(spies={"germany-1": "prague"}, secrets={"secret-2": "prague 3", "secret-26": "minsk"})
    board = board_of(t, 0)
    for number in ("2", "26"):
        (drawn,) = re.findall(rf'<g class="secret-piece[^>]*data-secret="secret-{number}".*?</g>', board)
        assert f">{number}</text>" in drawn


def test_a_chit_is_played_from_the_hand_or_says_when_it_can_be() -> None:
    t = scene(
        spies={"germany-1": "prague"},
        secrets={"secret-2": "prague 3"},
        chits={"germany": "discovery cover"},
    )
    hand = look().hand(screen_of(t, t.view(0), 0))
    tickets = dict(re.findall(r'<button type="button" class="ticket ticket--([a-z-]+)"([^>]*)>', hand))
    assert 'data-tool data-verb="discover"' in tickets["discovery"]
    assert "data-verb" not in tickets["cover"]
    assert "Play it when a Discovery is attempted" in tickets["cover"]


def test_a_tile_shows_what_rivals_gain_before_it_is_played() -> None:
    spies = {"germany-1": "vienna", "france-1": "paris", "france-2": "prague"}
    t = scene(step="tile", spies=spies, tiles={"germany": "ge3"})
    hand = look().hand(screen_of(t, t.view(0), 0))
    assert 'class="telegram-gains" aria-label="Germany +£2, France +3 chits"' in hand


def test_the_boxes_show_who_was_captured_and_who_is_dead() -> None:
    spies = {"germany-1": "captured britain 1935", "france-2": "sanctioned", "italy-1": "rome"}
    t = scene(spies=spies, year=1936)
    captured, killed = re.findall(r'<div class="spy-box">(.*?)</div>', board_of(t, 0), re.DOTALL)
    assert "Germany 1, captured by Britain in 1935" in captured
    assert "France 2" in killed
    assert "Italy" not in captured + killed


def test_pieces_won_are_not_called_points() -> None:
    t = scene(spies={"germany-1": "captured britain 1935"}, year=1936)
    screen = screen_of(t, t.view(0), 0)
    facts = look().player(screen, "britain")
    assert "<dt>pieces</dt><dd>1</dd>" in facts
    assert "points</dt>" not in facts


def test_the_ending_says_what_cost_the_reader() -> None:
    for state, _seat, _look in decisions("spies", 5, 20_000):
        ended = state
    assert ended.outcome is not None
    winners = ended.outcome.winners
    loser = next(seat for seat in range(5) if seat not in winners)
    view = ended.view(loser)
    points = 0
    for one in view["table"]["spies"]:
        if one["nation"] == view["you"] and one["off"] and one["off"]["box"] == "record":
            points += one["strength"] * view["table"]["factors"][one["off"]["year"] - 1933]
    said = look().decided(screen_of(ended, view, loser))
    assert f"Others scored {points} points from your captured spies" in said
    assert "points behind" in said


def test_the_rest_of_the_spies_can_be_placed_for_one() -> None:
    stages = set()
    for state, seat, _look in decisions("spies", 5, 150):
        asked = state.view(seat)["asked"]
        if asked.get("placing"):
            stages.add(asked["placing"])
            assert "arrange" in [choice.text for choice in screen_of(state, state.view(seat), seat).choices]
    assert {"secrets", "police", "spies"} <= stages
