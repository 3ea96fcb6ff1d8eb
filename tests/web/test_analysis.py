"""The look back at a finished game, in a browser: asked for, waited for, read, and played on from."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.conftest import PHONE
from tests.web.shelf import quick
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


def test_a_finished_game_is_looked_back_at(visit: Come) -> None:
    ada = visit()
    ada.go("/")
    seats, options = quick("krakow")
    ada.table_against_bots("krakow", seats, **options)
    ada.play_out()
    ada.page.get_by_role("link", name="Look back").first.click()
    ada.page.get_by_role("button", name="Analyse this game").click()
    expect(ada.page.locator(".graph svg").first).to_be_visible()
    assert ada.page.locator("path.curve--known").count() == seats + 1
    expect(ada.page.locator("#luck-title")).to_be_visible()
    assert 1 <= ada.page.locator(".graph a:has(.graph-turn)").count() <= 3
    ada.page.locator(".graph-band").nth(5).click()
    expect(ada.page.locator("#replay")).to_be_visible()
    ada.page.go_back()
    ada.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    again = ada.page.get_by_role("button", name="Try again from here")
    if again.count():
        again.first.click()
        expect(ada.page.locator("#board")).to_be_visible()
    else:
        ada.page.get_by_role("link", name="Open the replay here").first.click()
        expect(ada.page.locator("#replay")).to_be_visible()
    assert ada.complaints == []
