"""What open pages have got already, and what they are sent of the next rendering."""

import re

from jinja2 import DictLoader
from markupsafe import Markup
from starlette.datastructures import Headers

from spyring.web.client_fragments import ClientFragments, texts
from spyring.web.compression import update_response
from spyring.web.fast_jinja import FastEnvironment
from spyring.web.fragment_cache import Fragment, FragmentCache, expanded
from spyring.web.placeholders import CSRF, NAMES, NUMBER, WORD

INNER = "{% kept row[0] %}<b>{{ row[0] * 200 }}</b>{% endkept %}"
ROWS = "{% for row in rows %}{% kept row %}<li>" + INNER + "{{ row * 100 }}{% endkept %}{% endfor %}"


def filled(text: str, parts: dict[str, str]) -> str:
    """As the script of the page does it, which is not told the word that places bear on the server."""
    text = text.replace(WORD, "")
    return re.sub("\0([^\0]*)\0", lambda found: filled(parts.get(found[1], ""), parts), text)


def drawn(*rows: str) -> str:
    site = FastEnvironment(loader=DictLoader({"page": ROWS}), autoescape=True, extensions=[FragmentCache])
    return site.get_template("page").render(rows=rows)


def test_parts_stand_by_their_names_and_make_the_whole() -> None:
    text = drawn("a1", "a2", "b<")
    assert len(text) < 150
    assert expanded(text) == "".join(f"<li><b>{row[0] * 200}</b>{row * 100}" for row in ("a1", "a2", "b&lt;"))
    assert drawn("a1", "a2", "b<") == text  # a name says nothing but what it stands for


def test_whoever_writes_a_name_into_a_text_is_shown_nothing() -> None:
    text = drawn("a1")
    (name,) = NAMES.findall(text)
    for sent in (f"\0{name}\0", f"\0{'0' * 16}\0", "\0csrf\0", "\0number\0"):
        assert expanded(f"{sent}{text}") == sent + expanded(text)
        assert CSRF not in sent
        assert NUMBER not in sent


def test_the_word_of_places_stays_here() -> None:
    sent = update_response({"text": drawn("a1") + CSRF + NUMBER}, Headers({}))
    assert WORD.encode() not in bytes(sent.body)
    assert b"csrf" in bytes(sent.body)


def test_what_is_short_or_no_element_stands_as_it_is() -> None:
    for text in ("<b>short</b>", "a sentence within a tag " * 20):
        assert Fragment(Markup(text)).markup == text


def test_a_page_is_sent_what_it_does_not_have() -> None:
    pages, ann = ClientFragments(), ("t", "ann")
    first, second, third = drawn("a1", "b1"), drawn("a1", "a2"), drawn("b1", "a2")
    mark, parts = pages.missing(ann, "-", first)
    assert filled(first, parts) == expanded(first)
    mark, more = pages.missing(ann, mark, second)
    assert len(more) == 1
    assert filled(second, parts | more) == expanded(second)
    assert pages.missing(ann, mark, third)[1] == {}


def test_a_mark_is_good_once_and_for_its_reader_alone() -> None:
    pages, text = ClientFragments(), drawn("a1", "b1")
    mark, parts = pages.missing(("t", "ann"), "-", text)
    assert pages.missing(("t", "bob"), mark, text)[1] == parts
    assert pages.missing(("u", "ann"), mark, text)[1] == parts
    assert pages.missing(("t", "ann"), mark, text)[1] == {}
    assert pages.missing(("t", "ann"), mark, text)[1] == parts


def test_what_is_remembered_is_bounded_by_the_number_of_pages_and_not_by_their_updates() -> None:
    pages, text = ClientFragments(), drawn("a1", "b1")
    pages._known.most = 80 * len(" 0123456789abcdef")
    seldom, _parts = pages.missing(("t", "ann"), "-", text)
    often = "-"
    for _turn in range(100):
        often, _parts = pages.missing(("t", "bob"), often, text)
    assert pages.missing(("t", "ann"), seldom, text)[1] == {}
    for reader in range(100):
        pages.missing(("t", str(reader)), "-", text)
    assert len(pages._known.now) + len(pages._known.before) < 43


def test_the_order_of_fragments_tells_nothing_but_their_names() -> None:
    """Neither where they stand nor which of them were drawn before, perhaps for somebody else."""
    rows = [f"{letter}{number}" for letter in "klm" for number in range(3)]
    earlier = drawn(*reversed(rows))
    found = list(texts(drawn(*rows), earlier))
    assert len(found) == 12
    assert found == sorted(found)
