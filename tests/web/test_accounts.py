"""Guests, accounts, tokens, and pages that refuse kindly."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


def test_a_guest_makes_an_account_and_finds_the_table_again(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("duel", 2)
    ada.go("/account")
    ada.page.fill("#r-name", "Ada Lovelace")
    ada.page.fill("#r-password", "analytical engine")
    ada.page.get_by_role("button", name="Create an account").click()
    expect(ada.page.locator("main")).to_contain_text("You are Ada Lovelace.")
    ada.page.get_by_text("For programs").click()
    ada.page.fill("#t-name", "my bot")
    ada.page.get_by_role("button", name="Create a key").click()
    expect(ada.page.locator(".notice code")).to_be_visible()
    ada.page.get_by_role("button", name="Sign out", exact=True).click()

    elsewhere = visit()
    elsewhere.go("/account")
    elsewhere.page.fill("#l-name", "Ada Lovelace")
    elsewhere.page.fill("#l-password", "differential")
    elsewhere.page.get_by_role("button", name="Sign in").click()
    expect(elsewhere.page.locator("[data-problem]")).to_contain_text("wrong")
    elsewhere.page.fill("#l-name", "Ada Lovelace")
    elsewhere.page.fill("#l-password", "analytical engine")
    elsewhere.page.get_by_role("button", name="Sign in").click()
    expect(elsewhere.page.locator(".table-card--turn, .table-card")).not_to_have_count(0)


def test_a_page_that_is_not_there_says_so(visit: Come) -> None:
    ada = visit()
    for path in ("/nowhere", "/tables/nothing-here", "/games/chess", "/join/nothing"):
        ada.go(path)
        expect(ada.page.locator("[data-problem]")).to_be_visible()
        expect(ada.page.get_by_role("link", name="Home", exact=True)).to_be_visible()
