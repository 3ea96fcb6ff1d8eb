"""Templates show what is in a view, by its titles, and nothing else."""

import pytest

import spyring as package
from spyring.cli.hints import Speech, hints_of
from spyring.cli.language import translation
from spyring.engine.game import Game
from spyring.engine.i18n import english
from spyring.games.ledgers import ledger_of

VIEW = {
    "seat": "black-purse",
    "led": "an-arms-deal",
    "gold": None,
    "counts": {"green": 2, "red": 0},
    "rows": [{"card": "black-death", "by": "white"}, {"card": "saving-souls", "by": None}],
    "years": [1325, 1325],
    "blocks": False,
}


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{seat}", "Black Purse"),
        ("{seat:sign} {gold}", "■ ?"),
        ("{led.group}", "Underworld"),
        ("{led.support[led.group]} for", "4 for"),
        ("{rows.0.card}, {rows.*.by}", "Black Death, White"),
        ("{rows[saving-souls].card|seat}", "Black Purse"),
        ("{rows.card:card,}", "Black Death C4 ○○, Saving Souls M4 ○○"),
        ("{counts}", "Citizens 2"),
        ("{counts.@:name~}", "CitizensUnderworld"),
        ("{counts.green:●*} {counts.green:(#)} {counts.red:#}", "●● (2)"),
        ("{counts.*:sum} {years:-}", "2 1325"),
        ("{blocks:✓}{blocks:!–} {missing:(%)}", "–"),
        ("{missing} of {gone.far}", ""),
    ],
)
def test_a_template_is_filled(template: str, said: str) -> None:
    assert Speech(package.game("krakow"), english).say(template, VIEW).plain == said


def test_a_line_with_something_empty_is_left_out() -> None:
    speech = Speech(package.game("krakow"), english)
    assert not speech.line("Gold: {gold}", VIEW)
    assert [line.plain for line in speech.line("Led: {led}", VIEW)] == ["Led: An Arms Deal"]


def test_titles_and_texts_are_in_the_language_of_the_reader() -> None:
    game = package.game("krakow")
    speech = Speech(game, translation("pl", game))
    assert speech.say("{seat} {led.group:sign}", VIEW).plain == "Czarna Sakiewka P"


@pytest.mark.parametrize("game", package.shelf(), ids=lambda game: str(game.name))
def test_hints_name_what_there_is(game: Game) -> None:
    hints = hints_of(game)
    verbs = {verb.name for verb in game.moves.verbs}
    ledger = ledger_of(game)
    assert ledger is not None
    assert {id for ids in hints.get("clauses", {}).values() for id in ids} <= set(ledger.clauses)
    view = game.start(seed=1).view(0)
    for section in hints["section"]:
        assert {*section.get("moves", ()), *section.get("pairs", ())} <= verbs
        place, _dot, further = section.get("rows", "table").partition(".")
        assert place in {*view["table"], "asked", "box", "table", "secret_missions"}, section
        rows = view["table"].get(place)
        if rows and not further and isinstance(rows[0], dict):
            assert section.get("key", "id") in rows[0], section
