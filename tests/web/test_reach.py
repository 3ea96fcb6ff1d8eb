"""Everybody can play: with a phone, with the keyboard alone, with a screen reader, in three languages."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.night import NIGHT
from tests.web.shelf import AIDED, NAMES, TAUGHT, quick
from tests.web.test_spoken import ANSWERED
from tests.web.visitor import ON_ITS_STRIP, Visitor

Come = Callable[..., Visitor]


def test_a_phone_has_tabs_for_everything_else(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    for tab, panel in [
        ("Players", "#players"),
        ("Choices", "#choices"),
        ("Log", "#log"),
        ("Rules", "#rules"),
    ]:
        ada.page.get_by_role("tab", name=tab).tap()
        expect(ada.page.locator(panel)).to_be_visible()
    expect(ada.page.locator("#rules .clause--now")).to_be_visible()
    ada.page.get_by_role("tab", name="Rules").tap()
    expect(ada.page.locator("#rules")).to_be_hidden()
    ada.page.locator("#hand .lit").first.tap(position=ON_ITS_STRIP)
    ada.page.locator("#confirm").tap()
    expect(ada.page.locator("#log li")).not_to_have_count(0)


def test_the_keyboard_alone_suffices(visit: Come) -> None:
    """From the front door to a card on the table."""
    ada = visit()
    ada.go("/")
    _tab_to(ada, ".game--krakow button.primary")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#table.frame")
    ada.play_until("#hand .lit")  # what a card allows, before the next card
    before = ada.number
    _tab_to(ada, "#hand .lit")
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")
    expect(ada.page.locator("#say")).not_to_be_empty()


# What a decision begins with where there is a choice, and what ends it.
THINGS = ":is(#hand, #board, #players) .lit:not(.chosen)"
BUTTONS = "#actions :is(.choice, #confirm, #verbs button)"


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_played_without_a_mouse(visit: Come, game: str) -> None:
    """By day some decisions, at night more. All games end on the same page: that of Estoril is left, too."""
    ada = visit(dark=True)
    seats, options = (2, {}) if game == "estoril" else quick(game)
    ada.table_against_bots(game, seats, ahead=2, **options)
    ada.wait_to_be_asked()
    assert ada.colour_faults() == []
    for _decision in range(10 if NIGHT else 3):
        ada.wait_to_be_asked()
        if ada.over:
            break
        _decide_by_keys(ada)
    if game != "estoril":
        return
    ada.play_out()
    expect(ada.page.locator("#ending .scores tbody tr")).to_have_count(2)
    ada.picture("estoril-end")
    assert ada.serious_faults() == []
    _tab_to(ada, "#ending button.primary")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector("#table.frame[data-status=playing]")
    ada.wait_to_be_asked()


def _decide_by_keys(ada: Visitor) -> None:
    """Choose things until a button is left, or the move is made."""
    before = ada.number
    for _press in range(8):
        confirming = ada.page.locator("#confirm:visible, #verbs button").count()
        things = 0 if confirming else ada.page.locator(THINGS).count()
        if not _comes_to(ada, THINGS if things else BUTTONS, before):
            break  # what was offered is gone: a bot has moved
        ada.page.keyboard.press("Enter")
        if ada.page.evaluate(ANSWERED, before):
            break
    ada.page.wait_for_selector(f"#table:not([data-number='{before}']), #ending", state="attached")


def _tab_to(visitor: Visitor, selector: str) -> None:
    assert _comes_to(visitor, selector)


def _comes_to(visitor: Visitor, selector: str, number: str = "") -> bool:
    """Whether Tab leads there; false if the position of this number has passed meanwhile."""
    for _press in range(120):
        if visitor.page.evaluate("(wanted) => document.activeElement?.matches(wanted)", selector):
            return True
        if number and visitor.number != number:
            return False
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"120 presses of Tab do not lead to {selector}")


def test_a_refused_action_says_why(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("estoril", 2)
    ada.wait_to_be_asked()
    ada.page.locator("#hand .lit").first.click()
    far = ada.page.locator("#board .space:not(.lit):has(.free)").first
    if far.count():
        far.click()
        expect(ada.page.locator("#why")).to_be_visible()
        ada.page.locator("#why-clause").click()
        expect(ada.page.locator("#rules .clause--now").first).to_be_visible()


def test_another_language_is_remembered(visit: Come) -> None:
    ada = visit()
    ada.go("/")
    ada.page.select_option("#language", "pl")
    expect(ada.page.locator("html")).to_have_attribute("lang", "pl")
    ada.go("/tables")
    expect(ada.page.locator("html")).to_have_attribute("lang", "pl")


def pages() -> Iterator[str]:
    """Every kind of page; by day those that most people see, each for one game, another one in turn."""
    yield from ("/", "/account", *(("/tables", "/leaderboard", "/nowhere") if NIGHT else ()))
    kinds = {"/games/{}": NAMES, "/games/{}/box": NAMES, "/tables/new/{}": NAMES, "/learn/{}": TAUGHT}
    for at, (page, names) in enumerate([*kinds.items(), ("/games/{}/aid", AIDED)]):
        yield from (page.format(name) for name in (names if NIGHT else [names[at % len(names)]]))


TABS = ("Rules", "Talk", *(("Choices", "Notes") if NIGHT else ()))
SIZES = ((390, 844), (844, 390), *(((1024, 768),) if NIGHT else ()))  # besides 1280 × 720


@pytest.mark.parametrize("dark", [False, *([True] if NIGHT else [])])
def test_axe_finds_no_serious_fault(visit: Come, dark: bool) -> None:
    """At every table, by day with the tabs of one."""
    ada = visit(dark=dark)
    look = ada.colour_faults if dark else ada.serious_faults  # at night only the colours differ
    faults: dict[str, list[str]] = {}
    for path in pages():
        ada.go(path)
        faults[path] = look()
    for game in NAMES:
        ada.table_against_bots(game, quick(game)[0])
        ada.wait_to_be_asked()
        if ada.page.locator("#hand .lit").count():  # some games begin on the board
            ada.page.locator("#hand .lit").first.click()
        faults[game] = look()
        for tab in TABS if not dark and (NIGHT or game == NAMES[0]) else ():
            ada.page.get_by_role("tab", name=tab).click()
            faults[f"{game} {tab}"] = ada.serious_faults(f"#{tab.lower()}")
        for width, height in SIZES if not dark else ():
            ada.resize(width, height)
            faults[f"{game} at {width}"] = ada.faults_but_colours()
        ada.resize(1280, 720)
    assert {where: found for where, found in faults.items() if found} == {}
