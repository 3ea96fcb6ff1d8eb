"""Background tasks end, whatever becomes of their cancellation."""

import asyncio
from contextlib import suppress

import pytest

from spyring.server.core import tasks

pytestmark = pytest.mark.anyio


async def test_a_task_whose_cancellation_is_lost_once_ends_nevertheless(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "SECONDS", 0.01)

    async def work() -> None:
        with suppress(asyncio.CancelledError):  # as a library may
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async def fail() -> None:
        raise OSError("no disk")

    started = [asyncio.create_task(work()), asyncio.create_task(fail())]
    await asyncio.sleep(0)
    await tasks.cancel(started)
    assert started[0].cancelled()
    assert isinstance(started[1].exception(), OSError)
