"""What is answered about notifications."""

from typing import Literal

from spyring.server.core.payloads import Payload


class SummonsCard(Payload):
    """How somebody can be called when it is their turn, and how they want it: this browser by ``push`` (with
    the key to subscribe with, if this server pushes), and by ``letters`` to an address, if it has ``mail``.
    """

    push_key: str | None
    push: bool
    mail: bool
    letters: Literal["off", "asked", "on"]
    address: str | None
