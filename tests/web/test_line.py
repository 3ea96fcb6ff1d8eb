"""The connection to the server: refused, broken and restored; nothing that people wrote is lost."""

from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


class Refusals:
    """A proxy without a server behind it, for this many requests."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __call__(self, route: Route) -> None:
        if self.count:
            self.count -= 1
            route.fulfill(status=502, body="Bad gateway")
        else:
            route.continue_()


def test_a_stream_that_is_refused_is_asked_for_again(visit: Come) -> None:
    ada = visit()
    url = ada.table_against_bots("krakow", 4)
    ada.page.route("**/api/v1/stream**", Refusals(2))
    ada.go(url)
    expect(ada.page.locator("#lost")).to_be_visible()
    expect(ada.page.locator("#lost")).to_be_hidden(timeout=30_000)  # it pauses between two tries
    expect(ada.page.locator("#say")).to_have_text("The connection is back.")
    ada.complaints.clear()  # the browser complains of the gateway


def test_where_nobody_talks_it_is_said_and_the_words_stay_in_their_field(visit: Come) -> None:
    ada = visit()
    ada.go("/tables/new/krakow")
    ada.page.get_by_text("Details of the rules").click()
    ada.page.select_option("#option-talk", "none")
    for seat in (1, 2, 3):
        ada.page.select_option(f"#seat-{seat}", "random")
    ada.page.get_by_role("button", name="Sit down").click()
    ada.page.wait_for_selector("html.js #table.frame")
    ada.page.get_by_role("tab", name="Talk").click()
    ada.page.fill("#talk-text", "Trust me.")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#why-text")).to_have_text("You cannot talk at this table now.")
    expect(ada.page.locator("#talk-text")).to_have_value("Trust me.")


def test_a_request_lost_by_a_gateway_can_be_sent_again(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    what_could_not_be_said_stays_in_its_field(ada)
    a_move_that_is_swallowed_can_be_made_again(ada)
    a_move_that_is_refused_leaves_the_choices_lit(ada)
    ada.complaints.clear()  # the browser complains of the gateway


def what_could_not_be_said_stays_in_its_field(ada: Visitor) -> None:
    ada.page.route("**/talk", Refusals(1))
    ada.page.get_by_role("tab", name="Talk").click()
    ada.page.fill("#talk-text", "Trust me.")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#lost")).to_be_visible()
    expect(ada.page.locator("#talk-text")).to_have_value("Trust me.")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#talk-lines")).to_contain_text("Trust me.")
    expect(ada.page.locator("#talk-text")).to_have_value("")


def a_move_that_is_swallowed_can_be_made_again(ada: Visitor) -> None:
    expect(ada.page.locator("#lost")).to_be_hidden()
    ada.page.route("**/play", Refusals(1))
    before = ada.number
    ada.page.locator("#hand .lit").first.click()
    ada.page.locator("#confirm").click()
    expect(ada.page.locator("#lost")).to_be_visible()
    expect(ada.page.locator("#hand .lit")).not_to_have_count(0)
    expect(ada.page.locator("#lost")).to_be_hidden()  # the server answers other questions
    assert ada.number == before
    ada.decide()


# In one go: news that come between two clicks would put the true moves back.
DANCE = """() => {
    document.querySelectorAll("[data-choice]").forEach((choice) => (choice.value = "dance"));
    document.querySelector("#hand .lit").click();
    document.getElementById("confirm").click();
}"""


def a_move_that_is_refused_leaves_the_choices_lit(ada: Visitor) -> None:
    ada.play_until("#hand .lit")
    ada.page.evaluate(DANCE)
    expect(ada.page.locator("#why-text")).to_contain_text("dance")
    expect(ada.page.locator("#hand .lit")).not_to_have_count(0)
