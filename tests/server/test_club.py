"""A club's own house: who may come in, what its administrators did, how it looks, and what it tells."""

import asyncio
import contextlib
import hashlib
import hmac
import html
import io
import json
import os
import random
import re
import socket
import ssl
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from time import time
from typing import Any

import click
import httpx
import pytest
from sqlalchemy import String, select, update

from spyring.cli import main
from spyring.cli.admin import admin as commands
from spyring.server.accounts.schema import invitation_codes
from spyring.server.club import posting
from spyring.server.club.audit import ACTS
from spyring.server.club.branding import CONTRAST, DARK, LIGHT, ON_ACCENT, read_logo, style_of
from spyring.server.club.branding import _contrast as contrast
from spyring.server.club.posting import NotPosted, post
from spyring.server.club.schema import audit_log, webhook_deliveries
from spyring.server.club.webhooks import RETRY_SECONDS
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import people
from spyring.server.notifications.mail import Email, NotSent, SmtpMailer, send_or_explain
from spyring.server.services import Services
from spyring.web import create_app
from tests.server.conftest import on_both, on_sqlite
from tests.server.harness import Harness, open_harness, play_out, settings_for, until
from tests.server.test_admin import PASSWORD, Admin, account, admin, sign_in
from tests.server.test_recovery import send

pytestmark = pytest.mark.anyio
__all__ = ["admin"]  # a fixture

CLOSED = "This server accepts no new accounts"


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


def limited(harness: Harness, registration: str) -> None:
    """Change who may create an account."""
    harness.services.registration.wanted = registration  # type: ignore[assignment]


async def register(harness: Harness, name: str, **more: str) -> httpx.Response:
    asked = {"login": name, "password": PASSWORD, **more}
    return await harness.stranger().post("/api/v1/accounts", json=asked)


async def code_of(harness: Harness, name: str, **more: str) -> str:
    """Why somebody is not registered."""
    answer = await register(harness, name, **more)
    assert answer.status_code == 403
    assert answer.json()["detail"].endswith(".")
    return str(answer.json()["code"])


async def become_operator(harness: Harness, name: str = "Quentin") -> httpx.AsyncClient:
    """The browser of an administrator."""
    client = harness.stranger()
    await send(client, "/account/register", name=name, password=PASSWORD)
    await harness.services.database.write(update(people).where(people.c.name == name).values(role="admin"))
    return client


# -- registration --------------------------------------------------------------------------------------------


@on_both
async def test_an_invitation_lets_in_as_many_people_as_it_says_until_its_end(harness: Harness) -> None:
    limited(harness, "invitation")
    assert await code_of(harness, "Ann") == "invitation-needed"
    assert await code_of(harness, "Ann", invitation="abcd efgh jkmn") == "bad-invitation"
    code = await harness.services.registration.make(people=2, days=3)
    spelt = f" {code[:4].upper()}-{code[4:]} "
    assert (await register(harness, "Ann", invitation=spelt)).status_code == 201
    assert (await register(harness, "Ann", invitation=code)).status_code == 409
    assert (await register(harness, "Bob", invitation=code)).status_code == 201
    assert await code_of(harness, "Zoe", invitation=code) == "bad-invitation"
    late = await harness.services.registration.make(people=2, days=3)
    harness.time.move(3 * 86400 + 1.0)
    assert await code_of(harness, "Zoe", invitation=late) == "bad-invitation"
    (row,) = await harness.services.database.rows(
        select(invitation_codes).where(invitation_codes.c.left == 2)
    )
    assert late not in row.values()


async def test_a_closed_server_takes_no_code_and_lets_its_accounts_sign_in(harness: Harness) -> None:
    await account(harness, "Ann")
    limited(harness, "closed")
    code = await harness.services.registration.make()
    assert await code_of(harness, "Bob") == "registration-closed"
    assert await code_of(harness, "Bob", invitation=code) == "registration-closed"
    assert (await sign_in(harness, "Ann", PASSWORD))[0] == 200
    link = await harness.services.registration.make(role="admin")
    assert (await register(harness, "Eve", invitation=link)).status_code == 201
    (role,) = await harness.services.database.rows(select(people.c.role).where(people.c.name == "Eve"))
    assert role["role"] == "admin"


@pytest.mark.parametrize("language", ["en", "pl", "it"])
@on_sqlite
async def test_the_page_says_why_somebody_cannot_register(database_url: str, language: str) -> None:
    reads = {"Accept-Language": language}
    closed = settings_for(database_url, registration="closed", guests=False)
    async with open_harness(closed, create_app) as harness:
        shown = (await harness.stranger().get("/account", headers=reads)).text
        assert "r-closed" in shown
        assert 'action="/account/register"' not in shown
        assert 'action="/account/login"' in shown
        assert (CLOSED in shown) == (language == "en")
        known = await harness.stranger().get("/api/v1/registration")
        assert known.json() == {"registration": "closed", "guests": False}
    async with open_harness(settings_for(database_url, registration="invitation"), create_app) as harness:
        client = harness.stranger()
        assert 'value="k7m2"' in (await client.get("/account?invitation=k7m2", headers=reads)).text
        asked = {"name": "Ann", "password": PASSWORD, "invitation": "wrong"}
        answer = await client.post("/account/register", data=asked, headers=reads)
        assert answer.status_code == 403
        assert "data-problem" in answer.text
        assert 'value="wrong"' in answer.text


@on_sqlite
async def test_a_server_without_guests_says_so_and_keeps_the_old_ones(database_url: str) -> None:
    async with open_harness(settings_for(database_url)) as harness:
        ann = await harness.guest("Ann")
        token = ann.client.headers["Authorization"]
    async with open_harness(settings_for(database_url, guests=False), create_app) as harness:
        client = harness.stranger()
        answer = await client.post("/api/v1/guests", json={"name": "Bob"})
        assert (answer.status_code, answer.json()["code"]) == (403, "no-guests")
        page = await client.post("/tables/new/duel", data={"seats": "2"})
        assert page.status_code == 403
        assert "This server has no guests" in page.text
        assert '<a class="button primary" href="/account">Sign in</a>' in page.text
        old = await client.get("/api/v1/tables", headers={"Authorization": token})
        assert old.status_code == 200
        assert (await register(harness, "Bob")).status_code == 201


async def test_an_invitation_is_made_by_command(harness: Harness, admin: Admin) -> None:
    limited(harness, "invitation")
    code = (await admin("invite", "--people", "3", "--days", "3000")).split()[-1]
    assert (await register(harness, "Ann", invitation=code)).status_code == 201
    assert "1 to 10000 people" in await admin("invite", "--people", "0", code=2)


async def test_invitations_are_made_and_revoked_on_the_page(harness: Harness) -> None:
    eve = await become_operator(harness)
    limited(harness, "invitation")
    shown = (await send(eve, "/admin/invitations", people="2", days="5")).text
    code = shown.split("/account?invitation=")[1][:12]
    assert code not in (await eve.get("/admin")).text
    assert (await register(harness, "Ann", invitation=code)).status_code == 201
    assert (await send(eve, f"/admin/invitations/{code[:4]}/revoke")).status_code == 303
    assert (await send(eve, "/admin/invitations/zzzz/revoke")).status_code == 404
    assert await code_of(harness, "Bob", invitation=code) == "bad-invitation"
    assert (await send(eve, "/admin/invitations", people="0", days="5")).status_code == 422


# -- the log of administrators -------------------------------------------------------------------------------

READ_ONLY = {"audit", "doctor"}


@pytest.fixture
def acted(tmp_path: Path) -> list[tuple[str, list[str]]]:
    """Each act of the command line, as it is noted, with its words."""
    return [
        ("code", ["code", "Ann"]),
        ("rename", ["rename", "Ann", "Anna"]),
        ("role", ["role", "ann", "admin"]),
        ("no role", ["role", "ann", "none"]),
        ("ban", ["ban", "ann"]),
        ("unban", ["ban", "ann", "--undo"]),
        ("invite", ["invite"]),
        ("end", ["end", "TABLE"]),
        ("unfreeze", ["unfreeze", "TABLE"]),
        ("banner", ["banner", "Down at nine."]),
        ("no banner", ["banner", "--clear"]),
        ("given", ["given", str(tmp_path / "given.jsonl")]),
        ("backup", ["backup", str(tmp_path / "backup.db")]),
        ("copy", ["copy", f"sqlite:///{tmp_path}/copy.db"]),
        ("delete", ["delete", "ann", "--yes"]),
    ]


async def lines(admin: Admin) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (await admin("audit")).splitlines()]


async def test_every_command_of_an_administrator_is_in_the_log(
    harness: Harness, admin: Admin, acted: list[tuple[str, list[str]]]
) -> None:
    ann = await account(harness, "Ann")
    table, _guests = await harness.table("duel", "Bob", "Zoe")
    for act, words in acted:
        await admin(*(table if word == "TABLE" else word for word in words))
        newest = (await lines(admin))[0]
        assert (newest["act"], newest["on_page"], newest["by"]) == (act, False, None)
        of_ann = words[0] in ("code", "rename", "role", "ban", "delete")
        assert newest["person"] == (ann.person["id"] if of_ann else None)
        assert newest["thing"] == (table if "TABLE" in words else newest["thing"])
    assert isinstance(commands, click.Group)
    tried = {words[0] for _act, words in acted} | READ_ONLY
    assert set(commands.commands) - tried == {"restore", "mail-test"}  # below
    assert {row["person_name"] for row in await lines(admin)} == {"", None}  # Ann is deleted


async def test_a_refused_command_is_not_in_the_log(harness: Harness, admin: Admin) -> None:
    await admin("ban", "Nobody", code=2)
    await admin("rename", "Nobody", "Ann", code=2)
    assert await lines(admin) == []


async def test_the_page_notes_who_acted_and_shows_it(harness: Harness, admin: Admin) -> None:
    eve = await become_operator(harness)
    bob = await harness.guest("Bob")
    table, _guests = await harness.table("duel", "Ann", "Zoe")
    await bob.post(f"/people/{bob.person['id']}/reports", {"text": "Help."}, 204)
    (report,) = await harness.services.reporting.listed()
    for path in (
        f"/admin/people/{bob.person['id']}/ban",
        f"/admin/tables/{table}/end",
        f"/admin/tables/{table}/unfreeze",
        f"/admin/reports/{report['id']}/close",
    ):
        assert (await send(eve, path, on="yes")).status_code == 303
        harness.time.move(1.0)
    found = await lines(admin)
    assert [line["act"] for line in found] == ["report", "unfreeze", "end", "ban"]
    assert {line["by_name"] for line in found} == {"Quentin"}
    assert found[-1]["person_name"] == "Bob"
    assert "Banned: Bob" in (await eve.get("/admin")).text


async def test_a_deleted_administrator_has_no_name_in_the_log(harness: Harness, admin: Admin) -> None:
    eve, other = await become_operator(harness), await become_operator(harness, "Max")
    await send(eve, "/admin/invitations", people="1", days="1")
    exported = (await eve.get("/account/data")).json()["operated"]
    assert [act["act"] for act in exported] == ["invite"]
    await send(eve, "/account/delete", password=PASSWORD)
    shown = (await other.get("/admin")).text
    assert "Quentin" not in shown
    assert "a former player" in shown
    (line,) = await lines(admin)
    assert (line["on_page"], line["by_name"]) == (True, "")
    await harness.services.database.write(people.delete().where(people.c.name == ""))
    (line,) = await lines(admin)
    assert (line["on_page"], line["by"]) == (True, None)


@on_sqlite
def test_a_restored_backup_is_noted(
    database_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = Admin(settings_for(database_url), capsys)
    command._main(["admin", "--database-url", database_url, "backup", f"{tmp_path}/saved.db"])
    command._main(["admin", "--database-url", database_url, "restore", f"{tmp_path}/saved.db", "--replace"])
    capsys.readouterr()
    command._main(["admin", "--database-url", database_url, "audit"])
    assert json.loads(capsys.readouterr().out.splitlines()[0])["act"] == "restore"


def test_every_act_fits_its_column() -> None:
    column = audit_log.c.act.type
    assert isinstance(column, String)
    assert max(map(len, ACTS)) <= (column.length or 0)


# -- the settings file ---------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands run."""
    for name in [name for name in os.environ if name.startswith("SPYRING_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("SPYRING_SHELF", "tests.server.shelf:games")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0, typed: str = "") -> str:
    """What a command says; ``typed`` answers its questions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(typed))
        patch.setattr("getpass.getpass", lambda *_asked, **_more: sys.stdin.readline().rstrip("\n"))
        with pytest.raises(SystemExit) as left:
            main(list(words))
    said = capsys.readouterr()
    assert int(left.value.code or 0) == code, said.out + said.err
    return said.out + said.err


def test_options_go_before_the_environment_and_that_before_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("spyring.toml").write_text('bot_delay = 0.5\nproxies = ["10.0.0.1"]\ntables_in_memory = 7\n')
    assert Settings.given().bot_delay == 0.5
    assert Settings.given().proxies == ("10.0.0.1",)
    monkeypatch.setenv("SPYRING_BOT_DELAY", "0.25")
    monkeypatch.setenv("SPYRING_ROOMS_IN_MEMORY", "9")  # the former name
    assert Settings.given().bot_delay == 0.25
    assert Settings.given().tables_in_memory == 9
    assert Settings.given(bot_delay=2.0).bot_delay == 2.0
    monkeypatch.setenv("SPYRING_SETTINGS", "other.toml")
    with pytest.raises(BadSettings, match=r"no settings file other\.toml"):
        Settings.given()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bot_dely = 1", "unknown setting “bot_dely”. Did you mean “bot_delay”?"),
        ("SPYRING_BOT_DELAY = 1", "unknown setting “SPYRING_BOT_DELAY”. Did you mean “bot_delay”?"),
        ("[mail]\nhost = 1", "unknown setting “mail”."),
        ("bot_delay = -1", "spyring.toml: bot_delay cannot be “-1”."),
        ("bot_delay = ", "spyring.toml is not valid TOML"),
        ("smtp_port = 99999", "spyring.toml: smtp_port cannot be “99999”."),
        ('mail_from = "club"', "spyring.toml: mail_from cannot be “club”."),
        ('proxies = ["no address"]', "spyring.toml: proxies cannot be “no address”."),
    ],
)
def test_a_bad_settings_file_is_refused_with_a_sentence(folder: Path, text: str, said: str) -> None:
    Path("spyring.toml").write_text(text)
    with pytest.raises(BadSettings, match=re.escape(said)):
        Settings.given()


def test_a_set_up_server_is_well_and_its_link_makes_one_administrator(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["setup", "--yes", "--name", "Klub „Żubr“", "--registration", "closed", "--no-guests"]
    said = run(capsys, *words, "--address", "https://table.example/")
    code = said.split("https://table.example/account?invitation=")[1].split()[0]
    assert "All is well." in run(capsys, "admin", "doctor")
    settings = Settings.given()
    assert (settings.club_name, settings.guests, settings.secure_cookies) == ("Klub „Żubr“", False, True)
    assert settings.host_names == ("table.example",)
    assert Path("spyring.toml").stat().st_mode & 0o077 == 0

    async def use() -> None:
        calm = {"secure_cookies": False, "host_names": (), "bots": "threads", "rate_factor": 0.0}
        async with open_harness(settings.model_copy(update=calm), create_app) as harness:
            harness.time.at = time()
            client = harness.stranger()
            assert await code_of(harness, "Bob") == "registration-closed"
            form = {"name": "Quentin", "password": PASSWORD, "invitation": code}
            assert (await client.post("/account/register", data=form)).status_code == 303
            assert (await client.get("/admin")).status_code == 200
            assert 'href="/admin"' in (await client.get("/account")).text
            assert await code_of(harness, "Bob", invitation=code) == "bad-invitation"

    asyncio.run(use())
    noted = [json.loads(line) for line in run(capsys, "admin", "audit").splitlines()]
    assert [(line["act"], line["by_name"], line["person_name"]) for line in noted] == [
        ("role", "Quentin", "Quentin"),
        ("invite", None, None),
    ]
    assert "already exists" in run(capsys, "setup", "--yes", code=2)
    assert "There is an administrator already." in run(capsys, "setup", "--yes", "--force")


def test_a_set_up_asks_until_the_answer_is_good(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = [
        "Club",
        "table.example",
        "http://table.example",
        "sqlite:///missing/club.db",
        "",
        "maybe",
        "invitation",
        "n",
        "mail.example",
    ]
    answers += ["25", "none", "club", "key", "Club <club@table.example>"]
    said = run(capsys, "setup", typed="".join(f"{answer}\n" for answer in answers))
    assert "The address begins with http:// or https://" in said
    assert "There is no folder missing" in said
    assert "SPYRING_REGISTRATION cannot be “maybe”. Use open, invitation or closed." in said
    settings = Settings.given()
    assert (settings.registration, settings.guests, settings.smtp_port) == ("invitation", False, 25)
    assert settings.mail_from == "Club <club@table.example>"
    Path("spyring.toml").chmod(0o644)
    assert "It holds secrets" in run(capsys, "admin", "doctor")
    Path("spyring.toml").write_text('webhook_secret = "key"\n')
    assert "It holds secrets" in run(capsys, "admin", "doctor")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('club_logo = "missing.svg"', "SPYRING_CLUB_LOGO: missing.svg cannot be read"),
        ('webhooks = ["http://a.example"]', "Webhooks need SPYRING_WEBHOOK_SECRET"),
        ('smtp_host = "mail.example"', "Letters need SPYRING_MAIL_FROM"),
    ],
)
def test_the_doctor_refuses_settings_with_which_no_server_starts(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    Path("spyring.toml").write_text(text)
    assert said in run(capsys, "admin", "doctor", code=2)
    assert said in run(capsys, "serve", "--port", "0", code=2)


def test_the_doctor_names_unknown_variables(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPYRING_HOSTNAMES", "Żubr")
    said = run(capsys, "setup", "--yes", "--address", "http://127.0.0.1:9000")
    assert "Unknown variable SPYRING_HOSTNAMES. Do: rename it to SPYRING_HOST_NAMES." in said
    assert "Start the server with spyring serve --port 9000," in said


def test_a_set_up_refuses_what_does_not_fit_together_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "MAIL_FROM" in run(capsys, "setup", "--yes", "--smtp-host", "mail.example", code=2)
    assert "http://" in run(capsys, "setup", "--yes", "--address", "table.example", code=2)
    assert "not a supported" in run(capsys, "setup", "--yes", "--database-url", "mysql://x", code=2)
    assert list(folder.iterdir()) == []


# -- letters -------------------------------------------------------------------------------------------------


@asynccontextmanager
async def a_mail_server(greeting: bytes = b"220 ready", **answers: bytes) -> AsyncIterator[int]:
    """The port of an SMTP server that gives these answers to these words, and else agrees."""
    refusals = {word.upper().encode(): line for word, line in answers.items()}

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if greeting:
            writer.write(greeting + b"\r\n")
        while (line := await reader.readline()) and (word := line[:4].upper()) != b"QUIT":
            usual = b"354 go on" if word == b"DATA" else b"250 ok"
            writer.write(refusals.get(word, usual) + b"\r\n")
            if word == b"DATA" and word not in refusals:
                await reader.readuntil(b"\r\n.\r\n")
                writer.write(refusals.get(b"DOT", b"250 ok") + b"\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield int(server.sockets[0].getsockname()[1])


def mail_settings(port: int, **more: Any) -> Settings:
    kept: dict[str, Any] = {"smtp_host": "127.0.0.1", "smtp_security": "none", "mail_from": "spy@a.example"}
    return Settings(smtp_port=port, public_url="http://a.example", **(kept | more))


LETTER = Email("bob@b.example", "Test", "Test.")
AUTH = b"250-here\r\n250 AUTH PLAIN"
MAIL_FAULTS: list[tuple[dict[str, bytes], dict[str, Any], str]] = [
    ({"mail": b"550 no such sender"}, {}, r"refuses the sender \(550 no such sender\).*MAIL_FROM"),
    (
        {"mail": b"530 Authentication required"},
        {},
        r"refuses the sender \(530 .*need SPYRING_SMTP_USER",
    ),
    ({"rcpt": b"550 unknown"}, {}, r"refuses the recipient \(550 .*unknown.*\)\. Check the address"),
    ({"dot": b"554 spam"}, {}, r"refuses the letter \(554 spam\)"),
    (
        {"ehlo": AUTH, "auth": b"535 no"},
        {"smtp_user": "a", "smtp_password": "b"},
        r"user or the password \(535",
    ),
    ({}, {"smtp_user": "a", "smtp_password": "b"}, "takes no password here"),
    ({}, {"smtp_security": "starttls"}, "offers no STARTTLS"),
    ({}, {"smtp_security": "tls"}, "does not start with TLS"),
    ({"greeting": b"554 go away"}, {}, "554 go away"),
    ({"greeting": b""}, {}, "does not answer. Check the firewall; port 465"),
]


@pytest.mark.parametrize(("answers", "more", "said"), MAIL_FAULTS, ids=[said for *_rest, said in MAIL_FAULTS])
async def test_a_fault_of_a_mail_server_is_explained(
    answers: dict[str, bytes], more: dict[str, Any], said: str
) -> None:
    async with a_mail_server(**answers) as port:
        patience = 0.2 if answers.get("greeting") == b"" else 20.0
        with pytest.raises(NotSent, match=said):
            await send_or_explain(mail_settings(port, **more), LETTER, patience)


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        ("self-signed certificate", "set SSL_CERT_FILE"),
        ("IP address mismatch, certificate is not valid for '127.0.0.1'.", "Set SPYRING_SMTP_HOST"),
    ],
)
async def test_the_remedy_fits_the_fault_of_a_certificate(
    monkeypatch: pytest.MonkeyPatch, error: str, remedy: str
) -> None:
    async def refuse(*_args: object) -> None:
        raise ssl.SSLCertVerificationError(1, f"certificate verify failed: {error} (_ssl.c:1006)")

    monkeypatch.setattr(SmtpMailer, "deliver", refuse)
    with pytest.raises(NotSent, match=remedy):
        await send_or_explain(mail_settings(25), LETTER)


async def test_a_missing_mail_server_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_mail_server() as port:
        await send_or_explain(mail_settings(port), LETTER)
    with pytest.raises(NotSent, match=f"Nothing listens at 127.0.0.1:{port}"):
        await send_or_explain(mail_settings(port), LETTER)

    def unknown(*_asked: object, **_more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(NotSent, match=r"no server called nowhere\.invalid"):
        await send_or_explain(mail_settings(port, smtp_host="nowhere.invalid"), LETTER)


async def test_the_command_sends_a_letter_and_notes_it(
    harness: Harness, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Set SPYRING_SMTP_HOST" in await admin("mail-test", "bob@b.example", code=2)
    async with a_mail_server() as port:
        for name in ("smtp_host", "smtp_port", "smtp_security", "mail_from", "public_url"):
            monkeypatch.setenv(f"SPYRING_{name.upper()}", str(getattr(mail_settings(port), name)))
        assert "is not an email address" in await admin("mail-test", "bob", code=2)
        assert "has taken a letter" in await admin("mail-test", "bob@b.example")
    (line,) = await lines(admin)
    assert (line["act"], line["thing"]) == ("mail", "")


# -- the look of the club ------------------------------------------------------------------------------------


@on_sqlite
async def test_pages_show_the_name_the_colour_the_logo_and_the_notice(
    database_url: str, tmp_path: Path
) -> None:
    logo = tmp_path / "logo.svg"
    logo.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    look = {"club_name": "Żubr & <Co>", "club_accent": "#ffff00", "club_notice": "Every Friday."}
    given = settings_for(database_url, club_logo=str(logo), **look)
    async with open_harness(given, create_app) as harness:
        client = harness.stranger()
        shown = (await client.get("/")).text
        assert "<span>Żubr &amp; &lt;Co&gt;</span>" in shown
        assert "Every Friday." in shown
        style = await client.get(re.findall(r"/club\.css[^\"]*", shown)[0])
        assert "--accent: light-dark(#707000, #ffff00)" in style.text
        picture = await client.get("/club/logo")
        assert (picture.content, picture.headers["content-type"]) == (logo.read_bytes(), "image/svg+xml")
        assert "default-src 'none'" in picture.headers["content-security-policy"]
    async with open_harness(settings_for(database_url), create_app) as harness:
        shown = (await harness.stranger().get("/")).text
        assert "<span>Spyring</span>" in shown
        assert "club.css" not in shown
        assert (await harness.stranger().get("/club/logo")).status_code == 404


@pytest.mark.parametrize("accent", ["#000000", "#ffffff", "#ff0000", "#8899aa"])
def test_any_accent_can_be_read(accent: str) -> None:
    for colour, beside in zip(
        re.findall("#[0-9a-f]{6}", style_of(accent)), (LIGHT, DARK, ON_ACCENT), strict=True
    ):
        parts = (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))
        assert contrast(parts, beside) >= CONTRAST


@pytest.mark.parametrize(
    ("name", "size", "said"),
    [
        ("logo.exe", 1, "is no PNG"),
        ("logo.png", 300_000, "more than 256 kB"),
        ("none.png", 0, "cannot be read"),
    ],
)
def test_a_bad_logo_is_refused(tmp_path: Path, name: str, size: int, said: str) -> None:
    if size:
        (tmp_path / name).write_bytes(b"x" * size)
    with pytest.raises(BadSettings, match=said):
        read_logo(str(tmp_path / name))


async def test_a_banner_of_the_command_comes_to_all_pages_and_goes(harness: Harness, admin: Admin) -> None:
    table, _guests = await harness.table("duel", "Ann", "Bob")
    client = harness.stranger()

    async def shows(text: str) -> bool:
        pages = [(await client.get(path)).text for path in ("/", "/account", f"/tables/{table}")]
        return all(text in page for page in pages)

    async def is_gone() -> bool:
        return "Down at <nine>" not in html.unescape((await client.get("/")).text)

    await admin("banner", "Down at <nine>.")
    assert "Down at <nine>." in await admin("banner")
    await until(lambda: shows("Down at &lt;nine&gt;."))
    await admin("banner", "--clear")
    await until(is_gone)
    assert "at most 200 characters" in await admin("banner", "x" * 201, code=2)
    assert [line["act"] for line in await lines(admin)] == ["no banner", "banner"]


async def test_a_banner_is_set_on_the_page(harness: Harness) -> None:
    eve = await become_operator(harness)
    assert (await send(eve, "/admin/banner", banner="Soon.")).status_code == 303
    assert "Soon." in (await harness.stranger().get("/")).text
    await send(eve, "/admin/banner", banner="")
    assert "Soon." not in (await harness.stranger().get("/")).text


async def test_a_banner_that_is_read_while_it_is_removed_does_not_come_back(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    branding, value, read = harness.services.branding, Database.value, asyncio.Event()
    await branding.set_banner("Soon.")

    async def slowly(self: Database, query: Any) -> Any:
        found = await value(self, query)
        await read.wait()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Database, "value", slowly)
        reading = asyncio.create_task(branding.refresh())
        await asyncio.sleep(0.1)
    removing = asyncio.create_task(branding.set_banner(""))
    await asyncio.sleep(0.1)
    read.set()
    await asyncio.gather(reading, removing)
    assert branding.banner == ""


# -- webhooks ------------------------------------------------------------------------------------------------

SECRET = "a long random text"
Posts = list[tuple[str, dict[str, str], bytes]]  # path, headers, body


@asynccontextmanager
async def a_bad_receiver(answer: bytes, drip: bool = False) -> AsyncIterator[str]:
    """The address of a server that sends these bytes and then hangs up, or sends them again and again."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            writer.write(answer)
            while drip:
                await asyncio.sleep(0.01)
                writer.write(answer)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    server.close()


@asynccontextmanager
async def a_receiver(*statuses: int) -> AsyncIterator[tuple[int, Posts]]:
    """A web server that answers with these statuses in turn, then with 204; and what was posted to it."""
    posts: Posts = []
    left = list(statuses)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {name.lower(): value for name, _colon, value in (line.partition(": ") for line in head[1:])}
        body = await reader.readexactly(int(headers["content-length"]))
        posts.append((head[0].split()[1], headers, body))
        status = left.pop(0) if left else 204
        writer.write(f"HTTP/1.1 {status} Said\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield int(server.sockets[0].getsockname()[1]), posts


def telling(database_url: str, port: int, **more: Any) -> Settings:
    told: dict[str, Any] = {"webhooks": f"http://127.0.0.1:{port}/hook?key=1", "webhook_private": True}
    told["webhook_turn_after"] = 0.0
    public = {"public_url": "http://table.test", "webhook_secret": SECRET}
    return settings_for(database_url, **(told | public | more))


async def deliveries(harness: Harness) -> list[Any]:
    """All of them, after a round of posts."""
    await harness.services.webhooks.run_once()
    query = select(webhook_deliveries).order_by(webhook_deliveries.c.made_at, webhook_deliveries.c.id)
    return list(await harness.services.database.rows(query))


@on_sqlite
async def test_public_tables_are_told_of_signed_and_without_secrets(database_url: str) -> None:
    async with a_receiver() as (port, posts), open_harness(telling(database_url, port)) as harness:
        ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
        hidden = (await ann.make("duel", seats=2, public=False))["id"]
        table = (await ann.make("duel", seats=2, options={"lives": 1}))["id"]
        await until(lambda: told(harness, posts, "opened"))
        await bob.post(f"/tables/{table}/join")
        await until(lambda: told(harness, posts, "turn"))
        await play_out(table, [ann, bob], random.Random(1))
        await until(lambda: told(harness, posts, "ended"))
        assert {row["table_id"] for row in await deliveries(harness)} == {table}  # not the hidden one
    for path, headers, body in posts:
        assert path == "/hook?key=1"
        signed = f"{headers['x-spyring-time']}.".encode() + body
        digest = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
        assert headers["x-spyring-signature"] == f"sha256={digest}"
        message = json.loads(body)
        assert set(message) == {"event", "table", "link", "game", "names", "id", "text"}
        assert (message["table"], message["link"]) == (table, f"http://table.test/tables/{table}")
        assert set(message["names"]) <= {"Ann", "Bob"}
        assert hidden.encode() not in body


async def told(harness: Harness, posts: Posts, event: str) -> bool:
    await harness.services.webhooks.run_once()
    return any(json.loads(body)["event"] == event for _path, _headers, body in posts)


@on_sqlite
async def test_a_seat_that_decides_again_and_again_is_told_of_once(database_url: str) -> None:
    async with (
        a_receiver() as (port, _posts),
        open_harness(telling(database_url, port, webhook_events="turn")) as harness,
    ):
        table, _guests = await harness.table("duel", "Ann", "Bob")
        for _time in range(3):
            await harness.services.webhooks._note_turn(table)
        assert len(await deliveries(harness)) == 1


@on_sqlite
async def test_a_failed_post_is_repeated_less_and_less_often_and_given_up(database_url: str) -> None:
    async with (
        a_receiver(*[500] * 99) as (port, posts),
        open_harness(telling(database_url, port, webhook_events="opened"), create_app) as harness,
    ):
        eve = await become_operator(harness)
        await (await harness.guest("Ann")).make("duel", seats=2)

        async def tried(count: int) -> bool:
            (row,) = await deliveries(harness)
            return bool(row["error"]) and row["tries"] == count and len(posts) == count

        for count, pause in enumerate(RETRY_SECONDS, start=1):
            await until(partial(tried, count))
            (row,) = await deliveries(harness)
            assert row["next_at"] == pytest.approx(harness.time.now() + pause)
            assert "waiting · The server reports an error" in (await eve.get("/admin")).text
            harness.time.move(pause + 1.0)
        await until(partial(tried, len(RETRY_SECONDS) + 1))
        harness.time.move(1e6)
        await harness.services.webhooks.run_once()
        assert len(posts) == len(RETRY_SECONDS) + 1
        shown = (await eve.get("/admin")).text
        assert "given up · The server reports an error" in shown
        assert "key=1" not in shown


@on_both
async def test_a_post_that_failed_once_arrives_later(database_url: str) -> None:
    async with (
        a_receiver(503) as (port, posts),
        open_harness(telling(database_url, port, webhook_events="opened")) as harness,
    ):
        await (await harness.guest("Ann")).make("duel", seats=2)

        async def state() -> bool:
            (row,) = await deliveries(harness)
            return len(posts) == 1 and bool(row["error"])

        async def is_delivered() -> bool:
            (row,) = await deliveries(harness)
            return len(posts) == 2 and row["next_at"] is None and row["error"] == ""

        await until(state)
        harness.time.move(RETRY_SECONDS[0] + 1.0)
        await until(is_delivered)


@on_sqlite
async def test_a_failed_post_is_repeated_after_a_restart(database_url: str) -> None:
    async with a_receiver(503) as (port, posts):
        given = telling(database_url, port, webhook_events="opened")
        async with open_harness(given) as harness:
            await (await harness.guest("Ann")).make("duel", seats=2)
            await until(lambda: told(harness, posts, "opened"))
            await until(lambda: is_noted(harness))
            at = harness.time.now()
        async with open_harness(given) as harness:
            harness.time.at = at + RETRY_SECONDS[0] + 1.0
            (row,) = await deliveries(harness)
            assert (row["next_at"], row["error"]) == (None, "")
    first, second = (json.loads(body) for _path, _headers, body in posts)
    assert first == second


async def is_noted(harness: Harness) -> bool:
    return bool((await deliveries(harness))[0]["error"])


@on_sqlite
async def test_a_quick_turn_is_not_told(database_url: str) -> None:
    async with (
        a_receiver() as (port, posts),
        open_harness(telling(database_url, port, webhook_events="turn", webhook_turn_after=60)) as harness,
    ):
        table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
        await deliveries(harness)
        harness.time.move(59.0)
        assert len(await deliveries(harness)) == 1
        assert posts == []
        harness.time.move(2.0)
        await until(lambda: told(harness, posts, "turn"))
        await play_out(table, guests, random.Random(1))
        await deliveries(harness)  # what was under way is stored
        harness.time.move(61.0)

        async def nothing_waits() -> bool:
            return all(row["next_at"] is None for row in await deliveries(harness))

        await until(nothing_waits)
        assert len(posts) == 1


@on_sqlite
async def test_a_chat_gets_a_sentence_that_calls_nobody(database_url: str) -> None:
    async with a_receiver() as (port, posts):
        chat = {"webhooks": "", "discord_webhooks": f"http://127.0.0.1:{port}/chat", "webhook_language": "pl"}
        async with open_harness(telling(database_url, port, webhook_events="turn", **chat)) as harness:
            await harness.table("duel", "@ everyone", "*Bob*")

            async def came() -> bool:
                await harness.services.webhooks.run_once()
                return bool(posts)

            await until(came)
    message = json.loads(posts[0][2])
    assert set(message) == {"content", "allowed_mentions"}
    assert message["allowed_mentions"] == {"parse": []}
    assert "\\@ everyone" in message["content"] or "\\*Bob\\*" in message["content"]
    assert "kolej" in message["content"]


@on_sqlite
async def test_nothing_is_posted_to_a_private_address(database_url: str) -> None:
    async with a_receiver() as (port, posts):
        given = telling(database_url, port, webhook_private=False, webhook_events="opened")
        async with open_harness(given) as harness:
            await (await harness.guest("Ann")).make("duel", seats=2)

            async def is_refused() -> bool:
                (row,) = await deliveries(harness)
                return "private network" in row["error"]

            await until(is_refused)
    assert posts == []


async def test_a_name_cannot_change_its_address_after_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [["8.8.8.8"], ["127.0.0.1"]]  # the second for anyone who asks again
    connected: list[tuple[str, int]] = []

    def resolve(_host: str, port: int, *_more: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in answers.pop(0)]

    async def connect(address: str, port: int, **_more: object) -> None:
        connected.append((address, port))
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(NotPosted, match="connection failed"):
        await post("https://hook.example/x", b"{}", {})
    assert connected == [("8.8.8.8", 443)]
    answers[:] = [["8.8.8.8", "10.0.0.1"]]
    with pytest.raises(NotPosted, match="private network"):
        await post("https://hook.example/x", b"{}", {})
    assert len(connected) == 1


@pytest.mark.parametrize(
    ("answer", "drip", "said"),
    [
        (b"1", True, "does not answer"),  # one byte at a time, for ever
        (b"1" * 2000, True, "does not speak HTTP"),
        (b"SSH-2.0\r\n", False, "does not speak HTTP"),
        (b"HTTP/1.1 what\r\n", False, "does not speak HTTP"),
        (b"HTTP/1.1 101 Switching\r\n", False, "an error of its own"),
        (b"HTTP/1.1 404 Not Found\r\n", False, "refuses it"),
        (b"", False, "does not speak HTTP"),
    ],
)
async def test_a_bad_answer_is_explained_in_time(
    answer: bytes, drip: bool, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "TIMEOUT_SECONDS", 0.3 if said == "does not answer" else 60.0)
    async with a_bad_receiver(answer, drip) as url:
        with pytest.raises(NotPosted, match=said):
            await post(url, b"{}", {}, allow_private=True)


async def test_a_redirection_is_not_followed() -> None:
    async with a_receiver(302) as (port, posts):
        with pytest.raises(NotPosted, match="redirects"):
            await post(f"http://127.0.0.1:{port}/", b"{}", {}, True)
    assert len(posts) == 1


def test_the_example_of_the_guide_checks_a_signature() -> None:
    guide = Path(__file__).parents[2] / "docs" / "club.md"
    known: dict[str, Any] = {}
    exec(guide.read_text().split("```python\n")[1].split("```")[0], known)
    body, stamp = b'{"event": "turn"}', 1000
    digest = hmac.new(SECRET.encode(), b"1000." + body, hashlib.sha256).hexdigest()
    headers = {"X-Spyring-Time": str(stamp), "X-Spyring-Signature": f"sha256={digest}"}
    assert known["is_genuine"](headers, body, SECRET, now=1100.0)
    assert not known["is_genuine"](headers, body, SECRET, now=1400.0)
    assert not known["is_genuine"](headers, body + b" ", SECRET, now=1100.0)
    assert not known["is_genuine"](headers, body, "another", now=1100.0)


@on_sqlite
def test_webhooks_need_a_secret_and_addresses(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSettings, match="SPYRING_WEBHOOK_SECRET"):
        Services(telling(database_url, 1, webhook_secret=""))
    with pytest.raises(BadSettings, match="SPYRING_PUBLIC_URL"):
        Services(telling(database_url, 1, public_url=""))
    monkeypatch.setenv("SPYRING_WEBHOOK_EVENTS", "opened,closed")
    with pytest.raises(BadSettings, match="SPYRING_WEBHOOK_EVENTS cannot be"):
        Settings.given()
    monkeypatch.delenv("SPYRING_WEBHOOK_EVENTS")
    for url in (
        "ftp://hook.example",
        "https://",
        "https://a b",
        "https://u:p@hook.example",
        "http://a:99999",
    ):
        monkeypatch.setenv("SPYRING_WEBHOOKS", url)
        with pytest.raises(BadSettings, match="SPYRING_WEBHOOKS cannot be"):
            Settings.given()
