"""A forgotten password, and a code from the operator."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from click.testing import CliRunner
from playwright.sync_api import expect

from spyring.cli.admin import admin
from tests.web.test_people import account
from tests.web.visitor import Visitor

Come = Callable[..., Visitor]


def test_a_forgotten_password_is_reset_with_a_code(visit: Come, site_database: str) -> None:
    ada = account(visit, "Ada of the Oblivion")
    expect(ada.page.locator("#recovery")).to_contain_text("its operator can give you a code")
    words = ["--database-url", site_database, "code", "Ada of the Oblivion"]
    with ThreadPoolExecutor() as beside:  # in this thread Playwright has a loop of its own
        made = beside.submit(CliRunner().invoke, admin, words).result()
    assert made.exit_code == 0, made.output
    phone = visit(phone=True)
    phone.go("/account")
    phone.page.get_by_role("link", name="Forgotten password?").click()
    assert phone.serious_faults() == []
    phone.page.get_by_label("Code from the operator").fill(made.output.split()[-1])
    phone.page.get_by_role("button", name="Use the code").click()
    expect(phone.page.get_by_label("Name")).to_have_value("ada of the oblivion")
    phone.page.get_by_label("New password").fill("another battery staple")
    phone.page.get_by_role("button", name="Change").click()
    expect(phone.page.locator("main")).to_contain_text("Your password has changed")
    phone.page.get_by_role("link", name="Sign in").last.click()
    phone.page.fill("#l-name", "Ada of the Oblivion")
    phone.page.fill("#l-password", "another battery staple")
    phone.page.get_by_role("button", name="Sign in").click()
    phone.go("/account")
    expect(phone.page.locator(".identity h1")).to_have_text("Ada of the Oblivion")
    ada.go("/account")
    expect(ada.page.locator(".identity")).to_have_count(0)  # signed out there
