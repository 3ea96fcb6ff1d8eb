"""Who is who: guests, accounts, tokens; and that nobody does anything in another's name."""

import asyncio
import errno
import logging
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import delete, insert, select, text, update

from spyring.server.accounts import accounts
from spyring.server.accounts.accounts import Accounts
from spyring.server.core.caller import Caller
from spyring.server.core.journal import JsonFormatter
from spyring.server.core.payloads import Person
from spyring.server.core.problems import NotStored, Problem
from spyring.server.core.storage import database as storage
from spyring.server.core.storage.schema import credentials, heartbeat, people
from spyring.server.core.storage.sqlite import SqliteGateway
from spyring.web import create_app as create_site
from tests.server.harness import Harness, new_file, open_harness, settings_for

pytestmark = pytest.mark.anyio

OURS = {"Origin": "http://table.test"}


@pytest.fixture
async def house_(tmp_path: Path) -> AsyncIterator[Harness]:
    """One on which the kind of database makes no difference."""
    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as opened:
        yield opened


async def browser(harness: Harness, name: str = "Ann") -> httpx.AsyncClient:
    """Somebody who came in as a guest and holds a cookie."""
    client = harness.stranger()
    answer = await client.post("/api/v1/guests", json={"name": name}, headers=OURS)
    assert answer.status_code == 201
    return client


async def test_a_guest_is_known_by_a_cookie_that_scripts_cannot_read(harness: Harness) -> None:
    client = harness.stranger()
    answer = await client.post("/api/v1/guests", json={"name": "Ann"}, headers=OURS)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    me = (await client.get("/api/v1/me")).json()
    assert me["person"]["name"] == "Ann"
    assert len(me["csrf"]) == 128


async def test_behind_tls_cookies_are_secure(database_url: str) -> None:
    async with open_harness(settings_for(database_url, secure_cookies=True)) as harness:
        ours = {"Origin": "https://table.test"}
        answer = await harness.stranger().post("/api/v1/guests", json={"name": "Ann"}, headers=ours)
        assert answer.headers["set-cookie"].startswith("__Host-spyring=")
        assert "Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


async def test_secrets_are_stored_as_digests_only(harness: Harness) -> None:
    client = await browser(harness)
    secret = client.cookies["spyring"]
    await client.post("/api/v1/accounts", json={"login": "Ann", "password": "correct horse"}, headers=OURS)
    token = (await client.post("/api/v1/tokens", json={}, headers=OURS)).json()["secret"]
    rows = await harness.services.database.rows(select(credentials))
    stored = str([dict(row) for row in rows]) + str(await harness.services.database.rows(select(people)))
    assert rows
    assert secret not in stored
    assert token not in stored
    assert "correct horse" not in stored
    assert "$argon2id$" in stored


def test_guessing_a_password_costs_time_and_memory() -> None:
    """The other tests store cheaper ones; this one was made by the server for accounts that are not there."""
    assert extract_parameters(accounts._NOBODY) == RFC_9106_LOW_MEMORY


async def test_an_account_is_found_again_and_keeps_its_tables(harness: Harness) -> None:
    client = await browser(harness)
    table = (await client.post("/api/v1/tables", json={"game": "duel"}, headers=OURS)).json()["id"]
    made = await client.post(
        "/api/v1/accounts", json={"login": "Ann", "password": "correct horse"}, headers=OURS
    )
    assert made.status_code == 201
    again = harness.stranger()
    wrong = {"login": "ann", "password": "wrong horse"}
    assert (await again.post("/api/v1/session", json=wrong)).json()["code"] == "wrong-login"
    nobody = {"login": "nobody", "password": "wrong horse"}
    unknown = (await again.post("/api/v1/session", json=nobody)).json()
    assert unknown == (await again.post("/api/v1/session", json=wrong)).json()
    right = {"login": "ANN", "password": "correct horse"}
    assert (await again.post("/api/v1/session", json=right)).status_code == 200
    assert [card["id"] for card in (await again.get("/api/v1/tables")).json()["mine"]] == [table]
    taken = await harness.stranger().post("/api/v1/accounts", json=right)
    assert taken.json()["code"] == "name-taken"


async def test_no_account_takes_the_name_of_another_one(harness: Harness) -> None:
    async def account(login: str, status: int = 201) -> httpx.AsyncClient:
        client = harness.stranger()
        made = await client.post("/api/v1/accounts", json={"login": login, "password": "correct horse"})
        assert made.status_code == status
        return client

    async def renamed(client: httpx.AsyncClient, name: str) -> tuple[int, str | None]:
        answer = await client.patch("/api/v1/me", json={"name": name}, headers=OURS)
        return answer.status_code, answer.json().get("code")

    ann, bob = await account("Ann"), await account("Bob")
    for alike in ("Ann", "ANN", "Ａｎｎ"):
        assert await renamed(bob, alike) == (409, "name-taken")
    assert await renamed(ann, "Zoë") == (200, None)
    for alike in ("Ann", "zoë", "ZOE\u0308"):  # by one she signs in, by the other she is called
        assert await renamed(bob, alike) == (409, "name-taken")
    await account("zoë", 409)
    assert await renamed(ann, "ANN") == (200, None)
    assert await renamed(bob, "Zoë") == (200, None)
    assert (await bob.get("/api/v1/me")).json()["person"]["name"] == "Zoë"


async def test_a_new_session_replaces_the_old_one(harness: Harness) -> None:
    client = await browser(harness)
    old = client.cookies["spyring"]
    await client.post("/api/v1/accounts", json={"login": "Ann", "password": "correct horse"}, headers=OURS)
    assert client.cookies["spyring"] != old
    assert await harness.services.sessions.authenticate(old) is None


async def test_signing_out_ends_the_session(harness: Harness) -> None:
    client = await browser(harness)
    secret = client.cookies["spyring"]
    assert (await client.delete("/api/v1/session", headers=OURS)).status_code == 204
    thief = harness.stranger()
    thief.cookies["spyring"] = secret
    assert (await thief.get("/api/v1/me")).json()["person"] is None


async def test_expired_and_forged_sessions_open_nothing(harness: Harness) -> None:
    client = await browser(harness)
    table = (
        await client.post(
            "/api/v1/tables", json={"game": "duel", "bots": {1: "random"}, "seats": 2}, headers=OURS
        )
    ).json()
    path, move = f"/api/v1/tables/{table['id']}/moves", {"number": 0, "move": "draw"}
    await harness.services.database.write(update(credentials).values(ends_at=1.0))
    harness.services.sessions._cached.clear()
    assert (await client.post(path, json=move, headers=OURS)).json()["code"] == "who-are-you"
    client.cookies["spyring"] = "forged"
    assert (await client.post(path, json=move, headers=OURS)).json()["code"] == "who-are-you"
    forged = await harness.stranger().post(path, json=move, headers={"Authorization": "Bearer forged"})
    assert forged.status_code == 401
    assert forged.json()["code"] == "bad-token"
    assert (await harness.services.live_tables.find(table["id"])).length == 0


async def test_another_site_can_make_a_browser_do_nothing(harness: Harness) -> None:
    client = await browser(harness)
    for headers in ({"Origin": "https://evil.test"}, {"Origin": "null"}, {}, {"X-CSRF-Token": "guess"}):
        answer = await client.post("/api/v1/tables", json={"game": "duel"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "forged")
    token = (await client.get("/api/v1/me")).json()["csrf"]
    answer = await client.post("/api/v1/tables", json={"game": "duel"}, headers={"X-CSRF-Token": token})
    assert answer.status_code == 201
    login = await harness.stranger().post(
        "/api/v1/guests", json={"name": "Eve"}, headers={"Origin": "https://evil.test"}
    )
    assert login.status_code == 403


async def test_a_page_over_another_scheme_is_another_site(database_url: str) -> None:
    """Somebody on the wire can put a page of their own at http:// before one of ours at https://."""

    async def is_ours(harness: Harness, origin: str, forwarded: str = "") -> bool:
        headers = {"Origin": f"{origin}://table.test"} | (
            {"X-Forwarded-Proto": forwarded} if forwarded else {}
        )
        answer = await harness.stranger().post("/api/v1/guests", json={"name": "Eve"}, headers=headers)
        return answer.status_code == 201

    async with open_harness(settings_for(database_url)) as plain:
        assert await is_ours(plain, "http")
        assert not await is_ours(plain, "https")
        assert not await is_ours(plain, "https", "https"), "nobody said that this is a proxy"
    async with open_harness(settings_for(database_url, proxies=("127.0.0.1",))) as behind:
        assert await is_ours(behind, "https", "https")
        assert not await is_ours(behind, "http", "https")
    async with open_harness(settings_for(database_url, secure_cookies=True)) as secure:
        assert await is_ours(secure, "https")
        assert not await is_ours(secure, "http")


async def test_tokens_are_for_programs_and_can_be_taken_back(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    token = await ann.post("/tokens", {"name": "my bot"}, 201)
    listed = await ann.get("/tokens")
    assert [(entry["name"], entry["secret"]) for entry in listed] == [("guest", None), ("my bot", None)]
    bot = harness.stranger()
    bot.headers["Authorization"] = f"Bearer {token['secret']}"
    assert (await bot.get("/api/v1/me")).json()["person"]["name"] == "Ann"
    await ann.delete(f"/tokens/{token['id']}")
    assert (await bot.get("/api/v1/me")).status_code == 401
    bob = await harness.guest("Bob")
    await bob.delete(f"/tokens/{listed[0]['id']}", 404)


async def test_nobody_moves_for_another_seat(harness: Harness) -> None:
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    assert (await bob.play(table, "draw", 0, 422))["detail"] == "It is not your turn to decide."
    assert (await bob.post(f"/tables/{table}/undo", {"number": 0}, 409))["code"] == "nothing-to-undo"
    stranger = harness.stranger()
    path = f"/api/v1/tables/{table}"
    for action in ("moves", "undo", "undo/answer", "resign", "away", "back", "leave", "rematch"):
        body = {
            "moves": {"number": 0, "move": "draw"},
            "undo": {"number": 0},
            "undo/answer": {"offer": 1, "agree": True},
        }
        assert (await stranger.post(f"{path}/{action}", json=body.get(action, {}))).status_code == 401
    live = await harness.services.live_tables.find(table)
    assert (live.length, live.status) == (0, "playing")
    assert (await ann.position(table))["number"] == 0


async def test_limits_of_rate_and_size(database_url: str) -> None:
    async with open_harness(settings_for(database_url, rate_factor=0.1, body_limit=2000)) as harness:
        client = harness.stranger()
        answers = [await client.post("/api/v1/guests", json={"name": "Ann"}) for _try in range(4)]
        assert [answer.status_code for answer in answers] == [
            201,
            403,
            403,
            403,
        ]  # the cookie wants its origin
        fresh = [await harness.stranger().post("/api/v1/guests", json={"name": "Ann"}) for _try in range(3)]
        assert [answer.status_code for answer in fresh] == [201, 429, 429]
        assert int(fresh[-1].headers["retry-after"]) > 0
        described = [await harness.stranger().get("/api/v1/openapi.json") for _try in range(12)]
        assert {answer.status_code for answer in described} == {200, 429}
        large = await harness.stranger().post("/api/v1/guests", content=b"x" * 2001)
        assert (large.status_code, large.json()["code"]) == (413, "too-large")

        async def unannounced() -> AsyncIterator[bytes]:
            yield b"y" * 3000

        chunked = await harness.stranger().post("/api/v1/session", content=unannounced())
        assert chunked.status_code == 413


async def test_every_answer_carries_a_strict_policy(harness: Harness) -> None:
    for path in ("/api/v1/games", "/nowhere", "/healthz"):
        answer = await harness.stranger().get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"


async def test_a_head_is_that_of_the_page_without_its_text(harness: Harness) -> None:
    for path in ("/api/v1/games", "/nowhere", "/healthz"):
        whole, head = await harness.stranger().get(path), await harness.stranger().head(path)
        assert head.status_code == whole.status_code, path
        assert head.headers["content-length"] == whole.headers["content-length"] != "0", path
        assert (head.text, head.headers["x-content-type-options"]) == ("", "nosniff"), path
    assert (await harness.stranger().head("/api/v1/stream")).status_code == 405, "it would never end"
    assert (await harness.stranger().head("/api/v1/tables")).status_code == 200
    assert 'method="HEAD",route="/api/v1/tables"' in (await harness.stranger().get("/metrics")).text


async def test_health_and_metrics(harness: Harness) -> None:
    client = harness.stranger()
    assert (await client.get("/healthz")).text == "ready\n"
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    await ann.play(table, "draw")
    text = (await client.get("/metrics")).text
    workers = r'(,worker="[^"]+")?'  # where a database may have several
    assert re.search(rf'spyring_moves_total{{game="duel"{workers}}} 1.0', text)
    assert 'route="/api/v1/tables/{table}/moves"' in text
    assert table not in text
    away = httpx.AsyncClient(
        transport=httpx.ASGITransport(harness.app, client=("10.0.0.9", 1)), base_url="http://t"
    )
    async with away:
        assert (await away.get("/metrics")).status_code == 404


async def test_behind_a_proxy_a_request_in_chunks_counts_as_nobody(database_url: str) -> None:
    """Its X-Forwarded headers cannot be believed; so it would count as the proxy itself."""

    async def chunks() -> AsyncIterator[bytes]:
        yield b"x"

    async with open_harness(settings_for(database_url, proxies=("127.0.0.1",))) as harness:
        client, forwarded = harness.stranger(), {"X-Forwarded-For": "192.0.2.9"}
        assert (await client.get("/metrics", headers=forwarded)).status_code == 404
        for path in ("/metrics", "/api/v1/tables"):
            refused = await client.request("GET", path, headers=forwarded, content=chunks())
            assert (refused.status_code, refused.json()["code"]) == (411, "no-length")
            assert refused.headers["x-content-type-options"] == "nosniff"


async def test_the_journal_holds_no_secret(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann = await harness.guest("Ann")
    card = await ann.make("duel", seats=2, public=False)
    await ann.get(f"/invitations/{card['invitation']}")
    await ann.get(f"/tables/{card['id']}", params={"code": card["invitation"]})
    await harness.stranger().post("/api/v1/session", json={"login": "Ann", "password": "correct horse"})
    lines = "\n".join(
        JsonFormatter().format(record) for record in caplog.records if record.name.startswith("spyring")
    )
    assert '"route": "/api/v1/invitations/{invitation}"' in lines
    for secret in (card["invitation"], card["id"], ann.client.headers["Authorization"][7:], "correct horse"):
        assert secret not in lines


async def test_a_server_that_knows_its_names_answers_to_no_other(tmp_path: Path) -> None:
    named = settings_for(new_file(tmp_path / "table.db"), host_names=("table.test", "*.spy.example"))
    async with open_harness(named) as harness:
        for host, status in (
            ("table.test", 200),
            ("TABLE.test:8042", 200),
            ("a.spy.example", 200),
            ("spy.example", 400),
            ("evil.test", 400),
            ("table.test.evil.test", 400),
            ("evil.test/table.test", 400),
            ("", 400),
        ):
            answer = await harness.stranger().get("/api/v1/games", headers={"Host": host})
            assert answer.status_code == status, host
        assert answer.json()["code"] == "bad-host"
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/livez", "/healthz"])
async def test_health_is_told_under_any_name(path: str, tmp_path: Path) -> None:
    named = settings_for(new_file(tmp_path / "table.db"), host_names=("table.test",))
    async with open_harness(named) as harness:
        for host in ("127.0.0.1:8042", "spyring:8042", ""):
            assert (await harness.stranger().get(path, headers={"Host": host})).status_code == 200, host


async def test_health_says_so_when_nothing_can_be_stored(harness: Harness) -> None:
    client = harness.stranger()
    async with harness.services.database.writing() as connection:
        await connection.execute(delete(heartbeat))
    harness.time.move(1)
    broken = await client.get("/healthz")
    assert broken.status_code == 503
    assert broken.text.endswith(".\n")
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "try to write"))
    await harness.services.database.write(insert(heartbeat).values(id=1, at=1.0))
    assert (await client.get("/healthz")).status_code == 503  # it is tried once a second, however many ask
    harness.time.move(1)
    assert (await client.get("/healthz")).status_code == 200


async def test_health_says_so_when_moves_are_not_stored_and_when_they_are_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_asked: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as harness:
        client, database = harness.stranger(), harness.services.database
        table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
        caller = Caller(Person(**ann.person))
        assert (await client.get("/healthz")).status_code == 200
        with monkeypatch.context() as no_room:  # for a move; there is some for a beat
            no_room.setattr(storage, "TemporaryFile", full)
            with monkeypatch.context() as patch:
                patch.setattr(database.gateway, "write", full)
                with pytest.raises(NotStored, match="Your move was not made"):
                    await harness.services.playing.play(table, caller, 0, "draw")
            for _second in range(3):
                assert (await client.get("/healthz")).status_code == 503
                harness.time.move(1)
        assert (await client.get("/healthz")).status_code == 200
        await ann.play(table, "draw")


async def test_health_says_so_when_the_disk_is_full(tmp_path: Path) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db"))) as harness:
        client = harness.stranger()
        assert (await client.get("/healthz")).status_code == 200
        database = harness.services.database
        async with database.writing() as transaction:
            await transaction.execute(text("PRAGMA query_only = ON"))
        harness.time.move(1)
        assert (await client.get("/healthz")).status_code == 503
        gateway = database.gateway
        assert isinstance(gateway, SqliteGateway)
        assert gateway._connection is not None
        await gateway.in_writer(gateway._connection.execute, "PRAGMA query_only = OFF")
        harness.time.move(1)
        assert (await client.get("/healthz")).status_code == 200


async def account(harness: Harness, password: str = "correct horse") -> httpx.AsyncClient:
    client = await browser(harness)
    made = await client.post("/api/v1/accounts", json={"login": "Ann", "password": password}, headers=OURS)
    assert made.status_code == 201
    return client


async def sign_in(harness: Harness, password: str) -> tuple[int, httpx.AsyncClient]:
    client = harness.stranger()
    answer = await client.post("/api/v1/session", json={"login": "Ann", "password": password})
    return answer.status_code, client


async def knows(client: httpx.AsyncClient) -> bool:
    answer = await client.get("/api/v1/me")
    return answer.status_code == 200 and answer.json()["person"] is not None


async def test_a_new_password_signs_everybody_else_out(harness: Harness) -> None:
    here = await account(harness)
    _status, elsewhere = await sign_in(harness, "correct horse")
    bot = harness.stranger()
    token = (await here.post("/api/v1/tokens", json={}, headers=OURS)).json()["secret"]
    bot.headers["Authorization"] = f"Bearer {token}"
    assert await knows(elsewhere)
    assert await knows(bot)
    copied = harness.stranger()
    copied.cookies.update(here.cookies)
    assert await knows(copied)
    for wrong, code in (("wrong horse", "wrong-password"), ("short", "bad-request")):
        body = {"old": wrong, "new": "battery staple"}
        refused = await here.put("/api/v1/me/password", json=body, headers=OURS)
        assert refused.json()["code"] == code
    assert await knows(elsewhere)
    body = {"old": "correct horse", "new": "battery staple"}
    assert (await here.put("/api/v1/me/password", json=body)).json()["code"] == "forged"
    assert (await here.put("/api/v1/me/password", json=body, headers=OURS)).status_code == 204
    assert [await knows(client) for client in (here, elsewhere, bot, copied)] == [True, False, False, False]
    assert (await sign_in(harness, "correct horse"))[0] == 403
    assert (await sign_in(harness, "battery staple"))[0] == 200


async def test_of_changes_that_come_at_once_one_is_made_and_the_others_are_refused(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hashed(_accounts: Accounts, password: str) -> str:
        await asyncio.sleep(0)
        return f"hashed {password}"

    async def opens(_accounts: Accounts, row: Any, password: str) -> bool:
        await asyncio.sleep(0)
        return bool(row["password"] == f"hashed {password}")

    monkeypatch.setattr(Accounts, "hashed", hashed)  # a password takes its time, which is not tested here
    monkeypatch.setattr(Accounts, "_opens", opens)
    accounts_ = harness.services.accounts
    guest = await harness.services.people.make_guest("Ann")
    tries = [accounts_.register(f"Ann{n}", "correct horse", guest) for n in range(3)]
    made = await asyncio.gather(*tries, return_exceptions=True)
    (ann,) = [one for one in made if isinstance(one, Person)]
    assert [one.code for one in made if isinstance(one, Problem)] == ["has-account"] * 2
    assert (await accounts_.login(ann.name, "correct horse")).id == guest.id
    changes = [accounts_.change_password(ann, "correct horse", f"battery staple {n}") for n in range(3)]
    changed = await asyncio.gather(*changes, return_exceptions=True)
    assert [one.code for one in changed if isinstance(one, Problem)] == ["wrong-password"] * 2
    assert (await accounts_.login(ann.name, f"battery staple {changed.index(None)}")).id == guest.id


async def test_a_guest_has_no_password(harness: Harness) -> None:
    guest = await browser(harness)
    body = {"old": "correct horse", "new": "battery staple"}
    answer = await guest.put("/api/v1/me/password", json=body, headers=OURS)
    assert (answer.status_code, answer.json()["code"]) == (409, "no-account")


async def test_signing_out_everywhere(harness: Harness) -> None:
    here = await account(harness)
    _status, elsewhere = await sign_in(harness, "correct horse")
    bob = await harness.guest("Bob")
    assert (await here.delete("/api/v1/sessions", headers=OURS)).status_code == 204
    assert [await knows(client) for client in (here, elsewhere, bob.client)] == [False, False, True]


async def test_the_account_page_changes_the_password_and_signs_out_everywhere(tmp_path: Path) -> None:
    async with open_harness(settings_for(new_file(tmp_path / "table.db")), create_site) as harness:
        here = await account(harness)
        token = {"csrf": (await here.get("/api/v1/me")).json()["csrf"]}
        sent = {**token, "old": "wrong horse", "new": "battery staple"}
        wrong = await here.post("/account/password", data=sent, headers=OURS)
        assert wrong.status_code == 403
        assert "The old password is wrong." in wrong.text
        sent["old"] = "correct horse"
        assert (await here.post("/account/password", data=sent, headers=OURS)).status_code == 303
        token = {"csrf": (await here.get("/api/v1/me")).json()["csrf"]}
        status, elsewhere = await sign_in(harness, "battery staple")
        assert status == 200
        assert (await here.post("/account/everywhere", data=token, headers=OURS)).status_code == 303
        assert [await knows(client) for client in (here, elsewhere)] == [False, False]


async def test_a_key_that_is_asked_for_while_it_ends_is_not_remembered(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer of the database may be older than the end of the key."""
    sessions = harness.services.sessions
    person = await harness.services.people.make_guest("Ann")
    token = await sessions.make_token(person, "bot")
    assert token.secret is not None
    read, rows = harness.services.database.row, asyncio.Event()

    async def slow(query: Any) -> Any:
        found = await read(query)
        await rows.wait()
        return found

    monkeypatch.setattr(harness.services.database, "row", slow)
    asked = asyncio.create_task(sessions.authenticate(token.secret))
    await asyncio.sleep(0.05)
    await sessions.delete_token(person, token.id)
    rows.set()
    await asked
    assert await sessions.authenticate(token.secret) is None


async def test_a_deleted_token_is_dead_at_once_on_every_worker(pair: tuple[Harness, Harness]) -> None:
    one, other = pair
    ann = await one.guest("Ann")
    token = await ann.post("/tokens", {"name": "bot"}, 201)
    bot = other.stranger()
    bot.headers["Authorization"] = f"Bearer {token['secret']}"
    for _time in range(3):
        assert await knows(bot)
    await ann.delete(f"/tokens/{token['id']}")
    assert not await knows(bot)


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u202e",  # turns what follows
        "\u2066Ann\u2069",
        "Ann\u200b",  # no width
        "A\u00adnn",
        "\ufeffAnn",
        "\u3164",  # letters that show nothing
        "Ann\u2800",
        "Ann\ufe0f",
        "Ann\U000e0041",
        "\u00a0",
        "   ",
        "\u0301Ann",
        "A" + "\u0301\u0302\u0303\u0304\u0305\u0306" + "nn",
        "Ann\u2028Bob",
        "Ann\nBob",
        "Ann\ue000",
        "A" * 41,
    ],
)
async def test_names_that_cannot_be_seen_or_trick_the_eye_are_refused_at_every_door(
    house_: Harness, name: str
) -> None:
    ann = await house_.guest("Ann")
    assert (await ann.post("/guests", {"name": name}, 422))["status"] == 422
    assert (await ann.client.patch("/api/v1/me", json={"name": name})).status_code == 422
    assert (await ann.post("/tokens", {"name": name}, 422))["status"] == 422
    account = {"login": name, "password": "correct horse"}
    assert (await house_.stranger().post("/api/v1/accounts", json=account)).status_code == 422


@pytest.mark.parametrize(
    "name",
    [
        "https://spy.example/x",
        "spy.example",
        "bit.ly/3x",
        "Win at WWW now",
        "ann@mail.example",
        "me@home",
        "ｓｐｙ．ｅｘａｍｐｌｅ",
        "spy。example",
        "пример.рф",
        "go xn--e1afmkfd.xn--p1ai",
        "10.0.0.1",
        "[fe80::1]",
        "localhost:8042",
    ],
)
async def test_the_name_of_a_guest_leads_nowhere(house_: Harness, name: str) -> None:
    ann = await house_.guest("Ann")
    assert (await ann.post("/guests", {"name": name}, 422))["code"] == "bad-name"
    assert (await ann.client.patch("/api/v1/me", json={"name": name})).status_code == 422


async def test_a_guest_may_have_dots_and_signs(house_: Harness) -> None:
    for name in (
        "Dr. Ann",
        "J.R.R. T.",
        "Ann 2.0",
        "Ann, 10:30",
        "007",
        "St. John",
        "a.b.c",
        "Ann: spy",
        "@",
    ):
        assert (await house_.guest(name)).person["name"] == name


async def test_names_of_many_scripts_are_welcome(house_: Harness) -> None:
    for name in ("Żółć", "Łukasz 2", "José", "אנה", "آنا", "อันนา", "アンナ", "Ann 🕵", "O’Neill", "Nguyễn"):
        assert (await house_.guest(name)).person["name"] == name
    assert (await house_.guest("Jose\u0301  of\u3000Ur")).person["name"] == "José of Ur"


async def test_two_accounts_cannot_look_the_same_by_size_or_width(house_: Harness) -> None:
    for login, status in (("Ann", 201), ("ANN", 409), ("ＡＮＮ", 409)):
        body = {"login": login, "password": "correct horse"}
        assert (await house_.stranger().post("/api/v1/accounts", json=body)).status_code == status


async def test_a_crowd_that_tries_passwords_is_sent_away_and_not_kept_waiting(
    house_: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts_ = house_.services.accounts
    at_once = most = 0
    go_on = asyncio.Event()

    async def hashing(_work: object, *_args: object) -> str:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await go_on.wait()
        at_once -= 1
        return "hashed"

    monkeypatch.setattr("spyring.server.accounts.accounts.asyncio.to_thread", hashing)
    tries = [asyncio.create_task(accounts_.hashed("correct horse")) for _one in range(100)]
    await asyncio.sleep(0)
    refused = [task for task in tries if task.done() and task.exception() is not None]
    assert len(refused) == 60
    go_on.set()
    assert len([one for one in await asyncio.gather(*tries, return_exceptions=True) if one == "hashed"]) == 40
    assert most == 2
    assert await accounts_.hashed("correct horse") == "hashed"


@pytest.mark.parametrize("way", ["deletion", "change", "deletion by page", "change by page"])
async def test_wrong_passwords_of_signed_in_people_count_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Who found a key has few guesses at the password, from however many addresses, by whatever door."""

    async def opens(_accounts: Accounts, _row: Any, password: str) -> bool:
        return password == "correct horse"

    monkeypatch.setattr(Accounts, "_opens", opens)
    settings = settings_for(new_file(tmp_path / "t.db"), rate_factor=1.0)
    async with open_harness(settings, create_site) as harness:
        owner = harness.stranger()
        account = {"login": "Ann", "password": "correct horse"}
        await owner.post("/api/v1/accounts", json=account, headers=OURS)
        token = (await owner.post("/api/v1/tokens", json={}, headers=OURS)).json()["secret"]

        async def guess(at: int) -> int:
            transport = httpx.ASGITransport(harness.app, client=(f"198.51.100.{at}", 4242))
            async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
                client.headers["Authorization"] = f"Bearer {token}"
                wrong = {"old": "wrong horse", "new": "other horse", "password": "wrong horse"}
                if way == "deletion":
                    body = {"password": "wrong horse"}
                    return (await client.post("/api/v1/me/deletion", json=body)).status_code
                if way == "change":
                    wrong.pop("password")
                    return (await client.put("/api/v1/me/password", json=wrong)).status_code
                door = "/account/delete" if way == "deletion by page" else "/account/password"
                return (await client.post(door, data=wrong)).status_code

        assert [await guess(at) for at in range(12)] == [403] * 10 + [429] * 2
        assert (await owner.post("/api/v1/session", json=account, headers=OURS)).status_code == 200


async def test_strangers_have_few_guesses_at_an_account_and_cannot_use_up_those_of_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many addresses they come from, and however they write its name."""
    right = {"login": "Ann", "password": "correct horse"}

    async def opens(_accounts: Accounts, row: Any, password: str) -> bool:
        return row is not None and password == right["password"]

    monkeypatch.setattr(Accounts, "_opens", opens)  # a password takes its time, which is not tested here
    async with open_harness(settings_for(new_file(tmp_path / "t.db"), rate_factor=1.0)) as harness:
        owner = harness.stranger()
        await owner.post("/api/v1/accounts", json=right, headers=OURS)

        async def guess(at: int, **more: str) -> int:
            names = ("ann", "ANN", "ＡＮＮ")
            transport = httpx.ASGITransport(harness.app, client=(f"198.51.100.{at}", 4242))
            async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
                body = {"login": names[at % 3], "password": "wrong horse"} | more
                return (await client.post("/api/v1/session", json=body)).status_code

        assert [await guess(at) for at in range(12)] == [403] * 10 + [429] * 2
        assert await guess(13, password=right["password"]) == 429  # not even the right one: it would tell
        assert await guess(14, login="Bob") == 403  # others have nothing to do with it
        assert (await owner.post("/api/v1/session", json=right, headers=OURS)).status_code == 200
        harness.time.move(10)  # slow, not shut
        assert [await guess(at) for at in (15, 16)] == [403, 429]
