"""Whatever people write, on a page it is text: no name, remark or note becomes markup."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from spyring.web import create_app
from tests.server.harness import Harness, new_file, open_harness, play_out, settings_for

pytestmark = pytest.mark.anyio

NAME = "<img src=x onerror=alert(1)>'\"{{7*7}}"
REMARK = "</script><script>alert(1)</script> \" onclick='x' {{7*7}} {% raw %} javascript:alert(1)"


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    async with open_harness(settings_for(new_file(tmp_path / "table.db")), create_app) as opened:
        yield opened


def harmless(text: str) -> None:
    assert "<img src=x" not in text
    assert "<script>alert" not in text
    assert "onerror=alert(1)>" not in text
    assert "49" not in text.partition("7*7")[2][:3]
    assert "\" onclick='x'" not in text


async def test_names_remarks_and_notes_are_text_on_every_page(harness: Harness) -> None:
    ann = await harness.guest(NAME)
    bob = await harness.guest("Bob" + NAME[:30])
    card = await ann.make("duel", seats=2, options={"lives": 1})
    table = card["id"]
    lobby = (await bob.client.get(f"/tables/{table}")).text
    await bob.post(f"/tables/{table}/join")
    await ann.post(f"/tables/{table}/chat", {"text": REMARK}, 201)
    await ann.put(f"/tables/{table}/note", {"text": REMARK})
    pages: list[Any] = [lobby]
    for path in ("/", "/tables", f"/tables/{table}", "/account", f"/join/{card['invitation']}"):
        for guest in (ann, bob):
            pages.append((await guest.client.get(path)).text)
    await play_out(table, [ann, bob], random.Random(1))
    for path in (f"/tables/{table}", f"/tables/{table}/replay", f"/tables/{table}/replay/scenes?until=1"):
        for guest in (ann, bob):
            answer = await guest.client.get(path)
            assert answer.status_code == 200, path
            pages.append(answer.text)
    for text in pages:
        harmless(text)
    assert sum("&lt;img src=x" in text for text in pages) > 6  # it is shown, as it was written


async def test_markup_in_an_unknown_address_is_escaped(harness: Harness) -> None:
    for path in (
        "/games/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "/tables/%3Cscript%3Ealert(1)",
        "/rules/%3Cscript%3Ealert(1)",
        "/join/%3Cscript%3Ealert(1)",
        "/tables/new/%3Cscript%3Ealert(1)",
        "/tables?code=%22%3E%3Cscript%3Ealert(1)",
    ):
        answer = await harness.stranger().get(path)
        harmless(answer.text)
        assert answer.status_code in (200, 303, 404, 422), path


async def test_nobody_is_sent_elsewhere_by_a_link_to_us(harness: Harness) -> None:
    for path in ("//evil.test/", "/%2F%2Fevil.test", "/tables//evil.test", "/language?to=//evil.test"):
        answer = await harness.stranger().get(path)
        assert "evil.test" not in answer.headers.get("location", "").partition("?")[0], path
    for back in (
        "//evil.test/",
        "/\t/evil.test",
        "https://evil.test/",
        "/\\evil.test",
        "\\\\evil.test",
        "javascript:alert(1)",
    ):
        form = {"language": "pl", "path": back, "back": back, "next": back}
        answer = await harness.stranger().post("/language", data=form)
        assert answer.headers.get("location", "/").startswith("/"), back
        assert not answer.headers.get("location", "/").startswith(("//", "/\\")), back
