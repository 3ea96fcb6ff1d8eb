"""The page as it is installed, where a call leads, and the links in letters."""

import json
import re
import struct
from collections.abc import AsyncIterator

import pytest

from spyring.server.settings import Settings
from spyring.web import create_app
from tests.server.house import House, open_house, settings_for
from tests.server.test_pages import page, said, send
from tests.server.test_summons import FakeMail, duel, settled, token_in, turn_over

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(tmp_path: object) -> Settings:
    return settings_for(f"sqlite:///{tmp_path}/table.db", public_url="https://spyring.example")


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    async with open_house(settings, create_app) as opened:
        yield opened


async def test_the_manifest_names_icons_that_are_there_and_as_large_as_it_says(house: House) -> None:
    client = house.stranger()
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


async def test_all_that_a_service_worker_keeps_from_the_start_is_the_same_for_everybody(house: House) -> None:
    ann = await house.guest("Annabella")
    text = await page(ann, "/sw.js")
    shell = json.loads(re.search(r"const SHELL = (\[.*\]);", text)[1])  # type: ignore[index]
    assert "/offline" in shell
    for address in shell:
        mine, theirs = await ann.client.get(address), await house.stranger().get(address)
        assert mine.status_code == 200
        assert mine.content == theirs.content
    assert (await page(house.stranger(), "/sw.js")) == text


async def test_a_call_leads_to_the_table_that_waits(house: House) -> None:
    table, asked, other = await duel(house)
    assert (await asked.client.get("/turn")).headers["location"] == f"/tables/{table}"
    assert (await other.client.get("/turn")).headers["location"] == "/tables"
    await turn_over(table, asked, other)
    assert (await other.client.get("/turn")).headers["location"] == f"/tables/{table}"


async def test_letters_are_asked_for_agreed_to_and_ended_with_pages(house: House) -> None:
    house.hall.summons.mail = post = FakeMail()
    ann = await house.guest("Ann")
    assert 'name="address"' in await page(ann, "/account")
    await send(ann, "/account/letters", address="ann@mail.example")
    await settled(house)
    link = f"/mail/{token_in(post.letters[0])}"
    assert "ann@mail.example" in await page(ann, "/account")
    nobody = house.stranger()  # a mail program that looks at every link
    assert "Shall Spyring write to ann@mail.example" in await page(nobody, link)
    assert (await ann.get("/summons"))["letters"] == "asked"
    await send(nobody, link, wish="on")
    assert (await ann.get("/summons"))["letters"] == "on"
    one_click = await nobody.post(link, data={"List-Unsubscribe": "One-Click"})
    assert "No letters are sent to this address any more." in one_click.text
    assert (await ann.get("/summons"))["letters"] == "off"
    assert said(await page(nobody, link, 404)) == "No letters are sent to this address any more."
    await send(ann, "/account/letters", address="ann@mail.example")
    await send(ann, "/account/letters")
    assert (await ann.get("/summons"))["letters"] == "off"


async def test_a_server_without_mail_offers_none(house: House) -> None:
    ann = await house.guest("Ann")
    text = await page(ann, "/account")
    assert 'id="calls"' in text
    assert 'name="address"' not in text
    assert 'id="calls"' not in await page(house.stranger(), "/account")
