"""The answer about a game that can be given."""

from spyring.server.core.payloads import Payload


class Given(Payload):
    """Whether the caller gives a finished game to science."""

    given: bool
