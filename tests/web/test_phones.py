"""On a phone everything that decides can be read and hit, and the board keeps its size."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.night import NIGHT
from tests.web.shelf import NAMES, quick
from tests.web.test_layout import nothing_important_is_below_the_fold
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

READ = "#board, #hand, #actions, #sentence, .standing, #latest, .tablist"
LEAST = 12  # px of letters
FINGER = 40  # px of what is tapped


# Parts of a table that the first decisions do not show; test_overlap looks at a full map of Season 0.
LATER = {
    "estoril": "#hand .two-tiles",
    "krakow": "#hand .screen-of-gold",
    "spies": "#hand .telegram--playable",
}


@pytest.mark.parametrize("game", NAMES)
def test_whatever_decides_can_be_read_and_hit(visit: Come, game: str) -> None:
    """Every text and every target of the table, in each of the first decisions and in a later one, before
    and after choosing; the sentence has room, too.
    """
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    nothing_important_is_below_the_fold(ada)
    found = Looks()
    found.look_at_decisions(ada, 30 if NIGHT else 2)
    if game in LATER:
        ada.table_with(LATER[game], game, seats, **options)
        found.look_at_decisions(ada, 1)
    assert (found.tiny, found.narrow, found.squeezed) == ({}, {}, [])
    assert max(found.heights) - min(found.heights) <= 2, f"the board has {found.heights}"


class Looks:
    """What was found at a table, over several looks."""

    def __init__(self) -> None:
        self.tiny: dict[str, float] = {}
        self.narrow: dict[str, float] = {}
        self.squeezed: list[str] = []
        self.heights: set[int] = set()

    def look_at_decisions(self, ada: Visitor, count: int) -> None:
        for _decision in range(count):
            ada.wait_to_be_asked()
            for _look in ("asked", "chosen"):
                self._look(ada)
                if ada.page.locator("#hand .lit").count():
                    ada.page.locator("#hand .lit").first.dispatch_event("click")
            ada.page.keyboard.press("Escape")
            if ada.over:
                return
            ada.decide()

    def _look(self, ada: Visitor) -> None:
        ada.settle()
        squeezed = sentence_without_room(ada)
        tiny = ada.measure("tiny", LEAST, READ)
        narrow = ada.measure("narrow", FINGER)
        stage = ada.page.locator(".stage").bounding_box()
        if ada.over:  # a bot may have ended the game meanwhile
            return
        self.squeezed += squeezed
        self.tiny |= tiny
        self.narrow |= narrow
        self.heights.add(round(stage["height"]))  # type: ignore[index]


def sentence_without_room(visitor: Visitor) -> list[str]:
    width, height, rows = visitor.measure("ribbon")
    good = width >= 0.6 * 390 and height <= 170 and rows <= 1
    return [] if good else [f"{visitor.sentence()}: {width:.0f} wide, {height:.0f} high, {rows} rows"]


@pytest.mark.parametrize("game", ["spies", "season0"])
def test_a_tap_beside_a_small_piece_means_it(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    ada.table_against_bots(game, quick(game)[0])
    ada.play_until("#board [data-pan] .lit")
    while not (spot := ada.page.evaluate(BESIDE)):  # what is lit may lie beyond the edge
        ada.decide()
        ada.play_until("#board [data-pan] .lit")
    before = ada.number
    ada.page.touchscreen.tap(*spot)
    ada.page.wait_for_selector(f"#board .chosen, #table:not([data-number='{before}'])")


# A point in sight 17 px from the middle of something lit, where nothing else is lit or can be read.
BESIDE = """() => {
    const stage = document.querySelector(".stage").getBoundingClientRect();
    for (const thing of document.querySelectorAll("#board [data-pan] .lit")) {
        const hit = thing.querySelector(":scope > .hit") ?? thing;
        const { left, right, top, bottom } = hit.getBoundingClientRect();
        for (const [dx, dy] of [[17, 0], [-17, 0], [0, 17], [0, -17], [17, 17], [-17, -17]]) {
            const [x, y] = [(left + right) / 2 + dx, (top + bottom) / 2 + dy];
            const under = document.elementFromPoint(x, y);
            if (x < stage.left || x > stage.right || y < stage.top + 150 || y > stage.bottom) continue;
            const other = under?.closest(".lit, .reach, [data-tip], [data-lens], button");
            if (under?.closest("[data-pan]") && !other) return [x, y];
        }
    }
    return null;
}"""


def test_a_button_leads_to_the_cards_beyond_the_edge(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("estoril", 2)
    ada.wait_to_be_asked()
    more = ada.page.locator("#hand-more")
    expect(more).to_have_text(re.compile(r"\+[234] ›"))
    for left in (r"\+[12] ›", "‹"):
        more.tap()
        expect(more).to_have_text(re.compile(left))
    expect(ada.page.locator("#hand .cards > *").last).to_be_in_viewport(ratio=0.95)
    more.tap()
    expect(ada.page.locator("#hand .cards > *").first).to_be_in_viewport(ratio=0.95)
