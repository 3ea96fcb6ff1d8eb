"""Written code is what the declarations say."""

from pathlib import Path

import pytest

import spyring
from spyring.codegen.declared import BadDeclaration, Words
from spyring.codegen.files import stale, write
from spyring.codegen.words import render

GAMES = Path(spyring.__file__).parent / "games"


def test_every_written_file_is_fresh() -> None:
    """If this fails: ``make generated``."""
    assert [file for source in GAMES.glob("*/words.toml") for file in stale(source.parent)] == []


def test_what_is_written_is_fresh_until_a_word_changes(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('[verb.rest]\ndoes = "Rest"\n')
    assert write(tmp_path) == [tmp_path / "words.py"]
    assert write(tmp_path) == []
    (tmp_path / "words.toml").write_text('[verb.rest]\ndoes = "Rest a while"\n')
    assert stale(tmp_path) == [tmp_path / "words.py"]


def test_verbs_behind_a_domain_of_open_size_have_no_constant() -> None:
    words = Words(
        '[given]\ncity = "open"\n[verb.pass]\ndoes = "Pass"\n'
        '[verb.go]\nargs = "city"\ndoes = "Go to {city}"\n'
        '[verb.stay]\ndoes = "Stay"\n',
        "words.toml",
    )
    text = render(words)
    assert "GO: Final = 1" in text
    assert "STAY: Final" not in text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[verb.go", "is no TOML"),
        ('[verb.go]\ndose = "Go"', "verb go has no dose"),
        ("[verb.go]\nfinal = true", "verb go says nothing"),
        ('[verb.go]\ndoes = "Go to {city}"', "speaks of {city}"),
        ('[verb.go]\nargs = "city"\ndoes = "Go to {city}"', "unknown domain city"),
        ('[verb.pay]\nargs = "sum:number"\ndoes = "Pay {sum}"', "needs a finite domain"),
        ('[verb.go]\ndoes = "Go"\n[event.go]\nnow = "Gone."', "GO is the name of two things"),
        ('[option.a]\ntitle = "A"\nhelp = "A?"\nclause = "X-1"\nvalues = [1, 2]\ndefault = 3', "cannot be 3"),
        ('[option.a]\ntitle = "A"\nhelp = "A?"\nvalues = [1, 2]', "option a has no clause"),
        ('[codes.city]\nprefix = ""', "is of no domain"),
    ],
)
def test_a_bad_declaration_is_refused_with_its_reason(text: str, complaint: str) -> None:
    with pytest.raises(BadDeclaration, match=r"words\.toml") as refused:
        Words(text, "words.toml")
    assert complaint in str(refused.value)
