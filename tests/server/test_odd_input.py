"""Whatever is sent, the answer is a sentence and never a failure of the server."""

import json
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from spyring.server.core.people.sessions import SWEEP_SECONDS
from spyring.server.core.problems import Problem
from spyring.server.core.storage.schema import credentials
from spyring.web import create_app as create_site
from tests.server.harness import Harness, settings_for, until

pytestmark = pytest.mark.anyio

LONE = "\ud800"  # half a letter: JSON can hold it, Unicode cannot


async def send(client: httpx.AsyncClient, method: str, path: str, body: Any) -> tuple[int, str]:
    """The status and the code of a refusal."""
    answer = await client.request(
        method, f"/api/v1{path}", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]


async def test_an_invalid_origin_is_not_ours(harness: Harness) -> None:
    for origin in ("http://[", "http://]", "://", "http://table.test:x", "http://table.test/", ""):
        answer = await harness.stranger().post(
            "/api/v1/guests", json={"name": "Eve"}, headers={"Origin": origin}
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "forged"), origin
    ours = {"Origin": "http://table.test"}
    assert (await harness.stranger().post("/api/v1/guests", json={"name": "Ann"}, headers=ours)).is_success


async def test_a_body_that_is_not_json_is_refused_as_such(harness: Harness) -> None:
    for body in (b"\xff\xfe", b"[" * 100_000, b"{"):
        answer = await harness.stranger().post(
            "/api/v1/guests", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code in (400, 422)
        assert answer.json()["code"] == "bad-request"
        assert "JSON" in answer.json()["detail"]


@pytest.mark.parametrize(
    "asked",
    [
        {"options": {LONE: 1}},
        {"options": {"lives": LONE}},
        {"options": {"lives\x00": 1}},
        {"options": {"lives": "\x00"}},
        {"bots": {LONE: "random"}},
        {"bots": {"1": LONE}},
        {"game": LONE},
        {LONE: 1},
    ],
)
async def test_a_table_of_broken_words(harness: Harness, asked: dict[str, Any]) -> None:
    ann = await harness.guest("Ann")
    status, _code = await send(ann.client, "POST", "/tables", {"game": "duel", **asked})
    assert status == 422


async def test_broken_words_everywhere_else(harness: Harness) -> None:
    table, (ann, _bob) = await harness.table("duel", "Ann", "Bob")
    here = f"/tables/{table}"
    for broken in (LONE, f"x{LONE}", "x\x00y"):
        for method, path, body in (
            ("POST", "/guests", {"name": broken}),
            ("PATCH", "/me", {"name": broken}),
            ("POST", "/tokens", {"name": broken}),
            ("POST", "/accounts", {"login": broken, "password": "correct horse"}),
            ("POST", "/session", {"login": broken, "password": "correct horse"}),
            ("POST", f"{here}/moves", {"number": 0, "move": broken}),
            ("POST", f"{here}/chat", {"text": broken}),
            ("PUT", f"{here}/note", {"text": broken}),
            ("PUT", f"{here}/passes", {"frames": [broken]}),
            ("POST", f"{here}/join", {"code": broken}),
        ):
            status, _code = await send(ann.client, method, path, body)
            assert status == 422, (method, path, broken)
    for path in ("/accounts", "/session"):
        body = {"login": "Cy", "password": f"correct horse{LONE}"}
        assert (await send(harness.stranger(), "POST", path, body))[0] == 422


async def test_a_login_that_grows_when_its_case_is_folded(harness: Harness) -> None:
    growing = {"login": "ß" * 40, "password": "correct horse"}
    assert await send(harness.stranger(), "POST", "/accounts", growing) == (422, "bad-name")
    assert await send(harness.stranger(), "POST", "/session", growing) == (403, "wrong-login")
    just = {"login": "ß" * 20, "password": "correct horse"}
    assert (await harness.stranger().post("/api/v1/accounts", json=just)).status_code == 201
    assert (await harness.stranger().post("/api/v1/session", json=just)).status_code == 200


async def test_names_that_no_database_stores_are_refused_at_every_door(harness: Harness) -> None:
    people, accounts = harness.services.people, harness.services.accounts
    ann = await people.make_guest("Ann")
    for name in ("", "x\x00", "x\n", LONE, "x" * 41):
        for attempt in (people.make_guest(name), accounts.register(name, "correct horse", None)):
            with pytest.raises(Problem) as refused:
                await attempt
            assert refused.value.code == "bad-name"
        with pytest.raises(Problem) as refused:
            await accounts.login(name, "correct horse")
        assert refused.value.code == "wrong-login"
    with pytest.raises(Problem):
        await people.change(ann, "x\x00", None)


async def test_paths_that_anybody_can_think_of_are_not_counted_one_by_one(database_url: str) -> None:
    app = create_site(settings_for(database_url))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 4242))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            for path in ("/static/icon.svg", "/static/secret-of-ann", "/static/a/b/c", "/nowhere/at-all"):
                await client.get(path)
            text = (await client.get("/metrics")).text
    assert 'route="/static"' in text
    for word in ("icon.svg", "secret-of-ann", "a/b/c", "nowhere"):
        assert word not in text


async def test_ended_sessions_are_swept_away_now_and_then(harness: Harness) -> None:
    people, sessions = harness.services.people, harness.services.sessions

    async def stored() -> int:
        found = await harness.services.database.row(select(func.count().label("n")).select_from(credentials))
        return 0 if found is None else int(found["n"])

    await sessions.sweep()
    await sessions.open_session(await people.make_guest("Ann"))
    await harness.services.database.write(update(credentials).values(ends_at=1.0))
    await sessions.open_session(await people.make_guest("Bob"))
    await sessions.sweep()
    assert await stored() == 2  # the last time was a moment ago
    harness.time.move(SWEEP_SECONDS)

    async def swept() -> bool:
        return await stored() == 1

    await until(swept)  # without being asked
