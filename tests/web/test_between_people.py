"""Between people: clocks, talk while waiting, taking back, reports of problems, the levels of bots."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor, table_for_two, whose_turn

Come = Callable[..., Visitor]


def test_a_table_with_its_own_clock_where_people_talk_while_they_wait(visit: Come) -> None:
    ada, bea = visit(), visit(phone=True)
    ada.go("/tables/new/estoril?seats=2")
    ada.page.fill("#name", "Ada")
    ada.page.select_option("#seat-1", "me")
    expect(ada.page.locator("#seat-0")).to_have_value("person")  # nobody has two seats
    ada.page.select_option("#seat-0", "me")
    expect(ada.page.locator("#seat-1")).to_have_value("person")
    expect(ada.page.locator("#bank-live")).to_be_hidden()
    ada.page.select_option("#pace", "live")
    expect(ada.page.locator("#bank-days")).to_be_hidden()
    ada.page.fill("#bank-live", "45")
    ada.page.fill("#increment-live", "30")
    expect(ada.page.get_by_label("Rulebook")).to_have_accessible_description(
        re.compile("two rulebooks differ")
    )
    ada.picture("new-table")
    ada.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.locator("#lobby")).to_contain_text("45 minutes each, +30 seconds per turn")
    ada.page.fill("#talk-text", "I am coming by tram.")
    ada.page.locator("#talk-form button").click()
    expect(ada.page.locator("#talk-lines")).to_contain_text("I am coming by tram.")
    bea.send(f"/join/{ada.page.input_value('#link').rsplit('/', 1)[1]}", name="Bea")
    ada.page.wait_for_selector("html.js #table.frame")
    bea.sit_at(ada.page.url)
    expect(ada.page.locator("#unread")).to_be_hidden()  # she has read her own words
    one, other = whose_turn(ada, bea)
    for guest in (one, other):
        guest.page.wait_for_selector(".clock--runs [data-runs]:not(:empty)", state="attached")
    ada.in_sight(".ribbon-clocks .clock--runs")
    high = ada.page.locator(".ribbon-clocks .clock--runs").evaluate(
        "(one) => parseFloat(getComputedStyle(one).fontSize)"
    )
    assert high >= 28


def test_a_clock_over_days(visit: Come) -> None:
    ada = visit()
    ada.go("/tables/new/estoril?seats=2")
    ada.page.select_option("#pace", "days")
    ada.page.fill("#bank-days", "10")
    ada.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.locator("#lobby")).to_contain_text("10 days each, +1 day per turn")


def test_against_bots_a_move_is_taken_back_on_the_ribbon(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4, ahead=1)
    ada.wait_to_be_asked()
    mine = ada.page.locator("#hand .leaf").count()
    ada.page.evaluate("window.loaded = true")
    ada.page.locator("#actions form[action$='/undo'] button").click()
    expect(ada.page.locator("#hand .leaf")).to_have_count(mine + 1)
    assert ada.page.evaluate("window.loaded"), "the page was loaded again"


def test_between_people_it_needs_consent(visit: Come) -> None:
    ada, bea = visit(), visit()
    table_for_two(ada, bea, "estoril")
    one, other = whose_turn(ada, bea)
    for guest in (one, other):  # once another seat has acted, nothing is free to take back
        while whose_turn(ada, bea)[0] is guest:  # a tile may ask for more than its space
            guest.decide()
    expect(one.page.locator("#actions form[action$='/undo']")).to_have_count(0)


def test_a_problem_page_can_be_reported(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("duel", 2)
    ada.go("/tables/nothing-here")
    ada.page.locator(".report summary").click()
    expect(ada.page.locator(".report textarea")).to_have_value(re.compile("/tables/nothing-here"))
    ada.page.locator(".report button").click()
    ada.page.wait_for_url(re.compile(r"/$"))


def test_the_form_says_what_the_bots_are_like(visit: Come) -> None:
    ada = visit()
    ada.go("/tables/new/estoril?seats=2")
    expect(ada.page.locator("#seat-1 option[value=hard]")).to_have_text(
        "hard bot: thinks for several seconds, and makes few mistakes"
    )
    for picture in ada.page.locator(".game-poster > svg").all():  # the whole of it
        shown, box = (
            picture.bounding_box(),
            picture.evaluate("(one) => [one.viewBox.baseVal.width, one.viewBox.baseVal.height]"),
        )
        assert shown is not None
        assert abs(shown["width"] / shown["height"] - box[0] / box[1]) < 0.05
