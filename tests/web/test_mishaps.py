"""Moves taken back with consent, clocks that run out, connections that break."""

import time
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Route, expect

from spyring.bots.catalogue import LEVELS
from tests.web.visitor import Visitor, table_for_two, whose_turn

Come = Callable[..., Visitor]
PRESS_FIRST = "document.querySelector('#choices [data-choice]').click()"


def take_a_turn(visitor: Visitor) -> None:
    """Decide until the other is asked."""
    visitor.page.wait_for_selector("#ribbon.ribbon--mine")
    for _decision in range(40):
        if not visitor.page.locator("#ribbon.ribbon--mine").count():
            return
        visitor.decide()
    raise AssertionError("a turn of forty decisions")


def test_a_move_is_taken_back_with_consent_and_not_without(visit: Come) -> None:
    ada, bea = visit(), visit(phone=True)
    table_for_two(ada, bea, "estoril")
    one, other = whose_turn(ada, bea)
    cards = one.page.locator("#hand .cards .tile")
    held = cards.count()
    take_a_turn(one)
    take_a_turn(other)
    expect(cards).to_have_count(held - 1)
    expect(one.page.locator("#ribbon.ribbon--mine")).to_have_count(1)

    undone = expect(one.page.locator("#log .log-undone"))
    ask_to_take_back(one, other, "Refuse")
    undone.to_have_count(0)
    ask_to_take_back(one, other, "Agree")
    undone.not_to_have_count(0)
    expect(one.page.locator("#ribbon.ribbon--mine")).to_have_count(1)


def test_others_are_told_that_a_move_was_taken_back(visit: Come) -> None:
    ada, bea = visit(), visit()
    for _table in range(6):  # some tiles reveal something at once, and are not free to take back
        table_for_two(ada, bea, "estoril")
        one, other = whose_turn(ada, bea)
        one.decide()
        expect(other.page.locator("#table")).not_to_have_attribute("data-number", "0")
        undo = one.page.locator("#actions form[action$='/undo'] button")
        if undo.count():
            break
    undo.click()
    expect(other.page.locator("#told")).to_contain_text("Undone: ")
    expect(one.page.locator("#told")).to_be_empty()


def ask_to_take_back(one: Visitor, other: Visitor, answer: str) -> None:
    """One asks, the other answers, and the question disappears."""
    one.page.get_by_label("Menu of this table").click()
    one.page.get_by_role("button", name="Request undo").click()
    expect(one.page.locator(".offer")).to_contain_text("You asked to undo your move")
    expect(other.page.locator(".offer")).to_contain_text("asks to undo a move")
    other.page.get_by_role("button", name=answer).click()
    expect(other.page.locator(".offer")).to_have_count(0)
    if answer == "Refuse":
        expect(one.page.locator(".offer")).to_have_text("Your undo request was refused.")
    else:
        expect(one.page.locator(".offer")).to_have_count(0)


def test_when_time_runs_out_a_bot_holds_the_seat_until_its_owner_is_back(
    visit: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LEVELS, "normal", "search:1s")  # or it would have ended the game before she is back
    ada = visit()
    ada.send("/tables/new/duel", **{"seats": "2", "seat-0": "me"})  # now she has a session
    ada.go("/livez")
    wish = {
        "game": "krakow",
        "seats": 4,
        "pace": "live",
        "clock": {"bank": 2.5, "increment": 0, "cap": 5},
        "bots": dict.fromkeys(("1", "2", "3"), "random"),
    }
    table = ada.page.evaluate(
        """async (wish) => {
            const headers = { "content-type": "application/json" };
            const sent = { method: "POST", headers, body: JSON.stringify(wish) };
            return (await (await fetch("/api/v1/tables", sent)).json()).id;
        }""",
        wish,
    )
    ada.go(f"/tables/{table}")
    expect(ada.page.locator(".player--me .clock")).to_be_visible()
    back = ada.page.get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible(timeout=20_000)
    before = int(ada.number)
    ada.page.wait_for_function(
        "(before) => Number(document.getElementById('table').dataset.number) > before", arg=before
    )
    back.click()
    expect(back).to_have_count(0)


def test_a_move_that_was_overtaken_by_another_is_sent_again(visit: Come, site: str) -> None:
    """Where all decide at once, another's decision of the same moment costs nobody their own."""
    ada = visit()
    ada.go("/tables/new/season0?seats=2")
    ada.page.select_option("#seat-1", "person")
    ada.page.get_by_role("button", name="Sit down").click()
    code = ada.page.input_value("#link").rpartition("/")[2]
    with httpx.Client(base_url=f"{site}/api/v1") as bea:
        guest = bea.post("/guests", params={"token": "true"}, json={"name": "Bea"}).json()
        bea.headers["Authorization"] = f"Bearer {guest['token']}"
        table = f"/tables/{bea.get(f'/invitations/{code}').json()['id']}"
        bea.post(f"{table}/join", json={"code": code})
        ada.page.wait_for_selector("html.js #table.frame")
        with ada.page.expect_response("**/play") as answer:
            ada.page.evaluate(PRESS_FIRST)
        answer.value.finished()  # her next move is no second click of this one
        ada.page.wait_for_selector("#table[data-number='1']", state="attached")
        ada.settle()
        sent: list[int] = []

        def overtake(route: Route) -> None:
            """Bea is faster, by as little as can be."""
            if not sent:
                hers = bea.get(f"{table}/position").json()
                move = {"number": hers["number"], "move": hers["legal"][0]["text"]}
                assert bea.post(f"{table}/moves", json=move).status_code == 200
            sent.append(len(sent))
            route.continue_()

        ada.page.route("**/play", overtake)
        ada.page.evaluate(PRESS_FIRST)
        ada.page.wait_for_selector("#table[data-number='3']", state="attached")
        assert sent == [0, 1]
        assert bea.get(f"{table}/position").json()["number"] == 3


def test_a_lost_connection_is_shown_and_caught_up_on(visit: Come) -> None:
    ada, bea = visit(), visit()
    table_for_two(ada, bea, "estoril")
    one, other = whose_turn(ada, bea)
    other.page.context.set_offline(True)
    expect(other.page.locator("#lost")).to_be_visible()
    take_a_turn(one)
    assert not other.page.locator("#ribbon.ribbon--mine").count()
    other.page.context.set_offline(False)
    expect(other.page.locator("#ribbon.ribbon--mine")).to_have_count(1)
    expect(other.page.locator("#lost")).to_be_hidden()
    other.complaints.clear()  # the browser complains that it was offline


def test_a_move_that_could_not_be_sent_can_be_made_again(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    ada.page.route("**/play", lambda route: route.abort())
    before = ada.number
    ada.page.locator("#hand .lit").first.click()
    ada.page.locator("#confirm").click()
    expect(ada.page.locator("#lost")).to_be_visible()
    expect(ada.page.locator("#why")).to_contain_text("your move was not sent")
    banner, ribbon = ada.page.locator("#lost").bounding_box(), ada.page.locator("#ribbon").bounding_box()
    assert banner is not None
    assert ribbon is not None
    assert banner["y"] + banner["height"] <= ribbon["y"] + 1  # it covers nothing
    ada.page.unroute("**/play")
    expect(ada.page.locator("#hand .lit")).not_to_have_count(0)
    assert ada.number == before
    ada.page.locator("#confirm").click()  # it is still chosen
    ada.page.wait_for_selector(f"#table:not([data-number='{before}'])")
    ada.complaints.clear()


def test_two_fingers_enlarge_the_board_and_one_moves_it(visit: Come) -> None:
    ada = visit(phone=True)
    ada.table_against_bots("krakow", 4)
    ada.wait_to_be_asked()
    touch = ada.page.context.new_cdp_session(ada.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def box() -> tuple[float, float]:
        """The left edge and the width of the board."""
        found = ada.page.locator("#board .board").bounding_box()
        assert found is not None
        return found["x"], found["width"]

    _left, whole = box()
    fingers("touchStart", (180, 350), (210, 350))
    for step in range(1, 6):
        fingers("touchMove", (180 - 10 * step, 350), (210 + 10 * step, 350))
    fingers("touchEnd")
    left, large = box()
    assert large > 1.5 * whole

    fingers("touchStart", (250, 350))
    for step in range(1, 6):
        fingers("touchMove", (250 - 8 * step, 350))
    fingers("touchEnd")
    time.sleep(0.1)
    assert box()[0] < left - 20
    assert box()[1] == pytest.approx(large)
