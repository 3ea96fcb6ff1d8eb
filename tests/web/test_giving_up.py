"""When the only other person gives up: the question in the page, the win, and the rematch for both."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visitor, table_for_two

Come = Callable[..., Visitor]


def two_and_one_gives_up(visit: Come) -> tuple[Visitor, Visitor]:
    ada, bob = visit(), visit(phone=True)
    table_for_two(ada, bob, "duel")
    bob.page.locator("#ribbon > details.menu > summary").click()
    bob.page.get_by_role("button", name="Resign").click()
    bob.page.locator("#sure [value=yes]").click()
    bob.page.wait_for_url("**/tables?left=*")
    return ada, bob


@pytest.mark.parametrize(("speed", "animation"), [("once", "none"), ("calm", "reveal")])
def test_without_animations_the_result_does_not_fade(visit: Come, speed: str, animation: str) -> None:
    ada = visit(still=False, speed=speed)
    ada.table_against_bots("duel", 2)
    ada.play_out()
    row = ada.page.locator(".ending--told .reveal, .reveal--shown").first
    assert row.evaluate("(one) => getComputedStyle(one).animationName") == animation


def test_the_remaining_player_is_asked_and_takes_the_win(visit: Come) -> None:
    ada, bob = two_and_one_gives_up(visit)
    asked = ada.page.locator(".given-up")
    expect(ada.page.locator("#log")).to_contain_text("resigned. A bot took over.")
    expect(asked).to_contain_text("resigned and lost")
    assert ada.serious_faults(".given-up") == []
    ada.picture("given-up")
    asked.get_by_role("button", name="Play on").click()
    expect(asked).to_be_hidden()
    ada.page.reload()
    ada.page.wait_for_selector("html.js #table.frame")
    expect(asked).to_be_hidden()
    ada.page.locator("#ribbon > details.menu > summary").click()
    ada.page.get_by_role("button", name="Take the win").click()
    ada.page.locator("#sure [value=yes]").click()
    expect(ada.page.locator("#ending")).to_contain_text("Everybody else has resigned.")
    expect(ada.page.locator("#ending .ending-verdict")).to_contain_text(" resigned.")
    assert ada.serious_faults("#ending") == []
    ada_table = ada.page.url
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_selector("#lobby")
    bob.go(ada_table)
    expect(bob.page.locator("#ending")).to_contain_text("You resigned, so you lost this game.")
    expect(bob.page.locator("#ending")).not_to_contain_text("Everybody else")
    bob.go("/tables")
    bob.page.locator(".invited .table-card-link").click()
    bob.page.get_by_role("button", name="Sit here").click()
    bob.page.wait_for_selector("html.js #table.frame")
    ada.page.wait_for_selector("html.js #table.frame")
