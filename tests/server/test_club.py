"""A club's own house: who may come in, and what its administrators did."""

import asyncio
import io
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from time import time
from typing import Any

import click
import httpx
import pytest
from sqlalchemy import select, update

from spyring.cli import main
from spyring.cli.admin import admin as commands
from spyring.server.accounts.schema import invitation_codes
from spyring.server.club.audit import ACTS
from spyring.server.club.schema import audit_log
from spyring.server.core.settings import BadSettings, Settings
from spyring.server.core.storage.schema import people
from spyring.web import create_app
from tests.server.conftest import on_both, on_sqlite
from tests.server.harness import Harness, open_harness, settings_for
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
        old = await client.get("/api/v1/tables", headers={"Authorization": token})
        assert old.status_code == 200
        assert (await register(harness, "Bob")).status_code == 201


async def test_invitations_are_made_listed_and_revoked_by_command(harness: Harness, admin: Admin) -> None:
    limited(harness, "invitation")
    code = (await admin("invite", "--people", "3", "--days", "3000")).split()[-1]
    assert f"{code[:4]}…  for 3 more people" in await admin("invite", "--list")
    assert (await register(harness, "Ann", invitation=code)).status_code == 201
    await admin("invite", "--revoke", code[:4])
    assert await code_of(harness, "Bob", invitation=code) == "bad-invitation"
    assert "no such invitation" in await admin("invite", "--revoke", "zzzz", code=2)
    assert "1 to 10000 people" in await admin("invite", "--people", "0", code=2)


async def test_invitations_are_made_and_revoked_on_the_page(harness: Harness) -> None:
    eve = await become_operator(harness)
    limited(harness, "invitation")
    shown = (await send(eve, "/admin/invitations", people="2", days="5")).text
    code = shown.split("/account?invitation=")[1][:12]
    assert code not in (await eve.get("/admin")).text
    assert (await register(harness, "Ann", invitation=code)).status_code == 201
    assert (await send(eve, f"/admin/invitations/{code[:4]}/revoke")).status_code == 303
    assert await code_of(harness, "Bob", invitation=code) == "bad-invitation"
    assert (await send(eve, "/admin/invitations", people="0", days="5")).status_code == 422


# -- the log of administrators -------------------------------------------------------------------------------

READ_ONLY = {"people", "tables", "audit", "doctor"}


@pytest.fixture
def acted(tmp_path: Path) -> list[tuple[str, list[str]]]:
    """Each act of the command line, as it is noted, with its words."""
    return [
        ("password", ["password", "Ann"]),
        ("code", ["code", "Ann"]),
        ("rename", ["rename", "Ann", "Anna"]),
        ("role", ["role", "ann", "admin"]),
        ("no role", ["role", "ann", "none"]),
        ("ban", ["ban", "ann"]),
        ("unban", ["ban", "ann", "--undo"]),
        ("invite", ["invite"]),
        ("end", ["end", "TABLE"]),
        ("unfreeze", ["unfreeze", "TABLE"]),
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
        of_ann = words[0] in ("password", "code", "rename", "role", "ban", "delete")
        assert newest["person"] == (ann.person["id"] if of_ann else None)
        assert newest["thing"] == (table if "TABLE" in words else newest["thing"])
    assert isinstance(commands, click.Group)
    tried = {words[0] for _act, words in acted} | READ_ONLY
    assert set(commands.commands) - tried == {"reports", "restore"}  # below
    assert {row["person_name"] for row in await lines(admin)} == {"", None}  # Ann is deleted


async def test_a_refused_command_is_not_in_the_log(harness: Harness, admin: Admin) -> None:
    await admin("ban", "Nobody", code=2)
    await admin("reports", "--close", "nothing", code=2)
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
        f"/admin/reports/{report.id}/close",
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
    assert max(map(len, ACTS)) <= audit_log.c.act.type.length


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
            assert await code_of(harness, "Bob", invitation=code) == "bad-invitation"

    asyncio.run(use())
    assert "already exists" in run(capsys, "setup", "--yes", code=2)
    assert "There is an administrator already." in run(capsys, "setup", "--yes", "--force")


def test_a_set_up_asks_until_the_answer_is_good(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = [
        "Club",
        "table.example",
        "http://table.example",
        "",
        "maybe",
        "invitation",
        "n",
        "mail.example",
    ]
    answers += ["25", "none", "", "", "Club <club@table.example>"]
    said = run(capsys, "setup", typed="".join(f"{answer}\n" for answer in answers))
    assert "The address begins with http:// or https://" in said
    assert "SPYRING_REGISTRATION cannot be “maybe”." in said
    settings = Settings.given()
    assert (settings.registration, settings.guests, settings.smtp_port) == ("invitation", False, 25)
    assert settings.mail_from == "Club <club@table.example>"
    Path("spyring.toml").chmod(0o644)
    assert "It holds a password" in run(capsys, "admin", "doctor")


def test_a_set_up_refuses_what_does_not_fit_together_and_writes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "MAIL_FROM" in run(capsys, "setup", "--yes", "--smtp-host", "mail.example", code=2)
    assert "http://" in run(capsys, "setup", "--yes", "--address", "table.example", code=2)
    assert "not a supported" in run(capsys, "setup", "--yes", "--database-url", "mysql://x", code=2)
    assert list(folder.iterdir()) == []
