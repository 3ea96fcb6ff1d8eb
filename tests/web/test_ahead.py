"""Who is ahead: one glance, in every game."""

import pytest
from playwright.sync_api import expect

import spyring
from spyring.engine.kinds import COOPERATIVE
from tests.night import a_few
from tests.web.shelf import NAMES, quick
from tests.web.test_games import Come


@pytest.mark.parametrize("game", a_few(NAMES))
def test_the_page_says_who_is_ahead(visit: Come, game: str) -> None:
    ada = visit()
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    ada.in_sight("#players .ahead")
    if spyring.game(game).kind == COOPERATIVE:
        expect(ada.page.locator("#players .ahead")).to_contain_text("How we are doing")
        return
    expect(ada.page.locator(".ahead-seat")).to_have_count(seats)
    ada.page.locator(".ahead-seat").first.hover()
    expect(ada.page.locator("#lens")).to_contain_text(ada.page.locator(".ahead-seat b").first.inner_text())
