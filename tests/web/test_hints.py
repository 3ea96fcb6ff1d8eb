"""Ask for advice A bot says it, where no other person plays."""

import pytest
from playwright.sync_api import expect

from tests.web.shelf import NAMES, quick
from tests.web.test_games import Come
from tests.web.visitor import Visitor, table_for_two, whose_turn


@pytest.mark.parametrize("game", NAMES)
def test_a_hint_says_why_and_lights_what_it_is_about(visit: Come, game: str) -> None:
    ada = visit()
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    ada.page.get_by_role("button", name="Ask for advice").click()
    expect(ada.page.locator("#choices .hinted")).to_have_count(1)
    said = ada.page.locator("#choices .hinted").text_content() or ""
    advice = ada.page.locator("#advice > p")
    expect(advice).to_contain_text(said.split(" (")[0].strip())
    expect(advice).not_to_contain_text("continuations")
    if game == "krakow":  # where it was searched for
        the_numbers_step_back(ada)
    expect(ada.page.locator(":is(#board, #hand, #actions) .hinted").first).to_be_visible()
    ada.picture(f"hint-{game}")
    ada.page.evaluate("document.querySelector('#choices .hinted').click()")
    if ada.page.locator("#confirm:visible").count():
        ada.page.locator("#confirm").click()
    expect(ada.page.locator(".hinted")).to_have_count(0)
    expect(ada.page.locator("#advice")).to_be_hidden()


@pytest.mark.parametrize("game", NAMES)
def test_a_hint_covers_nothing_and_can_be_closed(visit: Come, game: str) -> None:
    ada = visit(phone=True)
    seats, options = quick(game)
    ada.table_against_bots(game, seats, **options)
    ada.wait_to_be_asked()
    for width, height in ((390, 844), (844, 390), (1280, 720)):
        ada.resize(width, height)
        board = ada.page.locator("#main").bounding_box()
        ada.page.get_by_role("button", name="Ask for advice").click()
        expect(ada.page.locator("#choices .hinted")).to_have_count(1)
        ada.settle()
        assert ada.page.evaluate(COVERED) == []
        ada.in_sight("#advice")
        if width > 1000:  # no city leaves the map
            assert ada.page.locator("#main").bounding_box() == board
        ada.page.get_by_role("region", name="Advice").get_by_role("button", name="Close").click()
        expect(ada.page.locator("#advice")).to_be_hidden()
        expect(ada.page.locator(".hinted")).to_have_count(0)


# The parts of a table that the hint lies on.
COVERED = """() => {
    const hint = document.getElementById("advice").getBoundingClientRect();
    return ["#ribbon", "#main", "#hand", ".tablist"].filter((part) => {
        const { left, right, top, bottom } = document.querySelector(part).getBoundingClientRect();
        const across = Math.min(right, hint.right) - Math.max(left, hint.left);
        return across > 1 && Math.min(bottom, hint.bottom) - Math.max(top, hint.top) > 1;
    });
}"""


def the_numbers_step_back(ada: Visitor) -> None:
    more = ada.page.locator("#advice details")
    expect(more.locator("p")).to_be_hidden()
    more.locator("summary").click()
    expect(more.locator("p")).to_contain_text("continuations")


def test_games_between_people_give_no_hints(visit: Come) -> None:
    ada, bea = visit(), visit()
    table_for_two(ada, bea, "estoril")
    one, _other = whose_turn(ada, bea)
    expect(one.page.locator("[data-hint]")).to_have_count(0)
    refused = one.page.evaluate("""async () => {
        const csrf = document.querySelector("meta[name=csrf-token]").content;
        const body = new URLSearchParams({ csrf });
        const answer = await fetch(`${location.pathname}/hint`, { method: "POST", body });
        return [answer.status, await answer.text()];
    }""")
    assert refused[0] == 403
    assert "only in games against bots" in refused[1]
