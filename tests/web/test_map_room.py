"""What the map room of Spies! says and offers, without a browser."""

import re
from typing import Any

import pytest

import spyring
from spyring.engine.frame import question
from spyring.engine.state import State
from spyring.games.spies import GAME
from spyring.languages import translation
from spyring.server.payloads import Told
from spyring.web.fragment_cache import expanded
from spyring.web.look import Look, look_of
from spyring.web.screen import Line
from tests.games.spies.scene import play, scene, told
from tests.web.test_saying import WORDS, screen_of

SPIES = spyring.game("spies")


def look() -> Look:
    return look_of(SPIES, WORDS)


def board_of(state: State, seat: int) -> str:
    return expanded(look().board(screen_of(state, state.view(seat), seat)))


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
    assert "Now Germany acts; this piece belongs to Italy." in italian


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
        screen.log.append(Line(SPIES, 7, 0, Told(fields={"kind": kind, **fields}, sentence=f"Said: {kind}.")))
    return expanded(look().board(screen))


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


def test_whoever_is_covered_is_asked_about_the_cover() -> None:
    t = scene(**COVERED)
    play(t, "germany: discover 1 secret-2", "france: answer cover")
    said = question(t.view(0)["asked"])
    assert said == "Germany: France answers with Cover; you cannot play Discovery against it"
    assert "France answers with Cover; Germany may play" in question(t.view(1)["asked"], waiting="Germany")
    t = scene(**COVERED | {"chits": {"germany": "discovery discovery", "france": "cover"}})
    play(t, "germany: discover 1 secret-2", "france: answer cover")
    assert question(t.view(0)["asked"]).endswith("; play Discovery against it, or let it stand")


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
    assert look().says(screen, choice) == "Move police of strength 3 from Berlin to Hamburg"
    board = expanded(look().board(screen))
    named = {tag for tag in tags(board, "place") if "place--named" in tag}
    assert {"hamburg", "munich"} <= {re.findall(r'data-city="([^"]*)', tag)[0] for tag in named}
    assert "paris" not in str(named)


def test_with_two_seats_it_is_said_that_russia_changes_sides() -> None:
    t = scene(seats=2)
    screen = screen_of(t, t.view(0), 0)
    assert "this year" in "".join(expanded(look().player(screen, seat)) for seat in screen.seats)
    assert "Russia" in look().seating[2]


@pytest.mark.parametrize("language", ["en", "pl", "it"])
def test_no_name_on_the_chart_lies_on_another(language: str) -> None:
    unit = 1.642  # of the chart to a pixel, in a window of 1280 x 720
    translate = translation(language, SPIES).gettext
    boxes = {}
    for row in GAME.box.data["city"]:
        dx, dy, anchor = row["label"]
        name = translate(row["name"])
        wide, high = (7.8, 14) if row.get("capital") else (6.6, 12)  # pixels of a bold letter
        left = row["x"] / unit + dx - (wide * len(name) if anchor == "end" else 0)
        base = row["y"] / unit + dy
        boxes[name] = (left, base - 0.7 * high, left + wide * len(name), base + 0.2 * high)
    for one, (left, top, right, bottom) in boxes.items():
        on = [
            other
            for other, box in boxes.items()
            if other != one and left < box[2] and box[0] < right and top < box[3] and box[1] < bottom
        ]
        assert on == [], f"{one} lies on {on}"


def test_an_envelope_bears_the_number_by_which_sentences_call_it() -> None:
    t = scene(spies={"germany-1": "prague"}, secrets={"secret-2": "prague 3", "secret-26": "minsk"})
    board = board_of(t, 0)
    for number in ("2", "26"):
        (drawn,) = re.findall(rf'<g class="secret-piece[^>]*data-secret="secret-{number}".*?</g>', board)
        assert f">{number}</text>" in drawn
