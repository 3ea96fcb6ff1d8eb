"""What a screen reader is given: Chromium's accessibility tree of all tables, and where the focus goes."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.night import NIGHT
from tests.web.shelf import NAMES, quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

# The full spoken name of each thing of a table: everything that a deciding player sees on it.
SPOKEN: Final[dict[str, list[str]]] = {
    "estoril": [
        r"^[^,]+, [^,]+, strength \d, \d points?\.",  # a tile: name, nation, strength, points, abilities
        r"^.+: .+, 6 points$",  # a mission: name, what it counts, points
        r"^.+ (I|II|III|IV)(, outer space)?\. Tiles placed here stay face down",  # a space
    ],
    "krakow": [
        r"^.+, .+, strength \d+\.\s+Support: .+ Opposition: .+",  # a card: group, all numbers, yields
        r"^Slums: White \d+, Black \d+, worth \d+",  # a district
        r"^Slums, .+: White \d+, Black \d+, room for \d+",  # a field of it
    ],
    "season0": [
        r"^Washington, Allied, North America: agents \d, incident tokens \d, surveillance \d",
        r"^[^,:]+, (Allied|Neutral|Soviet), .+$",  # a card
    ],
    "spies": [
        r"^Berlin, Germany",
        r"^Amsterdam, .*A port\.",
        r"^.*, a secret (worth \d|of unknown value).*, [A-Z][a-zü]+",
        r"^Germany$",  # a service
    ],
}


def tree(visitor: Visitor) -> list[tuple[str, str]]:
    """Role and name of everything on the page that is not hidden from readers."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (node["role"]["value"], " ".join(node.get("name", {}).get("value", "").split()))
        for node in nodes
        if not node.get("ignored")
    ]


def nameless(found: list[tuple[str, str]]) -> Iterator[str]:
    for role, name in found:
        if role in {"button", "image", "link", "tab", "combobox", "textbox", "region"} and not name:
            yield role


def everything_at_a_table_is_named_whole(ada: Visitor, game: str) -> None:
    found = tree(ada)
    assert list(nameless(found)) == []
    names = [name for role, name in found if role in {"button", "image", "group", "region"}]
    missing = [like for like in SPOKEN[game] if not any(re.search(like, name) for name in names)]
    assert missing == [], "\n".join(sorted(set(names)))


@pytest.mark.parametrize("game", NAMES)
def test_a_table_is_spoken_and_the_focus_goes_to_the_next_question(visit: Come, game: str) -> None:
    ada = visit()
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    everything_at_a_table_is_named_whole(ada, game)
    for _decision in range(3 if NIGHT else 1):
        ada.wait_to_be_asked()
        before = ada.number
        _choose_by_keys(ada)
        ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")
        ada.wait_to_be_asked()
        ada.page.wait_for_function(FOCUSED)  # or the focus is lost


# Something that can be answered with has the focus, or the sentence that tells who is waited for.
FOCUSED = """() => document.activeElement.matches(
    ".lit, .choice, #actions button, #sentence, #hand *, #board *, #choices *"
)"""

# A move is on its way, or what followed from it is shown already.
ANSWERED = """before => document.getElementById("table").dataset.number !== before
    || document.querySelector("#actions[aria-busy]") !== null"""


def _choose_by_keys(ada: Visitor) -> None:
    """Press Enter on what is lit until something is sent; what is chosen on the way is said aloud."""
    before = ada.number
    for _press in range(8):
        lit = ada.page.locator("#hand .lit:not(.chosen), #board .lit:not(.chosen)")
        target = ada.page.locator("#confirm:visible, #verbs button")
        if not target.count():
            target = lit if lit.count() else ada.page.locator("#actions .choice")
        target.first.focus()
        ada.page.keyboard.press("Enter")
        if ada.page.evaluate(ANSWERED, before):
            return
        assert ada.page.evaluate(FOCUSED), "what was chosen lost the focus"
        if ada.page.locator(":is(#hand, #board) .chosen").count():
            expect(ada.page.locator("#say")).not_to_be_empty()
    raise AssertionError("nothing was sent")


# What has the focus is hidden by every update, and no frame comes before the page looks where the focus is.
HIDE_IT = """document.addEventListener("spyring:shown", () => {
    if (document.activeElement !== document.body) document.activeElement.style.display = "none";
})"""


def test_what_an_update_hides_does_not_take_the_focus_along(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("estoril", 2)
    ada.wait_to_be_asked()
    ada.page.locator("#hand .tile").last.focus()
    ada.page.evaluate(HIDE_IT)
    ada.decide()
    ada.wait_to_be_asked()
    ada.settle()
    ada.page.wait_for_function(FOCUSED)


def test_escape_closes_what_is_open(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("season0", 2)
    ada.wait_to_be_asked()
    menu = ada.page.get_by_label("Menu of this table")
    menu.click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#ribbon details.menu[open]")).to_have_count(0)
    expect(menu).to_be_focused()
    ada.page.get_by_role("tab", name="Log").click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#log")).to_be_hidden()
    pile = ada.page.get_by_text("Threat discard pile")
    pile.click()  # on a phone, too
    expect(ada.page.locator("#board details[open] .may").first).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#board details[open]")).to_have_count(0)
    ada.page.locator("#hand .lit").first.click()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#hand .chosen")).to_have_count(0)
