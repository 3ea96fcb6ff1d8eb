"""Killed at random moments under load, it loses and doubles nothing; `make soak` kills fifty times."""

import pytest

from tests.night import NIGHT
from tests.server.conftest import on_both_by_day
from tests.server.killing import soak

pytestmark = [pytest.mark.anyio, on_both_by_day]


async def test_killed_and_started_again(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At night PostgreSQL has two servers, and one of them survives."""
    on_postgresql = database_url.startswith("postgresql")
    monkeypatch.setenv("SPYRING_BOTS", "threads")
    said = await soak(database_url, 3 if NIGHT else 1, 2 if NIGHT and on_postgresql else 1, tables=5)
    assert "none lost or doubled" in said
