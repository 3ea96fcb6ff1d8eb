"""Several people at one table: invitation, news without reloading, talk, watching."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.night import NIGHT
from tests.web.visitor import Visitor, table_for_two, whose_turn

Come = Callable[..., Visitor]


def test_two_browsers_at_one_table(visit: Come) -> None:
    ada, bea, carl = visit(), visit(phone=True), visit()

    ada.go("/tables/new/krakow")
    ada.page.fill("#name", "Ada")
    ada.page.select_option("#public", "yes")
    live = ada.page.locator("#pace option").nth(1)
    expect(live).to_have_text("live: 15 minutes each, +20 seconds per turn")
    ada.page.select_option("#pace", "live")
    for seat in (2, 3):
        ada.page.select_option(f"#seat-{seat}", "random")
    ada.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.locator("main")).to_contain_text("15 minutes each")
    link = ada.page.input_value("#link")

    bea.go(link)
    bea.page.fill("#name", "Bea")
    bea.page.get_by_role("button", name="Sit down").click()
    bea.page.wait_for_selector("html.js #table.frame")
    ada.page.wait_for_selector("html.js #table.frame")  # the table came to her by itself
    expect(ada.page.locator("#players")).to_contain_text("Bea")

    the_ribbon_names_who_is_waited_for(ada, bea)
    sizes = ((1440, 900), (1280, 720), (390, 844), (844, 390))
    clocks_are_seen(ada, sizes if NIGHT else sizes[:2])  # by day each size once
    clocks_are_seen(bea, sizes if NIGHT else sizes[2:])
    for _turn in range(4 if NIGHT else 1):
        one, other = whose_turn(ada, bea)
        before = other.number
        one.decide()
        other.page.wait_for_selector(f"#table:not([data-number='{before}'])")
        expect(other.page.locator(".clock--runs:visible").first).to_contain_text(":")

    ada.page.get_by_role("tab", name="Talk").click()
    ada.page.fill("#talk-text", "Trust me.")
    ada.page.keyboard.press("Enter")
    bea.page.get_by_role("tab", name="Talk").click()
    expect(bea.page.locator("#talk-lines")).to_contain_text("Trust me.")

    carl.go(ada.page.url)
    expect(carl.page.locator(".watching")).to_be_visible()
    assert carl.page.locator("#hand [data-card], .secret").count() == 0
    carl.picture("watching")


def test_pieces_glide_while_news_come_fast(visit: Come) -> None:
    ada = visit(still=False)
    ada.table_against_bots("estoril", 2)
    ada.play_on(8 if NIGHT else 3)


def test_news_leave_alone_what_is_half_chosen(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    ada.page.locator("#hand .lit").first.click()
    ada.page.locator("#confirm").focus()
    wanted = ada.page.locator("#confirm").inner_text()
    with ada.page.expect_response("**/tables/*"):  # as after another player's move
        ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ada.page.wait_for_timeout(100)
    expect(ada.page.locator("#confirm")).to_have_text(wanted)
    expect(ada.page.locator("#confirm")).to_be_focused()
    expect(ada.page.locator("#hand .chosen")).to_have_count(1)
    before = ada.number
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")


def test_a_page_asks_once_for_what_its_own_move_changed(visit: Come) -> None:
    ada, bea = visit(), visit()
    table_for_two(ada, bea, "duel")
    mover, other = whose_turn(ada, bea)
    before, requests = other.number, list[str]()
    mover.page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    mover.decide()
    other.page.wait_for_selector(f"#table:not([data-number='{before}'])")
    assert requests.count(f"GET {mover.page.url}") == 1, requests  # its form leads there


def test_notes_are_private_and_kept(visit: Come) -> None:
    ada = visit()
    url = ada.table_against_bots("duel", 2)
    ada.page.get_by_role("tab", name="Notes").click()
    with ada.page.expect_response("**/notes"):
        ada.page.fill("#notebook", "White Purse is red, I think.")
    ada.page.reload()
    assert ada.page.input_value("#notebook") == "White Purse is red, I think."
    stranger = visit()
    stranger.go(url)
    expect(stranger.page.locator("[data-problem]")).to_be_visible()


def test_a_second_click_on_an_old_page_shows_the_newer_position(visit: Come) -> None:
    ada = visit()
    url = ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    old = ada.page.context.new_page()
    old.route("**/api/v1/stream**", lambda route: route.abort())
    old.goto(url)
    late = Visitor(old, ada.folder)
    ada.decide()
    late.page.evaluate("document.querySelector('#hand .lit').click()")
    late.page.evaluate("document.getElementById('confirm').click()")
    expect(late.page.locator(".stage-notice")).to_contain_text("moved on")


LOG_OF = """async (headers) => {
    const text = await (await fetch(location.href, { headers })).text();
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const plain = (line) => line.outerHTML.replace(" log-folded", ""); // an open page folds routine lines
    const lines = (root) => [...root.querySelectorAll("#log [data-n]")].map(plain);
    return { live: lines(document), sent: lines(fresh), talk: fresh.getElementById("talk") !== null };
}"""


def test_an_open_page_gets_only_what_is_new_and_shows_the_same_as_a_new_one(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4, ahead=4)
    ada.play_on(8 if NIGHT else 2)
    ada.wait_to_be_asked()
    whole = ada.page.evaluate(LOG_OF, {})
    assert whole["live"] == whole["sent"]
    assert whole["talk"]

    shown = int(ada.number) - 3
    part = ada.page.evaluate(LOG_OF, {"spyring-shown": str(shown)})
    assert part["sent"] == whole["sent"][-len(part["sent"]) :]
    assert 0 < len(part["sent"]) < len(whole["sent"]) / 2
    assert not part["talk"]
    assert ada.page.evaluate(LOG_OF, {"spyring-shown": "all"})["sent"] == whole["sent"]


def the_ribbon_names_who_is_waited_for(ada: Visitor, bea: Visitor) -> None:
    one, other = whose_turn(ada, bea)
    name = "Ada" if one is ada else "Bea"
    expect(other.page.locator("#sentence")).to_contain_text(f"Waiting for {name} (")


def clocks_are_seen(guest: Visitor, sizes: tuple[tuple[int, int], ...]) -> None:
    for width, height in sizes:
        guest.resize(width, height)
        clocks = guest.page.locator(".clock:visible")
        assert clocks.count() >= 1
        for clock in clocks.all():
            expect(clock).to_contain_text(":")
        assert guest.page.evaluate(COVERING) == []


# What is drawn over a clock, or under it.
COVERING = """() => [...document.querySelectorAll(".clock [data-seconds]")].filter((clock) => {
    if (!clock.checkVisibility()) return false;
    const { left, top, width, height } = clock.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return !(width > 10 && height > 10 && (seen === clock || clock.parentElement.contains(seen)));
}).map((clock) => clock.outerHTML)"""


def test_a_rematch_is_offered_to_both(visit: Come) -> None:
    ada, bea = visit(), visit(phone=True)
    table_for_two(ada, bea, "duel", 2, **{"option-lives": "1"})
    while not (ada.over and bea.over):
        for guest in (ada, bea):
            if guest.page.locator("#ribbon.ribbon--mine").count() and not guest.over:
                guest.decide()
        ada.page.wait_for_timeout(50)
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_selector("#link, #table.frame:not(:has(#ending))")
    expect(bea.page.locator("#told")).to_have_text("You have been offered a rematch.")
    bea.page.get_by_role("button", name="Go to rematch").click()
    for guest in (ada, bea):
        guest.page.wait_for_selector("#table.frame:not(:has(#ending))")
