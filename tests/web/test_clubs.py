"""A club in the browser: founded on a desk, joined on a phone, with an evening."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.test_people import account
from tests.web.visitor import Visitor

SOON = """(minutes) => {
    const at = new Date(Date.now() + minutes * 60000);
    return new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}"""


def test_a_club_meets_for_an_evening(visit: Callable[..., Visitor]) -> None:
    ada, bob = account(visit, "Ada of the Club"), account(visit, "Bob of the Club", phone=True)
    bob.send("/language", language="pl")
    ada.go("/clubs")
    ada.page.fill("#club-name", "Żubr")
    ada.page.select_option("#club-public", "false")
    ada.page.press("#club-name", "Enter")
    expect(ada.page.locator("h1")).to_have_text("Żubr")
    ada.page.get_by_text("Announce an evening").click()
    expect(ada.page.locator("#local-zone")).not_to_have_value("")
    ada.page.fill("#evening-title", "Friday")
    ada.page.fill("#local", ada.page.evaluate(SOON, 50))
    ada.page.get_by_role("button", name="Announce", exact=True).click()
    when = ada.page.locator(".evening time")
    expect(when).to_contain_text("T")  # today or tomorrow, in words
    expect(when).not_to_contain_text("UTC")
    assert ada.serious_faults() == []
    link = ada.page.locator(".club-link").inner_text()
    bob.go(link)
    bob.page.locator("main form button.primary").first.tap()
    bob.page.locator(".evening-form [name=here]").tap()
    expect(bob.page.locator(".evening-here")).to_have_count(1)
    bob.page.fill("#club-text", "Cześć!")
    bob.page.press("#club-text", "Enter")
    expect(bob.page.locator(".club-talk")).to_contain_text("Cześć!")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert bob.serious_faults() == []
    bob.go("/")
    expect(bob.page.locator(".evening-next")).to_contain_text("Friday")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    ada.page.reload()
    expect(ada.page.locator(".evening-people")).to_contain_text("Bob of the Club")
    ada.page.get_by_role("button", name="Remove Bob of the Club").click()
    expect(ada.page.locator("#sure button.primary")).to_have_text("Remove Bob of the Club")
    ada.page.locator("#sure button.primary").click()
    expect(ada.page.locator(".evening-people")).not_to_contain_text("Bob of the Club")
