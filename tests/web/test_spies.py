"""The map room in a browser: one click walks a spy to a far city, and the map comes near and goes back."""

import gzip
import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from spyring.games.spies import GAME
from spyring.web.lessons import Lesson
from spyring.web.screen import Screen
from spyring.web.templates import environment
from spyring.web.words import Words
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]
WORDS = Words("en")

CLICK = """(thing) => thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))"""
TAP = """(thing) => thing.dispatchEvent(
    new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch" })
)"""
FAR = """() => [...document.querySelectorAll("#board .place.reach")].map((place) => {
    place.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    return [place.dataset.space, document.querySelector(".way-price")?.textContent ?? ""];
})"""
UPDATE = """() => fetch(location.href, { headers: {
    accept: "text/html", "spyring-shown": document.getElementById("table").dataset.number,
} }).then((answer) => answer.text())"""


def test_one_click_walks_to_a_far_city(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("spies", 5, ahead=40, until="#choices [data-c-verb=end]")
    ada.wait_to_be_asked()
    update = ada.page.evaluate(UPDATE)
    assert len(gzip.compress(update.encode())) < 16_500

    spies = itertools.cycle(ada.page.locator("#board .spy.lit").all())
    far: dict[str, str] = {}

    def prices_are_shown() -> bool:  # not while a scene is played, nor for a spy that is shut in
        next(spies).evaluate(CLICK)
        far.clear()
        far.update(ada.page.evaluate(FAR))
        return bool(far) and all(far.values())

    ada.wait_until(prices_are_shown)
    assert set(far.values()) <= {f"{n} of 5 spaces" for n in (2, 3, 4, 5)}
    goal = min(far, key=lambda place: far[place])
    ada.page.locator(f"#place-{goal}").evaluate(CLICK)
    arrived = ada.page.locator(f".spy--moving[data-spot='{goal}']")
    stopped = ada.page.locator("#log li").filter(has_text="searches")
    expect(arrived.or_(stopped).first).to_be_attached()


def test_a_finger_sees_the_price_of_a_far_city_before_it_sets_out(visit: Come) -> None:
    """It cannot hover, so its first tap shows the way."""
    ada = visit(phone=True)
    ada.table_against_bots("spies", 5, ahead=40, until="#choices [data-c-verb=end]")
    ada.wait_to_be_asked()
    ada.page.locator("#board .spy.lit").first.evaluate(CLICK)
    far = ada.page.locator("#board .place.reach").first
    number = ada.number
    far.evaluate(TAP)
    expect(ada.page.locator("#confirm")).to_have_text(re.compile(r"^Go there: \d of 5 spaces$"))
    assert ada.number == number
    ada.page.locator("#board .sea").evaluate(TAP)
    expect(ada.page.locator("#confirm")).to_be_hidden()
    far.evaluate(TAP)
    far.evaluate(TAP)
    expect(ada.page.locator("#table")).not_to_have_attribute("data-number", number)


def test_a_step_that_cannot_be_ended_says_why(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("spies", 5, until="#choices [data-c-verb=shift]")
    ada.wait_to_be_asked()
    high = ada.page.locator(".stage").bounding_box()
    stuck = "body:has(#choices [data-c-verb=shift]):not(:has(#choices [data-c-verb=done]))"
    ada.play_ahead(0, until=stuck, verb="shift")
    button = ada.page.locator("#actions .refused")
    expect(button).to_be_disabled()
    expect(button).to_have_text(re.compile(r"^Continue to searches\S+ has 3 police; only 2 may stay\.$"))
    assert "go on" not in ada.sentence()
    expect(ada.page.locator("#choices .hint").last).to_contain_text("police; only 2 may stay.")
    ada.in_sight("#actions .refused")
    assert ada.page.locator(".stage").bounding_box() == high, "the board keeps its size"
    ada.resize(1280, 720)
    ada.in_sight("#actions .refused")


def test_the_map_comes_near_and_goes_back(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("spies", 5)
    ada.wait_to_be_asked()
    berlin = ada.page.locator("#place-berlin .pin-in")
    whole = berlin.bounding_box()
    ada.page.mouse.move(400, 300)
    ada.page.mouse.wheel(0, -600)
    near = berlin.bounding_box()
    assert whole is not None
    assert near is not None
    assert near["x"] != whole["x"]
    ada.page.mouse.down()
    ada.page.mouse.move(480, 340, steps=4)
    ada.page.mouse.up()
    dragged = berlin.bounding_box()
    assert dragged is not None
    assert (round(dragged["x"] - near["x"]), round(dragged["y"] - near["y"])) == (80, 40)
    ada.page.keyboard.press("0")
    expect(ada.page.locator("#board")).not_to_have_class("stage-pan--near")
    ada.page.wait_for_function(
        "(x) => Math.abs(document.querySelector('#place-berlin .pin-in').getBoundingClientRect().x - x) < 2",
        arg=whole["x"],
    )


def test_a_click_moves_no_piece_that_was_not_chosen(visit: Come) -> None:
    ada = visit()
    ada.go("/learn/spies?at=10")  # one spy can go to one city
    assert ada.page.locator("#place-paris.lit").count() == 0
    ada.page.locator("#place-paris").evaluate(CLICK)
    ada.page.wait_for_timeout(300)
    assert ada.number == "10"
    for _click in range(3):  # chosen, not chosen, chosen
        ada.page.locator("#board .spy.lit").evaluate(CLICK)
    ada.page.wait_for_timeout(300)
    assert ada.number == "10"
    ada.page.locator("#place-paris.lit").evaluate(CLICK)
    ada.page.wait_for_selector("#table[data-number='11']")


def test_a_lesson_points_at_every_click_that_a_move_needs(visit: Come) -> None:
    ada = visit()
    then = ada.page.locator("#lesson .lesson-then")
    ada.go("/learn/spies?at=0")  # to be read: nothing on the board is lit
    expect(ada.page.locator("#lesson .lesson-next")).to_be_visible()
    assert ada.page.locator("#board .lit").count() == 0
    ada.page.locator("#lesson .lesson-next").click()
    ada.page.wait_for_selector("#table[data-number='1'] .place.lit")
    ada.go("/learn/spies?at=10")  # a spy, then a city
    expect(then).to_be_hidden()
    ada.page.locator("#board .spy.lit").evaluate(CLICK)
    expect(then).to_be_visible()
    expect(ada.page.locator("#place-paris.lit")).to_have_count(1)
    ada.go("/learn/spies?at=13")  # a Discovery cannot be taken back: it is confirmed
    for thing in ("spy", "secret-piece"):
        ada.page.locator(f"#board .{thing}.lit").first.evaluate(CLICK)
    expect(then).to_have_text("Now confirm it with the button.")
    expect(then).to_be_visible()
    ada.page.locator("#confirm").click()
    ada.page.wait_for_selector("#table[data-number='13']")


def test_a_piece_is_tied_to_its_city(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("spies", 5, ahead=40)
    ada.wait_to_be_asked()
    for kind in ("spy", "police", "secret-piece"):
        piece = ada.page.locator(f"#board .{kind}").first
        city = piece.evaluate("(piece) => piece.closest('.stack').dataset.spot")
        piece.dispatch_event("pointerover")
        expect(ada.page.locator("#board .tied")).to_have_attribute("data-spot", city)
        expect(ada.page.locator("#board .tie")).to_have_count(1)
    ada.page.locator("#sentence").dispatch_event("pointerover")
    expect(ada.page.locator("#board .tied, #board .tie")).to_have_count(0)


def test_the_desk_shows_all_it_has_and_a_spy_explains_its_numbers(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("spies", 2, ahead=40, until=".desk .alarm")
    ada.wait_to_be_asked()
    assert ada.page.locator(".desk").evaluate("(desk) => desk.scrollHeight - desk.clientHeight") <= 0
    tips = ada.page.locator("#board .spy").evaluate_all("(spies) => spies.map((spy) => spy.dataset.tip)")
    assert tips
    assert all("which spy it is" in tip for tip in tips)
    mine = ada.page.locator("#board .spy--mine").first.get_attribute("data-tip") or ""
    assert "Large number: its strength." in mine


def test_an_entering_spy_can_be_searched_with_a_button(visit: Come) -> None:
    ada = visit()
    ada.table_with("#actions [data-c-verb=search]", "spies", 5)
    before = ada.number
    ada.page.locator("#actions [data-c-verb=search]").click()
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")


@pytest.mark.parametrize("phone", [False, True])
def test_one_line_says_who_leads_and_what_is_in_danger(visit: Come, phone: bool) -> None:
    ada = visit(phone=phone)
    ada.table_with("#board .sight .alarm", "spies", 5)
    ada.in_sight("#board .sight .alarm")
    said = ada.page.locator("#board .sight").text_content() or ""
    assert re.search(r"In the lead: .+, by about \d+ points?\. Biggest part: |are level\.", said)


def test_dangers_are_told_from_what_the_seat_sees() -> None:
    """Spies beside its secrets, and those that carry one off; else nothing."""
    state, _wanted = Lesson(GAME, WORDS).position(0)
    view = state.view(0)
    table = view["table"]

    def alarms() -> str:
        desk: Any = environment().get_template("spies/desk.html").make_module({"game": GAME, "words": WORDS})
        return str(desk.threats(Screen(GAME, WORDS, view, [], [], [])))

    spies, table["spies"] = table["spies"], []
    assert alarms().strip() == ""
    mine = next(
        row for row in table["secrets"] if row["at"] and row["value"] and "germany" in row["national"]
    )
    worth = sum(row["value"] or 0 for row in table["secrets"] if row["at"] == mine["at"])
    table["spies"] = [next(row for row in spies if row["nation"] == "france") | {"at": mine["at"]}]
    assert f"beside your secrets worth {worth}" in alarms()
    mine["control"] = "france"
    assert f"France is carrying off your secret worth {mine['value']}" in alarms()
