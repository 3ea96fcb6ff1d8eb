"""One person at several seats of a table at which all win or lose together."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


def test_alone_with_several_seats_from_the_lobby_on(visit: Come) -> None:
    ann = visit()
    ann.go("/tables/new/relay?seats=3")
    for seat, who in enumerate(("me", "person", "me")):
        ann.page.select_option(f"#seat-{seat}", who)
    ann.page.get_by_role("button", name="Sit down").click()
    ann.page.wait_for_selector("#lobby")
    assert ann.page.locator(".lobby-seat", has_text="you").count() == 2

    ann.page.get_by_role("button", name="Leave this seat").last.click()
    expect(ann.page.locator(".lobby-seat", has_text="you")).to_have_count(1)
    for _seat in range(2):
        ann.page.get_by_role("button", name="Take this seat too").first.click()
    ann.page.wait_for_selector("#table.frame")

    expect(ann.page.locator(".sentence-mark")).to_have_text("ada")  # not "Your turn": all of them are
    expect(ann.page.locator(".player-name", has_text="you")).to_have_count(3)
    ann.page.locator("#choices [data-choice][value='propose walk']").dispatch_event("click")
    confirm = ann.page.locator("#confirm")
    if confirm.is_visible():
        confirm.click()
    expect(ann.page.locator(".sentence-mark")).to_have_text("ben")
    assert ann.complaints == []
