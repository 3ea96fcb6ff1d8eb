"""People nearby: the invitation can be scanned, and leads where others can go."""

from html import unescape
from pathlib import Path

import pytest

from spyring.web import create_app
from spyring.web.templates import qr
from tests.server.harness import new_file, open_harness, settings_for

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("public_url", "asked", "leads"),
    [
        ("", "http://192.168.1.23:8042", "http://192.168.1.23:8042"),
        ("http://192.168.1.23:8042", "http://127.0.0.1:8042", "http://192.168.1.23:8042"),
        ("", "http://127.0.0.1:8042", None),
    ],
)
async def test_the_code_is_the_invitation_as_others_reach_it(
    tmp_path: Path, public_url: str, asked: str, leads: str | None
) -> None:
    settings = settings_for(new_file(tmp_path / "table.db"), public_url=public_url)
    async with open_harness(settings, create_app) as harness:
        ann = await harness.guest("Ann")
        card = await ann.make("duel", seats=2)
        ann.client.base_url = asked
        page = (await ann.client.get(f"/tables/{card['id']}")).text
        if leads is None:
            assert "This link works on this computer only." in page
            assert 'class="qr"' not in page
        else:
            link = f"{leads}/join/{card['invitation']}"
            assert f'value="{link}"' in unescape(page)
            assert str(qr(link)) in page
            bob = harness.stranger()
            assert str(qr(link)) in (await bob.get(f"{asked}/join/{card['invitation']}")).text
