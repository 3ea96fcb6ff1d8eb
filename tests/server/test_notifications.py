"""Called back: who is called when, by what, and that nothing of it can disturb a game."""

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPushException
from sqlalchemy import select, update

from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.schema import secrets
from spyring.server.notifications import mail, push
from spyring.server.notifications.mail import Email, SmtpMailer
from spyring.server.notifications.notifier import refuse_missing
from spyring.server.notifications.push import Browser, Unsubscribed, WebPush, new_key
from spyring.server.notifications.schema import browsers, turn_reminders
from spyring.web import create_app
from tests.server.harness import Guest, Harness, open_harness, settings_for, with_account

pytestmark = pytest.mark.anyio

SERVICE = "https://fcm.googleapis.com/fcm/send/"
KEYS = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
SENTENCE = "It is your turn at Duel."


class FakePush:
    """Remembers its deliveries and their recipients."""

    public_key = "key"

    def __init__(self) -> None:
        self.brought: list[tuple[str, str]] = []
        self.gone: set[str] = set()
        self.broken = False

    async def deliver(self, browser: Browser, text: str) -> None:
        if browser.endpoint in self.gone:
            raise Unsubscribed
        if self.broken:
            raise ConnectionError
        self.brought.append((browser.endpoint, text))


class FakeMail:
    """Remembers the letters."""

    def __init__(self) -> None:
        self.letters: list[Email] = []
        self.broken = False

    async def deliver(self, email: Email) -> None:
        if self.broken:
            raise TimeoutError
        self.letters.append(email)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return settings_for(database_url, public_url="https://spyring.example", mail_from="spy@spyring.example")


@pytest.fixture
def post(harness: Harness) -> FakePush:
    harness.services.notifier.push = fake = FakePush()
    return fake


@pytest.fixture
def letters(harness: Harness) -> FakeMail:
    harness.services.notifier.mail = fake = FakeMail()
    return fake


@pytest.fixture
async def site(settings: Settings) -> AsyncIterator[Harness]:
    """With pages."""
    async with open_harness(settings, create_app) as opened:
        yield opened


@pytest.fixture
def letters_of(site: Harness) -> FakeMail:
    site.services.notifier.mail = fake = FakeMail()
    return fake


def token_in(email: Email) -> str:
    """The token by which the owner of the address agrees."""
    return email.text.partition("/mail/")[2].partition("\n")[0]


async def listen(guest: Guest, name: str = "x", status: int = 204) -> Any:
    return await guest.put("/summons/browser", {"endpoint": SERVICE + name, "keys": KEYS}, status)


async def duel(harness: Harness) -> tuple[str, Guest, Guest]:
    """A duel: the table, who is asked, and the other one."""
    table, guests = await harness.table("duel", "Ann", "Bob")
    asked = (await guests[0].position(table))["deciders"][0]
    return table, guests[asked], guests[1 - asked]


async def turn_over(table: str, asked: Guest, other: Guest) -> None:
    """Play until it is the other one's turn."""
    for _move in range(20):
        position = await asked.position(table)
        if not position["legal"]:
            break
        await asked.play(table, position["legal"][0]["text"])
    assert (await other.position(table))["legal"]


async def settled(harness: Harness) -> None:
    """Whatever is due now has been done."""
    await harness.services.notifier.run_once()
    await asyncio.gather(*harness.services.notifier.outbox._tasks)


async def test_an_absent_decider_is_notified_once(harness: Harness, post: FakePush) -> None:
    table, asked, other = await duel(harness)
    await listen(other)
    await turn_over(table, asked, other)
    harness.time.move(9.0)
    await settled(harness)
    assert post.brought == []  # they may be about to decide
    harness.time.move(200.0)
    await settled(harness)
    assert post.brought == [(SERVICE + "x", SENTENCE)]
    harness.time.move(5000.0)
    await settled(harness)
    assert len(post.brought) == 1


async def test_present_players_are_not_notified(harness: Harness, post: FakePush) -> None:
    table, asked, other = await duel(harness)
    await listen(other)
    await turn_over(table, asked, other)
    for _minute in range(5):
        harness.time.move(60.0)
        await other.position(table)
        await settled(harness)
    assert post.brought == []
    harness.time.move(121.0)
    await settled(harness)
    assert len(post.brought) == 1


async def test_a_player_who_decided_meanwhile_is_not_notified_until_the_next_turn(
    harness: Harness, post: FakePush
) -> None:
    table, asked, other = await duel(harness)
    await listen(asked)
    await settled(harness)
    await turn_over(table, asked, other)
    harness.time.move(1000.0)
    await settled(harness)
    assert post.brought == []
    assert await harness.services.database.rows(select(turn_reminders)) == []
    await turn_over(table, other, asked)
    harness.time.move(1000.0)
    await settled(harness)
    assert len(post.brought) == 1


async def test_nobody_is_called_who_gave_up_or_is_signed_out(harness: Harness, post: FakePush) -> None:
    table, asked, other = await duel(harness)
    await listen(other)
    await turn_over(table, asked, other)
    await other.post(f"/tables/{table}/resign")
    harness.time.move(1000.0)
    await settled(harness)
    assert post.brought == []

    ann = harness.stranger()
    await ann.post("/api/v1/guests", json={})
    csrf = {"X-CSRF-Token": (await ann.get("/api/v1/me")).json()["csrf"]}
    body = {"endpoint": SERVICE + "ann", "keys": KEYS}
    assert (await ann.put("/api/v1/summons/browser", json=body, headers=csrf)).status_code == 204
    assert (await ann.get("/api/v1/summons")).json()["push"]
    assert (await ann.delete("/api/v1/session", headers=csrf)).status_code == 204
    rows = await harness.services.database.rows(select(browsers.c.endpoint))
    assert SERVICE + "ann" not in [row["endpoint"] for row in rows]


async def test_a_friend_who_is_away_is_told_of_an_invitation(harness: Harness, post: FakePush) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    await with_account(harness, ann, bob)
    await listen(bob)

    async def befriend(guest: Guest, other: Guest) -> None:
        answer = await guest.client.put(f"/api/v1/people/{other.person['id']}/ties/friend")
        assert answer.status_code == 204

    async def invited() -> int:
        table = (await ann.make("duel", seats=2))["id"]
        await ann.post(f"/tables/{table}/friends", {"person": bob.person["id"]}, 204)
        await settled(harness)
        return len(post.brought)

    await befriend(ann, bob)
    harness.time.move(200.0)
    assert await invited() == 0  # Ann is no friend of Bob's
    await befriend(bob, ann)
    assert await invited() == 0  # Bob is here
    harness.time.move(200.0)
    assert await invited() == 1
    assert post.brought == [(SERVICE + "x", "Ann invites you to Duel.")]


async def test_a_browser_that_does_not_listen_any_more_is_forgotten(harness: Harness, post: FakePush) -> None:
    table, asked, other = await duel(harness)
    await listen(other)
    post.gone.add(SERVICE + "x")
    await turn_over(table, asked, other)
    harness.time.move(1000.0)
    await settled(harness)
    assert await harness.services.database.rows(select(browsers)) == []
    assert not (await other.get("/summons"))["push"]


async def test_a_push_service_that_fails_disturbs_no_game(
    harness: Harness, post: FakePush, caplog: pytest.LogCaptureFixture
) -> None:
    table, asked, other = await duel(harness)
    await listen(other)
    post.broken = True
    await turn_over(table, asked, other)
    harness.time.move(1000.0)
    await settled(harness)
    await turn_over(table, other, asked)
    told = [record for record in caplog.records if record.message == "not delivered"]
    assert len(told) == 3  # it was tried again, and then given up
    assert "fcm" not in caplog.text
    assert await listen(other) == ""


async def test_the_server_contacts_known_push_services_only(harness: Harness, post: FakePush) -> None:
    ann = await harness.guest("Ann")
    for endpoint in (
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://me@fcm.googleapis.com/x",
        "https://[fe80::1%25eth0.fcm.googleapis.com]/x",
        "https://[fe80::1%eth0.fcm.googleapis.com]/x",
        "https://evil.example\\.fcm.googleapis.com/x",
    ):
        refused = await ann.put("/summons/browser", {"endpoint": endpoint, "keys": KEYS}, 422)
        assert refused["code"] == "no-push-service"
    await ann.put("/summons/browser", {"endpoint": "http://fcm.googleapis.com/x", "keys": KEYS}, 422)


async def test_what_a_killed_server_left_is_found_again(database_url: str) -> None:
    settings = settings_for(database_url)
    async with open_harness(settings) as harness:
        table, asked, other = await duel(harness)
        harness.services.notifier.push = FakePush()
        await listen(other)
        harness.services.hooks.table_changed.clear()  # killed before it could look
        await turn_over(table, asked, other)
        key = (await harness.services.database.rows(select(secrets)))[0]["value"]
    async with open_harness(settings) as harness:
        assert (await harness.services.database.rows(select(secrets)))[0]["value"] == key
        harness.services.notifier.push = post = FakePush()
        await settled(harness)
        harness.time.move(1000.0)
        await settled(harness)
        assert [text for _endpoint, text in post.brought] == [SENTENCE]


async def test_of_two_workers_one_calls(pair: tuple[Harness, Harness]) -> None:
    one, two = pair
    posts = FakePush(), FakePush()
    one.services.notifier.push, two.services.notifier.push = posts
    table, asked, other = await duel(one)
    await listen(other)
    await two.services.notifier.subscriptions.refresh(at_once=True)
    await turn_over(table, asked, other)
    for harness in pair:
        harness.services.notifier._news[table] = harness.time.now()
        await settled(harness)
    one.time.move(1000.0)
    for harness in pair:
        await settled(harness)
    assert len(posts[0].brought) + len(posts[1].brought) == 1


# -- letters -------------------------------------------------------------------------------------------------


async def test_emails_go_to_absent_people_who_agreed_once_a_turn(harness: Harness, letters: FakeMail) -> None:
    table, asked, other = await duel(harness)
    await other.put("/summons/letters", {"address": "bob@mail.example"}, 204)
    await settled(harness)
    (first,) = letters.letters
    assert first.to == "bob@mail.example"
    assert (await other.get("/summons"))["letters"] == "asked"
    await turn_over(table, asked, other)
    harness.time.move(5000.0)
    await settled(harness)
    assert len(letters.letters) == 1  # nobody has agreed yet

    await harness.services.notifier.confirm_email(token_in(first))
    assert (await other.get("/summons"))["letters"] == "on"
    await settled(harness)
    harness.time.move(800.0)
    await settled(harness)
    assert len(letters.letters) == 1  # not away for long enough
    for _time in range(3):
        harness.time.move(900.0)
        await settled(harness)
    (_first, letter) = letters.letters
    assert letter.subject == "It is your turn at Duel"
    assert f"https://spyring.example/tables/{table}" in letter.text
    assert letter.off in letter.text


async def test_letters_end_by_the_link_in_them(harness: Harness, letters: FakeMail) -> None:
    ann = await harness.guest("Ann")
    await ann.put("/summons/letters", {"address": "ann@mail.example"}, 204)
    await settled(harness)
    token = token_in(letters.letters[0])
    await harness.services.notifier.subscriptions.confirm(token)
    await harness.services.notifier.subscriptions.stop_email(token)
    assert (await ann.get("/summons"))["letters"] == "off"
    await ann.put("/summons/letters", {"address": "no address"}, 422)


async def test_a_server_without_mail_says_so(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    assert (await ann.put("/summons/letters", {"address": "ann@mail.example"}, 422))["code"] == "no-mail"


async def test_few_letters_ask_one_address_whether_it_agrees(database_url: str) -> None:
    async with open_harness(settings_for(database_url, rate_factor=1.0)) as harness:
        harness.services.notifier.mail = FakeMail()
        for name, status in (("Ann", 204), ("Bob", 204), ("Cy", 204), ("Dee", 429)):
            guest = await harness.guest(name)
            await guest.put("/summons/letters", {"address": "victim@mail.example"}, status)


async def test_an_email_that_asks_says_nothing_about_the_asker(harness: Harness, letters: FakeMail) -> None:
    ann = await harness.guest("Your bank, call 555")
    await ann.put("/summons/letters", {"address": "victim@mail.example"}, 204)
    await settled(harness)
    (letter,) = letters.letters
    assert "bank" not in letter.text + letter.subject


async def test_an_address_that_refused_is_never_asked_again(site: Harness, letters_of: FakeMail) -> None:
    ann, eve = await site.guest("Ann"), await site.guest("Eve")
    await ann.put("/summons/letters", {"address": "victim@mail.example"}, 204)
    await ann.put("/summons/letters", {"address": "other@mail.example"}, 204)
    await eve.put("/summons/letters", {"address": "victim@mail.example"}, 204)
    await settled(site)
    first, _other, second = letters_of.letters
    assert first.off == second.off  # the first letter says how to end them, and that stays true
    assert first.off in first.text
    stranger = site.stranger()
    path = first.off.removeprefix("https://spyring.example")
    assert "Never ask me again" in (await stranger.get(path)).text
    await eve.put("/summons/letters", {"address": "victim@mail.example"}, 204)
    await settled(site)
    assert len(letters_of.letters) == 4  # to look changes nothing
    assert (await stranger.post(path)).status_code == 200
    for address in ("victim@mail.example", "Victim+x@mail.example"):
        await ann.put("/summons/letters", {"address": address}, 204)
        await eve.put("/summons/letters", {"address": address}, 204)
    await settled(site)
    assert len(letters_of.letters) == 4
    assert (await stranger.post("/mail/nothing/never")).status_code == 404


# -- the real senders ----------------------------------------------------------------------------------------


@asynccontextmanager
async def a_service(answers: bytes) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A push service that hears one request: its port, and what it heard."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if b"ength" in line)
        heard.extend((head, await reader.readexactly(length)))
        writer.write(answers)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], heard


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


async def test_a_push_is_signed_and_holds_the_sentence_for_that_browser_alone() -> None:
    own, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    sender = WebPush(new_key(), "mailto:spy@spyring.example")
    answers = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
    async with a_service(answers) as (port, heard):
        browser = Browser("k", f"http://127.0.0.1:{port}/x", text_of(point), text_of(auth), "en")
        await sender.deliver(browser, SENTENCE)
    head, body = heard
    assert SENTENCE.encode() not in body
    assert http_ece.decrypt(body, private_key=own, auth_secret=auth).decode() == SENTENCE
    signed = next(line for line in head.decode().split("\r\n") if line.lower().startswith("authorization"))
    token = signed.partition("t=")[2].partition(",")[0]
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert f"k={sender.public_key}" in signed
    assert claims["sub"] == "mailto:spy@spyring.example"
    assert Vapid02.verify(signed.partition(": ")[2])


async def test_a_removed_push_service_is_not_contacted(harness: Harness, post: FakePush) -> None:
    table, asked, other = await duel(harness)
    await listen(other)
    literal = "https://[fe80::1%25eth0.fcm.googleapis.com]/x"
    await harness.services.database.write(update(browsers).values(endpoint=literal))
    await turn_over(table, asked, other)
    harness.time.move(1000.0)
    await settled(harness)
    assert post.brought == []
    assert await harness.services.database.rows(select(browsers)) == []


async def test_a_push_follows_no_redirection() -> None:
    own = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = text_of(own.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    async with a_service(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n") as (inner, heard):
        where = f"Location: http://127.0.0.1:{inner}/admin"
        there = f"HTTP/1.1 307 Over there\r\n{where}\r\nContent-Length: 0\r\n\r\n"
        async with a_service(there.encode()) as (port, _heard):
            browser = Browser("k", f"http://127.0.0.1:{port}/x", point, text_of(os.urandom(16)), "en")
            with pytest.raises(WebPushException):
                await WebPush(new_key(), "mailto:spy@spyring.example").deliver(browser, SENTENCE)
    assert heard == []


@pytest.mark.parametrize(
    ("status", "error"), [(b"410 Gone", "Unsubscribed"), (b"500 Oops", "WebPushException")]
)
async def test_what_a_push_service_says(status: bytes, error: str) -> None:
    own = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = text_of(own.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    async with a_service(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\n\r\n") as (port, _heard):
        browser = Browser("k", f"http://127.0.0.1:{port}/x", point, text_of(os.urandom(16)), "en")
        with pytest.raises(Exception) as raised:  # noqa: PT011
            await WebPush(new_key(), "mailto:spy@spyring.example").deliver(browser, SENTENCE)
    assert type(raised.value).__name__ == error


async def test_a_letter_goes_over_the_wire() -> None:
    got: list[Message] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            writer.write(b"354 go on\r\n" if word == b"DATA" else b"250 ok\r\n")
            if word == b"DATA":
                got.append(message_from_bytes(await reader.readuntil(b"\r\n.\r\n"), policy=default))
                writer.write(b"250 ok\r\n")
            if word == b"QUIT":
                break
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        wanted = Settings(
            smtp_host="127.0.0.1", smtp_port=port, smtp_security="none", mail_from="Spyring <spy@a.example>"
        )
        await SmtpMailer(wanted).deliver(Email("bob@b.example", "Kraków", "Idź.", "https://a.example/mail/x"))
    (message,) = got
    assert (message["To"], message["Subject"]) == ("bob@b.example", "Kraków")
    assert message["List-Unsubscribe"] == "<https://a.example/mail/x>"


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "is_installed", lambda: False)
    monkeypatch.setattr(mail, "is_installed", lambda: False)
    refuse_missing(Settings())
    with pytest.raises(BadSettings, match=r"pywebpush is missing.*spyring\[notify\]"):
        refuse_missing(Settings(push="on"))
    with pytest.raises(BadSettings, match="aiosmtplib is missing"):
        refuse_missing(Settings(smtp_host="mail.example"))
    monkeypatch.setattr(mail, "is_installed", lambda: True)
    with pytest.raises(BadSettings, match="SPYRING_MAIL_FROM"):
        refuse_missing(Settings(smtp_host="mail.example"))
