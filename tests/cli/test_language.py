"""The language of the terminal."""

import pytest

from spyring.cli.language import UnknownLanguage, translation


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pl", "złoto"),
        ("it_IT.UTF-8", "oro"),
        ("PL", "złoto"),
        ("en_GB", "gold"),
    ],
)
def test_a_language_by_name(language: str, said: str) -> None:
    assert translation(language)("gold") == said


@pytest.mark.parametrize("language", ["tlh", "C.UTF-8", "../../etc", "", "enochian"])
def test_a_language_that_nobody_speaks_here_is_refused(language: str) -> None:
    with pytest.raises(UnknownLanguage, match="Choose one of en, pl, it"):
        translation(language)


def test_without_a_name_the_terminal_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert translation()("gold") == "gold"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert translation()("gold") == "złoto"
    monkeypatch.setenv("LANGUAGE", "it:pl")
    assert translation()("gold") == "oro"


def test_nothing_said_is_nothing_said() -> None:
    assert translation("pl")("") == ""
