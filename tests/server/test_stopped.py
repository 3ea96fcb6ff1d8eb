"""A server whose process is stopped for a while, as when the lid of a laptop is closed."""

import asyncio
import signal
import time
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

from spyring.server.core import times
from spyring.server.core.tables.table_store import ABSENCE_SECONDS
from tests.night import NIGHT
from tests.server.harness import new_file, settings_for, until
from tests.server.killing import plain_client, running
from tests.server.live_server import live_server

pytestmark = pytest.mark.anyio

CLOCK: Final = {"bank": 1200, "increment": 10, "cap": 1200}  # much longer than a slow machine takes
JUMP_SECONDS: Final = 1500.0  # longer than anybody has


async def test_time_that_jumps_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped process finds that time has jumped. The test moves the time instead of waiting."""
    jumped = 0.0
    monkeypatch.setattr(times, "time", Mock(wraps=time, monotonic=lambda: time.monotonic() + jumped))
    async with (
        live_server(settings_for(new_file(tmp_path / "table.db"))) as server,
        plain_client(timeout=60.0) as client,
    ):
        ann, bob = [await server.come_in(client, name) for name in ("Ann", "Bob")]
        api = f"{server.url}/api/v1/tables"
        asked = {"game": "estoril", "seats": 2, "pace": "live", "clock": CLOCK}
        table = (await client.post(api, headers=ann, json=asked)).json()["id"]
        await client.post(f"{api}/{table}/join", headers=bob, json={})

        async def position() -> Any:
            return (await client.get(f"{api}/{table}/position", headers=ann)).json()

        before = (await position())["clocks"]
        jumped = JUMP_SECONDS

        async def is_given_back() -> bool:
            clocks = zip(before, (await position())["clocks"], strict=True)
            return all(old["left"] - new["left"] < JUMP_SECONDS / 2 for old, new in clocks)

        await until(is_given_back)
        assert [seat["held"] for seat in (await position())["seats"]] == ["no", "no"]


@pytest.mark.skipif(not NIGHT, reason="it is stopped for half a minute")
async def test_a_stopped_process_costs_nobody_time(tmp_path: Path) -> None:
    async with running(new_file(tmp_path / "table.db"), 1) as (server,):
        assert server.process is not None
        async with plain_client(base_url=f"{server.url}/api/v1", timeout=60.0) as client:

            async def ask(method: str, path: str, token: str = "", **asked: Any) -> Any:
                answer = await client.request(
                    method, path, headers={"Authorization": f"Bearer {token}"} if token else {}, **asked
                )
                assert answer.is_success, answer.text
                return answer.json()

            ann, bob = [
                (await ask("POST", "/guests?token=true", json={"name": name}))["token"]
                for name in ("Ann", "Bob")
            ]
            clock = {"bank": 30, "increment": 10, "cap": 60}
            asked = {"game": "estoril", "seats": 2, "pace": "live", "clock": clock}
            table = (await ask("POST", "/tables", ann, json=asked))["id"]
            await ask("POST", f"/tables/{table}/join", bob, json={})
            await asyncio.sleep(6)  # a beat
            before = (await ask("GET", f"/tables/{table}/position", ann))["clocks"]
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(ABSENCE_SECONDS + 15)  # longer than anybody has
            server.process.send_signal(signal.SIGCONT)
            await asyncio.sleep(3)
            position = await ask("GET", f"/tables/{table}/position", ann)
        assert [seat["held"] for seat in position["seats"]] == ["no", "no"]
        for old, new in zip(before, position["clocks"], strict=True):
            assert new["left"] > old["left"] - 10
