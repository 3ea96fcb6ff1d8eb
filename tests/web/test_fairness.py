"""Chance that nobody can have tampered with: what the browser adds, and what the page shows of it."""

from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qs

from playwright.sync_api import Route, expect

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]
KEPT = "JSON.parse(localStorage.getItem('spyring-fairness'))"


def _overhear(heard: list[dict[str, str]], route: Route) -> None:
    """Let an answer pass and note what it says: after the page has moved on its body is gone."""
    answer = route.fetch()
    heard.append(answer.json())
    route.fulfill(response=answer)


def test_the_browser_adds_a_number_after_the_server_has_bound_itself(visit: Come) -> None:
    ada = visit()
    ada.go("/")
    promises: list[dict[str, str]] = []
    ada.page.route("**/promises", partial(_overhear, promises))
    with ada.page.expect_request("**/play/krakow") as played:
        ada.page.locator("form[action='/play/krakow'] button").click()
    sent = parse_qs(played.value.post_data or "")
    (promise,) = promises
    assert sent["promise"] == [promise["id"]]
    expect(ada.page.locator("#board")).to_be_visible()
    ada.wait_until(lambda: bool(ada.page.evaluate(KEPT)[0].get("start")))
    (kept,) = ada.page.evaluate(KEPT)
    assert ada.page.url.endswith(promise["table"])
    assert (kept["table"], kept["commitment"]) == (promise["table"], promise["commitment"])
    assert kept["nonces"] == sent["nonce"]


def test_a_new_player_adds_a_number_and_the_table_shows_its_commitment(visit: Come) -> None:
    ada = visit()
    ada.go("/tables/new/krakow?seats=4")
    ada.page.get_by_role("button", name="Sit down").click()
    shown = ada.page.locator(".fairness code").first
    ada.page.locator(".fairness summary").click()
    expect(shown).to_be_visible()
    commitment = shown.inner_text()
    assert len(commitment) == 64
    link = ada.page.input_value("#link")
    eve = visit()
    eve.go(link)
    with eve.page.expect_request("**/join/*") as joined:
        eve.page.get_by_role("button", name="Sit down").click()
    sent = parse_qs(joined.value.post_data or "")["nonce"]
    assert len(sent[0]) == 32
    eve.page.wait_for_url("**/tables/*")
    (kept,) = eve.page.evaluate(KEPT)
    assert kept["commitment"] == commitment
    assert kept["nonces"] == sent
