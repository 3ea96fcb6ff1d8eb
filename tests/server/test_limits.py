"""Limits hold for all workers together."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from spyring.server.accounts.accounts import Accounts
from spyring.server.core.http.limits import RATES, SharedRateLimiter
from spyring.server.core.problems import RateLimited
from spyring.server.core.storage.schema import rate_limits
from tests.night import NIGHT
from tests.server.conftest import new_database
from tests.server.harness import Harness, open_harness, settings_for
from tests.server.manual_time import ManualTime

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pair(postgresql: str) -> AsyncIterator[tuple[Harness, Harness]]:
    """Two workers on one database, with limits."""
    settings, time = settings_for(new_database(postgresql), rate_factor=1.0), ManualTime()
    async with open_harness(settings, time=time) as one, open_harness(settings, time=time) as other:
        yield one, other


async def granted(worker: SharedRateLimiter, kind: str, sender: str, times: int) -> int:
    """How many of so many requests are let through."""

    async def ask() -> int:
        try:
            await worker.spend(kind, sender)
        except RateLimited:
            return 0
        return 1

    return sum(await asyncio.gather(*(ask() for _time in range(times))))


def workers(pair: tuple[Harness, Harness]) -> tuple[SharedRateLimiter, SharedRateLimiter]:
    one, other = (SharedRateLimiter(1.0, harness.services.database) for harness in pair)
    return one, other


async def test_guesses_at_a_password_are_counted_by_all_workers_together(
    pair: tuple[Harness, Harness], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opens(_accounts: Accounts, _row: Any, _password: str) -> bool:
        return False

    monkeypatch.setattr(Accounts, "_opens", opens)

    async def guess(at: int) -> int:
        transport = httpx.ASGITransport(pair[at % 2].app, client=(f"198.51.100.{at}", 4242))
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            body = {"login": "Ann", "password": "wrong horse"}
            return (await client.post("/api/v1/session", json=body)).status_code

    assert [await guess(at) for at in range(12)] == [403] * 10 + [429] * 2


async def test_two_workers_give_no_more_than_one_would(pair: tuple[Harness, Harness]) -> None:
    one, other = workers(pair)
    rates = {kind: rate for kind, rate in RATES.items() if NIGHT or rate[0] <= 60}  # "change" is of OFTEN
    given = dict.fromkeys(rates, 0)
    for _half in range(3):
        for kind, (most, _rate) in rates.items():
            for worker in (one, other):
                given[kind] += await granted(worker, kind, "ann", int(most / 3) + 1)
        pair[0].time.move(0.5)
    for kind, (most, rate) in rates.items():
        assert most * 0.8 <= given[kind] <= most + 1.5 * rate, kind
        assert await granted(one, kind, "bob", 1) == 1  # who has nothing to do with it


async def test_steady_moderate_requests_are_never_refused(pair: tuple[Harness, Harness]) -> None:
    one, other = workers(pair)
    for number in range(300 if NIGHT else 60):
        assert await granted(one, "read", "ann", 1) == 1
        assert await granted(one if number % 2 else other, "read", "bob", 1) == 1
        pair[0].time.move(0.34)  # longer than a handful is kept


async def test_what_is_stored_tells_of_nobody_and_goes_when_it_says_nothing(
    pair: tuple[Harness, Harness],
) -> None:
    one, other = workers(pair)
    await granted(one, "enter", "198.51.100.7", 1)
    (row,) = await pair[0].services.database.rows(select(rate_limits))
    assert "198.51" not in str(dict(row)["name"])
    pair[0].time.move(1000.0)
    await granted(other, "enter", "198.51.100.8", 1)
    assert len(await pair[0].services.database.rows(select(rate_limits))) == 1
