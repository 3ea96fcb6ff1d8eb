"""Signing in at an OpenID Connect provider: npm's oidc-provider, in a process of its own."""

import asyncio
import logging
import re
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from sqlalchemy import select, update

from spyring.server.accounts.accounts import CONFIRMED_SECONDS
from spyring.server.accounts.provider import CALLBACK, VISIT_SECONDS
from spyring.server.accounts.schema import identities
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.schema import people
from spyring.web import create_app
from tests.server.conftest import on_both
from tests.server.harness import Harness, open_harness, settings_for
from tests.server.manual_time import ManualTime

pytestmark = pytest.mark.anyio

HERE = Path(__file__).parent
SITE = "http://table.test"
SECRET = "a secret that no answer shows"
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    """The address of a provider."""
    installed = subprocess.run(
        ["tools/ensure-oidc-provider"], cwd=HERE.parents[1], capture_output=True, text=True
    )
    assert installed.returncode == 0, installed.stderr
    command = ["node", str(HERE / "oidc" / "provider.mjs"), installed.stdout.strip(), SITE + CALLBACK]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.communicate()  # it ends with its input


def settings_with(database_url: str, issuer: str, **more: Any) -> Settings:
    """A server with a provider."""
    provider = {"oidc_issuer": issuer, "oidc_client_id": "spyring", "oidc_client_secret": SECRET}
    return settings_for(database_url, public_url=SITE, oidc_label="Clubhouse", **(provider | more))


@pytest.fixture
def settings(database_url: str, issuer: str) -> Settings:
    return settings_with(database_url, issuer)


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app, ManualTime(time.time())) as opened:
        yield opened


class Browser:
    """A person who visits our site and the provider, each with its own cookies."""

    def __init__(self, harness: Harness) -> None:
        self.here = harness.stranger()
        self.there = httpx.AsyncClient()

    async def send(self, path: str, **fields: str) -> httpx.Response:
        """Send a form of our own."""
        csrf = (await self.here.get("/api/v1/me")).json()["csrf"]
        return await self.here.post(path, data={"csrf": csrf, **fields}, headers={"Origin": SITE})

    async def leave(self, path: str = "/account/provider", **fields: str) -> str:
        """Where our form leads."""
        page = await self.send(path, **fields)
        assert page.status_code == 200, said(page)
        assert "'self'" in page.headers["Content-Security-Policy"]
        return page.headers["Refresh"].removeprefix("0; url=")

    async def sign_in(self, url: str, login: str) -> str:
        """Sign in at the provider, where nobody is signed in; where it sends the browser in the end."""
        self.there.cookies.clear()
        while True:
            answer = await self.there.get(url)
            while answer.is_redirect:
                url = str(answer.url.join(answer.headers["location"]))
                if url.startswith(SITE):
                    return url
                answer = await self.there.get(url)
            if not login:  # the way out of its form
                url = str(answer.url) + "/abort"
                continue
            asked = re.search(r'name="prompt" value="(\w+)"', answer.text)
            assert asked, answer.text
            form = {"prompt": asked[1], "login": login, "password": "any"}
            url = str(answer.url.join((await self.there.post(answer.url, data=form)).headers["location"]))

    async def arrive(self, login: str, path: str = "/account/provider", **fields: str) -> httpx.Response:
        """The whole way: from our form through the provider to our answer."""
        return await self.here.get(await self.sign_in(await self.leave(path, **fields), login))

    async def me(self) -> dict[str, Any]:
        """Who our site says this is."""
        found: dict[str, Any] = (await self.here.get("/api/v1/me")).json()["person"]
        return found


@pytest.fixture
async def browser(harness: Harness) -> AsyncIterator[Browser]:
    opened = Browser(harness)
    yield opened
    await opened.there.aclose()


def said(page: httpx.Response) -> str:
    """The error on a page."""
    found = re.search(r"data-problem>([^<]*)<", page.text)
    assert found, page.text
    return found[1].replace("&#39;", "'")


@on_both
async def test_a_first_sign_in_makes_an_account_and_the_next_one_opens_it(
    harness: Harness, browser: Browser
) -> None:
    # given somebody who has played as a guest
    guest = (await browser.here.post("/api/v1/guests", json={"name": "Guest"})).json()["person"]
    # when they sign in
    assert (await browser.arrive("ann")).headers["location"] == "/"
    # then the account has the name from the provider, and the guest's tables
    ann = await browser.me()
    assert (ann["id"], ann["name"], ann["kind"]) == (guest["id"], "ann", "account")
    # and another browser opens the same account
    other = Browser(harness)
    await other.arrive("ann")
    assert (await other.me())["id"] == ann["id"]
    await other.there.aclose()
    # and the export names the identity
    data = (await browser.here.get("/account/data")).json()
    assert data["identity_subject"] == "ann"
    assert data["identity_issuer"].startswith("http://127.0.0.1:")


async def test_the_request_has_pkce_a_state_and_a_nonce(browser: Browser) -> None:
    asked = parse_qs(urlsplit(await browser.leave()).query)
    again = parse_qs(urlsplit(await browser.leave()).query)
    assert (asked["code_challenge_method"], asked["response_type"]) == (["S256"], ["code"])
    for name in ("state", "nonce", "code_challenge"):
        assert asked[name] != again[name]
    assert "prompt" not in asked


async def test_a_taken_name_or_an_address_gives_another_name(harness: Harness, browser: Browser) -> None:
    await Browser(harness).send("/account/register", name="Ann", password=PASSWORD)
    await browser.arrive("ann")
    assert (await browser.me())["name"] == "ann 2"
    bob = Browser(harness)
    await bob.arrive("bob@mail.example")
    assert "mail" not in (await bob.me())["name"]
    await bob.there.aclose()


async def test_no_provider_no_button(database_url: str) -> None:
    async with open_harness(settings_for(database_url), create_app) as harness:
        page = await harness.stranger().get("/account")
        assert "/account/provider" not in page.text
        gone = await Browser(harness).send("/account/provider")
        assert gone.status_code == 404
        assert "does not use a provider" in said(gone)


async def test_registration_limits_first_sign_ins_only(database_url: str, issuer: str) -> None:
    asked = settings_with(database_url, issuer, registration="invitation")
    async with open_harness(asked, create_app, ManualTime(time.time())) as harness:
        code = await harness.services.registration.make()
        ann = Browser(harness)
        refused = await ann.arrive("ann")
        assert refused.status_code == 403
        assert "You need an invitation code" in said(refused)
        assert (await ann.arrive("ann", invitation=code)).headers["location"] == "/"
        assert "wrong, expired or used up" in said(await Browser(harness).arrive("bob", invitation=code))
    closed = settings_with(database_url, issuer, registration="closed")
    async with open_harness(closed, create_app, ManualTime(time.time())) as harness:
        assert "accepts no new accounts" in said(await Browser(harness).arrive("bob"))
        assert (await Browser(harness).arrive("ann")).headers["location"] == "/"


async def test_a_banned_account_stays_closed(harness: Harness, browser: Browser) -> None:
    await browser.arrive("ann")
    statement = update(people).where(people.c.name == "ann").values(banned_at=1.0)
    await harness.services.database.write(statement)
    assert "has closed this account" in said(await Browser(harness).arrive("ann"))


WRONG = {
    "": "You did not sign in at Clubhouse.",
    "ann/wrong-aud": "for another site",
    "ann/wrong-iss": "comes from another provider",
    "ann/expired": "has expired",
    "ann/forged": "did not sign this answer",
    "ann/nonce": "The answer of Clubhouse is invalid.",
}


async def test_a_wrong_answer_opens_nothing(
    harness: Harness, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    for login, text in WRONG.items():
        with caplog.at_level(logging.INFO, "spyring"):
            url = await browser.sign_in(await browser.leave(), login)
            page = await browser.here.get(url)
        assert page.status_code == 403
        assert text in said(page)
        assert await browser.me() is None
        # neither the page nor the log shows a secret
        query = parse_qs(urlsplit(url).query)
        for secret in (SECRET, query["state"][0], *query.get("code", [])):
            assert secret not in str([vars(record) for record in caplog.records])
            assert secret not in page.text
    assert await harness.services.database.rows(select(identities)) == []


async def test_an_answer_counts_once_in_time_and_in_its_own_browser(
    harness: Harness, browser: Browser
) -> None:
    again = "has expired or was already used"
    # in another browser
    url = await browser.sign_in(await browser.leave(), "ann")
    stranger = Browser(harness)
    assert again in said(await stranger.here.get(url))
    assert await stranger.me() is None
    # with another state, or a cookie that we did not sign
    assert again in said(await browser.here.get(re.sub("state=[^&]*", "state=other", url)))
    browser.here.cookies.set("spyring-provider", "eyJhbGciOiJub25lIn0.e30.", domain="table.test")
    assert again in said(await browser.here.get(url))
    # late
    url = await browser.sign_in(await browser.leave(), "ann")
    harness.time.move(VISIT_SECONDS)
    assert again in said(await browser.here.get(url))
    # twice, even with a copy of the cookie
    harness.time.move(-VISIT_SECONDS)
    url = await browser.sign_in(await browser.leave(), "ann")
    copy = browser.here.cookies["spyring-provider"]
    assert (await browser.here.get(url)).headers["location"] == "/"
    assert again in said(await browser.here.get(url))
    stranger.here.cookies.set("spyring-provider", copy, domain="table.test")
    assert "is invalid" in said(await stranger.here.get(url))
    assert await stranger.me() is None


async def test_a_provider_that_does_not_answer(database_url: str, issuer: str) -> None:
    nowhere = settings_with(database_url, "http://127.0.0.1:9")
    async with open_harness(nowhere, create_app) as harness:
        page = await Browser(harness).send("/account/provider")
        assert page.status_code == 503
        assert said(page) == "Clubhouse cannot be reached. Try again later, or sign in with a password."
    renamed = settings_with(database_url, issuer.replace("127.0.0.1", "localhost"))
    async with open_harness(renamed, create_app) as harness:
        assert "another provider" in said(await Browser(harness).send("/account/provider"))


@on_both
async def test_an_owner_links_and_unlinks_by_choice(harness: Harness, browser: Browser) -> None:
    # given an account with a password, and a person at the provider with the same name
    await browser.send("/account/register", name="ann", password=PASSWORD)
    ann = await browser.me()
    stranger = Browser(harness)
    await stranger.arrive("ann")
    assert (await stranger.me())["id"] != ann["id"], "names link nothing"
    # when the owner links an identity, with the password
    assert said(await browser.send("/account/provider/link", password="wrong")) == "The password is wrong."
    assert "already linked" in said(await browser.arrive("ann", "/account/provider/link", password=PASSWORD))
    linked = await browser.arrive("owner", "/account/provider/link", password=PASSWORD)
    assert linked.headers["location"] == "/account#provider"
    # then it opens the account,
    other = Browser(harness)
    await other.arrive("owner")
    assert (await other.me())["id"] == ann["id"]
    # until it is unlinked, with the password
    assert said(await browser.send("/account/provider/unlink")) == "The password is wrong."
    assert (await browser.send("/account/provider/unlink", password=PASSWORD)).status_code == 303
    await other.arrive("owner")
    assert (await other.me())["id"] != ann["id"]


@on_both
async def test_a_new_password_unlinks_what_was_linked_with_the_old_one(
    harness: Harness, browser: Browser
) -> None:
    """Or somebody who knew the old one comes in again by an identity of their own."""
    await browser.send("/account/register", name="ann", password=PASSWORD)
    ann = await browser.me()
    thief = Browser(harness)
    await thief.send("/account/login", name="ann", password=PASSWORD)
    await thief.arrive("thief", "/account/provider/link", password=PASSWORD)
    assert (await browser.send("/account/password", old=PASSWORD, new=f"{PASSWORD} 2")).status_code == 303
    await thief.arrive("thief")
    assert (await thief.me())["id"] != ann["id"]


async def test_a_first_password_leaves_the_identity_linked(harness: Harness, browser: Browser) -> None:
    await browser.arrive("ann")
    ann = await browser.me()
    operator, recovery = harness.services.operator, harness.services.recovery
    await recovery.use(await operator.make_code(await operator.find(ann["id"])), PASSWORD)
    other = Browser(harness)
    await other.arrive("ann")
    assert (await other.me())["id"] == ann["id"]


async def test_the_only_way_in_stays(browser: Browser) -> None:
    await browser.arrive("ann")
    await browser.arrive("ann", "/account/provider/confirm")
    assert "Set a password before you unlink" in said(await browser.send("/account/provider/unlink"))


@on_both
async def test_a_fresh_sign_in_replaces_the_password(harness: Harness, browser: Browser) -> None:
    # given an account without a password
    await browser.arrive("ann")
    first = "Sign in again on your account page first"
    attempts = {
        "/account/delete": {},
        "/account/recovery": {"everywhere": "yes"},
        "/account/password": {"new": PASSWORD},
        "/account/provider/link": {},
    }
    for path, fields in attempts.items():
        assert first in said(await browser.send(path, **fields)), path
    # when they confirm as somebody else, or the provider does not ask them again
    confirm = "/account/provider/confirm"
    assert "as someone else" in said(await browser.arrive("bob", confirm))
    await browser.arrive("eve/stale")
    assert "did not ask you to sign in again" in said(await browser.arrive("eve/stale", confirm))
    # then nothing is confirmed
    assert first in said(await browser.send("/account/delete"))
    # when they sign in again
    await browser.arrive("ann")
    asked = parse_qs(urlsplit(await browser.leave(confirm)).query)
    assert (asked["prompt"], asked["max_age"]) == (["login"], ["0"])
    assert (await browser.arrive("ann", confirm)).headers["location"] == "/account#provider"
    # then it counts for minutes, in this browser
    elsewhere = Browser(harness)
    await elsewhere.arrive("ann")
    assert first in said(await elsewhere.send("/account/delete"))
    harness.time.move(CONFIRMED_SECONDS)
    assert first in said(await browser.send("/account/delete"))
    harness.time.move(-CONFIRMED_SECONDS)  # the provider has its own clock
    assert (await browser.send("/account/password", new=PASSWORD)).status_code == 303
    # and from then on the password counts
    assert said(await browser.send("/account/delete")) == "The password is wrong."
    assert (await browser.send("/account/delete", password=PASSWORD)).status_code == 303
    left = await harness.services.database.rows(select(identities.c.subject))
    assert [row["subject"] for row in left] == ["eve/stale"]


async def test_signing_out_ends_the_session(browser: Browser) -> None:
    await browser.arrive("ann")
    await browser.send("/account/logout")
    assert await browser.me() is None


async def test_two_first_sign_ins_at_once_make_one_account(harness: Harness) -> None:
    both = [Browser(harness), Browser(harness)]
    urls = [await one.sign_in(await one.leave(), "ann") for one in both]
    await asyncio.gather(*(one.here.get(url) for one, url in zip(both, urls)))
    first, second = [(await one.me())["id"] for one in both]
    assert first == second


async def test_no_password_opens_an_account_without_one(harness: Harness, browser: Browser) -> None:
    """The answer and its limit are the same as for an account that does not exist."""
    await browser.arrive("ann")
    session = browser.here.cookies["spyring"]
    tries = [("ann", session), ("ann", PASSWORD), ("nobody", PASSWORD)]
    pages = [
        await Browser(harness).send("/account/login", name=name, password=given) for name, given in tries
    ]
    assert {said(page) for page in pages} == {"The name or the password is wrong."}
    assert "spyring-known" not in browser.here.cookies


def test_settings_that_cannot_work() -> None:
    with pytest.raises(BadSettings, match="public_url"):
        Settings(oidc_client_id="spyring", oidc_issuer="https://login.example")
    with pytest.raises(BadSettings, match="OIDC_ISSUER cannot be"):
        Settings.given(
            oidc_client_id="spyring", public_url=SITE, oidc_issuer="http://login.example"
        )  # in the clear
    assert SECRET not in repr(Settings(oidc_client_secret=SECRET))
