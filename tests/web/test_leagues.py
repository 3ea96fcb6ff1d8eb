"""An event in a browser: made by a form, joined on a phone, started, corrected; and what everybody reads."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


def test_an_event_is_made_joined_and_started(visit: Come) -> None:
    """Given a host on a wide screen and a player on a phone, then both read the round, the
    standings and the rules for ties. Nothing is wider than the phone.
    """
    ada, ben = visit(), visit(phone=True)
    ada.go("/leagues")
    ada.page.get_by_label("Name of the event").fill("Winter cup")
    ada.page.locator("#game").select_option("estoril 2")
    ada.page.get_by_role("button", name="Create event").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Winter cup")
    address = ada.page.url.split("/leagues/")[1]
    ben.go("/leagues")
    ben.page.get_by_role("link", name="Winter cup").tap()
    ben.page.get_by_role("button", name="Take part").tap()
    expect(ben.page.get_by_role("button", name="Leave the event")).to_be_visible()
    ada.go(f"/leagues/{address}")
    ada.page.get_by_role("button", name="Start the event").click()
    expect(ada.page.get_by_role("link", name="Table 1")).to_be_visible()
    ada.page.get_by_text("For hosts").first.click()
    expect(ada.page.get_by_role("button", name="Remove").first).to_be_visible()
    ben.go(f"/leagues/{address}/rounds/1")
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("Round 1")
    ben.go(f"/leagues/{address}")
    expect(ben.page.get_by_text("Equal points are decided by tables won")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="Cross table")).to_be_visible()
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ben.go("/")
    expect(ben.page.get_by_role("link", name="Winter cup", exact=True)).to_be_visible()
    ben.page.goto(ada.page.url)
    ben.page.get_by_role("link", name="Table 1").tap()
    ben.page.wait_for_selector("#table.frame")
    ada.go(f"/leagues/{address}")
    ada.page.get_by_role("button", name="End the event").click()
    ada.page.locator("#sure").get_by_role("button", name="End the event").click()
    expect(ada.page.get_by_text("finished")).to_be_visible()
    expect(ada.page.locator(".league-first")).to_have_count(0)
    expect(ben.page.get_by_text("This game was stopped before its end.")).to_be_visible()
    assert ada.complaints == []
    assert ben.complaints == []
