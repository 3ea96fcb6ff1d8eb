"""Parts of a page that are drawn once for all who are told the same."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from spyring.web import fragment_cache
from spyring.web.fragment_cache import FragmentCache
from spyring.web.words import Words

CARD = "{% cache card %}<b>{{ seen(card.name) }}</b>{% endcache %}"


def page(text: str) -> Environment:
    return Environment(loader=DictLoader({"page": text}), autoescape=True, extensions=[FragmentCache])


def test_equal_parts_are_drawn_once() -> None:
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


def test_unused_fragments_are_dropped_and_used_ones_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fragment_cache, "MAX_CACHE_BYTES", 5000)
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
    assert len(kept.drawn) < 5


def test_threads_share_one_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fragment_cache, "MAX_CACHE_BYTES", 5000)
    template = page(CARD).get_template("page")

    def drawn(start: int) -> list[str]:
        names = [str((start * at) % 11) for at in range(400)]
        return [template.render(card={"name": name}, seen=str, words=Words("en")) for name in names]

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            pages = list(threads.map(drawn, range(1, 9)))
    finally:
        sys.setswitchinterval(before)
    assert [len(texts) for texts in pages] == [400] * 8


def test_what_was_not_named_is_found_where_keeping_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FragmentCache, "checked", True)
    template = page("{% cache card %}{{ card }} of {{ owner }}{% endcache %}").get_template("page")
    assert template.render(card="ace", owner="Ann") == "ace of Ann"
    with pytest.raises(AssertionError, match="page:1 is drawn in two ways"):
        template.render(card="ace", owner="Bob")


def test_values_that_look_different_are_told_apart() -> None:
    template = page("{% cache value %}{{ value }}{% endcache %}").get_template("page")
    values = ["<b>", Markup("<b>"), 1, 1.0, True, "1", None, ["1"], {1: "a"}, frozenset("a")]
    shown = ["&lt;b&gt;", "<b>", "1", "1.0", "True", "1", "None"]
    for _time in range(2):
        assert [template.render(value=value) for value in values][: len(shown)] == shown
        assert template.render() == ""


def test_what_cannot_be_told_apart_is_refused() -> None:
    template = page("{% cache card %}{{ owner }}{% endcache %}").get_template("page")
    with pytest.raises(TypeError):
        template.render(card=object(), owner="a")
