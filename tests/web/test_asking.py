"""Questions are clear: only possible choices are lit, reading never plays a move, hints go away."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.night import NIGHT
from tests.web.shelf import AIDED, NAMES, quick
from tests.web.visitor import ON_ITS_STRIP, Visitor

Come = Callable[..., Visitor]

PRESS = """async (thing) => {
    const send = (kind, sort = PointerEvent) =>
        thing.dispatchEvent(new sort(kind, { bubbles: true, cancelable: true, pointerType: "touch" }));
    send("pointerdown");
    for (let look = 0; !document.querySelector("#lens:popover-open"); look += 1) {
        if (look > 3000) throw new Error("a long press reads nothing");
        await new Promise((over) => setTimeout(over, 20));
    }
    send("pointerup");
    send("click", MouseEvent);
}"""
# A resting pointer points at the sign again after an event has redrawn the board.
OVER = """async (selector) => {
    while (!document.querySelector("#lens .tip")) {
        document.querySelector(selector).dispatchEvent(
            new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
        await new Promise((over) => setTimeout(over, 600));
    }
}"""
# Things that are lit though no choice is about them, by the same words as the choices say it.
WRONGLY_LIT = """() => {
    const choices = [...document.querySelectorAll("#choices [data-choice]")].map((choice) =>
        Object.fromEntries([...choice.attributes].filter(({ name }) => name.startsWith("data-c-"))
            .map(({ name, value }) => [name.slice(7), value])));
    const about = (thing, choice) => Object.entries(choice).every(([name, label]) => {
        const mine = thing.getAttribute(`data-${name}`);
        return mine === null || mine === label || (name === "verb" && mine.split(" ").includes(label));
    });
    return [...document.querySelectorAll("#board .lit, #hand .lit")]
        .filter((thing) => !choices.some((choice) => about(thing, choice)))
        .map((thing) => thing.outerHTML.slice(0, 120));
}"""

# A card to be read in the hand, and a choice about a card; some games begin with an empty hand.
HELD = "body:has(#hand [data-lens]) #choices :is([data-c-card], [data-c-tile], [data-c-verb=fly])"


@pytest.mark.parametrize("game", NAMES)
def test_a_long_press_reads_and_never_plays(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    ada.page.add_init_script("localStorage.setItem('prefer:confirm', 'always')")
    ada.table_with(HELD, game, quick(game)[0])  # a short game of Season 0 may end before
    ada.play_until("#hand .lit[data-lens]")
    before = ada.number
    card = ada.page.locator("#hand .lit[data-lens]").first
    card.evaluate(PRESS)
    expect(ada.page.locator("#lens")).to_be_hidden()
    expect(ada.page.locator(".chosen")).to_have_count(0)
    card.click(position=ON_ITS_STRIP)
    expect(ada.page.locator(".chosen, #confirm:visible")).not_to_have_count(0)
    ada.page.mouse.move(2, 2)
    card.evaluate(PRESS)  # also when it is chosen already
    assert ada.number == before
    card.dispatch_event("pointerover", {"pointerType": "mouse"})  # or when a resting mouse has shown it
    expect(ada.page.locator("#lens")).to_be_visible()
    card.evaluate(PRESS)
    ada.page.wait_for_timeout(50)
    assert ada.number == before


@pytest.mark.parametrize("game", NAMES)
def test_nothing_is_lit_that_cannot_be_chosen(visit: Come, game: str) -> None:
    ada = visit()
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    wrong: set[str] = set()
    for _decision in range(10 if NIGHT else 2):
        ada.wait_to_be_asked()
        if ada.over:
            break
        wrong |= set(ada.page.evaluate(WRONGLY_LIT))
        ada.decide()
    assert wrong == set()


def test_a_hint_goes_away_by_itself_and_with_the_next_click(visit: Come) -> None:
    ada = visit(alone=True)
    ada.page.clock.install()
    ada.table_against_bots(NAMES[0], quick(NAMES[0])[0])
    ada.wait_to_be_asked()
    dark = ada.page.locator("#board [data-spot]:not(.lit), #board [data-space]:not(.lit)").first
    hint = ada.page.locator("#why")
    dark.dispatch_event("click")
    expect(hint).to_be_visible()
    ada.page.mouse.move(2, 2)
    ada.page.clock.run_for(11_000)
    expect(hint).to_be_hidden()
    dark.dispatch_event("click")
    expect(hint).to_be_visible()
    ada.page.locator("#hand .lit").first.dispatch_event("click")
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("game", NAMES)
def test_signs_explain_themselves(visit: Come, game: str) -> None:
    ada = visit()
    ada.table_against_bots(game, quick(game)[0])
    ada.wait_to_be_asked()
    if game == "krakow":
        partners_know_each_other(ada)
        what_is_asked_once_more_is_a_preference(ada)
        ada.wait_to_be_asked()
    tips = ada.page.evaluate(
        "[...document.querySelectorAll('[data-tip]')].map((sign) => sign.dataset.tip.trim())"
    )
    assert len(tips) > 12
    assert all(len(tip) > 3 for tip in tips if tip)
    ada.page.evaluate(OVER, "#board [data-tip]")
    expect(ada.page.locator("#lens .tip")).to_be_visible()


def partners_know_each_other(ada: Visitor) -> None:
    expect(ada.page.locator(".player", has_text=re.compile("your partner"))).to_have_count(1)


def what_is_asked_once_more_is_a_preference(ada: Visitor) -> None:
    card = ada.page.locator("#hand .lit").first
    card.click()
    expect(ada.page.locator("#confirm")).to_be_visible()  # a card that lies there lies there
    ada.page.get_by_role("button", name="Choose another").click()
    ada.page.get_by_label("Menu of this table").click()
    ada.page.get_by_label("Confirm moves").select_option("never")
    before = ada.number
    card.click()
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")


def test_all_a_player_needs_stands_on_one_page(visit: Come) -> None:
    ada = visit()
    for game in AIDED:
        ada.go(f"/games/{game}/aid")
        expect(ada.page.locator(".aid section")).not_to_have_count(0)
