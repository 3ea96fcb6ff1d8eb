"""People meet again: a profile, a friend who is invited, a replay that opens to its link."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import TIMEOUT_MS, Visitor

Come = Callable[..., Visitor]
PASSWORD = "correct horse battery"


def account(visit: Come, name: str, **how: bool) -> Visitor:
    """A visitor with an account."""
    visitor = visit(**how)
    visitor.go("/account")
    visitor.page.fill("#r-name", name)
    visitor.page.fill("#r-password", PASSWORD)
    visitor.page.get_by_role("button", name="Create an account").click()
    expect(visitor.page.locator(".identity h1")).to_have_text(name)
    return visitor


def profile(visitor: Visitor) -> str:
    """The address of one's own page."""
    return visitor.page.get_by_role("link", name="My games").first.get_attribute("href") or ""


def test_a_friend_is_invited_with_a_click_and_sits_down(visit: Come) -> None:
    ada, bob = account(visit, "Ada of the Cipher"), account(visit, "Bob of the Cipher", phone=True)
    ada.go(profile(bob))
    ada.page.get_by_role("button", name="Add to my friends").click()
    expect(ada.page.get_by_role("button", name="Remove from my friends")).to_be_visible()
    assert ada.serious_faults() == []
    ada.go("/tables/new/duel?seats=2")
    ada.page.locator("main form button.primary").last.click()
    ada.page.get_by_role("button", name="Invite", exact=True).click()
    expect(ada.page.locator("#lobby")).to_be_visible()
    bob.go("/")
    assert bob.page.evaluate("document.documentElement.scrollWidth") <= 390
    bob.page.locator(".invited .table-card-link").click()
    bob.page.get_by_role("button", name="Sit here").click()
    bob.page.wait_for_selector("#table.frame")
    ada.page.wait_for_selector("#table.frame")


def test_a_replay_opens_with_a_title_and_is_played_on_from(visit: Come) -> None:
    ada = account(visit, "Ada of the Archive")
    mine = profile(ada)
    address = ada.table_against_bots("duel", 2, lives="1")
    ada.play_on()
    expect(ada.page.locator("#ending")).to_be_visible()
    stranger = visit(phone=True, dark=True)
    stranger.go(f"{address}/replay")
    expect(stranger.page.locator("#opening-title")).to_have_text("Duel")
    expect(stranger.page.locator(".opening")).to_contain_text("Ada of the Archive")
    assert stranger.colour_faults("#opening") == []
    stranger.page.locator(".opening .primary").tap()
    expect(stranger.page.locator(".opening")).to_have_count(0)
    stranger.go(f"{address}/replay?step=1")
    on = stranger.page.get_by_role("button", name="Continue against bots")
    expect(on).to_be_hidden()  # a phone shows the board first
    stranger.page.locator("#replay-more").tap()
    on.click()
    stranger.page.wait_for_selector("#table.frame[data-status=playing]")

    a_replay_does_at_once_what_is_pressed(visit(speed="calm"), address)
    ada.go(mine)
    expect(ada.page.locator(".played")).to_have_count(1)
    assert ada.serious_faults() == []
    ada.page.locator(".played .button").click()
    expect(ada.page.locator(".opening")).to_be_visible()


def a_replay_does_at_once_what_is_pressed(reader: Visitor, address: str) -> None:
    """Also while a step is shown scene by scene, with no bar beside that of the replay; at its end it says
    who has won.
    """
    reader.go(f"{address}/replay?step=0")
    last = int(reader.page.get_attribute("#step", "max") or 0)
    count, staged = reader.page.locator(".replay-count"), reader.page.locator("#table[data-staged]")
    for step in range(1, last):
        reader.page.get_by_role("link", name="One step forward").click()
        if staged.count():
            break
        expect(count).to_have_text(f"{step}/{last}")
    expect(reader.page.locator("#director")).to_be_hidden()
    reader.page.get_by_role("link", name="To the end").click()
    expect(count).to_have_text(f"{last}/{last}", timeout=TIMEOUT_MS)
    expect(reader.page.locator("#sentence")).to_contain_text("won")
    expect(reader.page.locator("#result .scores tbody tr")).to_have_count(2)
    reader.page.get_by_role("link", name="One step back").click()
    expect(count).to_have_text(f"{last - 1}/{last}")
    expect(reader.page.locator("#result")).to_have_count(0)
