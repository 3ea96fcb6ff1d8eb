"""Answers about notifications."""

from typing import Literal

from spyring.server.core.payloads import Payload


class SummonsCard(Payload):
    """The ways to notify a person of their turn, and their choices: this browser by ``push`` (with the key to
    subscribe with, if this server pushes), and ``letters`` to an address, if it has ``mail``.
    """

    push_key: str | None
    push: bool
    mail: bool
    letters: Literal["off", "asked", "on"]
    address: str | None
