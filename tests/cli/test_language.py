"""The language of the terminal."""

import pytest

from spyring.cli.language import translation


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pl", "złoto"),
        ("it_IT.UTF-8", "oro"),
        ("de:pl", "złoto"),
        ("en_GB", "gold"),
        ("tlh", "gold"),
        ("C.UTF-8", "gold"),
        ("../../etc", "gold"),
        ("", "gold"),
    ],
)
def test_a_language_by_name(language: str, said: str) -> None:
    assert translation(language)("gold") == said


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
