"""The operator's commands, beside a server whose people play on."""

import asyncio
import os
import random
import shutil
import sqlite3
from pathlib import Path
from time import time
from typing import Any

import pytest
from sqlalchemy import insert, update

from spyring import __version__
from spyring.cli import main
from spyring.server.admin import backups
from spyring.server.admin.carry import carry, count_rows
from spyring.server.admin.doctor import examine
from spyring.server.community.schema import reports
from spyring.server.core.problems import Problem
from spyring.server.core.settings import Settings
from spyring.server.core.storage import database
from spyring.server.core.storage.files import BadDatabase
from spyring.server.core.storage.schema import entries, secrets, tables
from spyring.server.schema import metadata
from spyring.web import create_app as with_pages
from tests.server.conftest import new_database, on_both, on_sqlite
from tests.server.harness import Guest, Harness, new_file, open_harness, play_out, settings_for, until
from tests.server.test_recovery import send

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse"


class Admin:
    """``spyring admin`` on the database of a server that runs."""

    def __init__(self, settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
        self.settings = settings
        self.capsys = capsys

    async def __call__(self, *words: str, code: int = 0) -> str:
        """What it says; it must leave with this code."""
        self.capsys.readouterr()
        url = self.settings.database_url
        left = await asyncio.to_thread(self._main, ["admin", "--database-url", url, *words])
        said = self.capsys.readouterr()
        assert left == code, said.out + said.err
        return said.out + said.err

    def _main(self, words: list[str]) -> int:
        with pytest.raises(SystemExit) as left:
            main(words)
        return int(left.value.code or 0)


@pytest.fixture
def admin(settings: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Admin:
    monkeypatch.setenv("SPYRING_SHELF", settings.shelf)
    monkeypatch.setenv("LANGUAGE", "en")
    return Admin(settings, capsys)


async def account(harness: Harness, name: str) -> Guest:
    """Somebody with an account, who holds a token, and a session in the same browser."""
    guest = await harness.guest(name)
    await guest.post("/accounts", {"login": name, "password": PASSWORD}, 201)
    return guest


async def sign_in(harness: Harness, name: str, password: str) -> tuple[int, Any]:
    answer = await harness.stranger().post("/api/v1/session", json={"login": name, "password": password})
    return answer.status_code, answer.json()


async def is_out(guest: Guest) -> bool:
    return (await guest.client.get("/api/v1/tables")).status_code == 401


# -- people --------------------------------------------------------------------------------------------------


@on_both
async def test_people_are_found_banned_and_let_in_again(harness: Harness, admin: Admin) -> None:
    ann = await account(harness, "Ann")
    await harness.guest("Bob%_")
    find = harness.services.operator.people
    assert [row["id"] for row in await find("aNN")] == [ann.person["id"]]
    assert [row["name"] for row in await find("%")] == ["Bob%_"]
    assert list(await find("nobody")) == []
    await admin("ban", "ann")
    await until(lambda: is_out(ann))
    assert (await sign_in(harness, "Ann", "wrong horse"))[1]["code"] == "wrong-login"
    status, refused = await sign_in(harness, "Ann", PASSWORD)
    assert (status, refused["code"]) == (403, "banned")
    assert [row["banned_at"] is not None for row in await find("Ann")] == [True]
    await admin("ban", "Ann", "--undo")
    assert (await sign_in(harness, "Ann", PASSWORD))[0] == 200
    assert "no such person" in await admin("ban", "Zoe", code=2)


async def test_a_person_is_renamed_at_the_table_too(harness: Harness, admin: Admin) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    await admin("rename", ann.person["id"], "Anna")

    async def is_called_so() -> bool:
        card = await bob.get(f"/tables/{table}")
        return bool(card["seats"][0]["name"] == "Anna")

    await until(is_called_so)


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-eB4", "_dash", "9lives"])
    monkeypatch.setattr(f"{database.__name__}.secrets.token_urlsafe", lambda _bytes: next(drawn))
    assert database.new_id() == "9lives"


@on_both
async def test_a_person_is_deleted_and_the_others_play_on(harness: Harness, admin: Admin) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await admin("delete", ann.person["id"], "--yes")
    await until(lambda: is_out(ann))

    async def bot_plays() -> bool:
        card = await bob.get(f"/tables/{table}")
        return bool(card["seats"][0]["held"] == "resigned")

    await until(bot_plays)
    assert list(await harness.services.operator.people("Ann")) == []


# -- tables --------------------------------------------------------------------------------------------------


async def test_a_game_is_ended_and_continued(harness: Harness, admin: Admin) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    (line,) = await harness.services.operator.tables(table)
    assert (line["status"], line["length"], line["frozen"]) == ("playing", 1, False)
    await admin("end", table)

    async def stands_still() -> bool:
        return "stopped" in ((await bob.position(table))["frozen"] or "")

    await until(stands_still)
    assert (await bob.play(table, "draw", 1, 409))["code"] == "frozen"
    assert [line["frozen"] for line in await harness.services.operator.tables("Ann")] == [True]
    assert "is over" in await admin("end", table, code=2)
    await admin("unfreeze", table)

    async def goes_on() -> bool:
        return (await bob.position(table))["frozen"] is None

    await until(goes_on)
    assert (await bob.play(table, "draw"))["number"] == 2


async def test_a_table_that_waits_is_removed(harness: Harness, admin: Admin) -> None:
    ann = await harness.guest("Ann")
    table = (await ann.make("duel", seats=2))["id"]
    await admin("end", table)

    async def is_gone() -> bool:
        return (await ann.client.get(f"/api/v1/tables/{table}")).status_code == 404

    await until(is_gone)


async def test_a_game_of_other_rules_continues_if_its_log_follows_the_current_rules(
    harness: Harness, admin: Admin
) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    await harness.services.database.write(update(tables).values(rules_version=0))
    harness.services.live_tables.cache.forget(table)
    assert (await bob.position(table))["frozen"]
    await admin("unfreeze", table)

    async def goes_on() -> bool:
        return (await bob.position(table))["frozen"] is None

    await until(goes_on)
    await bob.play(table, "draw")
    await harness.services.database.write(update(entries).where(entries.c.number == 2).values(text="retire"))
    harness.services.live_tables.cache.forget(table)
    assert "Entry 2 breaks the current rules" in await admin("unfreeze", table, code=2)
    assert "1 entries were cut off" in await admin("unfreeze", table, "--cut")
    await until(goes_on)
    assert (await bob.position(table))["number"] == 1


# -- backups -------------------------------------------------------------------------------------------------


@on_both
async def test_a_backup_is_made_while_people_play_and_put_back(
    harness: Harness, admin: Admin, tmp_path: Path
) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob")
    await guests[0].play(table, "draw")
    playing = asyncio.create_task(play_out(table, guests, random.Random(1)))
    assert f"stored in {tmp_path}/backup.db" in await admin("backup", f"{tmp_path}/backup.db")
    await playing
    assert "already" in await admin("backup", f"{tmp_path}/backup.db", code=2)
    assert os.stat(tmp_path / "backup.db").st_mode & 0o077 == 0
    url = f"sqlite:///{tmp_path}/other.db"
    counts = await asyncio.to_thread(backups.restore, settings_for(url).database_url, tmp_path / "backup.db")
    assert (counts["people"], counts["tables"]) == (2, 1)
    async with open_harness(settings_for(url)) as restored:
        live = await restored.services.live_tables.find(table)
        assert 1 <= live.length <= (await harness.services.live_tables.find(table)).length
        assert live.frozen is None


async def test_everything_is_carried_to_postgresql_and_back(
    tmp_path: Path, postgresql: str, newest_file: Path
) -> None:
    first = settings_for(f"sqlite:///{tmp_path}/first.db").database_url
    async with open_harness(settings_for(first)) as harness:
        table, guests = await harness.table("duel", "Ann", "Bob", options={"lives": 1})
        await guests[0].post(f"/tables/{table}/chat", {"text": "Zażółć."}, 201)
        await play_out(table, guests, random.Random(5))
        before = await stored(first)
    middle = settings_for(new_database(postgresql)).database_url
    there = await asyncio.to_thread(backups.copy, first, middle)
    with pytest.raises(BadDatabase, match="not empty"):
        await asyncio.to_thread(backups.copy, first, middle)
    last = settings_for(f"sqlite:///{tmp_path}/last.db").database_url
    back = await asyncio.to_thread(backups.copy, middle, last)
    assert there == back == await count_rows(last)
    assert there["entries"] > 1
    assert await stored(last) == before
    async with open_harness(settings_for(middle)) as harness:  # what is said next has a number of its own
        ann = await harness.services.people.person(guests[0].person["id"])
        assert ann.name == "Ann"
        other, more = await harness.table("duel", "Cy", "Dee")
        await more[0].post(f"/tables/{other}/chat", {"text": "Hello."}, 201)


async def stored(url: str) -> dict[str, list[Any]]:
    """All rows of an SQLite file, but when a server was last alive."""
    with sqlite3.connect(url.partition("///")[2]) as connection:
        names = [table.name for table in metadata.sorted_tables if table.name != "heartbeat"]
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=str) for name in names
        }


async def test_nothing_is_carried_if_a_table_would_be_left_behind(tmp_path: Path) -> None:
    """For one that no package which is loaded knows."""
    for name in ("one.db", "other.db"):
        new_file(tmp_path / name)
    connection = sqlite3.connect(tmp_path / "one.db")
    connection.execute("CREATE TABLE strange (id INTEGER)")
    connection.close()
    source, target = (backups.url_of(tmp_path / name) for name in ("one.db", "other.db"))
    with pytest.raises(BadDatabase, match="strange"):
        await carry(source, target)


def test_a_restore_keeps_what_was_there(tmp_path: Path, newest_file: Path) -> None:
    kept, file = tmp_path / "kept.db", tmp_path / "table.db"
    backups.backup(backups.url_of(newest_file), kept)
    backups.restore(backups.url_of(file), kept)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("INSERT INTO people (id, name, made_at) VALUES ('ann', 'Ann', 1)")
    connection.commit()
    with pytest.raises(BadDatabase, match="--replace"):
        backups.restore(backups.url_of(file), kept)
    with pytest.raises(BadDatabase, match="somebody else has it open"):
        backups.restore(backups.url_of(file), kept, replace=True)
    connection.close()
    backups.restore(backups.url_of(file), kept, replace=True)
    for name, count in (("table.db", 0), ("table.db.before-restore", 1)):
        with sqlite3.connect(tmp_path / name) as connection:
            assert connection.execute("SELECT count(*) FROM people").fetchone() == (count,)
    with pytest.raises(BadDatabase, match="There is no backup"):
        backups.restore(backups.url_of(file), tmp_path / "none.db")


# -- the doctor ----------------------------------------------------------------------------------------------


async def test_the_doctor_finds_nothing_where_all_is_well(harness: Harness, admin: Admin) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob")
    await guests[0].play(table, "draw")
    assert "All is well" in await admin("doctor")


@on_both
async def test_the_doctor_names_a_log_with_a_gap(harness: Harness, admin: Admin) -> None:
    table, guests = await harness.table("duel", "Ann", "Bob")
    await guests[0].play(table, "draw")
    await harness.services.database.write(update(tables).values(length=3))
    said = await admin("doctor", code=1)
    assert f"The log of {table} does not have the 3 entries" in said
    assert "unfreeze --cut" in said


@pytest.mark.parametrize("first", [4, 20])
async def test_the_doctor_finds_pages_that_cannot_be_read(
    tmp_path: Path, newest_file: Path, first: int
) -> None:
    content = bytearray(newest_file.read_bytes())
    for page in range(first, len(content) // 4096 - 1):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    broken.chmod(0o600)
    found = await asyncio.to_thread(examine, settings_for(f"sqlite:///{broken}"))
    assert found
    assert all(finding.harm for finding in found)
    assert "restore" in found[0].remedy
    assert broken.read_bytes() == bytes(content)


# -- the page ------------------------------------------------------------------------------------------------


async def test_the_page_is_for_those_with_the_role(tmp_path: Path) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db")), with_pages) as harness:
        table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
        eve = await account(harness, "Eve")
        operator = harness.services.operator
        for client in (ann.client, eve.client, harness.stranger()):
            assert (await client.get("/admin")).status_code == 404
            assert (await client.post(f"/admin/tables/{table}/end")).status_code == 404
        with pytest.raises(Problem, match="account"):
            await operator.set_role(await operator.find("Ann"), "admin")
        await operator.set_role(await operator.find("Eve"), "admin")
        told = {
            "id": "r1",
            "by": ann.person["id"],
            "about": bob.person["id"],
            "text": "<Rude>",
            "made_at": 1.0,
        }
        await harness.services.database.write(insert(reports).values(told))
        del eve.client.headers["Authorization"]
        shown = (await eve.client.get("/admin")).text
        for said in ("Moves are stored", "1 game in progress", "Ann about Bob", "&lt;Rude&gt;"):
            assert said in shown
        for language in ("pl", "it"):
            other = (await eve.client.get("/admin", headers={"Accept-Language": language})).text
            assert "Moves are stored" not in other
        await send(eve.client, "/admin/reports/r1/close")
        await send(eve.client, f"/admin/tables/{table}/end")
        await send(eve.client, f"/admin/people/{bob.person['id']}/ban", on="yes")
        shown = (await eve.client.get("/admin", params={"which": "duel"})).text
        assert "No open reports" in shown
        assert "frozen" in shown
        assert await is_out(bob)
        assert "stopped" in (await ann.position(table))["frozen"]
        await send(eve.client, f"/admin/tables/{table}/unfreeze")
        assert (await ann.position(table))["frozen"] is None
        await operator.set_role(await operator.find("Eve"), None)
        assert (await eve.client.get("/admin")).status_code == 404


async def test_a_token_of_the_operator_does_not_open_the_page(tmp_path: Path) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db")), with_pages) as harness:
        bob, eve = await account(harness, "Bob"), await account(harness, "Eve")
        await harness.services.operator.set_role(await harness.services.operator.find("Eve"), "admin")
        disguised = harness.stranger()  # sends its token as if it were a session
        disguised.cookies.set("spyring", eve.client.headers["Authorization"].removeprefix("Bearer "))
        for client in (eve.client, disguised):
            assert (await client.get("/api/v1/me")).json()["person"]["name"] == "Eve"
            assert (await client.get("/admin")).status_code == 404
            assert (await send(client, f"/admin/people/{bob.person['id']}/ban")).status_code == 404
        assert not await is_out(bob)


@on_sqlite
async def test_the_page_tells_the_version_the_last_backup_and_the_room_on_the_disk(
    settings: Settings, admin: Admin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = shutil.disk_usage(tmp_path)._replace(free=12_340_000_000)
    async with open_harness(settings, with_pages) as harness:
        eve = await account(harness, "Eve")
        operator = harness.services.operator
        await operator.set_role(await operator.find("Eve"), "admin")
        del eve.client.headers["Authorization"]

        async def shown() -> str:
            with monkeypatch.context() as patch:
                patch.setattr(shutil, "disk_usage", lambda _folder: room)
                return (await eve.client.get("/admin")).text

        for said in (f"Spyring {__version__}", "No backup yet", "12.3 GB of disk space free"):
            assert said in await shown()
        await admin("backup", f"{tmp_path}/backup.db")
        assert "Last backup: less than a day ago" in await shown()
        noted = update(secrets).where(secrets.c.name == backups.LAST_BACKUP)
        await harness.services.database.write(noted.values(value=str(time() - 3.5 * 86_400)))
        assert "Last backup: 3 days ago" in await shown()
