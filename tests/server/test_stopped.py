"""A server whose process is stopped for a while, as when the lid of a laptop is closed."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import pytest

from spyring.server.core.tables.table_store import ABSENCE_SECONDS
from tests.night import NIGHT
from tests.server.harness import new_file
from tests.server.killing import plain_client, running

pytestmark = pytest.mark.anyio


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
