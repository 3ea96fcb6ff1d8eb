"""Called back to the table: by the title and the icon of the page, by what is unread, by who gave up."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor, table_for_two, whose_turn

Come = Callable[..., Visitor]

HIDE = """(hidden) => {
    const is = (name, value) => Object.defineProperty(document, name, { value, configurable: true });
    is("hidden", hidden);
    is("visibilityState", hidden ? "hidden" : "visible");
    document.dispatchEvent(new Event("visibilitychange"));
}"""
ICON = "#icon[href*='icon-turn']"


def two_at_a_table(visit: Come) -> tuple[Visitor, Visitor]:
    """Ada on a wide screen and Bea on a phone, at a table with two bots."""
    ada, bea = visit(), visit(phone=True)
    table_for_two(ada, bea, "krakow", 4)
    return ada, bea


def test_title_says_whose_turn_it_is_what_is_unread_and_who_gave_up(visit: Come) -> None:
    ada, bea = two_at_a_table(visit)
    title_and_icon_say_whose_turn_it_is(ada, bea)
    unread_talk_is_counted_until_it_is_read(ada, bea)
    the_others_are_told_who_gives_up_and_the_table_leaves_the_list(ada, bea)


def title_and_icon_say_whose_turn_it_is(ada: Visitor, bea: Visitor) -> None:
    one, other = whose_turn(ada, bea)
    assert one.page.title().startswith("Your turn · ")
    expect(one.page.locator(ICON)).to_be_attached()
    assert not other.page.title().startswith("Your turn")
    expect(other.page.locator(ICON)).not_to_be_attached()
    one.decide()
    whose_turn(other, one)
    other.wait_until(lambda: other.number == one.number)
    for guest in (one, other):
        asked = guest.page.get_attribute("#table", "data-mine") == "yes"
        assert guest.page.title().startswith("Your turn") == asked


def test_a_hidden_page_is_called(visit: Come) -> None:
    ada, bea = two_at_a_table(visit)
    sound_and_notification_come_if_they_are_wanted(ada, bea)
    it_is_called_by_what_it_hears_and_not_by_what_it_shows(ada, bea)


def it_is_called_by_what_it_hears_and_not_by_what_it_shows(ada: Visitor, bea: Visitor) -> None:
    one, other = whose_turn(ada, bea)
    other.page.evaluate(HIDE, True)
    other.page.route("**/tables/*", lambda route: route.abort())  # it cannot show anything now
    heard = "document.addEventListener('spyring:turn', () => (window.called = (window.called ?? 0) + 1))"
    other.page.evaluate(heard)
    for _decision in range(30):
        if other.page.title().startswith("Your turn"):
            break
        one.page.wait_for_timeout(100)
        if one.page.get_attribute("#table", "data-mine") == "yes":
            one.decide()
    assert other.page.evaluate("window.called") == 1
    expect(other.page.locator(ICON)).to_be_attached()
    other.complaints.clear()  # of the page that could not be had


def unread_talk_is_counted_until_it_is_read(ada: Visitor, bea: Visitor) -> None:
    ada.page.get_by_role("tab", name="Talk").click()
    for text in ("Trust me.", "Really."):
        ada.page.fill("#talk-text", text)
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("#talk-lines")).to_contain_text(text)
    assert not ada.page.locator("#unread").is_visible()  # she reads it as she says it
    expect(bea.page.locator("#unread")).to_have_text("2 unread")
    assert bea.page.title().startswith("(2) ")
    bea.picture("unread")
    bea.page.reload()
    expect(bea.page.locator("#unread")).to_have_text("2 unread")
    bea.page.get_by_role("tab", name="Talk").click()
    expect(bea.page.locator("#unread")).to_be_hidden()
    assert not bea.page.title().startswith("(")
    bea.page.reload()
    expect(bea.page.locator("#unread")).to_be_hidden()


def the_others_are_told_who_gives_up_and_the_table_leaves_the_list(ada: Visitor, bea: Visitor) -> None:
    bea.page.locator("#ribbon .menu > summary").last.click()
    bea.page.get_by_role("button", name="Resign").click()
    sure = bea.page.locator("#sure")
    expect(sure).to_contain_text("you cannot come back")
    bea.page.keyboard.press("Escape")  # closing the question means no
    expect(sure).to_be_hidden()
    bea.page.get_by_role("button", name="Resign").click()
    sure.get_by_role("button", name="Resign").click()
    bea.page.wait_for_url(re.compile(r"/tables\?left="))
    expect(bea.page.locator(".notice")).to_contain_text("You have resigned from")
    expect(bea.page.locator("main")).to_contain_text("You have no tables yet.")
    expect(ada.page.locator("#told")).to_have_text("Bea resigned. A bot plays on.")
    expect(ada.page.locator("#players")).to_contain_text("Bea · resigned")


STUBS = """
window.calls = [];
window.Notification = class {
    static permission = "granted";
    constructor(_title, { body }) { calls.push(body); }
};
document.addEventListener("spyring:sounded", ({ detail }) => calls.push(detail));
for (const name of ["sound", "notify"]) localStorage.setItem(`prefer:${name}`, "on");
"""


def sound_and_notification_come_if_they_are_wanted(ada: Visitor, bea: Visitor) -> None:
    bea.page.add_init_script(STUBS)
    bea.page.reload()
    for guest, wanted in ((bea, ["It is your turn at Kraków 1325 AD.", "turn"]), (ada, [])):
        guest.page.wait_for_selector("html.js #table.frame")
        guest.page.locator("#sentence").click()  # nothing sounds before
        guest.page.evaluate("window.calls ??= []")
        guest.page.evaluate(HIDE, True)
        guest.page.evaluate("document.dispatchEvent(new CustomEvent('spyring:turn'))")
        guest.page.wait_for_function("(count) => calls.length >= count", arg=len(wanted))
        assert sorted(guest.page.evaluate("calls")) == wanted
    bea.page.evaluate(HIDE, False)
    bea.page.evaluate("document.dispatchEvent(new CustomEvent('spyring:turn'))")
    bea.page.wait_for_function("() => calls.length >= 3")  # who looks at the page needs no notification
    assert bea.page.evaluate("calls").count("turn") == 2
    ada.page.evaluate(HIDE, False)
