"""The boards of Estoril: marks do not cover each other, nor what a tile says."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import spyring
from spyring.engine.state import State
from spyring.web.look import look_of
from tests.games.estoril.scene import ending
from tests.night import LUCK, NIGHT
from tests.web import test_saying
from tests.web.test_saying import WORDS
from tests.web.test_secrecy import page_of, screen_of
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

COVERED = Path(__file__).with_name("estoril.js").read_text("utf-8").split("\n", 1)[1]


LAID = f"""(boards) => [...new Set(boards.flatMap((html) => {{
    document.getElementById("board").innerHTML = html;
    return ({COVERED})();
}}))]"""
GAMES = 8 if NIGHT else 4


def boards(games: int) -> Iterator[str]:
    """Boards of random games, as the seats see them that decide."""
    game, dice = spyring.game("estoril"), random.Random(LUCK)
    look = look_of(game, WORDS)
    for number in range(games):
        state = game.start(seats=game.seats[-1 - number % len(game.seats)], seed=dice.randrange(10**9))
        while state.deciders:
            seat = dice.choice(state.deciders)
            if dice.random() < 0.08:
                yield look.board(test_saying.screen_of(state, state.view(seat), seat))
            state.play(seat, dice.choice(state.legal(seat)))


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_marks_on_a_board_do_not_cover_each_other(visit: Come, phone: bool) -> None:
    ada = visit(phone=phone)
    if not phone:
        ada.page.set_viewport_size({"width": 1440, "height": 900})  # the missions' column is at its narrowest
    ada.table_against_bots("estoril", 4, ahead=5)
    ada.wait_to_be_asked()
    if phone:
        a_tap_reads_what_cannot_be_chosen(ada)
        everything_that_decides_can_be_read_and_hit(ada)
    assert ada.page.evaluate(LAID, list(boards(GAMES))) == []


def a_tap_reads_what_cannot_be_chosen(ada: Visitor) -> None:
    """Near the finger, until the next tap; nothing is played."""
    ada.wait_to_be_asked()
    before, lens = ada.number, ada.page.locator("#lens")
    mission = ada.page.locator("#board .mission:not(.mission--closed)").first
    mission.tap()
    expect(lens.locator(".mission-large")).to_be_visible()
    read, box = lens.bounding_box(), mission.bounding_box()
    assert read is not None
    assert box is not None
    assert max(read["y"] - box["y"] - box["height"], box["y"] - read["y"] - read["height"]) < 60
    expect(ada.page.locator("#why")).to_be_hidden()
    mission.tap()
    expect(lens).to_be_hidden()
    assert ada.number == before


SMALL = """() => [...document.querySelectorAll("#board :is(.place-name, .place-note, .numeral, .peek)")]
    .filter((mark) => mark.checkVisibility() && mark.textContent.trim())
    .filter((mark) => parseFloat(getComputedStyle(mark).fontSize) < 12)
    .map((mark) => mark.className)"""


def everything_that_decides_can_be_read_and_hit(ada: Visitor) -> None:
    assert ada.page.evaluate(SMALL) == []
    ada.page.get_by_label("Menu of this table").click()
    for target in ada.page.locator("#board .mission, .menu-list :is(a, button, select):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert box["height"] >= 39.5, target.evaluate("(one) => one.outerHTML.slice(0, 200)")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#ribbon details.menu[open]")).to_have_count(0)
    expect(ada.page.get_by_label("Menu of this table")).to_be_focused()


def tie() -> State:
    return ending(
        hands={"red": "linda-x-red", "green": "garbo"},
        discards={"green": "pires amelia e-windsor"},
        missions="assassin conspiracy britons germans",
    )


# How far the parts of each score stand below its total, in px.
BELOW = """() => [...document.querySelectorAll(".scores tbody tr")].map((row) => Math.min(
    ...[...row.querySelectorAll(".number:not(.total)")].map((part) => part.getBoundingClientRect().top)
) - row.querySelector(".total").getBoundingClientRect().bottom)"""


def test_on_a_phone_the_result_is_in_line_and_its_buttons_cover_what_scrolls(visit: Come) -> None:
    ada = visit(phone=True, alone=True)
    drawn = page_of(screen_of(tie(), 0))
    ada.page.route("**/tie", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=drawn))
    ada.go("/tie")
    assert all(below >= 0 for below in ada.page.evaluate(BELOW))
    lefts = ada.page.locator(".scores .who").evaluate_all("(all) => all.map((one) => one.offsetLeft)")
    assert len(set(lefts)) == 1
    acts, ending = (ada.page.locator(part).bounding_box() for part in ("#ending-acts", "#ending"))
    assert acts is not None
    assert ending is not None
    assert ending["width"] - acts["width"] <= 4  # nothing shows beside the buttons while the result scrolls


def test_the_result_names_what_broke_a_tie() -> None:
    state = tie()
    said = "Tied at 7: Red beats Green on missions accomplished, 1 to 0 (EST-10.12)."
    for seat in (0, 1, None):
        assert f'<p class="ending-tie">{said}</p>' in page_of(screen_of(state, seat))


def test_a_table_says_what_each_choice_is_worth(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("estoril", 2)
    ada.wait_to_be_asked()
    a_mission_says_what_everybody_has(ada)
    choosing_is_announced_and_things_are_named_whole(ada)
    a_space_previews_the_strength_of_the_chosen_tile(ada)
    ada.page.keyboard.press("Escape")
    a_tile_of_ones_own_that_lies_face_down_shows_its_flag(ada)
    ada.play_out()
    expect(ada.page.locator("#board .mission-stand > .mission-gain").first).to_contain_text("+")
    assert "≈" not in ada.page.locator("#board .margin").inner_text()


def a_mission_says_what_everybody_has(ada: Visitor) -> None:
    mission = ada.page.locator("#board .mission").first
    stands = mission.locator(".mission-text > .mission-ahead")
    expect(stands.locator("> .mission-stand")).to_have_count(2)
    assert " ".join(stands.inner_text().split()).startswith("you ")


def choosing_is_announced_and_things_are_named_whole(ada: Visitor) -> None:
    tile = ada.page.locator("#hand .tile.lit").first
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    tile.click()
    expect(ada.page.locator("#hand [aria-pressed]")).to_have_count(0)
    expect(ada.page.locator("#board .mission").first).to_have_accessible_name(re.compile(r".+: .+, 6 points"))


def a_space_previews_the_strength_of_the_chosen_tile(ada: Visitor) -> None:
    tile, space = choose_until(ada, "#board .space.lit:not([data-worths*='{}:'])")
    space.hover()
    expect(space.locator(".worth")).to_have_text((tile.get_attribute("data-worth") or "").split(":")[1])
    ada.page.mouse.move(2, 2)
    expect(space.locator(".worth")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    _tile, stronger = choose_until(ada, "#board .space.lit[data-worths*='{}:']")  # at a hotel, say
    assert int(stronger.locator(".worth").inner_text()) > 0


def choose_until(ada: Visitor, space: str) -> tuple[Locator, Locator]:
    """Choose one tile after another until there is such a space; ``{}`` stands for the tile."""
    for tile in ada.page.locator("#hand .tile.lit").all():
        name = tile.get_attribute("data-tile")
        tile.click()
        found = ada.page.locator(space.format(name))
        if found.count():
            return ada.page.locator("#hand .tile.chosen"), found.first
        ada.page.keyboard.press("Escape")
    raise AssertionError(f"no tile has {space}")


def a_tile_of_ones_own_that_lies_face_down_shows_its_flag(ada: Visitor) -> None:
    ada.page.locator("#hand .tile.lit").first.click()
    ada.page.locator("#board .space.lit:has(.stamp)").first.click()
    ada.page.wait_for_selector("#board .tile--known .tile-own-flag")


def test_the_six_flags_are_shown_wherever_the_mission_is(visit: Come) -> None:
    ada = visit()
    for page in ("/games/estoril/box", "/games/estoril/aid"):
        ada.go(page)
        expect(ada.page.locator(".mission-flags g, .aid-flag")).to_have_count(6)
    expect(ada.page.locator("main")).to_contain_text("Yugoslavia")


def test_a_peek_is_confirmed_and_bots_let_it_be_undone(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("estoril", 2, until="#choices [data-c-verb=peek]:not([data-vain])")
    ada.wait_to_be_asked()
    before = ada.number
    ada.page.locator("#board .lit:not(.vain)").first.click()
    expect(ada.page.locator("#confirm")).to_be_visible()
    assert ada.number == before
    ada.page.locator("#confirm").click()
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")
    ada.wait_to_be_asked()
    ada.page.locator("#actions").get_by_role("button", name="Undo").click()
    ada.page.wait_for_selector("#choices [data-c-verb=peek]", state="attached")


def test_the_lesson_teaches_both_clicks_of_a_placement(visit: Come) -> None:
    ada = visit()
    ada.go("/learn/estoril?at=1")
    ada.wait_to_be_asked()
    ada.page.locator("#hand .lit").click()
    expect(ada.page.locator("#hand .chosen")).to_be_visible()
    ada.page.locator("#board .space.lit").click()
    ada.page.wait_for_selector("#table[data-number='2']")


def test_how_the_mission_of_six_flags_stands_lies_below_its_flags(visit: Come) -> None:
    ada = visit()
    ada.resize(1280, 720)
    ada.go("/learn/estoril?at=19")
    expect(ada.page.locator(".margin .mission-flags")).to_be_visible()
    assert ada.page.evaluate(f"({COVERED})()") == []


# Tiles of a fan whose abilities are not on the strip that the next tile leaves free.
COVERED_ABILITIES = """() => [...document.querySelectorAll("#hand .tile")].filter((tile) =>
    [...tile.querySelectorAll(".tile-abilities rect")].some((ability) => {
        const { left, right, top, bottom } = ability.getBoundingClientRect();
        const at = (x) => document.elementFromPoint(x, (top + bottom) / 2);
        return [left + 1, right - 1].some((x) => !tile.contains(at(x)));
    })).map((tile) => tile.dataset.tile)"""


def test_on_a_phone_a_fan_shows_all_abilities(visit: Come) -> None:
    ada = visit(phone=True)
    for seats in (2, 4):
        ada.table_against_bots("estoril", seats)
        ada.wait_to_be_asked()
        expect(ada.page.locator("#hand .tiles[style*='--fan'] .tile-abilities rect").first).to_be_attached()
        assert ada.page.evaluate(COVERED_ABILITIES) == []
