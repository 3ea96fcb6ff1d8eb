"""Parts of a page that are drawn once for all who are told the same."""

import pytest
from jinja2 import DictLoader

from spyring.web import fragment_cache
from spyring.web.fast_jinja import FastEnvironment
from spyring.web.fragment_cache import FragmentCache
from spyring.web.words import Words

CARD = "{% kept card %}<b>{{ seen(card.name) }}</b>{% endkept %}"


def page(text: str) -> FastEnvironment:
    return FastEnvironment(loader=DictLoader({"page": text}), autoescape=True, extensions=[FragmentCache])


def test_what_looks_the_same_is_drawn_once() -> None:
    drawn: list[str] = []

    def seen(name: str) -> str:
        drawn.append(name)
        return name

    template = page(CARD).get_template("page")
    cards = [{"name": "A & B"}, {"name": "C"}, {"name": "A & B"}, {"name": "A & " + "B"}]
    got = [template.render(card=card, seen=seen, words=Words("en")) for card in cards]
    assert got == ["<b>A &amp; B</b>", "<b>C</b>", "<b>A &amp; B</b>", "<b>A &amp; B</b>"]
    assert drawn == ["A & B", "C"]
    template.render(card=cards[0], seen=seen, words=Words("pl"))  # another language is another page
    template.render(card=cards[0], seen=seen, words=Words("en"), game="another")
    assert drawn == ["A & B", "C", "A & B", "A & B"]


def test_what_nobody_asks_for_is_let_go_and_what_somebody_does_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fragment_cache, "MOST", 2000)
    drawn: list[str] = []

    def seen(name: str) -> str:
        drawn.append(name)
        return name

    site = page(CARD)
    template = site.get_template("page")
    for number in range(300):
        for name in ("often", f"once {number}"):
            template.render(card={"name": name}, seen=seen, words=Words("en"))
    assert drawn.count("often") == 1
    (kept,) = (one for one in site.extensions.values() if isinstance(one, FragmentCache))
    assert (
        sum(len(part.text) for half in (kept.drawn.now, kept.drawn.before) for part in half.values()) < 4000
    )


def test_what_was_not_named_is_found_where_keeping_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FragmentCache, "checked", True)
    template = page("{% kept card %}{{ card }} of {{ owner }}{% endkept %}").get_template("page")
    assert template.render(card="ace", owner="Ann") == "ace of Ann"
    with pytest.raises(AssertionError, match="page:1 is drawn in two ways"):
        template.render(card="ace", owner="Bob")


def test_what_cannot_be_told_apart_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    template = page("{% kept card %}{{ owner }}{% endkept %}").get_template("page")
    assert [template.render(card=object(), owner=name) for name in "ab"] == ["a", "b"]
    monkeypatch.setattr(FragmentCache, "checked", True)
    with pytest.raises(TypeError, match="cannot be told apart"):
        template.render(card=object(), owner="a")


def test_rows_are_read_field_by_field_and_all_else_as_jinja_does() -> None:
    row = {"items": "a method first", "name": "x", "in": {"name": "y"}}
    text = (
        "{{ row.name }} {{ row['in'].name }} {{ row.items is callable }} {{ row.none }} {{ words.language }}"
    )
    assert page(text).get_template("page").render(row=row, words=Words("en")) == "x y True  en"
