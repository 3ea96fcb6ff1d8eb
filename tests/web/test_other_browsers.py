"""The table page and a move of each game in Firefox and in WebKit; the night says what is missing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.luck import Luck
from tests.night import NIGHT
from tests.web.drivers import Driver, Firefox, WebKit, wait
from tests.web.shelf import NAMES, quick
from tests.web.visitor import ASKED, DECIDE

pytestmark = pytest.mark.skipif(not NIGHT, reason="by day Chromium stands for all browsers")

# The form as a person would send it, with bots that roll dice; scenes are not waited for.
SIT = """(() => {
    localStorage.setItem("prefer:speed", "once");
    for (const seat of document.querySelectorAll("select[id^=seat-]:not(#seat-0)")) seat.value = "random";
    [...document.querySelectorAll("main form button.primary")].at(-1).click();
    return true;
})()"""
# What a page of today needs, and whether all of it is drawn within the window.
DRAWN = """(() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [board, sentence] = [box("#board .board"), box("#sentence")];
    const fits = document.documentElement.scrollWidth <= innerWidth;
    return fits && board.width > 300 && board.height > 200 && sentence.height > 10;
})()"""


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def driver(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    folder: Path = tmp_path_factory.mktemp("browser")
    browser: Driver = request.param(folder)
    yield browser
    browser.close()


@pytest.mark.parametrize("game", NAMES)
def test_a_table_is_drawn_and_a_move_is_made(driver: Driver, site: str, luck: Luck, game: str) -> None:
    luck.begin(f"other browsers {type(driver).__name__} {game}")
    driver.go(f"{site}/tables/new/{game}?seats={quick(game)[0]}")
    driver.run(SIT)
    wait(driver, "document.querySelector('html.js #table.frame') !== null")
    wait(driver, f"document.querySelector({ASKED!r}) !== null")
    assert driver.run(DRAWN)
    before = driver.run("document.getElementById('table').dataset.number")
    driver.run(f"(({DECIDE})(7), true)")
    wait(driver, f"document.getElementById('table').dataset.number !== {before!r}")
