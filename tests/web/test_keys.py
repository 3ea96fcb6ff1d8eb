"""The keyboard at a table: every thing is a few keys away, and a sheet says which ones."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.shelf import NAMES, quick
from tests.web.test_phones import LATER
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]

# How many keys lead from what has the focus to each thing of the board that can be chosen; null if none do.
KEYS_TO = """() => {
    const keys = ["Left", "Right", "Up", "Down"].map((way) => `Arrow${way}`)
        .concat("Home", "End", "PageUp", "PageDown");
    const press = (thing, key) => {
        thing.focus();
        thing.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        return document.activeElement;
    };
    const start = document.activeElement;
    const far = new Map([[start, 0]]);
    for (const [thing, keysTo] of far) for (const key of keys) {
        const next = press(thing, key);
        if (!far.has(next)) far.set(next, keysTo + 1);
    }
    start.focus();
    const things = [...document.querySelectorAll("#board .lit")].filter((thing) => thing.checkVisibility());
    return things.map((thing) => far.get(thing) ?? null);
}"""


def test_a_sheet_shows_all_keys(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    ada.wait_to_be_asked()
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert ada.serious_faults("#keys") == []
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#keys")).to_be_hidden()
    ada.page.get_by_label("Menu of this table").click()
    ada.page.get_by_role("button", name="Keys").click()
    expect(ada.page.locator("#keys")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.page.get_by_label("Menu of this table").focus()
    ada.page.keyboard.press("?")
    expect(ada.page.locator("#keys")).to_be_visible()


@pytest.mark.parametrize("game", NAMES)
def test_arrows_lead_to_everything_on_the_board(visit: Come, game: str) -> None:
    """Also one key from the hand to the board and back, where there is something to choose in both."""
    ada = visit()
    seats, options = quick(game)
    if game == "krakow":  # its board asks when gold is divided, which not every deal comes to
        ada.table_with(LATER[game], game, seats, **options)
    else:
        ada.table_against_bots(game, seats, **options)
    ada.play_until("#board .lit")
    if ada.page.locator("#hand .lit").count():
        ada.page.keyboard.press("h")
        expect(ada.page.locator("#hand :focus")).to_be_visible()
    else:
        ada.page.keyboard.press("ArrowUp")
    if not ada.page.locator("#board :focus").count():
        ada.page.keyboard.press("h")
    expect(ada.page.locator("#board :focus")).to_be_visible()
    steps: list[Any] = ada.page.evaluate(KEYS_TO)
    assert steps
    assert None not in steps


def test_a_digit_chooses_a_tile_and_six_keys_bring_it_to_any_space(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("estoril", 4)
    ada.wait_to_be_asked()
    ada.page.keyboard.press("1")  # one
    expect(ada.page.locator("#hand .chosen[data-key='1']")).to_be_visible()
    expect(ada.page.locator("#board .lit:focus")).to_be_visible()
    steps: list[int] = ada.page.evaluate(KEYS_TO)
    assert len(steps) > 8
    assert max(steps) <= 4  # then one more to place it
    before = ada.number
    ada.page.keyboard.press("ArrowLeft")
    ada.page.keyboard.press("Enter")
    if ada.page.locator("#confirm:visible").count():
        ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")


def test_another_digit_chooses_another_tile_also_after_the_menu(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("estoril", 2)
    ada.wait_to_be_asked()
    menu = ada.page.get_by_label("Menu of this table")
    menu.click()
    ada.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    ada.page.keyboard.press("ArrowDown")
    expect(ada.page.locator("#hand :focus")).to_be_visible()
    menu.focus()
    for digit in "52":
        tile = ada.page.locator("#hand button").nth(int(digit) - 1)
        ada.page.keyboard.press(digit)
        expect(tile).to_contain_class("chosen")
        expect(tile).to_have_attribute("data-key", digit)


def test_the_symbols_of_missions_have_names(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("estoril", 2)
    ada.wait_to_be_asked()
    signs = ada.page.locator("#board .mission-sign")
    names = [sign.get_attribute("aria-label") or "" for sign in signs.all()]
    assert len(names) >= 3
    assert all(names)
    labels = ada.page.locator("#board .mission").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label') ?? '')"
    )
    assert all(name in label for name, label in zip(names, labels, strict=False))


def test_keys_lead_from_the_ribbon_to_the_game(visit: Come) -> None:
    """There the focus lies after a button was pressed that is gone now."""
    ada = visit()
    ada.table_against_bots("spies", 5)  # pieces to place: the hand only shows them
    ada.wait_to_be_asked()
    for key in ("ArrowRight", "h"):
        ada.page.locator("#sentence").focus()
        ada.page.keyboard.press(key)
        expect(ada.page.locator("#board .lit:focus")).to_be_visible()


def test_digits_and_enter_choose_a_tile_and_play_it(visit: Come) -> None:
    ada = visit()
    ada.table_with("#hand .telegram--playable", "spies", 5)
    ada.page.locator("#hand .telegram.lit[data-key]").first.wait_for()
    tiles = ada.page.locator("#hand .telegram.lit[data-key]")
    playable = ada.page.locator("#hand .telegram--playable[data-key]").first.get_attribute("data-key") or ""
    other = next(key for key in "123456789"[: tiles.count()] if key != playable)
    ada.page.keyboard.press(other)
    expect(ada.page.locator(f"#hand .chosen[data-key='{other}']")).to_be_visible()
    ada.page.keyboard.press(playable)
    expect(ada.page.locator(f"#hand .chosen[data-key='{playable}']")).to_be_visible()
    expect(ada.page.locator("#verbs button").first).to_be_focused()
    before = ada.number
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")
