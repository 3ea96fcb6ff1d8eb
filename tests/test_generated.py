"""Written code is what the declarations say."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import spyring
from spyring.codegen import fields
from spyring.codegen.declared import BadDeclaration, Words
from spyring.codegen.fields import Fields
from spyring.codegen.fields import render as render_fields
from spyring.codegen.files import stale, write
from spyring.codegen.words import render
from spyring.server.core.settings import Settings, unknown_variables
from tools import settings_page

ROOT = Path(__file__).parents[1]
GAMES = Path(spyring.__file__).parent / "games"


def test_every_written_file_is_fresh() -> None:
    """If this fails: ``make generated``."""
    assert [file for source in GAMES.glob("*/words.toml") for file in stale(source.parent)] == []


def test_the_page_of_settings_is_fresh_and_explains_each() -> None:
    """If this fails: a comment at the setting, then ``make generated``."""
    explained = {name: meaning for rows in settings_page.described().values() for name, meaning in rows}
    assert list(explained) == list(Settings.model_fields)
    assert [name for name, meaning in explained.items() if not meaning] == []
    assert settings_page.PAGE.read_text(encoding="utf-8") == settings_page.render()


def test_every_variable_of_ours_is_known() -> None:
    """If this fails: it belongs to ``Settings`` or to ``OTHERS``."""
    named: set[str] = set()
    for folder in ("src", "tests", "tools", "benchmarks", "examples", "deploy", "docs"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".py", ".md", ".env", ".yaml", ".service", ".toml", "") and file.is_file():
                named |= set(re.findall(r"\bSPYRING_[A-Z_]*[A-Z]\b", file.read_text(encoding="utf-8")))
    for file in (ROOT / "Makefile", ROOT / "setup.py"):
        named |= set(re.findall(r"\bSPYRING_[A-Z_]*[A-Z]\b", file.read_text(encoding="utf-8")))
    assert unknown_variables(named - {"SPYRING_HOSTNAMES"}) == {}  # which shows a misspelt one


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


def test_a_row_in_the_middle_moves_no_other_code() -> None:
    """Codes follow from the declared numbers, not from the order of the rows."""
    words = Words(
        '[domain]\nmetal = ["gold", "tin"]\n'
        '[verb.take]\nnumber = 0\nargs = "metal"\ndoes = "Take {metal}"\n'
        '[verb.sell]\nnumber = 2\nargs = "metal"\ndoes = "Sell {metal}"\nsince = 3\n'
        '[verb.rest]\nnumber = 1\ndoes = "Rest"\n'
        '[event.sold]\nnumber = 1\nnow = "Sold."\n'
        '[event.found]\nnumber = 0\nnow = "Found."\n',
        "words.toml",
    )
    made: dict[str, Any] = {}
    exec(render(words), made)
    assert [made[code] for code in ("TAKE", "REST", "SELL", "FOUND", "SOLD")] == [0, 2, 3, 0, 1]
    book = made["move_book"]()
    assert [(verb.name, verb.base, verb.since) for verb in book.verbs] == [
        ("take", 0, 1),
        ("rest", 2, 1),
        ("sell", 3, 3),
    ]
    assert [kind.name for kind in made["event_book"]().kinds] == ["found", "sold"]


def test_packed_numbers_come_out_as_they_went_in() -> None:
    words = Words('[packed]\nfact = "what seat:4 day:50"\n[verb.rest]\ndoes = "Rest"\n', "words.toml")
    made: dict[str, Callable[..., int]] = {}
    exec(render(words), made)
    for what, seat, day in ((0, 0, 0), (7, 3, 49), (1000, 2, 1)):
        number = made["fact"](what, seat, day)
        assert number == (what * 4 + seat) * 50 + day
        taken = [made[f"{part}_of_fact"](number) for part in ("what", "seat", "day")]
        assert taken == [what, seat, day]


def test_a_field_says_how_long_it_lasts_and_how_files_hold_it() -> None:
    declared = Fields(
        '[field.board]\nnumber = [0, 8]\nuntil = "round"\nfile_from = 1\n'
        '[field.lost]\nthings = "t.ids"\n'
        '[field.grid]\nblock = true\nwrite = "by-hand"\n',
        "fields.toml",
    )
    text = fields.render(declared, "spyring.games.none")
    assert "    def clear_round(t) -> None:\n" in text
    assert '"board": int(t.board) + 1,' in text
    assert 't.board = read.number("board", 0 + 1, 8 + 1, int(t.board) + 1) - 1' in text
    assert "t.lost = tuple(lost)" in text
    assert "grid: " not in text
    assert "**t.game.entries(t)," in text
    assert '"board", "lost", "grid",' in text


def test_a_given_domain_may_have_labels_and_numbers_from_anywhere_on() -> None:
    words = Words(
        '[given]\nmetal = ["gold", "tin"]\n[codes]\nmetal = { prefix = "OF_", first = 7, count = "METALS" }\n'
        '[verb.take]\nargs = "metal"\ndoes = "Take {metal}"\n[verb.rest]\ndoes = "Rest"\n',
        "words.toml",
    )
    text = render(words)
    assert 'METAL_IDS: Final[tuple[str, ...]] = ("gold", "tin")' in text
    assert "METALS: Final = 2\nOF_GOLD: Final = 7\nOF_TIN: Final = 8" in text
    assert "METAL: Final" not in text  # its titles come from the box, so the game makes it
    assert "REST: Final = 2" in text


def test_a_field_says_what_a_position_may_leave_out_and_what_is_read_first() -> None:
    text = render_fields(
        Fields(
            '[field.turn]\nnumber = [0, 9]\nmissing = "1"\n'
            "[field.age]\nnumber = [0, 9]\n"
            '[field.file]\nthing = "str"\nstart = "\\"\\""\nwrite = "t.file"\n'
            'cleared = false\nread = "first"\n'
            '[field.half]\nblock = true\nwrite = "int(t.age) // 2"\n',
            "fields.toml",
        ),
        "spyring.games.none",
    )
    assert 't.turn = read.number("turn", 0, 9, 1)' in text
    assert 't.age = read.number("age", 0, 9, int(t.age))' in text
    assert text.count('self.file = ""') == 1  # when the table is made
    assert 't.file = ""' not in text  # and not when it is cleared
    assert text.index("t.game.read_first(t, data)") < text.index("read = Reader")
    assert '"half": int(t.age) // 2,' in text
    assert "half:" not in text.replace('"half":', "")  # nothing that is stored


def test_a_field_that_came_later_says_since_when() -> None:
    declared = Fields(
        "[field.age]\nnumber = [0, 9]\n"
        '[field.mood]\nnumber = [0, 9]\nstart = "4"\nsince = 3\nfile = "humour"\nvector = "count"\n'
        '[field.tale]\nsequence = 9\nstart = "(1, 2)"\nsince = 3\n'
        '[field.hint]\nblock = true\nsince = 4\nmeans = "a hint"\nvector = "by-hand who"\n',
        "fields.toml",
    )
    text = fields.render(declared, "spyring.games.none")
    assert 'return {"humour": 3, "tale": 3}' in text
    assert 'self.mood = self.number("mood", "", since=3)' in text
    assert 'self.hint = self.block("hint", "a hint", who, since=4)' in text
    assert 't.tale = read.sequence("tale", 9) if read.has("tale") else t.tale' in text
    with pytest.raises(BadDeclaration, match="field mood: since and missing exclude each other"):
        Fields('[field.mood]\nnumber = [0, 9]\nsince = 3\nmissing = "1"\n', "fields.toml")


def numbered(*numbers: int | str | None) -> str:
    """Verbs a, b, c with these numbers."""
    rows = [f'[verb.{name}]\ndoes = "Go"\n' for name in "abc"]
    given = ["" if number is None else f"number = {number!r}\n" for number in numbers]
    return "".join(row + number for row, number in zip(rows, given, strict=True))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[verb.go", "is not TOML"),
        ('[verb.go]\ndose = "Go"', "unknown key dose in verb go"),
        ("[verb.go]\nfinal = true", "verb go has no sentence"),
        ('[verb.go]\ndoes = "Go to {city}"', "no argument for {city}"),
        ('[verb.go]\nargs = "city"\ndoes = "Go to {city}"', "unknown domain: city"),
        ('[verb.pay]\nargs = "sum:number"\ndoes = "Pay {sum}"', "needs a finite domain"),
        ('[verb.go]\ndoes = "Go"\n[event.go]\nnow = "Gone."', "GO is the constant of two rows"),
        ('[option.a]\ntitle = "A"\nhelp = "A?"\nclause = "X-1"\nvalues = [1, 2]\ndefault = 3', "default: 3"),
        ('[option.a]\ntitle = "A"\nhelp = "A?"\nvalues = [1, 2]', "option a has no clause"),
        ('[codes.city]\nprefix = ""', "has no domain"),
        ('[packed]\nlook = "place seat"', "each part but the first has a size"),
        ('[packed]\nlook = "place"', "fewer than two numbers"),
        (numbered(0, 1, 1), "verb c and b both have number 1; the next free one is 2."),
        (numbered(0, 1, 3), "verb c has number 3 and leaves a gap; the next free one is 2."),
        (numbered(0, 1, None), "verb c has no number; the next free one is 2."),
        (numbered(0, "one", 1), "verb b: the number must be a whole number from 0; the next free one is 2."),
        ('[verb.go]\ndoes = "Go"\nsince = 0', "verb go: since is a data version"),
        ('[packed]\ngo = "place seat:4"\n[verb.go]\ndoes = "Go"', "GO is the constant of two rows"),
    ],
)
def test_a_bad_declaration_is_refused_with_its_reason(text: str, complaint: str) -> None:
    with pytest.raises(BadDeclaration, match=r"words\.toml") as refused:
        Words(text, "words.toml")
    assert complaint in str(refused.value)
