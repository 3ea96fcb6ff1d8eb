"""The same deals in every run of a test, so that failures can be repeated.

Tables draw from the operating system. Here they draw from dice, seeded with the name of the test. At night
every run adds its own seed and gets new games; the header of the run says how to repeat them.
"""

import base64
import random
import secrets
from typing import Any

import pytest

from spyring.server.core.bots import bot_pool
from spyring.server.core.storage import database
from spyring.server.core.tables import commitments
from tests.night import LUCK

# What a browser adds to the chance of a table.
SAME_NONCES = "crypto.getRandomValues = (bytes) => bytes.fill(7)"


class Luck:
    """Stands where ``secrets`` stood."""

    def __init__(self) -> None:
        self.dice = random.Random(1)

    def begin(self, test: str) -> None:
        self.dice.seed(LUCK + test)

    def token_bytes(self, count: int) -> bytes:
        return self.dice.randbytes(count)

    def token_urlsafe(self, count: int) -> str:
        return base64.urlsafe_b64encode(self.dice.randbytes(count)).rstrip(b"=").decode()

    def randbits(self, count: int) -> int:
        return self.dice.getrandbits(count)

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)


def lay_out(luck: Luck, patch: pytest.MonkeyPatch) -> None:
    """Let the deals of a site come from ``luck``."""
    for module in (commitments, database, bot_pool):
        patch.setattr(module, "secrets", luck)
