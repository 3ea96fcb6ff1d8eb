"""The example client plays a whole game against a real server."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.harness import new_file, settings_for
from tests.server.live_server import live_server

pytestmark = pytest.mark.anyio

EXAMPLES = Path(__file__).parents[2] / "examples"


async def test_the_example_bot_plays_to_the_end(tmp_path: Path) -> None:
    async with live_server(settings_for(new_file(tmp_path / "table.db"))) as server:
        command = [str(EXAMPLES / "bot_client.py"), server.url, "--game", "duel", "--against", "random"]
        client = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said, _nothing = await asyncio.wait_for(client.communicate(), 240)
        assert client.returncode == 0, said.decode()
        assert said.decode().splitlines()[-1].startswith("The game is over: ")
