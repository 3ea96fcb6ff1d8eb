"""Metrics for Prometheus: the dashboard shows all of them, and one answer holds all workers."""

import asyncio
import json
import os
import re
from pathlib import Path

import pytest
from sqlalchemy import delete

from spyring.server.core.storage.schema import heartbeat
from spyring.server.metrics.metrics import GONE_SECONDS, Metrics
from tests.server.conftest import new_database, on_sqlite
from tests.server.harness import Harness
from tests.server.killing import Server, plain_client
from tests.server.test_restart import fresh

pytestmark = pytest.mark.anyio

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
SHOWN = re.compile(r"\b((?:spyring|process)_\w+)")
NAMED = re.compile(r"^# TYPE (\w+) (\w+)$", re.MULTILINE)


def names(text: str) -> set[str]:
    """The names by which the numbers of an answer can be asked for."""
    found: set[str] = set()
    for name, kind in NAMED.findall(text):
        endings = ("_bucket", "_count", "_sum") if kind == "histogram" else ("",)
        found |= {name + ending for ending in endings}
    return found


@on_sqlite
async def test_the_dashboard_shows_all_numbers_and_none_that_do_not_exist(harness: Harness) -> None:
    there = names((await harness.stranger().get("/metrics")).text)
    panels = json.loads(DASHBOARD.read_text())["panels"]
    shown = {
        name for panel in panels for target in panel["targets"] for name in SHOWN.findall(target["expr"])
    }
    assert shown - there == set()
    families = {re.sub("_(bucket|count|sum)$", "", name) for name in there if name.startswith("spyring_")}
    assert {name for name in families if not any(seen.startswith(name) for seen in shown)} == set()


@on_sqlite
async def test_numbers_follow_what_happens(harness: Harness) -> None:
    services = harness.services
    table, _guests = await harness.table("duel", "Ann", "Bob")
    services.database.state.failed(OSError("no room"))
    services.live_tables.frozen.add("broken")
    services.part(Metrics).count_thought("easy", 0.3)
    services.notifier.outbox.failures["mail"] += 2
    text = (await harness.stranger().get("/metrics")).text
    for line in (
        "spyring_database_errors_total 1.0",
        "spyring_tables_damaged 1.0",
        "spyring_rooms 1.0",
        'spyring_bot_seconds_bucket{le="0.5",level="easy"} 1.0',
        'spyring_undelivered_total{kind="mail"} 2.0',
        'spyring_undelivered_total{kind="push"} 0.0',
        "spyring_bots_waiting 0.0",
    ):
        assert line in text, line
    assert table not in text


def test_any_worker_answers_for_all_workers(tmp_path: Path) -> None:
    workers = [Metrics([], tmp_path, name) for name in ("one", "two", "dead")]
    for moves, worker in enumerate(workers, 1):
        for _move in range(moves):
            worker.count_move("duel")
        worker.share()
    long_ago = os.stat(tmp_path / "dead").st_mtime - GONE_SECONDS - 1
    os.utime(tmp_path / "dead", (long_ago, long_ago))
    for asked in workers[:2]:
        text = asked.text().decode()
        assert 'spyring_moves_total{game="duel",worker="one"} 1.0' in text
        assert 'spyring_moves_total{game="duel",worker="two"} 2.0' in text
        assert 'worker="dead"' not in text
        assert text.count("# TYPE spyring_moves_total counter") == 1


async def test_a_worker_takes_its_numbers_along(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    worker = Metrics([], folder, "one")
    await worker.start()
    worker.share()
    await worker.stop()
    assert not folder.exists()


@on_sqlite
async def test_a_server_that_stores_nothing_is_alive_but_not_ready(harness: Harness) -> None:
    client = harness.stranger()
    await harness.services.database.write(delete(heartbeat))
    harness.time.move(1)
    assert (await client.get("/healthz")).status_code == 503
    assert (await client.get("/livez")).text == "alive\n"


async def test_two_workers_count_every_move_once(postgresql: str) -> None:
    server = Server(new_database(postgresql))
    server.workers = 2
    try:
        await server.start()
        api = f"{server.url}/api/v1"
        people = [await fresh("POST", f"{api}/guests?token=true", json={"name": name}) for name in "AB"]
        ann, bob = [{"Authorization": f"Bearer {person['token']}"} for person in people]
        table = (await fresh("POST", f"{api}/tables", json={"game": "duel", "seats": 2}, headers=ann))["id"]
        await fresh("POST", f"{api}/tables/{table}/join", json={}, headers=bob)
        made = 0
        while made < 30:  # each by a connection of its own, which either worker may take
            for mine in (ann, bob):
                here = await fresh("GET", f"{api}/tables/{table}/position?since=999999", headers=mine)
                if here["status"] == "over":
                    again = f"{api}/tables/{table}/rematch"
                    table = (await fresh("POST", again, json={}, headers=ann))["id"]
                    await fresh("POST", f"{api}/tables/{table}/join", json={}, headers=bob)
                elif here["legal"]:
                    body = {"number": here["number"], "move": here["legal"][0]["text"]}
                    moved = await fresh("POST", f"{api}/tables/{table}/moves", json=body, headers=mine)
                    made += moved is not None
        answers = [await counted(server.url) for _ask in range(12)]
        for _wait in range(600):
            if len(answers[-1]) == 2 and sum(answers[-1].values()) == made:
                break
            await asyncio.sleep(0.1)
            answers.append(await counted(server.url))
        assert sum(answers[-1].values()) == made
        assert len(answers[-1]) == 2  # whichever was asked
        assert all(sum(answer.values()) <= made for answer in answers)
    finally:
        await server.stop()


async def counted(url: str) -> dict[str, float]:
    """Moves by worker, as one of them tells."""
    async with plain_client(timeout=60.0) as client:
        text = (await client.get(f"{url}/metrics")).text
    found = re.findall(r'^spyring_moves_total{.*worker="([^"]+)"} (\S+)$', text, re.MULTILINE)
    return {worker: float(count) for worker, count in found}
