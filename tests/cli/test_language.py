"""Catalogues in their written form, and which of them is taken."""

import pytest

from spyring.cli.language import Catalogue, language_of_the_terminal, translation

WRITTEN = """# Polish translations.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

#: somewhere.py:7
msgid "Go on with: {command}"
msgstr "Dalej: {command}"

msgid ""
"A long sentence "
"in \\"two\\" lines"
msgstr ""
"Długie zdanie "
"w dwóch liniach"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"

msgid "not yet"
msgstr ""

#, fuzzy, python-brace-format
msgid "guessed"
msgstr "zgadnięte"
"""


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Go on with: {command}", "Dalej: {command}"),
        ('A long sentence in "two" lines', "Długie zdanie w dwóch liniach"),
        ("not yet", "not yet"),
        ("guessed", "guessed"),
        ("{n} card", "{n} card"),
        ("", ""),
    ],
)
def test_a_sentence_of_a_catalogue(sentence: str, said: str) -> None:
    assert Catalogue(WRITTEN).translate(sentence) == said


def test_the_terminal_says_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert language_of_the_terminal() == "en"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert language_of_the_terminal() == "pl_PL.UTF-8"
    monkeypatch.setenv("LANGUAGE", "it:pl")
    assert language_of_the_terminal() == "it:pl"


@pytest.mark.parametrize("language", ["tlh", "C.UTF-8", "../../etc", "en_GB"])
def test_without_a_catalogue_it_is_english(language: str) -> None:
    assert translation(language)("The game is over.") == "The game is over."
