"""A forgotten password: by a letter to a checked address, or by a code of the operator."""

import asyncio
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy import select

from spyring.server.accounts.schema import recovery_addresses, recovery_codes
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Forbidden
from spyring.server.core.settings import Settings
from spyring.server.notifications.mail import Email, message_of
from spyring.web import create_app
from tests.server.conftest import on_both, on_both_by_day
from tests.server.harness import Harness, open_harness, settings_for, until
from tests.server.test_notifications import FakeMail

pytestmark = pytest.mark.anyio

OLD, NEW = "correct horse battery", "another battery staple"
ADDRESS = "Ann@Mail.example"


@pytest.fixture
def settings(database_url: str) -> Settings:
    return settings_for(database_url, public_url="http://table.test", mail_from="spy@spyring.example")


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


@pytest.fixture
def mail(harness: Harness) -> FakeMail:
    harness.services.notifier.mail = fake = FakeMail()
    return fake


async def send(client: httpx.AsyncClient, path: str, **fields: str) -> httpx.Response:
    """Send a form of our own."""
    csrf = (await client.get("/api/v1/me")).json()["csrf"]
    return await client.post(path, data={"csrf": csrf, **fields}, headers={"X-CSRF-Token": csrf})


async def registered(harness: Harness) -> httpx.AsyncClient:
    """The browser of Ann, who has an account."""
    ann = harness.stranger()
    assert (await send(ann, "/account/register", name="Ann", password=OLD)).status_code == 303
    return ann


async def letter(mail: FakeMail) -> Email:
    async def came() -> bool:
        return bool(mail.letters)

    await until(came)
    return mail.letters.pop()


def path_in(email: Email) -> str:
    found = re.search(r"http://table.test(/recover/\S+)", email.text)
    assert found is not None, email.text
    return found[1]


async def with_address(harness: Harness, mail: FakeMail) -> httpx.AsyncClient:
    ann = await registered(harness)
    await send(ann, "/account/recovery", address=ADDRESS, password=OLD)
    assert (await send(harness.stranger(), path_in(await letter(mail)))).status_code == 200
    return ann


async def test_an_address_counts_once_its_owner_has_confirmed_it(harness: Harness, mail: FakeMail) -> None:
    ann = await registered(harness)
    refused = await send(ann, "/account/recovery", address=ADDRESS, password="not this one")
    assert refused.status_code == 403
    assert (await send(ann, "/account/recovery", address=ADDRESS, password=OLD)).status_code == 303
    path = path_in(await letter(mail))
    await harness.stranger().get(path)  # as mail programs do
    assert await harness.services.database.rows(select(recovery_addresses)) == []
    await send(harness.stranger(), path)
    assert "ann@mail.example" in (await ann.get("/account")).text
    assert (await ann.get("/api/v1/me/data")).json()["recovery_address"] == "ann@mail.example"
    assert (await send(harness.stranger(), path)).status_code == 404, "once"
    await send(ann, "/account/recovery", password=OLD)
    assert await harness.services.database.rows(select(recovery_addresses)) == []


async def test_a_letter_to_an_address_that_somebody_named_is_in_their_language_and_says_no_name(
    harness: Harness, mail: FakeMail
) -> None:
    ann = await registered(harness)
    ann.headers["Accept-Language"] = "it"
    await send(ann, "/account/recovery", address=ADDRESS, password=OLD)
    text = (await letter(mail)).text
    assert "Ann" not in text
    for english in ("If that is you", "If not"):
        assert english not in text


@on_both
async def test_a_letter_lets_its_reader_choose_another_password_once(
    harness: Harness, mail: FakeMail
) -> None:
    ann = await with_address(harness, mail)
    asked = await send(harness.stranger(), "/recover", address=ADDRESS.upper())
    written = await letter(mail)
    path = path_in(written)
    assert "List-Unsubscribe" not in message_of(written, "spy@spyring.example")
    code = path.rpartition("/")[2]
    assert code not in asked.text
    (stored,) = await harness.services.database.rows(select(recovery_codes))
    assert code not in str(dict(stored))
    browser = harness.stranger()
    assert (await send(browser, path, password="short")).status_code == 422
    assert (await send(browser, path, password=NEW)).status_code == 200
    assert (await ann.get("/api/v1/me")).json()["person"] is None, "signed out"
    assert (await send(browser, path, password=OLD)).status_code == 404
    assert (await send(browser, "/account/login", name="Ann", password=OLD)).status_code == 403
    assert (await send(browser, "/account/login", name="Ann", password=NEW)).status_code == 303


async def test_nobody_learns_whether_an_address_is_known(harness: Harness, mail: FakeMail) -> None:
    """The answer is the same, and given before anybody looks."""
    await with_address(harness, mail)
    looks: list[str] = []
    harness.services.recovery.database = Watched(harness.services.database, looks)  # type: ignore[assignment]
    answers = []
    for address in (ADDRESS, "nobody@mail.example"):
        browser = harness.stranger()
        answers.append((await send(browser, "/recover", address=address)).text)
    assert len({re.sub(r'value="[^"]*"', "", answer) for answer in answers}) == 1
    await letter(mail)
    await asyncio.sleep(0.1)
    assert mail.letters == []
    assert looks.count("rows") == 2, "the same is looked for, whoever asks"


class Watched:
    """A database that notes what it is asked."""

    def __init__(self, database: object, looks: list[str]) -> None:
        self._database, self._looks = database, looks

    def __getattr__(self, name: str) -> object:
        self._looks.append(name)
        return getattr(self._database, name)


async def test_codes_end_soon_and_with_every_new_password(harness: Harness, mail: FakeMail) -> None:
    await with_address(harness, mail)
    await send(harness.stranger(), "/recover", address=ADDRESS)
    late = path_in(await letter(mail))
    harness.time.move(3601)
    assert (await harness.stranger().get(late)).status_code == 404
    await send(harness.stranger(), "/recover", address=ADDRESS)
    path = path_in(await letter(mail))
    recovery = harness.services.recovery
    other = await recovery.make_code(await harness.services.operator.find("ann"))
    await recovery.use(other, NEW)
    assert (await harness.stranger().get(path)).status_code == 404


async def test_without_email_the_operator_makes_a_code(harness: Harness) -> None:
    ann = await registered(harness)
    assert "its operator can give you a code" in (await ann.get("/account")).text
    assert (await send(ann, "/recover", address=ADDRESS)).status_code == 422
    person = await harness.services.operator.find("ann")
    code = await harness.services.recovery.make_code(person)
    there = await harness.stranger().get("/recover", params={"key": f" {code} "})
    assert there.headers["location"] == f"/recover/{code}"
    assert (await send(harness.stranger(), f"/recover/{code}", password=NEW)).status_code == 200
    assert (await harness.stranger().get("/recover/wrong")).status_code == 404


# -- after a new password, and when the address changes ------------------------------------------------------


async def written_to(harness: Harness, mail: FakeMail, address: str) -> bool:
    """Whether somebody who asks for a letter to an address gets one."""
    assert (await send(harness.stranger(), "/recover", address=address)).status_code == 200
    outbox = harness.services.notifier.outbox
    while outbox._tasks:  # to look whose address it is makes another one
        await asyncio.gather(*outbox._tasks)
    letters, mail.letters[:] = list(mail.letters), []
    return any("/recover/" in email.text for email in letters)


@on_both
async def test_after_a_new_password_the_address_must_be_confirmed_again(
    harness: Harness, mail: FakeMail
) -> None:
    """Or somebody who knew the old one comes in again by an address of their own."""
    ann = await with_address(harness, mail)
    assert "Confirm this address" not in (await ann.get("/account")).text
    await send(ann, "/account/password", old=OLD, new=NEW)
    assert not await written_to(harness, mail, ADDRESS)
    shown = (await ann.get("/account")).text
    assert "ann@mail.example" in shown
    assert "Confirm this address" in shown
    await send(ann, "/account/recovery", address="ann@mail.example", password=NEW)
    await send(harness.stranger(), path_in(await letter(mail)))
    assert "Confirm this address" not in (await ann.get("/account")).text
    assert await written_to(harness, mail, ADDRESS)


async def test_a_password_of_the_operator_unconfirms_the_address_and_a_letter_to_it_does_not(
    harness: Harness, mail: FakeMail
) -> None:
    await with_address(harness, mail)
    await send(harness.stranger(), "/recover", address=ADDRESS)
    await send(harness.stranger(), path_in(await letter(mail)), password=NEW)
    assert await written_to(harness, mail, ADDRESS), "its reader has shown that it is theirs"
    person = await harness.services.operator.find("ann")
    code = await harness.services.recovery.make_code(person)
    await send(harness.stranger(), f"/recover/{code}", password=OLD)
    assert not await written_to(harness, mail, ADDRESS)


async def test_an_old_password_confirms_no_address_after_it_has_changed(
    harness: Harness, mail: FakeMail
) -> None:
    """Somebody asks with the old password while it is being changed."""
    ann = await registered(harness)
    person, recovery = await harness.services.operator.find("ann"), harness.services.recovery
    stored = await harness.services.accounts.verify(person, OLD)
    await send(ann, "/account/password", old=OLD, new=NEW)
    with pytest.raises(Forbidden):
        await recovery.ask(Caller(person), "eve@mail.example", stored)
    assert await harness.services.database.rows(select(recovery_codes)) == []


@on_both
async def test_the_reader_of_the_old_address_is_told_that_it_changed(
    harness: Harness, mail: FakeMail
) -> None:
    ann = await with_address(harness, mail)
    await send(harness.stranger(), "/recover", address=ADDRESS)
    old_code = path_in(await letter(mail))
    await send(ann, "/account/recovery", address="eve@mail.example", password=OLD)
    await send(harness.stranger(), path_in(await letter(mail)))
    told = await letter(mail)
    assert told.to == "ann@mail.example"
    assert "can no longer recover the account ann" in told.text
    assert (await harness.stranger().get(old_code)).status_code == 404
    assert not await written_to(harness, mail, ADDRESS)
    await send(ann, "/account/recovery", password=OLD)
    assert (await letter(mail)).to == "eve@mail.example"


async def test_one_action_signs_out_everywhere_and_removes_the_address(
    harness: Harness, mail: FakeMail
) -> None:
    ann, eve = await with_address(harness, mail), harness.stranger()
    await send(eve, "/account/login", name="Ann", password=OLD)
    assert "Sign out everywhere and remove the recovery address" in (await ann.get("/account")).text
    await send(harness.stranger(), "/recover", address=ADDRESS)
    code = path_in(await letter(mail))
    refused = await send(eve, "/account/recovery", everywhere="yes", password="not this one")
    assert refused.status_code == 403
    assert (await send(ann, "/account/recovery", everywhere="yes", password=OLD)).status_code == 303
    for browser in (ann, eve):
        assert (await browser.get("/api/v1/me")).json()["person"] is None
    assert await harness.services.database.rows(select(recovery_addresses)) == []
    assert (await harness.stranger().get(code)).status_code == 404


@on_both_by_day
async def test_of_two_codes_that_are_used_at_once_one_is_good(harness: Harness) -> None:
    await registered(harness)
    person, recovery = await harness.services.operator.find("ann"), harness.services.recovery
    for _time in range(5):
        codes = [await recovery.make_code(person) for _code in range(2)]
        uses = [recovery.use(code, password) for code, password in zip(codes, (OLD, NEW), strict=True)]
        done = await asyncio.gather(*uses, return_exceptions=True)
        good = [result is None for result in done]
        assert sorted(good) == [False, True], done
        kept, lost = (OLD, NEW) if good[0] else (NEW, OLD)
        await harness.services.accounts.login("Ann", kept)
        with pytest.raises(Forbidden):
            await harness.services.accounts.login("Ann", lost)


async def test_letters_to_one_address_are_few(database_url: str) -> None:
    limited = settings_for(
        database_url, public_url="http://table.test", mail_from="spy@spyring.example", rate_factor=1.0
    )
    async with open_harness(limited, create_app) as harness:
        harness.services.notifier.mail = FakeMail()
        browser = harness.stranger()
        answers = [(await send(browser, "/recover", address=ADDRESS)).status_code for _ask in range(4)]
        assert answers == [200, 200, 200, 429]


async def test_deleting_an_account_removes_its_addresses(harness: Harness, mail: FakeMail) -> None:
    ann = await with_address(harness, mail)
    await send(ann, "/account/recovery", address="ann2@mail.example", password=OLD)
    await send(ann, "/account/delete", password=OLD)
    for table in (recovery_addresses, recovery_codes):
        assert await harness.services.database.rows(select(table)) == []
