"""The page as it is installed, where a call leads, and the links in letters."""

import json
import re
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from spyring.server.core.settings import Settings
from spyring.web import create_app
from tests.server.harness import Harness, new_file, open_harness, settings_for
from tests.server.test_notifications import FakeMail, duel, settled, token_in, turn_over
from tests.server.test_pages import page, said, send

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(new_file(tmp_path / "table.db"), public_url="https://spyring.example")


@pytest.fixture
async def harness(settings: Settings) -> AsyncIterator[Harness]:
    async with open_harness(settings, create_app) as opened:
        yield opened


async def test_the_manifest_names_icons_that_are_there_and_as_large_as_it_says(harness: Harness) -> None:
    client = harness.stranger()
    front = await page(client, "/")
    address = re.search(r'rel="manifest" href="([^"]+)"', front)
    assert address is not None
    answer = await client.get(address[1], headers={"accept-language": "pl"})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/", "standalone", "pl")
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    for icon in manifest["icons"]:
        found = await client.get(icon["src"])
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", found.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


async def test_all_that_a_service_worker_keeps_from_the_start_is_the_same_for_everybody(
    harness: Harness,
) -> None:
    ann = await harness.guest("Annabella")
    text = await page(ann, "/sw.js")
    shell = json.loads(re.search(r"const SHELL = (\[.*\]);", text)[1])  # type: ignore[index]
    assert "/offline" in shell
    for address in shell:
        mine, theirs = await ann.client.get(address), await harness.stranger().get(address)
        assert mine.status_code == 200
        assert mine.content == theirs.content
    assert (await page(harness.stranger(), "/sw.js")) == text


async def test_a_call_leads_to_the_table_that_waits(harness: Harness) -> None:
    table, asked, other = await duel(harness)
    assert (await asked.client.get("/turn")).headers["location"] == f"/tables/{table}"
    assert (await other.client.get("/turn")).headers["location"] == "/tables"
    await turn_over(table, asked, other)
    assert (await other.client.get("/turn")).headers["location"] == f"/tables/{table}"


async def test_letters_are_asked_for_agreed_to_and_ended_with_pages(harness: Harness) -> None:
    harness.services.notifier.mail = post = FakeMail()
    ann = await harness.guest("Ann")
    assert 'name="address"' in await page(ann, "/account")
    await send(ann, "/account/letters", address="ann@mail.example")
    await settled(harness)
    link = f"/mail/{token_in(post.letters[0])}"
    assert "ann@mail.example" in await page(ann, "/account")
    nobody = harness.stranger()  # a mail program that looks at every link
    assert "Should Spyring send an email to ann@mail.example" in await page(nobody, link)
    assert (await ann.get("/summons"))["letters"] == "asked"
    await send(nobody, link, wish="on")
    assert (await ann.get("/summons"))["letters"] == "on"
    one_click = await nobody.post(link, data={"List-Unsubscribe": "One-Click"})
    assert "No more emails will be sent to this address." in one_click.text
    assert (await ann.get("/summons"))["letters"] == "off"
    assert said(await page(nobody, link, 404)) == "No more emails will be sent to this address."
    await send(ann, "/account/letters", address="ann@mail.example")
    await send(ann, "/account/letters")
    assert (await ann.get("/summons"))["letters"] == "off"


async def test_a_server_without_mail_offers_none(harness: Harness) -> None:
    ann = await harness.guest("Ann")
    text = await page(ann, "/account")
    assert 'id="calls"' in text
    assert 'name="address"' not in text
    assert 'id="calls"' not in await page(harness.stranger(), "/account")
