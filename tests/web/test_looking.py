"""Looking closer: the lens over a card or tile, what a line of the log speaks of, what is new in it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.shelf import NAMES, quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

PRESS = (
    "(thing, kind) => thing.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'touch' }))"
)
FINDS = """() => [...document.querySelectorAll("#log [data-n]")].map((line) => {
    line.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    return document.querySelectorAll("#board .found, #hand .found").length;
})"""


@pytest.mark.parametrize("game", NAMES)
def test_a_card_grows_under_the_pointer_with_the_focus_and_on_a_long_press(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0], until="#hand .cards > button")  # some begin without cards
    ada.play_until("#hand [data-lens]:visible")
    lens = ada.page.locator("#lens")
    card = ada.page.locator("#hand [data-lens]:visible").first
    card.hover()
    expect(lens.locator(".provenance")).to_be_visible()  # where its numbers come from
    ada.page.keyboard.press("Escape")
    expect(lens).to_be_hidden()

    for _press in range(40):
        ada.page.keyboard.press("Tab")
        if ada.page.evaluate("document.activeElement.closest('#hand [data-lens]') !== null"):
            break
    expect(lens).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(lens).to_be_hidden()

    card.evaluate(PRESS, "pointerdown")
    expect(lens).to_be_visible()
    card.evaluate(PRESS, "pointerup")
    expect(lens).to_be_hidden()


def test_the_log_finds_what_it_speaks_of_and_shows_what_is_new(visit: Come) -> None:
    ada = visit()
    url = ada.table_against_bots("estoril", 2, ahead=3)
    ada.wait_to_be_asked()
    assert max(ada.page.evaluate(FINDS)) > 0, "no line of the log finds what it speaks of"
    expect(ada.page.locator(".log-since")).to_have_count(0)
    seen = 4
    back = ada.page.context.new_page()
    table = ada.page.get_attribute("#table", "data-table")
    back.goto(url)
    expect(back.locator("#log [data-n]").first).to_be_attached()
    expect(back.locator(".log-since")).to_have_count(0)  # nobody was away
    back.add_init_script(f"localStorage.setItem('seen:{table}', `{seen} ${{Date.now() - 3_600_000}}`)")
    back.goto(url)
    expect(back.locator(".log-since")).to_have_count(1)
    assert int(back.locator(".log-since + [data-n]").get_attribute("data-n") or 0) > seen
