"""What the guided first games say is true: of their positions, and of the rules of the edition they teach."""

import re

import pytest

import spyring
from spyring.games.spies import GAME as SPIES
from spyring.languages import LANGUAGES
from spyring.testkit import rule
from spyring.web.lessons import Lesson
from spyring.web.templates import environment
from spyring.web.words import GameWords, Words
from tests.web.shelf import TAUGHT

MAX_WORDS = 62


def lesson(game: str, language: str = "en") -> Lesson:
    return Lesson(spyring.game(game), Words(language))


@pytest.mark.parametrize("game", TAUGHT)
def test_every_decision_has_its_sentence_and_its_moves_lead_to_the_end(game: str) -> None:
    taught = lesson(game)
    for at in range(len(taught)):
        state, wanted = taught.position(at)
        assert (wanted == "") == taught.only_read(at)
        assert not wanted or state.game.moves.parse(wanted) in state.legal(taught.seat)
    assert taught.position(len(taught))[1] == ""
    assert taught.bar(len(taught)).over


@pytest.mark.parametrize("game", TAUGHT)
def test_no_step_introduces_more_than_a_reader_keeps(game: str) -> None:
    """About two things; a picture of a card does not count."""
    said = [re.sub(r"(?s)<.*>", " ", text) for text in lesson(game).says]
    assert [text for text in said if len(text.split()) > MAX_WORDS] == []


@rule("SPY-17.2", "SPY-17.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_of_spies_begins_with_what_wins(language: str) -> None:
    first, *_others = lesson("spies", language).says
    factors = SPIES.box.data["record"]["factors"]
    assert {str(factors[-1]), "1933", "1939"} <= set(re.findall(r"\d+", first))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_of_season0_explains_its_signs(language: str) -> None:
    taught = lesson("season0", language)
    words = GameWords(spyring.game("season0"), taught.words)
    for side in ("allied", "neutral", "soviet"):
        assert words.title("affiliation", side).lower()[:4] in taught.says[1].lower()


@rule("SPY-2.10")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_of_spies_names_no_chit_of_the_advanced_game(language: str) -> None:
    taught = lesson("spies", language)
    assert taught.begins["options"]["game"] == "standard"
    said = " ".join([*taught.says, taught.farewell]).lower().replace("-", " ")
    rows = SPIES.box.data["chit"]
    chits = {row["id"]: taught.words.translate(row["name"]) for row in rows}
    advanced = [row["id"] for row in rows if row["game"] == "advanced"]
    assert {"double-cross", "intercept", "drop", "source"} == set(advanced)
    assert [id for id in advanced if chits[id].lower() in said] == []
    assert chits["papers"].lower() in said


@rule("SPY-9.2")
def test_the_lesson_of_spies_says_which_spies_a_counterspy_captures() -> None:
    taught = lesson("spies")
    table = taught.position(0)[0].view(taught.seat)["table"]
    value, counterspy = table["secrets"][11]["value"], table["secrets"][12]["counterspy"]
    last = SPIES.box.data["record"]["factors"][-1]
    assert f"it scores {value} × {last} = {value * last} points" in taught.says[1]
    assert f"†{counterspy} has strength {counterspy}: it captures a weaker spy" in taught.says[2]


def test_the_years_of_a_tile_are_one_number_or_two() -> None:
    desk = environment().get_template("spies/desk.html")
    years = desk.make_module({"game": SPIES, "words": Words("en")}).years  # type: ignore[attr-defined]
    assert years({"years": [1936, 1936]}) == "1936"
    assert years({"years": [1937, 1939]}) == "1937–39"


@rule("KRK-5.3", "KRK-12.2")
def test_the_lesson_of_krakow_counts_as_its_game_does() -> None:
    taught = lesson("krakow")
    begins = taught.position(0)[0].view(taught.seat)["table"]
    assert begins["trick"] > 1, "who holds the season leads its first trick only"
    assert "so you lead" not in " ".join(taught.says[:2])
    fields = [kind for row in begins["districts"] for kind in row["fields"]]
    assert fields.count("gold") == 5
    assert any("five districts with a gold field" in text for text in taught.says)
    outcome = taught.position(len(taught))[0].outcome
    assert outcome is not None
    mine = outcome.breakdown[taught.seat]
    assert (mine["own"], mine["group"]) == (10, 4)
    assert taught.farewell.startswith("You have ten points of your own, and your group adds four.")


@rule("EST-1.2")
def test_the_lesson_of_estoril_ends_with_the_points_of_its_game() -> None:
    taught = lesson("estoril")
    outcome = taught.position(len(taught))[0].outcome
    assert outcome is not None
    assert "{} to {}".format(*outcome.scores) in taught.farewell
